import Atoll
import Bytes
import Templating
import Theming

/// `atoll theme`.
enum ThemeCommands {
  /// Checks one style, or all that come with atoll, and says what it found.
  static func check(_ invocation: Invocation) throws(Stop) {
    let console = Console(invocation)
    let names = invocation.operands.isEmpty ? Words.styles : invocation.operands
    for name in names {
      let theme = try theme(name)
      if !console.isQuiet { try console.print(theme.report()) }
      console.say(.note, "the style is right", at: name)
    }
  }

  /// Lists the styles that come with atoll, or the files of one.
  static func list(_ invocation: Invocation) throws(Stop) {
    let console = Console(invocation)
    guard let name = invocation.operands.first else {
      return try console.print(Words.styles.map { "\($0)\n" }.joined())
    }
    let paths =
      switch try LookFiles.style(name) {
      case .embedded(let name): Theme.embeddedFiles(of: name).map(\.path)
      case .files(_, let files): files.map(\.path)
      }
    try console.print(paths.map { "\($0)\n" }.joined())
  }

  /// Writes the files of a built-in style into a folder, to be edited there.
  static func copy(_ invocation: Invocation) throws(Stop) {
    let (name, folder) = (invocation.operands[0], invocation.operands[1])
    guard Words.styles.contains(name) else {
      throw .usage(
        UsageError(
          invocation.path, "there is no style '\(name)'",
          didYouMean: nearest(to: name, among: Words.styles)))
    }
    let files = Theme.standaloneFiles(of: name).map { (path: $0.path, bytes: $0.bytes) }
    try FolderWriting.write(files, into: folder, Console(invocation))
  }

  /// Writes the style sheet of a style, for pages that point to it.
  static func css(_ invocation: Invocation) throws(Stop) {
    let destination = Destination(invocation.value(OutputOptions.output))
    var options = Options()
    options.format = invocation.word(ThemeOptions.format) ?? .page
    options.scheme = invocation.word(RenderOptions.scheme) ?? options.scheme
    options.classNames = try Options.classNames(invocation)
    // A card is about some comment; which one, no style asks.
    options.focus = "1"
    let style = try LookFiles.style(invocation.operands.first ?? "ign")
    let sheet: [UInt8]
    do throws(AtollError) {
      sheet = try Renderer(options: options, style: style).styleSheet
    } catch {
      throw Stop(error)
    }
    try destination.write(sheet)
  }

  private static func theme(_ name: String) throws(Stop) -> Theme {
    let style = try LookFiles.style(name)
    do throws(ThemeErrors) {
      switch style {
      case .embedded(let name): return try Theme(embedded: name)
      case .files(let short, let files):
        return try Theme(
          name: short, files: files.map { StyleFile(path: $0.path, bytes: $0.bytes) })
      }
    } catch {
      let count = error.errors.count + error.unlisted
      throw .failure(
        CommandFailure(
          .configuration, "\(count) \(count == 1 ? "error" : "errors")", at: name,
          details: error.lines))
    }
  }
}

/// `atoll template`.
enum TemplateCommands {
  /// Compiles all templates for every format and says what is wrong with any of them.
  static func check(_ invocation: Invocation) throws(Stop) {
    let console = Console(invocation)
    let templates = try LookFiles.templates(in: invocation.operands.first)
    var lines: [String] = []
    var isCut = false
    for format in Options.Format.allCases where format.isHTML || format == .email {
      var options = Options()
      options.format = format
      // A card is about some comment; which one, no template asks.
      options.focus = "1"
      do {
        _ = try Renderer(options: options, templates: templates)
      } catch {
        // What all formats share is wrong in each of them, and told once.
        for line in error.details.split(separator: "\n").map(String.init)
        where !lines.contains(line) {
          if TemplateErrors.isRest(line) { isCut = true } else { lines.append(line) }
        }
        if error.details.isEmpty { lines.append(error.description) }
      }
    }
    guard lines.isEmpty else {
      let count =
        isCut
        ? "more than \(lines.count) errors"
        : "\(lines.count) \(lines.count == 1 ? "error" : "errors")"
      throw .failure(
        CommandFailure(.configuration, count, at: invocation.operands.first, details: lines))
    }
    console.say(.note, "the templates are right", at: invocation.operands.first)
  }

  /// Lists the templates, or writes the text of one.
  static func list(_ invocation: Invocation) throws(Stop) {
    let console = Console(invocation)
    let set = try set(invocation.operands.first)
    if let name = invocation.value(TemplateOptions.dump) {
      return try console.print(try template(name, of: set, invocation).bytes)
    }
    for name in set.names {
      try console.print(set.isOverridden(name) ? "\(name) (replaced)\n" : "\(name)\n")
    }
  }

  /// Writes built-in templates into a folder, to be edited there: those that are named, or all.
  static func copy(_ invocation: Invocation) throws(Stop) {
    let set = TemplateSet()
    let named = invocation.operands.dropLast()
    var files: [(path: String, bytes: [UInt8])] = []
    for name in named.isEmpty ? set.names[...] : named {
      files.append(try template(name, of: set, invocation))
    }
    try FolderWriting.write(files, into: invocation.operands.last ?? ".", Console(invocation))
  }

  /// Returns the template of a name, which may lack its ending.
  private static func template(
    _ name: String, of set: TemplateSet, _ invocation: Invocation
  ) throws(Stop) -> (path: String, bytes: [UInt8]) {
    for path in [name, "\(name).mustache"] {
      if let bytes = set.text(of: path) { return (path, bytes) }
    }
    let short = set.names.map { String($0.prefix { $0 != "." }) }
    throw .usage(
      UsageError(
        invocation.path, "there is no template '\(name)'",
        didYouMean: nearest(to: name, among: short + set.names)))
  }

  private static func set(_ folder: String?) throws(Stop) -> TemplateSet {
    let templates = try LookFiles.templates(in: folder)
    do {
      return try TemplateSet(overrides: templates.map { ($0.path, $0.bytes) })
    } catch {
      throw .failure(
        CommandFailure(
          .configuration, "the templates cannot be used", at: folder, details: error.lines))
    }
  }
}
