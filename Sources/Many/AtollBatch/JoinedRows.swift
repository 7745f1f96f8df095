import AtollBytes
import AtollHashing
import AtollOperatingSystem
import AtollStoryDecoding

/// The rows of people and settings that the stories of a dump are joined with.
///
/// The rows of people are in a file, sorted by the hashes of their ids; memory has only the offset
/// of each block of rows.
final class JoinedRows: Sendable {
  private let settings: [[UInt8]]
  private let file: NamelessFile?
  private let blocks: [Block]
  private let size: Int
  /// The folder of the file; empty if there is no file.
  let folder: String

  /// Consecutive rows, which are read together; all rows with the same hash are in one block.
  private struct Block {
    let firstHash: UInt64
    let offset: Int
  }

  /// The minimum size of a block, in bytes.
  private static let minimumBlockSize = 1 << 12
  private static let writeSize = 1 << 16

  init(settings: [[UInt8]]) {
    self.settings = settings
    folder = ""
    file = nil
    blocks = []
    size = 0
  }

  /// Creates joined rows, and sorts the rows of people into a file in a folder.
  init(
    settings: [[UInt8]], people: consuming Partitions, in folder: String
  ) throws(SystemError) {
    self.settings = settings
    self.folder = folder
    let file = try NamelessFile(in: folder)
    self.file = file
    var blocks: [Block] = []
    var (size, lastHash) = (0, UInt64(0))
    var output: [UInt8] = []
    var walk = Partitions.Walk(people)
    while let partition = try walk.next() {
      for (hash, record) in try Self.sorted(partition) {
        let offset = size + output.count
        if offset - (blocks.last?.offset ?? -Self.minimumBlockSize) >= Self.minimumBlockSize,
          hash != lastHash || offset == 0
        {
          blocks.append(Block(firstHash: hash, offset: offset))
        }
        lastHash = hash
        output += record
        if output.count > Self.writeSize {
          try writeAll(output, to: file.descriptor)
          size += output.count
          output.removeAll(keepingCapacity: true)
        }
      }
    }
    try writeAll(output, to: file.descriptor)
    self.size = size + output.count
    self.blocks = blocks
  }

  private static func sorted(
    _ partition: Partition
  ) throws(SystemError) -> [(hash: UInt64, record: ArraySlice<UInt8>)] {
    var records: [(hash: UInt64, order: Int, record: ArraySlice<UInt8>)] = []
    try partition.forEachRecord { (range, bytes) throws(SystemError) in
      records.append((bytes.hashOfRecord(at: range.lowerBound), records.count, bytes[range]))
    }
    records.sort { ($0.hash, $0.order) < ($1.hash, $1.order) }
    return records.map { ($0.hash, $0.record) }
  }

  /// The rows that a story is joined with.
  struct Rows {
    /// The text of the rows, each followed by a zero byte.
    ///
    /// The rows are copied, since a slice of a block would keep the whole block in memory.
    private(set) var bytes: [UInt8] = []
    private var rows: [(range: Range<Int>, kind: RowKind)] = []

    fileprivate mutating func append(_ text: ArraySlice<UInt8>, as kind: RowKind) {
      let start = bytes.count
      bytes.append(contentsOf: text)
      rows.append((start..<bytes.count, kind))
      bytes.append(0)
    }

    var fingerprint: ContentHash { ContentHash(of: bytes) }

    /// Parses the rows, which changes their bytes, and adds them to a collector.
    consuming func add(to collector: inout RowCollector) {
      for (range, kind) in rows { collector.add(range, of: &bytes, number: 0, as: kind) }
    }
  }

  /// Returns the settings, and the rows of the people whose ids have these hashes.
  func rows(ofPeople people: Set<UInt64>) throws(SystemError) -> Rows {
    var rows = Rows()
    for row in settings { rows.append(row[...], as: .settings) }
    guard let file else { return rows }
    for person in people.sorted() {
      let index = partitioningIndex(of: blocks) { $0.firstHash <= person } - 1
      guard index >= 0 else { continue }
      let start = blocks[index].offset
      let end = index + 1 < blocks.count ? blocks[index + 1].offset : size
      let bytes = try readBytes(of: file.descriptor, at: start, count: end - start)
      var offset = 0
      while let range = bytes.rangeOfRecord(at: offset) {
        let hash = bytes.hashOfRecord(at: offset)
        if hash == person { rows.append(bytes.record(in: range).text, as: .user) }
        if hash > person { break }
        offset = range.upperBound
      }
    }
    return rows
  }
}
