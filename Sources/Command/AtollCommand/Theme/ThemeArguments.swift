import Arguments
import Atoll
import Theming

struct ThemeArguments: CommandArguments {
  var common = CommonArguments()
  /// The style, and for `copy` the destination folder.
  var operands: [String] = []
  var output: String?
  var format = Options.Format.page
  var display = DisplayArguments()

  static var operandReader: FolderReader { .theme }

  fileprivate static let style = Operand<Self>(
    "NAME|DIR", as: .style, count: 0...1, to: \.operands, help: "A built-in theme, or a folder.")
}

struct TemplateArguments: CommandArguments {
  var common = CommonArguments()
  /// The folder of templates, or for `copy` the names of templates and the destination folder.
  var operands: [String] = []
  var printedTemplate: String?
  var mail = MailOptions()

  static var operandReader: FolderReader { .templates }

  fileprivate static let folder = Operand<Self>(
    "DIR", as: .folder, count: 0...1, to: \.operands,
    help: "A folder of templates that replace the built-in ones of the same name.")
}

extension CommandTable {
  static let theme = Command(
    "theme", summary: "Check, list or copy themes, or write their style sheets.",
    subcommands: [
      Command(
        "check", summary: "Check a theme, and print its contrast ratios.",
        discussion: """
          Checks the tokens, the style sheets, the contrast of the tokens of every text and every edge \
          with its background, light and dark, and then whether mail clients support what the sheets for mails \
          use. All errors are listed, with file, line and column.
          """,
        arguments: ThemeArguments(), operand: ThemeArguments.style,
        options: [.quiet] + [MailOptions.allow].nested(at: \ThemeArguments.display.options.mail),
        examples: [
          Example("atoll theme check", purpose: "All built-in themes:"),
          Example("atoll theme check ./our-style", purpose: "A folder:"),
        ]
      ) { arguments in try ThemeCommands.check(arguments) },
      Command(
        "copy", summary: "Copy a built-in theme into a folder, to edit it there.",
        discussion: """
          The copy looks the same, and contains every style sheet that the theme lists. Existing files \
          are never replaced.
          """,
        arguments: ThemeArguments(),
        operand: Operand(
          "NAME", as: .style, count: 2...2, to: \.operands,
          help: "A built-in theme, and the folder for its files.", lastPlaceholder: "DIR"),
        options: [.quiet],
        examples: [Example("atoll theme copy ign our-style", purpose: "Begin your own theme:")]
      ) { arguments in try ThemeCommands.copy(arguments) },
      Command(
        "css", summary: "Write the style sheet of a theme, for pages that link to it.",
        discussion: """
          This is the file to serve at the ADDRESS of `atoll render --style-sheet ADDRESS`. Options of \
          `render` that change the style sheet have to be given here, too.
          """,
        arguments: ThemeArguments(), operand: ThemeArguments.style,
        options: Array(
          joining: [
            .output(to: \.output),
            .value(
              "format", placeholder: "FORMAT", as: .format(where: \.isHTML), letter: "f",
              to: \.format,
              group: .output, help: "The format of the pages: a page, a fragment or a card.",
              default: "page"),
          ],
          [DisplayArguments.scheme, DisplayArguments.headingLevel, DisplayArguments.images]
            .nested(at: \ThemeArguments.display),
          DisplayArguments.classNames.nested(at: \ThemeArguments.display)),
        examples: [
          Example("atoll theme css -o comments.css", purpose: "For pages:"),
          Example(
            "atoll theme css ./our-style --format fragment > comments.css",
            purpose: "For fragments in other pages:"),
        ]
      ) { arguments in try ThemeCommands.writeCSS(arguments) },
      Command(
        "list", summary: "List the built-in themes, or the files of a theme.",
        arguments: ThemeArguments(), operand: ThemeArguments.style,
        examples: [
          Example("atoll theme list", purpose: "The names of the built-in themes:"),
          Example("atoll theme list ign", purpose: "The files of one:"),
        ]
      ) { arguments in try ThemeCommands.list(arguments) },
    ],
    examples: [Example("atoll theme check ./our-style", purpose: "Check your own theme:")])

  static let template = Command(
    "template", summary: "Check, list or copy templates.",
    subcommands: [
      Command(
        "check", summary: "Check templates, and list all their errors.",
        arguments: TemplateArguments(), operand: TemplateArguments.folder,
        options: [.quiet, MailOptions.allow.nested(at: \TemplateArguments.mail)],
        examples: [Example("atoll template check ./our-templates", purpose: "A folder:")]
      ) { arguments in try TemplateCommands.check(arguments) },
      Command(
        "copy", summary: "Copy built-in templates into a folder, to edit them there.",
        discussion: """
          Without names, all are copied; copy only those that you want to edit, so that the others \
          are updated with atoll. Existing files are never replaced.
          """,
        arguments: TemplateArguments(),
        operand: Operand(
          "NAME", as: .folder, count: 1...1000, to: \.operands,
          help: "Templates, by the names that list prints, and the folder for them.",
          lastPlaceholder: "DIR"),
        options: [.quiet],
        examples: [
          Example("atoll template copy comment.mustache our-templates", purpose: "Begin with one:")
        ]
      ) { arguments in try TemplateCommands.copy(arguments) },
      Command(
        "list", summary: "List the templates, and which of them a folder replaces.",
        arguments: TemplateArguments(), operand: TemplateArguments.folder,
        options: [
          .optional(
            "dump", placeholder: "NAME", as: .text, to: \.printedTemplate,
            help: "Write the text of this template to standard output.")
        ],
        examples: [
          Example("atoll template list", purpose: "The names of all templates:"),
          Example("atoll template list --dump comment.mustache", purpose: "The text of one:"),
        ]
      ) { arguments in try TemplateCommands.list(arguments) },
    ],
    examples: [
      Example("atoll template check ./our-templates", purpose: "Check your own templates:")
    ])
}
