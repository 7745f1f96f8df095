import Atoll
import AtollArguments
import AtollBatch
import AtollComments
import AtollStore

struct BatchArguments: CommandArguments {
  var common = CommonArguments()
  var inputs: [String] = []
  var output: String?
  var format: Options.Format?
  /// The file with the site's settings, for the option `--join`.
  var joinedFile: String?
  var display = DisplayArguments()
  /// The settings of the batch; those that are not options, such as the recipe, are set later.
  var settings = BatchSettings()
  var earlierRunArguments = EarlierRunArguments()
  var progress = Progress.Form.auto
  /// The name of the campaign, if the batch renders mails to the recipients that its lines name;
  /// `nil` without `--campaign`.
  var campaignName: String?
}

extension BatchArguments {
  static var operandFolderKind: FolderKind { .dump }

  static let inputOptions: [Option<Self>] = [
    .flag(
      "strip-key", to: \.settings.linesBeginWithKey, group: .input,
      help: "Each line begins with its key and a tab; the result line repeats the key."),
    .flag(
      "group", to: \.settings.groupsRows, group: .input,
      help: """
        With --strip-key: lines are rows of a database, and consecutive rows with the same key are one \
        story. Keys have to be in ascending order. For processing engines that sort rows themselves.
        """),
    .optional(
      "join", placeholder: "FILE", as: .file, to: \.joinedFile, group: .input,
      help: "With --group: read the settings of the site from this file of rows."),
    maxLine(
      to: \.settings.maximumLineLength,
      help:
        "Skip longer lines, with an error in their place; a dump with a longer row is rejected."),
  ]

  static func maxLine<Target>(
    to path: @autoclosure @escaping ArgumentPath<Target, Int>, help: String
  ) -> Option<Target> {
    .value(
      "max-line", placeholder: "BYTES", as: .count(16...(1 << 32 - 4096)), to: path(),
      group: .input,
      help: help, default: "\(BatchSettings.defaultMaximumLineLength)")
  }

  static let maxStoryComments = Option<Self>.optional(
    "max-story-comments", placeholder: "N", as: .count(0...Int.max),
    to: \.settings.maximumCommentCount,
    group: .input,
    help: "Reject stories with more than N comments.")

  static let runOptions: [Option<Self>] = [
    .value(
      "timeout", placeholder: "MS", as: .count(1...86_400_000), group: .input,
      help: "Give up a story after this many milliseconds."
    ) { $0.settings.timeLimitMilliseconds = Int64($1) },
    PublishingRules.maxErrors.nested(at: \.settings.publishing),
    .value(
      "threads", placeholder: "N", as: .count(1...256), to: \.settings.threadCount,
      help: "The number of threads; it does not change the result.",
      default: "one for each processor"),
    .flag(
      "trailer", isNegatable: true, to: \.settings.writesTrailer, group: .output,
      help: "End a complete output with a line of counts.", default: "on"),
    .flag(
      "hashes", to: \.settings.writesHashes, group: .output,
      help: "Write the SHA-256 of its input and of its output into each result line."),
    .optional(
      "cards", placeholder: "ADDRESS", as: .text, to: \.settings.cardAddress, group: .output,
      help: """
        Write the address of the picture of each story's most liked comment into its result line: the one \
        that atoll card --top makes with this --address.
        """),
    .flag(
      "for-store", to: \.settings.isForLoading, group: .output,
      help: """
        Write everything into the result lines that atoll store load needs, after a first line with the \
        recipe of the outputs.
        """),
    .optional(
      "store", placeholder: "FILE", as: .file, to: \.settings.storePath, group: .output,
      help: """
        Write outputs into this SQLite file instead of result lines, and render only those that would \
        differ from the stored ones. The file is created if it does not exist.
        """
    ).markedAsCommon,
  ]

  static let skipEmpty = Option<Self>.flag(
    "skip-empty", to: \.settings.skipsStoriesWithNothingNew, group: .comments,
    help: """
      With --since or --since-store: if no comment of a story is new, write its result line without an output.
      """)

  static let campaign = Option<Self>.optional(
    "campaign", placeholder: "NAME", as: .text, to: \.campaignName, group: .mail,
    help: """
      With --format email: write a mail to each of the recipients that a line names. Its Message-ID is \
      made of this name, the story's key and the recipient's address, so a repeated run makes the same \
      ones.
      """)

  static let notification = Option<Self>.flag(
    "notification", to: \.settings.readsNotifications, group: .mail,
    help: """
      Each line is a notification of a Coral server, or a request with several of them. Write a mail for \
      each.
      """)

  static let combine = Option<Self>.flag(
    "combine", to: \.settings.combinesNotifications, group: .mail,
    help: """
      With --notification: make one mail of the notifications of a line that go to the same reader, ten \
      of them at most.
      """)

