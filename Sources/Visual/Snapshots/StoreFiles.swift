import OperatingSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The path with the folder we are in before it.
package func absolutePath(_ path: String) -> String {
  if path.hasPrefix("/") { return path }
  guard let here = unsafe getcwd(nil, 0) else { return path }
  defer { unsafe free(here) }
  return "\(unsafe String(cString: here))/\(path)"
}

/// The few things the store does with files.
package enum StoreFiles {
  /// The most bytes of a file that is read: many times a picture of the longest page, or the largest font.
  package static let largestFile = 256 << 20

  /// What a file holds, or nothing when there is none.
  ///
  /// A pipe or a device is an error at once: nothing here waits for a file, or reads one without end.
  package static func contents(
    of path: String, atMost limit: Int = largestFile
  ) throws(SnapshotError) -> [UInt8]? {
    let found: (kind: FileFacts.Kind, bytes: [UInt8])
    do throws(SystemError) {
      let file = try OpenFile(reading: path, waits: false)
      let facts = try FileFacts(ofDescriptor: file.descriptor)
      // One byte more than the file has, or may have, shows that there is more.
      let most = facts.kind == .file ? min(facts.size, limit) + 1 : 0
      found = (facts.kind, try readBytes(of: file.descriptor, at: 0, count: most))
    } catch {
      if error.isMissing { return nil }
      throw SnapshotError(path, "it cannot be read: \(error.message)")
    }
    guard found.kind == .file else { throw SnapshotError(path, "it is not a plain file") }
    guard found.bytes.count <= limit else {
      throw SnapshotError(path, "it is larger than \(limit >> 20) MiB")
    }
    return found.bytes
  }

  /// Puts a file with this content in a place: written beside it, then renamed.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(SnapshotError) {
    let cut = path.lastIndex(of: "/")
    let folder = cut.map { String(path[..<$0]) } ?? "."
    let name = cut.map { String(path[path.index(after: $0)...]) } ?? path
    // A name of its own: two threads, or two runs, may put the same file in its place at once.
    let beside = "\(folder)/.\(name).\(getpid())-\(UInt32.random(in: .min ... .max))"
    do throws(SystemError) {
      if !folder.isEmpty { try Folders.make(folder) }
      let file = try NewFile(at: beside)
      try writeAll(bytes, to: file.descriptor)
      try file.finish(as: path)
    } catch {
      throw SnapshotError(path, "it cannot be written: \(error.message)")
    }
  }

  /// Gives a file another name, in place of the file that has it.
  package static func move(_ path: String, to other: String) throws(SnapshotError) {
    do { try Folders.rename(path, to: other) } catch {
      throw SnapshotError(path, "it cannot be put in place: \(error.message)")
    }
  }

  /// Removes a file, if it is there.
  package static func remove(_ path: String) throws(SnapshotError) {
    if unsafe unlink(path) == 0 { return }
    let refusal = SnapshotError.system(path, "cannot be removed")
    // In a file system that is read-only, a file that is not there cannot be removed either.
    var facts = stat()
    if unsafe lstat(path, &facts) != 0, errno == ENOENT || errno == ENOTDIR { return }
    throw refusal
  }

  /// The paths of all files below a folder but hidden ones, in the order of their bytes.
  ///
  /// Links are files here, whatever they lead to, so no circle of folders has no end.
  package static func list(_ folder: String) throws(SnapshotError) -> [String] {
    var found: [String] = []
    var folders = [""]
    while let next = folders.popLast() {
      for name in try names(in: "\(folder)/\(next)") {
        let path = next + name
        var facts = stat()
        guard unsafe lstat("\(folder)/\(path)", &facts) == 0 else { continue }
        if facts.st_mode & S_IFMT == S_IFDIR {
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
    do { try Folders.removeTree(path) } catch {
      throw SnapshotError(path, "it cannot be removed: \(error.message)")
    }
  }

  /// The names of what is in a folder, in the order of their bytes; none where there is no folder.
  package static func names(in folder: String) throws(SnapshotError) -> [String] {
    do { return try Folders.names(in: folder) } catch {
      if error.isMissing { return [] }
      throw SnapshotError(folder, "it cannot be listed: \(error.message)")
    }
  }

  /// The size of a file and when it was last changed, in seconds and their fractions.
  package struct Facts: Hashable, Sendable {
    package let size: Int
    package let changed: Moment
  }

  package struct Moment: Hashable, Sendable, Comparable {
    let seconds: Int
    let nanoseconds: Int

    package static func < (left: Moment, right: Moment) -> Bool {
      (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
  }

  /// Returns the facts of a file, or nothing when there is none.
  package static func facts(of path: String) -> Facts? {
    var facts = stat()
    guard unsafe stat(path, &facts) == 0 else { return nil }
    #if canImport(Darwin)
      let changed = facts.st_mtimespec
    #else
      let changed = facts.st_mtim
    #endif
    return Facts(
      size: Int(facts.st_size),
      changed: Moment(seconds: Int(changed.tv_sec), nanoseconds: Int(changed.tv_nsec)))
  }

  /// The size of a file and when it was last changed as one text, or nothing when there is none.
  package static func stamp(of path: String) -> String? {
    facts(of: path).map { "\($0.size) \($0.changed.seconds).\($0.changed.nanoseconds)" }
  }

  /// Whether a file was written, or put in its place, after another or in the same tick of the clock.
  package static func isPlaced(_ path: String, since other: String) -> Bool {
    guard let placed = placing(path), let then = placing(other) else { return false }
    return placed >= then
  }

  /// When a file was last written or given its name, in seconds and their fractions.
  private static func placing(_ path: String) -> (Int, Int)? {
    var facts = stat()
    guard unsafe stat(path, &facts) == 0 else { return nil }
    #if canImport(Darwin)
      return (facts.st_ctimespec.tv_sec, facts.st_ctimespec.tv_nsec)
    #else
      return (facts.st_ctim.tv_sec, facts.st_ctim.tv_nsec)
    #endif
  }

  /// Makes a folder with all folders it is in, as far as they are not there.
  package static func makeFolder(_ path: String) throws(SnapshotError) {
    do { try Folders.make(path) } catch {
      throw SnapshotError(path, "it cannot be made: \(error.message)")
    }
  }
}

extension SnapshotError {
  /// What the system just refused to do, with its reason.
  fileprivate static func system(_ path: String, _ what: String) -> SnapshotError {
    SnapshotError(path, "it \(what): \(SystemError.last.message)")
  }
}
