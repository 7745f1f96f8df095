import AtollBytes

/// A server's response to an operation.
struct Answer: Sendable {
  /// The whole response, as it came.
  let bytes: [UInt8]
  let data: JSONValue
  let errors: [ServerError]
  /// The server's time in HTTP's format; `nil` if the response has no `Date` header.
  let date: String?

  /// The signed-in reader; `nil` for a visitor, or if the operation does not ask for the reader.
  var viewer: JSONValue? { data["me"] ?? data["viewer"] }
  /// The story, whose key depends on the server and the operation: `asset`, `story` or `stream`.
  var story: JSONValue? { data["asset"] ?? data["story"] ?? data["stream"] }
}

/// An error of a server: a code for programs, and a message.
struct ServerError: Hashable, Sendable {
  var code: String
  var message: String
  var type: String?
  var parameter: String?

  /// Creates an error from an element of GraphQL's `errors`, or from the error in any other answer.
  init(_ value: JSONValue) {
    let extensions = value["extensions"] ?? value
    code = extensions["code"]?.string ?? value["translation_key"]?.string ?? ""
    message = extensions["message"]?.string ?? value["message"]?.string ?? code
    type = extensions["type"]?.string
    parameter = extensions["param"]?.string ?? value["field_name"]?.string
  }

  /// The reason to show to users: the server's message, or its code.
  var reason: String { message.isEmpty ? (code.isEmpty ? "no reason given" : code) : message }

  /// True if the error only says that something in the server failed.
  var isInternal: Bool {
    code == "INTERNAL_ERROR" || code == "INTERNAL_SERVER_ERROR" || code.isEmpty
  }
}

/// A client that sends operations to a server that is known to run Coral or Talk 4.
struct GraphQLClient: Sendable {
  let connection: Connection
  let detector: ServerDetector
  let server: CoralServer
  let persistedOperations: PersistedOperations?
  /// The beginning of the time limit that all calls share; `nil` if each call has its own.
  var startTime: ContinuousClock.Instant?

  /// Calls an operation, and repeats the call as far as that is safe.
  ///
  /// A response with status 200 that has what the operation asks for counts as an answer, whatever
  /// errors come with it. Another response with status 200 counts as an answer unless its first
  /// error is a rate limit or an internal error. If a query names a story or a comment by its id,
  /// an answer about another one is an error.
  func call(
    _ operation: Operation, with variables: JSONValue, retrySafety: RetrySafety = .repeatable
  ) async throws(ClientError) -> Answer {
    let request = try makeRequest(for: operation, with: variables)
    let answer = try await connection.ask(
      retrySafety, request: request, withToken: true, startTime: startTime
    ) { response, hadToken in
      let answer = try Self.read(response, to: operation, hadToken: hadToken)
      try checkViewer(of: answer, hadToken: hadToken)
      try operation.checkSubject(of: answer, with: variables)
      return answer
    }
    if case .coral = server, let settings = answer.data["settings"] {
      await detector.remember(settings)
    }
    return answer
  }

  /// Returns `false` if the server accepts only persisted operations and the id of this one is
  /// unknown.
  func canCall(_ operation: Operation) -> Bool {
    persistedOperations.map { $0.replacement(for: operation, with: [:]) != nil } ?? true
  }

  private func makeRequest(
    for operation: Operation, with variables: JSONValue
  ) throws(ClientError) -> TransportRequest {
    let body: JSONValue
    if let persistedOperations {
      guard let replacement = persistedOperations.replacement(for: operation, with: variables)
      else {
        throw ClientError(
          .unknownOperation, message: "no persisted operation is known for this",
          advice: "add the id of \(PersistedOperations.title(of: operation)) to the file")
      }
      body = [
        "query": "PERSISTED_QUERY", "id": .string(replacement.id),
        "operationName": .string(replacement.name),
        "variables": replacement.variables,
      ]
    } else {
      guard let document = operation.document(for: server) else {
        throw ClientError(.refused, message: "\(server.description) has no such operation")
      }
      body = [
        "query": .string(document), "operationName": .string(operation.rawValue),
        "variables": variables,
      ]
    }
    return TransportRequest(posting: body, to: connection.address.description + server.graphPath)
  }

  // MARK: Answers

  private static let rateLimitCode = "RATE_LIMIT_EXCEEDED"