  static let storeOptions: [Option<Self>] = [
    PublishingRules.changes.nested(at: \.settings.publishing),
    .flag(
      "explain", to: \.settings.writesReasons, group: .output,
      help: """
        With --store: write a result line for each story that is rendered or removed, with the \
        reason.
        """),
    PublishingRules.keep.nested(at: \.settings.publishing),
    PublishingRules.maxRemoved.nested(at: \.settings.publishing),
    PublishingRules.keepMissing.nested(at: \.settings.publishing),
    PublishingRules.sync.nested(at: \.settings.publishing),
  ]

  static let display = Array(
    joining: DisplayArguments.order, DisplayArguments.foldLimits, DisplayArguments.limits,
    DisplayArguments.newCommentsWithoutPrevious,
    [DisplayArguments.maxBodyBytes], DisplayArguments.layout, DisplayArguments.markup,
    DisplayArguments.pages, DisplayArguments.archive,
    DisplayArguments.terminal
  ).nested(at: \Self.display)

  static let options = Array(
    joining: [
      .output(to: \.output),
      .optional(
        "format", placeholder: "FORMAT", as: .format { $0 != .card }, letter: "f", to: \.format,
        group: .output,
        help: "The format of each story's output.", default: "page"
      ).markedAsCommon,
      .optional(
        "from", placeholder: "FORM", as: .word, to: \.settings.form, group: .input,
        help: "The form of the input.", default: "detected"),
      DisplayArguments.body.nested(at: \Self.display),
    ], inputOptions, [maxStoryComments, skipEmpty], runOptions, storeOptions, display,
    EarlierRunArguments.options.nested(at: \Self.earlierRunArguments),
    [campaign, notification, combine],
    (DisplayArguments.sharedMail + DisplayArguments.rejectionMail).nested(at: \Self.display),
    [.progress(to: \.progress), .quiet])
}

extension PublishingRules {
  static let changes = Option<Self>.flag(
    "changes", to: \.inputHasOnlyChanges, group: .input,
    help: """
      For a store: the input has only the stories that have changed; all others stay as they are.
      """)
  static let keep = Option<Self>.value(
    "keep", placeholder: "N", as: .count(0...100_000), to: \.keptRunCount, group: .output,
    help: "For a store: keep so many earlier runs, to compare with and to return to.",
    default: "10")
  static let maxErrors = Option<Self>.optional(
    "max-errors", placeholder: "N|P%", as: .countOrPercentage, to: \.errorLimit, group: .output,
    help: "Exit with 1 if more than N stories, or P percent of all, fail.",
    default: "\(Int(defaultErrorPercentage))%; the same for rows that cannot be read"
  ).markedAsCommon
  static let maxRemoved = Option<Self>.optional(
    "max-removed", placeholder: "N|P%", as: .countOrPercentage, to: \.removalLimit, group: .output,
    help: """
      For a store: exit with 7, and keep the current run, if more than N of its stories, or P percent \
      of them, are missing from the input.
      """,
    default: defaultRemovalText)
  static let maxRemovedByRollback = Option<Self>.optional(
    "max-removed", placeholder: "N|P%", as: .countOrPercentage, to: \.removalLimit, group: .output,
    help: """
      Exit with 7, and keep the current run, if the earlier one lacks more than N of its stories, or P \
      percent of them.
      """,
    default: defaultRemovalText)
  /// The default of `--max-removed`, for the help.
  static let defaultRemovalText =
    "\(Int(defaultRemovalPercentage))%; in small stores \(defaultRemovalCount) stories, but at most half, rounded up"
  static let keepMissing = Option<Self>.flag(
    "keep-missing", isNegatable: true, to: \.keepsMissingStories, group: .output,
    help: """
      For a store: if a line that could belong to any story cannot be read, keep the stories that \
      are missing from the input.
      """,
    default: "on")
  static let sync = Option<Self>.flag(
    "sync", isNegatable: true, to: \.waitsForDisk, group: .output,
    help:
      "For a store: wait until the run is on the disk. Without it, a power failure can damage the store.",
    default: "on")
}

extension CommandTable {
  static let batch = Command(
    "batch",
    summary: "Render many stories: those of a database dump, or one from each line of a file.",
    arguments: BatchArguments(),
    operand: Operand(
      "INPUT", as: .file, count: 0...10_000, to: \.inputs,
      help: """
        A dump: its folder, or its files; or a file of lines. - or nothing stands for standard input.
        """),
    options: BatchArguments.options,
    formats: { FormatRestriction.formats(of: $0, except: ["card", "json"]) }
  ) { arguments in try BatchCommandRun.run(arguments) }
}
