import Bytes
import OperatingSystem
import Hashing

extension StoreFolder {
  /// The number of runs and files that a sweep removes, and of their bytes.
  package struct SweepResult: Hashable, Sendable {
    package var runs = 0
    package var files = 0
    package var bytes = 0
  }

  /// Removes all but the newest runs, and the outputs that none of the others needs.
  ///
  /// Finished parts that can still be published are kept, and the run that was rolled back last. With `isDry` nothing
  /// is removed.
  package func sweep(keeping count: Int, isDry: Bool) throws(StoreError) -> SweepResult {
    let lock = try locked()
    var history = try history()
    let old = history
    guard let current = history.current else {
      throw StoreError(
        .missing, path, "the store has no run", advice: "atoll batch --store makes one")
    }
    history.keep(newest: max(1, count))
    let parts = try waitingParts(basedOn: current)
    let kept = history.known + parts.map(\.run)
    var needed = NeededFiles()
    for run in kept { try needed.add(run, of: self) }
    needed.sort()
    if !isDry {
      if parts.isEmpty, try !finishedParts().isEmpty { try discardParts() }
      // First the pointer, which must not refer to a removed run. A full disk has space for a shorter one.
      if try !shortenPointer(to: history) { try point(to: history) }
      try clearWorkFolder()
    }
    var result = SweepResult()
    let manifests = Set(kept.map { "\($0.text).ndjson" })
    try sweep(manifestsFolder, isDry, &result) { !manifests.contains($0) }
    result.runs = result.files
    for parent in try names(in: objectsFolder) {
      try sweep("\(objectsFolder)/\(parent)", isDry, &result) { !needed.hasObject(parent + $0) }
    }
    try sweep(packsFolder, isDry, &result) { !needed.packs.contains($0) }
    if !isDry, history != old { try recordChange(history) }
    _ = consume lock
    return result
  }

  private func sweep(
    _ folder: String, _ isDry: Bool, _ result: inout SweepResult, _ isUnneeded: (String) -> Bool
  ) throws(StoreError) {
    for name in try names(in: folder) where isUnneeded(name) {
      let file = "\(folder)/\(name)"
      result.files += 1
      result.bytes += (try? FileFacts(of: file).size) ?? 0
      if !isDry { try removeFile(file) }
    }
  }

  /// The files that have to be kept.
  private struct NeededFiles {
    /// The first 8 bytes of the hash of each output; keeping a file too many does no harm.
    private var objects: [UInt64] = []
    /// The names of the packs that contain a needed output.
    private(set) var packs: Set<String> = []

    mutating func add(_ run: ContentHash, of folder: StoreFolder) throws(StoreError) {
      var reader = try ManifestReader(folder, run)
      var lastPack: PackName?
      while let (entry, _) = try reader.next() {
        if let place = entry.place {
          if lastPack != place.pack { packs.insert(place.pack.text) }
          lastPack = place.pack
        } else {
          objects.append(entry.output.prefix)
        }
      }
    }

    mutating func sort() { objects.sort() }

    func hasObject(_ name: String) -> Bool {
      guard let prefix = ContentHash(hexadecimal: name.utf8)?.prefix else { return false }
      let place = partition(objects) { $0 < prefix }
      return place < objects.count && objects[place] == prefix
    }
  }
}
