import Store

extension CommandTable {
  static let batch = CommandDescription(
    name: "batch", summary: "Draw many stories: lines in, a result line out for each.",
    discussion: """
      Reads newline-delimited JSON, a story on each line, in any of the forms that render reads. \
      Writes one JSON object for each line, in the same order, with the output or with the reason \
      why there is none. A story that fails stops no other.

      With --store outputs go into a folder, each named by its content; only those are drawn that \
      would be others than the last time, and only a clean end makes the new ones current.

      A last line with the counts, the trailer, is written only after a clean end: who finds none \
      has not got everything. Nothing is said on standard error but what ends the run.
      """,
    operand: OperandDescription(
      placeholder: "FILE", form: .file, count: 0...1,
      help: "The lines; - or nothing for standard input."),
    options: [OutputOptions.output, BatchOptions.format, InputOptions.from, InputOptions.body]
      + BatchOptions.all + ChoiceOptions.order + [ChoiceOptions.foldDepth, ChoiceOptions.foldSize]
      + ChoiceOptions.limits + [RenderOptions.maxBodyBytes] + LayoutOptions.all
      + BatchOptions.look + BatchOptions.terminal + [MessageOptions.progress],
    examples: [
      .init(
        line: "atoll batch --format fragment < stories.ndjson > results.ndjson",
        purpose: "All stories of a file:"),
      .init(
        line: "atoll batch stories.ndjson --max-errors 1% --timeout 2000 -o results.ndjson",
        purpose: "With a limit to what may go wrong:"),
      .init(
        line: "atoll batch stories.ndjson --store comments --explain",
        purpose: "What has changed since the last time, into a store:"),
    ])
}

/// The options that only `atoll batch` has.
enum BatchOptions {
  static let all = [
    group, join, stripKey, maxLine, maxStoryComments, timeout, maxErrors, threads, trailer,
    store, pack, maxPack, part, explain, maxRemoved, keepMissing, sync,
  ]
  /// Those that only a store can use.
  static let ofStore = [pack, maxPack, part, explain, maxRemoved, keepMissing, sync]
  static let look = [
    RenderOptions.style, RenderOptions.scheme, RenderOptions.styleSheet, RenderOptions.templates,
    RenderOptions.sortControls,
    RenderOptions.jsonLD, RenderOptions.coralClasses, RenderOptions.talkClasses,
  ]
  static let terminal = [
    TerminalChoice.width, TerminalChoice.hyperlinks, TerminalChoice.ascii, TerminalChoice.spoilers,
    TerminalChoice.ambiguousWidth, TerminalChoice.flowed,
  ]

  /// What is not about one comment, and not a stage of the work.
  static let formats = Words.formats.filter { $0 != "card" }

  static let format = OptionDescription(
    name: "format", letter: "f", value: .of("FORMAT", .word(formats)), group: .output,
    help: "What is drawn of each story.", defaultText: "page")
  static let group = OptionDescription(
    name: "group", value: ValueDescription(placeholder: "FIELD", form: .text, isOptional: true),
    group: .input,
    help: """
      Lines are rows of a database, and those behind one another with one key are a story; keys \
      have to rise. The key is this field of the row, or stands before a tab with --strip-key.
      """,
    defaultText: "--group=storyID")
  static let join = OptionDescription(
    name: "join", value: .of("FILE", .file), repeats: true, group: .input,
    help: "Take the rows of stories, users and settings that groups need from this file.")
  static let stripKey = OptionDescription(
    name: "strip-key", group: .input,
    help: "Each line begins with its key and a tab; the key stands in the result.")
  static let maxLine = OptionDescription(
    name: "max-line", value: .of("BYTES", .count(16...(1 << 32 - 4096))), group: .input,
    help: "Pass over longer lines, with an error in their place.", defaultText: "67108864")
  static let maxStoryComments = OptionDescription(
    name: "max-story-comments", value: .of("N", .count(0...Int.max)), group: .input,
    help: "Refuse stories that have more comments.")
  static let timeout = OptionDescription(
    name: "timeout", value: .of("MS", .count(1...86_400_000)), group: .input,
    help: "Give up a story after so many milliseconds.")
  static let maxErrors = OptionDescription(
    name: "max-errors", value: .of("N|P%", .countOrShare), group: .output,
    help: "End with 1 when more stories fail than this many, or this share of all.",
    defaultText: "any number")
  static let store = OptionDescription(
    name: "store", value: .of("DIR", .folder), group: .output,
    help: """
      Write outputs into this folder and not into result lines, and draw only what would be another \
      one than there is. It is made if need be.
      """)
  static let pack = OptionDescription(
    name: "pack", value: .of("FORM", .word(PackForm.allCases.map(\.rawValue))), group: .output,
    help: """
      With --store: gather new outputs of up to 1 MiB in packs, archives of tar or lines of JSON, where \
      one file for each would be too many.
      """)
  static let maxPack = OptionDescription(
    name: "max-pack", value: .of("BYTES", .count(1...(1 << 40))), group: .output,
    help: "With --pack: begin another pack rather than make one that is larger.",
    defaultText: "\(Packing.usualBytes)")
  static let part = OptionDescription(
    name: "part", value: .of("N/COUNT", .part), group: .output,
    help: """
      With --store: draw this part of a run, beside others that draw the other ones; then \
      atoll store publish makes one run of them.
      """)
  static let explain = OptionDescription(
    name: "explain", group: .output,
    help: "With --store: a result line for each story that is drawn, which says why, or is gone.")
  static let maxRemoved = OptionDescription(
    name: "max-removed", value: .of("N|P%", .countOrShare), group: .output,
    help: """
      With --store: end with 7, and leave the current run as it is, when more of its stories than this many, or \
      this share of them, did not come in.
      """,
    defaultText:
      "\(Int(PublishingRules.usualShare))%, or \(PublishingRules.usualCount) where that is more")
  static let keepMissing = OptionDescription(
    name: "keep-missing", isNegatable: true, group: .output,
    help: """
      With --store: while a line cannot be read that may be of any story, keep the stories that did not come in.
      """,
    defaultText: "on")
  static let sync = OptionDescription(
    name: "sync", isNegatable: true, group: .output,
    help: "With --store: wait until the disk has all outputs before they become current.",
    defaultText: "on")
  static let threads = OptionDescription(
    name: "threads", value: .of("N", .count(1...256)),
    help: "Work on so many at once; the result is the same.", defaultText: "one for each processor")
  static let trailer = OptionDescription(
    name: "trailer", isNegatable: true, group: .output,
    help: "End a complete output with a line of counts.", defaultText: "on")
}
