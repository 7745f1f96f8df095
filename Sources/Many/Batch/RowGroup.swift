import Bytes
import Comments
import Hashing
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
  /// Who wrote the comments, by the hashes of their ids; only if somebody wants to know.
  private(set) var authors: Set<UInt64> = []
  private var digest = RowDigest()
  /// Rows that nobody has read yet; once they are many they are read as they come.
  private var bytes: [UInt8] = []
  private var rows: [Range<Int>] = []
  /// How many of them are in the digest.
  private var digested = 0
  private var collector: RowCollector?
  private let form: InputForm?
  private let findsAuthors: Bool

  /// A group with more text than this is read while it comes, by whoever holds the input.
  private static let mostWaiting = 1 << 18

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
    // A row that breaks off must not be read on in the next one.
    bytes.append(0)
    if bytes.count > Self.mostWaiting { collect() }
  }

  /// What tells these rows from others; in what order they came makes no difference.
  func fingerprint() -> ContentHash {
    digestRows()
    return digest.finish()
  }

  /// Looks at the rows that wait while they are as they came.
  private func digestRows() {
    for row in rows[digested...] {
      unsafe bytes.withUnsafeBufferPointer {
        unsafe digest.add(UnsafeBufferPointer(rebasing: $0[row]))
      }
      if findsAuthors, let author = RowField.author(in: row, of: bytes) {
        authors.insert(SideRows.hash(author))
      }
    }
    digested = rows.count
  }

  /// Reads the rows that wait.
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

  /// All rows, read.
  func collected() -> RowCollector {
    collect()
    bytes = []
    defer { collector = nil }
    return collector ?? RowCollector(form: form)
  }
}

/// What tells one set of rows from another, in whatever order they come.
struct RowDigest: ~Copyable {
  /// The digests of the rows, added up.
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
