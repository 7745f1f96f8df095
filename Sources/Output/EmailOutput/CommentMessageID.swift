import Bytes
package import Comments

/// The ids of messages about single comments, made from the ids of the comments, so that mail programs keep a conversation together.
///
/// `<comment-42.7c1f@example.com>` names a comment and its story, and is the id of no message: all messages about the comment and
/// about its replies refer to it. So they belong together, whichever of them a reader gets. The message's own id also has the kind
/// and a hash of the recipients and the language: `<reply.comment-42.7c1f.0123456789abcdef@example.com>`. Ids that an address
/// cannot hold are replaced by their hash.
package struct CommentMessageID {
  /// The local parts of the ids that stand for the comment and those that it answers, the oldest first.
  package let references: [String]
  /// The local part of the id of the comment that the message answers; `nil` if it answers none.
  package let parent: String?
  /// The local part of the message's own id.
  package let own: String

  /// The most comments in `References`, of which the first and the message's own are always two.
  private static let mostReferences = 20
  private static let longestID = 40

  /// The ids of a message about a comment to some recipients.
  ///
  /// A message about the reader's own comment, such as that it was featured, answers that comment.
  package init(
    of position: Position, in story: Story, _ kind: NotificationKind, to recipients: [String],
    language: String
  ) {
    var ancestors: [String] = []
    var next = story.parent(of: position)
    var root: Position?
    while let parent = next {
      if ancestors.count < Self.mostReferences - 1 {
        ancestors.append(Self.local(parent, in: story))
      } else {
        root = parent
      }
      next = story.parent(of: parent)
    }
    if let root { ancestors[ancestors.count - 1] = Self.local(root, in: story) }
    let local = Self.local(position, in: story)
    references = ancestors.reversed() + [local]
    parent = kind.isAboutOwnComment ? local : ancestors.first
    let addresses = recipients.map { (MailAddress($0)?.address ?? $0).lowercased() }
    let hash = MessageID(of: ([language] + addresses).joined(separator: "\0")).text.prefix(16)
    own = "\(kind.rawValue).\(local).\(hash)"
  }

  private static func local(_ position: Position, in story: Story) -> String {
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
    !id.isEmpty && id.utf8.count <= longestID
      && id.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
  }
}
