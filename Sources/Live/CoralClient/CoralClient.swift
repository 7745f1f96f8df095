import Bytes

/// A client of one Talk 4 or Coral server: fetches stories, and posts, edits, likes and reports.
///
/// A client is a value and may be copied and used from anywhere; copies share what they found out
/// about the server, and the token. The client detects the software of the server.
///
/// ```swift
/// let client = CoralClient(try ServerAddress("https://talk.example.com"))
/// let fetched = try await client.fetch(.url("https://www.example.com/reef"))
/// var feed = CommentFeed(fetched.story)
/// ```
public struct CoralClient: Sendable {
  let connection: Connection
  let discovery: Discovery
  let persisted: PersistedOperations?
  let options: ClientOptions

  /// A client.
  ///
  /// - Parameters:
  ///   - address: The root of the server.
  ///   - tokens: Where the token comes from; without one, only reading is possible.
  ///   - persisted: The ids of the operations that the server accepts, if it accepts no others.
  ///   - options: How patient the client is.
  ///   - transport: The way to the server.
  public init(
    _ address: ServerAddress, tokens: TokenSource = .none, persisted: PersistedOperations? = nil,
    options: ClientOptions = ClientOptions(), transport: any Transport = PlatformTransport()
  ) {
    connection = Connection(
      address: address, transport: transport, tokens: TokenKeeper(tokens), options: options)
    discovery = Discovery(connection)
    self.persisted = persisted
    self.options = options
  }

  /// The server's software and version: `Coral 9.11.8`.
  public func serverName() async throws(ClientError) -> String {
    try await discovery.server().description
  }

  /// The way to ask operations of the server.
  func graph() async throws(ClientError) -> GraphQL {
    GraphQL(
      connection: connection, server: try await discovery.server(), persisted: persisted)
  }

  /// The same for an action: the time limit of one call applies to all of its calls together.
  func graphOfAction() async throws(ClientError) -> GraphQL {
    let began = ContinuousClock.now
    var graph = try await graph()
    graph.began = began
    return graph
  }
}

/// The software of a server, which is found out once.
actor Discovery {
  private let connection: Connection
  private var found: CoralServer?

  init(_ connection: Connection) { self.connection = connection }

  func server() async throws(ClientError) -> CoralServer {
    if let found { return found }
    // Two callers at once may both ask; they find the same.
    let server = try await discover()
    found = server
    return server
  }

  /// If the server is neither, it is asked again: a failing proxy may have answered with its own web page.
  private static let mostLooks = 3

  private func discover() async throws(ClientError) -> CoralServer {
    for look in 1...Self.mostLooks {
      if let server = try await self.look() { return server }
      if look == Self.mostLooks { break }
      try await connection.pause(for: connection.backoff(after: look))
    }
    throw ClientError(
      .notACoralServer, "\(connection.address) is neither Talk 4 nor Coral",
      advice: "give the root of the server, with Talk's path prefix if it has one")
  }

  private func look() async throws(ClientError) -> CoralServer? {
    if let version = try await version(at: "/api/version") {
      if let version = ServerVersion(version) { return .coral(version) }
    }
    if let version = try await version(at: "/api/v1") {
      let schema = Talk4Schema(version: ServerVersion(version), fields: [])
      return .talk4(
        Talk4Schema(version: schema.version, fields: try await probe(.talk4(schema))))
    }
    return nil
  }

  /// The version that a server gives at a path; nothing if the answer has none.
  private func version(at path: String) async throws(ClientError) -> String? {
    let request = TransportRequest(
      .get, connection.address.description + path,
      headers: [TransportHeader("Accept", "application/json")])
    return try await connection.answer(to: request, withToken: false) {
      (response) throws(CallFailure) in
      if response.status >= 500 || response.status == 429 { throw CallFailure(status: response) }
      guard response.status == 200 else { return nil }
      let value = try? JSONValue(parsing: response.body)
      guard let value else {
        // A web page comes from another server; an incomplete JSON may come from Coral or Talk.
        if response.body.first == UInt8(ascii: "{") { throw CallFailure(unreadable: "broken JSON") }
        return nil
      }
      return value["version"]?.string ?? (value["revision"] == nil ? nil : "")
    }
  }

  /// Returns the fields that plugins have added to Talk's schema.
  private func probe(_ server: CoralServer) async throws(ClientError) -> Set<String> {
    let graph = GraphQL(connection: connection, server: server, persisted: nil)
    let answer = try await graph.ask(.probe, [:])
    let types = [
      ("comment", "Comment"), ("settings", "Settings"), ("mutation", "RootMutation"),
      ("createCommentInput", "CreateCommentInput"), ("editCommentInput", "EditCommentInput"),
    ]
    var fields: Set<String> = []
    for (key, type) in types {
      let found = answer.data[key]
      for field in (found?["fields"] ?? found?["inputFields"])?.elements ?? [] {
        if let name = field["name"]?.string { fields.insert("\(type).\(name)") }
      }
    }
    return fields
  }
}
