import Atoll
import AtollArguments
import AtollBytes
import AtollComments
import AtollOperatingSystem

/// A run of a command that reads a story: its input, its destination, and its messages.
struct StoryRun {
  let arguments: StoryArguments
  let console: Console
  let options: Options
  let destination: Destination
  let context: TerminalContext
  private(set) var story: Story
  private(set) var report: RunReport
  private(set) var progress: Progress

  /// Creates a run by reading the story that the arguments name.
  ///
  /// The caller creates `options` from the same arguments. They are created only once, because an
  /// option can name a pipe, which can be read only once.
  init(
    _ arguments: StoryArguments, options: Options, in context: TerminalContext
  ) throws {
    (self.arguments, self.options, self.context) = (arguments, options, context)
    console = arguments.console
    destination = Destination(arguments.output)
    try destination.check()
    if case .file(let path) = arguments.report { try Destination(path).check() }
    progress = Progress(
      arguments.progress, isQuiet: console.isQuiet, sharesTerminal: context.isTerminal)

    if let notification = arguments.notification, arguments.isNotificationAlone {
      story = notification.story
      report = RunReport(
        inputs: [arguments.notificationFile ?? ""], target: arguments.report, diagnostics: [])
      return
    }
    var input = try StoryInput(arguments)
    report = RunReport(
      inputs: input.sources.map(\.name), target: arguments.report,
      diagnostics: input.diagnostics)
    LargeMemory.growHeap(by: 2 * input.totalBytes)
    progress.show(Progress.Step(name: "reading \(report.inputs.first ?? "")"))
    let reading = try Reading(
      input.takeSources(), as: arguments.form, storyID: arguments.storyID)
    report.add(reading)
    story = reading.story
    report.previous = arguments.previous
    progress.finish()
    let isWhole =
      arguments.server.serverAddress != nil && !report.diagnostics.sayPartIsMissing
    try checkStoryOfNotification()
    if let notification = arguments.notification, !notification.isContained(in: story) {
      try replaceStory(withTextOf: notification, isStoryWhole: isWhole)
    }
    if let roots = options.roots, roots.lowerBound > 0, roots.lowerBound >= story.rootCount {
      throw Failure(
        .badInput,
        message: "the story has \(counted(story.rootCount, noun: "root comment")), so --roots "
          + "\(roots.lowerBound)..\(roots.upperBound) shows none", at: report.onlyInput,
        advice: "the first root comment is 0")
    }
    // The detected form is always reported, so that a wrong guess is noticed.
    for note in report.notes { console.note(note, at: report.onlyInput) }
    for id in arguments.display.foldedIDs where story.position(of: id) == nil {
      console.warn("--fold: the story has no comment '\(id)'")
    }
    if let previous = arguments.previous, !previous.id.isEmpty, !story.id.isEmpty,
      previous.id != story.id
    {
      throw Failure(
        .badInput, message: "--previous: this is the story '\(previous.id)', not '\(story.id)'",
        at: previous.path, advice: "give an earlier state of the same story")
    }
  }

  /// Throws an error if the notification is about another story.
  private func checkStoryOfNotification() throws {
    guard let named = arguments.notification?.story.id, !named.isEmpty, !story.id.isEmpty,
      named != story.id
    else { return }
    throw Failure(
      .badInput,
      message: "the notification is about the story '\(named)', and the input is '\(story.id)'",
      at: arguments.notificationFile, advice: "give the story that it is about")
  }

  /// Replaces the story with the text in a notification.
  ///
  /// This is called if the story lacks the notification's comment, or the comment that it answers.
  ///
  /// The run ends without a result if the comment was removed after the notification was sent. It
  /// was removed if the story has its tombstone. It was also removed if it is missing from a whole
  /// story, or from one from which unpublished comments were dropped.
  private mutating func replaceStory(
    withTextOf notification: CoralNotification, isStoryWhole: Bool
  ) throws {
    let isMissing = story.position(of: notification.commentID) == nil
    let isGone =
      notification.isGone(from: story) || isMissing && (isStoryWhole || report.unpublishedCount > 0)
    // The comment of a notification about a rejection is expected to be gone.
    if isGone, ![notification.kind, options.mail.notification].contains(.rejected) {
      try finish(bytesWritten: 0)
      console.note(
        "readers cannot see the comment '\(notification.commentID)' any more; nothing was written",
        at: arguments.notificationFile)
      throw CommandEnding.silent(.nothingNew)
    }
    story = notification.story
    console.note(
      "the story does not have the comment, or not the one that it answers; "
        + "the text is that of the notification", at: arguments.notificationFile)
  }

