import Bytes

/// The state of a story in the list of a site's stories, by which changes of its comments are found.
///
/// A comment that is written, published, withheld or rejected changes it, and so does closing or archiving the story. Edits and
/// likes do not, and neither does rejecting one comment while restoring another.
public struct StoryStamp: Hashable, Sendable {
  /// The time of the newest comment; empty if there is none, or if the token does not see it.
  public var lastComment = ""
  /// The number of published comments; -1 if the server does not say.
  public var commentCount = -1
  /// The numbers of comments that are not published: rejected, waiting for a moderator, withheld; empty on Talk 4.
  public var unpublishedCounts: [Int] = []
  /// No comments can be posted.
  public var isClosed = false
  /// The story is in the archive.
  public var isArchived = false

  /// Creates the stamp of a story of which nothing is known.
  public init() {}

  /// Reads a story of a server's list.
  init(_ node: JSONValue) {
    let counts = node["commentCounts"]
    commentCount = (node["totalCommentCount"] ?? counts?["totalPublished"])?.int ?? -1
    lastComment =
      node["lastCommentedAt"]?.string
      ?? node["comments"]?["nodes"]?.elements.first?["created_at"]?.string ?? ""
    unpublishedCounts = ["REJECTED", "PREMOD", "SYSTEM_WITHHELD"].compactMap {
      counts?["statuses"]?[$0]?.int
    }
    isClosed = node["isClosed"]?.bool == true
    isArchived = node["isArchived"]?.bool == true
  }

  /// Reads a stamp that `text` wrote; `nil` if it is none.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 3, let count = Int(parts[1]) else { return nil }
    lastComment = String(parts[0])
    commentCount = count
    isClosed = parts[2].contains("c")
    isArchived = parts[2].contains("a")
    if parts.count > 3 { unpublishedCounts = parts[3].split(separator: ".").compactMap { Int($0) } }
  }

  /// The stamp in a few characters, for a file: `2024-05-01T12:34:56.789Z/12/c/3.0.1`.
  public var text: String {
    let flags = (isClosed ? "c" : "") + (isArchived ? "a" : "")
    let counts = unpublishedCounts.map { String($0) }.joined(separator: ".")
    return "\(lastComment)/\(commentCount)/\(flags)" + (counts.isEmpty ? "" : "/\(counts)")
  }

  /// Returns whether the story has changed since an earlier stamp; what either of them lacks is not compared.
  public func differs(from earlier: StoryStamp) -> Bool {
    if commentCount != earlier.commentCount { return true }
    if isClosed != earlier.isClosed || isArchived != earlier.isArchived { return true }
    if !lastComment.isEmpty, !earlier.lastComment.isEmpty, lastComment != earlier.lastComment {
      return true
    }
    return !unpublishedCounts.isEmpty && !earlier.unpublishedCounts.isEmpty
      && unpublishedCounts != earlier.unpublishedCounts
  }

  /// Returns the stamp of an unchanged story with what an earlier stamp knew and this one does not.
  public func completed(by earlier: StoryStamp) -> StoryStamp {
    var stamp = self
    if lastComment.isEmpty { stamp.lastComment = earlier.lastComment }
    if unpublishedCounts.isEmpty { stamp.unpublishedCounts = earlier.unpublishedCounts }
    return stamp
  }
}
