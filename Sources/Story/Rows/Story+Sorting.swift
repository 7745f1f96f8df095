package import Comments

/// A comment with its place in an order, which can be compared between stories.
package struct RankedComment: Hashable, Sendable {
  package let position: Int32
  private let major: Int64
  private let minor: Int64

  init(_ key: SiblingSort.Key) {
    position = key.position
    major = key.major
    minor = key.minor
  }

  /// Returns whether the comment comes before one of another story; equal ones do not.
  package func precedes(_ other: RankedComment) -> Bool {
    (major, minor) < (other.major, other.minor)
  }
}

extension Story {
  /// Returns comments of any levels in one order, and so far as the order asks for them with their replies counted.
  package func ranked(_ positions: [Int32], by order: SortOrder) -> [RankedComment] {
    let sort = SiblingSort(of: self, by: order)
    var replies: [Int32] = []
    if order == .mostReplies {
      replies = Array(repeating: 0, count: comments.count)
      for comment in comments where comment.parent >= 0 { replies[Int(comment.parent)] += 1 }
    }
    let keys = positions.map {
      sort.key(of: $0, replies: replies.isEmpty ? 0 : replies[Int($0)])
    }
    return keys.sorted { sort.precedes($0, $1) }.map { RankedComment($0) }
  }
}
