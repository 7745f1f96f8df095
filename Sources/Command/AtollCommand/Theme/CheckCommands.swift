extension CommandTable {
  static let theme = CommandDescription(
    name: "theme", summary: "Check, list, copy or write out styles.",
    subcommands: [
      CommandDescription(
        name: "check", summary: "Check a style as a compiler would.",
        discussion: """
          Reads the tokens and the style sheet, proves that every text and every edge stands out \
          enough from its ground, light and dark, and names what does not with its ratio.
          """,
        operand: styleOperand,
        options: [MessageOptions.quiet],
        examples: [
          .init(line: "atoll theme check", purpose: "All that come with atoll:"),
          .init(line: "atoll theme check ./our-style", purpose: "A folder:"),
        ]),
      CommandDescription(
        name: "copy",
        summary: "Copy a style that comes with atoll into a folder, to edit it there.",
        discussion: """
          The folder is a style of the same look, with every sheet that it lists. A file that is \
          there already is never replaced.
          """,
        operand: OperandDescription(
          placeholder: "NAME", form: .wordOrFolder(Words.styles), count: 2...2,
          help: "A style that comes with atoll, and the folder that gets its files.", target: "DIR"),
        options: [MessageOptions.quiet],
        examples: [.init(line: "atoll theme copy ign our-style", purpose: "Begin your own:")]),
      CommandDescription(
        name: "css", summary: "Write the style sheet that pages of a style carry or point to.",
        discussion: """
          What `atoll render --style-sheet ADDRESS` expects to be served at the address. Options of \
          `render` that change the sheet are to be given here too.
          """,
        operand: styleOperand,
        options: [
          OutputOptions.output, ThemeOptions.format, RenderOptions.scheme,
          RenderOptions.coralClasses, RenderOptions.talkClasses,
        ],
        examples: [
          .init(line: "atoll theme css -o comments.css", purpose: "For pages:"),
          .init(
            line: "atoll theme css ./our-style --format fragment > comments.css",
            purpose: "For fragments in pages of another make:"),
        ]),
      CommandDescription(
        name: "list", summary: "List the styles that come with atoll, or the files of one.",
        operand: styleOperand,
        examples: [
          .init(line: "atoll theme list", purpose: "Their names:"),
          .init(line: "atoll theme list ign", purpose: "The files of one:"),
        ]),
    ],
    examples: [.init(line: "atoll theme check ./our-style", purpose: "Is this style right?")])

  static let template = CommandDescription(
    name: "template", summary: "Check, list or copy templates.",
    subcommands: [
      CommandDescription(
        name: "check", summary: "Check templates as a compiler would.",
        operand: templateOperand,
        options: [MessageOptions.quiet],
        examples: [
          .init(line: "atoll template check ./our-templates", purpose: "A folder:")
        ]),
      CommandDescription(
        name: "copy",
        summary: "Copy templates that come with atoll into a folder, to edit them there.",
        discussion: """
          Without names, all are copied; copy those that you mean to edit, since the others stay as \
          newer versions of atoll have them. A file that is there already is never replaced.
          """,
        operand: OperandDescription(
          placeholder: "NAME", form: .folder, count: 1...1000,
          help: "Templates, as list names them, and the folder that gets them.", target: "DIR"),
        options: [MessageOptions.quiet],
        examples: [
          .init(
            line: "atoll template copy comment.mustache our-templates",
            purpose: "Begin with one:")
        ]),
      CommandDescription(
        name: "list", summary: "List the templates, and which of them a folder replaces.",
        operand: templateOperand,
        options: [TemplateOptions.dump],
        examples: [
          .init(line: "atoll template list", purpose: "Their names:"),
          .init(
            line: "atoll template list --dump comment.mustache", purpose: "Read one:"),
        ]),
    ],
    examples: [
      .init(line: "atoll template check ./our-templates", purpose: "Are these templates right?")
    ])

  private static let styleOperand = OperandDescription(
    placeholder: "NAME|DIR", form: .wordOrFolder(Words.styles), count: 0...1,
    help: "A style that comes with atoll, or a folder.")

  private static let templateOperand = OperandDescription(
    placeholder: "DIR", form: .folder, count: 0...1,
    help: "A folder of templates that replace those of the same name.")
}

/// The options of `atoll theme css`.
enum ThemeOptions {
  /// Only what is markup has a style sheet.
  static let format = OptionDescription(
    name: "format", letter: "f",
    value: .of("FORMAT", .word(Words.markupFormats)), group: .output,
    help: "What the sheet is for: a page, a fragment or a card.", defaultText: "page")
}

/// The options of `atoll template list`.
enum TemplateOptions {
  static let dump = OptionDescription(
    name: "dump", value: .of("NAME", .text),
    help: "Write the text of this template to standard output.")
}
