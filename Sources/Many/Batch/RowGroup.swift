import Bytes
import Comments
import Hashing
import StoryDecoding

/// The consecutive rows of one story.
///
/// It is a class because it can be very large and goes from one owner to the next: a value that two of them held for a
/// moment would be copied.
final class RowGroup {
  let key: [UInt8]
  /// The line of the first row.
  let number: Int
  private(set) var rowCount = 0
  /// The hashes of the authors' ids; empty unless requested.
  private(set) var authors: Set<UInt64> = []
  private var digest = RowDigest()
  /// The text of rows that are not parsed yet.
  private var bytes: [UInt8] = []
  private var rows: [Range<Int>] = []
  /// The number of these rows that are in the digest.
  private var digested = 0
  private var collector: RowCollector?
  private let form: InputForm?
  private let findsAuthors: Bool

  /// A group with more text is parsed while it arrives, by the thread that reads the input.
  private static let mostUnparsed = 1 << 18

  init(key: [UInt8], number: Int, form: InputForm?, findsAuthors: Bool) {
    self.key = key
    self.number = number
    self.form = form
    self.findsAuthors = findsAuthors
  }

  func add(_ row: ArraySlice<UInt8>) {
    rowCount += 1
    let start = bytes.count
    bytes.append(contentsOf: row)
    rows.append(start..<bytes.count)
    // It separates the rows, so that a truncated row is not continued by the next one.
    bytes.append(0)
    if bytes.count > Self.mostUnparsed { collect() }
  }

  /// Returns a hash of the rows, which does not depend on their order.
  func fingerprint() -> ContentHash {
    digestRows()
    return digest.finish()
  }

  /// Adds rows to the digest before they are parsed, which changes their bytes.
  private func digestRows() {
    for row in rows[digested...] {
      unsafe bytes.withUnsafeBufferPointer {
        unsafe digest.add(UnsafeBufferPointer(rebasing: $0[row]))
      }
      if findsAuthors, let author = RowField.author(in: row, of: bytes) {
        authors.insert(JoinedRows.hash(author))
      }
    }
    digested = rows.count
  }

  /// Parses the rows that are not parsed yet.
  private func collect() {
    digestRows()
    var collector = self.collector ?? RowCollector(form: form)
    self.collector = nil
    for (index, row) in rows.enumerated() {
      collector.add(row, of: &bytes, number: rowCount - rows.count + index + 1)
    }
    rows.removeAll(keepingCapacity: true)
    digested = 0
    bytes.removeAll(keepingCapacity: true)
    self.collector = collector
  }

  /// Returns all rows, parsed; the group is empty afterwards.
  func collected() -> RowCollector {
    collect()
    bytes = []
    defer { collector = nil }
    return collector ?? RowCollector(form: form)
  }
}

/// A hash of a set of rows, which does not depend on their order.
struct RowDigest: ~Copyable {
  /// The sum of the hashes of the rows, as a number of 256 bits.
  private var sum = [UInt8](repeating: 0, count: 32)
  private var count = 0
  private var hasher = ContentHasher()

  mutating func add(_ row: UnsafeBufferPointer<UInt8>) {
    unsafe hasher.update(row)
    var carry = 0
    for (index, byte) in hasher.finish().bytes.enumerated().reversed() {
      carry += Int(sum[index]) + Int(byte)
      sum[index] = UInt8(truncatingIfNeeded: carry)
      carry >>= 8
    }
    count += 1
  }

  func finish() -> ContentHash {
    ContentHash(of: sum + (0..<8).map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) })
  }
}
