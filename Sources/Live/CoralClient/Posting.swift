import AtollBytes

/// A post or reply that is being sent.
///
/// If it is not clear after a failure whether it arrived, the server is searched for it before it
/// is sent again.
struct Posting {
  let api: GraphQLClient
  let options: ClientOptions
  let text: String
  let story: String
  /// The id of the comment to reply to; `nil` for a comment at the root.
  var parent: String?
  /// The id of the parent's revision; `nil` if there is no parent, or if the server gives none.
  var parentRevisionID: String?
  let sendsAnyway: Bool

  /// The earlier comments of the caller; `nil` if the server does not list them.
  private var earlierComments: OwnComments?
  /// The time at which the caller began to wait.
  private let startTime: ContinuousClock.Instant

  init(
    _ api: GraphQLClient, options: ClientOptions, text: String, story: String,
    parent: String? = nil,
    parentRevisionID: String? = nil, sendsAnyway: Bool
  ) {
    self.api = api
    self.options = options
    self.text = CommentText.asSent(text)
    self.story = story
    self.parent = parent
    self.parentRevisionID = parentRevisionID
    self.sendsAnyway = sendsAnyway
    startTime = api.startTime ?? .now
  }

  mutating func run() async throws(ClientError) -> PostOutcome {
    earlierComments = try await OwnComments.fetchLatest(using: api)
    var nudge = !sendsAnyway
    var unclear: ClientError?
    var attempt = 1
    while true {
      switch await send(nudge: nudge) {
      case .answered(let outcome):
        guard unclear != nil, case .refused(let refusal) = outcome else { return outcome }
        if refusal.reason == .repeated {
          if let found = try await search().post { return found }
          throw repetitionError
        }
        guard refusal.canSendAnyway, sendsAnyway, nudge else { return outcome }
        // This proves that the comment had not arrived. Now the comment is sent without `nudge`, as
        // the caller wants.
        nudge = false
        continue
      case .failed(let failure):
        if unclear == nil || unclear?.rateLimitRefusal != nil,
          let refusal = failure.rateLimitRefusal
        {
          if let outcome = try await outcome(after: failure, attempt: attempt, refusal: refusal) {
            return outcome
          }
          unclear = failure
        } else {
          if failure.uncertainty == .none {
            throw unclear == nil ? failure : outcomeUnknownError(failure)
          }
          unclear = failure
          if let found = try await searchUntilCertain(after: failure) { return found }
          if attempt >= options.maximumAttempts { throw outcomeUnknownError(failure) }
        }
      }
      // With `nudge`, Coral rejects a text that repeats the last comment.
      nudge = true
      attempt += 1
    }
  }

  /// The error if the server refuses the second copy of a post as a repetition, but does not list
  /// the post.
  ///
  /// Coral shows users neither comments that wait for a moderator nor rejected ones. If the caller
  /// had posted the same text before, the refusal does not even prove that this post arrived.
  private var repetitionError: ClientError {
    if earlierComments?.remembered.contains(where: { api.hasText(in: $0, equalTo: text) }) ?? true {
      return outcomeUnknownError(
        ClientError(.refused, message: "the server reports a repetition, perhaps of an earlier one")
      )
    }
    return ClientError(
      .outcomeUnknown,
      message:
        "the comment arrived, but the server does not show it: it waits for a moderator, or was rejected",
      advice: "do not post it again")
  }

  private func outcomeUnknownError(_ error: ClientError?) -> ClientError {
    ClientError(
      .outcomeUnknown,
      message: "it is not known whether the comment arrived: \(error?.message ?? "cancelled")",
      advice: "look at the story before you post it again")
  }

  // MARK: Sending

  private enum SendResult {
    case answered(PostOutcome)
    case failed(ClientError)
  }

  private func send(nudge: Bool) async -> SendResult {
    do throws(ClientError) {
      let answer = try await api.asSignedIn {
        try await api.call(
          operation, with: ["input": input(nudge: nudge)], retrySafety: .notRepeatable)
      }
      return try await read(answer)
    } catch {
      return .failed(error)
    }
  }

  private var operation: Operation {
    switch api.server {
    case .talk4: .createComment
    case .coral: parent == nil ? .createComment : .createReply
    }
  }

