import Atoll
import Bytes
import Comments
import OperatingSystem
import Store
import Templating
import Theming
import Hashing

extension StoreLook {
  /// All of a command line that decides what outputs look like.
  ///
  /// What is not known to make no difference makes one.
  init(_ invocation: Invocation, _ renderer: Renderer) throws(Stop) {
    let style = try LookFiles.style(invocation.value(RenderOptions.style))
    let templates = try LookFiles.templates(in: invocation.value(RenderOptions.templates))
    self.init(
      version: atollVersion, options: Self.options(invocation, renderer.options),
      templates: Self.hash(of: templates.map { ($0.path, $0.bytes) } + Self.builtInTemplates),
      style: Self.hash(of: Self.files(of: style)),
      contentType: renderer.options.format.contentType)
  }

  /// Options that change no output, or that have a hash of their own.
  private static let indifferent: [OptionDescription] =
    [
      OutputOptions.output, MessageOptions.progress, RenderOptions.style, RenderOptions.templates,
      LayoutOptions.now, .color, .help,
    ] + BatchOptions.all.filter { $0.name != BatchOptions.maxStoryComments.name }

  private static func options(_ invocation: Invocation, _ options: Options) -> ContentHash {
    let names = Set(indifferent.map(\.name))
    var parts: [(String, [UInt8])] = []
    for option in invocation.command.options where !names.contains(option.name) {
      let values = invocation.values(option)
      if !values.isEmpty {
        for value in values { parts.append((option.name, Array(value.utf8))) }
      } else if invocation.has(option, default: true) != invocation.has(option) {
        continue
      } else {
        parts.append((option.name, [invocation.has(option) ? 1 : 0]))
      }
    }
    // The terminal and its variables may have been asked.
    switch options.format {
    case .ansi, .text:
      let terminal = options.terminal
      parts.append(("colors", Array(terminal.colors.rawValue.utf8)))
      parts.append(("links", [terminal.hyperlinks ? 1 : 0]))
      parts.append(("columns", Array("\(terminal.width ?? 0)".utf8)))
      parts.append(("charset", Array(terminal.charset.rawValue.utf8)))
    case .page, .fragment, .card, .email, .emailHTML, .emailText: break
    }
    // The clock may have been asked, too.
    if let now = options.now { parts.append(("now", Array("\(now.milliseconds)".utf8))) }
    if let zone = invocation.value(LayoutOptions.zone), let file = ZoneName(zone)?.file {
      parts.append(("rules", (try? WholeFile.bytes(of: file, atMost: 1 << 20)) ?? []))
    }
    return hash(of: parts)
  }

  private static var builtInTemplates: [(String, [UInt8])] {
    let set = TemplateSet()
    return set.names.map { ($0, set.text(of: $0) ?? []) }
  }

  /// The files of a style, and those of the built-in ones, which it may be made upon.
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

  /// One hash of named parts; where one ends and the next begins makes a difference.
  private static func hash(of parts: [(String, [UInt8])]) -> ContentHash {
    var text: [UInt8] = []
    for (name, bytes) in parts {
      text += "\(name.utf8.count):\(name)\(bytes.count):".utf8
      text += bytes
    }
    return ContentHash(of: text)
  }
}
