import AtollBytes

extension CoralClient {
  /// The reason why a comment is reported.
  public enum ReportReason: String, Hashable, Sendable, CaseIterable {
    /// The comment offends.
    case offensive
    /// The comment attacks a person.
    ///
    /// Servers without this reason get `offensive`.
    case abusive
    /// The comment is advertising.
    case spam
    /// Something else, best explained in the details.
    case other
  }

  /// Likes a comment; liking it twice has no further effect.
  public func like(_ comment: String) async throws(ClientError) -> ActionOutcome {
    try await act(on: comment, isDone: { $0.ownLike != nil }) { api, target in
      switch api.server {
      case .talk4(let schema):
        guard schema.hasLikes else { return .refused(Refusal(.notSupported)) }
        return try await api.act(.like, with: ["id": .string(comment)])
      case .coral:
        return try await api.act(
          .like, with: api.reactionVariables(for: target, withRevision: true))
      }
    }
  }

  /// Removes the reader's like; nothing happens if there is none.
  public func unlike(_ comment: String) async throws(ClientError) -> ActionOutcome {
    try await act(on: comment, isDone: { $0.ownLike == nil }) { api, target in
      switch api.server {
      case .talk4:
        guard let action = target.ownLike?.string else { return .done(likes: nil) }
        return try await api.act(.unlike, with: ["id": .string(action)])
      case .coral(let version):
        let withRevision = version >= ServerVersion(6, minor: 16, patch: 1)
        return try await api.act(
          .unlike, with: api.reactionVariables(for: target, withRevision: withRevision))
      }
    }
  }

  /// The maximum length of a report's details on Coral, in UTF-16 code units.
  private static let maximumDetailsLength = 500

  /// Reports a comment to the moderators, with optional details.
  ///
  /// Coral accepts details of up to 500 characters, counted in UTF-16 code units; longer ones are
  /// refused as `Refusal.Reason.tooLong`.
  public func report(
    _ comment: String, because reason: ReportReason, details: String? = nil
  ) async throws(ClientError) -> ActionOutcome {
    try await act(on: comment, isDone: { $0.hasOwnAction("Flag", or: "flag") }) { api, target in
      let words = details.map { JSONValue.string($0) }
      switch api.server {
      case .talk4:
        return try await api.act(
          .report,
          with: [
            "flag": [
              "item_id": .string(comment), "item_type": "COMMENTS",
              "reason": .string(reason.talk4Word), "message": words,
            ]
          ])
      case .coral(let version):
        if let details, details.utf16.count > Self.maximumDetailsLength {
          return .refused(
            Refusal(
              .tooLong, message: "details have at most \(Self.maximumDetailsLength) characters"))
        }
        return try await api.act(
          .report,
          with: [
            "input": [
              "commentID": .string(comment),
              "commentRevisionID": target.revision.map { .string($0) },
              "reason": .string(reason.coralWord(version)), "additionalDetails": words,
              "clientMutationId": "0",
            ]
          ])
      }
    }
  }

  /// Reports that the reader disagrees with a comment; only moderators see that.
  public func disagree(_ comment: String) async throws(ClientError) -> ActionOutcome {
    try await act(on: comment, isDone: { $0.hasOwnAction("DontAgree", or: "dontAgree") }) {
      api, target in
      switch api.server {
      case .talk4:
        return try await api.act(
          .disagree,
          with: ["dontagree": ["item_id": .string(comment), "item_type": "COMMENTS"]])
      case .coral:
        return try await api.act(
          .disagree, with: api.reactionVariables(for: target, withRevision: true))
      }
    }
  }

