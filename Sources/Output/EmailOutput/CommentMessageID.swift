import Bytes
package import Comments

/// The ids of messages about single comments, made from the ids of the comments, so that mail programs show a reply
/// below what it answers.
///
/// The first part of `<comment-42.7c1f@example.com>` names the comment and its story. Ids that an address cannot hold are
/// replaced by their hash.
package struct CommentMessageID {
  /// The local parts of the ids of the messages that this one follows, the oldest first.
  package let references: [String]
  /// The local part of the message's own id.
  package let own: String

  /// The most comments in `References`, of which the first is always one.
  private static let mostReferences = 20
  private static let longestID = 40

  /// The ids of a message about a comment.
  ///
  /// A later message about the same comment, such as that it was featured, has an id that differs from the first, and
  /// follows that.
  package init(of position: Position, in story: Story, _ kind: NotificationKind) {
    var ancestors: [String] = []
    var next = story.parent(of: position)
    var root: Position?
    while let parent = next {
      if ancestors.count < Self.mostReferences {
        ancestors.append(Self.local(parent, in: story))
      } else {
        root = parent
      }
      next = story.parent(of: parent)
    }
    if let root { ancestors[ancestors.count - 1] = Self.local(root, in: story) }
    let local = Self.local(position, in: story)
    if kind.isAboutOwnComment {
      own = "\(kind.rawValue).\(local)"
      references = ancestors.reversed() + [local]
    } else {
      own = local
      references = ancestors.reversed()
    }
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
