import Bytes
import OperatingSystem
import Hashing
import Store
import StoryDecoding
import Unpacking

/// The rows of stories, users and settings that groups of comments are joined with (`--join`).
///
/// Only the place of each row is kept in memory, 32 bytes each; the rows stay in their files. A compressed file is
/// unpacked into a temporary one first.
package struct JoinedRows: Sendable {
  private struct Place {
    let hash: UInt64
    let file: Int32
    let length: Int32
    let offset: Int64
    /// The first 8 bytes of the hash of its text; 0 unless digests are requested.
    var digest: UInt64 = 0
  }

  private var files: [(name: String, descriptor: Int32)]
  /// The unpacked content of compressed files.
  private var unpackedFiles: [NamelessFile] = []
  private var stories: [Place] = []
  private var users: [Place] = []
  private var settings: [[UInt8]] = []
  /// The number of rows that could not be read.
  package private(set) var brokenCount = 0
  private let keepsDigests: Bool

  private static let longestLine = 1 << 24

  /// Reads files, whose descriptors have to stay open.
  ///
  /// - Parameters:
  ///   - keepsDigests: `fingerprint(of:)` is needed.
  ///   - folder: The folder for unpacked files.
  package init(
    _ files: [(name: String, descriptor: Int32)], keepsDigests: Bool = false,
    unpackingIn folder: String = "/tmp"
  ) throws(BatchError) {
    self.keepsDigests = keepsDigests
    self.files = files
    for index in files.indices {
      try unpack(index, in: folder)
      try read(index)
    }
    stories.sort { $0.hash < $1.hash }
    users.sort { $0.hash < $1.hash }
  }

  /// Replaces a compressed file with its unpacked content.
  private mutating func unpack(_ index: Int, in folder: String) throws(BatchError) {
    let (name, descriptor) = files[index]
    let isFile = try accessing(name) { () throws(SystemError) in
      try FileFacts(ofDescriptor: descriptor).kind == .file
    }
    if !isFile { throw BatchError(.notAFile, at: name) }
    let unpacked = try reading(name) { () throws(UnpackingError) in
      try unpackedFile(of: descriptor, in: folder)
    }
    guard let unpacked else { return }
    unpackedFiles.append(unpacked)
    files[index].descriptor = unpacked.descriptor
  }

  private mutating func read(_ index: Int) throws(BatchError) {
    let (name, descriptor) = files[index]
    var lines = LineSource(descriptor: descriptor, longestLine: Self.longestLine) { false }
    var offset = 0
    var (rowCount, joinableCount) = (0, 0)
    while let chunk = try reading(name, { () throws(UnpackingError) in try lines.next() }) {
      var bytes = chunk.bytes
      for line in chunk.lines {
        switch line.content {
        case .tooLong(let length):
          offset += length + 1
          rowCount += 1
          brokenCount += 1
        case .text(let range):
          let start = offset - range.lowerBound
          offset += range.count + 1
          let row = KeyedLine(range, of: bytes, isFirst: line.number == 1, stripsKey: false).range
          if row.isEmpty { continue }
          if !line.isTerminated, JSONMember.isTruncated(row, of: bytes) {
            throw BatchError(.truncated, at: name, line: line.number)
          }
          rowCount += 1
          if add(row, of: &bytes, file: index, at: start + row.lowerBound) { joinableCount += 1 }
        }
      }
    }
    if joinableCount == 0 && rowCount > 0 { throw BatchError(.nothingToJoin, at: name) }
  }

  /// Records the place of a row; returns false if stories cannot be joined with it.
  private mutating func add(
    _ row: Range<Int>, of bytes: inout [UInt8], file: Int, at offset: Int
  ) -> Bool {
    let text = Array(bytes[row])
    guard let identity = RowIdentity(row, of: &bytes, file: files[file].name) else {
      brokenCount += 1
      return false
    }
    let place = Place(
      hash: Self.hash(identity.id), file: Int32(truncatingIfNeeded: file), length: Int32(row.count),
      offset: Int64(offset), digest: keepsDigests ? ContentHash(of: text).prefix : 0)
    switch identity.kind {
    case .story: stories.append(place)
    case .user: users.append(place)
    case .settings: settings.append(text)
    case .comment, .other: return false
    }
    return true
  }

  /// Adds the rows that a story and its comments need.
  func join(_ group: RowGroup, to collector: inout RowCollector) throws(BatchError) {
    for text in settings { _ = Self.add(text, to: &collector) }
    for place in Self.places(of: Self.hash(group.key), among: stories) {
      try add(place, to: &collector)
    }
    for person in 0..<collector.peopleCount {
      let hash = Self.hash(collector.personID(person))
      for place in Self.places(of: hash, among: users) { try add(place, to: &collector) }
    }
  }

  /// Returns a hash of the rows that a story is joined with.
  func fingerprint(of group: RowGroup) -> ContentHash {
    var text: [UInt8] = []
    func add(_ number: UInt64) { text += bigEndianBytes(of: number) }
    for row in settings { add(ContentHash(of: row).prefix) }
    for place in Self.places(of: Self.hash(group.key), among: stories) { add(place.digest) }
    for author in group.authors.sorted() {
      for place in Self.places(of: author, among: users) {
        add(author)
        add(place.digest)
      }
    }
    return ContentHash(of: text)
  }

  private func add(
    _ place: Place, to collector: inout RowCollector
  ) throws(BatchError) {
    let (name, descriptor) = files[Int(place.file)]
    let text = try accessing(name) { () throws(SystemError) in
      try readBytes(of: descriptor, at: Int(place.offset), count: Int(place.length))
    }
    // The row was read before, when the batch began.
    guard text.count == place.length, Self.add(text, to: &collector) else {
      throw BatchError(.changed, at: name)
    }
  }

  /// Adds a row; returns false if it cannot be read.
  private static func add(_ text: [UInt8], to collector: inout RowCollector) -> Bool {
    var text = text
    let brokenCount = collector.brokenCount
    collector.add(text.indices, of: &text, number: 0, named: "joined row")
    return collector.brokenCount == brokenCount
  }

  /// Returns the rows whose ids have this hash: nearly always one, and one too many does no harm.
  private static func places(of wanted: UInt64, among places: [Place]) -> ArraySlice<Place> {
    places[partition(places) { $0.hash < wanted }...].prefix { $0.hash == wanted }
  }

  /// Returns the FNV-1a hash of an id, which is the same in every process.
  static func hash(_ id: some Sequence<UInt8>) -> UInt64 {
    id.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// Runs a body and adds the path of an input file to its errors.
  private func accessing<Value>(
    _ name: String, _ body: () throws(SystemError) -> Value
  ) throws(BatchError) -> Value {
    do { return try body() } catch { throw BatchError(.cannotRead(.system(error)), at: name) }
  }
}
