import AtollBytes
import AtollOperatingSystem

/// The file operations of the store, with its errors.
package enum StoreFiles {
  /// The maximum size of a file in bytes, many times that of any screenshot or font.
  package static let maximumFileSize = 256 << 20

  /// Returns the content of a file, or `nil` if there is none.
  ///
  /// A pipe or a device is an error, so that reading never waits.
  package static func contents(
    of path: String, atMost limit: Int = maximumFileSize
  ) throws(SnapshotError) -> [UInt8]? {
    do { return try WholeFile.bytes(of: path, atMost: limit, accepting: .regular) } catch {
      if let error = error as? SystemError, error.isMissing { return nil }
      throw SnapshotError(path, message: Failure(error, reading: path).message)
    }
  }

  package static func replace(_ path: String, with bytes: [UInt8]) throws(SnapshotError) {
    try attributing(to: path, problem: "it cannot be written", replaceFile(at: path, with: bytes))
  }

  /// Renames a file, replacing any file that already has the new name.
  package static func move(_ path: String, to other: String) throws(SnapshotError) {
    try attributing(to: path, problem: "it cannot be put in place", Folders.rename(path, to: other))
  }

  /// Removes a file, if it is there.
  package static func remove(_ path: String) throws(SnapshotError) {
    try attributing(to: path, problem: "it cannot be removed", Folders.removeFile(path))
  }

  /// Returns the paths of all files below a folder except hidden ones, sorted by their bytes.
  ///
  /// Links count as files and are not followed, so the search always ends.
  package static func list(_ folder: String) throws(SnapshotError) -> [String] {
    var found: [String] = []
    var folders = [""]
    while let next = folders.popLast() {
      for name in try names(in: "\(folder)/\(next)") {
        let path = next + name
        guard let metadata = try? FileMetadata(ofLink: "\(folder)/\(path)") else { continue }
        if metadata.kind == .folder {
          folders.append(path + "/")
        } else {
          found.append(path)
        }
      }
    }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Removes a folder with everything in it; links are removed, not followed.
  package static func removeTree(_ path: String) throws(SnapshotError) {
    try attributing(to: path, problem: "it cannot be removed", Folders.removeTree(path))
  }

  /// Returns the names in a folder, sorted by their bytes; empty if the folder does not exist.
  package static func names(in folder: String) throws(SnapshotError) -> [String] {
    try attributing(to: folder, problem: "it cannot be listed", ifExists(Folders.names(in: folder)))
      ?? []
  }

  /// Returns the size and modification time of a file as one string, or `nil` if there is no file.
  package static func modificationStamp(of path: String) -> String? {
    (try? FileMetadata(of: path)).map {
      "\($0.size) \($0.modificationTime.seconds).\($0.modificationTime.nanoseconds)"
    }
  }

  /// Returns whether the last change of a file (writing or renaming) is later than that of another
  /// file, or in the same tick of the clock.
  package static func isModified(_ path: String, since other: String) -> Bool {
    guard let modified = try? FileMetadata(of: path), let then = try? FileMetadata(of: other) else {
      return false
    }
    return modified.statusChangeTime >= then.statusChangeTime
  }

  /// Makes a folder and all missing folders above it.
  package static func makeFolder(_ path: String) throws(SnapshotError) {
    try attributing(to: path, problem: "it cannot be made", Folders.create(path))
  }

  /// Removes the folders that processes left in a folder because they were killed.
  ///
  /// The name of such a folder is the number of its process, or begins with this number and `-`.
  package static func removeFoldersOfEndedProcesses(in folder: String) {
    for name in (try? names(in: folder)) ?? [] {
      if let process = Int32(name.prefix { $0 != "-" }), !isRunning(process) {
        try? removeTree("\(folder)/\(name)")
      }
    }
  }

  /// Performs an operation on a path, and adds the path and a description to its error.
  private static func attributing<Value>(
    to path: String, problem: String, _ operation: @autoclosure () throws(SystemError) -> Value
  ) throws(SnapshotError) -> Value {
    try translatingErrors(of: operation()) { (error: SystemError) in
      SnapshotError(path, message: "\(problem): \(error.message)")
    }
  }
}
