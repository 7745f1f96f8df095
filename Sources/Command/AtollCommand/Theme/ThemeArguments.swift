import Atoll
import AtollArguments
import AtollTheming

struct ThemeArguments: CommandArguments {
  var common = CommonArguments()
  /// The style, and for `copy` the destination folder.
  var operands: [String] = []
  var output: String?
  var format = Options.Format.page
  var display = DisplayArguments()

  static var operandFolderKind: FolderKind { .theme }

  fileprivate static let style = Operand<Self>(
    "NAME|DIR", as: .style, count: 0...1, to: \.operands, help: "A built-in theme, or a folder.")
}

struct TemplateArguments: CommandArguments {
  var common = CommonArguments()
  /// The folder of templates, or for `copy` the names of templates and the destination folder.
  var operands: [String] = []
  var printedTemplate: String?
  var mail = MailOptions()

  static var operandFolderKind: FolderKind { .templates }

  fileprivate static let folder = Operand<Self>(
    "DIR", as: .folder, count: 0...1, to: \.operands,
    help: "A folder of templates that replace the built-in ones of the same name.")
}

extension CommandTable {
  static let theme = Command(
    "theme", summary: "Check, list or copy themes, or write their style sheets.",
    subcommands: [
      Command(
        "theme check", summary: "Check a theme, and print its contrast ratios.",
        arguments: ThemeArguments(), operand: ThemeArguments.style,
        options: [.quiet] + [MailOptions.allow].nested(at: \ThemeArguments.display.options.mail)
      ) { arguments in try ThemeCommands.check(arguments) },
      Command(
        "theme copy", summary: "Copy a built-in theme into a folder, to edit it there.",
        arguments: ThemeArguments(),
        operand: Operand(
          "NAME", as: .style, count: 2...2, to: \.operands,
          help: "A built-in theme, and the folder for its files.", lastPlaceholder: "DIR"),
        options: [.quiet]
      ) { arguments in try ThemeCommands.copy(arguments) },
      Command(
        "theme css", summary: "Write the style sheet of a theme, for pages that link to it.",
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
          DisplayArguments.classNames.nested(at: \ThemeArguments.display))
      ) { arguments in try ThemeCommands.writeCSS(arguments) },
      Command(
        "theme list", summary: "List the built-in themes, or the files of a theme.",
        arguments: ThemeArguments(), operand: ThemeArguments.style
      ) { arguments in try ThemeCommands.list(arguments) },
    ])

  static let template = Command(
    "template", summary: "Check, list or copy templates.",
    subcommands: [
      Command(
        "template check", summary: "Check templates, and list all their errors.",
        arguments: TemplateArguments(), operand: TemplateArguments.folder,
        options: [.quiet, MailOptions.allow.nested(at: \TemplateArguments.mail)]
      ) { arguments in try TemplateCommands.check(arguments) },
      Command(
        "template copy", summary: "Copy built-in templates into a folder, to edit them there.",
        arguments: TemplateArguments(),
        operand: Operand(
          "NAME", as: .folder, count: 1...1000, to: \.operands,
          help: "Templates, by the names that list prints, and the folder for them.",
          lastPlaceholder: "DIR"),
        options: [.quiet]
      ) { arguments in try TemplateCommands.copy(arguments) },
      Command(
        "template list", summary: "List the templates, and which of them a folder replaces.",
        arguments: TemplateArguments(), operand: TemplateArguments.folder,
        options: [
          .optional(
            "dump", placeholder: "NAME", as: .text, to: \.printedTemplate,
            help: "Write the text of this template to standard output.")
        ]
      ) { arguments in try TemplateCommands.list(arguments) },
    ])
}
