import Arguments
import Atoll

extension CommandTable {
  static let render = Command(
    "render", summary: "Render a comment thread.",
    discussion: """
      Detects the form of the input and reports it on standard error. Several files are read as one \
      story: the pages of a server's response, or the parts of a dump. Of a folder, all \
      .json, .ndjson and .jsonl files are read.

      The result is written to standard output, or with --output to a file, which is replaced only \
      when the result is complete.
      """,
    arguments: StoryArguments(), operand: StoryArguments.operand,
    options: renderOptions, formats: { FormatRestriction.formats(of: $0) },
    examples: [
      Example("atoll render thread.json -o thread.html", purpose: "A page:"),
      Example(
        "atoll render thread.json --format fragment --sort most-liked --max-comments 50",
        purpose: "The fifty most liked comments, for inclusion in another page:"),
      Example(
        "atoll render thread.json --format card --comment 42 --ancestors 2",
        purpose: "One comment with the two above it:"),
      Example(
        "atoll render dump/ --story 7c1f --zone Europe/Berlin --locale de -o 7c1f.html",
        purpose: "One story of a database dump, in German and in Berlin's time zone:"),
      Example(
        "atoll render thread.json -f email --mail-to ann@example.com -o thread.eml",
        purpose: "A mail:"),
      Example(
        "atoll render thread.json -f email --comment 42 --mail-to ann@example.com -o reply.eml",
        purpose: "A mail to the author of the comment that a reply answers:"),
      Example(
        "atoll render thread.json -f email --notification notification.json -o reply.eml",
        purpose: "A mail for a notification of Coral:"),
      Example(
        "atoll render thread.json --pages 100 -o comments/",
        purpose: "A long thread as linked pages of 100 comments:"),
      Example(
        "atoll render thread.json --strict --report=report.json -o thread.html",
        purpose: "Only if there is nothing to report about the input, with a report for programs:"),
    ]
  ) { arguments in try RenderRun.run(arguments) }

  /// The options of `render`; those that affect the output can also be set in the cases of a
  /// snapshot suite.
  static let renderOptions = Array<Option<StoryArguments>>(
    joining: [
      .output(to: \.output),
      .optional(
        "format", placeholder: "FORMAT", as: .format, letter: "f", to: \.format, group: .output,
        help: """
          The form of the output (page, fragment, card, email, text and others): a complete page, a fragment for inclusion in another page, a card of one comment, output \
          for a terminal, plain text, a mail or only its HTML or text, the structured data of a page \
          that includes the fragment, an Atom feed, or the blocks as JSON.
          """,
        default: "page; ansi on a terminal"
      ).markedAsCommon,
      .flag(
        "print-headers", to: \.printsHeaders, group: .output,
        help: """
          Print the HTTP headers to serve the page with. The page itself is then written only \
          with --output.
          """),
    ],
    StoryArguments.input,
    ServerArguments.access.nested(at: \StoryArguments.server),
    ServerArguments.story.nested(at: \StoryArguments.server),
    StoryArguments.order, StoryArguments.folding, StoryArguments.limits,
    StoryArguments.newComments, [StoryArguments.skipEmpty], StoryArguments.layout,
    DisplayArguments.oneComment.nested(at: \StoryArguments.display), StoryArguments.notification,
    DisplayArguments.markup.nested(at: \StoryArguments.display),
    DisplayArguments.pages.nested(at: \StoryArguments.display),
    DisplayArguments.archive.nested(at: \StoryArguments.display),
    [DisplayArguments.maxBodyBytes.nested(at: \StoryArguments.display)],
    (DisplayArguments.singleMail + DisplayArguments.rejectionMail)
      .nested(at: \StoryArguments.display),
    DisplayArguments.terminal.nested(at: \StoryArguments.display),
    [StoryArguments.pager], StoryArguments.messages)

  static let rows = Command(
    "rows", summary: "Show the visible rows as text.",
    discussion: """
      Prints one line for each visible row, indented by its depth: the id of the comment, the author, \
      the number of hidden replies, and the beginning of the text.
      """,
    arguments: StoryArguments(), operand: StoryArguments.operand,
    options: Array(
      joining: [.output(to: \.output)], StoryArguments.input, StoryArguments.order,
      StoryArguments.folding, [StoryArguments.pager], StoryArguments.messages),
    examples: [
      Example("atoll rows thread.json", purpose: "All rows:"),
      Example(
        "atoll rows thread.json --sort oldest --fold-depth 2",
        purpose: "The oldest first, with all replies to replies folded:"),
    ]
  ) { arguments in
    try RenderRun.show(arguments) { RowLines.text(of: $0, options: $1) }
  }
}

extension StoryArguments {
  /// Creates the arguments of `atoll render` from these words, for the cases of a snapshot suite.
  init(parsing words: [String]) throws {
    self.init()
    common.given = try CommandTable.renderOptions.parse(words, into: &self, operand: nil)
  }
}
