#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An error number of the system, as a value.
package struct SystemError: Error, Hashable, Sendable {
  package let number: Int32

  package init(number: Int32) { self.number = number }

  /// What the last call of the C library left behind.
  package static var last: SystemError { SystemError(number: errno) }

  /// There is a file of that name.
  package static var taken: SystemError { SystemError(number: EEXIST) }

  /// What was to be read cannot be.
  package static var inputOutput: SystemError { SystemError(number: EIO) }

  /// In the system's words: "No such file or directory".
  package var message: String {
    guard let text = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: text)
  }

  package var isBrokenPipe: Bool { number == EPIPE }
  package var isInterrupted: Bool { number == EINTR }
  package var isMissing: Bool { number == ENOENT || number == ENOTDIR }
  /// There is a file already where one was to be made.
  package var isTaken: Bool { number == EEXIST }
  /// The system has too little of something, and may have more later.
  package var isTemporary: Bool {
    number == EMFILE || number == ENFILE || number == EAGAIN || number == ENOMEM
  }
  /// What is at the path is missing or no file that can be opened, however often it is tried: no
  /// permission, a name that is too long, links in a circle, a folder, a socket.
  package var isAboutThePath: Bool {
    switch number {
    case ENOENT, ENOTDIR, EACCES, EPERM, ELOOP, ENAMETOOLONG, EISDIR, ENXIO, ENODEV: true
    case _: false
    }
  }
}
