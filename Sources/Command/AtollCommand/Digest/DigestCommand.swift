import Atoll
import AtollArguments
import AtollBytes
import AtollComments
import AtollStore

struct DigestArguments: CommandArguments {
  var common = CommonArguments()
  var files: [String] = []
  var format: Options.Format?
  var output: String?
  var form: InputForm?
  var display = DisplayArguments()
  var digest = DigestOptions()
  var earlierRunArguments = EarlierRunArguments()
  var skipsEmptyDigest = false
  /// The name of the campaign, if each reader gets a separate mail; `nil` for a single digest.
  var campaignName: String?
  /// The file that lists the readers; if `nil`, the lines of the stories name them.
  var recipientsFile: String?
  var errorLimit: CountLimit?

  /// The files that are read; `-` is standard input.
  var inputs: [String] { files.isEmpty ? ["-"] : files }

  /// Throws an error if `--only new` is given, but neither `--since` nor `--since-store`.
  func checkNewCommentOptions() throws {
    guard digest.acceptedProperties.contains(.new), display.options.since == nil else { return }
    throw Failure(
      commandLine: "--only new needs to know which comments are new",
      advice: "add --since MOMENT or --since-store STORE")
  }

  func options(in context: TerminalContext) throws -> Options {
    var options = try display.options(for: format, in: context, color: common.color)
    var choice = digest
    if campaignName != nil {
      if !common.given.contains("sort") { choice.order = .best }
    } else if choice.maxComments == nil, choice.maxCommentsPerStory == nil {
      choice.maxCommentsPerStory = DigestOptions.defaultMaxCommentsPerStory
    }
    options.digest = choice
    return options
  }
}

extension DigestArguments {
  static let operand = Operand<Self>(
    "FILE", as: .file, count: 0...10_000, to: \.files,
    help: "The stories; - or nothing for standard input.")

  /// Creates the arguments of `atoll digest` from these words, for the cases of a snapshot suite.
  init(parsing words: [String]) throws {
    self.init()
    common.given = try Self.options.parse(words, into: &self, operand: nil)
  }

  static let selectionOptions: [Option<Self>] = [
    .value(
      "only", placeholder: "WHICH", as: .word, group: .comments,
      help: """
        Choose only featured comments, comments by staff, or new ones (see --since and --since-store). Can \
        be given more than once; then a comment of any of these kinds is chosen.
        """, default: "all"
    ) { (arguments: inout Self, property: CommentProperty) in
      arguments.digest.acceptedProperties.insert(property)
    }.markedAsCommon,
    .value(
      "min-likes", placeholder: "N", as: .count(0...Int(Int32.max)), to: \.digest.minimumLikes,
      group: .comments,
      help: "Choose only comments with at least N likes.", default: "0"
    ).markedAsCommon,
    .optional(
      "top", placeholder: "N", as: .count(1...Int.max), to: \.digest.maxComments, group: .comments,
      help: "Choose the first N comments of all stories together, in the order of --sort.",
      default: "10 with --campaign"),
    .optional(
      "top-per-story", placeholder: "N", as: .count(1...Int.max), to: \.digest.maxCommentsPerStory,
      group: .comments,
      help: "Choose at most N comments of each story.", default: "3 unless --top is given"
    ).markedAsCommon,
    .value(
      "sort", placeholder: "ORDER", as: .word, to: \.digest.order, group: .comments,
      help: """
        The order of the comments. best counts likes for half with each day by which a comment is older \
        than another.
        """,
      default: "most-liked; best with --campaign"),
    Option<DisplayArguments>.moment(
      "since", to: \.options.since, group: .comments,
      help: "Comments written after this moment are new."
    ).nested(at: \Self.display),
    .flag(
      "skip-empty", to: \.skipsEmptyDigest, group: .comments,
      help: "If no comment is chosen, write nothing and exit with 6."),
    .optional(
      "title", placeholder: "TEXT", as: .text, to: \.digest.title, group: .appearance,
      help: "The title.",
      default: "the number of comments and of stories"),
  ]

  static let recipientOptions: [Option<Self>] = [
    .optional(
      "campaign", placeholder: "NAME", as: .text, to: \.campaignName, group: .mail,
      help: """
        With --format email: write a mail to each reader, with what is new since their last visit, answers \
        to their own comments first, as a result line like those of atoll batch. A Message-ID is made of \
        this name and the reader's address, so a repeated run makes the same ones.
        """
    ).markedAsCommon,
    .optional(
      "recipients", placeholder: "FILE", as: .file, to: \.recipientsFile, group: .mail,
      help: """
        With --campaign: a file with a reader on each line, such as {"to": "ann@example.com", "since": \
        "2026-07-31", "author": "account-7"}.
        """, default: "the readers that the lines of the stories name"
    ).markedAsCommon,
    .optional(
      "max-errors", placeholder: "N|P%", as: .countOrPercentage, to: \.errorLimit, group: .output,
      help: "With --campaign: exit with 1 if more than N mails, or P percent of all, fail.",
      default: "\(Int(PublishingRules.defaultErrorPercentage))%"),
  ]

  static let options = Array(
    joining: [
      .output(to: \.output),
      .optional(
        "format", placeholder: "FORMAT",
        as: .format { $0 != .card && $0 != .jsonLD && $0 != .atom },
        letter: "f", to: \.format, group: .output,
        help:
          "The form of the output: a page, a fragment, a mail or its HTML or text, or output for a terminal.",
        default: "page; ansi on a terminal"
      ).markedAsCommon,
      .optional(
        "from", placeholder: "FORM", as: .word, to: \.form, group: .input,
        help: "The form of the input.", default: "detected"),
    ], selectionOptions, recipientOptions,
    EarlierRunArguments.options.nested(at: \Self.earlierRunArguments),
    Array(
      joining: [DisplayArguments.body, DisplayArguments.maxBodyBytes],
      DisplayArguments.localeAndDates, DisplayArguments.sheets, DisplayArguments.classNames,
      DisplayArguments.terminal, DisplayArguments.singleMail
    ).nested(at: \Self.display), [.quiet])
}

extension CommandTable {
  static let digest = Command(
    "digest", summary: "Render the best or the new comments of several stories.",
    arguments: DigestArguments(),
    operand: DigestArguments.operand,
    options: DigestArguments.options,
    formats: { FormatRestriction.formats(of: $0, except: ["card", "json", "json-ld", "atom"]) }
  ) { arguments in try DigestCommandRun.run(arguments) }
}
