import Bytes
import OperatingSystem
import Hashing
import StoryDecoding
package import Unpacking

/// The rows of stories, users and settings that groups of comments are joined with.
///
/// Only where each row stands is kept, 24 bytes for each; the rows themselves stay in their files. Those of a
/// compressed file are unpacked into another one first.
package struct SideRows: Sendable {
  private struct Place {
    let hash: UInt64
    let file: Int32
    let length: Int32
    let offset: Int64
    /// The beginning of the hash of its text, where that is wanted.
    var digest: UInt64 = 0
  }

  private var files: [(name: String, descriptor: Int32)]
  /// What compressed files hold.
  private var unpackedFiles: [NamelessFile] = []
  private var stories: [Place] = []
  private var users: [Place] = []
  private var settings: [[UInt8]] = []
  /// How many rows could not be read.
  package private(set) var brokenCount = 0
  private let keepsDigests: Bool

  private static let longestLine = 1 << 24

  /// The rows of some files, whose descriptors stay open.
  ///
  /// With digests it can tell whether what a story is joined with has changed. Compressed files are unpacked into
  /// a folder for temporary files.
  package init(
    _ files: [(name: String, descriptor: Int32)], keepsDigests: Bool = false,
    unpackingIn folder: String = "/tmp"
  ) throws(SideRowsError) {
    self.keepsDigests = keepsDigests
    self.files = files
    for index in files.indices {
      try unpack(index, in: folder)
      try read(index)
    }
    stories.sort { $0.hash < $1.hash }
    users.sort { $0.hash < $1.hash }
  }

  /// Puts what a compressed file holds in its place.
  private mutating func unpack(_ index: Int, in folder: String) throws(SideRowsError) {
    let (name, descriptor) = files[index]
    let isFile = try reading(name) { () throws(SystemError) in
      try FileFacts(ofDescriptor: descriptor).kind == .file
    }
    if !isFile { throw .noFile(name) }
    let unpacked = try unpacking(name) { () throws(UnpackingError) in
      try unpackedFile(of: descriptor, in: folder)
    }
    guard let unpacked else { return }
    unpackedFiles.append(unpacked)
    files[index].descriptor = unpacked.descriptor
  }

  private mutating func read(_ index: Int) throws(SideRowsError) {
    let (name, descriptor) = files[index]
    var lines = LineSource(descriptor: descriptor, longestLine: Self.longestLine) { false }
    var offset = 0
    var (rowCount, keptCount) = (0, 0)
    while let chunk = try unpacking(name, { () throws(UnpackingError) in try lines.next() }) {
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
          if !line.isTerminated, JSONMember.breaksOff(row, of: bytes) {
            throw .torn(name, line: line.number)
          }
          rowCount += 1
          if keep(row, of: &bytes, file: index, at: start + row.lowerBound) { keptCount += 1 }
        }
      }
    }
    if keptCount == 0 && rowCount > 0 { throw .nothingToJoin(name) }
  }

  /// Notes where a row stands; false if it is not one to be joined with.
  private mutating func keep(
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

  /// Adds what a story's comments need.
  func join(_ group: RowGroup, to collector: inout RowCollector) throws(SideRowsError) {
    for text in settings { _ = Self.add(text, to: &collector) }
    for place in Self.places(of: Self.hash(group.key), among: stories) {
      try add(place, to: &collector)
    }
    for person in 0..<collector.peopleCount {
      let hash = Self.hash(collector.personID(person))
      for place in Self.places(of: hash, among: users) { try add(place, to: &collector) }
    }
  }

  /// What tells the rows that a story is joined with from others.
  func fingerprint(of group: RowGroup) -> ContentHash {
    var text: [UInt8] = []
    func add(_ number: UInt64) {
      for shift in stride(from: 56, through: 0, by: -8) {
        text.append(UInt8(truncatingIfNeeded: number >> shift))
      }
    }
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
  ) throws(SideRowsError) {
    let (name, descriptor) = files[Int(place.file)]
    let text = try reading(name) { () throws(SystemError) in
      try readBytes(of: descriptor, at: Int(place.offset), count: Int(place.length))
    }
    // It could be read when the batch began.
    guard text.count == place.length, Self.add(text, to: &collector) else { throw .changed(name) }
  }

  /// Adds a row; false if it cannot be read.
  private static func add(_ text: [UInt8], to collector: inout RowCollector) -> Bool {
    var text = text
    let brokenCount = collector.brokenCount
    collector.add(text.indices, of: &text, number: 0, named: "joined row")
    return collector.brokenCount == brokenCount
  }

  /// Those whose ids have this hash; nearly always one, and one too many does no harm.
  private static func places(of wanted: UInt64, among places: [Place]) -> ArraySlice<Place> {
    var low = 0
    var high = places.count
    while low < high {
      let middle = (low + high) / 2
      if places[middle].hash < wanted { low = middle + 1 } else { high = middle }
    }
    return places[low...].prefix { $0.hash == wanted }
  }

  /// FNV-1a, the same in every process.
  static func hash(_ id: some Sequence<UInt8>) -> UInt64 {
    id.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// Says of what file a failure of the system is.
  private func reading<Value>(
    _ name: String, _ body: () throws(SystemError) -> Value
  ) throws(SideRowsError) -> Value {
    do { return try body() } catch { throw .cannotRead(.system(error), name) }
  }

  private func unpacking<Value>(
    _ name: String, _ body: () throws(UnpackingError) -> Value
  ) throws(SideRowsError) -> Value {
    do { return try body() } catch { throw .cannotRead(error, name) }
  }
}

/// Why groups cannot be joined with what a file holds.
package enum SideRowsError: Error, Hashable, Sendable {
  case cannotRead(UnpackingError, String)
  /// It is no file of which any row can be read at any time.
  case noFile(String)
  /// The file breaks off within its last row.
  case torn(String, line: Int)
  /// There are rows in it, and none of a story, a user or settings.
  case nothingToJoin(String)
  /// It is not what it was when the batch began.
  case changed(String)
}
