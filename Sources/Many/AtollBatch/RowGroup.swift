import AtollBytes
import AtollComments
import AtollHashing
import AtollStoryDecoding

/// The rows of one story.
///
/// It is a class because it can be very large and passes from one owner to the next: a value would
/// be copied if two owners held it for a moment.
final class RowGroup {
  let key: [UInt8]
  /// The line number of the first row or, in a dump, the number of the story; counted from 1.
  var number: Int
  /// The number of rows; in a dump, the story's own row does not count.
  private(set) var rowCount = 0
  /// The hashes of the ids of the people to join the story with.
  private(set) var people: Set<UInt64> = []
  private var rowSetHash = RowSetHash()
  /// The text of rows that are not parsed yet.
  private var bytes: [UInt8] = []
  private var rows: [(range: Range<Int>, kind: DumpRecord.Kind?)] = []
  /// The number of rows in `rows` that are already in `rowSetHash`.
  private var hashedRowCount = 0
  private var collector: RowCollector?
  private let form: InputForm?
  private let maximumUnparsedBytes: Int

  /// Creates an empty group.
  ///
  /// Its rows are parsed by `takeCollector`, or earlier if they exceed `maximumUnparsedBytes`.
  init(key: [UInt8], number: Int = 0, form: InputForm?, maximumUnparsedBytes: Int = 1 << 18) {
    self.key = key
    self.number = number
    self.form = form
    self.maximumUnparsedBytes = maximumUnparsedBytes
  }

  /// Adds a row whose kind is not known in advance.
  func add(_ row: ArraySlice<UInt8>) {
    rowCount += 1
    append(row, as: nil)
  }

  func add(_ record: DumpRecord) {
    if record.kind.countsAsRow { rowCount += 1 }
    people.formUnion(record.people)
    append(record.text, as: record.kind)
  }

  private func append(_ row: ArraySlice<UInt8>, as kind: DumpRecord.Kind?) {
    let start = bytes.count
    bytes.append(contentsOf: row)
    rows.append((start..<bytes.count, kind))
    // A zero byte separates the rows, so that a truncated row is not continued by the next one.
    bytes.append(0)
    if bytes.count > maximumUnparsedBytes { parseRows() }
  }

  /// Returns a hash of the rows, which does not depend on their order.
  func fingerprint() -> ContentHash {
    hashRows()
    return rowSetHash.finish()
  }

  /// Adds rows to the hash before they are parsed, since parsing changes their bytes.
  private func hashRows() {
    for (row, kind) in rows[hashedRowCount...] {
      // Of a broken row, only a message is known. It names a place in the dump, so it is left out.
      let isBroken = kind == .broken || kind == .brokenRowOfHiddenComment
      rowSetHash.add(bytes.span.extracting(isBroken ? row.lowerBound..<row.lowerBound : row))
    }
    hashedRowCount = rows.count
  }

  /// Parses the rows that are not parsed yet.
  private func parseRows() {
    hashRows()
    var collector = self.collector ?? RowCollector(form: form)
    self.collector = nil
    var number = rowCount - rows.count { $0.kind?.countsAsRow != false }
    for (row, kind) in rows {
      if kind?.countsAsRow != false { number += 1 }
      switch kind {
      case nil: collector.add(row, of: &bytes, number: number)
      case .comment: collector.add(row, of: &bytes, number: number, as: .comment)
      case .story: collector.add(row, of: &bytes, number: number, as: .story)
      case .person: collector.add(row, of: &bytes, number: number, as: .user)
      case .hidden:
        if let comment = HiddenComment(text: bytes[row]) { collector.hide(comment) }
      case .broken, .withoutStory, .unreadable:
        collector.reportBrokenRow(String(decoding: bytes[row], as: UTF8.self), mayBePublished: true)
      case .brokenRowOfHiddenComment:
        collector.reportBrokenRow(
          String(decoding: bytes[row], as: UTF8.self), mayBePublished: false)
      }
    }
    rows.removeAll(keepingCapacity: true)
    hashedRowCount = 0
    bytes.removeAll(keepingCapacity: true)
    self.collector = collector
  }

  /// Returns all rows, parsed; the group is empty afterwards.
  func takeCollector() -> RowCollector {
    parseRows()
    bytes = []
    defer { collector = nil }
    return collector ?? RowCollector(form: form)
  }
}

extension DumpRecord.Kind {
  /// True if this record counts as a row of its story; the story's own row does not.
  fileprivate var countsAsRow: Bool {
    switch self {
    case .story, .hidden: false
    case .comment, .person, .broken, .brokenRowOfHiddenComment, .withoutStory, .unreadable: true
    }
  }
}

/// A hash of a set of rows, which does not depend on their order.
struct RowSetHash: ~Copyable {
  /// The sum of the rows' hashes, as a 256-bit integer.
  private var sum = [UInt8](repeating: 0, count: 32)
  private var count = 0
  private var hasher = ContentHasher()

  mutating func add(_ row: Span<UInt8>) {
    hasher.update(row)
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
