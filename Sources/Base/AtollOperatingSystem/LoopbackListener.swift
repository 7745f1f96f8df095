#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A listening socket that only programs on this machine can connect to.
package struct LoopbackListener: ~Copyable {
  private let socket: OpenFile
  package let port: UInt16

  package var descriptor: Int32 { socket.descriptor }

  /// The maximum number of connections that wait to be accepted.
  private static let backlog: Int32 = 64

  /// Creates a socket that listens on 127.0.0.1; for port 0, the system chooses the port.
  package init(port: UInt16) throws(SystemError) {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let opened = openSocket(kind: kind)
    if opened < 0 { throw .last }
    let owner = OpenFile(adopting: opened)
    // The port of a server that has just ended can be reused immediately.
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

  /// Accepts a connection, or returns `nil` if none is waiting.
  ///
  /// Reading from the connection and writing to it do not wait; see
  /// `writeAll(_:to:timeoutMilliseconds:)`.
  package func accept() -> OpenFile? {
    let descriptor = acceptConnection(socket.descriptor)
    if descriptor < 0 { return nil }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    return OpenFile(adopting: descriptor)
  }
}

// C library calls that have the same names as members of `LoopbackListener`.
private func openSocket(kind: Int32) -> Int32 { socket(AF_INET, kind, 0) }
private func acceptConnection(_ socket: Int32) -> Int32 { accept(socket, nil, nil) }
