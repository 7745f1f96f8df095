import Atoll
import AtollArguments
import AtollBytes
import AtollLayout

struct LocaleArguments: CommandArguments {
  var common = CommonArguments()
  /// The path of the language file, for `check`.
  var operands: [String] = []
}

enum LocaleCommands {
  static let fileOption = Option<DisplayArguments>.optional(
    "locale-file", placeholder: "FILE", as: .file, to: \.localeFile, group: .appearance,
    help: """
      Use your own language file, or your corrections of a built-in language, in place of --locale; see \
      docs/languages.md.
      """)

  static func list(_ arguments: LocaleArguments) throws {
    try Console(arguments.common).print(Language.tags.map { "\($0)\n" }.joined())
  }

  static func check(_ arguments: LocaleArguments) throws {
    let path = arguments.operands[0]
    let file = try read(path)
    Console(arguments.common).note("the language '\(file.tag)' has no errors", at: path)
  }

  static func read(_ path: String) throws -> LanguageSource {
    let bytes = try StyleInputs.contents(of: path)
    return try LanguageSource(path: path, bytes: bytes)
  }
}

extension DisplayArguments {
  /// Returns the options, with the language file if the command line names one.
  func optionsWithLanguage() throws -> Options {
    guard let localeFile else { return options }
    var options = options
    let file = try LocaleCommands.read(localeFile)
    if options.language != Options().language, options.language != file.tag {
      throw Failure(
        commandLine:
          "--locale is '\(options.language)', but the language file is for '\(file.tag)'",
        advice: "leave one of them out")
    }
    options.languageFile = file
    options.language = file.tag
    return options
  }
}

extension CommandTable {
  static let locale = Command(
    "locale", summary: "List the languages, or check your own language file.",
    subcommands: [
      Command(
        "locale check", summary: "Check a language file, and list all its errors.",
        arguments: LocaleArguments(),
        operand: Operand(
          "FILE", as: .file, count: 1...1, to: \.operands, help: "The language file."),
        options: [.quiet]
      ) { arguments in try LocaleCommands.check(arguments) },
      Command(
        "locale list", summary: "List the languages that are built in.",
        arguments: LocaleArguments()
      ) { arguments in try LocaleCommands.list(arguments) },
    ])
}
