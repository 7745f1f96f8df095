import AtollBytes
import AtollComments

/// A sort of comments that have the same parent.
///
/// Each comment has a key of integers, computed once; ids are compared only if keys are equal.
struct SiblingSort {
  let comments: [CommentRecord]
  let bytes: [UInt8]
  var order: CommentOrder
  private var keys: [Key]
  private var arrangement = Arrangement.sorted

  /// The order of collected siblings; inputs are usually sorted by time, ascending or descending,
  /// so most need no sorting.
  private enum Arrangement { case sorted, reversed, mixed }

  init(of story: borrowing Story, by order: CommentOrder) {
    var keys: [Key] = []
    self.init(of: story, by: order, in: &keys)
  }

  /// Creates a sort that takes over the memory of `keys`; `takeKeys()` gives the memory back.
  init(of story: borrowing Story, by order: CommentOrder, in keys: inout [Key]) {
    comments = story.comments
    bytes = story.bytes
    self.order = order
    self.keys = []
    swap(&self.keys, &keys)
  }

  consuming func takeKeys() -> [Key] { keys }

  /// The sort key of a comment; the smaller key comes first.
  struct Key {
    var major: Int64
    var minor: Int64
    var position: Int32
  }

  /// Returns the key of a comment that has `replies` direct replies in the story.
  func key(of position: Int32, replies: Int32) -> Key {
    let record = comments[Int(position)]
    let time = record.createdAt
    let latest = time.isKnown ? ~time.milliseconds : .max
    switch order {
    case .newest: return Key(major: latest, minor: 0, position: position)
    case .oldest:
      return Key(major: time.isKnown ? time.milliseconds : .max, minor: 0, position: position)
    case .mostLiked:
      return Key(major: -Int64(record.likes), minor: latest, position: position)
    case .mostReplies:
      return Key(
        major: -Int64(max(replies, record.replyCount)), minor: latest, position: position)
    }
  }

  @inline(__always)
  func precedes(_ left: Key, _ right: Key) -> Bool {
    if left.major != right.major { return left.major < right.major }
    if left.minor != right.minor { return left.minor < right.minor }
    return precedes(equal: left.position, right.position)
  }

  /// Returns whether the left of two comments with equal keys comes first.
  ///
  /// Comments with times are sorted by id: numbers by value, before all other ids. They come before
  /// comments without a time, which keep the order of the input.
  private func precedes(equal left: Int32, _ right: Int32) -> Bool {
    if left == right { return false }
    let first = comments[Int(left)]
    let second = comments[Int(right)]
    guard first.createdAt.isKnown, second.createdAt.isKnown else {
      return first.createdAt.isKnown != second.createdAt.isKnown
        ? first.createdAt.isKnown : left < right
    }
    switch (digits(of: first.id), digits(of: second.id)) {
    case (let number?, let other?):
      if number.count != other.count { return number.count < other.count }
      if let isLess = precedes(text: number, other) { return isLess }
    case (.some, nil): return true
    case (nil, .some): return false
    case (nil, nil): break
    }
    return precedes(text: first.id, second.id) ?? (left < right)
  }

  /// Returns an id without leading zeros if it is a decimal number; otherwise `nil`.
  private func digits(of id: Slice) -> Slice? {
    if id.isEmpty { return nil }
    for index in id.range where !isDigit(bytes[index]) { return nil }
    let start = id.range.first { bytes[$0] != UInt8(ascii: "0") } ?? id.end
    return Slice(start..<id.end)
  }

  /// Returns whether the bytes of one text come before those of another; `nil` if they are equal.
  private func precedes(text: Slice, _ second: Slice) -> Bool? {
    var index = Int(text.start)
    var other = Int(second.start)
    let end = index + min(Int(text.count), Int(second.count))
    while index < end {
      if bytes[index] != bytes[other] { return bytes[index] < bytes[other] }
      index &+= 1
      other &+= 1
    }
    return text.count == second.count ? nil : text.count < second.count
  }

  /// Sorts siblings in place; their numbers of replies are computed from `Siblings.starts`.
  mutating func sort(_ siblings: inout [Int32], in range: Range<Int>, starts: [Int32]) {
    collectKeys(count: range.count) { slot in
      let position = siblings[range.lowerBound &+ slot]
      return (position, starts[Int(position) &+ 1] &- starts[Int(position)])
    }
    if arrangement == .sorted { return }
    sort()
    for slot in range { siblings[slot] = keys[slot - range.lowerBound].position }
  }

  /// Makes the keys of siblings, and notes whether they are already in order.
  @inline(__always)
  mutating func collectKeys(count: Int, sibling: (Int) -> (position: Int32, replies: Int32)) {
    keys.removeAll(keepingCapacity: true)
    keys.reserveCapacity(count)
    arrangement = .sorted
    for slot in 0..<count {
      let (position, replies) = sibling(slot)
      let key = key(of: position, replies: replies)
      if arrangement != .mixed, let last = keys.last {
        let isInOrder = precedes(last, key)
        if slot == 1 {
          arrangement = isInOrder ? .sorted : .reversed
        } else if isInOrder != (arrangement == .sorted) {
          arrangement = .mixed
        }
      }
      keys.append(key)
    }
  }

  mutating func sort() {
    switch arrangement {
    case .sorted: return
    case .reversed: keys.reverse()
    case .mixed:
      // Swapped out, so that the comparison can read the rest of `self`.
      var taken: [Key] = []
      swap(&taken, &keys)
      taken.sort { precedes($0, $1) }
      swap(&taken, &keys)
    }
    arrangement = .sorted
  }

  subscript(index: Int) -> Int32 { keys[index].position }
}
