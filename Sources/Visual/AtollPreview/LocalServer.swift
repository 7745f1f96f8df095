package import AtollOperatingSystem

/// A small HTTP server for a single user on this machine.
///
/// It handles GET and HEAD requests one at a time, and closes each connection after the response.
/// Connections to `/events` stay open for server-sent events. Requests whose `Host` header does not
/// name this machine are rejected, so that no website can read the preview through a domain that
/// resolves to 127.0.0.1 (DNS rebinding).
package struct LocalServer: ~Copyable {
  private let listener: LoopbackListener
  private var connections: [Connection] = []

  private struct Connection {
    let descriptor: Int32
    var received: [UInt8] = []
    var isEventStream = false
  }

  /// The maximum number of open connections.
  ///
  /// A further connection closes the oldest one; a browser opens at most six.
  private static let maximumConnectionCount = 64
  /// The time limit for sending data to a client that does not read it, in milliseconds.
  private static let sendTimeoutMilliseconds = 2_000
  package static let eventsPath = "/events"

  package var port: UInt16 { listener.port }

  package init(port: UInt16) throws(SystemError) { listener = try LoopbackListener(port: port) }

  deinit { for connection in connections { closeDescriptor(connection.descriptor) } }

  /// Serves until a system call fails.
  ///
  /// - Parameters:
  ///   - interval: The maximum time between two calls of `tick`, in milliseconds.
  ///   - tick: Returns an event for all event streams, or `nil`.
  ///   - greeting: Returns the first event of a new event stream.
  ///   - answer: Returns the response to a request.
  package mutating func run(
    interval: Int, tick: () -> String?, greeting: () -> String, answer: (RequestHead) -> Response
  ) throws(SystemError) {
    while true {
      let descriptors = [listener.descriptor] + connections.map(\.descriptor)
      for ready in try descriptorsWithInput(of: descriptors, timeoutMilliseconds: interval) {
        if ready == listener.descriptor {
          accept()
        } else {
          receive(from: ready, greeting: greeting, answer: answer)
        }
      }
      if let event = tick() { send(event) }
    }
  }

  private mutating func accept() {
    while let socket = listener.accept() {
      connections.append(Connection(descriptor: socket.keepOpen()))
      if connections.count > Self.maximumConnectionCount { close(connections[0].descriptor) }
    }
  }

  private mutating func close(_ descriptor: Int32) {
    connections.removeAll { $0.descriptor == descriptor }
    closeDescriptor(descriptor)
  }

  /// Reads available bytes from a connection, and responds if the request is complete.
  private mutating func receive(
    from descriptor: Int32, greeting: () -> String, answer: (RequestHead) -> Response
  ) {
    guard let index = connections.firstIndex(where: { $0.descriptor == descriptor }) else { return }
    var buffer = [UInt8](repeating: 0, count: RequestHead.maximumSize)
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe try? readSome(of: descriptor, into: $0)
    }
    guard let count, count > 0, !connections[index].isEventStream else {
      return close(descriptor)
    }
    connections[index].received += buffer[..<count]
    let response: Response
    var isHeadOnly = false
    let request = RequestHead.parse(connections[index].received)
    if case .complete(let head) = request { isHeadOnly = head.wantsOnlyHead }
    switch request {
    case .incomplete: return
    case .malformed: response = Response(.badRequest)
    case .otherMethod: response = Response(.methodNotAllowed)
    case .complete(let head) where !head.isForThisMachine(port: port):
      response = Response(.misdirected)
    case .complete(let head) where head.path == Self.eventsPath:
      response = Response(.eventStream, body: Self.event(greeting()))
      connections[index].isEventStream = !isHeadOnly
    case .complete(let head): response = answer(head)
    }
    let isSent = write(response.message(isHeadOnly: isHeadOnly), to: descriptor)
    if !isSent || !connections[index].isEventStream { close(descriptor) }
  }

  private mutating func send(_ event: String) {
    for connection in connections where connection.isEventStream {
      if !write(Self.event(event), to: connection.descriptor) { close(connection.descriptor) }
    }
  }

  private func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    let timeout = Self.sendTimeoutMilliseconds
    return (try? writeAll(bytes, to: descriptor, timeoutMilliseconds: timeout)) != nil
  }

  private static func event(_ data: String) -> [UInt8] { Array("data: \(data)\n\n".utf8) }
}
