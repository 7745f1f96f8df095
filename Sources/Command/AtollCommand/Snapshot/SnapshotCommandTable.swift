import Snapshots

extension CommandTable {
  static let snapshot = CommandDescription(
    name: "snapshot", summary: "Check that the output has not changed, or see how it has.",
    subcommands: [
      snapshotInit, snapshotVerify, snapshotList, snapshotShow, snapshotReview, snapshotAccept,
      snapshotReject, snapshotPrune, snapshotReport, snapshotDoctor, snapshotMutate,
    ],
    examples: [
      .init(line: "atoll snapshot init", purpose: "Start a suite:"),
      .init(line: "atoll snapshot verify", purpose: "Is everything unchanged?"),
      .init(line: "atoll snapshot review", purpose: "Decide about what changed:"),
    ])

  private static let snapshotInit = CommandDescription(
    name: "init", summary: "Write a first suite.",
    discussion: """
      Writes suite.json, with a case for each story or for two built-in stories, and a .gitignore \
      for pending output. Existing files are not replaced.
      """,
    operand: OperandDescription(
      placeholder: "STORY", form: .file, count: 0...1000,
      help: "A file of comments: a response of Coral, an Atoll document or rows of a database."),
    options: [SnapshotOptions.store, RenderOptions.style, MessageOptions.quiet],
    examples: [
      .init(line: "atoll snapshot init", purpose: "With built-in stories:"),
      .init(
        line: "atoll snapshot init threads/long.json --style our-style",
        purpose: "With your own story and style:"),
    ])

  private static let snapshotVerify = CommandDescription(
    name: "verify",
    summary: "Render and draw everything in a suite, and compare it with the references.",
    discussion: """
      Never changes a reference. Output that differs is written next to its reference as \
      NAME.pending, for review, accept or reject. The exit status is 0 if everything is the same, \
      1 if something changed, 2 if a reference is missing, 3 if a reference is obsolete, 4 if \
      nothing changed but the browser is missing, fails, or is not the one that drew the \
      references, 5 if a reference is corrupt, and 74 if the disk is full.
      """,
    operand: names,
    options: [
      SnapshotOptions.store, SnapshotOptions.suite, SnapshotOptions.html, SnapshotOptions.width,
      SnapshotOptions.scheme, SnapshotOptions.against, SnapshotOptions.shard,
      SnapshotOptions.jobs, SnapshotOptions.fresh, SnapshotOptions.requireBrowser,
      SnapshotOptions.json, MessageOptions.quiet,
    ],
    examples: [
      .init(line: "atoll snapshot verify", purpose: "The suite in Snapshots/suite.json:"),
      .init(
        line: "atoll snapshot verify --against origin/main --require-browser",
        purpose: "Compare with the main branch, drawn on this machine:"),
      .init(
        line: "atoll snapshot verify --html site --width 390 --width 1200",
        purpose: "Every page in a folder, made by any program:"),
    ])

  private static let snapshotList = CommandDescription(
    name: "list", summary: "List pending snapshots, grouped by cause.",
    options: [SnapshotOptions.store, SnapshotOptions.all, SnapshotOptions.json],
    examples: [.init(line: "atoll snapshot list --json", purpose: "For another program:")])

  private static let snapshotShow = CommandDescription(
    name: "show",
    summary: "Show what changed in a pending snapshot: rules, properties, texts, lines.",
    operand: names,
    options: [SnapshotOptions.store, SnapshotOptions.showFormat, SnapshotOptions.output],
    examples: [
      .init(line: "atoll snapshot show look/demo/w390-light.png", purpose: "In words:"),
      .init(
        line: "atoll snapshot show look/demo/w390-light.png --format diff -o diff.png",
        purpose: "As a picture of the difference:"),
    ])

  private static let snapshotReview = CommandDescription(
    name: "review", summary: "Decide about pending snapshots, with single keys.",
    options: [SnapshotOptions.store],
    examples: [.init(line: "atoll snapshot review", purpose: "In a terminal:")])

  private static let snapshotAccept = deciding(
    "accept", "Make pending output the reference.",
    examples: [
      .init(line: "atoll snapshot accept --cause 3f09ab", purpose: "All that one edit caused:"),
      .init(line: "atoll snapshot accept --all", purpose: "Everything:"),
    ])

  private static let snapshotReject = deciding(
    "reject", "Delete pending output.",
    examples: [.init(line: "atoll snapshot reject --all", purpose: "Everything:")])

  private static func deciding(
    _ name: String, _ summary: String, examples: [CommandDescription.Example]
  ) -> CommandDescription {
    CommandDescription(
      name: name, summary: summary, operand: names,
      options: [SnapshotOptions.store] + SnapshotOptions.choice, examples: examples)
  }

  private static let snapshotPrune = CommandDescription(
    name: "prune", summary: "Remove references that the suite no longer asks for.",
    options: [SnapshotOptions.store, SnapshotOptions.dryRun],
    examples: [.init(line: "atoll snapshot prune --dry-run", purpose: "Which would be removed?")])

