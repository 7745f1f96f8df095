import Atoll
import AtollBytes
import AtollComments
import Foundation
import Testing

@testable import AtollPageShots

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
    /// True if the comments fit into the space for their list.
    var fits: Bool
    /// The line about the comment that is answered and the title of the story, if they are shown.
    var contexts: [String]
    /// The names and the excerpts of the comments that are answered.
    var answered: [Answered]
    /// The sizes of type and the texts of comments.
    var sizes: [Double]
    var texts: [String]
    /// The tops of the stars, the text and the author; `nil` if one of them is missing.
    var places: [Double]?
    /// The texts of spoilers that are visible.
    var spoilers: [String]
    /// The width of the space for the logo, and the publisher's name if it is shown.
    var logo: Double?
    var publisher: String
    /// The width and height of the images of comments, and their top left pixels.
    var images: [[Double]]
    /// The widths of the pictures of authors.
    var avatars: [Double]
  }

  /// A name or an excerpt above a reply.
  private struct Answered: Decodable {
    var text: String
    var direction: String
    var isCutOff: Bool
  }

  private static let script = """
    (() => {
      const all = selector => [...document.querySelectorAll('.a-card ' + selector)];
      const box = document.querySelector('body > div').getBoundingClientRect();
      const boxes = all('.a-of, .a-card .a-b, .a-card .a-m, .a-card header, .a-card footer, .a-card .a-to')
        .filter(one => one.offsetParent).map(one => one.getBoundingClientRect());
      const list = all('.a-l')[0];
      const shown = selector => all(selector).filter(one => one.offsetParent);
      return JSON.stringify({
        margins: [
          Math.min(...boxes.map(one => one.top - box.top)),
          Math.min(...boxes.map(one => box.right - one.right)),
          Math.min(...boxes.map(one => box.bottom - one.bottom)),
          Math.min(...boxes.map(one => one.left - box.left))],
        fits: list.scrollHeight <= list.clientHeight
          && all('.a-b').every(one => one.scrollWidth <= one.clientWidth),
        contexts: shown('.a-to, .a-card .a-source').map(one => one.innerText),
        answered: shown('.a-to :is(bdi, q)').map(one => ({text: one.innerText,
          direction: getComputedStyle(one).direction, isCutOff: one.scrollWidth > one.clientWidth + 1})),
        sizes: all('.a-b').map(one => parseFloat(getComputedStyle(one).fontSize)),
        texts: all('.a-b').map(one => one.innerText),
        logo: parseFloat(getComputedStyle(all('.a-of')[0], '::before').width) || null,
        images: all('.a-m img').filter(one => one.offsetParent).map(one => {
          const canvas = document.createElement('canvas').getContext('2d');
          canvas.drawImage(one, 0, 0);
          const {width, height} = one.getBoundingClientRect();
          return [width, height, ...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)];
        }),
        places: ['.a-stars', '.a-b', 'article > header'].map(one => all(one)[0]).every(one => one)
          ? ['.a-stars', '.a-b', 'article > header'].map(one => all(one)[0].getBoundingClientRect().top) : null,
        avatars: all('.a-av').filter(one => one.naturalWidth)
          .map(one => one.getBoundingClientRect().width),
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
    locale: String = "en", title: String = "A story", logo: ImageFile? = nil,
    in browser: inout Browser
  ) throws -> Layout {
    let comments = bodies.enumerated().map { index, body in
      [
        "id": "\(index)", "author": "Ann", "body": body, "bodySyntax": syntax,
        "createdAt": "2026-07-31T10:00:00Z", "likes": 9 - index,
      ] as [String: Any]
    }
    return try layout(of: comments, size, locale: locale, title: title, logo: logo, in: &browser)
  }

  /// Returns the layout of the card of a comment with its ancestors, or of the best comments.
  private func layout(
    of comments: [[String: Any]], _ size: CardOptions.Size = .landscape, about id: String? = nil,
    locale: String = "en", title: String = "A story", logo: ImageFile? = nil,
    images: [String: ImageFile] = [:], in browser: inout Browser
  ) throws -> Layout {
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
    options.images = images.isEmpty ? .link : .load
    options.focus = id
    options.ancestorCount = 4
    if id == nil { options.card.comments = options.bestComments(of: reading.story, atMost: 3) }
    let card = try Renderer(options: options).render(reading.story).bytes
    let page = SharedCard.picturePage(of: card, with: images, options: options)
    try project.write(page, to: "card.html")
    var request = PageRequest(path: "\(project.folder.path)/card.html", width: size.width)
    (request.viewportHeight, request.fitsCards, request.wantsScreenshot) = (
      size.height, true, false
    )
    let screenshot = try browser.takeScreenshot(of: request)
    let measured = try browser.evaluate(Self.script)?.string ?? ""
    let layout = try JSONDecoder().decode(Layout.self, from: Data(measured.utf8))
    #expect(screenshot.isCutOff == !layout.fits)
    return layout
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

  private static let title =
    "Tidewalker review: the best game of the year so far, or is it only the wettest?"

  /// Returns comments that answer one another, the last of which has a GIF with a long title.
  private static func conversation(
    of count: Int, endingWith body: String
  ) -> [[String: Any]] {
    (1...count).map { number in
      var comment: [String: Any] = [
        "id": "\(number)", "author": "Person \(number)", "body": sentence, "likes": 5,
        "createdAt": "2026-07-31T10:00:00Z",
      ]
      if number > 1 { comment["parentId"] = "\(number - 1)" }
      if number == count {
        comment["body"] = body
        comment["media"] = [
          "kind": "gif", "url": "https://example.com/x.gif",
          "title": "A cat falls off a table, very slowly, while a dog looks on and thinks of lunch",
        ]
      }
      return comment
    }
  }

  @Test func truncatesTheCommentOnlyAfterOmittingAncestors() throws {
    var browser = try browser()
    func layout(of count: Int, endingWith body: String) throws -> Layout {
      let layout = try self.layout(
        of: Self.conversation(of: count, endingWith: body), about: "\(count)", title: Self.title,
        in: &browser)
      #expect(layout.fits && layout.margins.allSatisfy { $0 >= 63 }, "\(layout.margins)")
      return layout
    }
    let reply = try layout(of: 2, endingWith: "Look")
    #expect(reply.texts == ["Look"] && reply.contexts.count == 2, "\(reply)")
    // The nearest comments stay longest, and the title of the story longer still.
    let deep = try layout(of: 5, endingWith: "Look")
    #expect(deep.texts == ["Look"] && deep.contexts.first == Self.title, "\(deep)")
    #expect((2..<5).contains(deep.contexts.count), "\(deep.contexts)")
    #expect(deep.contexts.last?.contains("Person 4") == true, "\(deep.contexts)")
    let long = try layout(of: 5, endingWith: String(repeating: Self.sentence, count: 80))
    #expect(long.texts[0].hasSuffix("to the sea.\u{A0}…") && long.texts[0].count > 100)
    #expect(long.contexts.count < 2, "\(long.contexts)")
  }

  @Test(arguments: [1, 20])
  func shortensQuotesFirstToKeepTheAuthorsOwnWords(sentences: Int) throws {
    var browser = try browser()
    let quote = "> " + String(repeating: "I am sure that it is the worst of all. ", count: 16)
    let answer = String(repeating: "Nonsense, it is brilliant. ", count: sentences)
    for count in [1, 3] {
      let layout = try layout(
        of: Array(repeating: "\(quote)\n\n\(answer)", count: count), in: &browser)
      #expect(layout.fits)
      for text in layout.texts { #expect(text.contains("it is brilliant."), "\(text)") }
    }
    // A comment that is only a quote has nothing else to show.
    #expect(try layout(of: [quote], in: &browser).texts[0].hasPrefix("I am sure"))
  }

  @Test func truncatesLeftToRightAndRightToLeftTextAtItsEnd() throws {
    var browser = try browser()
    let words =
      "هذا تعليق باللغة العربية، وهو طويل جدا حتى لا يتسع له السطر" + " في البطاقة التي نراها هنا"
    let arabic = try layout(
      of: [
        ["id": "1", "author": "سارة العلي", "body": words],
        ["id": "2", "parentId": "1", "author": "Bob", "body": "Yes."],
      ], about: "2", in: &browser)
    #expect(arabic.answered.map(\.direction) == ["rtl", "rtl"], "\(arabic.answered)")
    #expect(arabic.answered.map(\.isCutOff) == [false, true], "\(arabic.answered)")
    // The parts of the line are boxes of their own, which `innerText` separates.
    let line = arabic.contexts.last?.filter { !$0.isWhitespace } ?? ""
    #expect(line.hasPrefix("Inreplytoسارةالعليهذا"), "\(line)")
    let long = try layout(
      of: [
        ["id": "1", "author": String(repeating: "W", count: 100), "body": "A long name"],
        ["id": "2", "parentId": "1", "author": "Bob", "body": "Yes."],
      ], about: "2", in: &browser)
    #expect(long.answered.map(\.isCutOff) == [true, false], "\(long.answered)")
    #expect(long.answered.first?.text.hasPrefix("WWW") == true)
  }

  @Test func reportsACardThatDoesNotFitAtAnyFontSize() throws {
    var browser = try browser()
    let badges = (1...60).map { "An honorary member of society number \($0)" }
    let layout = try layout(
      of: [["id": "1", "author": ["name": "Ann", "badges": badges], "body": "Yes."]], in: &browser)
    #expect(!layout.fits)
  }

  /// A review with media keeps the whole text, with the stars above it.
  @Test(arguments: [false, true])
  func keepsTheTextOfAReviewWithStarsAndMedia(hasImage: Bool) throws {
    var browser = try browser()
    let picture = "https://example.com/x.gif"
    let image = try #require(ImageFile(Self.gif))
    for body in [
      "One line.\n\nSecond line.", "Good.", String(Self.sentence.dropLast()) + Self.sentence,
    ] {
      var media = ["kind": "gif", "url": picture, "title": "A wave"]
      if hasImage { media["still"] = picture }
      let layout = try layout(
        of: [
          [
            "id": "1", "author": "Ann", "body": body, "likes": 3, "rating": 3, "media": media,
            "createdAt": "2026-07-31T10:00:00Z",
          ] as [String: Any]
        ], images: hasImage ? [picture: image] : [:], in: &browser)
      #expect(layout.fits && !layout.texts[0].contains("…"), "\(layout)")
      #expect(layout.contexts == ["A story"] && layout.sizes[0] >= 18, "\(layout)")
      let places = try #require(layout.places)
      #expect(places == places.sorted(), "stars, text, author: \(places)")
    }
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
    let logo = ImageFile([0x89, 0x50, 0x4E, 0x47])
    let marked = try layout(of: ["Yes."], logo: logo, in: &browser)
    #expect((marked.logo ?? 0) > 400 && marked.publisher == "A story")
    #expect(marked.margins.allSatisfy { $0 >= 63 }, "\(marked.margins)")
  }

  /// A GIF of 40 by 30 pixels that is red at first, and blue after a hundredth of a second.
  private static let gif: [UInt8] = {
    func frame(color: UInt8) -> [UInt8] {
      // A delay of 1; then the frame, whose pixels all have one colour: after each pixel, the table
      // of strings is cleared, so that codes keep three bits.
      var codes: [UInt8] = []
      for _ in 0..<40 * 30 { codes += [4, color] }
      codes.append(5)
      var data: [UInt8] = []
      var (bits, count): (Int, Int) = (0, 0)
      for code in codes {
        bits |= Int(code) << count
        count += 3
        while count >= 8 {
          data.append(UInt8(bits & 255))
          (bits, count) = (bits >> 8, count - 8)
        }
      }
      data.append(UInt8(bits))
      var blocks: [UInt8] = []
      for start in stride(from: 0, to: data.count, by: 255) {
        let block = data[start..<min(start + 255, data.count)]
        blocks += [UInt8(block.count)] + block
      }
      return [0x21, 0xF9, 4, 0, 1, 0, 0, 0, 0x2C, 0, 0, 0, 0, 40, 0, 30, 0, 0, 2] + blocks + [0]
    }
    let colors: [UInt8] = [255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0]
    return Array("GIF89a".utf8) + [40, 0, 30, 0, 0x81, 0, 0] + colors + frame(color: 0)
      + frame(color: 1) + [0x3B]
  }()

  private static func commentWithGIF(_ body: String, width: Int, height: Int) -> [String: Any] {
    [
      "id": "1", "author": ["name": "Ann", "avatar": "https://media.example/ann.gif"],
      "body": body, "likes": 3,
      "media": [
        "kind": "gif", "url": "https://media.example/1.gif?a=1&b=2", "title": "A \"wave\" <b>",
        "width": width, "height": height,
      ] as [String: Any],
    ]
  }

  @Test(
    arguments: CardOptions.Size.allCases,
    ["", "Yes.", String(repeating: "A comment of many words. ", count: 40)])
  func showsTheFirstFrameOfAGIF(size: CardOptions.Size, body: String) throws {
    var browser = try browser()
    let file = try #require(ImageFile(Self.gif))
    let images = [
      "https://media.example/1.gif?a=1&b=2": file, "https://media.example/ann.gif": file,
    ]
    for (width, height) in [(40, 30), (1200, 900), (30, 3000)] {
      let layout = try layout(
        of: [Self.commentWithGIF(body, width: width, height: height)], size, about: "1",
        images: images, in: &browser)
      let image = try #require(layout.images.first)
      #expect(layout.avatars == [80])
      #expect(layout.images.count == 1 && Array(image[2...]) == [255, 0, 0], "\(image)")
      #expect(image[0] > 0 && image[1] > 0 && image[1] <= Double(size.height) * 2 / 5 + 1)
      #expect(layout.fits && layout.margins.allSatisfy { $0 >= 63 }, "\(layout.margins)")
      #expect(body.isEmpty || layout.texts[0].hasPrefix("Yes.") || layout.texts[0].count > 40)
    }
  }

  /// Templates of your own may have images in them.
  @Test func keepsTheImagesOfTemplates() throws {
    let page = { (images: [String: ImageFile]) in
      String(
        decoding: SharedCard.picturePage(
          of: Array(
            "<p><img alt=\">\" src=\"data:,a\"><img src=\"https://a.example/b\">c</p>".utf8),
          with: images, options: Options()), as: UTF8.self)
    }
    #expect(page([:]).contains("<p><img alt=\">\" src=\"data:,a\">c</p>"))
    let file = try #require(ImageFile(Self.gif))
    #expect(
      page(["https://a.example/b": file]).contains("src=\"data:,a\"><img src=\"data:image/gif;"))
  }

  @Test func leavesOutAnImageThatIsMissingOrDamaged() throws {
    var browser = try browser()
    let damaged = Array(Self.gif.prefix(20))
    for images in [
      ["https://media.example/other.gif": Self.gif],
      ["https://media.example/1.gif?a=1&b=2": damaged],
    ] {
      let layout = try layout(
        of: [Self.commentWithGIF("Yes.", width: 40, height: 30)], about: "1",
        images: images.compactMapValues(ImageFile.init), in: &browser)
      #expect(layout.images.isEmpty && layout.avatars.isEmpty && layout.texts == ["Yes."])
    }
  }
}
