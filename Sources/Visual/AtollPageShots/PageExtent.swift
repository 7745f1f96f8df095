import AtollBytes
import AtollSnapshots

/// The left edge and the size of a page's screenshot, in CSS pixels.
struct PageExtent: Hashable, Sendable {
  /// The left edge; negative if a right-to-left page overflows to the left.
  var left = 0
  var width: Int
  var height: Int
  /// True if part of a card is outside of the screenshot.
  var isCutOff = false

  /// Creates an extent from the size that a browser measured.
  ///
  /// The limits on the size apply only if a screenshot is requested.
  init(_ size: JSONValue?, of page: PageRequest) throws(Failure) {
    guard let height = size?["height"]?.double, height >= 1 else {
      throw .refusedScreenshot(.emptyPicture)
    }
    let width = max(size?["width"]?.double ?? 0, Double(page.width))
    if page.wantsScreenshot {
      guard height <= Double(Browser.maximumPageHeight) else {
        throw .refusedScreenshot(.pageTooTall(Self.roundedUp(height)))
      }
      guard width <= Double(Browser.maximumPageWidth) else {
        throw .refusedScreenshot(.pageTooWide(Self.roundedUp(width)))
      }
    }
    left = Int((size?["x"]?.double ?? 0).rounded(.down))
    self.width = Self.roundedUp(width)
    // On paper, content that is taller than a page is cut off, too.
    self.height = page.medium == .paged ? page.printedPageHeight : Self.roundedUp(height)
    guard
      !page.wantsScreenshot
        || self.width * self.height * page.scale * page.scale <= Bitmap.maximumPixelCount
    else { throw .refusedScreenshot(.pictureTooLarge) }
  }

  private static func roundedUp(_ number: Double) -> Int {
    Int(min(number, Double(Int32.max)).rounded(.up))
  }
}

extension PageRequest {
  /// The request that measures the height of the page as other sites embed it; `nil` without
  /// `embedWidth`.
  var embedRequest: PageRequest? {
    guard let embedWidth else { return nil }
    var embedRequest = self
    (embedRequest.width, embedRequest.viewportHeight) = (embedWidth, 1)
    (embedRequest.fitsCards, embedRequest.wantsScreenshot) = (false, false)
    return embedRequest
  }

  /// The height of a printed page, with the aspect ratio of A4.
  var printedPageHeight: Int { width * 297 / 210 }
  private static var pageGap: Int { 24 }

  /// The script that stops all movement on a page, waits for its fonts, and prepares it for
  /// drawing.
  ///
  /// The script also applies the direction, the pagination and the type size that the request asks
  /// for. It adds constructed style sheets, because no content security policy forbids them.
  package var stillnessScript: String {
    EmbeddedData.text(of: "stillness.js")
      .replacing(
        text: "{{direction}}", with: isRightToLeft ? "document.documentElement.dir = 'rtl';" : ""
      )
      .replacing(text: "{{fit}}", with: fitsCards ? EmbeddedData.text(of: "fit.js") : "true")
      .replacing(text: "{{pagination}}", with: medium == .paged ? paginationScript : "")
  }

  /// The script that breaks a page into columns as tall as a printed page.
  ///
  /// Browsers break columns and pages by the same rules; forced page breaks become column breaks.
  private var paginationScript: String {
    EmbeddedData.text(of: "pagination.js")
      .replacing(text: "{{width}}", with: "\(width)").replacing(
        text: "{{height}}", with: "\(printedPageHeight)"
      )
      .replacing(text: "{{gap}}", with: "\(Self.pageGap)")
  }
}
