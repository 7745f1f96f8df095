import AtollBytes
import AtollSnapshots
import Foundation
import TestSupport
import Testing

@testable import AtollPageShots

/// True if a browser can take screenshots; without one, these tests are skipped, unless
/// `ATOLL_REQUIRE_BROWSER` is 1.
let hasBrowser: Bool = {
  if ProcessInfo.processInfo.environment["ATOLL_REQUIRE_BROWSER"] == "1" { return true }
  let folder = FileManager.default.temporaryDirectory.path
  return (try? BrowserEnvironment(storeFolder: folder, workFolder: "\(folder)/atoll-fonts")) != nil
}()

@Suite(.enabled(if: hasBrowser, "there is no Chromium"), .serialized) struct BrowserTests {
  /// A temporary folder with pages.
  final class Pages {
    private let temporary: TemporaryFolder
    var folder: URL { temporary.url }

    init() throws { temporary = try TemporaryFolder() }

    func environment() throws -> BrowserEnvironment {
      let shared = FileManager.default.temporaryDirectory.appending(path: "atoll-fonts").path
      return try BrowserEnvironment(storeFolder: folder.path, workFolder: shared)
    }

    func page(_ body: String, style: String = "") throws -> PageRequest {
      let file = folder.appending(path: "\(UUID().uuidString).html")
      let html = "<!doctype html><title>x</title><style>\(style)</style><body>\(body)"
      try Data(html.utf8).write(to: file)
      return PageRequest(path: file.path, width: 300)
    }
  }

  static let comments = """
    <h1>Comments</h1><p class="meta">Ann, 3 March</p><p class="text">Hello <b>you</b></p>
    <p class="meta">Bo, 4 March</p><p class="text">Hi</p>
    """
  static let style = ".meta { color: #667; font-size: 13px; line-height: 18px }"

  @Test func takesTheSameScreenshotOfAPageEveryTime() throws {
    let pages = try Pages()
    var browser = try Browser.start(pages.environment())
    let page = try pages.page(Self.comments, style: Self.style)
    let first = try browser.takeScreenshot(of: page).file
    for _ in 0..<5 { #expect(try browser.takeScreenshot(of: page).file == first) }
    let picture = try PNGReader.read(first)
    #expect(picture.width == 300)
    #expect(!picture.isOneColor)
  }

  /// Chromium remembers which font has a character, although the best one depends on the language of the page.
  @Test func choosesFontsIndependentlyOfPreviousPages() throws {
    let pages = try Pages()
    let text = "<p>日本語版の翻訳が本当に素晴らしい。灯台守の言葉づかいまで残っていて、聴くのがおすすめです。"
    let requests = try ["ja", "en", "zh", "ko"].map { try pages.page("<main lang=\($0)>\(text)") }
    let alone = try requests.map { page in
      var browser = try Browser.start(pages.environment())
      return try browser.takeScreenshot(of: page).file
    }
    var browser = try Browser.start(pages.environment())
    for (page, file) in zip(requests, alone).reversed() {
      #expect(try browser.takeScreenshot(of: page).file == file)
    }
  }

  @Test func capturesAllOfATallPage() throws {
    let pages = try Pages()
    var browser = try Browser.start(pages.environment())
    let page = try pages.page("<div style='height: 17000px'></div>end")
    let picture = try PNGReader.read(browser.takeScreenshot(of: page).file)
    #expect(picture.height > 17_000)
  }

  @Test func doesNotRunScriptsOrAnimations() throws {
    let pages = try Pages()
    var browser = try Browser.start(pages.environment())
    let still = try pages.page("<p id=x>one</p>")
    let moving = try pages.page(
      "<p id=x>one</p><script>document.getElementById('x').textContent = 'two'</script>",
      style:
        "p { animation: m 1s infinite } @keyframes m { from { color: red } to { color: blue } }")
    #expect(try browser.takeScreenshot(of: still).file == browser.takeScreenshot(of: moving).file)
  }

  @Test func appliesTheColorSchemeAndThePrintMediumAndTheDirection() throws {
    let pages = try Pages()
    var browser = try Browser.start(pages.environment())
    var page = try pages.page(
      Self.comments,
      style:
        "@media (prefers-color-scheme: dark) { body { background: #222 } } @media print { h1 { display: none } }"
    )
    var files: Set<[UInt8]> = [try browser.takeScreenshot(of: page).file]
    page.scheme = .dark
    files.insert(try browser.takeScreenshot(of: page).file)
    page.scheme = .light
    page.medium = .print
    files.insert(try browser.takeScreenshot(of: page).file)
    page.medium = .screen
    page.isRightToLeft = true
    files.insert(try browser.takeScreenshot(of: page).file)
    #expect(files.count == 4)
  }

  @Test func appliesHoverAndFocusAndVisitedStyles() throws {
    let pages = try Pages()
    var browser = try Browser.start(pages.environment())
    let body = "<p><a href='https://example.com/'>there</a> and <input value=x></p><p>no more</p>"
    var page = try pages.page(body)
    let rest = try browser.takeScreenshot(of: page).file
    for (state, style) in [
      (SuiteCase.State.hover, "a:hover { color: #060 }"),
      (.hover, "p:hover { color: #060 }"),
      (.focus, "a:focus-visible { outline: 3px dotted #606 }"),
      (.focus, "p:focus-within { background: #eee }"),
      (.visited, "a:visited { color: #777 }"),
    ] {
      page = try pages.page(body, style: style)
      let unseen = try browser.takeScreenshot(of: page).file
      #expect(unseen == rest, "\(style)")
      page.state = state
      let first = try browser.takeScreenshot(of: page).file
      #expect(first != rest, "\(style)")
      #expect(try browser.takeScreenshot(of: page).file == first, "\(style)")
      // The state does not affect the next page.
      page.state = .rest
      #expect(try browser.takeScreenshot(of: page).file == rest, "\(style)")
    }
  }

  @Test func appliesTheStylesOfEachStateAndSchemeAndScale() throws {
    let pages = try Pages()
    var browser = try Browser.start(pages.environment())
    let body = "<details open><summary>more</summary>inside</details><p>text</p>"
    for (style, change) in [
      (
        "details:not([open]) > summary { color: #060 }",
        { (page: inout PageRequest) in
          page.state = .folded
        }
      ),
      (
        "@media (forced-colors: active) { p { border: 1px solid } }",
        { (page: inout PageRequest) in page.scheme = .forced }
      ),
      (
        "@media (pointer: coarse) { p { border: 1px solid } }",
        { (page: inout PageRequest) in page.state = .touch }
      ),
      ("p { border: 1.5px solid }", { (page: inout PageRequest) in page.scale = 2 }),
    ] {
      var plain = try pages.page(body, style: style.replacing("1.5px", with: "1px"))
      if !style.contains("1.5px") { plain = try pages.page(body, style: "p { border: 1px none }") }
      var styled = try pages.page(body, style: style)
      #expect(
        try browser.takeScreenshot(of: plain).file == browser.takeScreenshot(of: styled).file
          || style.contains("1.5px"), "\(style)")
      change(&plain)
      change(&styled)
      #expect(
        try browser.takeScreenshot(of: plain).file != browser.takeScreenshot(of: styled).file,
        "\(style)")
    }
  }

  @Test func dividesPrintIntoPages() throws {
    let pages = try Pages()
    var browser = try Browser.start(pages.environment())
    func size(_ style: String) throws -> (width: Int, height: Int) {
      var page = try pages.page(
        "<p>one</p><div>two<br>three</div>",
        style: "body { margin: 0 } p { height: 410px; margin: 0 } \(style)")
      page.medium = .paged
      return try PNGReader.size(of: browser.takeScreenshot(of: page).file)
    }
    // A page of 300 pixels is 424 tall: the last of two lines is on the next one.
    #expect(try size("div { line-height: 10px; orphans: 1; widows: 1 }") == (624, 424))
    #expect(try size("p { height: 20px !important }") == (300, 424))
    #expect(try size("p { height: 20px !important; break-after: page }") == (624, 424))
  }

  @Test func capturesContentThatOverflowsHorizontally() throws {
    let pages = try Pages()
    var browser = try Browser.start(pages.environment())
    let wide = "<p>text</p><div style='width: 500px'>wide</div>"
    for scale in [1, 2] {
      for isRightToLeft in [false, true] {
        var page = try pages.page(wide, style: "body { margin: 0 } p { color: green }")
        var other = try pages.page(
          wide.replacing(
            "wide<", with: "wide<hr align=\(isRightToLeft ? "left" : "right") width=20><"),
          style:
            "body { margin: 0 } p { color: green } @media (min-width: 301px) { p { color: red } }")
        (page.scale, page.isRightToLeft) = (scale, isRightToLeft)
        (other.scale, other.isRightToLeft) = (scale, isRightToLeft)
        let size = try PNGReader.size(of: browser.takeScreenshot(of: page).file)
        #expect(size.width == 500 * scale)
        #expect(try browser.takeScreenshot(of: other).file != browser.takeScreenshot(of: page).file)
      }
    }
    let farther = try pages.page("<div style='width: 20001px'>wide</div>")
    #expect(throws: Failure.refusedScreenshot(.pageTooWide(20_009))) {
      try browser.takeScreenshot(of: farther)
    }
  }

  @Test func distinguishesFontFamiliesAndWeights() throws {
    let pages = try Pages()
    var browser = try Browser.start(pages.environment())
    var files: Set<[UInt8]> = []
    let families = ["sans-serif", "serif", "monospace", "cursive", "fantasy"]
    for family in families {
      files.insert(
        try browser.takeScreenshot(
          of: pages.page("<p>Hamburg", style: "p { font-family: \(family) }")
        ).file)
    }
    #expect(files.count == families.count)
    files = []
    let weights = [300, 400, 500, 600, 700, 800, 900]
    for weight in weights {
      let style = "p { font-family: system-ui, sans-serif; font-weight: \(weight) }"
      files.insert(try browser.takeScreenshot(of: pages.page("<p>Hamburg", style: style)).file)
    }
    #expect(files.count == weights.count)
  }

  @Test func rendersArabicWithNotoSansArabic() throws {
    let pages = try Pages()
    var browser = try Browser.start(pages.environment())
    let text = "<p>مرحبا بالعالم"
    let usual = try pages.page(text, style: "p { font-family: Inter }")
    let named = try pages.page(text, style: "p { font-family: Inter, 'Noto Sans Arabic' }")
    #expect(try browser.takeScreenshot(of: usual).file == browser.takeScreenshot(of: named).file)
  }

  @Test func readsDeclarationsOfLinkedStyleSheets() throws {
    let pages = try Pages()
    var browser = try Browser.start(pages.environment())
    for (name, text) in [
      ("a.css", "@import 'b.css'; h1 { color: red }"), ("b.css", "h2 { color: blue }"),
    ] {
      try Data(text.utf8).write(to: pages.folder.appending(path: name))
    }
    var page = try pages.page("<link rel=stylesheet media=screen href=a.css><h1>x</h1>")
    page.wantsLayout = true
    let layout = try #require(try browser.takeScreenshot(of: page).layout?.read())
    #expect(
      layout.declarations.map { "\($0.rule) \($0.property): \($0.value)" } == [
        "@media screen h2 color: blue", "@media screen h1 color: red",
      ])
  }

  @Test func readsTheAccessibilityTreeOfAPageTooTallForAScreenshot() throws {
    let pages = try Pages()
    var browser = try Browser.start(pages.environment())
    var page = try pages.page("<div style='height: 70000px'></div><h1>end</h1>")
    #expect(throws: Failure.self) { try browser.takeScreenshot(of: page) }
    (page.wantsScreenshot, page.wantsAccessibilityTree) = (false, true)
    #expect(
      try browser.takeScreenshot(of: page).accessibilityTree?.contains("heading \"end\"") == true)
  }

  @Test func reportsTheErrorOutputOfABrowserThatExits() throws {
    let pages = try Pages()
    let program = pages.folder.appending(path: "browser")
    try Data("#!/bin/sh\necho 'libfoo.so: not found' >&2\nexit 127\n".utf8).write(to: program)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    let environment = try BrowserEnvironment(
      storeFolder: pages.folder.path, workFolder: "\(pages.folder.path)/work",
      program: program.path)
    #expect(throws: Failure.browserEnded(lastOutput: "libfoo.so: not found")) {
      _ = try Browser.start(environment)
    }
  }

  @Test func opensOnlyOneTab() throws {
    let pages = try Pages()
    var browser = try Browser.start(pages.environment())
    let targets = try browser.ask("Target.getTargets")["targetInfos"]?.array ?? []
    #expect(targets.filter { $0["type"]?.string == "page" }.count == 1)
  }

  @Test func startsAThirdBrowserIfTheFirstTwoExit() throws {
    let pages = try Pages()
    let usual = try pages.environment().program
    let program = pages.folder.appending(path: "browser")
    let script = """
      #!/bin/sh
      echo start >> '\(pages.folder.path)/starts'
      [ "$(wc -l < '\(pages.folder.path)/starts')" -gt 2 ] || exit 1
      exec '\(usual)' "$@"

      """
    try Data(script.utf8).write(to: program)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    let environment = try BrowserEnvironment(
      storeFolder: pages.folder.path, workFolder: "\(pages.folder.path)/work",
      program: program.path)
    let page = try pages.page(Self.comments)
    let screenshots = BrowserPool.map(1, browserCount: 1, in: environment) { _, browser in
      try browser.takeScreenshot(of: page)
    }
    #expect(throws: Never.self) { try screenshots[0].get() }
  }

  @Test func addsTheFontsOfTheProjectToTheFontSet() throws {
    let pages = try Pages()
    let own = pages.folder.appending(path: FontSet.projectFontFolder)
    try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
    let fonts = try FontSet(ofStoreIn: pages.folder.path).fonts
    let serif = try #require(fonts.first { $0.fileName == "NotoSerif-Regular.ttf" }?.path)
    let usual = fonts.count
    try FileManager.default.copyItem(
      atPath: serif, toPath: own.appending(path: "Our own.ttf").path)
    var set = try FontSet(ofStoreIn: pages.folder.path)
    #expect(set.fonts.count == usual + 1)
    #expect(set.fonts.last?.path == own.appending(path: "Our own.ttf").path)
    set.readHashes(cachingIn: pages.folder.appending(path: "cache").path)
    try set.write(toStoreIn: pages.folder.path)
    let recorded = try FontSet(ofStoreIn: pages.folder.path).fonts
    #expect(recorded.last?.fileName == "Our own.ttf" && recorded.last?.hash != nil)
  }

  @Test func focusesNothingOnAPageWithoutFocusableElements() throws {
    let pages = try Pages()
    var browser = try Browser.start(pages.environment())
    var page = try pages.page("<p>plain</p><a>no link</a>", style: ":focus { color: red }")
    let rest = try browser.takeScreenshot(of: page).file
    page.state = .focus
    #expect(try browser.takeScreenshot(of: page).file == rest)
  }

  private func findings(_ old: (String, String), _ new: (String, String)) throws -> [Finding] {
    let pages = try Pages()
    var browser = try Browser.start(pages.environment())
    var screenshots: [Screenshot] = []
    for (body, style) in [old, new] {
      var page = try pages.page(body, style: style)
      page.wantsLayout = true
      screenshots.append(try browser.takeScreenshot(of: page))
    }
    let comparison = Comparison(
      try PNGReader.read(screenshots[0].file), try PNGReader.read(screenshots[1].file))
    return LayoutFindings.between(
      try #require(screenshots[0].layout?.read()), try #require(screenshots[1].layout?.read()),
      comparison: comparison)
  }

  @Test func reportsThePropertyThatChanged() throws {
    let found = try findings(
      (Self.comments, Self.style),
      (Self.comments, Self.style.replacing("#667", with: "#778")))
    let told = found.map(\.description)
    #expect(told.contains(".meta { color: rgb(102, 102, 119) → rgb(119, 119, 136) }"), "\(told)")
    #expect(told.contains(".meta color #666677 → #777788, 2 elements"))
  }

  @Test func reportsAnEditedOrInsertedElementAsOneFinding() throws {
    let found = try findings(
      (Self.comments, Self.style),
      (
        Self.comments.replacing("<p class=\"text\">Hi", with: "<p class=\"text\">Hi there"),
        Self.style
      ))
    #expect(found.filter(\.isCause).map(\.description) == [".text text “Hi” → “Hi there”"])
    let inserted = try findings(
      (Self.comments, Self.style),
      (
        Self.comments.replacing(
          "<p class=\"text\">Hello", with: "<p class=\"new\">x</p><p class=\"text\">Hello"),
        Self.style
      ))
    #expect(inserted.filter { $0.kind != .moved }.map(\.description) == [".new inserted"])
  }

  @Test(arguments: [
    // A style that changes the look of text does not change the text.
    (
      ("<p class=a>Staff</p>", ".a { margin: 1px }"),
      ("<p class=a>Staff</p>", ".a { margin: 1px; text-transform: uppercase }"),
      [".a { text-transform: nothing → uppercase }"]
    ),
    (
      ("<p class=a>x</p>", ".a { margin: 1px }"),
      ("<p class=a>x</p>", ".a { margin: 1px } .a::before { content: 'y' }"),
      [".a::before { content: nothing → \"y\" }"]
    ),
    // A declaration that was moved after others.
    (
      ("<p class=a>x", ".a { color: red; margin: 1px }"),
      ("<p class=a>x", ".a { margin: 1px; color: blue }"),
      [".a { color: red → blue }"]
    ),
    // A threshold.
    (
      ("<div class=c><p class=a>x<p class=b>y</div>", threshold(560)),
      ("<div class=c><p class=a>x<p class=b>y</div>", threshold(200)),
      ["@container (max-width: 560px) → @container (max-width: 200px), 2 declarations"]
    ),
    // A selector.
    (
      ("<p class=a>x<p class=b>y", ".a { color: red; margin: 9px }"),
      ("<p class=a>x<p class=b>y", ".b { color: red; margin: 9px }"),
      [".a → .b, 2 declarations"]
    ),
    // Tokens that are derived from another.
    (
      (
        "<p class=a>x",
        ":root { --edge: #111; --rail: #111; --other: #111 } .a { color: var(--rail) }"
      ),
      (
        "<p class=a>x",
        ":root { --edge: #112; --rail: #112; --other: #111 } .a { color: var(--rail) }"
      ),
      [":root { --edge: #111 → #112 }; 1 more with it: --rail"]
    ),
    // Elements in another order.
    (
      ("<p><b class=a>one <i>1</i></b><b class=b>two</b></p>", ""),
      ("<p><b class=b>two</b><b class=a>one <i>1</i></b></p>", ""),
      [".b reordered: after .a → first"]
    ),
    // Text that only screen readers present.
    (
      ("<p class=a aria-label=old>x", ".a { margin: 1px }"),
      ("<p class=a aria-label=new>x", ".a { margin: 2px }"),
      [".a { margin: 1px → 2px }", ".a aria-label “old” → “new”"]
    ),
  ])
  func reportsAnEditAsOneCause(
    _ old: (String, String), _ new: (String, String), _ causes: [String]
  ) throws {
    let found = try findings(old, new)
    #expect(found.filter(\.isCause).map(\.description) == causes, "\(found.map(\.description))")
  }

  private static func threshold(_ width: Int) -> String {
    ".c { container-type: inline-size } @container (max-width: \(width)px) { .a { color: red } .b { color: blue } }"
  }

  @Test func findsCharactersMissingFromAllFonts() throws {
    let pages = try Pages()
    let coverage = FontCoverage(of: try pages.environment().fonts)
    #expect(coverage.missingCharacters(in: "plain text, 😀 and 漢字 and عربي").isEmpty)
    #expect(coverage.missingCharacters(in: "a\u{10FFFD}b\u{F0000}") == ["U+F0000", "U+10FFFD"])
  }

  @Test func writesTheAccessibilityTree() throws {
    let pages = try Pages()
    var browser = try Browser.start(pages.environment())
    var page = try pages.page(
      "<h1 id=c>Comments</h1><button aria-pressed=true>Like</button><details><summary>More</summary>"
        + "<a lang=de href=\"https://example.com/?a=b\">Mehr</a></details>")
    page.wantsAccessibilityTree = true
    #expect(
      try browser.takeScreenshot(of: page).accessibilityTree == """
        RootWebArea "x"
          heading "Comments" level=1
            StaticText "Comments"
          button "Like" pressed=true
            StaticText "Like"
          group
            DisclosureTriangle "More" expanded=false
              StaticText "More"
        Ids, languages and addresses
          h1 id="c"
          a lang="de" href="https://example.com/?a=b"

        """)
  }
}
