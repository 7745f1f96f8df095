#if canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#elseif canImport(Darwin)
  package import Darwin
#endif

/// A file descriptor that is closed when its owner is gone.
package struct OpenFile: ~Copyable {
  package let descriptor: Int32

  /// Opens a file for reading; a pipe is waited for until it has a writer, unless that is not wanted.
  package init(reading path: String, waits: Bool = true) throws(SystemError) {
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK))
    if descriptor < 0 { throw .last }
  }

  deinit { close(descriptor) }
}

/// What is known about a file before it is opened.
package struct FileFacts {
  package enum Kind {
    case file, folder, pipe
    /// A link, where it is not followed.
    case link
    /// A character device, such as `/dev/null` or a terminal.
    case device
    /// A socket, or a disk.
    case other
  }

  package let kind: Kind
  package let size: Int
  package let mode: mode_t
  package let owner: uid_t
  package let group: gid_t
  /// Tells it apart from every other on the machine.
  package let identity: Identity

  /// The device, and the number of the file on it.
  package struct Identity: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64

    fileprivate init(_ found: stat) {
      device = UInt64(truncatingIfNeeded: found.st_dev)
      number = UInt64(truncatingIfNeeded: found.st_ino)
    }
  }

  /// The facts about what stands at a path, links followed.
  package init(of path: String) throws(SystemError) {
    var found = stat()
    guard unsafe stat(path, &found) == 0 else { throw .last }
    self.init(found)
  }

  /// The facts about what is at a path, a link as itself.
  package init(ofLink path: String) throws(SystemError) {
    var found = stat()
    guard unsafe lstat(path, &found) == 0 else { throw .last }
    self.init(found)
  }

  /// The facts about an open file.
  package init(ofDescriptor descriptor: Int32) throws(SystemError) {
    var found = stat()
    guard unsafe fstat(descriptor, &found) == 0 else { throw .last }
    self.init(found)
  }

  private init(_ found: stat) {
    switch found.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .folder
    case S_IFIFO: kind = .pipe
    case S_IFLNK: kind = .link
    case S_IFCHR: kind = .device
    case _: kind = .other
    }
    size = Int(found.st_size)
    mode = found.st_mode & 0o7777
    owner = found.st_uid
    group = found.st_gid
    identity = Identity(found)
  }
}

/// Writes all bytes to a descriptor, however often that takes.
package func writeAll(_ bytes: UnsafeBufferPointer<UInt8>, to descriptor: Int32) throws(SystemError)
{
  guard let base = bytes.baseAddress else { return }
  var done = 0
  while done < bytes.count {
    let written = unsafe write(descriptor, base + done, bytes.count - done)
    if written >= 0 {
      done += written
    } else if errno == EAGAIN {
      // Whoever lent it wants no write of theirs to wait; ours may.
      var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      unsafe _ = poll(&wait, 1, -1)
    } else if errno != EINTR {
      throw .last
    }
  }
}

/// Writes all bytes to a place in a file.
package func writeAll(
  _ bytes: [UInt8], to descriptor: Int32, at offset: Int
) throws(SystemError) {
  var done = 0
  while done < bytes.count {
    let written = unsafe bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return 0 }
      return unsafe pwrite(
        descriptor, base + done, bytes.count - done, off_t(offset + done))
    }
    if written >= 0 {
      done += written
    } else if errno != EINTR {
      throw .last
    }
  }
}

/// Writes all bytes to a descriptor, however often that takes.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
  try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(SystemError) in
    try unsafe writeAll(buffer, to: descriptor)
  }
}
