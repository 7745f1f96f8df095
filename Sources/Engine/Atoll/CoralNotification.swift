public import Comments

package import StoryDecoding

/// A notification of Coral about one comment, which a mail is made of.
///
///     let notification = try CoralNotification(InputSource(name: "notification.json", bytes: bytes))
///     var options = Options()
///     options.format = .email
///     options.configure(for: notification)
///     let mail = try Renderer(options: options).render(notification.story).bytes
///
/// Coral sends the first fifty words of a comment; a story fetched from the server has the others.
public struct CoralNotification: Sendable {
  /// The reason for the notification.
  public let kind: NotificationKind
  /// The id of the comment that it is about.
  public let commentID: String
  /// The mail address of its reader, as received; empty if there is none.
  public let recipient: String
  /// The reason for which the comment was rejected; `nil` if the notification gives none.
  public let rejection: RejectionReason?
  /// The words that the notification itself has.
  public let story: Story

  /// Reads the request that Coral sends, or one of its items.
  public init(_ input: InputSource) throws(AtollError) {
    do throws(DecodingError) {
      self.init(try DecodedNotification(input.bytes, named: input.name))
    } catch {
      throw AtollError(error)
    }
  }

  package init(_ decoded: DecodedNotification) {
    kind = decoded.kind
    commentID = decoded.commentID
    recipient = decoded.recipient
    rejection = decoded.rejection
    story = decoded.story
  }

  /// Returns whether a story has the comment, and the one that it answers; servers do not send a rejected one.
  public func isCovered(by story: Story) -> Bool {
    guard let position = story.position(of: commentID),
      story.comment(at: position).tombstone == nil
    else { return false }
    return !kind.isReply || story.parent(of: position) != nil
  }
}

extension Options {
  /// Configures a rendering of the comment that a notification is about.
  ///
  /// The mail goes to the notification's reader unless another recipient is named before. If the reader has no usable address,
  /// rendering a whole mail throws.
  public mutating func configure(for notification: CoralNotification) {
    focus = notification.commentID
    if mail.notification == nil { mail.notification = notification.kind }
    if mail.rejection == nil { mail.rejection = notification.rejection }
    if mail.to.isEmpty {
      mail.to = [notification.recipient]
      mail.isRecipientOfNotification = true
    }
  }
}

extension Renderer {
  /// Returns a renderer of the mail that a notification is about; this one's options have a comment in focus.
  package func notifying(of notification: CoralNotification) -> Renderer {
    var renderer = self
    renderer.options.configure(for: notification)
    renderer.layout = renderer.options.layout()
    return renderer
  }
}
