import Bytes
import Hashing

/// A manifest that is written from entries in the order of their keys.
struct ManifestWriter: ~Copyable {
  private let folder: StoreFolder
  private var file: HashedFile
  private(set) var totals = ManifestReader.Totals()
  /// The offsets of the name of the open pack, which is known only when the pack is complete.
  private var packNameOffsets: [Int] = []

  init(_ folder: StoreFolder, _ fingerprint: OutputFingerprint) throws(StoreError) {
    self.folder = folder
    file = try HashedFile(folder, "manifest")
    file.text.append(contentsOf: fingerprint.headerLine())
  }

  /// Adds an entry, whose output may be in a pack that is not complete yet.
  mutating func add(_ entry: ManifestEntry, isInOpenPack: Bool = false) throws(StoreError) {
    guard totals.add(entry) else {
      throw .corrupt(file.path, line: totals.stories, "the sum of the sizes overflows")
    }
    file.text.append(beforePackOf: entry)
    if isInOpenPack { packNameOffsets.append(file.count) }
    file.text.append(packOf: entry)
    try file.writeOutIfLarge()
  }

  /// Writes the name of the pack that was open into the lines of its outputs.
  mutating func closePack(_ name: PackName) throws(StoreError) {
    try file.replace(at: packNameOffsets, with: Array(name.hash.text.utf8))
    packNameOffsets.removeAll(keepingCapacity: true)
  }

  /// Returns the error for an entry that cannot be read back.
  func unreadableEntry() -> StoreError {
    .corrupt(file.path, line: totals.stories, "an entry cannot be read back")
  }

  /// Completes the manifest and returns the name of its run.
  consuming func finish() throws(StoreError) -> ContentHash {
    file.text.append(contentsOf: totals.line())
    let folder = folder
    return try file.finish(synchronizing: true) { folder.manifest($0) }
  }
}
