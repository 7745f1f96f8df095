import Bytes
import HTMLOutput
package import Layout
import TerminalOutput
import Theming

/// What the options mean to each stage.
extension Options {
  /// Throws what contradicts itself in the options.
  func check() throws(AtollError) {
    guard Language(rawValue: language) != nil else {
      let all = Language.allCases.map(\.rawValue).joined(separator: ", ")
      throw AtollError(
        .options, "no words for the language '\(language)'", advice: "choose of \(all)")
    }
    guard format != .card || focus != nil else {
      throw AtollError(.options, "a card is about one comment", advice: "say which by its id")
    }
    guard depthCap >= 1 else {
      throw AtollError(.options, "the depth cap must be at least 1", advice: "1 indents nothing")
    }
    if let width = terminal.width, !TerminalOptions.widths.contains(width) {
      throw AtollError(
        .options, "a width of \(width) columns",
        advice: "choose one from \(TerminalOptions.widths.lowerBound) to "
          + "\(TerminalOptions.widths.upperBound)")
    }
  }

  private var layoutLanguage: Language { Language(rawValue: language) ?? .english }

  /// The settings of the templates for a form of markup.
  func templateSettings(_ form: HTMLTemplates.Form) -> HTMLTemplates.Settings {
    var settings = HTMLTemplates.Settings(
      form: form, wording: Wording(language: layoutLanguage, zone: zone.zone, now: now))
    settings.coralClasses = classNames == .coral
    settings.talkClasses = classNames == .talk
    return settings
  }

  package func layout(ranks: Bool) -> LayoutOptions {
    var layout = LayoutOptions()
    layout.language = layoutLanguage
    layout.zone = zone.zone
    layout.now = now
    layout.sort = sort
    layout.replySort = replySort
    layout.folding = folding
    layout.depthCap =
      terminalSettings.map { min(depthCap, $0.railLimit + 1) } ?? depthCap
    layout.maxDepth = maxDepth
    layout.maxComments = maxComments
    layout.roots = roots
    layout.keepsInfoboxWhenClosed = keepsInfoboxWhenClosed
    layout.since = since
    layout.ranks = ranks
    if format == .card, let focus { layout.focus = (focus, ancestors) }
    return layout
  }
}

extension Scheme {
  init(_ scheme: Options.Scheme) {
    switch scheme {
    case .auto: self = .auto
    case .light: self = .light
    case .dark: self = .dark
    }
  }
}

extension Theme {
  init(_ style: Style) throws(AtollError) {
    do throws(ThemeErrors) {
      switch style {
      case .embedded(let name): try self.init(embedded: name)
      case .files(let name, let files):
        try self.init(
          name: name, files: files.map { StyleFile(path: $0.path, bytes: $0.bytes) })
      }
    } catch {
      throw AtollError(.style, "the theme does not load", details: error.description)
    }
  }
}

extension HTMLTemplates.Form {
  /// The form of markup a format is; nothing for one that is none.
  init?(_ format: Options.Format) {
    switch format {
    case .page: self = .page
    case .fragment: self = .fragment
    case .card: self = .card
    case .ansi, .text: return nil
    }
  }
}
