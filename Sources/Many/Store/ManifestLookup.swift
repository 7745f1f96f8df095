import Bytes
import Hashing

/// The entries of a run, found by key or by input without keeping them in memory.
package struct ManifestLookup: Sendable {
  private let search: ManifestSearch
  /// Every 32nd entry; empty if the manifest was not read.
  private var signposts: [Signpost] = []
  /// The entries by the first bytes of their input's hash; empty unless requested.
  private var inputs: [InputPlace] = []
  /// The use of packs; empty if it was not counted.
  private(set) var packUse = PackUse()

  package var fingerprint: OutputFingerprint { search.fingerprint }

  private struct Signpost {
    let key: [UInt8]
    let offset: Int
  }

  private struct InputPlace {
    let prefix: UInt64
    let offset: Int
  }

  private static let stride = 32

  /// Finds entries by key only, and reads some kilobytes of the manifest for each.
  init(_ folder: StoreFolder, _ run: ContentHash, packUse: PackUse) throws(StoreError) {
    search = try ManifestSearch(folder, run)
    self.packUse = packUse
  }

  /// Reads a manifest once.
  ///
  /// With `byInput`, entries can also be found by input, unless their keys were given separately from the stories.
  init(_ folder: StoreFolder, _ run: ContentHash, byInput: Bool) throws(StoreError) {
    var reader = try ManifestReader(folder, run)
    search = try ManifestSearch(folder, run)
    let byInput = byInput && !reader.fingerprint.hasGivenKeys
    while let (entry, offset) = try reader.next() {
      if (reader.totals.stories - 1) % Self.stride == 0 {
        signposts.append(Signpost(key: entry.key, offset: offset))
      }
      try packUse.add(entry, at: reader.totals.stories + 1, of: folder.manifest(run))
      if byInput { inputs.append(InputPlace(prefix: entry.input.prefix, offset: offset)) }
    }
    inputs.sort { ($0.prefix, $0.offset) < ($1.prefix, $1.offset) }
  }

  /// Returns the entry of a key.
  func entry(of key: [UInt8]) throws(StoreError) -> ManifestEntry? {
    if signposts.isEmpty { return try search.entry(of: key) }
    let after = partition(signposts) { !key.lexicographicallyPrecedes($0.key) }
    guard after > 0 else { return nil }
    let stop = after < signposts.count ? signposts[after].offset : search.entries.upperBound
    return try search.entry(of: key, in: signposts[after - 1].offset..<stop)
  }

  /// Returns the first entry that was rendered from an input.
  func entry(ofInput input: ContentHash) throws(StoreError) -> ManifestEntry? {
    var index = partition(inputs) { $0.prefix < input.prefix }
    while index < inputs.count, inputs[index].prefix == input.prefix {
      if let entry = try search.entry(at: inputs[index].offset), entry.input == input {
        return entry
      }
      index += 1
    }
    return nil
  }
}