  private func input(nudge: Bool) -> JSONValue {
    switch api.server {
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
        "parentRevisionID": parentRevisionID.map { .string($0) },
        "body": .string(CommentText.html(of: text)), "nudge": .bool(nudge),
        "clientMutationId": "0",
      ]
    }
  }

  private func read(_ answer: Answer) async throws(ClientError) -> SendResult {
    let payload = answer.data["createComment"] ?? answer.data["createCommentReply"]
    if let error = answer.firstRefusal(in: payload) {
      var refusal = try await api.refusal(error)
      // Talk has a single error code for everything that does not exist.
      if refusal.reason == .commentNotFound, parent == nil { refusal.reason = .storyNotFound }
      return .answered(.refused(refusal))
    }
    let value = payload?["edge"]?["node"] ?? payload?["comment"]
    let reasons = (payload?["actions"]?.elements ?? []).compactMap { $0["reason"]?.string }
    let namedStory = (value?["asset"] ?? value?["story"])?["id"]?.id
    guard let value, namedStory == nil || namedStory == story,
      let outcome = try await PostOutcome(value, from: api, reasons: reasons)
    else {
      throw ClientError(
        .badAnswer, message: "the answer does not contain the comment",
        uncertainty: .unknownButFinal)
    }
    return .answered(outcome)
  }

  // MARK: Searching

  /// Returns the outcome after a server or a proxy has asked to try again later; `nil` if the post
  /// can be sent again.
  ///
  /// Such an answer means that the post was not executed, but a proxy may be wrong, so the post is
  /// searched for, and sent again only if the search would have found it.
  private func outcome(
    after failure: ClientError, attempt: Int, refusal: Refusal
  ) async throws(ClientError) -> PostOutcome? {
    guard failure.uncertainty != .none else { return .refused(refusal) }
    let pause = max(api.connection.backoff(after: attempt), failure.retryAfter ?? .zero)
    guard attempt < options.maximumAttempts, api.connection.hasTime(for: pause, since: startTime)
    else { return (try? await search())?.post ?? .refused(refusal) }
    try await wait(pause)
    let (post, hasNewComments) = try await search()
    if let post { return post }
    switch try await resendDecision(after: failure.uncertainty, hasNewComments: hasNewComments) {
    case .now: return nil
    case .perhapsLater, .never: return .refused(refusal)
    }
  }

  /// Searches until the post is found, and returns it; returns `nil` as soon as it is certain that
  /// the post can be sent again.
  ///
  /// After a connection breaks off, the server is assumed to process the request for at most
  /// `options.timeout`.
  private func searchUntilCertain(after failure: ClientError) async throws(ClientError)
    -> PostOutcome?
  {
    guard earlierComments != nil, failure.kind != .cancelled else {
      throw outcomeUnknownError(failure)
    }
    let failed = ContinuousClock.now
    var round = 1
    while startTime.duration(to: .now) < options.retryTimeout {
      var pause = api.connection.backoff(after: round)
      // If the server asks for a longer pause than there is time for, the usual pause is used.
      if round == 1, let requestedWait = failure.retryAfter,
        api.connection.hasTime(for: requestedWait, since: startTime)
      {
        pause = max(pause, requestedWait)
      }
      try await wait(pause)
      if failure.uncertainty == .pendingBriefly, round > 1 {
        try await wait(options.timeout - failed.duration(to: .now))
      }
      let (post, hasNewComments) = try await search()
      if let post { return post }
      round += 1
      if failure.uncertainty == .pendingBriefly, failed.duration(to: .now) < options.timeout {
        continue
      }
      switch try await resendDecision(
        after: failure.uncertainty, hasNewComments: hasNewComments)
      {
      case .now: return nil
      case .perhapsLater: continue
      case .never: throw outcomeUnknownError(failure)
      }
    }
    throw outcomeUnknownError(failure)
  }

  private func wait(_ time: Duration) async throws(ClientError) {
    if time <= .zero { return }
    do { try await Task.sleep(for: time) } catch { throw outcomeUnknownError(nil) }
  }

  /// Returns the post if it is among the caller's newer comments, and whether there are any newer
  /// comments.
  private func search() async throws(ClientError) -> (post: PostOutcome?, hasNewComments: Bool) {
    let newer = try await throwingOutcomeUnknown(await earlierComments?.fetchNewer() ?? [])
    let found = newer.first { value in
      api.hasText(in: value, equalTo: text) && value["parent"]?["id"]?.id == parent
        && (value["asset"] ?? value["story"])?["id"]?.id == story
    }
    guard let found else { return (nil, !newer.isEmpty) }
    return (try await PostOutcome(found, from: api), !newer.isEmpty)
  }

  private enum ResendDecision { case now, perhapsLater, never }

  /// Returns whether, and when, a post that was not found on the server can be sent again.
  ///
  /// Both servers hide a comment that waits for a moderator even from its author, so a post that is
  /// not found may still have arrived. Coral then rejects the second copy if it repeats the
  /// account's last comment, unless the account belongs to staff. Talk never rejects it.
  ///
  /// Coral compares long before it stores a comment, so the comparison does not help while Coral
  /// may still be processing the first request.
  private func resendDecision(
    after uncertainty: EffectUncertainty, hasNewComments: Bool
  ) async throws(ClientError) -> ResendDecision {
    if uncertainty == .pendingIndefinitely { return .perhapsLater }
    if case .coral = api.server {
      return earlierComments?.isOfStaff == false && !hasNewComments ? .now : .never
    }
    let story = try await throwingOutcomeUnknown(
      await api.findStory(.id(story), mayCreateStory: false).story)
    return story["settings"]?["moderation"]?.string == "PRE" ? .never : .now
  }

  /// Returns an answer of the server; throws `outcomeUnknown` if there is none.
  private func throwingOutcomeUnknown<Value>(
    _ answer: @autoclosure () async throws(ClientError) -> Value
  ) async throws(ClientError) -> Value {
    do { return try await answer() } catch { throw outcomeUnknownError(error) }
  }
}
