public import AtollComments

import AtollBytes
package import AtollStoryDecoding

/// A Coral notification about one comment, from which an email is made.
///
///     let notification = try CoralNotification(
///         InputSource(name: "notification.json", bytes: bytes))
///     var options = Options()
///     options.format = .email
///     options.configure(for: notification)
///     let mail = try Renderer(options: options).render(notification.story).bytes
///
/// Coral sends only the first fifty words of a comment; a story from the server has the whole text.
public struct CoralNotification: Sendable {
  /// The event that the notification is about.
  public let kind: NotificationKind
  /// The id of the comment that the notification is about.
  public let commentID: String
  /// The email address of the person notified, as received; empty if there is none.
  public let recipient: String
  /// The reason for the rejection of the comment; `nil` if the notification gives none.
  public let rejection: RejectionReason?
  /// The story as far as the notification contains it.
  public let story: Story

  /// Reads the request that Coral sends, or one of its items.
  public init(_ input: InputSource) throws(AtollError) {
    self.init(
      try translatingErrors(
        of: DecodedNotification(input.bytes, named: input.name)
      ) { AtollError(decoding: $0) })
  }

  package init(_ decoded: DecodedNotification) {
    kind = decoded.kind
    commentID = decoded.commentID
    recipient = decoded.recipient
    rejection = decoded.rejection
    story = decoded.story
  }

  /// Returns whether a story has the notification's comment and, if that is a reply, its parent.
  ///
  /// A tombstone does not count as the comment. A rejected comment is never in a story from a
  /// server, since servers do not send it. If the result is `false`, use the notification's own
  /// story instead, unless the comment is gone (`isGone(from:)`).
  public func isContained(in story: Story) -> Bool {
    guard let position = story.position(of: commentID),
      story.comment(at: position).tombstone == nil
    else { return false }
    return !kind.isReply || story.parent(of: position) != nil
  }

  /// Returns whether a story has only a tombstone of the comment, so that nothing may be mailed.
  ///
  /// Always `false` for a rejection, which is about a comment that is gone.
  public func isGone(from story: Story) -> Bool {
    guard kind != .rejected, let position = story.position(of: commentID) else { return false }
    return story.comment(at: position).tombstone != nil
  }
}

extension Options {
  /// Configures these options for the comment that a notification is about.
  ///
  /// The email goes to the notification's `recipient` unless `mail.to` already names one. If
  /// `recipient` is not a usable address, rendering a whole email throws an error.
  public mutating func configure(for notification: CoralNotification) {
    focus = notification.commentID
    if mail.notification == nil { mail.notification = notification.kind }
    if mail.rejection == nil { mail.rejection = notification.rejection }
    if mail.to.isEmpty {
      mail.to = [notification.recipient]
      mail.isRecipientFromNotification = true
    }
  }
}

extension Renderer {
  /// Returns a copy of this renderer for the email about a notification.
  ///
  /// This renderer must have been created with a comment in focus, because its templates depend on
  /// that.
  package func configured(for notification: CoralNotification) -> Renderer {
    var renderer = self
    renderer.options.configure(for: notification)
    renderer.layout = renderer.options.layoutOptions()
    return renderer
  }
}
