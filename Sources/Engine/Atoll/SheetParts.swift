import Bytes
import HTMLOutput
import Layout
import Synchronization
import Theming

/// The style elements of outputs, each made once.
///
/// The sheet of a card, or of a fragment of very few comments, contains only what its markup uses; it is chosen when the
/// markup is written. All other outputs have the whole sheet, which is small next to them.
final class SheetParts: Sendable {
  /// The element of outputs with many blocks: the whole sheet, or a link to it.
  let whole: StyleElement
  /// The rules that parts are made of; `nil` if all outputs have the whole sheet.
  private let rules: PageSheetRules?
  private let root: String
  private let allowsImages: Bool
  private let parts = Mutex<Cache>(Cache())

  private struct Cache {
    /// The rules, read when they are first needed.
    var rules: PageSheetRules?
    var byUse: [StyleUse: StyleElement] = [:]
  }

  /// The most parts that are kept; other outputs have the whole sheet.
  private static let mostKept = 500
  /// The most comments and the most blocks of an output whose markup decides about its sheet: a few comments with all
  /// the notices that can be around them.
  private static let (mostComments, mostBlocks) = (4, 10)

  init(of sheet: PageSheet, _ templates: HTMLTemplates) throws(AtollError) {
    root = templates.settings.usedRootClass ?? Theme.rootClass
    rules = templates.settings.form == .page ? nil : sheet.writtenRules
    whole =
      try sheet.link()
      ?? StyleElement(css: sheet.css(root: root), allowsImages: sheet.allowsImages)
    allowsImages = sheet.allowsImages
  }

  /// Returns whether the markup of some blocks decides about their sheet.
  func isChosenByMarkup(for list: BlockList) -> Bool {
    rules != nil && list.blocks.count <= Self.mostBlocks
      && list.blocks.count(where: \.isOfThread) <= Self.mostComments
  }

  /// Returns the style element for finished markup.
  func element(for markup: Span<UInt8>) -> StyleElement {
    guard let rules else { return whole }
    let use = StyleUse(finished: markup)
    return parts.withLock { cache in
      if let known = cache.byUse[use] { return known }
      guard cache.byUse.count < Self.mostKept else { return whole }
      let read = cache.rules ?? rules.reading()
      cache.rules = read
      let element = StyleElement(css: read.css(for: use, root: root), allowsImages: allowsImages)
      cache.byUse[use] = element
      return element
    }
  }
}
