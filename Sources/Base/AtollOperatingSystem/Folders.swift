#if os(Linux)
  import CAtollSystem
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

package enum Folders {
  /// Returns a form in which two names are equal if they are the same to the usual file systems.
  ///
  /// On Apple systems, names that differ only in case are the same.
  package static func comparableName(_ name: String) -> String {
    #if canImport(Darwin)
      name.lowercased()
    #else
      name
    #endif
  }

  /// Creates a folder and its parents; an existing folder is not an error.
  package static func create(_ path: String, mode: UInt32 = 0o777) throws(SystemError) {
    // The folders that are missing, the innermost first.
    var missing: [String] = []
    var next = path
    while try !createOne(next, mode: mode) {
      missing.append(next)
      guard let slash = next.utf8.lastIndex(of: UInt8(ascii: "/")), slash > next.startIndex else {
        throw SystemError(number: ENOENT)
      }
      next = String(next[..<slash])
    }
    for path in missing.reversed() where try !createOne(path, mode: mode) {
      throw SystemError(number: ENOENT)
    }
  }

  /// Creates a folder; returns `false` if its parent is missing.
  private static func createOne(_ path: String, mode: UInt32) throws(SystemError) -> Bool {
    if unsafe mkdir(systemPath(path), mode_t(truncatingIfNeeded: mode)) == 0 { return true }
    switch errno {
    case EEXIST:
      if try FileMetadata(of: path).kind != .folder { throw SystemError(number: ENOTDIR) }
      return true
    case ENOENT: return false
    case _: throw .last
    }
  }

  /// Returns the names in a folder, sorted by their bytes; hidden ones are left out unless
  /// `includingHidden` is `true`.
  ///
  /// Reading stops after `limit` + 1 names, so the result shows whether the folder has more.
  package static func names(
    in folder: String, includingHidden: Bool = false, atMost limit: Int = .max
  ) throws(SystemError) -> [String] {
    var names: [String] = []
    try unsafe read(folder) { name in
      let text = unsafe String(cString: name)
      let isHidden = text.utf8.first == UInt8(ascii: ".")
      if !isHidden || (includingHidden && text != "." && text != "..") { names.append(text) }
      return names.count <= limit
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The maximum number of names in a folder that are searched for abandoned files and folders.
  private static let maximumSearchedNameCount = 10_000

  /// Removes the temporary files or folders in a folder that no process has locked.
  static func removeAbandoned(
    _ kind: FileMetadata.Kind, in folder: String, prefix: String, suffix: String
  ) {
    let names = try? names(
      in: folder, prefix: prefix, suffix: suffix, amongFirst: maximumSearchedNameCount)
    for name in names ?? [] {
      let path = "\(folder)/\(name)"
      // The file or folder may be gone, or belong to another user.
      guard let file = try? OpenFile(reading: path, waits: false, followsLinks: false),
        (try? FileMetadata(ofDescriptor: file.descriptor))?.kind == kind,
        (try? file.lock()) == true, file.isStill(at: path)
      else { continue }
      try? removeTree(path)
      _ = consume file
    }
  }

  /// Returns those names in a folder that have a prefix and a suffix, in no particular order; reads
  /// only the first `limit` names.
  ///
  /// Names without the prefix are not copied, because a folder may have many.
  private static func names(
    in folder: String, prefix: String, suffix: String, amongFirst limit: Int
  ) throws(SystemError) -> [String] {
    var names: [String] = []
    var count = 0
    try unsafe read(folder) { name in
      if unsafe strncmp(name, prefix, prefix.utf8.count) == 0 {
        let text = unsafe String(cString: name)
        if text.hasSuffix(suffix) { names.append(text) }
      }
      count += 1
      return count < limit
    }
    return names
  }

  /// Calls `body` with each name in a folder, until `body` returns `false`.
  private static func read(
    _ folder: String, body: (UnsafePointer<CChar>) -> Bool
  ) throws(SystemError) {
    guard let stream = unsafe opendir(systemPath(folder)) else { throw .last }
    defer { unsafe _ = closedir(stream) }
    while true {
      // At the end of a folder, `errno` stays 0.
      errno = 0
      guard let entry = unsafe readdir(stream) else {
        if errno != 0 { throw .last }
        return
      }
      let goesOn = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        let capacity = unsafe MemoryLayout.size(ofValue: pointer.pointee)
        return unsafe pointer.withMemoryRebound(to: CChar.self, capacity: capacity) {
          unsafe body($0)
        }
      }
      if !goesOn { return }
    }
  }

  /// Renames a file or folder; a file with the new name is replaced.
  package static func rename(_ path: String, to other: String) throws(SystemError) {
    if renameFile(path, to: other) != 0 { throw .last }
  }

  /// Renames a file, and creates the target folder if it is missing.
  package static func rename(_ path: String, creatingFolderOf target: String) throws(SystemError) {
    do throws(SystemError) {
      try rename(path, to: target)
    } catch {
      guard error.isMissing, target.utf8.contains(UInt8(ascii: "/")) else { throw error }
      try create(folderOfFile(target))
      try rename(path, to: target)
    }
  }

  /// Creates a symbolic link, replacing an existing link or file.
  package static func createLink(at path: String, to target: String) throws(SystemError) {
    let (path, target) = (systemPath(path), systemPath(target))
    if unsafe symlink(target, path) == 0 { return }
    if errno == EEXIST {
      try removeFile(path)
      if unsafe symlink(target, path) == 0 { return }
    }
    throw .last
  }

  /// Removes a file if it exists.
  package static func removeFile(_ path: String) throws(SystemError) {
    if unsafe unlink(systemPath(path)) == 0 { return }
    let refusal = SystemError.last
    // A read-only file system refuses to remove a file even if it does not exist.
    if try ifExists(FileMetadata(ofLink: path)) != nil { throw refusal }
  }

  /// Removes a folder and everything in it if it exists; links are removed, not followed.
  package static func removeTree(_ path: String) throws(SystemError) {
    var pending = [(path: systemPath(path), isEmpty: false)]
    while let (next, isEmpty) = pending.popLast() {
      if isEmpty {
        if unsafe rmdir(next) != 0 { throw .last }
      } else if unsafe unlink(next) != 0 {
        let refusal = SystemError.last
        if refusal.number == ENOENT { continue }
        // If the path does not lead to a folder, the refusal says why the file is still there.
        guard let found = try ifExists(names(in: next, includingHidden: true)) else {
          throw refusal
        }
        pending.append((next, true))
        pending += found.map { ("\(next)/\($0)", false) }
      }
    }
  }

  /// Removes a folder if it is empty, and returns whether it is gone.
  package static func removeIfEmpty(_ path: String) -> Bool {
    unsafe rmdir(systemPath(path)) == 0 || errno == ENOENT
  }

  /// Waits until changes to a folder are on the disk: files in it that were created, renamed or
  /// removed.
  package static func synchronize(_ path: String) throws(SystemError) {
    try OpenFile(reading: path).synchronize()
  }

  /// Waits until everything written to a folder's file system is on the disk.
  package static func synchronizeAll(onDiskOf path: String) throws(SystemError) {
    #if os(Linux)
      let folder = try OpenFile(reading: path)
      if syncfs(folder.descriptor) != 0 { throw .last }
    #else
      sync()
    #endif
  }
}

/// Calls the C library's `rename`, because inside `Folders`, `rename` means the method.
private func renameFile(_ path: String, to other: String) -> Int32 {
  unsafe rename(systemPath(path), systemPath(other))
}

// MARK: Paths

/// Returns the path to give to a C function: the same path, or an empty path if it contains a NUL.
///
/// C ends a path at a NUL, and would find another file. An empty path is never found.
func systemPath(_ path: String) -> String { path.utf8.contains(0) ? "" : path }

/// Returns the folder of a file, or `.` if the path does not contain one.
package func folderOfFile(_ path: String) -> String {
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// Returns a relative path appended to the current folder, or an absolute path as it is.
package func absolutePath(_ path: String) -> String {
  if path.hasPrefix("/") { return path }
  guard let here = unsafe getcwd(nil, 0) else { return path }
  defer { unsafe free(here) }
  return "\(unsafe String(cString: here))/\(path)"
}

/// Returns a path as it is shown to users: relative if it is below the current folder.
package func shownPath(_ path: String) -> String {
  let here = absolutePath("")
  return path.hasPrefix(here) && path != here ? String(path.dropFirst(here.utf8.count)) : path
}

/// Returns the path after all links are followed, even if the last one leads to a missing file.
package func resolvedPath(_ path: String) -> String {
  var path = path
  for _ in 0..<maximumLinkCount {
    if let resolved = unsafe realpath(systemPath(path), nil) {
      defer { unsafe free(resolved) }
      return unsafe String(cString: resolved)
    }
    guard let target = linkTarget(of: path) else { return path }
    path = target.hasPrefix("/") ? target : "\(folderOfFile(path))/\(target)"
  }
  return path
}

/// The maximum number of links that are followed one after another, as on Linux.
private let maximumLinkCount = 40

private func linkTarget(of path: String) -> String? {
  unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(PATH_MAX)) { buffer in
    guard let base = buffer.baseAddress else { return nil }
    let count = unsafe readlink(
      systemPath(path), UnsafeMutableRawPointer(base).assumingMemoryBound(to: CChar.self),
      buffer.count)
    return count < 0 ? nil : unsafe String(decoding: buffer[..<count], as: UTF8.self)
  }
}

/// Returns the path of an executable program; a name without a slash is searched for in `PATH`.
package func pathOfProgram(_ name: String) -> String? {
  let isPath = name.utf8.contains(UInt8(ascii: "/"))
  let folders = (environmentVariable("PATH") ?? "/usr/bin:/bin").split(separator: ":")
  let candidates = isPath ? [name] : folders.map { "\($0)/\(name)" }
  return candidates.first { unsafe access(systemPath($0), X_OK) == 0 }
}
