import Bytes

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
  public func viewer() async throws(ClientError) -> Viewer? {
    guard try await connection.tokens.current() != nil else { return nil }
    let graph = try await graph()
    guard let viewer = try await graph.ask(.account, [:]).viewer, let id = viewer["id"]?.id else {
      return nil
    }
    let ignored = (viewer["ignoredUsers"]?.elements ?? []).compactMap { $0["id"]?.id }
    return Viewer(id: id, name: viewer["username"]?.string, ignoredUsers: Set(ignored))
  }

  /// Hides the comments of an account, and everything below them, from the reader.
  public func ignore(_ user: String) async throws(ClientError) -> ActionOutcome {
    try await change(.ignore, user)
  }

  /// Shows the comments of an account again.
  public func stopIgnoring(_ user: String) async throws(ClientError) -> ActionOutcome {
    try await change(.stopIgnoring, user)
  }

  private func change(
    _ operation: Operation, _ user: String
  ) async throws(ClientError) -> ActionOutcome {
    if let refusal = try await refusalWithoutToken() { return .refused(refusal) }
    let graph = try await graphForAction()
    let variables: JSONValue =
      switch graph.server {
      case .talk4: ["id": .string(user)]
      case .coral: ["input": ["userID": .string(user), "clientMutationId": "0"]]
      }
    do throws(CallFailure) { return try await graph.act(operation, variables) } catch {
      throw error.error
    }
  }
}
