#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Returns a value that is read from a path, or `nil` if nothing is there.
package func ifExists<Value: ~Copyable>(
  _ value: @autoclosure () throws(SystemError) -> Value
) throws(SystemError) -> Value? {
  do { return try value() } catch  where error.isMissing { return nil }
}

/// An error number of the C library (`errno`).
package struct SystemError: Error, Hashable, Sendable {
  package let number: Int32

  package init(number: Int32) { self.number = number }

  package static var last: SystemError { SystemError(number: errno) }

  package static var nameTaken: SystemError { SystemError(number: EEXIST) }

  package static var inputOutput: SystemError { SystemError(number: EIO) }

  package static var outOfMemory: SystemError { SystemError(number: ENOMEM) }

  package static var noSpace: SystemError { SystemError(number: ENOSPC) }

  package static var notPermitted: SystemError { SystemError(number: EACCES) }

  /// The system's message, such as "No such file or directory".
  package var message: String {
    guard let text = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: text)
  }

  package var isReadOnly: Bool { number == EROFS }
  package var isBrokenPipe: Bool { number == EPIPE }
  package var isInterrupted: Bool { number == EINTR }
  package var isMissing: Bool { number == ENOENT || number == ENOTDIR }
  /// True if a non-blocking descriptor cannot be read or written yet.
  package var wouldBlock: Bool { number == EAGAIN }
  /// True if the file system does not support the operation on a file of this kind.
  package var isUnsupported: Bool { number == EINVAL }
  /// True if the file cannot be moved because it is in use: for example, as a mount point.
  package var isBusy: Bool { number == EBUSY }
  package var isNameTaken: Bool { number == EEXIST }
  package var isAddressTaken: Bool { number == EADDRINUSE }
  /// True if the system lacks a resource that may be available later.
  package var isTemporary: Bool {
    number == EMFILE || number == ENFILE || number == EAGAIN || number == ENOMEM
  }
  /// True if the error is about the path, so that a second attempt would fail, too.
  ///
  /// For example, nothing is at the path, access is denied, or it leads to a folder or a loop of
  /// links.
  package var isPathError: Bool {
    switch number {
    case ENOENT, ENOTDIR, EACCES, EPERM, ELOOP, ENAMETOOLONG, EISDIR, ENXIO, ENODEV: true
    case _: false
    }
  }
}
