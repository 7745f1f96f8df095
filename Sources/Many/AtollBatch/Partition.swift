import AtollBytes
import AtollOperatingSystem

/// A row of a dump in a temporary file.
struct DumpRecord {
  enum Kind: UInt8 {
    case comment, story, person
    /// An unreadable row whose story is known; the record's text is the error message.
    case broken
    /// Like `broken`, for a row whose comment must not be shown; another record, of the kind
    /// `hidden`, says so.
    case brokenRowOfHiddenComment
    /// A comment that must not be shown, according to an unreadable row of its story; the record's
    /// text is the reason, a space and the comment's id.
    case hidden
    /// A comment that names no story; the record's text is the error message.
    case withoutStory
    /// An unreadable row that may belong to any story; the record's text is the error message.
    case unreadable
  }

  let kind: Kind
  /// The hash of the key, by which records are partitioned; if the key is empty, the hash of the
  /// text.
  let hash: UInt64
  /// The hashes of the ids of the people that a comment is joined with.
  let people: [UInt64]
  /// The id of the story or the person; empty if it is unknown.
  let key: ArraySlice<UInt8>
  let text: ArraySlice<UInt8>

  /// Returns the hash of an id, which is the same in every process.
  static func hash(of id: ArraySlice<UInt8>) -> UInt64 {
    // Any two different seeds will do.
    let first = ByteHash.hash(id.span, seed: 0x243F_6A88_85A3_08D3)
    let second = ByteHash.hash(id.span, seed: 0x1319_8A2E_0370_7344)
    return UInt64(first) << 32 | UInt64(second)
  }
}

extension [UInt8] {
  /// Appends a record; `appendText` appends its text.
  ///
  /// A record without a key has the hash of its text, so that many such records are spread over all
  /// partitions.
  mutating func append(
    _ kind: DumpRecord.Kind, key: ArraySlice<UInt8>, people: [ArraySlice<UInt8>] = [],
    appendText: (inout [UInt8]) -> Void
  ) {
    let start = count
    append(number: 0 as UInt32)
    append(number: 0 as UInt64)
    append(kind.rawValue)
    append(number: UInt32(truncatingIfNeeded: people.count))
    append(number: UInt32(truncatingIfNeeded: key.count))
    for person in people { append(number: DumpRecord.hash(of: person)) }
    append(contentsOf: key)
    let textStart = count
    appendText(&self)
    set(UInt32(truncatingIfNeeded: count - start), at: start)
    set(DumpRecord.hash(of: key.isEmpty ? self[textStart...] : key), at: start + 4)
  }

  private mutating func set<Number: FixedWidthInteger>(_ number: Number, at offset: Int) {
    for index in 0..<MemoryLayout<Number>.size {
      self[offset + index] = UInt8(truncatingIfNeeded: number >> (index * 8))
    }
  }

  private mutating func append(number: some FixedWidthInteger) {
    unsafe Swift.withUnsafeBytes(of: number.littleEndian) { unsafe append(contentsOf: $0) }
  }

  private func number<Number: FixedWidthInteger>(at offset: Int, as type: Number.Type) -> Number {
    unsafe withUnsafeBytes {
      unsafe Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: type))
    }
  }

  /// The number of bytes before the hashes of people.
  private static var headerSize: Int { 21 }

  /// Returns the range of the record that begins at an offset, or `nil` if it is incomplete.
  func rangeOfRecord(at offset: Int) -> Range<Int>? {
    guard count - offset >= Self.headerSize else { return nil }
    let end = offset + Int(number(at: offset, as: UInt32.self))
    return end <= count ? offset..<end : nil
  }

  func hashOfRecord(at offset: Int) -> UInt64 { number(at: offset + 4, as: UInt64.self) }

  func record(in range: Range<Int>) -> DumpRecord {
    let start = range.lowerBound
    let keyStart = start + Self.headerSize + 8 * Int(number(at: start + 13, as: UInt32.self))
    let keyEnd = keyStart + Int(number(at: start + 17, as: UInt32.self))
    let people = stride(from: start + Self.headerSize, to: keyStart, by: 8)
    return DumpRecord(
      kind: DumpRecord.Kind(rawValue: self[start + 12]) ?? .unreadable,
      hash: hashOfRecord(at: start),
      people: people.map { number(at: $0, as: UInt64.self) }, key: self[keyStart..<keyEnd],
      text: self[keyEnd..<range.upperBound])
  }
}

/// The records in one range of hashes: in memory while they are few, then in an unnamed file.
struct Partition {
  /// The total size of the records, in bytes.
  private(set) var size = 0
  /// The records that are not in the file.
  private var buffer: [UInt8] = []
  private var file: NamelessFile?
  private var firstHash: UInt64 = 0
  /// True if all records have the same hash, so that the partition cannot be split.
  private var hasSingleHash = true

