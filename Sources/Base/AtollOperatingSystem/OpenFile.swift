#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that is closed when this value is destroyed; programs that this process starts do not
/// inherit it.
package struct OpenFile: ~Copyable {
  package let descriptor: Int32

  /// Opens a file for reading; opening a pipe waits for its writer, unless `waits` is `false`.
  package init(
    reading path: String, waits: Bool = true, followsLinks: Bool = true
  ) throws(SystemError) {
    try self.init(
      path, flags: O_RDONLY | (waits ? 0 : O_NONBLOCK) | (followsLinks ? 0 : O_NOFOLLOW))
  }

  /// Opens an existing file, a device or a named pipe for writing.
  package init(writing path: String) throws(SystemError) { try self.init(path, flags: O_WRONLY) }

  /// Creates a file for reading and writing; it is an error if the path exists.
  package init(creating path: String, mode: UInt32 = 0o666) throws(SystemError) {
    try self.init(path, flags: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode)
  }

  /// Opens a file for reading and writing, creating it if it does not exist.
  package init(openingOrCreating path: String) throws(SystemError) {
    try self.init(path, flags: O_RDWR | O_CREAT, mode: 0o666)
  }

  /// Opens a file for writing at its end, creating it if it does not exist.
  package init(appending path: String) throws(SystemError) {
    try self.init(path, flags: O_WRONLY | O_CREAT | O_APPEND, mode: 0o666)
  }

  /// Creates an empty file without a name, on the disk that a folder is on.
  package init(namelessIn folder: String) throws(SystemError) {
    var path = Array("\(folder)/.file-XXXXXX".utf8CString)
    descriptor = unsafe mkstemp(&path)
    if descriptor < 0 { throw .last }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unsafe _ = unlink(path)
  }

  /// Creates a second descriptor for an open file, numbered `minimumDescriptor` or higher.
  package init(duplicating other: Int32, minimumDescriptor: Int32 = 3) throws(SystemError) {
    descriptor = fcntl(other, F_DUPFD_CLOEXEC, minimumDescriptor)
    if descriptor < 0 { throw .last }
  }

  init(adopting descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  private init(_ path: String, flags: Int32, mode: UInt32 = 0) throws(SystemError) {
    descriptor = unsafe open(systemPath(path), flags | O_CLOEXEC, mode_t(truncatingIfNeeded: mode))
    if descriptor < 0 { throw .last }
  }

  deinit { close(descriptor) }

  /// Leaves the descriptor open until the process ends, and returns it.
  package consuming func keepOpen() -> Int32 {
    let descriptor = descriptor
    discard self
    return descriptor
  }

  /// Waits until everything written is on the disk.
  ///
  /// Does nothing on a file system that does not support this for a file or a folder.
  package func synchronize() throws(SystemError) {
    if fsync(descriptor) == 0 { return }
    let error = SystemError.last
    if !error.isUnsupported { throw error }
  }

  /// Truncates the file; this works even on a full disk.
  package func truncate(to count: Int) throws(SystemError) {
    if ftruncate(descriptor, off_t(count)) != 0 { throw .last }
  }

  /// Locks the file until it is closed; returns `false` if another process holds a conflicting
  /// lock.
  package func lock(shared: Bool = false) throws(SystemError) -> Bool {
    if flock(descriptor, (shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 { return true }
    if errno == EWOULDBLOCK { return false }
    throw .last
  }

  /// Returns whether a path still leads to the open file or folder, and not to another one.
  func isStill(at path: String) -> Bool {
    guard let there = try? FileMetadata(ofLink: path),
      let here = try? FileMetadata(ofDescriptor: descriptor)
    else { return false }
    return there.fileID == here.fileID
  }

  /// Releases the lock now, rather than when the file is closed.
  ///
  /// A program that is just being started may have a copy of the descriptor, and the copy would
  /// hold the lock for another moment.
  func unlock() { _ = flock(descriptor, LOCK_UN) }

  /// Copies the permissions and, as far as the system allows it, the owner of another file.
  package func copyPermissions(of other: FileMetadata) {
    // Only root can give a file to another user; otherwise, it keeps the user of this process.
    _ = fchown(descriptor, other.owner, other.group)
    fchmod(descriptor, mode_t(truncatingIfNeeded: other.mode))
  }
}

package func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

package struct Pipe: ~Copyable {
  package let reader: OpenFile
  package let writer: OpenFile

  /// Creates a pipe whose descriptors are numbered `minimumDescriptor` or higher.
  package init(minimumDescriptor: Int32 = 3) throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw .last }
    defer { for end in ends { close(end) } }
    let reader = try OpenFile(duplicating: ends[0], minimumDescriptor: minimumDescriptor)
    let writer = try OpenFile(duplicating: ends[1], minimumDescriptor: minimumDescriptor)
    self.reader = reader
    self.writer = writer
  }

  /// Closes the reading end and returns the other one.
  package consuming func keepOnlyWriter() -> OpenFile { writer }

  /// Closes the writing end and returns the other one.
  package consuming func keepOnlyReader() -> OpenFile { reader }
}

// MARK: Reading

/// Reads up to `count` bytes from an offset in a file; fewer only at its end.
package func readBytes(
  of descriptor: Int32, at offset: Int, count: Int
) throws(SystemError) -> [UInt8] {
  try unsafe collectBytes(count, from: descriptor) { room, filled in
    unsafe pread(descriptor, room, count - filled, off_t(offset + filled))
  }
}

/// Reads up to `count` bytes, fewer only at the end, into an array with room for `spare` more.
package func readBytes(
  of descriptor: Int32, count: Int, spare: Int = 0
) throws(SystemError) -> [UInt8] {
  try unsafe collectBytes(count, from: descriptor, spare: spare) { room, filled in
    unsafe read(descriptor, room, count - filled)
  }
}

/// Reads what is available into a buffer, and returns the number of bytes; 0 at the end of the
/// input.
package func readSome(
  of descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer
) throws(SystemError) -> Int {
  while true {
    let count = unsafe read(descriptor, buffer.baseAddress, buffer.count)
    if count >= 0 { return count }
    if errno != EINTR { throw .last }
  }
}

private func collectBytes(
  _ count: Int, from descriptor: Int32, spare: Int = 0,
  readMore: (UnsafeMutablePointer<UInt8>, Int) -> Int
) throws(SystemError) -> [UInt8] {
  var failure: SystemError?
  let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count + spare) { buffer, filled in
    guard let base = buffer.baseAddress else { return }
    unsafe LargeMemory.requestPages(for: UnsafeMutableRawBufferPointer(buffer))
    while filled < count {
      let got = unsafe readMore(base + filled, filled)
      if got == 0 { return }
      if got > 0 {
        filled += got
      } else if errno == EAGAIN {
        // The program that this process inherited the descriptor from made it non-blocking.
        do throws(SystemError) {
          _ = try waitForInput(of: descriptor, timeoutMilliseconds: -1)
        } catch {
          failure = error
          return
        }
      } else if errno != EINTR {
        failure = .last
        return
      }
    }
  }
  if let failure { throw failure }
  return bytes
}

