import Atoll
import AtollArguments

extension CommandTable {
  static let render = Command(
    "render", summary: "Render a comment thread.",
    arguments: StoryArguments(), operand: StoryArguments.operand,
    options: renderOptions, formats: { FormatRestriction.formats(of: $0) }
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
    StoryArguments.display(
      DisplayArguments.order, DisplayArguments.folding, DisplayArguments.limits,
      DisplayArguments.newComments),
    [StoryArguments.skipEmpty],
    StoryArguments.display(DisplayArguments.layout, DisplayArguments.oneComment),
    StoryArguments.notification,
    StoryArguments.display(
      DisplayArguments.markup, DisplayArguments.pages, DisplayArguments.archive,
      [DisplayArguments.maxBodyBytes], DisplayArguments.singleMail, DisplayArguments.rejectionMail,
      DisplayArguments.terminal),
    [StoryArguments.pager], StoryArguments.messages)

  static let rows = Command(
    "rows", summary: "Show the visible rows as text.",
    arguments: StoryArguments(), operand: StoryArguments.operand,
    options: Array(
      joining: [.output(to: \.output)], StoryArguments.input,
      StoryArguments.display(DisplayArguments.order, DisplayArguments.folding),
      [StoryArguments.pager], StoryArguments.messages)
  ) { arguments in
    try RenderRun.write(arguments, isForReading: true, headers: []) {
      RowLines.text(of: $0, options: $1)
    }
  }
}

extension StoryArguments {
  /// Creates the arguments of `atoll render` from these words, for the cases of a snapshot suite.
  init(parsing words: [String]) throws {
    self.init()
    common.given = try CommandTable.renderOptions.parse(words, into: &self, operand: nil)
  }
}