  /// Performs an action on a comment.
  ///
  /// If it is unclear after a failure whether the action took effect, the comment is fetched to
  /// find out.
  private func act(
    on comment: String, isDone: (ActionTarget) -> Bool,
    action: (GraphQLClient, ActionTarget) async throws -> ActionOutcome
  ) async throws(ClientError) -> ActionOutcome {
    if let refusal = try await refusalWithoutToken() { return .refused(refusal) }
    let api = try await apiForAction()
    guard let target = try await api.fetchTarget(comment) else {
      return .refused(Refusal(.commentNotFound))
    }
    // Coral's deleted comments have no revision, which every action needs.
    if case .coral = api.server, target.revision == nil {
      return .refused(Refusal(.commentNotFound, message: "the comment was deleted"))
    }
    do {
      return try await action(api, target)
    } catch {
      let error = ClientError(error)
      if let refusal = error.rateLimitRefusal { return .refused(refusal) }
      guard error.uncertainty != .none, error.kind != .cancelled,
        let now = try? await api.fetchTarget(comment), isDone(now)
      else { throw error }
      return .done(likes: now.likes)
    }
  }
}

extension CoralClient.ReportReason {
  fileprivate var talk4Word: String {
    switch self {
    case .offensive, .abusive: "COMMENT_OFFENSIVE"
    case .spam: "COMMENT_SPAM"
    case .other: "COMMENT_OTHER"
    }
  }

  fileprivate func coralWord(_ version: ServerVersion) -> String {
    switch self {
    case .offensive: "COMMENT_REPORTED_OFFENSIVE"
    case .abusive:
      version < ServerVersion(6, minor: 3)
        ? "COMMENT_REPORTED_OFFENSIVE" : "COMMENT_REPORTED_ABUSIVE"
    case .spam: "COMMENT_REPORTED_SPAM"
    case .other: "COMMENT_REPORTED_OTHER"
    }
  }
}

extension ActionTarget {
  private static let likeTypes = ["Like", "Respect", "Love", "Upvote"].map { "\($0)ActionSummary" }

  /// The caller's own like; `nil` if there is none.
  ///
  /// On Talk, this is the id of the like, which is needed to remove it; on Coral, it is `true`.
  fileprivate var ownLike: JSONValue? {
    if let id = ownAction(ofTypes: Self.likeTypes)?["id"] { return id }
    guard comment["viewerActionPresence"]?["reaction"]?.bool == true else { return nil }
    return true
  }

  /// Returns whether the caller has acted, given the action's names on Talk and on Coral.
  fileprivate func hasOwnAction(_ talkName: String, or coralName: String) -> Bool {
    ownAction(ofTypes: ["\(talkName)ActionSummary"]) != nil
      || comment["viewerActionPresence"]?[coralName]?.bool == true
  }

  /// Returns the caller's own action from the summaries of the given types, which only Talk has.
  private func ownAction(ofTypes types: [String]) -> JSONValue? {
    (comment["action_summaries"]?.elements ?? []).first { summary in
      types.contains(summary["__typename"]?.string ?? "") && summary["current_user"] != nil
    }?["current_user"]
  }

  /// The comment's number of likes, if Coral gives it.
  fileprivate var likes: Int? { comment["actionCounts"]?["reaction"]?["total"]?.int }
}

extension GraphQLClient {
  fileprivate func reactionVariables(for target: ActionTarget, withRevision: Bool) -> JSONValue {
    [
      "input": [
        "commentID": .string(target.id),
        "commentRevisionID": withRevision ? target.revision.map { .string($0) } : nil,
        "clientMutationId": "0",
      ]
    ]
  }

  /// Performs an action.
  ///
  /// By default, the call may be repeated, so the action must be idempotent.
  func act(
    _ operation: Operation, with variables: JSONValue, retrySafety: RetrySafety = .repeatable
  ) async throws(ClientError) -> ActionOutcome {
    let answer = try await asSignedIn {
      try await call(operation, with: variables, retrySafety: retrySafety)
    }
    var payload: JSONValue?
    if case .object(let members) = answer.data {
      payload = members.first { $0.value != .null }?.value
    }
    if let error = answer.firstRefusal(in: payload) {
      // Talk returns this code if the caller has already reported the comment.
      if error.code == "ALREADY_EXISTS" { return .done(likes: nil) }
      return .refused(try await refusal(error))
    }
    return .done(likes: payload?["comment"]?["actionCounts"]?["reaction"]?["total"]?.int)
  }
}
