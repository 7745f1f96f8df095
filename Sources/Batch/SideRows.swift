import Bytes
package import Files
import Hashing
import StoryDecoding

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The rows of stories, users and settings that groups of comments are joined with.
///
/// Only where each row stands is kept, 24 bytes for each; the rows themselves stay in their files.
package struct SideRows: Sendable {
  private struct Place {
    let hash: UInt64
    let file: Int32
    let length: Int32
    let offset: Int64
    /// The beginning of the hash of its text, where that is wanted.
    var digest: UInt64 = 0
  }

  private var descriptors: [Int32] = []
  private var stories: [Place] = []
  private var users: [Place] = []
  private var settings: [[UInt8]] = []
  private let keepsDigests: Bool

  /// The rows of some files, whose descriptors stay open.
  ///
  /// With digests it can tell whether what a story is joined with has changed.
  package init(
    _ files: [(name: String, descriptor: Int32)], keepsDigests: Bool = false
  ) throws(SystemError) {
    self.keepsDigests = keepsDigests
    for (name, descriptor) in files { try read(descriptor, name) }
    stories.sort { $0.hash < $1.hash }
    users.sort { $0.hash < $1.hash }
  }

  private mutating func read(_ descriptor: Int32, _ name: String) throws(SystemError) {
    let file = Int32(truncatingIfNeeded: descriptors.count)
    descriptors.append(descriptor)
    var lines = LineSource(descriptor: descriptor, longestLine: 1 << 24) { false }
    var offset: Int64 = 0
    while let chunk = try lines.next() {
      var bytes = chunk.bytes
      for line in chunk.lines {
        guard case .text(let range) = line.content else {
          if case .tooLong(let length) = line.content { offset += Int64(length + 1) }
          continue
        }
        let start = offset
        offset += Int64(range.count + 1)
        let row = KeyedLine(range, of: bytes, isFirst: line.number == 1, stripsKey: false).range
        if row.isEmpty { continue }
        let text = Array(bytes[row])
        guard let sight = RowSight(row, of: &bytes, file: name) else { continue }
        let place = Place(
          hash: Self.hash(sight.id), file: file, length: Int32(row.count),
          offset: start + Int64(row.lowerBound - range.lowerBound),
          digest: keepsDigests ? ContentHash(of: text).prefix : 0)
        switch sight.kind {
        case .story: stories.append(place)
        case .user: users.append(place)
        case .settings: settings.append(text)
        case .comment, .other: break
        }
      }
    }
  }

  /// Adds what a story's comments need.
  func join(_ group: RowGroup, to collector: inout RowCollector) {
    for text in settings { Self.add(text, to: &collector) }
    for place in Self.places(of: Self.hash(group.key), among: stories) {
      add(place, to: &collector)
    }
    for person in 0..<collector.peopleCount {
      let hash = Self.hash(collector.personID(person))
      for place in Self.places(of: hash, among: users) { add(place, to: &collector) }
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

  private func add(_ place: Place, to collector: inout RowCollector) {
    let descriptor = descriptors[Int(place.file)]
    let text = unsafe [UInt8](unsafeUninitializedCapacity: Int(place.length)) { buffer, count in
      guard let base = buffer.baseAddress else { return }
      count = unsafe max(0, pread(descriptor, base, Int(place.length), off_t(place.offset)))
    }
    Self.add(text, to: &collector)
  }

  private static func add(_ text: [UInt8], to collector: inout RowCollector) {
    var text = text
    collector.add(text.indices, of: &text, number: 0, named: "joined row")
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
}