  private static let maximumBufferSize = 1 << 15
  private static let readSize = 1 << 20
  /// The number of bytes beyond which a partition is split before it is loaded.
  private static let maximumLoadableSize = 8 << 20

  var isLoadable: Bool { size <= Self.maximumLoadableSize || hasSingleHash }

  /// The number of hash bits by which the partition is split.
  ///
  /// Most of the new partitions are then much smaller than the limit for loading, but there are no
  /// more of them than necessary, because many open files slow the system.
  fileprivate var splittingBits: Int {
    (1...Partitions.maximumBits).first { size >> $0 <= Self.maximumLoadableSize / 2 }
      ?? Partitions.maximumBits
  }

  mutating func add(
    _ range: Range<Int>, of records: [UInt8], in folder: String
  ) throws(SystemError) {
    let hash = records.hashOfRecord(at: range.lowerBound)
    if size == 0 { firstHash = hash }
    if hash != firstHash { hasSingleHash = false }
    size += range.count
    buffer += records[range]
    if buffer.count > Self.maximumBufferSize { try writeBuffer(in: folder) }
  }

  private mutating func writeBuffer(in folder: String) throws(SystemError) {
    let file = if let file { file } else { try NamelessFile(in: folder) }
    self.file = file
    try writeAll(buffer, to: file.descriptor)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Calls a function with each record, in the order in which they were added.
  func forEachRecord(
    _ body: (_ range: Range<Int>, _ records: [UInt8]) throws(SystemError) -> Void
  ) throws(SystemError) {
    var bytes: [UInt8] = []
    var position = 0
    var fileOffset = 0
    let written = size - buffer.count
    while true {
      while let range = bytes.rangeOfRecord(at: position) {
        try body(range, bytes)
        position = range.upperBound
      }
      bytes.removeSubrange(..<position)
      position = 0
      if fileOffset < written, let file {
        let piece = try readBytes(
          of: file.descriptor, at: fileOffset, count: min(Self.readSize, written - fileOffset))
        if piece.isEmpty { throw SystemError.inputOutput }
        fileOffset += piece.count
        bytes += piece
      } else if fileOffset == written {
        // An offset past the end shows that the buffer has been added.
        fileOffset += 1
        bytes += buffer
      } else {
        return
      }
    }
  }
}

/// Records, partitioned by some bits of their hashes.
struct Partitions {
  fileprivate static let maximumBits = 6
  /// The number of leading bits that are equal in the hashes of all records.
  private let equalBits: Int
  /// The number of bits by which the records are partitioned.
  private let bits: Int
  private let folder: String
  private(set) var all: [Partition]

  init(in folder: String, bits: Int = maximumBits) {
    self.init(in: folder, equalBits: 0, bits: bits)
  }

  private init(in folder: String, equalBits: Int, bits: Int) {
    self.folder = folder
    self.equalBits = equalBits
    self.bits = bits
    all = Array(repeating: Partition(), count: 1 << bits)
  }

  mutating func add(_ range: Range<Int>, of records: [UInt8]) throws(SystemError) {
    let hash = records.hashOfRecord(at: range.lowerBound)
    let index = (hash << equalBits) >> (64 - bits)
    try all[Int(index)].add(range, of: records, in: folder)
  }

  /// Adds consecutive records.
  mutating func add(_ records: [UInt8]) throws(SystemError) {
    var position = 0
    while let range = records.rangeOfRecord(at: position) {
      try add(range, of: records)
      position = range.upperBound
    }
  }

  /// The partitions in the order of their hashes, split until each is small enough to load or has
  /// only one hash.
  struct Walk {
    private var waiting: [(partition: Partition, equalBits: Int)]
    private let folder: String

    init(_ partitions: consuming Partitions) {
      folder = partitions.folder
      waiting = Self.reversed(partitions)
    }

    private static func reversed(
      _ partitions: consuming Partitions
    ) -> [(partition: Partition, equalBits: Int)] {
      let equalBits = partitions.equalBits + partitions.bits
      return partitions.all.reversed().map { ($0, equalBits) }
    }

    mutating func next() throws(SystemError) -> Partition? {
      while let (partition, equalBits) = waiting.popLast() {
        let bits = min(partition.splittingBits, UInt64.bitWidth - equalBits)
        if partition.isLoadable || bits == 0 { return partition }
        var smaller = Partitions(in: folder, equalBits: equalBits, bits: bits)
        try partition.forEachRecord { (range, records) throws(SystemError) in
          try smaller.add(range, of: records)
        }
        waiting += Self.reversed(smaller)
      }
      return nil
    }
  }
}
