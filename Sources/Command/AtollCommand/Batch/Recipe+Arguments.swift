import Atoll
import AtollArguments
import AtollBatch
import AtollBytes
import AtollComments
import AtollHashing
import AtollStore
import AtollTemplating
import AtollTheming

extension Recipe {
  /// Creates the recipe from all arguments of `batch` that affect the outputs.
  ///
  /// Every given option that is not in `irrelevantOptions` changes the recipe.
  init(_ arguments: BatchArguments, renderer: Renderer) throws {
    let style = try StyleInputs.style(arguments.display.style)
    let templates = try StyleInputs.templates(in: arguments.display.templateFolder)
    self.init(
      version: atollVersion, optionsHash: Self.optionsHash(arguments, options: renderer.options),
      templatesHash: Self.hash(of: templates.map { ($0.path, $0.bytes) } + Self.builtInTemplates),
      styleHash: Self.hash(of: Self.files(of: style)),
      format: renderer.options.format.rawValue, contentType: renderer.options.format.contentType)
  }

  /// The names of options that do not affect the outputs, or whose effect is hashed in another way.
  private static let irrelevantOptions: Set<String> = Set(
    [
      "output", "progress", "quiet", "from", "style", "templates", "locale-file", "now",
      colorOptionName,
    ]
      + (BatchArguments.inputOptions + BatchArguments.runOptions + BatchArguments.storeOptions)
      .map(\.description.name))

  private static func optionsHash(_ arguments: BatchArguments, options: Options) -> ContentHash {
    let given = arguments.common.given
    var parts: [(String, [UInt8])] = []
    for name in BatchArguments.options.map(\.description.name)
    where !irrelevantOptions.contains(name) && given.contains(name) {
      let texts = given.texts(of: name)
      for text in texts { parts.append((name, Array(text.utf8))) }
      if texts.isEmpty { parts.append((name, [given.isOn(name) ? 1 : 0])) }
    }
    // These can depend on environment variables.
    switch options.format {
    case .ansi, .text:
      let terminal = options.terminal
      parts.append(("colors", Array(terminal.colors.rawValue.utf8)))
      parts.append(("links", [terminal.writesHyperlinks ? 1 : 0]))
      parts.append(("columns", Array("\(terminal.width ?? 0)".utf8)))
      parts.append(("charset", Array(terminal.charset.rawValue.utf8)))
    case .page, .fragment, .card, .email, .emailHTML, .emailText, .jsonLD, .atom: break
    }
    if let key = options.archive.pseudonymKey { parts.append(("key", key)) }
    // `--now now` is a different moment in each run.
    if let now = options.now { parts.append(("now", Array("\(now.milliseconds)".utf8))) }
    // The current run of a store changes over time.
    if let earlier = arguments.settings.earlierRun {
      parts.append(("since-run", Array("\(earlier.run.number)".utf8)))
    }
    if let file = options.languageFile { parts.append(("language", file.bytes)) }
    if let bytes = arguments.display.zoneFileBytes { parts.append(("rules", bytes)) }
    return hash(of: parts)
  }

  private static var builtInTemplates: [(String, [UInt8])] {
    let set = TemplateSet()
    return set.names.map { ($0, set.text(of: $0) ?? []) }
  }

  /// Returns the files of a style and of all built-in styles, because the style may extend one.
  private static func files(of style: Style) -> [(String, [UInt8])] {
    var files: [(String, [UInt8])] = []
    switch style {
    case .embedded(let name): files.append((name, []))
    case .files(name: _, let sources): files = sources.map { ($0.path, $0.bytes) }
    }
    for name in Theme.embeddedNames {
      files += Theme.embeddedFiles(of: name).map { ("\(name)/\($0.path)", $0.bytes) }
    }
    return files
  }

  private static func hash(of parts: [(String, [UInt8])]) -> ContentHash {
    hash(of: parts.flatMap { [Array($0.0.utf8), $0.1] })
  }
}
