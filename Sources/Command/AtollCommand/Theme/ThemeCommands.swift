import Atoll
import AtollArguments
import AtollBytes
import AtollTemplating
import AtollTheming

enum ThemeCommands {
  /// Checks one theme or all built-in ones, and prints the contrast ratios.
  static func check(_ arguments: ThemeArguments) throws {
    let console = Console(arguments.common)
    let names = arguments.operands.isEmpty ? Theme.embeddedNames : arguments.operands
    for name in names {
      let theme = try theme(name)
      try checkMailSheets(of: name, allowing: arguments.display.options.mail.allowedFeatures)
      if !console.isQuiet {
        let heading = escapingInvisibles("theme \(theme.name): \(theme.tokens.title)")
        try console.print("\(heading)\n\(theme.contrastReport())")
      }
      console.note("the theme has no errors", at: name)
    }
  }

  /// Checks the mail sheets of a theme in the same way as the rendering of a mail.
  private static func checkMailSheets(of name: String, allowing features: [String]) throws {
    var options = Options()
    options.format = .email
    options.mail.allowedFeatures = features
    _ = try attributingCompileErrors(toFilesIn: name) {
      try Renderer(options: options, style: StyleInputs.style(name))
    }
  }

  /// Lists the built-in themes, or the files of a theme.
  static func list(_ arguments: ThemeArguments) throws {
    let console = Console(arguments.common)
    guard let name = arguments.operands.first else {
      return try console.print(Theme.embeddedNames.map { "\($0)\n" }.joined())
    }
    let paths =
      switch try StyleInputs.style(name) {
      case .embedded(let name): Theme.embeddedFiles(of: name).map(\.path)
      case .files(_, let files): files.map(\.path)
      }
    try console.print(paths.map { "\(escapingInvisibles($0))\n" }.joined())
  }

  /// Writes the files of a built-in theme into a folder, where they can be edited.
  static func copy(_ arguments: ThemeArguments) throws {
    let (name, folder) = (arguments.operands[0], arguments.operands[1])
    guard Theme.embeddedNames.contains(name) else {
      throw Failure(
        commandLine: "there is no theme '\(name)'",
        didYouMean: nearest(to: name, among: Theme.embeddedNames))
    }
    let files = Theme.standaloneFiles(of: name).map { (path: $0.path, bytes: $0.bytes) }
    try FolderFiles.writeNew(files, into: folder, on: Console(arguments.common))
  }

  /// Writes the style sheet of a theme, for pages that link to it.
  static func writeCSS(_ arguments: ThemeArguments) throws {
    let destination = Destination(arguments.output)
    var options = arguments.display.options
    options.format = arguments.format
    options.classNames = try arguments.display.classNames()
    // The style of a card does not depend on the comment; any id will do.
    if options.format == .card { options.focus = "1" }
    let style = try StyleInputs.style(arguments.operands.first)
    try destination.check()
    try destination.write(
      attributingCompileErrors(toFilesIn: arguments.operands.first) {
        try Renderer(options: options, style: style).styleSheet
      })
  }

  private static func theme(_ name: String) throws -> Theme {
    func failure(_ errors: SourceErrors) -> Failure {
      Failure(
        .configuration, message: counted(errors.count, noun: "error"), at: name,
        details: errors.located(in: [name]).lines)
    }
    switch try StyleInputs.style(name) {
    case .embedded(let name): return try translatingErrors(of: Theme(embedded: name), failure)
    case .files(let short, let files):
      let files = files.map { StyleFile(path: $0.path, bytes: $0.bytes) }
      return try translatingErrors(of: Theme(name: short, files: files), failure)
    }
  }
}
