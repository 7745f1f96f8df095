import Snapshots

extension CommandTable {
  static let snapshot = CommandDescription(
    name: "snapshot", summary: "Prove that what is drawn has not changed, or see how it has.",
    subcommands: [
      snapshotInit, snapshotVerify, snapshotList, snapshotShow, snapshotReview, snapshotAccept,
      snapshotReject,
      snapshotPrune, snapshotReport, snapshotDoctor, snapshotMutate,
    ],
    examples: [
      .init(line: "atoll snapshot init", purpose: "Begin a suite:"),
      .init(line: "atoll snapshot verify", purpose: "Is everything as it was?"),
      .init(line: "atoll snapshot review", purpose: "Decide about what is not:"),
    ])

  private static let snapshotInit = CommandDescription(
    name: "init", summary: "Write a suite to begin with.",
    discussion: """
      Writes suite.json, with a case for each story or with two stories that come with atoll, and \
      a .gitignore for what waits for a decision. Neither is replaced if it is there.
      """,
    operand: OperandDescription(
      placeholder: "STORY", form: .file, count: 0...1000,
      help: "A file of comments: a response of Coral, an Atoll document or rows of a database."),
    options: [SnapshotOptions.store, RenderOptions.style, MessageOptions.quiet],
    examples: [
      .init(line: "atoll snapshot init", purpose: "With stories that come with atoll:"),
      .init(
        line: "atoll snapshot init threads/long.json --style our-style",
        purpose: "With a story and a style of your own:"),
    ])

  private static let snapshotVerify = CommandDescription(
    name: "verify", summary: "Render and draw everything a suite names, and compare.",
    discussion: """
      Never changes a reference. What differs lies beside its reference as NAME.pending, and waits \
      for review, accept or reject. Ends with 0 if all is the same, with 1 if something changed, \
      with 2 if there is no reference, with 3 if a reference is obsolete, with 4 if nothing \
      changed but there is no browser, it fails, or another one drew the references, with 5 if a \
      reference is corrupt, and with 74 if the disk is full.
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
        purpose: "Compare with what the main branch draws on this very machine:"),
      .init(
        line: "atoll snapshot verify --html site --width 390 --width 1200",
        purpose: "Every page in a folder, whatever made it:"),
    ])

  private static let snapshotList = CommandDescription(
    name: "list", summary: "List what waits for a decision, grouped by cause.",
    options: [SnapshotOptions.store, SnapshotOptions.all, SnapshotOptions.json],
    examples: [.init(line: "atoll snapshot list --json", purpose: "For another program:")])

  private static let snapshotShow = CommandDescription(
    name: "show", summary: "Show what changed in a snapshot: rules, properties, texts, lines.",
    operand: names,
    options: [SnapshotOptions.store, SnapshotOptions.showFormat, SnapshotOptions.output],
    examples: [
      .init(line: "atoll snapshot show look/demo/w390-light.png", purpose: "In words:"),
      .init(
        line: "atoll snapshot show look/demo/w390-light.png --format diff -o diff.png",
        purpose: "As a picture of the difference:"),
    ])

  private static let snapshotReview = CommandDescription(
    name: "review", summary: "Decide about what is pending, with single keys.",
    options: [SnapshotOptions.store],
    examples: [.init(line: "atoll snapshot review", purpose: "In a terminal:")])

  private static let snapshotAccept = CommandDescription(
    name: "accept", summary: "Make pending output the reference.", operand: names,
    options: [SnapshotOptions.store] + SnapshotOptions.choice,
    examples: [
      .init(line: "atoll snapshot accept --cause 3f09ab", purpose: "All that one edit caused:"),
      .init(line: "atoll snapshot accept --all", purpose: "Everything:"),
    ])

  private static let snapshotReject = CommandDescription(
    name: "reject", summary: "Throw pending output away.", operand: names,
    options: [SnapshotOptions.store] + SnapshotOptions.choice,
    examples: [.init(line: "atoll snapshot reject --all", purpose: "Everything:")])

  private static let snapshotPrune = CommandDescription(
    name: "prune", summary: "Remove references that a complete run no longer asks for.",
    options: [SnapshotOptions.store, SnapshotOptions.dryRun],
    examples: [.init(line: "atoll snapshot prune --dry-run", purpose: "Which would go?")])

  private static let snapshotReport = CommandDescription(
    name: "report", summary: "Write what is pending as one HTML file that needs no server.",
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
      .init(line: "atoll snapshot doctor", purpose: "Can pictures be taken here?"),
      .init(
        line: "atoll snapshot doctor --repeat 20",
        purpose: "Does each picture of the suite come out the same twenty times?"),
    ])

  private static let snapshotMutate = CommandDescription(
    name: "mutate",
    summary: "Prove that the suite can fail: edit the style, and demand that it does.",
    discussion: """
      Changes one property of the style at a time, in memory, and draws the suite until a picture \
      differs. Prints every edit that nothing noticed, and the score.
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
    help: "A snapshot, or the beginning of the names of several: look/demo.")
}

