import Comments
import CoralClient
import OperatingSystem

/// `atoll post`, `reply`, `edit`, `like`, `unlike` and `report`.
enum ActionRun {
  // MARK: Words

  static func post(_ invocation: Invocation) throws(Stop) {
    let story = try StoryReference(invocation)
    let anyway = invocation.has(ActionOptions.anyway)
    let mayCreate = invocation.has(ServerOptions.create)
    try write(invocation) { (client, text) async throws(ClientError) in
      try await client.post(text, to: story, anyway: anyway, mayCreate: mayCreate)
    }
  }

  static func reply(_ invocation: Invocation) throws(Stop) {
    let comment = invocation.operands.first ?? ""
    let anyway = invocation.has(ActionOptions.anyway)
    try write(invocation) { (client, text) async throws(ClientError) in
      try await client.reply(text, to: comment, anyway: anyway)
    }
  }

  static func edit(_ invocation: Invocation) throws(Stop) {
    let comment = invocation.operands.first ?? ""
    try write(invocation) { (client, text) async throws(ClientError) in
      try await client.edit(comment, to: text)
    }
  }

  /// Sends words, which are in a file from before they leave until they have arrived.
  private static func write(
    _ invocation: Invocation,
    _ send: @escaping @Sendable (CoralClient, String) async throws(ClientError) -> PostOutcome
  ) throws(Stop) {
    let console = Console(invocation)
    let access = try ServerAccess(invocation, console)
    let text = try words(invocation)
    let draft = try Draft(text)
    let client = access.client
    let outcome: PostOutcome
    do throws(Stop) {
      outcome = try Self.outcome(console) { () async throws(ClientError) in
        try await send(client, text)
      }
    } catch {
      throw error.telling(draft)
    }
    switch outcome {
    case .published(let own):
      draft.discard()
      try console.print("published \(visible(own.comment.id))\n")
    case .heldForReview(let own):
      draft.discard()
      try console.print("held-for-review\(own.map { " \(visible($0.comment.id))" } ?? "")\n")
      console.say(.note, "a moderator looks at the comment before others can see it")
    case .bannedWord(let own):
      try console.print("banned-word \(visible(own.comment.id))\n")
      throw Stop.failure(
        .refused, "the comment is not shown, because of a word that the site does not allow",
        advice: "your words are kept in \(draft.path)")
    case .refused(let refusal):
      try console.print("refused \(refusal.word)\n")
      let advice = refusal.canSendAnyway ? "--send-anyway leaves it to a moderator; your" : "your"
      throw Stop.failure(
        .refused, refusal.told, advice: "\(advice) words are kept in \(draft.path)")
    }
  }

  /// Waits for an action.
  ///
  /// A token that the server does not accept has a refusal of its own, although the action was never sent.
  private static func outcome<Value: Sendable>(
    _ console: Console, of action: @escaping @Sendable () async throws(ClientError) -> Value
  ) throws(Stop) -> Value {
    let result = try waiting { () async throws(ClientError) -> Result<Value, ClientError> in
      do throws(ClientError) { return .success(try await action()) } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(let value): return value
    case .failure(let error):
      if error.kind == .tokenRejected { try console.print("refused token-rejected\n") }
      throw Stop(error)
    }
  }

  private static let mostBytes = 1 << 20

  private static func words(_ invocation: Invocation) throws(Stop) -> String {
    var text = invocation.value(ActionOptions.text)
    if text == nil {
      if invocation.value(ServerOptions.tokenFile) == "-" {
        throw .usage(
          UsageError(
            invocation.path, "the token and the words both from standard input",
            advice: "write --text WORDS, or put the token into a file"))
      }
      do {
        let bytes = try WholeFile.bytes(ofDescriptor: 0, atMost: mostBytes)
        text = String(decoding: bytes, as: UTF8.self)
      } catch {
        throw StoryInput.stop(error, reading: StoryInput.standardInputName)
      }
    }
    var words = text ?? ""
    while let last = words.last, last.isNewline { words.removeLast() }
    if words.allSatisfy(\.isWhitespace) {
      throw .usage(UsageError(invocation.path, "no words", advice: "write --text WORDS"))
    }
    return words
  }

  // MARK: Likes and reports

  static func like(_ invocation: Invocation) throws(Stop) {
    try act(invocation, "liked") { (client, comment) async throws(ClientError) in
      try await client.like(comment)
    }
  }

  static func unlike(_ invocation: Invocation) throws(Stop) {
    try act(invocation, "unliked") { (client, comment) async throws(ClientError) in
      try await client.unlike(comment)
    }
  }

  static func report(_ invocation: Invocation) throws(Stop) {
    let reason: CoralClient.ReportReason = invocation.word(ActionOptions.reason) ?? .offensive
    let details = invocation.value(ActionOptions.details)
    try act(invocation, "reported") { (client, comment) async throws(ClientError) in
      try await client.report(comment, because: reason, details: details)
    }
  }

  private static func act(
    _ invocation: Invocation, _ word: String,
    _ action: @escaping @Sendable (CoralClient, String) async throws(ClientError) -> ActionOutcome
  ) throws(Stop) {
    let console = Console(invocation)
    let client = try ServerAccess(invocation, console).client
    let comment = invocation.operands.first ?? ""
    let outcome = try outcome(console) { () async throws(ClientError) in
      try await action(client, comment)
    }
    switch outcome {
    case .done(let likes):
      try console.print(word + (likes.map { " \($0)" } ?? "") + "\n")
    case .refused(let refusal):
      try console.print("refused \(refusal.word)\n")
      throw Stop.failure(.refused, refusal.told)
    }
  }
}

/// The words of a comment in a file of their own, until they have arrived.
struct Draft {
  let path: String

  init(_ text: String) throws(Stop) {
    let folder = try UserFolder("drafts")
    path = try folder.write(
      text + "\n", to: "\(SystemClock.currentMilliseconds)-\(currentProcess).txt")
  }

  func discard() { try? Folders.removeFile(path) }
}

extension Stop {
  /// The same, with the place where the words are.
  fileprivate func telling(_ draft: Draft) -> Stop {
    guard case .failure(var failure) = self else { return self }
    let words = "your words are kept in \(draft.path)"
    failure.advice = failure.advice.map { "\($0); \(words)" } ?? words
    return .failure(failure)
  }
}
