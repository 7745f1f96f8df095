package import OperatingSystem

/// A small HTTP server for one reader on this machine.
///
/// It answers GET requests one after another, and closes each connection after its answer. Connections to `/events` stay
/// open for events. A request for another host than this machine is refused, so that no page of the web can read the
/// preview by a name that points here.
package struct LocalServer: ~Copyable {
  private let listener: LoopbackListener
  private var connections: [Connection] = []

  private struct Connection {
    let descriptor: Int32
    var received: [UInt8] = []
    var isEventStream = false
  }

  /// Browsers open six; more are closed, the oldest first.
  private static let mostConnections = 64
  /// The time after which a reader that takes nothing is given up.
  private static let patience = 2_000
  package static let eventsPath = "/events"

  package var port: UInt16 { listener.port }

  package init(port: UInt16) throws(SystemError) { listener = try LoopbackListener(port: port) }

  deinit { for connection in connections { closeDescriptor(connection.descriptor) } }

  /// Serves until a system call fails.
  ///
  /// - Parameters:
  ///   - interval: The number of milliseconds between two calls of `tick` at most.
  ///   - tick: Returns an event for all streams, if there is one.
  ///   - greeting: Returns the first event of a stream.
  ///   - answer: Returns the answer to a request.
  package mutating func run(
    interval: Int, tick: () -> String?, greeting: () -> String, answer: (RequestHead) -> Response
  ) throws(SystemError) {
    while true {
      let descriptors = [listener.descriptor] + connections.map(\.descriptor)
      for ready in try descriptorsWithInput(of: descriptors, milliseconds: interval) {
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
      if connections.count > Self.mostConnections { close(connections[0].descriptor) }
    }
  }

  private mutating func close(_ descriptor: Int32) {
    connections.removeAll { $0.descriptor == descriptor }
    closeDescriptor(descriptor)
  }

  /// Reads what has come over a connection, and answers if that is a whole request.
  private mutating func receive(
    from descriptor: Int32, greeting: () -> String, answer: (RequestHead) -> Response
  ) {
    guard let place = connections.firstIndex(where: { $0.descriptor == descriptor }) else { return }
    var room = [UInt8](repeating: 0, count: RequestHead.mostBytes)
    let count = unsafe room.withUnsafeMutableBytes {
      unsafe try? readSome(of: descriptor, into: $0)
    }
    guard let count, count > 0, !connections[place].isEventStream else {
      return close(descriptor)
    }
    connections[place].received += room[..<count]
    let response: Response
    do {
      guard let head = try RequestHead(connections[place].received) else { return }
      if !isOwnName(head.host) {
        response = Response(.misdirected)
      } else if head.path == Self.eventsPath {
        response = Response(.events, Self.event(greeting()))
        connections[place].isEventStream = true
      } else {
        response = answer(head)
      }
    } catch {
      response = Response(error == .method ? .methodNotAllowed : .badRequest)
    }
    let isSent = write(response.message(), to: descriptor)
    if !isSent || response.kind != .events { close(descriptor) }
  }

  private func isOwnName(_ host: String) -> Bool {
    host == "127.0.0.1:\(port)" || host == "localhost:\(port)"
  }

  private mutating func send(_ event: String) {
    for connection in connections where connection.isEventStream {
      if !write(Self.event(event), to: connection.descriptor) { close(connection.descriptor) }
    }
  }

  private func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    do {
      try writeAll(bytes, to: descriptor, milliseconds: Self.patience)
      return true
    } catch {
      return false
    }
  }

  private static func event(_ data: String) -> [UInt8] { Array("data: \(data)\n\n".utf8) }
}
