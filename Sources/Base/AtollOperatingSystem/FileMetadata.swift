#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The metadata of a file, as `stat` returns it.
package struct FileMetadata: Sendable {
  package enum Kind: Sendable {
    case file, folder, pipe
    /// A symbolic link that was not followed.
    case link
    /// A character device, such as `/dev/null` or a terminal.
    case device
    /// A socket or a block device.
    case other
  }

  package let kind: Kind
  package let size: Int
  /// The permission bits, such as `0o644`.
  package let mode: UInt32
  package let owner: UInt32
  package let group: UInt32
  package let fileID: FileID
  /// The time of the last change to the content.
  package let modificationTime: Time
  /// The time of the last change to the content, the name or other metadata.
  package let statusChangeTime: Time

  /// The device and inode of a file, which are the same for all names of that file.
  package struct FileID: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64

    fileprivate init(_ status: stat) {
      device = UInt64(truncatingIfNeeded: status.st_dev)
      inode = UInt64(truncatingIfNeeded: status.st_ino)
    }
  }

  package struct Time: Hashable, Sendable, Comparable {
    package let seconds: Int
    package let nanoseconds: Int

    fileprivate init(_ time: timespec) {
      seconds = Int(time.tv_sec)
      nanoseconds = Int(time.tv_nsec)
    }

    package static func < (left: Time, right: Time) -> Bool {
      (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
  }

  /// Reads the metadata of a path; links are followed.
  package init(of path: String) throws(SystemError) {
    var status = stat()
    guard unsafe stat(systemPath(path), &status) == 0 else { throw .last }
    self.init(status)
  }

  /// Reads the metadata of a path; a link is not followed.
  package init(ofLink path: String) throws(SystemError) {
    var status = stat()
    guard unsafe lstat(systemPath(path), &status) == 0 else { throw .last }
    self.init(status)
  }

  package init(ofDescriptor descriptor: Int32) throws(SystemError) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .last }
    self.init(status)
  }

  private init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFIFO: .pipe
      case S_IFLNK: .link
      case S_IFCHR: .device
      case _: .other
      }
    size = Int(status.st_size)
    mode = UInt32(status.st_mode & 0o7777)
    owner = status.st_uid
    group = status.st_gid
    fileID = FileID(status)
    #if canImport(Darwin)
      modificationTime = Time(status.st_mtimespec)
      statusChangeTime = Time(status.st_ctimespec)
    #else
      modificationTime = Time(status.st_mtim)
      statusChangeTime = Time(status.st_ctim)
    #endif
  }
}

extension FileMetadata {
  /// Returns whether a descriptor is a character device other than a terminal.
  package static func isNonterminalDevice(_ descriptor: Int32) throws(SystemError) -> Bool {
    try FileMetadata(ofDescriptor: descriptor).kind == .device && !Terminal.isTerminal(descriptor)
  }
}
