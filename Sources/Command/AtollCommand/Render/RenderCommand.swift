extension CommandTable {
  static let render = CommandDescription(
    name: "render", summary: "Draw a comment thread.",
    discussion: """
      Finds out by itself what the input is and says so on standard error. Several files are one \
      story: the pages of a server's answer, or the parts of a dump. A folder stands for all \
      .json and .ndjson files in it.

      The result goes to standard output, or with --output into a file that is replaced only when \
      all of it is written.
      """,
    operand: storyFiles,
    options: OutputOptions.all + InputOptions.all + ServerOptions.all + ServerOptions.story
      + ChoiceOptions.all + NewsOptions.all + [NewsOptions.skipEmpty]
      + RenderOptions.all + MailCommandOptions.all
      + TerminalChoice.all + MessageOptions.all,
    examples: [
      .init(line: "atoll render thread.json -o thread.html", purpose: "A page:"),
      .init(
        line: "atoll render thread.json --format fragment --sort most-liked --max-comments 50",
        purpose: "The fifty most liked, to be placed in another page:"),
      .init(
        line: "atoll render thread.json --format card --comment 42 --ancestors 2",
        purpose: "One comment with the two it answers:"),
      .init(
        line: "atoll render dump/ --story 7c1f --zone Europe/Berlin --locale de -o 7c1f.html",
        purpose: "One story of a database dump, with German words and Berlin's time:"),
      .init(
        line: "atoll render thread.json -f email --mail-to ann@example.com -o thread.eml",
        purpose: "A mail:"),
      .init(
        line: "atoll render thread.json --strict --report=report.json -o thread.html",
        purpose: "Nothing unless the input is flawless, and a report for machines:"),
    ])

  static let rows = CommandDescription(
    name: "rows", summary: "Show the visible rows as text.",
    discussion: """
      One line for each row that is on show, indented by its depth: its position, its id, who wrote \
      it, how many replies it hides, and how its text begins.
      """,
    operand: storyFiles,
    options: [OutputOptions.output] + InputOptions.all + ChoiceOptions.order
      + ChoiceOptions.folding + [TerminalChoice.pager] + MessageOptions.all,
    examples: [
      .init(line: "atoll rows thread.json", purpose: "All rows:"),
      .init(
        line: "atoll rows thread.json --sort oldest --fold-depth 2",
        purpose: "In the order of their writing, with all replies to replies folded away:"),
    ])

  static let dump = CommandDescription(
    name: "dump", summary: "Show what stands between input and output.",
    discussion: """
      One line for each thing, with every text from outside as a JSON string: for finding out where \
      something was lost, and for tests.
      """,
    subcommands: [
      dumped("tree", "Show the comment tree: who answers whom.", ChoiceOptions.order),
      dumped(
        "rows", "Show the rows that a folding leaves on show.",
        ChoiceOptions.order + ChoiceOptions.folding),
      dumped(
        "blocks", "Show the blocks that are laid out.",
        ChoiceOptions.all + NewsOptions.all + LayoutOptions.all),
    ],
    examples: [
      .init(line: "atoll dump blocks thread.json", purpose: "What the page is made of:")
    ])

  private static func dumped(
    _ name: String, _ summary: String, _ options: [OptionDescription]
  ) -> CommandDescription {
    CommandDescription(
      name: name, summary: summary, operand: storyFiles,
      options: [OutputOptions.output] + InputOptions.all + options + [TerminalChoice.pager]
        + MessageOptions.all,
      examples: [
        .init(line: "atoll dump \(name) thread.json", purpose: "To standard output:")
      ])
  }

  private static let storyFiles = OperandDescription(
    placeholder: "FILE", form: .file, count: 0...10_000,
    help: """
      The input: files that make one story, a folder of them, or - for standard input, which is \
      also read when no file is named and it is not a terminal.
      """)
}

/// Where the result goes.
enum OutputOptions {
  static let all = [output, RenderOptions.format, printHeaders]

  static let output = OptionDescription(
    name: "output", letter: "o", value: .of("FILE", .file), group: .output,
    help: "Write to this file. It is written beside and then renamed.",
    defaultText: "standard output")
  static let printHeaders = OptionDescription(
    name: "print-headers", group: .output,
    help: """
      Print the HTTP headers the page should be served with. The page itself is then written only \
      with --output.
      """)
}

/// How the input is read.
enum InputOptions {
  static let all = [from, story, body]

  static let from = OptionDescription(
    name: "from", value: .of("SHAPE", .word(Words.inputForms)), group: .input,
    help: "Read the input as this, whatever it looks like.", defaultText: "found out")
  static let story = OptionDescription(
    name: "story", value: .of("ID", .text), group: .input,
    help: "Take this story, where the input holds several.")
  static let body = OptionDescription(
    name: "body", value: .of("SYNTAX", .word(Words.bodySyntaxes)), group: .input,
    help: "Read the texts of comments as this, whatever the input says.",
    defaultText: "as the input says")
}

/// Which comments are on show, and in which order.
enum ChoiceOptions {
  static let order = [sort, replySort]
  static let folding = [fold, foldDepth, foldSize]
  static let limits = [maxDepth, maxComments, roots]
  static let all = order + folding + limits

  static let sort = OptionDescription(
    name: "sort", value: .of("ORDER", .word(Words.sortOrders)), group: .choice,
    help: "The order of the comments that answer no other.", defaultText: "newest")
  static let replySort = OptionDescription(
    name: "reply-sort", value: .of("ORDER", .word(Words.sortOrders)), group: .choice,
    help: "The order of replies.", defaultText: "oldest")
  static let fold = OptionDescription(
    name: "fold", value: .of("ID", .text), repeats: true, group: .choice,
    help: "Fold away the replies to this comment. Can be given more than once.")
  static let foldDepth = OptionDescription(
    name: "fold-depth", value: .of("N", .count(1...Int.max)), group: .choice,
    help:
      "Fold away all replies below this level, where 1 leaves only comments that answer no other."
  )
  static let foldSize = OptionDescription(
    name: "fold-size", value: .of("N", .count(1...Int.max)), group: .choice,
    help: "Fold away the replies to every comment that has more than this many below it.")
  static let maxDepth = OptionDescription(
    name: "max-depth", value: .of("N", .count(1...Int.max)), group: .choice,
    help: "Leave out replies deeper than this, and say how many.")
  static let maxComments = OptionDescription(
    name: "max-comments", value: .of("N", .count(0...Int.max)), group: .choice,
    help: "Leave out comments past this many, and say how many.")
  static let roots = OptionDescription(
    name: "roots", value: .of("A..B", .range), group: .choice,
    help: "Show only these of the comments that answer no other, counted from 0, B left out.")
}

/// What is said, and where.
enum MessageOptions {
  static let all = [report, strict, progress, quiet]

  static let report = OptionDescription(
    name: "report", value: ValueDescription(placeholder: "FILE", form: .file, isOptional: true),
    help: "Write a report in JSON to standard error, or to a file: --report=report.json.")
  static let strict = OptionDescription(
    name: "strict", isNegatable: true,
    help: "Write nothing and end with 65 if there is anything to report about the input.")
  static let progress = OptionDescription(
    name: "progress", value: .of("FORM", .word(Progress.Form.allCases.map(\.rawValue))),
    help: "Say how far a long job is: auto on a terminal only, json as lines for programs.",
    defaultText: "auto")
  static let quiet = OptionDescription(
    name: "quiet", letter: "q", help: "Say nothing but errors.")
}
