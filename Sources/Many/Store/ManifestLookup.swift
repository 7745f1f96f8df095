import Bytes
import Hashing

/// An index of a manifest that finds entries by key or by input without keeping them in memory.
package struct ManifestLookup: Sendable {
  package let fingerprint: OutputFingerprint
  private let file: StoreFile
  /// Every 32nd entry.
  private var signposts: [Signpost] = []
  /// The offset after the last entry.
  private var end = 0
  /// The entries by the first bytes of their input's hash; empty unless requested.
  private var inputs: [InputPlace] = []
  private(set) var packUse = PackUse()

  private struct Signpost {
    let key: [UInt8]
    let offset: Int
  }

  private struct InputPlace {
    let prefix: UInt64
    let offset: Int
  }

  private static let stride = 32

  /// Reads a manifest once.
  ///
  /// With `byInput`, entries can also be found by input, unless their keys were given separately from the stories.
  init(_ folder: StoreFolder, _ run: ContentHash, byInput: Bool) throws(StoreError) {
    var reader = try ManifestReader(folder, run)
    fingerprint = reader.fingerprint
    let byInput = byInput && !fingerprint.hasGivenKeys
    file = try folder.openManifest(run)
    while let (entry, offset) = try reader.next() {
      if (reader.totals.stories - 1) % Self.stride == 0 {
        signposts.append(Signpost(key: entry.key, offset: offset))
      }
      try packUse.add(entry, at: reader.totals.stories + 1, of: folder.manifest(run))
      if byInput { inputs.append(InputPlace(prefix: entry.input.prefix, offset: offset)) }
    }
    end = file.size - reader.totals.line().count
    inputs.sort { ($0.prefix, $0.offset) < ($1.prefix, $1.offset) }
  }

  /// Returns the entry of a key.
  func entry(of key: [UInt8]) throws(StoreError) -> ManifestEntry? {
    let after = partition(signposts) { !key.lexicographicallyPrecedes($0.key) }
    guard after > 0 else { return nil }
    let start = signposts[after - 1].offset
    let stop = after < signposts.count ? signposts[after].offset : end
    let lines = try file.bytes(at: start, count: stop - start)
    var line = 0
    while let lineEnd = lines[line...].firstIndex(of: 0x0A) {
      if let text = ManifestEntry.key(in: line..<lineEnd, of: lines),
        lines[text].elementsEqual(key)
      {
        return ManifestEntry(lines, line: line..<lineEnd)
      }
      line = lineEnd + 1
    }
    return nil
  }

  /// Returns the first entry that was rendered from an input.
  func entry(ofInput input: ContentHash) throws(StoreError) -> ManifestEntry? {
    var index = partition(inputs) { $0.prefix < input.prefix }
    while index < inputs.count, inputs[index].prefix == input.prefix {
      let line = try file.line(at: inputs[index].offset)
      if let entry = line.flatMap({ ManifestEntry(line: $0.span) }), entry.input == input {
        return entry
      }
      index += 1
    }
    return nil
  }
}