  func printHeaders(_ headers: [ResponseHeader]) throws {
    for header in headers { try console.print("\(header.name): \(header.value)\n") }
  }

  // MARK: The terminal

  func screen() -> ScreenOutput {
    ScreenOutput(
      context, usesPager: arguments.usesPager, console: console)
  }

  // MARK: Diagnostics

  /// Throws an error if there are diagnostics and `--strict` was given.
  ///
  /// It is called twice before anything is written: before and after rendering.
  mutating func throwIfStrict() throws {
    guard arguments.isStrict, report.diagnosticCount > 0 else { return }
    progress.finish()
    sayDiagnostics()
    try report.write()
    throw Failure(
      .badInput,
      message:
        "\(counted(report.diagnosticCount, noun: "problem")) in the input, and --strict was given",
      advice: "nothing was written")
  }

  /// Ends the run without a result if there are no new comments and `--skip-empty` was given.
  mutating func endIfNothingIsNew() throws {
    guard arguments.skipsStoriesWithNothingNew, options.newCommentCount(in: story) == 0 else {
      return
    }
    try finish(bytesWritten: 0)
    console.note("no comment is new; nothing was written", at: report.onlyInput)
    throw CommandEnding.silent(.nothingNew)
  }

  mutating func add(_ rendered: Report, isForBrowsers: Bool = true) {
    report.add(rendered)
    guard isForBrowsers, options.format == .page, options.pageLimit == nil,
      rendered.commentCount > Self.largePageCommentCount
    else { return }
    console.warn(
      "browsers take seconds to open a page of \(grouped(rendered.commentCount)) comments",
      at: report.onlyInput, advice: "--pages 100 divides the thread into linked pages")
  }

  /// The number of comments on one page above which a warning is printed.
  ///
  /// Browsers took 4 seconds for this number, and 47 seconds for four times as many.
  private static let largePageCommentCount = 5_000

  mutating func showProgress(_ step: @autoclosure () -> Progress.Step) { progress.show(step()) }

  /// Prints the diagnostics, and writes the report if one was asked for.
  mutating func finish(bytesWritten: Int) throws {
    progress.finish()
    report.bytesWritten = bytesWritten
    sayDiagnostics()
    try report.write()
  }

  private func sayDiagnostics() {
    let advice = "--report=FILE lists up to \(DiagnosticList.limitPerCode) of each kind"
    console.say(report.diagnostics, in: report.onlyInput, advice: advice)
    if let previous = report.previous {
      console.say(previous.diagnostics, in: previous.path, advice: advice)
    }
  }
}

extension Console {
  private static let maximumDiagnosticsPerKind = 3

  /// Prints the first few diagnostics of each kind as warnings, and the number of remaining ones.
  ///
  /// `diagnostics` has a limited number of each kind; a `suppressed` diagnostic counts the rest.
  func say(_ diagnostics: [Diagnostic], in input: String?, advice: String? = nil) {
    var kinds: [Diagnostic.Code] = []
    var counts: [Diagnostic.Code: Int] = [:]
    for diagnostic in diagnostics where diagnostic.code != .suppressed {
      let count = counts[diagnostic.code, default: 0] + 1
      counts[diagnostic.code] = count
      if count == 1 { kinds.append(diagnostic.code) }
      guard count <= Self.maximumDiagnosticsPerKind else { continue }
      warn(
        "\(diagnostic.message) [\(diagnostic.code.rawValue)]",
        at: diagnostic.place.location(in: input))
    }
    for kind in kinds {
      let suppressedCount = counts[kind, default: 0] - Self.maximumDiagnosticsPerKind
      if suppressedCount > 0 {
        note("\(suppressedCount) more of \(kind.rawValue)", advice: advice)
      }
    }
    for diagnostic in diagnostics where diagnostic.code == .suppressed {
      note(diagnostic.message, at: diagnostic.place.location(in: input))
    }
  }
}

extension Diagnostic.Place {
  /// Returns the location in the style of a compiler: `thread.json: comments[3].body`.
  func location(in input: String?) -> String? {
    switch self {
    case .path(let path): input.map { "\($0): \(path)" } ?? path
    case .byte(let offset, of: let name): "\(name): byte \(offset)"
    case .line(let line, let column, byte: _, of: let name): "\(name):\(line):\(column)"
    case .comment(let id): "\(input.map { "\($0): " } ?? "")comment \(id)"
    case .input: input
    }
  }
}

extension [Diagnostic] {
  /// True if any of the diagnostics says that a part of the story is missing.
  var sayPartIsMissing: Bool {
    contains { [.incompleteStory, .truncatedInput].contains($0.code) }
  }
}
