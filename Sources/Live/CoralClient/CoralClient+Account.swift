import AtollBytes

/// The signed-in reader.
public struct Viewer: Hashable, Sendable {
  /// The id of the account.
  public var id: String
  /// The name; `nil` if the account has none yet.
  public var name: String?
  /// The ids of the accounts that the reader ignores.
  public var ignoredUsers: Set<String>

  /// Creates a reader, for previews and tests.
  public init(id: String, name: String? = nil, ignoredUsers: Set<String> = []) {
    self.id = id
    self.name = name
    self.ignoredUsers = ignoredUsers
  }
}

extension CoralClient {
  /// Fetches the signed-in reader; returns `nil` for a visitor.
  ///
  /// It asks the `TokenSource` again if that had no token before. With persisted operations, it
  /// needs the id of Atoll's own `Account`, and throws an error of the kind `unknownOperation`
  /// without that id: no operation of Coral's web client can replace it.
  public func viewer() async throws(ClientError) -> Viewer? {
    guard try await connection.tokens.currentToken(askingAgain: true) != nil else { return nil }
    return try await api().fetchViewer()
  }

  /// Hides the comments of an account, and everything below them, from the reader.
  ///
  /// This affects what is fetched from then on; a feed hides them when it is reloaded.
  ///
  /// - Parameter user: The id of the account, as in `Author.id`.
  public func ignore(_ user: String) async throws(ClientError) -> ActionOutcome {
    try await perform(.ignore, onUser: user)
  }

  /// Shows the comments of an account again.
  ///
  /// - Parameter user: The id of the account, as in `Author.id`.
  public func stopIgnoring(_ user: String) async throws(ClientError) -> ActionOutcome {
    try await perform(.stopIgnoring, onUser: user)
  }

  /// Ignores an account, or stops ignoring it.
  ///
  /// Coral fails if the account is already in the wanted state, so after an unclear failure, the
  /// state is checked before the request is repeated.
  private func perform(
    _ operation: Operation, onUser user: String
  ) async throws(ClientError) -> ActionOutcome {
    if let refusal = try await refusalWithoutToken() { return .refused(refusal) }
    let api = try await apiForAction()
    let variables: JSONValue =
      switch api.server {
      case .talk4: ["id": .string(user)]
      case .coral: ["input": ["userID": .string(user), "clientMutationId": "0"]]
      }
    return try await api.perform(withEffect: "the list of ignored accounts was changed") {
      () -> ActionOutcome in
      try await api.act(operation, with: variables, retrySafety: .notRepeatable)
    } unlessFound: { () -> ActionOutcome? in
      let viewer = try? await api.fetchViewer()
      let isIgnored = viewer?.ignoredUsers.contains(user)
      return isIgnored == (operation == .ignore) ? .done(likes: nil) : nil
    }
  }
}

extension GraphQLClient {
  fileprivate func fetchViewer() async throws(ClientError) -> Viewer? {
    let answer = try await call(.account, with: [:])
    guard let viewer = answer.viewer, let id = viewer["id"]?.id else { return nil }
    let list = (answer.data["account"] ?? viewer)["ignoredUsers"]
    let ignored = (list?.elements ?? []).compactMap { $0["id"]?.id }
    return Viewer(id: id, name: viewer["username"]?.string, ignoredUsers: Set(ignored))
  }
}
