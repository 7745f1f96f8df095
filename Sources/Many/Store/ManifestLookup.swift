import Bytes
import Hashing

/// Finds the entries of a manifest without keeping them in memory.
package struct ManifestLookup: Sendable {
  package let look: StoreLook
  private let file: StoreFile
  /// Every 32nd key and where it stands.
  private var signposts: [Signpost] = []
  /// The end of the last entry.
  private var end = 0
  /// Where the entries with an input stand, by the beginning of its hash; only if asked for.
  private var inputs: [InputPlace] = []
  /// How many bytes of each pack are outputs of this run.
  private(set) var packs: [PackName: Int] = [:]

  private struct Signpost {
    let key: [UInt8]
    let offset: Int
  }

  private struct InputPlace {
    let prefix: UInt64
    let offset: Int
  }

  private static let stride = 32

  /// Looks through a manifest once; entries can be found by their inputs only if that is asked for, and their
  /// keys tell nothing that is not in their inputs.
  init(_ folder: StoreFolder, _ run: ContentHash, byInput: Bool) throws(StoreError) {
    var reader = try ManifestReader(folder, run)
    look = reader.look
    let byInput = byInput && !look.hasGivenKeys
    file = try folder.openManifest(run)
    while let (entry, offset) = try reader.next() {
      if (reader.totals.stories - 1) % Self.stride == 0 {
        signposts.append(Signpost(key: entry.key, offset: offset))
      }
      if let place = entry.place {
        let (sum, isTooMuch) = packs[place.pack, default: 0].addingReportingOverflow(place.room)
        guard !isTooMuch else {
          throw .corrupt(
            folder.manifest(run), line: reader.totals.stories + 1, "no pack could hold so much")
        }
        packs[place.pack] = sum
      }
      if byInput { inputs.append(InputPlace(prefix: entry.input.prefix, offset: offset)) }
    }
    end = file.size - reader.totals.line().count
    inputs.sort { ($0.prefix, $0.offset) < ($1.prefix, $1.offset) }
  }

  /// The entry of a key.
  func entry(of key: [UInt8]) throws(StoreError) -> ManifestEntry? {
    let after = partition(signposts) { !key.lexicographicallyPrecedes($0.key) }
    guard after > 0 else { return nil }
    let start = signposts[after - 1].offset
    let stop = after < signposts.count ? signposts[after].offset : end
    let lines = try file.bytes(at: start, count: stop - start)
    var line = 0
    while let lineEnd = lines[line...].firstIndex(of: 0x0A) {
      if Self.hasKey(lines, line..<lineEnd, key) {
        return ManifestEntry(lines, line: line..<lineEnd)
      }
      line = lineEnd + 1
    }
    return nil
  }

  /// The first entry that was made of an input.
  func entry(ofInput input: ContentHash) throws(StoreError) -> ManifestEntry? {
    var index = partition(inputs) { $0.prefix < input.prefix }
    while index < inputs.count, inputs[index].prefix == input.prefix {
      if let entry = try entry(at: inputs[index].offset), entry.input == input { return entry }
      index += 1
    }
    return nil
  }

  private func entry(at offset: Int) throws(StoreError) -> ManifestEntry? {
    var length = 1 << 10
    while true {
      let bytes = try file.bytes(at: offset, count: length)
      if let lineEnd = bytes.firstIndex(of: 0x0A) { return ManifestEntry(bytes, line: 0..<lineEnd) }
      if bytes.count < length { return nil }
      length *= 4
    }
  }

  private static func hasKey(_ bytes: [UInt8], _ line: Range<Int>, _ key: [UInt8]) -> Bool {
    var scanner = ManifestScanner(bytes, line: line)
    guard scanner.skip("{\"key\":"), let text = scanner.text() else { return false }
    return bytes[text].elementsEqual(key)
  }
}

/// How many elements at the front of a sorted array something holds for.
func partition<Element>(_ elements: [Element], _ holds: (Element) -> Bool) -> Int {
  var low = 0
  var high = elements.count
  while low < high {
    let middle = (low + high) / 2
    if holds(elements[middle]) { low = middle + 1 } else { high = middle }
  }
  return low
}
