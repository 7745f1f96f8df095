import AtollArguments
import AtollBytes
import AtollComments
import AtollOperatingSystem
import CoralClient

/// The work of `atoll post`, `reply`, `edit`, `like`, `unlike` and `report`.
enum ActionRun {
  // MARK: Texts

  static func post(_ arguments: ActionArguments) throws {
    let story = try StoryReference(arguments.server)
    try send(arguments) { client, text in
      try await client.post(
        text, to: story, sendsAnyway: arguments.sendsAnyway,
        mayCreateStory: arguments.server.mayCreateStory)
    }
  }

  /// Sends the text of a comment; the text is saved in a file until the server has accepted it.
  static func send(
    _ arguments: ActionArguments,
    send: @escaping @Sendable (CoralClient, String) async throws -> PostOutcome
  ) throws {
    let console = Console(arguments.common)
    let client = try ServerAccess(arguments.server, on: console).client
    let text = try text(of: arguments, on: console)
    let draft = try UnsentText(text)
    let outcome: PostOutcome
    do {
      outcome = try Self.outcome(on: console) {
        try await send(client, text)
      } onInterruption: {
        console.say(
          .error, message: "interrupted; it is not known whether the comment arrived",
          advice: draft.note)
      }
    } catch let ending as CommandEnding {
      throw ending
    } catch {
      throw Failure(error).naming(draft)
    }
    switch outcome {
    case .published(let own):
      draft.discard()
      try console.report("published \(escapingInvisibles(own.comment.id))")
    case .heldForReview(let own):
      draft.discard()
      try console.report("held-for-review \(escapingInvisibles(own.comment.id))")
      console.note("a moderator reviews the comment before others can see it")
    case .rejected(let own, let hasBannedWord):
      try console.report("rejected \(escapingInvisibles(own.comment.id))", naming: draft)
      throw Failure(
        .refused,
        message: hasBannedWord
          ? "the server rejected the comment, because it contains a word that the site does not allow"
          : "the server rejected the comment; it gives no reason, which can be a word that the site"
            + " does not allow",
        advice: draft.note)
    case .refused(let refusal):
      try console.report("refused \(refusal.word)", naming: draft)
      let advice = refusal.canSendAnyway ? "--send-anyway asks a moderator to decide" : nil
      throw Failure(.refused, message: refusal.sentence, advice: advice).naming(draft)
    }
  }

  /// Performs an action, waits for it, and returns its outcome.
  ///
  /// Some errors are printed as refusals, too, such as a rejected token or a missing story.
  private static func outcome<Value: Sendable>(
    on console: Console, of action: @escaping @Sendable () async throws -> Value,
    onInterruption report: (() -> Void)? = nil
  ) throws -> Value {
    do {
      return try waitForResult(of: action, onInterruption: report)
    } catch let error as ClientError {
      guard let word = error.kind.refusalWord else { throw error }
      try console.report("refused \(word)")
      throw Failure(.refused, message: error.message, advice: error.advice)
    }
  }

  private static let maximumTextSize = 1 << 20

  private static func text(
    of arguments: ActionArguments, on console: Console
  ) throws -> String {
    let given = arguments.text == "-" ? nil : arguments.text
    var text = if let given { given } else { try standardInput(arguments, on: console) }
    while let last = text.last, last.isNewline { text.removeLast() }
    if text.unicodeScalars.contains("\0") {
      throw Failure(.badInput, message: "the text contains a NUL character")
    }
    if text.allSatisfy(\.isWhitespace) {
      throw Failure(commandLine: "the comment has no text", advice: "add --text TEXT")
    }
    return text
  }

  private static func standardInput(
    _ arguments: ActionArguments, on console: Console
  ) throws -> String {
    if arguments.server.tokenFile == "-" {
      throw Failure(
        commandLine: "both the token and the text are read from standard input",
        advice: "add --text TEXT, or put the token into a file")
    }
    if Terminal.isTerminal(0) {
      console.note("type the text, and end it with Ctrl-D on a new line")
    }
    let bytes = try attributingInputErrors(to: StoryInput.standardInputName) {
      try WholeFile.bytes(ofDescriptor: 0, atMost: maximumTextSize)
    }
    guard firstInvalidUTF8(in: bytes.span) == nil else {
      throw Failure(
        .badInput, message: "the text is not UTF-8", at: StoryInput.standardInputName)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Likes and reports

  static func act(
    _ arguments: ActionArguments, reporting word: String,
    by action: @escaping @Sendable (CoralClient, String) async throws -> ActionOutcome
  ) throws {
    let console = Console(arguments.common)
    let client = try ServerAccess(arguments.server, on: console).client
    let outcome = try outcome(on: console) {
      try await action(client, arguments.comment)
    }
    switch outcome {
    case .done(let likes):
      try console.report(word + (likes.map { " \($0)" } ?? ""))
    case .refused(let refusal):
      try console.report("refused \(refusal.word)")
      throw Failure(.refused, message: refusal.sentence)
    }
  }
}

/// A file with the text of a comment that the server has not accepted yet.
struct UnsentText {
  let path: String

  init(_ text: String) throws {
    let folder = try StateFolder("drafts")
    path = try folder.write(
      text + "\n", to: "\(SystemClock.currentMilliseconds)-\(currentProcessID).txt")
  }

  var note: String { "your text is saved in \(path)" }

  func discard() { try? Folders.removeFile(path) }
}

extension Console {
  /// Prints the outcome of an action.
  ///
  /// If that fails, the action has taken place nevertheless, so the error names its outcome.
  fileprivate func report(_ outcome: String, naming draft: UnsentText? = nil) throws {
    try translatingErrors(of: print("\(outcome)\n")) { (error: any Error) in
      var failure = Failure(error)
      failure.advice = "the outcome is: \(outcome)"
      return draft.map { failure.naming($0) } ?? failure
    }
  }
}

extension Failure {
  /// Returns the same failure with the path of the saved text in its advice.
  fileprivate func naming(_ draft: UnsentText) -> Failure {
    var failure = self
    failure.advice = advice.map { "\($0); \(draft.note)" } ?? draft.note
    return failure
  }
}
