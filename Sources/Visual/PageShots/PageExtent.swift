import Bytes
import Snapshots

/// Where the picture of a page begins and how large it is, in CSS pixels.
struct PageExtent: Hashable, Sendable {
  /// Less than 0 where the page is written from right to left and runs out to the left.
  var left = 0
  var width: Int
  var height: Int

  /// Reads the size that a browser measured; a page without a picture may have any.
  init(_ size: JSONTree?, of page: PageRequest) throws(PictureError) {
    guard let height = size?["height"]?.number, height >= 1 else { throw .empty }
    let width = max(size?["width"]?.number ?? 0, Double(page.width))
    if page.wantsPicture {
      guard height <= Double(Browser.tallest) else { throw .tooTall(Self.whole(height)) }
      guard width <= Double(Browser.widest) else { throw .tooWide(Self.whole(width)) }
    }
    left = Int((size?["x"]?.number ?? 0).rounded(.down))
    self.width = Self.whole(width)
    // What overflows the last line of a page is cut off on paper too.
    self.height = page.medium == .paged ? page.pageHeight : Self.whole(height)
    guard
      !page.wantsPicture
        || self.width * self.height * page.scale * page.scale <= Picture.mostPixels
    else { throw .tooLarge }
  }

  private static func whole(_ number: Double) -> Int {
    Int(min(number, Double(Int32.max)).rounded(.up))
  }
}

extension PageRequest {
  /// How tall one of the pages is that print is broken into: their sides are as those of A4.
  var pageHeight: Int { width * 297 / 210 }
  private static var gapOfPages: Int { 24 }

  /// The script that holds a page still, and waits for its fonts.
  ///
  /// A sheet of our own is put in by the way that no policy of a page forbids.
  var stillness: String {
    """
    (async () => {
      \(isMirrored ? "document.documentElement.dir = 'rtl';" : "")
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('*, *::before, *::after { animation: none !important; '
        + 'transition: none !important; caret-color: transparent !important; '
        + 'scroll-behavior: auto !important; } '
        + '::details-content { animation: none !important; transition: none !important; }');
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      \(medium == .paged ? pagination : "")
      document.body && document.body.offsetHeight;
      await document.fonts.ready;
      return 0;
    })()
    """
  }

  /// Breaks the page into columns as tall as a page.
  ///
  /// The engine breaks columns and pages by the same rules. Forced page breaks become column breaks.
  private var pagination: String {
    """
      const pages = new CSSStyleSheet();
      pages.replaceSync('html { column-width: \(width)px !important; column-count: auto !important; '
        + 'column-gap: \(Self.gapOfPages)px !important; column-fill: auto !important; '
        + 'block-size: \(pageHeight)px !important; inline-size: \(width)px !important; }');
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, pages];
      const columns = {page: 'column', left: 'column', right: 'column', recto: 'column',
        verso: 'column', 'avoid-page': 'avoid'};
      for (const element of document.querySelectorAll('body *')) {
        const style = getComputedStyle(element);
        for (const name of ['break-before', 'break-after', 'break-inside']) {
          const column = columns[style.getPropertyValue(name)];
          if (column) element.style.setProperty(name, column, 'important');
        }
      }
    """
  }
}
