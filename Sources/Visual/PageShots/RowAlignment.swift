import Snapshots

/// The alignment of the rows of two pictures of one width, where rows were inserted or removed.
///
/// A line of text that was added moves everything below it. Compared in place, nearly every pixel
/// differs; aligned, a few rows were inserted.
package struct RowAlignment: Hashable, Sendable {
  /// A range of rows that differs; either side may be empty.
  package struct Band: Hashable, Sendable {
    package var old: Range<Int>
    package var new: Range<Int>
  }

  /// The ranges of rows that differ, from top to bottom; the rows between them are the same.
  package private(set) var bands: [Band] = []

  /// The most insertions and deletions; pictures with more have little in common.
  private static let mostEdits = 1_500

  package var insertedRows: Int { bands.reduce(0) { $0 + max($1.new.count - $1.old.count, 0) } }
  /// The number of rows that differ.
  package var changedRows: Int { bands.reduce(0) { $0 + max($1.new.count, $1.old.count) } }

  package init(_ old: Picture, _ new: Picture) {
    guard old.width == new.width, old.channels == new.channels else {
      self.init([], [])
      bands = [Band(old: 0..<old.height, new: 0..<new.height)]
      return
    }
    self.init(Self.hashes(of: old), Self.hashes(of: new))
  }

  /// Aligns two lists of hashes.
  init(_ old: [UInt64], _ new: [UInt64]) {
    var start = 0
    while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
    var oldEnd = old.count
    var newEnd = new.count
    while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
    }
    if start == oldEnd && start == newEnd { return }
    let pairs = ShortestEdit.matches(
      Array(old[start..<oldEnd]), Array(new[start..<newEnd]), atMost: Self.mostEdits)
    var left = start
    var right = start
    for pair in pairs ?? [] {
      close(&left, &right, at: (start + pair.0, start + pair.1))
    }
    if left < oldEnd || right < newEnd {
      bands.append(Band(old: left..<oldEnd, new: right..<newEnd))
    }
  }

  private mutating func close(_ left: inout Int, _ right: inout Int, at pair: (Int, Int)) {
    if left < pair.0 || right < pair.1 {
      bands.append(Band(old: left..<pair.0, new: right..<pair.1))
    }
    left = pair.0 + 1
    right = pair.1 + 1
  }

  private static func hashes(of picture: Picture) -> [UInt64] {
    var hashes: [UInt64] = []
    hashes.reserveCapacity(picture.height)
    let stride = picture.stride
    unsafe picture.bytes.withUnsafeBytes { buffer in
      for y in 0..<picture.height {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        var index = y &* stride
        let end = index &+ stride
        while index &+ 8 <= end {
          let word = unsafe buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self)
          hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
          hash ^= hash >> 29
          index &+= 8
        }
        while index < end {
          hash = (hash ^ UInt64(unsafe buffer[index])) &* 0x100_0000_01b3
          index &+= 1
        }
        hashes.append(hash)
      }
    }
    return hashes
  }
}
