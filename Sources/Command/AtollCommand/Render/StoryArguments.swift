import Atoll
import AtollArguments
import AtollBytes
import AtollComments

/// The arguments of the commands `render` and `rows`, and some of those of `card`.
struct StoryArguments: CommandArguments {
  var common = CommonArguments()
  var files: [String] = []
  var form: InputForm?
  var storyID: String?
  var server = ServerArguments()
  var format: RenderFormat?
  var output: String?
  var printsHeaders = false
  var display = DisplayArguments()
  var skipsStoriesWithNothingNew = false
  var notificationFile: String?
  /// The contents of `notificationFile`; `nil` until it has been read.
  var notification: CoralNotification?
  /// The story given by `--previous`; `nil` until its file has been read.
  var previous: PreviousStory?
  var report = ReportTarget.nowhere
  var isStrict = false
  var progress = Progress.Form.auto
  var usesPager = true

  /// The console of the run.
  ///
  /// It is quiet if standard error gets the report, since messages between the lines of a report
  /// would make it unreadable for programs.
  var console: Console { Console(common, isQuiet: report == .standardError) }

  /// The paths of the story's files; `-` is standard input.
  var inputs: [String] {
    files.isEmpty && server.serverAddress == nil && !isNotificationAlone ? ["-"] : files
  }

  /// The arguments for the server, with the story of the notification if no story is given.
  var serverWithStory: ServerArguments {
    var server = server
    if server.storyID == nil, server.storyURL == nil, let id = notification?.story.id, !id.isEmpty {
      server.storyID = id
    }
    return server
  }

  /// True if a notification is rendered without its story.
  var isNotificationAlone: Bool {
    notificationFile != nil && files.isEmpty && server.serverAddress == nil
  }

  /// Returns the options for the library.
  ///
  /// They contain the comments of `--previous` only after `readPrevious()`.
  func options(in context: TerminalContext) throws -> Options {
    // Headers belong to a page, so with --print-headers the default is a page even on a terminal.
    let format = format ?? (printsHeaders ? .rendering(.page) : nil)
    return try display.options(for: format?.libraryFormat, in: context, color: common.color)
  }

  /// Throws an error if an option needs `--since` or `--previous`, but neither is given.
  func checkNewCommentOptions() throws {
    guard display.options.since == nil, display.previousFile == nil else { return }
    try common.given.reject(
      ["skip-empty", "only-new"], advice: "add --since MOMENT or --previous FILE"
    ) { "\($0) needs to know which comments are new" }
  }

  /// Reads the file given by `--previous`; its comments count as seen, but its tombstones do not.
  mutating func readPrevious() throws {
    guard let path = display.previousFile else { return }
    if path == "-", inputs.contains("-") {
      throw Failure(
        commandLine: "standard input is the story, and can be read only once",
        advice: "name a file for --previous or for the story")
    }
    let reading = try Reading(StoryInput.sources(at: path, on: console))
    let story = reading.story
    let comments = story.positions.lazy.map { story.comment(at: $0) }
    display.options.seen = Set(comments.filter { $0.tombstone == nil }.map(\.id))
    previous = PreviousStory(path: path, id: story.id, diagnostics: reading.diagnostics)
  }
}

/// The facts about the file given by `--previous`, for messages.
struct PreviousStory: Sendable {
  let path: String
  /// The id of the story; empty if it has none.
  let id: String
  let diagnostics: [Diagnostic]
}

extension StoryArguments {
  static let operand = Operand<Self>(
    "FILE", as: .file, count: 0...10_000, to: \.files,
    help: """
      The input: files that make up one story, a folder of them, or - for standard input, which is \
      also read if no file is named and it is not a terminal.
      """)

  static let input: [Option<Self>] = [
    .optional(
      "from", placeholder: "FORM", as: .word, to: \.form, group: .input,
      help: "The form of the input.", default: "detected"),
    .optional(
      "story", placeholder: "ID", as: .text, to: \.storyID, group: .input,
      help: "The story to read, if the input contains several."
    ).markedAsCommon,
    DisplayArguments.body.nested(at: \Self.display),
  ]

  static func display(_ groups: [Option<DisplayArguments>]...) -> [Option<Self>] {
    groups.flatMap { $0 }.nested(at: \Self.display)
  }

  static let skipEmpty = Option<Self>.flag(
    "skip-empty", to: \.skipsStoriesWithNothingNew, group: .comments,
    help: "With --since or --previous: if no comment is new, write nothing and exit with 6.")

  static let pager = Option<Self>.flag(
    "pager", isNegatable: true, to: \.usesPager, group: .terminal,
    help: "Show output that is longer than the screen in a pager, such as less.", default: "on")

  static let messages: [Option<Self>] = [
    .withOptionalValue(
      "report", placeholder: "FILE", as: .file,
      help: "Write a report in JSON to standard error, or to a file: --report=report.json."
    ) { $0.report = ReportTarget(path: $1) }.markedAsOutputPath,
    .flag(
      "strict", isNegatable: true, to: \.isStrict,
      help: "Write nothing and exit with 65 if there is anything to report about the input."),
    .progress(to: \.progress),
    .quiet,
  ]
}
