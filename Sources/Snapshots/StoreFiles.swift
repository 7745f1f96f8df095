#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The few things the store does with files.
package enum StoreFiles {
  /// What a file holds, or nothing when there is none.
  package static func contents(of path: String) throws(SnapshotError) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .system(path, "cannot be read")
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress, $0.count)
      }
      if count > 0 {
        bytes.append(contentsOf: piece[..<count])
      } else if count == 0 {
        return bytes
      } else if errno != EINTR {
        throw .system(path, "cannot be read")
      }
    }
  }

  /// Puts a file with this content in a place: written beside it, then renamed.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(SnapshotError) {
    let cut = path.lastIndex(of: "/")
    let folder = cut.map { String(path[..<$0]) } ?? "."
    let name = cut.map { String(path[path.index(after: $0)...]) } ?? path
    try makeFolder(folder)
    // A name of its own: two threads, or two runs, may put the same file in its place at once.
    let beside = "\(folder)/.\(name).\(getpid())-\(UInt32.random(in: .min ... .max))"
    try write(bytes, to: beside)
    if unsafe rename(beside, path) != 0 {
      let error = SnapshotError.system(path, "cannot be put in place")
      unsafe _ = unlink(beside)
      throw error
    }
  }

  /// Gives a file another name, in place of the file that has it.
  package static func move(_ path: String, to other: String) throws(SnapshotError) {
    if unsafe rename(path, other) != 0 { throw .system(path, "cannot be put in place") }
  }

  /// Removes a file, if it is there.
  package static func remove(_ path: String) throws(SnapshotError) {
    if unsafe unlink(path) != 0, errno != ENOENT, errno != ENOTDIR {
      throw .system(path, "cannot be removed")
    }
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
    var pending = [(path: path, isEmpty: false)]
    while let (next, isEmpty) = pending.popLast() {
      var facts = stat()
      guard unsafe lstat(next, &facts) == 0 else { continue }
      if facts.st_mode & S_IFMT != S_IFDIR {
        unsafe _ = unlink(next)
      } else if isEmpty {
        unsafe _ = rmdir(next)
      } else {
        pending.append((next, true))
        pending += try names(in: next, withHidden: true).map { ("\(next)/\($0)", false) }
      }
    }
  }

  /// The names of what is in a folder, in no order.
  package static func names(
    in folder: String, withHidden: Bool = false
  ) throws(SnapshotError) -> [String] {
    guard let stream = unsafe opendir(folder) else {
      if errno == ENOENT { return [] }
      throw .system(folder, "cannot be listed")
    }
    defer { unsafe _ = closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        let capacity = unsafe MemoryLayout.size(ofValue: pointer.pointee)
        return unsafe pointer.withMemoryRebound(to: CChar.self, capacity: capacity) {
          unsafe String(cString: $0)
        }
      }
      let isHidden = name.utf8.first == UInt8(ascii: ".")
      if !isHidden || (withHidden && name != "." && name != "..") { names.append(name) }
    }
    return names
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(SnapshotError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    if descriptor < 0 { throw .system(path, "cannot be made") }
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes[done...].withUnsafeBytes {
        #if canImport(Glibc)
          unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
        #elseif canImport(Musl)
          unsafe Musl.write(descriptor, $0.baseAddress, $0.count)
        #elseif canImport(Darwin)
          unsafe Darwin.write(descriptor, $0.baseAddress, $0.count)
        #endif
      }
      if count >= 0 { done += count } else if errno != EINTR { break }
    }
    let isWhole = done == bytes.count
    let error = SnapshotError.system(path, "cannot be written")
    if close(descriptor) == 0, isWhole { return }
    unsafe _ = unlink(path)
    throw error
  }

  /// The size of a file and when it was last changed, or nothing when there is none.
  package static func stamp(of path: String) -> String? {
    var facts = stat()
    guard unsafe stat(path, &facts) == 0 else { return nil }
    #if canImport(Darwin)
      let changed = facts.st_mtimespec
    #else
      let changed = facts.st_mtim
    #endif
    return "\(facts.st_size) \(changed.tv_sec).\(changed.tv_nsec)"
  }

  /// Makes a folder with all folders it is in, as far as they are not there.
  package static func makeFolder(_ path: String) throws(SnapshotError) {
    var end = path.startIndex
    while end < path.endIndex {
      end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
      let folder = String(path[..<end])
      if unsafe mkdir(folder, 0o777) != 0, errno != EEXIST, errno != EISDIR {
        throw .system(folder, "cannot be made")
      }
    }
  }
}

extension SnapshotError {
  /// What the system just refused to do, with its reason.
  fileprivate static func system(_ path: String, _ what: String) -> SnapshotError {
    let reason = unsafe String(cString: strerror(errno))
    return SnapshotError(path, "it \(what): \(reason)")
  }
}
