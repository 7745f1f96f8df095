import Bytes
import StoryDecoding

/// The rows of one story, as they stood behind one another in the input.
///
/// A class, for it may be the largest thing there is, and is handed from one owner to the next: a value
/// that two of them held for a moment would be copied.
final class RowGroup {
  let key: [UInt8]
  /// The line of the first row.
  let number: Int
  private(set) var rowCount = 0
  private(set) var digest = RowDigest()
  /// Rows that nobody has read yet; once they are many they are read as they come.
  private var bytes: [UInt8] = []
  private var rows: [Range<Int>] = []
  private var collector: RowCollector?
  private let shape: InputShape?

  /// A group with more text than this is read while it comes, by whoever holds the input.
  private static let mostWaiting = 1 << 18

  init(key: [UInt8], number: Int, shape: InputShape?) {
    self.key = key
    self.number = number
    self.shape = shape
  }

  func add(_ row: ArraySlice<UInt8>) {
    rowCount += 1
    unsafe row.withUnsafeBufferPointer { unsafe digest.add($0) }
    let start = bytes.count
    bytes.append(contentsOf: row)
    rows.append(start..<bytes.count)
    if bytes.count > Self.mostWaiting { collect() }
  }

  /// Reads the rows that wait.
  private func collect() {
    var collector = self.collector ?? RowCollector(shape: shape)
    self.collector = nil
    for (index, row) in rows.enumerated() {
      collector.add(row, of: &bytes, number: rowCount - rows.count + index + 1)
    }
    rows.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    self.collector = collector
  }

  /// All rows, read.
  func collected() -> RowCollector {
    collect()
    bytes = []
    defer { collector = nil }
    return collector ?? RowCollector(shape: shape)
  }
}

/// What tells one set of rows from another, in whatever order they come.
struct RowDigest {
  /// The digests of the rows, added up.
  private var sum = [UInt8](repeating: 0, count: 32)
  private var count = 0

  mutating func add(_ row: UnsafeBufferPointer<UInt8>) {
    var hash = SHA256()
    unsafe hash.update(row)
    var carry = 0
    for (index, byte) in hash.finish().enumerated().reversed() {
      carry += Int(sum[index]) + Int(byte)
      sum[index] = UInt8(truncatingIfNeeded: carry)
      carry >>= 8
    }
    count += 1
  }

  func finish() -> [UInt8] {
    SHA256.digest(sum + (0..<8).map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) })
  }
}