  private static let snapshotReport = CommandDescription(
    name: "report", summary: "Write all pending snapshots as one HTML file that needs no server.",
    options: [SnapshotOptions.store, SnapshotOptions.output],
    examples: [.init(line: "atoll snapshot report -o report.html", purpose: "Into a file:")])

  private static let snapshotDoctor = CommandDescription(
    name: "doctor", summary: "Check the browser, the fonts and the store.",
    operand: names,
    options: [
      SnapshotOptions.store, SnapshotOptions.suite, SnapshotOptions.recordFonts,
      SnapshotOptions.repeated, SnapshotOptions.jobs,
    ],
    examples: [
      .init(line: "atoll snapshot doctor", purpose: "Can pictures be drawn on this machine?"),
      .init(
        line: "atoll snapshot doctor --repeat 20",
        purpose: "Is each picture of the suite the same twenty times?"),
    ])

  private static let snapshotMutate = CommandDescription(
    name: "mutate",
    summary: "Test the suite: edit the style, and check that a picture changes.",
    discussion: """
      Changes one property of the style at a time, in memory, and draws the suite until a picture \
      differs. Prints every edit that no picture shows, and how many were seen.
      """,
    operand: names,
    options: [
      SnapshotOptions.store, SnapshotOptions.suite, SnapshotOptions.limit,
      SnapshotOptions.shard, SnapshotOptions.jobs, SnapshotOptions.json, MessageOptions.quiet,
    ],
    examples: [
      .init(line: "atoll snapshot mutate --limit 50", purpose: "Fifty edits, spread evenly:")
    ])

  private static let names = OperandDescription(
    placeholder: "NAME", form: .text, count: 0...10_000,
    help: "A snapshot, or the start of the names of several, such as look/demo.")
}

/// The options of `atoll snapshot`.
enum SnapshotOptions {
  static let store = OptionDescription(
    name: "store", value: .of("DIR", .folder), group: .input,
    help: "The folder of the references.", defaultText: usualStore)
  static let usualStore = "Snapshots"
  static let suite = OptionDescription(
    name: "suite", value: .of("FILE", .file), group: .input,
    help: "The suite.", defaultText: "suite.json in the store")
  static let html = OptionDescription(
    name: "html", value: .of("DIR", .folder), group: .pages,
    help: "Draw every page in this folder instead of a suite.")
  static let width = OptionDescription(
    name: "width", value: .of("PX", .count(100...4000)), repeats: true, group: .pages,
    help: "The width of the pages. Can be given more than once.",
    defaultText: "390 and 1200")
  static let scheme = OptionDescription(
    name: "scheme", value: .of("SCHEME", .word(SuiteCase.Scheme.allCases.map(\.rawValue))),
    repeats: true,
    group: .pages,
    help: "The colour scheme. Can be given more than once.", defaultText: "light")
  static let against = OptionDescription(
    name: "against", value: .of("REF", .text), group: .snapshots,
    help: """
      For each picture that differs from its reference, draw the page of this commit too, with \
      the same browser, and compare with that.
      """)
  static let shard = OptionDescription(
    name: "shard", value: .of("I/N", .text), group: .snapshots,
    help: "Check one of N equal parts only: 1/4 to 4/4.")
  static let jobs = OptionDescription(
    name: "jobs", letter: "j", value: .of("N", .count(1...64)), group: .general,
    help: "The number of browsers that draw at a time.",
    defaultText: "one for each processor, 4 at most")
  static let fresh = OptionDescription(
    name: "fresh", group: .general,
    help: "Draw every page, even if the same page was drawn before.")
  static let requireBrowser = OptionDescription(
    name: "require-browser", isNegatable: true, group: .general,
    help: "Fail if there is no browser, instead of skipping pictures.",
    defaultText: "on if CI is set")
  static let json = OptionDescription(
    name: "json", group: .output, help: "Write JSON, one object a line.")
  static let all = OptionDescription(
    name: "all", group: .snapshots, help: "All of them.")
  static let cause = OptionDescription(
    name: "cause", value: .of("CAUSE", .text), repeats: true, group: .snapshots,
    help: "All with this cause, as named by list. Can be given more than once.")
  static let choice = [all, cause, MessageOptions.quiet]
  static let dryRun = OptionDescription(
    name: "dry-run", letter: "n", group: .general, help: "List them, but remove nothing.")
  static let showFormat = OptionDescription(
    name: "format", letter: "f",
    value: .of("FORMAT", .word(["text", "json", "old", "new", "diff"])),
    group: .output,
    help: "In words, as JSON, or the old file, the new file, or their difference.",
    defaultText: "text")
  static let output = OptionDescription(
    name: "output", letter: "o", value: .of("FILE", .file), group: .output,
    help: "Write to this file, which is replaced in one step.",
    defaultText: "standard output")
  static let recordFonts = OptionDescription(
    name: "record-fonts", group: .general,
    help: "Record the installed fonts as those of the store.")
  static let repeated = OptionDescription(
    name: "repeat", value: .of("N", .count(2...100_000)), group: .general,
    help: "Draw every picture of the suite this many times, and list those that differ.")
  static let limit = OptionDescription(
    name: "limit", value: .of("N", .count(1...100_000)), group: .snapshots,
    help: "Try this many edits, spread evenly over the style.", defaultText: "all")
}
