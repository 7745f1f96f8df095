import AtollBytes

/// A client of one Talk 4 or Coral server: fetches stories, and posts, edits, likes and reports.
///
/// A client is a value that may be copied and used from anywhere. Copies share the token and what
/// they have found out about the server. The client detects the server's software.
///
/// ```swift
/// let client = CoralClient(try ServerAddress("https://talk.example.com"))
/// let fetched = try await client.fetch(.url("https://www.example.com/reef"))
/// var feed = CommentFeed(fetched.story)
/// ```
public struct CoralClient: Sendable {
  let connection: Connection
  let detector: ServerDetector
  let persistedOperations: PersistedOperations?
  let options: ClientOptions

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - address: The root of the server.
  ///   - tokens: The source of the token; without a token, only reading is possible.
  ///   - persistedOperations: The ids of the operations that the server accepts, if it accepts no
  ///     others.
  ///   - options: The time limits, and the sizes of requests.
  ///   - transport: The transport that sends the requests.
  public init(
    _ address: ServerAddress, tokens: TokenSource = .none,
    persistedOperations: PersistedOperations? = nil,
    options: ClientOptions = ClientOptions(), transport: any Transport = PlatformTransport()
  ) {
    connection = Connection(
      address: address, transport: transport, tokens: TokenKeeper(tokens), options: options)
    detector = ServerDetector(connection)
    self.persistedOperations = persistedOperations
    self.options = options
  }

  /// Returns the server's software and version, such as `Coral 9.11.8`.
  public func serverName() async throws(ClientError) -> String {
    try await detector.server().description
  }

  func api() async throws(ClientError) -> GraphQLClient {
    GraphQLClient(
      connection: connection, detector: detector, server: try await detector.server(),
      persistedOperations: persistedOperations)
  }

  /// Returns a `GraphQLClient` for an action: all of its calls share the time limit of one call.
  func apiForAction() async throws(ClientError) -> GraphQLClient {
    let startTime = ContinuousClock.now
    var api = try await api()
    api.startTime = startTime
    return api
  }
}

/// A detector of the software of a server, which remembers it and the settings of the server's
/// site.
actor ServerDetector {
  private let connection: Connection
  private var detectedServer: CoralServer?
  /// The latest settings of a Coral site, which decide how a comment is shown; `nil` on Talk, and
  /// until an answer contains them.
  private(set) var settings: JSONValue?

  init(_ connection: Connection) { self.connection = connection }

  func server() async throws(ClientError) -> CoralServer {
    if let detectedServer { return detectedServer }
    // Two concurrent callers may both ask; they get the same result.
    let server = try await detectWithRetries()
    detectedServer = server
    return server
  }

  func remember(_ settings: JSONValue) { self.settings = settings }

  /// The maximum number of attempts to detect the software; a failing proxy may answer with a web
  /// page.
  private static let maximumAttempts = 3

  private func detectWithRetries() async throws(ClientError) -> CoralServer {
    for attempt in 1...Self.maximumAttempts {
      var refusalStatus: Int?
      if let server = try await detect(refusalStatus: &refusalStatus) { return server }
      if let refusalStatus { throw ClientError(.refused, forRefusedRequest: refusalStatus) }
      if attempt == Self.maximumAttempts { break }
      try await connection.pause(for: connection.backoff(after: attempt))
    }
    throw ClientError(
      .notACoralServer, message: "\(connection.address) is neither Talk 4 nor Coral",
      advice: "give the root of the server, with Talk's path prefix if it has one")
  }

  /// Returns the server, or `nil` if it is neither Coral nor Talk 4.
  ///
  /// `refusalStatus` becomes the status of a refused request, if there is one.
  private func detect(refusalStatus: inout Int?) async throws(ClientError) -> CoralServer? {
    if let version = try await version(at: "/api/version", refusalStatus: &refusalStatus) {
      if let version = ServerVersion(version) { return .coral(version) }
    }
    if let version = try await version(at: "/api/v1", refusalStatus: &refusalStatus) {
      let schema = Talk4Schema(version: ServerVersion(version), fields: [])
      return .talk4(
        Talk4Schema(version: schema.version, fields: try await schemaFields(of: .talk4(schema))))
    }
    return nil
  }

  /// Returns the version that a server reports at a path; empty if there is only a revision, and
  /// `nil` if there is neither.
  private func version(
    at path: String, refusalStatus: inout Int?
  ) async throws(ClientError) -> String? {
    let request = TransportRequest(
      .get, url: connection.address.description + path,
      headers: [TransportHeader("Accept", value: "application/json")])
    let (version, status) = try await connection.answer(to: request, withToken: false) {
      response -> (String?, Int) in
      if response.status >= 500 || response.status == 429 {
        throw ClientError(forStatusOf: response)
      }
      guard response.status == 200 else { return (nil, response.status) }
      let value = try? JSONValue(parsing: response.body)
      guard let value else {
        // A web page comes from another server; incomplete JSON may come from Coral or Talk.
        if response.body.first == UInt8(ascii: "{") { throw ClientError(unreadable: "broken JSON") }
        return (nil, 200)
      }
      return (value["version"]?.string ?? (value["revision"] == nil ? nil : ""), 200)
    }
    if [401, 403, 407].contains(status) { refusalStatus = status }
    return version
  }

  /// Returns all fields, as `Type.field`, of the types in Talk's schema that plugins extend.
  private func schemaFields(of server: CoralServer) async throws(ClientError) -> Set<String> {
    let api = GraphQLClient(
      connection: connection, detector: self, server: server, persistedOperations: nil)
    let answer = try await api.call(.probe, with: [:])
    let types = [
      ("comment", "Comment"), ("settings", "Settings"), ("mutation", "RootMutation"),
      ("createCommentInput", "CreateCommentInput"), ("editCommentInput", "EditCommentInput"),
      ("commentCountQuery", "CommentCountQuery"),
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