  private static func read(
    _ response: TransportResponse, to operation: Operation, hadToken: Bool
  ) throws(ClientError) -> Answer {
    let parsed = Result { () throws(JSONError) in
      try JSONValue(parsing: response.body, repairing: true)
    }
    guard case .success(let value) = parsed, case .object = value else {
      if response.status == 401, hadToken { throw .tokenNotAccepted }
      if response.status != 200 { throw ClientError(forStatusOf: response) }
      if case .failure(let error) = parsed, error.reason == .tooDeep {
        // The same answer would come again.
        throw ClientError(
          .badAnswer, message: "the answer cannot be read: \(error.reason.message)",
          uncertainty: .unknownButFinal)
      }
      throw ClientError(unreadable: unreadableMessage(for: response))
    }
    let errors = (value["errors"]?.elements ?? []).map(ServerError.init)
    if response.status != 200 {
      throw failure(for: response, error: errors.first ?? ServerError(value["error"] ?? value))
    }
    let answer = Answer(
      bytes: response.body, data: value["data"] ?? .null, errors: errors,
      date: response.value(of: "Date"))
    if let error = errors.first, !operation.isFulfilled(by: answer) {
      if error.code == Self.rateLimitCode {
        throw ClientError(forStatusOf: response, isLimit: true)
      }
      if error.isInternal { throw ClientError(unreadable: "the server failed: \(error.reason)") }
    } else if answer.data == .null {
      throw ClientError(unreadable: "the answer contains no data")
    }
    return answer
  }

  /// Throws if the server treated a caller with a token as a visitor.
  ///
  /// Talk does this with tokens that it does not accept, and Coral with revoked ones.
  private func checkViewer(of answer: Answer, hadToken: Bool) throws(ClientError) {
    let name =
      switch server {
      case .talk4: "me"
      case .coral: "viewer"
      }
    guard hadToken, answer.errors.isEmpty, case .object(let members) = answer.data,
      members.contains(where: { $0.key == name && $0.value == .null })
    else { return }
    throw ClientError.tokenFailure(
      "the server does not accept the token, and treats you as a visitor")
  }

  private static func unreadableMessage(for response: TransportResponse) -> String {
    if response.body.isEmpty { return "the answer is empty" }
    let first = response.body.first { $0 > 0x20 }
    return first == UInt8(ascii: "<")
      ? "the server answered with a web page" : "the answer is not complete JSON"
  }

  /// Returns the failure for a response with a status other than 200; `error` is the error in its
  /// body.
  private static func failure(for response: TransportResponse, error: ServerError) -> ClientError {
    switch error.code {
    case "RAW_QUERY_NOT_AUTHORIZED":
      return ClientError(
        .rawQueryRefused, message: "the server answers only operations whose ids it knows",
        advice: "give an administrator's token for reading, have its owner switch "
          + "REDUCED_SECURITY_MODE on, or give the ids that it knows")
    case "PERSISTED_QUERY_NOT_FOUND":
      return ClientError(
        .unknownOperation, message: "the server does not know the id of a persisted operation",
        advice: "get the ids of the version that it runs")
    case "TENANT_NOT_FOUND":
      return ClientError(
        .notACoralServer, message: "the server serves no site under this host name",
        advice: "give the host name that the site's pages use")
    case _: break
    }
    if response.status == 401 || error.code == "TOKEN_INVALID" || error.code == "AUTHENTICATION" {
      return .tokenNotAccepted
    }
    if response.status >= 500 || response.status == 429 || response.status == 408 {
      var failure = ClientError(
        forStatusOf: response, isLimit: error.code == Self.rateLimitCode)
      failure.mayBeTokenFailure = error.code == "INTERNAL_ERROR"
      return failure
    }
    return ClientError(
      .refused, message: "the server refuses with status \(response.status): \(error.reason)")
  }
}

extension PersistedOperations {
  fileprivate static func title(of operation: Operation) -> String {
    names(for: operation).first ?? operation.rawValue
  }
}

extension ClientError {
  fileprivate static var tokenNotAccepted: ClientError {
    tokenFailure("the server does not accept the token")
  }

  static func tokenFailure(_ message: String) -> ClientError {
    var failure = ClientError(
      .tokenRejected, message: message, advice: "sign in again, or do without the token")
    failure.isTokenFailure = true
    return failure
  }
}

extension JSONValue {
  /// True if this is an object with a member other than `null`.
  var hasContent: Bool {
    if case .object(let members) = self { return members.contains { $0.value != .null } }
    return false
  }
}
