import Files
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
    while let (entry, _) = try reader.next() {
      if let message = try trouble(with: entry) {
        fault(Fault(key: entry.key, path: object(entry.output), message: message))
      }
      progress(reader.totals)
    }
    return reader.totals
  }

  private func verifyManifest(_ run: ContentHash) throws(StoreError) {
    let file = try StoreFile(manifest(run))
    if try file.hash() != run {
      throw StoreError(
        .corrupt, file.path, "the manifest is not what it was",
        advice: "go back to an older run: atoll store rollback")
    }
  }

  private func trouble(with entry: ManifestEntry) throws(StoreError) -> String? {
    let file: StoreFile
    do throws(StoreError) {
      file = try StoreFile(object(entry.output))
    } catch {
      if case .system(let reason) = error.kind, reason.isMissing { return "it is missing" }
      throw error
    }
    if file.size != entry.size { return "it has \(file.size) bytes, and had \(entry.size)" }
    return try file.hash() == entry.output ? nil : "it is not what it was"
  }

  /// Hands on the output of a story; false if the run knows no such story.
  package func output(
    of key: String, in run: ContentHash, _ body: ([UInt8]) -> Void
  ) throws(StoreError) -> Bool {
    let lookup = try ManifestLookup(self, run, byInput: false)
    guard let entry = try lookup.entry(of: ManifestEntry.key(Array(key.utf8))) else { return false }
    if let message = try trouble(with: entry) {
      throw StoreError(
        .corrupt, object(entry.output), message, advice: "draw it again: atoll batch")
    }
    let file = try StoreFile(object(entry.output))
    var done = 0
    while done < entry.size {
      let piece = try file.bytes(
        at: done, count: min(1 << 18, entry.size - done))
      body(piece)
      done += max(1, piece.count)
    }
    return true
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
