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
  package func ranked(_ positions: [Int32], by order: DigestOrder) -> [RankedComment] {
    // The order among equal comments is that of a thread.
    let sort = SiblingSort(of: self, by: order.ofThread ?? .mostLiked)
    var replies: [Int32] = []
    if order == .mostReplies {
      replies = Array(repeating: 0, count: comments.count)
      for comment in comments where comment.parent >= 0 { replies[Int(comment.parent)] += 1 }
    }
    let keys = positions.map { position in
      var key = sort.key(of: position, replies: replies.isEmpty ? 0 : replies[Int(position)])
      if order == .best { key.major = comments[Int(position)].negatedWorth }
      return key
    }
    return keys.sorted { sort.precedes($0, $1) }.map { RankedComment($0) }
  }
}

extension CommentRecord {
  /// The milliseconds by which a comment may be older if it has twice as many likes.
  private static let halfLife: Int64 = 86_400_000

  /// The time of the comment, moved to the future by a day for each doubling of its likes, negated: the best is the least.
  ///
  /// A comment without a time comes after all others, the one with the most likes first.
  fileprivate var negatedWorth: Int64 {
    // No number of likes outweighs the bonus of a month and a half.
    let bonus =
      (binaryLogarithm(of: UInt64(max(0, likes)) + 1) * Self.halfLife) >> logarithmBits
    guard createdAt.isKnown else { return .max - bonus }
    // Dates beyond the calendar, which input can have, must not overflow.
    let limit: Int64 = 1 << 60
    return -(min(max(createdAt.milliseconds, -limit), limit) + bonus)
  }
}

private let logarithmBits = 16

/// Returns the logarithm of a number to the base of 2, times 2 to the power of `logarithmBits`, rounded down.
///
/// Whole numbers only, as those of the C library differ in their last digits between machines.
private func binaryLogarithm(of number: UInt64) -> Int64 {
  let whole = 63 - number.leadingZeroBitCount
  var logarithm = Int64(whole)
  // The number as a fraction from 1 to 2, of which each squaring gives one more binary digit.
  var fraction = whole > 31 ? number >> UInt64(whole - 31) : number << UInt64(31 - whole)
  for _ in 0..<logarithmBits {
    fraction = (fraction * fraction) >> 31
    logarithm <<= 1
    if fraction >= 1 << 32 {
      fraction >>= 1
      logarithm += 1
    }
  }
  return logarithm
}
