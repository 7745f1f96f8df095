import Bytes
import HTMLOutput
import Layout
import Synchronization
import Theming

/// The parts of a style sheet that outputs need, each made once.
///
/// The kinds of blocks in an output decide what its sheet contains. The sheet of a card, or of a fragment of very few
/// comments, contains only what its markup uses; it is chosen when the markup is written.
final class SheetParts: Sendable {
  /// The element that points to the sheet; `nil` if outputs contain it.
  private let link: StyleElement?
  private let rules: PageSheetRules?
  private let root: String
  private let templates: HTMLTemplates
  private let parts = Mutex<Cache>(Cache())

  private struct Cache {
    var byKinds: [BlockKinds: StyleElement] = [:]
    var byUse: [StyleUse: StyleElement] = [:]
  }

  /// The most parts that are kept for single comments; others have the part for their kinds of blocks.
  private static let mostKept = 500
  /// The most blocks of an output whose markup decides about its sheet.
  private static let mostBlocks = 4

  init(of sheet: PageSheet, _ templates: HTMLTemplates) throws(AtollError) {
    self.templates = templates
    rules = sheet.writtenRules
    root = templates.settings.usedRootClass ?? Theme.rootClass
    link = try sheet.link()
  }

  /// Returns whether the markup of some blocks decides about their sheet.
  func isChosenByMarkup(for list: BlockList) -> Bool {
    rules != nil && list.blocks.count <= Self.mostBlocks && templates.settings.form != .page
  }

  /// Returns the style element for the kinds of blocks of a list.
  ///
  /// Pages of a divided thread may also repeat comments of earlier ones.
  func element(for list: BlockList, isPaged: Bool = false) -> StyleElement {
    let kinds = BlockKinds(list.blocks)
    return element(for: isPaged ? kinds.union(.ancestors) : kinds)
  }

  /// Returns the style element for an output of several lists.
  func element(forAll lists: [BlockList]) -> StyleElement {
    element(for: lists.reduce(into: []) { $0.formUnion(BlockKinds($1.blocks)) })
  }

  private func element(for kinds: BlockKinds) -> StyleElement {
    if let link { return link }
    guard let rules else { return .none }
    return parts.withLock { cache in
      if let known = cache.byKinds[kinds] { return known }
      let markup = templates.markup(of: kinds)
      let use = StyleUse(templates: markup.span, bodyClasses: HTMLTemplates.bodyClasses)
      let element = StyleElement(css: rules.css(for: use, root: root))
      cache.byKinds[kinds] = element
      return element
    }
  }

  /// Returns the style element for finished markup.
  func element(for markup: Span<UInt8>, of list: BlockList) -> StyleElement {
    guard let rules else { return link ?? .none }
    let use = StyleUse(finished: markup)
    let known = parts.withLock { cache -> StyleElement? in
      if let known = cache.byUse[use] { return known }
      guard cache.byUse.count < Self.mostKept else { return nil }
      let element = StyleElement(css: rules.css(for: use, root: root))
      cache.byUse[use] = element
      return element
    }
    return known ?? element(for: list)
  }
}
