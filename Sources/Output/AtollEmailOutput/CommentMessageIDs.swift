import AtollBytes
package import AtollComments

/// The ids of a message about a single comment, by which mail programs keep a conversation
/// together.
///
/// `<comment-42.7c1f@example.com>` identifies a comment and its story. It is not the id of any
/// message, but all messages about the comment and its replies refer to it, so they belong
/// together, whichever of them a reader receives. The message's own id also has the kind of
/// notification and a hash of the recipients and the language:
/// `<reply.comment-42.7c1f.0123456789abcdef@example.com>`. If the id of the comment or of the story
/// is too long, or contains anything but letters, digits and hyphens, a hash replaces both.
package struct CommentMessageIDs {
  /// The local parts of the ids that identify the comment's ancestors and the comment itself,
  /// oldest first.
  package let references: [String]
  /// The local part of the id that identifies the comment to which the message replies; `nil` if
  /// there is none.
  package let parent: String?
  /// The local part of the message's own id.
  package let messageID: String

  /// The maximum number of comments in `References`.
  ///
  /// They always include the first comment of the conversation and the comment that the message is
  /// about.
  private static let maximumReferenceCount = 20
  private static let maximumIDLength = 40

  /// Creates the ids of a message about a comment, sent to `recipients`.
  ///
  /// A message about the reader's own comment, for example that it was featured, is a reply to that
  /// comment.
  package init(
    of position: Position, in story: Story, kind: NotificationKind, to recipients: [String],
    language: String
  ) {
    var ancestors: [String] = []
    var next = story.parent(of: position)
    var root: Position?
    while let parent = next {
      if ancestors.count < Self.maximumReferenceCount - 1 {
        ancestors.append(Self.localPart(of: parent, in: story))
      } else {
        root = parent
      }
      next = story.parent(of: parent)
    }
    if let root { ancestors[ancestors.count - 1] = Self.localPart(of: root, in: story) }
    let localPart = Self.localPart(of: position, in: story)
    references = ancestors.reversed() + [localPart]
    parent = kind.isAboutOwnComment ? localPart : ancestors.first
    let addresses = recipients.map { (MailAddress($0)?.address ?? $0).lowercased() }
    let hash = MessageID(of: ([language] + addresses).joined(separator: "\0")).text.prefix(16)
    messageID = "\(kind.rawValue).\(localPart).\(hash)"
  }

  private static func localPart(of position: Position, in story: Story) -> String {
    let comment = story.comment(at: position).id
    let parts = story.id.isEmpty ? [comment] : [comment, story.id]
    if parts.allSatisfy(isPlain) { return "comment-\(parts.joined(separator: "."))" }
    var id = MessageID()
    for part in parts {
      id.add("\(part.utf8.count) ")
      id.add(part)
    }
    return "comment-\(id.text)"
  }

  private static func isPlain(_ id: String) -> Bool {
    !id.isEmpty && id.utf8.count <= maximumIDLength
      && id.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
  }
}
