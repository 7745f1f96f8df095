import Atoll
import AtollBytes
import AtollPageShots
import AtollSnapshots

/// The pages of a suite, rendered from one folder of sources into files for a browser.
struct SuitePages {
  let suite: Suite
  var renderer: SuiteRenderer
  let files: PageFiles

  /// The empty page, without styles, into which a fragment or a card is put.
  private static let emptyPage = Array("<!doctype html><meta charset=\"utf-8\">\n".utf8)

  /// Renders the page of a snapshot, writes it to a file, and returns the request to draw it.
  mutating func makeJob(for snapshot: PlannedSnapshot) throws -> ScreenshotJob {
    let (suiteCase, view) = (suite.cases[snapshot.caseIndex], snapshot.view)
    let form = suiteCase.screenshotFormat ?? .page
    var page = try renderer.output(of: suiteCase, as: form.rawValue, for: snapshot)
    switch form {
    case .page, .cardPicture: break
    case .fragment, .card: page = Self.emptyPage + page
    case .email:
      guard let mail = MailDocument(message: page) else {
        throw Failure(
          .configuration, message: "the mail of case '\(suiteCase.id)' has no HTML part")
      }
      page = mail.html(in: view.client)
    }
    let cardSize =
      form == .cardPicture
      ? try renderer.options(of: suiteCase, as: form.rawValue, for: snapshot).card.size : nil
    var request: PageRequest
    if case .html(let path) = suiteCase.source {
      request = PageRequest(path: renderer.path(of: path), width: view.width)
      request.isRightToLeft = snapshot.direction == .rtl
      // Unlike a page that Atoll renders, this one may load files from its folder.
      request.wantsFiles = true
      request.siteRoot = suiteCase.siteRoot.map(renderer.path) ?? renderer.root
    } else {
      request = PageRequest(path: try files.path(of: page), width: view.width)
      if let cardSize {
        (request.width, request.viewportHeight) = (cardSize.width, cardSize.height)
        request.fitsCards = true
      }
    }
    request.scheme = view.scheme
    request.medium = view.medium
    request.state = view.state
    request.scale = view.scale
    request.wantsAccessibilityTree = snapshot.kind == .accessibility
    request.wantsScreenshot = snapshot.kind == .screenshot
    return ScreenshotJob(snapshot.name, request: request, page: page)
  }
}
