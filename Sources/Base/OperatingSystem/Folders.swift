#if os(Linux)
  import CSystem
#endif

#if canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#elseif canImport(Darwin)
  package import Darwin
#endif

/// What is done with folders and names of files.
package enum Folders {
  /// Makes a folder, with those it stands in; one that is there already is taken as it is.
  package static func make(_ path: String, mode: mode_t = 0o777) throws(SystemError) {
    if unsafe mkdir(path, mode) == 0 { return }
    switch errno {
    case EEXIST:
      if try FileFacts(of: path).kind != .folder { throw SystemError(number: ENOTDIR) }
    case ENOENT:
      guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex else {
        throw .last
      }
      try make(String(path[..<slash]), mode: mode)
      if unsafe mkdir(path, mode) != 0, errno != EEXIST { throw .last }
    case _: throw .last
    }
  }

  /// The names of what is in a folder, in the order of their bytes; hidden ones only if asked for.
  ///
  /// Reading ends after one more name than `limit`.
  package static func names(
    in folder: String, withHidden: Bool = false, atMost limit: Int = .max
  ) throws(SystemError) -> [String] {
    guard let stream = unsafe opendir(folder) else { throw .last }
    defer { unsafe _ = closedir(stream) }
    var names: [String] = []
    while names.count <= limit, let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        let capacity = unsafe MemoryLayout.size(ofValue: pointer.pointee)
        return unsafe pointer.withMemoryRebound(to: CChar.self, capacity: capacity) {
          unsafe String(cString: $0)
        }
      }
      let isHidden = name.utf8.first == UInt8(ascii: ".")
      if !isHidden || (withHidden && name != "." && name != "..") { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Gives a file or a folder another name, in place of the file that has it.
  package static func rename(_ path: String, to other: String) throws(SystemError) {
    #if canImport(Glibc)
      let result = unsafe Glibc.rename(path, other)
    #elseif canImport(Musl)
      let result = unsafe Musl.rename(path, other)
    #elseif canImport(Darwin)
      let result = unsafe Darwin.rename(path, other)
    #endif
    if result != 0 { throw .last }
  }

  /// Cuts off the end of a file, and waits until the disk has that; it takes no room.
  package static func shorten(_ path: String, to count: Int) throws(SystemError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
    if descriptor < 0 { throw .last }
    defer { close(descriptor) }
    if ftruncate(descriptor, off_t(count)) != 0 || fsync(descriptor) != 0 { throw .last }
  }

  /// Removes a file, if it is there.
  package static func removeFile(_ path: String) throws(SystemError) {
    if unsafe unlink(path) != 0, errno != ENOENT { throw .last }
  }

  /// Removes a folder with all that is in it, if it is there; links are removed, not followed.
  package static func removeTree(_ path: String) throws(SystemError) {
    var pending = [(path: path, isEmpty: false)]
    while let (next, isEmpty) = pending.popLast() {
      if isEmpty {
        if unsafe rmdir(next) != 0 { throw .last }
      } else if unsafe unlink(next) != 0 {
        if errno == ENOENT { continue }
        pending.append((next, true))
        pending += try names(in: next, withHidden: true).map { ("\(next)/\($0)", false) }
      }
    }
  }

  /// Waits until what was changed in a folder is on the disk.
  package static func synchronize(_ path: String) throws(SystemError) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw .last }
    defer { close(descriptor) }
    // Not every file system can do that to a folder.
    if fsync(descriptor) != 0, errno != EINVAL { throw .last }
  }

  /// Waits until everything that was written on the disk of a folder is there.
  package static func synchronizeAll(onDiskOf path: String) throws(SystemError) {
    #if os(Linux)
      let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
      if descriptor < 0 { throw .last }
      defer { close(descriptor) }
      if syncfs(descriptor) != 0 { throw .last }
    #else
      sync()
    #endif
  }
}

/// A file that is being written: it is renamed to where it belongs, or removed.
package struct NewFile: ~Copyable {
  package let descriptor: Int32
  package let path: String
  private var isDone = false

  /// Makes a file that was not there.
  package init(at path: String) throws(SystemError) {
    let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    descriptor = unsafe open(path, flags, 0o666)
    if descriptor < 0 { throw .last }
    self.path = path
  }

  /// Waits until what was written is on the disk.
  package func synchronize() throws(SystemError) {
    if fsync(descriptor) != 0 { throw .last }
  }

  /// Puts the file in its place, in a folder that is made if need be.
  package consuming func finish(as target: String) throws(SystemError) {
    do throws(SystemError) {
      try Folders.rename(path, to: target)
    } catch {
      guard error.isMissing, let slash = target.utf8.lastIndex(of: UInt8(ascii: "/")) else {
        throw error
      }
      try Folders.make(String(target[..<slash]))
      try Folders.rename(path, to: target)
    }
    isDone = true
  }

  /// Keeps the file where it is.
  package consuming func keep() { isDone = true }

  deinit {
    close(descriptor)
    if !isDone { unsafe _ = unlink(path) }
  }
}

/// A lock that a process holds on a file until it ends or lets go.
package struct FileLock: ~Copyable {
  private let descriptor: Int32

  /// Takes the lock, alone or with all who would share it; nothing if somebody else has it.
  package static func take(at path: String, shared: Bool = false) throws(SystemError) -> FileLock? {
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    if descriptor < 0 { throw .last }
    if flock(descriptor, (shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 {
      return FileLock(descriptor: descriptor)
    }
    let error = SystemError.last
    close(descriptor)
    if error.number == EWOULDBLOCK { return nil }
    throw error
  }

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }
}

/// Reads so many bytes from a place in a file; fewer only where it ends.
package func readBytes(
  of descriptor: Int32, at offset: Int, count: Int
) throws(SystemError) -> [UInt8] {
  var failure: SystemError?
  let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
    guard let base = buffer.baseAddress else { return }
    while filled < count {
      let got = unsafe pread(descriptor, base + filled, count - filled, off_t(offset + filled))
      if got == 0 { return }
      if got > 0 {
        filled += got
      } else if errno != EINTR {
        failure = .last
        return
      }
    }
  }
  if let failure { throw failure }
  return bytes
}
