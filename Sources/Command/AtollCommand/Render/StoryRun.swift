import Atoll
import Comments

/// What every command that reads a story does first, and what it says about it.
struct StoryRun {
  let invocation: Invocation
  let console: Console
  let options: Options
  let destination: Destination
  let surroundings: Surroundings
  private(set) var story: Story
  private(set) var account: RunAccount
  private(set) var progress: Progress

  /// Reads the story that a command line names.
  ///
  /// The options were made of the same line, once, since what they read may be a pipe.
  init(
    _ invocation: Invocation, _ options: Options, _ surroundings: Surroundings
  ) throws(Stop) {
    self.invocation = invocation
    self.options = options
    self.surroundings = surroundings
    let report = ReportTarget(invocation)
    // Words between the lines of a report would make it unreadable for machines.
    console = Console(invocation, isQuiet: report == .standardError)
    destination = Destination(invocation.value(OutputOptions.output))
    try destination.check(apartFrom: invocation.inputs)
    if case .file(let path) = report {
      try Destination(path).check()
      try Self.refuseOneFileForBoth(invocation, path)
    }
    progress = Progress(
      invocation, isQuiet: console.isQuiet, sharesTerminal: surroundings.isTerminal)

    let (sources, diagnostics) = try StoryInput.sources(of: invocation)
    account = RunAccount(
      inputs: sources.map(\.name), target: report, diagnostics: diagnostics)
    progress.tell(Progress.Step(name: "reading \(account.inputs.first ?? "")"))
    do {
      let reading = try Reading(
        consume sources, as: invocation.word(InputOptions.from),
        storyID: invocation.value(InputOptions.story))
      account.note(reading)
      story = reading.story
    } catch {
      throw Stop(error)
    }
    progress.finish()
    sayWhatWasRead()
    warnAboutUnknownIDs()
  }

  /// What the input was taken for, so that a wrong guess cannot be missed.
  private func sayWhatWasRead() {
    for note in account.notes { console.say(.note, note, at: account.onlyInput) }
  }

  private func warnAboutUnknownIDs() {
    for id in invocation.values(ChoiceOptions.fold) where story.position(of: id) == nil {
      console.say(.warning, "--fold: the story has no comment '\(id)'")
    }
  }

  /// The report is written last, and would stand in place of the result.
  private static func refuseOneFileForBoth(
    _ invocation: Invocation, _ report: String
  ) throws(Stop) {
    guard let output = invocation.value(OutputOptions.output), isOneFile(output, report) else {
      return
    }
    throw .usage(
      UsageError(
        invocation.path, "--output and --report name the same file '\(report)'",
        advice: "give each a file of its own"))
  }

  /// Prints the headers that the result should be served with.
  func printHeaders(_ headers: [(name: String, value: String)]) throws(Stop) {
    for header in headers { try console.print("\(header.name): \(header.value)\n") }
  }

  // MARK: The terminal

  /// Where a result for the terminal goes.
  func screen() -> ScreenOutput {
    ScreenOutput(
      surroundings, pages: invocation.has(TerminalChoice.pager, default: true), console: console)
  }

  /// Shows a whole result on the terminal.
  func show(_ bytes: [UInt8]) throws(Stop) {
    var screen = screen()
    try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(Stop) in
      try unsafe screen.write(buffer)
    }
    try screen.finish()
  }

  // MARK: Diagnostics

  /// Ends the run if there is anything to report and the user asked for nothing less than flawless.
  ///
  /// Called before anything is written, and again when all is rendered and not yet in its place.
  mutating func refuseIfStrict() throws(Stop) {
    guard invocation.has(MessageOptions.strict), !account.diagnostics.isEmpty else { return }
    progress.finish()
    sayDiagnostics()
    try account.write()
    let count = account.diagnostics.count
    throw .failure(
      .badInput, "\(count) \(count == 1 ? "thing" : "things") to report, and --strict was given",
      advice: "nothing was written")
  }

  /// Ends the run without a result if no comment is new and the user wants none then.
  mutating func endIfNothingIsNew() throws(Stop) {
    guard invocation.has(NewsOptions.skipEmpty), options.newCommentCount(in: story) == 0 else {
      return
    }
    try finish(bytesWritten: 0)
    console.say(.note, "no comment is new; nothing was written", at: account.onlyInput)
    throw .nothingNew
  }

  mutating func note(_ report: Report) { account.note(report) }

  mutating func tell(_ step: @autoclosure () -> Progress.Step) { progress.tell(step()) }

  /// Says what there is to report, after the result is in its place.
  mutating func finish(bytesWritten: Int) throws(Stop) {
    progress.finish()
    account.bytesWritten = bytesWritten
    sayDiagnostics()
    try account.write()
  }

  private func sayDiagnostics() {
    console.say(
      account.diagnostics, in: account.onlyInput,
      advice: "--report=FILE writes up to \(DiagnosticList.limitPerCode) of each kind to a file")
  }
}

extension Console {
  private static let mostDiagnostics = 20

  /// Writes the first of some diagnostics as warnings, and how many more there are.
  ///
  /// Of each kind only some are ever kept; the others are counted by a diagnostic of their own.
  func say(_ diagnostics: [Diagnostic], in input: String?, advice: String? = nil) {
    let kept = diagnostics.filter { $0.code != .suppressed }
    for diagnostic in kept.prefix(Self.mostDiagnostics) {
      say(
        .warning, "\(diagnostic.message) [\(diagnostic.code.rawValue)]",
        at: diagnostic.place.told(in: input))
    }
    let more = kept.count - Self.mostDiagnostics
    if more > 0 { say(.note, "\(more) more", advice: advice) }
    for diagnostic in diagnostics where diagnostic.code == .suppressed {
      say(.note, diagnostic.message, at: diagnostic.place.told(in: input))
    }
  }
}

extension Diagnostic.Place {
  /// The place as a compiler would name it.
  func told(in input: String?) -> String? {
    switch self {
    case .path(let path): input.map { "\($0): \(path)" } ?? path
    case .byte(let offset, of: let name): "\(name): byte \(offset)"
    case .comment(let id): "\(input.map { "\($0): " } ?? "")comment \(id)"
    case .input: input
    }
  }
}

extension Stop {
  /// An error of the library, with the exit code of its kind.
  init(_ error: AtollError) {
    let code: ExitCode =
      switch error.kind {
      case .input: .badInput
      case .template, .style: .configuration
      case .options: .usage
      case .output: .inputOutput
      }
    var failure = CommandFailure(code, error.message, at: error.place, advice: error.advice)
    failure.details = error.details.split(separator: "\n").map(String.init)
    self = .failure(failure)
  }
}
