import Atoll
import Bytes
import Foundation
import Testing

@testable import PageShots

private let hasBrowser: Bool = {
  if ProcessInfo.processInfo.environment["ATOLL_REQUIRE_BROWSER"] == "1" { return true }
  let folder = FileManager.default.temporaryDirectory.path
  return (try? BrowserEnvironment(storeFolder: folder, workFolder: "\(folder)/atoll-fonts")) != nil
}()

/// The pictures of cards, as a browser lays them out.
@Suite(.enabled(if: hasBrowser, "there is no Chromium"), .serialized) struct CardPictureTests {
  private let project: TestProject

  init() throws { project = try TestProject() }

  /// The layout of a card in CSS pixels of the picture.
  private struct Layout: Decodable {
    /// The least distances of anything on the card from its edges.
    var margins: [Double]
    /// The list of comments is as tall as its place.
    var fits: Bool
    /// The sizes of type and the texts of comments.
    var sizes: [Double]
    var texts: [String]
    /// The texts of spoilers that are visible.
    var spoilers: [String]
    /// The width of the place of the logo, and the name of the publisher that is shown.
    var logo: Double?
    var publisher: String
  }

  private static let script = """
    (() => {
      const all = selector => [...document.querySelectorAll('.a-card ' + selector)];
      const box = document.querySelector('body > div').getBoundingClientRect();
      const boxes = all('.a-of, .a-card .a-b, .a-card header, .a-card footer, .a-card .a-to')
        .filter(one => one.offsetParent).map(one => one.getBoundingClientRect());
      const list = all('.a-l')[0];
      return JSON.stringify({
        margins: [
          Math.min(...boxes.map(one => one.top - box.top)),
          Math.min(...boxes.map(one => box.right - one.right)),
          Math.min(...boxes.map(one => box.bottom - one.bottom)),
          Math.min(...boxes.map(one => one.left - box.left))],
        fits: list.scrollHeight <= list.clientHeight
          && all('.a-b').every(one => one.scrollWidth <= one.clientWidth),
        sizes: all('.a-b').map(one => parseFloat(getComputedStyle(one).fontSize)),
        texts: all('.a-b').map(one => one.innerText),
        logo: parseFloat(getComputedStyle(all('.a-of')[0], '::before').width) || null,
        publisher: all('.a-of')[0].innerText.split('\\n')[0],
        spoilers: all('.a-spoiler > *').filter(one => getComputedStyle(one).visibility != 'hidden')
          .map(one => one.textContent)})
    })()
    """

  private func browser() throws -> Browser {
    let fonts = FileManager.default.temporaryDirectory.appending(path: "atoll-fonts").path
    return try Browser.start(
      BrowserEnvironment(storeFolder: project.folder.path, workFolder: fonts))
  }

  private func layout(
    of bodies: [String], syntax: String = "markdown", _ size: CardOptions.Size = .landscape,
    locale: String = "en", title: String = "A story", logo: [UInt8] = [],
    in browser: inout Browser
  ) throws -> Layout {
    let comments = bodies.enumerated().map { index, body in
      [
        "id": "\(index)", "author": "Ann", "body": body, "bodySyntax": syntax,
        "createdAt": "2026-07-31T10:00:00Z", "likes": 9 - index,
      ] as [String: Any]
    }
    let story: [String: Any] = [
      "atoll": 1, "comments": comments,
      "story": ["title": title, "organization": "Example Games"],
    ]
    let bytes = try JSONSerialization.data(withJSONObject: story)
    let reading = try Reading(Array(bytes))
    var options = Options()
    options.format = .card
    options.language = locale
    // The time of a comment is a link.
    options.addresses.permalinks = .template("https://example.com/c/{id}")
    options.card.size = size
    options.card.logo = logo
    options.card.comments = reading.story.bestComments(atMost: 3)
    let card = try Renderer(options: options).render(reading.story).bytes
    try project.write(SharedCard.picturePage(of: card, options), to: "card.html")
    var request = PageRequest(path: "\(project.folder.path)/card.html", width: size.width)
    (request.viewportHeight, request.fitsCards, request.wantsPicture) = (size.height, true, false)
    _ = try browser.takeScreenshot(of: request)
    let measured = try browser.evaluate(Self.script)?.string ?? ""
    return try JSONDecoder().decode(Layout.self, from: Data(measured.utf8))
  }

  private static let sentence = "The keeper wrote a letter to the sea. "

  /// Bodies that are hard to fit, by what they are.
  private static let bodies: [(String, String)] = [
    ("a word", "Yes."),
    ("Arabic", "لعبت حتى الفجر ولم أنتبه للوقت. القصة عن البحر والذاكرة، والنهاية تستحق كل دقيقة."),
    ("Japanese", String(repeating: "灯台守の古い言葉づかいまで残っていて、最後の手紙で泣きました。", count: 90)),
    ("emoji", String(repeating: "🏴‍☠️👩‍👩‍👧‍👦🎉", count: 40)),
    ("code", "Try\n\n```\n" + String(repeating: "let tide = \"high\"\n", count: 30) + "```"),
    ("a word of 60 letters", String(repeating: "Lighthouse", count: 6) + " keepers"),
    ("a word of 3,000 letters", String(repeating: "x", count: 3000)),
    ("3,000 characters", String(repeating: sentence, count: 80)),
    ("many lines", (1...60).map { "\($0)" }.joined(separator: "\n\n")),
    ("a list", (1...30).map { "\($0). Item" }.joined(separator: "\n")),
    ("marks", String(repeating: "a\u{301}\u{302}\u{303}\u{304}\u{305}", count: 40)),
  ]

  @Test(arguments: CardOptions.Size.allCases)
  func fitsEveryKindOfCommentOnTheCard(size: CardOptions.Size) throws {
    let title = String(repeating: "A headline of many words ", count: 4)
    var browser = try browser()
    for (name, body) in Self.bodies {
      let locale = name == "Arabic" ? "ar" : "en"
      let layout = try layout(of: [body], size, locale: locale, title: title, in: &browser)
      #expect(layout.fits, "\(name)")
      #expect(layout.margins.allSatisfy { $0 >= 63 }, "\(name): \(layout.margins)")
      #expect(layout.sizes.allSatisfy { $0 >= 16 }, "\(name): \(layout.sizes)")
    }
  }

  @Test func choosesTheFontSizeAndTruncatesAtTheEndOfASentence() throws {
    var browser = try browser()
    let word = try layout(of: ["Yes."], in: &browser)
    let some = try layout(of: [String(repeating: Self.sentence, count: 5)], in: &browser)
    #expect(word.texts == ["Yes."] && word.sizes[0] > 1.5 * some.sizes[0])
    #expect(!some.texts[0].contains("…"))
    let many = try layout(of: [String(repeating: Self.sentence, count: 80)], in: &browser).texts[0]
    #expect(many.hasSuffix("to the sea.\u{A0}…") && many.count > 200, "\(many)")
    // No word is broken that fits on a line.
    let long = try layout(of: ["Donaudampfschifffahrtsgesellschaft"], in: &browser)
    #expect(long.sizes[0] < word.sizes[0])
  }

  @Test func showsThreeCommentsAndTruncatesThemEqually() throws {
    var browser = try browser()
    let layout = try layout(
      of: Array(repeating: String(repeating: Self.sentence, count: 30), count: 4), in: &browser)
    #expect(layout.texts.count == 3 && layout.fits)
    #expect(layout.margins.allSatisfy { $0 >= 63 }, "\(layout.margins)")
    #expect(Set(layout.texts).count == 1 && layout.texts[0].hasSuffix("…"))
  }

  @Test func hidesSpoilersIncludingEmoji() throws {
    var browser = try browser()
    let layout = try layout(
      of: ["<p>It is <span class=\"coral-rte-spoiler\">the 🧜 keeper</span>.</p>"], syntax: "html",
      in: &browser)
    #expect(layout.spoilers.isEmpty)
    #expect(layout.texts[0].filter { $0 != " " } == "Itis.", "\(layout.texts)")
  }

  @Test func showsTheLogoInsteadOfThePublishersName() throws {
    var browser = try browser()
    let named = try layout(of: ["Yes."], in: &browser)
    #expect(named.logo == nil && named.publisher == "EXAMPLE GAMES")
    let marked = try layout(of: ["Yes."], logo: [0x89, 0x50, 0x4E, 0x47], in: &browser)
    #expect((marked.logo ?? 0) > 400 && marked.publisher == "A story")
    #expect(marked.margins.allSatisfy { $0 >= 63 }, "\(marked.margins)")
  }
}