/// Waits until any of the descriptors has input or is at its end, and returns all such descriptors;
/// returns an empty array after `timeoutMilliseconds`.
package func descriptorsWithInput(
  of descriptors: [Int32], timeoutMilliseconds: Int
) throws(SystemError) -> [Int32] {
  var inputs = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  while unsafe poll(&inputs, nfds_t(inputs.count), Int32(clamping: timeoutMilliseconds)) < 0 {
    if errno != EINTR { throw .last }
  }
  return inputs.filter { $0.revents != 0 }.map(\.fd)
}

/// Waits until a descriptor has input or is at its end; returns `false` if this has not happened
/// after `timeoutMilliseconds`.
package func waitForInput(
  of descriptor: Int32, timeoutMilliseconds: Int
) throws(SystemError) -> Bool {
  try !descriptorsWithInput(of: [descriptor], timeoutMilliseconds: timeoutMilliseconds).isEmpty
}

// MARK: Writing

/// Writes all bytes to a descriptor; if `offset` is given, writes them at that offset in its file.
///
/// With `timeoutMilliseconds`, throws if the reader takes no bytes for that time.
package func writeAll(
  _ bytes: Span<UInt8>, to descriptor: Int32, at offset: Int? = nil,
  timeoutMilliseconds limit: Int? = nil
) throws(SystemError) {
  var done = 0
  while done < bytes.count {
    let written = unsafe bytes.extracting(done...).withUnsafeBytes {
      if let offset {
        unsafe pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset + done))
      } else {
        unsafe write(descriptor, $0.baseAddress, $0.count)
      }
    }
    if written >= 0 {
      done += written
    } else if errno == EAGAIN {
      // The descriptor is a socket, or the program that this process inherited it from made it
      // non-blocking. Waiting is fine here.
      var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      let ready = unsafe poll(&wait, 1, Int32(clamping: limit ?? -1))
      if ready == 0 { throw SystemError(number: ETIMEDOUT) }
      if ready < 0, errno != EINTR { throw .last }
    } else if errno != EINTR {
      throw .last
    }
  }
}

package func writeAll(
  _ bytes: [UInt8], to descriptor: Int32, at offset: Int? = nil,
  timeoutMilliseconds limit: Int? = nil
) throws(SystemError) {
  try writeAll(bytes.span, to: descriptor, at: offset, timeoutMilliseconds: limit)
}