/// The options of `atoll snapshot`.
enum SnapshotOptions {
  static let store = OptionDescription(
    name: "store", value: .of("DIR", .folder), group: .input,
    help: "Where the references are.", defaultText: usualStore)
  static let usualStore = "Snapshots"
  static let suite = OptionDescription(
    name: "suite", value: .of("FILE", .file), group: .input,
    help: "The list of what is looked at.", defaultText: "suite.json in the store")
  static let html = OptionDescription(
    name: "html", value: .of("DIR", .folder), group: .pages,
    help: "Draw every page in this folder in place of what a suite names.")
  static let width = OptionDescription(
    name: "width", value: .of("PX", .count(100...4000)), repeats: true, group: .pages,
    help: "How wide pages are drawn. Can be given more than once.",
    defaultText: "390 and 1200")
  static let scheme = OptionDescription(
    name: "scheme", value: .of("SCHEME", .word(SuiteCase.Scheme.allCases.map(\.rawValue))),
    repeats: true,
    group: .pages,
    help: "The colour scheme. Can be given more than once.", defaultText: "light")
  static let against = OptionDescription(
    name: "against", value: .of("REF", .text), group: .snapshots,
    help: """
      Draw what differs from its reference as git has it at this commit too, with the same \
      browser, and compare with that.
      """)
  static let shard = OptionDescription(
    name: "shard", value: .of("I/N", .text), group: .snapshots,
    help: "Look at one of N equal parts only: 1/4 to 4/4.")
  static let jobs = OptionDescription(
    name: "jobs", letter: "j", value: .of("N", .count(1...64)), group: .general,
    help: "How many browsers draw at a time.", defaultText: "one for each processor, 4 at most")
  static let fresh = OptionDescription(
    name: "fresh", group: .general,
    help: "Draw everything, even pages of which the same bytes were drawn here before.")
  static let requireBrowser = OptionDescription(
    name: "require-browser", isNegatable: true, group: .general,
    help: "Fail where there is no browser, instead of passing over pictures.",
    defaultText: "on where CI is set")
  static let json = OptionDescription(
    name: "json", group: .output, help: "Write JSON, one object a line.")
  static let all = OptionDescription(
    name: "all", group: .snapshots, help: "All of them.")
  static let cause = OptionDescription(
    name: "cause", value: .of("CAUSE", .text), repeats: true, group: .snapshots,
    help: "All that have this cause, as list names it. Can be given more than once.")
  static let choice = [all, cause, MessageOptions.quiet]
  static let dryRun = OptionDescription(
    name: "dry-run", letter: "n", group: .general, help: "Name them, and remove nothing.")
  static let showFormat = OptionDescription(
    name: "format", letter: "f",
    value: .of("FORMAT", .word(["text", "json", "old", "new", "diff"])),
    group: .output,
    help: "In words, as JSON, or what there was, what there is, and the difference as files.",
    defaultText: "text")
  static let output = OptionDescription(
    name: "output", letter: "o", value: .of("FILE", .file), group: .output,
    help: "Write to this file. It is written beside and then renamed.",
    defaultText: "standard output")
  static let recordFonts = OptionDescription(
    name: "record-fonts", group: .general,
    help: "Note the fonts that are here as those of the store.")
  static let repeated = OptionDescription(
    name: "repeat", value: .of("N", .count(2...100_000)), group: .general,
    help: "Draw every picture of the suite this many times, and name those that differ.")
  static let limit = OptionDescription(
    name: "limit", value: .of("N", .count(1...100_000)), group: .snapshots,
    help: "Try this many edits, spread evenly over the style.", defaultText: "all")
}
