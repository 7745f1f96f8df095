import Bytes
import Hashing
package import OperatingSystem

/// A folder of outputs that are named after their content, and of the runs that made them.
///
///     objects/ab/cdef…       an output, named after its SHA-256
///     packs/….tar            many outputs, named after the SHA-256 of the whole file; or ….ndjson
///     manifests/….ndjson     a run: the output of each story
///     CURRENT                the current run, and those that were current before it
///     change.json            the last change of `CURRENT`, with a copy of it
///
/// Files are written in `tmp`, renamed, and never changed. Only `CURRENT` and `change.json` are replaced, atomically.
package struct StoreFolder: Hashable, Sendable {
  package let path: String

  package init(_ path: String) { self.path = path }

  func object(_ name: ContentHash) -> String {
    let text = name.text
    return "\(objectsFolder)/\(text.prefix(2))/\(text.dropFirst(2))"
  }

  func pack(_ name: PackName) -> String { "\(packsFolder)/\(name.text)" }

  /// Returns the path of the file that contains an output.
  func file(of entry: ManifestEntry) -> String {
    entry.place.map { pack($0.pack) } ?? object(entry.output)
  }

  func manifest(_ name: ContentHash) -> String { "\(manifestsFolder)/\(name.text).ndjson" }

  var objectsFolder: String { "\(path)/objects" }
  var packsFolder: String { "\(path)/packs" }
  var manifestsFolder: String { "\(path)/manifests" }
  /// The folder of finished parts, until all parts of their run are finished.
  var partsFolder: String { "\(path)/parts" }
  var pointer: String { "\(path)/CURRENT" }
  var changeFile: String { "\(path)/change.json" }
  var lock: String { "\(path)/lock" }
  /// The folder in which files are written before they get their names.
  var workFolder: String { "\(path)/tmp" }

  /// The folder contains a store, which may have no run yet.
  package var exists: Bool { (try? FileFacts(of: lock)) != nil }

  // MARK: Files

  /// Creates a file in the work folder, under a random name.
  func newFile(_ stem: String) throws(StoreError) -> NewFile {
    let path = randomPath(stem)
    return try attributing(to: "\(workFolder)/\(stem)", "cannot be written") {
      () throws(SystemError) in try NewFile(at: path)
    }
  }

  /// Returns the beginning of a file, or all of it; `nil` if it does not exist.
  func contents(
    ofFileIfPresent path: String, atMost limit: Int = .max
  ) throws(StoreError) -> [UInt8]? {
    do throws(StoreError) {
      return try StoreFile(path).bytes(at: 0, count: limit)
    } catch {
      if error.isMissingFile { return nil }
      throw error
    }
  }

  /// Returns a path in the work folder that no other file has.
  func randomPath(_ stem: String) -> String {
    "\(workFolder)/\(stem)-\(String(UInt64.random(in: .min ... .max), radix: 36))"
  }

  /// Replaces a small file atomically, and waits until the disk has it.
  func replace(_ target: String, with bytes: [UInt8]) throws(StoreError) {
    try attributing(to: workFolder, "cannot be made") { () throws(SystemError) in
      try Folders.make(workFolder)
    }
    let file = try newFile("small")
    do throws(SystemError) {
      try writeAll(bytes, to: file.descriptor)
      try file.synchronize()
      try file.finish(as: target)
      // The folder may be new, too.
      try Folders.synchronize(folderOfFile(target))
      try Folders.synchronize(path)
    } catch {
      throw StoreError(error, target, "cannot be replaced")
    }
  }

  /// Removes a file if it exists.
  func removeFile(_ file: String) throws(StoreError) {
    try attributing(to: file, "cannot be removed") { () throws(SystemError) in
      try Folders.removeFile(file)
    }
  }

  /// Returns the names in a folder; none if it does not exist.
  func names(in folder: String) throws(StoreError) -> [String] {
    do throws(SystemError) {
      return try Folders.names(in: folder)
    } catch {
      if error.isMissing { return [] }
      throw StoreError(error, folder, "cannot be listed")
    }
  }

  // MARK: The lock

  /// Locks the store for writing as long as the lock is kept; shared locks do not exclude one another.
  package func locked(shared: Bool = false) throws(StoreError) -> FileLock {
    let taken: FileLock?
    do throws(SystemError) { taken = try FileLock.take(at: lock, shared: shared) } catch {
      guard error.isMissing else { throw StoreError(error, lock, "cannot be locked") }
      throw StoreError(
        .missing, path, "there is no store here", advice: "atoll batch --store creates one")
    }
    guard let taken else {
      throw StoreError(
        .inUse, path, "another process is writing to this store", advice: "wait for it")
    }
    return taken
  }

  /// Removes the remains of a run that was killed; the lock must be held.
  func clearWorkFolder() throws(StoreError) {
    try attributing(to: workFolder, "cannot be emptied") { () throws(SystemError) in
      try Folders.make(workFolder)
      for name in try Folders.names(in: workFolder, withHidden: true) {
        try Folders.removeTree("\(workFolder)/\(name)")
      }
    }
  }
}
