package import AtollComments

/// A comment with its sort key, which can be compared across stories.
package struct RankedComment: Hashable, Sendable {
  package let position: Int32
  private let major: Int64
  private let minor: Int64

  init(_ key: SiblingSort.Key) {
    position = key.position
    major = key.major
    minor = key.minor
  }

  /// Returns whether the comment comes before one of another story; `false` if their keys are
  /// equal.
  package func precedes(_ other: RankedComment) -> Bool {
    (major, minor) < (other.major, other.minor)
  }
}

extension Story {
  /// Returns comments from any levels in one order; counts replies only if the order needs them.
  ///
  /// If `now` is known, comments with an impossibly late time come after all others with a time.
  package func ranked(
    _ positions: [Int32], by order: DigestOrder, at now: Timestamp?
  ) -> [RankedComment] {
    // Comments with equal keys are in the same order as in a thread.
    let sort = SiblingSort(of: self, by: order.commentOrder ?? .mostLiked)
    var replies: [Int32] = []
    if order == .mostReplies {
      replies = Array(repeating: 0, count: comments.count)
      for comment in comments where comment.parent >= 0 { replies[Int(comment.parent)] += 1 }
    }
    let keys = positions.map { position in
      var key = sort.key(of: position, replies: replies.isEmpty ? 0 : replies[Int(position)])
      let comment = comments[Int(position)]
      let isImpossiblyLate = now.map { comment.createdAt.isImpossiblyLate(at: $0) } ?? false
      // Under `best`, these are sorted by likes, together with comments without a time.
      switch order {
      case .best: key.major = isImpossiblyLate ? .max - comment.likeBonus : comment.negatedScore
      case .newest, .oldest, .mostLiked, .mostReplies: if isImpossiblyLate { key.major = .max }
      }
      return key
    }
    return keys.sorted { sort.precedes($0, $1) }.map { RankedComment($0) }
  }
}

extension CommentRecord {
  /// A day in milliseconds; with twice as many likes, a comment ranks as if it were a day newer.
  private static let halfLife: Int64 = 86_400_000

  /// The negated time of the comment in milliseconds, minus a bonus for likes.
  ///
  /// The best comment has the least value. Comments without a time come after all others, the one
  /// with the most likes first.
  fileprivate var negatedScore: Int64 {
    guard createdAt.isKnown else { return .max - likeBonus }
    // Dates beyond the calendar, which input can have, must not overflow.
    let limit: Int64 = 1 << 60
    return -(min(max(createdAt.milliseconds, -limit), limit) + likeBonus)
  }

  /// The bonus for likes in milliseconds: a day each time that `likes + 1` doubles; at most 31
  /// days, because likes have 32 bits.
  fileprivate var likeBonus: Int64 {
    (binaryLogarithm(of: UInt64(max(0, likes)) + 1) * Self.halfLife) >> logarithmBits
  }
}

private let logarithmBits = 16

/// Returns the binary logarithm of a number, times 2 to the power of `logarithmBits`, rounded down.
///
/// It uses only integers, because the results of the C library differ in their last digits between
/// machines.
private func binaryLogarithm(of number: UInt64) -> Int64 {
  let whole = 63 - number.leadingZeroBitCount
  var logarithm = Int64(whole)
  // The number scaled to the range from 1 to 2; each squaring gives one more binary digit of the
  // logarithm.
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
