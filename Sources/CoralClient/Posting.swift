/// One post or reply: sent, and after an unclear failure looked for before it is sent again.
struct Posting {
  let graph: GraphQL
  let options: ClientOptions
  let text: String
  let story: String
  /// The comment it answers, and the revision of it, where the server wants to know.
  var parent: String?
  var parentRevision: String?
  let sendsAnyway: Bool

  /// What the caller had written before: nothing of it can be what is being posted.
  private var known: Set<String> = []
  /// The same words were posted before, so a server that finds them repeated says nothing new.
  private var hasTwin = false

  /// How far back own comments are looked at.
  private static let lookBack = 50

  init(
    _ graph: GraphQL, _ options: ClientOptions, text: String, story: String, parent: String? = nil,
    parentRevision: String? = nil, sendsAnyway: Bool
  ) {
    self.graph = graph
    self.options = options
    self.text = text
    self.story = story
    self.parent = parent
    self.parentRevision = parentRevision
    self.sendsAnyway = sendsAnyway
  }

  mutating func run() async throws(ClientError) -> PostOutcome {
    let canLook = try await rememberKnown()
    let clock = ContinuousClock()
    let start = clock.now
    var nudge = !sendsAnyway
    var unclear: ClientError?
    var round = 1
    while true {
      switch await send(nudge: nudge) {
      case .answered(let outcome):
        guard unclear != nil, case .refused(let refusal) = outcome else { return outcome }
        if refusal.reason == .repeated, !hasTwin { return .heldForReview(nil) }
        guard refusal.canSendAnyway, sendsAnyway, nudge, refusal.reason != .repeated else {
          return outcome
        }
        // So it had not arrived; now as the caller wants it.
        nudge = false
        continue
      case .failed(let failure):
        guard failure.mayHaveActed else {
          if case .rateLimited(let wait) = failure.error.kind {
            return .refused(Refusal(.rateLimited(retryAfter: wait), failure.error.message))
          }
          throw unclear == nil ? failure.error : notKnown(failure.error)
        }
        unclear = failure.error
      }
      guard canLook, unclear?.kind != .cancelled else { throw notKnown(unclear) }
      try await wait(after: round)
      if let found = try await look() { return found }
      guard start.duration(to: clock.now) < options.patience, round < options.attempts,
        try await maySendAgain()
      else { throw notKnown(unclear) }
      // Coral says whether it has the words already if it is asked to be picky.
      nudge = true
      round += 1
    }
  }

  private func wait(after round: Int) async throws(ClientError) {
    // A server that was slow may still be at it.
    do { try await Task.sleep(for: graph.connection.backoff(after: round)) } catch {
      throw notKnown(nil)
    }
  }

  private func notKnown(_ error: ClientError?) -> ClientError {
    ClientError(
      .unclear,
      "it is not known whether the comment arrived: \(error?.message ?? "cancelled")",
      advice: "look at the story before you post it again")
  }

  // MARK: Sending

  private enum Sent {
    case answered(PostOutcome)
    case failed(CallFailure)
  }

  private func send(nudge: Bool) async -> Sent {
    do throws(CallFailure) {
      let answer = try await graph.asSignedIn { () async throws(CallFailure) in
        try await graph.call(operation, ["input": input(nudge: nudge)], .once)
      }
      return try await read(answer)
    } catch {
      return .failed(error)
    }
  }

  private var operation: Operation {
    switch graph.server {
    case .talk4: .createComment
    case .coral: parent == nil ? .createComment : .createReply
    }
  }

  private func input(nudge: Bool) -> JSONValue {
    switch graph.server {
    case .talk4(let schema):
      func has(_ field: String) -> Bool { schema.fields.contains("CreateCommentInput.\(field)") }
      return [
        "asset_id": .string(story), "parent_id": parent.map { .string($0) },
        "body": .string(text),
        "richTextBody": has("richTextBody") ? .string(CommentText.html(of: text)) : nil,
        "checkToxicity": has("checkToxicity") && nudge ? true : nil,
        "checkSpam": has("checkSpam") && nudge ? true : nil,
      ]
    case .coral:
      return [
        "storyID": .string(story), "parentID": parent.map { .string($0) },
        "parentRevisionID": parentRevision.map { .string($0) },
        "body": .string(CommentText.html(of: text)), "nudge": .bool(nudge),
        "clientMutationId": "0",
      ]
    }
  }

  private func read(_ answer: Answer) async throws(CallFailure) -> Sent {
    let payload = answer.data["createComment"] ?? answer.data["createCommentReply"]
    if let error = answer.firstRefusal(in: payload) {
      var refusal = try await graph.refusal(error)
      // Talk has one word for everything that is not there.
      if refusal.reason == .commentNotFound, parent == nil { refusal.reason = .storyNotFound }
      return .answered(.refused(refusal))
    }
    let value = payload?["edge"]?["node"] ?? payload?["comment"]
    let reasons = (payload?["actions"]?.elements ?? []).compactMap { $0["reason"]?.text }
    guard let value, let outcome = PostOutcome(value, from: graph.server, reasons: reasons) else {
      throw CallFailure(
        ClientError(.badAnswer, "the answer does not hold the comment"), mayHaveActed: true)
    }
    return .answered(outcome)
  }

  // MARK: Looking

  /// Remembers what the caller wrote before; false where the server cannot be asked for that.
  private mutating func rememberKnown() async throws(ClientError) -> Bool {
    if graph.persisted != nil, graph.persisted?.stock(for: .ownComments, [:]) == nil {
      return false
    }
    do throws(CallFailure) {
      let own = try await ownComments()
      known = Set(own.compactMap { $0["id"]?.id })
      hasTwin = own.contains { saysTheSame($0) }
      return true
    } catch {
      if error.error.kind == .refused { return false }
      throw error.error
    }
  }

  private func ownComments() async throws(CallFailure) -> [JSONValue] {
    let answer = try await graph.call(.ownComments, ["first": JSONValue(Self.lookBack)])
    return (answer.data["me"] ?? answer.data["viewer"])?["comments"]?["nodes"]?.elements ?? []
  }

  /// The post, if it is among what the caller wrote since.
  private func look() async throws(ClientError) -> PostOutcome? {
    let own: [JSONValue]
    do throws(CallFailure) { own = try await ownComments() } catch { throw notKnown(error.error) }
    let found = own.first { value in
      guard let id = value["id"]?.id, !known.contains(id) else { return false }
      return saysTheSame(value) && value["parent"]?["id"]?.id == parent
        && (value["asset"] ?? value["story"])?["id"]?.id == story
    }
    return found.flatMap { PostOutcome($0, from: graph.server) }
  }

  private func saysTheSame(_ value: JSONValue) -> Bool {
    switch graph.server {
    case .talk4:
      value["body"]?.text?.split(whereSeparator: \.isWhitespace)
        == text.split(whereSeparator: \.isWhitespace)
    case .coral:
      value["body"].flatMap(\.text).map { CommentText.saysTheSame($0, as: text) } ?? false
    }
  }

  /// Whether a post that looking did not find can be sent again.
  ///
  /// Coral tells a repetition by itself. Talk does not, and shows nobody, not even its author, what
  /// waits for a moderator: where every comment does, not having found it says nothing.
  private func maySendAgain() async throws(ClientError) -> Bool {
    guard case .talk4 = graph.server else { return true }
    let (_, story) = try await graph.findStory(.id(story), mayCreate: false)
    return story["settings"]?["moderation"]?.text != "PRE"
  }
}
