import OperatingSystem
package import Hashing

extension StoreFolder {
  /// Something in a store that is not what its name says.
  package struct Fault: Hashable, Sendable {
    package let key: [UInt8]
    package let path: String
    package let message: String
  }

  /// Reads every output of a run, and tells which are missing or are not what they were.
  ///
  /// What cannot be read on at all, such as a manifest that is damaged, is thrown.
  package func verify(
    _ run: ContentHash, progress: (ManifestReader.Totals) -> Void, fault: (Fault) -> Void
  ) throws(StoreError) -> ManifestReader.Totals {
    try verifyManifest(run)
    var reader = try ManifestReader(self, run)
    var check = OutputCheck(folder: self)
    while let (entry, _) = try reader.next() {
      if let message = try check.trouble(with: entry) {
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

  /// Hands on the output of a story; false if the run knows no such story.
  package func output(
    of key: String, in run: ContentHash, _ body: ([UInt8]) -> Void
  ) throws(StoreError) -> Bool {
    let lookup = try ManifestLookup(self, run, byInput: false)
    guard let entry = try lookup.entry(of: ManifestEntry.key(Array(key.utf8))) else { return false }
    let trouble: String?
    if entry.place != nil {
      var pack = OpenPack()
      let output = try pack.output(of: entry, in: self)
      trouble = OutputCheck.trouble(with: output, of: entry)
      if trouble == nil, let output { body(output) }
    } else {
      var check = OutputCheck(folder: self)
      trouble = try check.trouble(with: entry)
      if trouble == nil { try handOn(entry, body) }
    }
    if let trouble {
      throw StoreError(
        .corrupt, file(of: entry), trouble,
        advice: "remove it, and the next run draws it again: atoll store verify --remove")
    }
    return true
  }

  private func handOn(_ entry: ManifestEntry, _ body: ([UInt8]) -> Void) throws(StoreError) {
    let file = try StoreFile(object(entry.output))
    var done = 0
    while done < entry.size {
      let piece = try file.bytes(
        at: done, count: min(1 << 18, entry.size - done))
      body(piece)
      done += max(1, piece.count)
    }
  }
}

/// Holds outputs to their hashes, and packs to their names.
private struct OutputCheck {
  let folder: StoreFolder
  private var pack = OpenPack()
  /// The packs that were looked at as a whole.
  private var packs: Set<PackName> = []

  init(folder: StoreFolder) { self.folder = folder }

  mutating func trouble(with entry: ManifestEntry) throws(StoreError) -> String? {
    do throws(StoreError) {
      guard let place = entry.place else { return try troubleWithFile(of: entry) }
      let output = try pack.output(of: entry, in: folder)
      if let trouble = Self.trouble(with: output, of: entry) { return trouble }
      return try trouble(with: place.pack)
    } catch {
      if case .system(let reason) = error.kind, reason.isMissing { return "it is missing" }
      throw error
    }
  }

  static func trouble(with output: [UInt8]?, of entry: ManifestEntry) -> String? {
    guard let output, ContentHash(of: output) == entry.output else {
      return "it is not what it was"
    }
    return nil
  }

  private func troubleWithFile(of entry: ManifestEntry) throws(StoreError) -> String? {
    let file = try StoreFile(folder.object(entry.output))
    if file.size != entry.size { return "it has \(file.size) bytes, and had \(entry.size)" }
    return try file.hash() == entry.output ? nil : "it is not what it was"
  }

  /// What is wrong with a pack as a whole, although the output is sound; told once.
  private mutating func trouble(with pack: PackName) throws(StoreError) -> String? {
    guard packs.insert(pack).inserted else { return nil }
    let isWhole = try StoreFile(folder.pack(pack)).hash() == pack.hash
    return isWhole ? nil : "the pack is not what it was"
  }
}

extension StoreFile {
  /// The hash of all that is in the file.
  func hash() throws(StoreError) -> ContentHash {
    var hasher = ContentHasher()
    var done = 0
    while done < size {
      let piece = try bytes(at: done, count: 1 << 18)
      if piece.isEmpty { break }
      unsafe piece.withUnsafeBufferPointer { unsafe hasher.update($0) }
      done += piece.count
    }
    return hasher.finish()
  }
}
