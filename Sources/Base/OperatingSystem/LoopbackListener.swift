#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A listening socket that only programs of this machine can connect to.
package struct LoopbackListener: ~Copyable {
  private let socket: OpenFile
  package let port: UInt16

  package var descriptor: Int32 { socket.descriptor }

  /// The connections that may wait to be accepted.
  private static let backlog: Int32 = 64

  /// Listens on 127.0.0.1, at a port of the system's choice for 0.
  package init(port: UInt16) throws(SystemError) {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    #if canImport(Glibc)
      let opened = Glibc.socket(AF_INET, kind, 0)
    #elseif canImport(Musl)
      let opened = Musl.socket(AF_INET, kind, 0)
    #else
      let opened = Darwin.socket(AF_INET, kind, 0)
    #endif
    if opened < 0 { throw .last }
    let owner = OpenFile(adopting: opened)
    // The port of a server that has just ended can be used again at once.
    var isOn: Int32 = 1
    unsafe _ = setsockopt(
      opened, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { place in
      unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
        unsafe bind(opened, general, size) == 0 && listen(opened, Self.backlog) == 0
          && getsockname(opened, general, &size) == 0
      }
    }
    guard isBound, fcntl(opened, F_SETFL, O_NONBLOCK) == 0 else { throw .last }
    socket = owner
    self.port = UInt16(bigEndian: address.sin_port)
  }

  /// Accepts a connection, or returns `nil` if none waits.
  ///
  /// Its reads and writes do not wait; see `writeAll(_:toSocket:milliseconds:)`.
  package func accept() -> OpenFile? {
    #if canImport(Glibc)
      let descriptor = Glibc.accept(socket.descriptor, nil, nil)
    #elseif canImport(Musl)
      let descriptor = Musl.accept(socket.descriptor, nil, nil)
    #else
      let descriptor = Darwin.accept(socket.descriptor, nil, nil)
    #endif
    if descriptor < 0 { return nil }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    return OpenFile(adopting: descriptor)
  }
}

/// Waits until some of these descriptors have input or their end; returns none when the time in milliseconds is over.
package func descriptorsWithInput(
  of descriptors: [Int32], milliseconds: Int
) throws(SystemError) -> [Int32] {
  var inputs = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  let ready = unsafe poll(&inputs, nfds_t(inputs.count), Int32(clamping: milliseconds))
  if ready < 0 {
    if errno == EINTR { return [] }
    throw .last
  }
  return inputs.filter { $0.revents != 0 }.map(\.fd)
}

/// Writes all bytes to a socket, and fails if its reader takes none for a time in milliseconds.
package func writeAll(
  _ bytes: [UInt8], toSocket descriptor: Int32, milliseconds: Int
) throws(SystemError) {
  var done = 0
  while done < bytes.count {
    let written = unsafe bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return 0 }
      return unsafe write(descriptor, base + done, bytes.count - done)
    }
    if written >= 0 {
      done += written
    } else if errno == EAGAIN {
      var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      let ready = unsafe poll(&wait, 1, Int32(clamping: milliseconds))
      if ready == 0 { throw SystemError(number: ETIMEDOUT) }
      if ready < 0 && errno != EINTR { throw .last }
    } else if errno != EINTR {
      throw .last
    }
  }
}
