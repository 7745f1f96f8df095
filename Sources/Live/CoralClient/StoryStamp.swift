import AtollBytes

/// The state of a story in a site's list of stories, which tells whether its comments have changed.
///
/// It changes when a comment is written, published, withheld or rejected, and when the story is
/// closed or archived. Edits and likes do not change it. It also stays the same if one comment is
/// rejected while another is restored and, on some servers, if an account is deleted.
public struct StoryStamp: Hashable, Sendable {
  /// The time of the newest comment; empty if there is none, or if the token has no access to it.
  public var lastCommentTime = ""
  /// The number of published comments; -1 if the server does not give it.
  public var commentCount = -1
  /// The numbers of comments that are rejected, waiting for a moderator, withheld and approved, in
  /// this order; empty if the server does not give all of them.
  ///
  /// Talk 4 does not give these. There, the array has at most one number, of another kind: the
  /// published comments whose authors still have an account.
  public var statusCounts: [Int] = []
  /// True if no comments can be posted.
  public var isClosed = false
  /// True if the story is in the archive.
  public var isArchived = false

  /// Creates the stamp of a story about which nothing is known.
  public init() {}

  init(_ node: JSONValue) {
    let counts = node["commentCounts"]
    commentCount = (node["totalCommentCount"] ?? counts?["totalPublished"])?.int ?? -1
    lastCommentTime =
      node["lastCommentedAt"]?.string
      ?? node["comments"]?["nodes"]?.elements.first?["created_at"]?.string ?? ""
    // Without one of the numbers, it would not be known which of them the others are.
    statusCounts =
      Self.allOrNil(
        ["REJECTED", "PREMOD", "SYSTEM_WITHHELD", "APPROVED"].map { counts?["statuses"]?[$0]?.int })
      ?? []
    isClosed = node["isClosed"]?.bool == true
    isArchived = node["isArchived"]?.bool == true
  }

  /// Reads a stamp as the property `text` writes it; returns `nil` if `string` is not a stamp.
  public init?(_ string: String) {
    let parts = string.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 3, let count = Int(parts[1]) else { return nil }
    lastCommentTime = String(parts[0])
    commentCount = count
    isClosed = parts[2].contains("c")
    isArchived = parts[2].contains("a")
    guard parts.count > 3 else { return }
    let counts = parts[3].split(separator: ".", omittingEmptySubsequences: false)
    guard let numbers = Self.allOrNil(counts.map { Int($0) }) else { return nil }
    statusCounts = numbers
  }

  /// Returns the numbers if none of them is missing; otherwise `nil`.
  private static func allOrNil(_ numbers: [Int?]) -> [Int]? {
    let known = numbers.compactMap(\.self)
    return known.count == numbers.count ? known : nil
  }

  /// The stamp in a few characters, for a file: `2024-05-01T12:34:56.789Z/12/c/3.0.1.7`.
  public var text: String {
    let flags = (isClosed ? "c" : "") + (isArchived ? "a" : "")
    let counts = statusCounts.map { String($0) }.joined(separator: ".")
    return "\(lastCommentTime)/\(commentCount)/\(flags)" + (counts.isEmpty ? "" : "/\(counts)")
  }

  /// Returns whether the story has changed since an earlier stamp.
  ///
  /// The last comment and the counts of statuses are compared only if both stamps have them. If the
  /// earlier stamp lacks the number that Talk 4 gives, the number shows a change if it is less than
  /// the number of published comments.
  public func differs(from earlier: StoryStamp) -> Bool {
    if commentCount != earlier.commentCount { return true }
    if isClosed != earlier.isClosed || isArchived != earlier.isArchived { return true }
    if !lastCommentTime.isEmpty, !earlier.lastCommentTime.isEmpty,
      lastCommentTime != earlier.lastCommentTime
    {
      return true
    }
    // On Talk, accounts may have been deleted since an earlier stamp without a count.
    if earlier.statusCounts.isEmpty, statusCounts.count == 1 {
      return statusCounts[0] < commentCount
    }
    return zip(statusCounts, earlier.statusCounts).contains { $0 != $1 }
  }

  /// Returns this stamp of an unchanged story, with missing values taken from an earlier stamp.
  public func completed(from earlier: StoryStamp) -> StoryStamp {
    var stamp = self
    if lastCommentTime.isEmpty { stamp.lastCommentTime = earlier.lastCommentTime }
    if statusCounts.isEmpty { stamp.statusCounts = earlier.statusCounts }
    return stamp
  }
}
