import Bytes
import HTMLOutput
import Layout
import Theming

/// What the options mean to each stage.
extension Options {
  func layout(ranks: Bool) -> LayoutOptions {
    var layout = LayoutOptions()
    layout.language = Language(rawValue: language) ?? .english
    layout.zone = zone.zone
    layout.now = now
    layout.sort = sort
    layout.replySort = replySort
    layout.folding = folding
    layout.depthCap = depthCap
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
