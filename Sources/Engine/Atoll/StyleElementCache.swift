import AtollBytes
import AtollHTMLOutput
import AtollLayout
import AtollTheming
import Synchronization

/// The style elements of outputs, each made once.
///
/// Most outputs contain only the rules that their blocks can use. For a card, or a fragment with
/// very few comments, the markup is written first, and only the rules that it uses are added. Large
/// outputs contain the whole sheet, which is small compared to them.
final class StyleElementCache: Sendable {
  /// The element that links to the sheet, for all outputs; `nil` if outputs contain the sheet.
  private let link: StyleElement?
  private let sheet: PageSheet
  private let templates: HTMLTemplates
  private let rootClass: String
  private let cache = Mutex<Cache>(Cache())

  private struct Cache {
    /// The element with the whole sheet, once it is needed.
    var wholeSheetElement: StyleElement?
    /// The sheet, which is parsed when a part of it is first needed.
    var parsed: ParsedPageSheet?
    /// The elements for lists of blocks, by the contents of the lists, which vary little.
    var elementsByContents: [BlockContents: StyleElement] = [:]
    var elementsByUse: [StyleUse: StyleElement] = [:]
  }

  /// The maximum number of elements that each cache keeps; others are made again for every output.
  private static let maximumCacheSize = 500
  /// The maximum number of blocks in an output that contains only a part of the sheet.
  private static let maximumBlockCount = 250
  /// The maximum numbers of comments and blocks in an output whose sheet is chosen by its markup.
  ///
  /// The blocks allow for a few comments with all the notices that can surround them.
  private static let (smallCommentCount, smallBlockCount) = (4, 10)

  init(of sheet: PageSheet, templates: HTMLTemplates) throws(AtollError) {
    self.sheet = sheet
    self.templates = templates
    rootClass = templates.settings.writtenRootClass ?? Theme.rootClass
    link = try sheet.linkElement()
  }

  /// Returns whether the sheet for these blocks is chosen by their markup.
  ///
  /// A page's sheet is not, since the content security policy names it before any markup is
  /// written.
  func choosesSheetByMarkup(for list: BlockList) -> Bool {
    link == nil && templates.settings.form != .page && list.blocks.count <= Self.smallBlockCount
      && list.blocks.count(where: \.isThreadComment) <= Self.smallCommentCount
  }

  func element(for markup: Span<UInt8>) -> StyleElement {
    if let link { return link }
    guard let sheet = cache.withLock({ parsedSheet(&$0) }) else {
      return cache.withLock { wholeSheetElement(&$0) }
    }
    let use = StyleUse(scanning: markup, for: sheet.names)
    return cache.withLock { element(for: use, of: sheet, in: &$0) }
  }

  func element(for list: BlockList) -> StyleElement {
    if let link { return link }
    if list.blocks.count <= Self.maximumBlockCount {
      return element(for: list.contents(narrowDepth: templates.settings.narrowDepth))
    }
    return cache.withLock { wholeSheetElement(&$0) }
  }

  /// The largest style element of an output: the link or, if outputs contain the sheet, the whole
  /// sheet.
  var largestElement: StyleElement { link ?? cache.withLock { wholeSheetElement(&$0) } }

  func element(for contents: BlockContents) -> StyleElement {
    if let link { return link }
    return cache.withLock { cache in
      if let known = cache.elementsByContents[contents] { return known }
      guard let sheet = parsedSheet(&cache) else { return wholeSheetElement(&cache) }
      let markup = templates.possibleMarkup(of: contents)
      let element = element(
        for: StyleUse(scanning: markup.span, for: sheet.names), of: sheet, in: &cache)
      if cache.elementsByContents.count < Self.maximumCacheSize {
        cache.elementsByContents[contents] = element
      }
      return element
    }
  }

  private func element(
    for use: StyleUse, of sheet: ParsedPageSheet, in cache: inout Cache
  ) -> StyleElement {
    if let known = cache.elementsByUse[use] { return known }
    let element = makeElement(sheet.css(for: use, root: rootClass))
    if cache.elementsByUse.count < Self.maximumCacheSize { cache.elementsByUse[use] = element }
    return element
  }

  private func parsedSheet(_ cache: inout Cache) -> ParsedPageSheet? {
    if cache.parsed == nil { cache.parsed = sheet.writtenRules.map(ParsedPageSheet.init) }
    return cache.parsed
  }

  private func wholeSheetElement(_ cache: inout Cache) -> StyleElement {
    let element = cache.wholeSheetElement ?? makeElement(sheet.css(root: rootClass))
    cache.wholeSheetElement = element
    return element
  }

  private func makeElement(_ css: [UInt8]) -> StyleElement {
    StyleElement(css: css, allowsImages: sheet.allowsImages)
  }
}
