#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An error number of the system, as a value.
struct SystemError: Error, Hashable, Sendable {
  let number: Int32

  /// What the last call of the C library left behind.
  static var last: SystemError { SystemError(number: errno) }

  /// In the system's words: "No such file or directory".
  var message: String {
    guard let text = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: text)
  }

  /// Somebody does not want the file to be opened.
  var isRefusal: Bool { number == EACCES || number == EPERM || number == ELOOP }
  var isBrokenPipe: Bool { number == EPIPE }
  var isInterrupted: Bool { number == EINTR }
  var isMissing: Bool { number == ENOENT || number == ENOTDIR }
  /// The system has too little of something, and may have more later.
  var isTemporary: Bool { number == EMFILE || number == ENFILE || number == EAGAIN }
}
