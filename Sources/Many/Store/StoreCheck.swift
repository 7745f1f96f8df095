import OperatingSystem
package import Hashing

extension StoreFolder {
  /// An output of a run that is missing or damaged.
  package struct Fault: Hashable, Sendable {
    package let key: [UInt8]
    package let path: String
    package let message: String
  }

  /// Reads every output of a run, and reports those that are missing or damaged.
  ///
  /// Throws an error if the manifest is damaged, or if a file cannot be read.
  package func verify(
    _ run: ContentHash, progress: (ManifestReader.Totals) -> Void, fault: (Fault) -> Void
  ) throws(StoreError) -> ManifestReader.Totals {
    try verifyManifest(run)
    var reader = try ManifestReader(self, run)
    var check = OutputCheck(folder: self)
    while let (entry, _) = try reader.next() {
      if let message = try check.problem(with: entry) {
        fault(Fault(key: entry.key, path: file(of: entry), message: message))
      }
      progress(reader.totals)
    }
    return reader.totals
  }

  private func verifyManifest(_ run: ContentHash) throws(StoreError) {
    let file = try openManifest(run)
    if try file.hash() != run { throw .changedManifest(file.path) }
  }

  /// Reads the output of a story, piece by piece; returns false if the run has no such story.
  package func output(
    of key: String, in run: ContentHash, _ body: ([UInt8]) -> Void
  ) throws(StoreError) -> Bool {
    let search = try ManifestSearch(self, run)
    guard let entry = try search.entry(of: ManifestEntry.key(Array(key.utf8))) else { return false }
    let problem: String?
    if entry.place != nil {
      var pack = OpenPack()
      let output = try pack.output(of: entry, in: self)
      problem = OutputCheck.problem(with: output, of: entry)
      if problem == nil, let output { body(output) }
    } else {
      var check = OutputCheck(folder: self)
      problem = try check.problem(with: entry)
      if problem == nil { try StoreFile(object(entry.output)).forEachPiece(body) }
    }
    if let problem {
      throw StoreError(
        .corrupt, file(of: entry), problem,
        advice: "remove it, and the next run renders it again: atoll store verify --remove")
    }
    return true
  }

  /// Removes damaged files, so that the next run writes them again; the lock must be held.
  package func remove(_ faults: Set<String>) throws(StoreError) {
    for path in faults.sorted() { try removeFile(path) }
  }
}

/// A comparison of outputs with their hashes and of packs with their names.
private struct OutputCheck {
  let folder: StoreFolder
  private var pack = OpenPack()
  /// The packs that were checked as a whole.
  private var packs: Set<PackName> = []

  init(folder: StoreFolder) { self.folder = folder }

  mutating func problem(with entry: ManifestEntry) throws(StoreError) -> String? {
    do throws(StoreError) {
      guard let place = entry.place else { return try problemWithFile(of: entry) }
      let output = try pack.output(of: entry, in: folder)
      if let problem = Self.problem(with: output, of: entry) { return problem }
      return try problem(with: place.pack)
    } catch {
      if error.isMissingFile { return "it is missing" }
      throw error
    }
  }

  static func problem(with output: [UInt8]?, of entry: ManifestEntry) -> String? {
    guard let output, ContentHash(of: output) == entry.output else {
      return "its content has changed"
    }
    return nil
  }

  private func problemWithFile(of entry: ManifestEntry) throws(StoreError) -> String? {
    let file = try StoreFile(folder.object(entry.output))
    if file.size != entry.size { return "it has \(file.size) bytes instead of \(entry.size)" }
    return try file.hash() == entry.output ? nil : "its content has changed"
  }

  /// Returns what is wrong with a pack as a whole, although the output is intact; reported once for each pack.
  private mutating func problem(with pack: PackName) throws(StoreError) -> String? {
    guard packs.insert(pack).inserted else { return nil }
    let isWhole = try StoreFile(folder.pack(pack)).hash() == pack.hash
    return isWhole ? nil : "the content of the pack has changed"
  }
}
