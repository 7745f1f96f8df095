import Atoll
import AtollComments
import Foundation
import TestSupport
import Testing

/// Line breaks and indentation.
@Suite struct LineTests {
  @Test func breaksAtSpacesAndHyphens() throws {
    let text =
      "one two three four five well-known six, --flag and 1990-1991 go on for ever and ever"
    let drawing = Drawing(text) { $0.terminal.width = 32 }
    #expect(
      try drawing.body() == [
        "one two three four five well-", "known six, --flag and 1990-1991",
        "go on for ever and ever",
      ])
  }

  @Test func doesNotBreakAWordBetweenStyles() throws {
    let drawing = Drawing("a line that is nearly full**y**_l_ong") { $0.terminal.width = 30 }
    #expect(try drawing.body() == ["a line that is nearly", "full*y*_l_ong"])
  }

  @Test func breaksLongWordsAtTheEndOfTheLine() throws {
    let drawing = Drawing(String(repeating: "x", count: 50)) { $0.terminal.width = 20 }
    #expect(try drawing.body().map(\.count) == [20, 20, 10])
  }

  /// No line begins with a closing bracket or a full stop, and none ends with an opening bracket.
  @Test func keepsBracketsAndFullStopsWithTheirText() throws {
    let drawing = Drawing("あいうえおかきくけ、こ「さしすせそたちつ」。て") { $0.terminal.width = 20 }
    #expect(try drawing.body() == ["あいうえおかきくけ、", "こ「さしすせそたち", "つ」。て"])
  }

  @Test func writesNoTrailingSpaces() throws {
    let drawing = Drawing("exactly twenty chars \n\n    code   \n\n    \n    more") {
      $0.terminal.width = 20
    }
    #expect(try drawing.lines().allSatisfy { !$0.hasSuffix(" ") })
  }

  /// A character of class Prepend (U+0600) joins a space to it, and Unicode has more spaces than ASCII.
  @Test(arguments: [
    "a \u{600} ", "\u{600} word \u{600} \u{600} word", "word\u{A0}", "word\u{3000}", "漢字\u{3000}漢字",
    "a\u{2003}b **c\u{A0}** d", "`code\u{2003}` \u{110BD}\u{A0}", "```\nx\u{3000} \n\u{600} \n```",
  ])
  func writesNoTrailingSpacesAtAnyWidth(text: String) throws {
    let body = String(repeating: text + " ", count: 6) + text
    for width in 20...60 {
      for format in [Options.Format.ansi, .text] {
        let drawing = Drawing(body, by: text) {
          $0.format = format
          $0.terminal.width = width
        }
        var grammar = ByteGrammar(allowsSequences: format == .ansi)
        let offence = try grammar.offence(in: drawing.bytes())
        #expect(offence == nil, "\(format) \(width)")
      }
    }
  }

  @Test func doesNotBreakLinesAtANoBreakSpace() throws {
    let drawing = Drawing("eighteen chars 100\u{A0}km of road") { $0.terminal.width = 20 }
    #expect(try drawing.body() == ["eighteen chars", "100\u{A0}km of road"])
  }

  @Test func keepsALeadingIdeographicSpace() throws {
    let drawing = Drawing("\u{3000}漢字") { $0.terminal.width = 20 }
    #expect(try drawing.body() == ["\u{3000}漢字"])
  }

  @Test func alignsTabsInCodeAfterAnyCharacters() throws {
    let lines = ["e\tx", "é\tx", "e\u{301}\tx", "漢\tx", "\tx", "漢字\tx"]
    let drawing = Drawing("```\n" + lines.joined(separator: "\n") + "\n```")
    let body = try drawing.body().filter { $0.hasSuffix("x") }
    let indent = try #require(body.first).prefix { $0 != "e" }.count
    #expect(
      body.map { line in columns(of: Array(line.dropLast().utf8)[...]) - indent }
        == [4, 4, 4, 4, 4, 8])
  }

  @Test func stopsIndentingWhenTextGetsNarrow() throws {
    var drawing = Drawing("root") {
      $0.terminal.width = 50
      $0.depthCap = 64
    }
    for level in 1..<12 {
      drawing.reply(to: level == 1 ? "1" : "r\(level - 1)", "r\(level)", by: "B\(level)", "text")
    }
    let lines = try drawing.lines()
    let rails = lines.map { $0.prefix { $0 == "|" || $0 == " " }.filter { $0 == "|" }.count }
    #expect(rails.max() == 5)
    #expect(lines.contains("| | | | | -> In reply to B6 · Level 8"))
  }

  @Test func numbersListItemsAndIndentsWrappedLines() throws {
    let drawing = Drawing("9. nine\n10. ten is a longer item\n    - inner") {
      $0.terminal.width = 20
    }
    #expect(
      try drawing.body() == ["9. nine", "10. ten is a longer", "    item", "    - inner"])
  }
}

/// Links, spoilers and emphasis in bodies.
@Suite struct BodyTests {
  private static let link = "see [the rules](https://example.com/rules) and https://example.com/x"

  @Test func writesEachAddressOnceInText() throws {
    #expect(
      try Drawing(Self.link).body()
        == ["see the rules <https://example.com/rules> and https://example.com/x"])
  }

  @Test func numbersLinksIfHyperlinksAreOff() throws {
    let drawing = Drawing(Self.link + " [again](https://example.com/rules)") {
      $0.format = .ansi
      $0.terminal.colors = .none
    }
    #expect(
      try drawing.body() == [
        "see the rules [1] and https://example.com/x again [1]", "[1] https://example.com/rules",
      ])
  }

  @Test func linksEveryLineOfAWrappedLink() throws {
    let drawing = Drawing("[words that are longer than a line](https://a.example/b;c)") {
      $0.format = .ansi
      $0.terminal.colors = .none
      $0.terminal.writesHyperlinks = true
      $0.terminal.width = 24
    }
    let open = "␛]8;id=1;https://a.example/b%3Bc␛\\"
    let close = "␛]8;;␛\\"
    #expect(
      try drawing.body() == [
        open + "words that are longer" + close, open + "than a line" + close + " (a.example)",
      ])
  }

  @Test func showsOrHidesSpoilers() throws {
    let body = "<span class=\"coral-rte-spoiler\">he <b>did</b> it</span>, really"
    var drawing = Drawing(body) { $0.bodySyntax = .html }
    #expect(try drawing.body() == ["[Spoiler: he *did* it], really"])
    drawing.options.terminal.spoilers = .hide
    #expect(try drawing.body() == ["[Spoiler], really"])
  }

  @Test func writesTheFewestStyleSequences() throws {
    let drawing = Drawing("**bold *both*** plain `code`") { $0.format = .ansi }
    #expect(
      try drawing.body() == ["␛[1mbold ␛[3mboth␛[m plain ␛[36mcode␛[m"])
  }

  /// A space on which a style is invisible keeps the current style.
  @Test func doesNotChangeStylesForSpaces() throws {
    let drawing = Drawing("**a** *b* **c** `d` [e](https://example.com/e) f") {
      $0.format = .ansi
      $0.terminal.writesHyperlinks = true
    }
    let open = "␛]8;id=1;https://example.com/e␛\\"
    #expect(
      try drawing.body() == [
        "␛[1ma ␛[;3mb ␛[;1mc ␛[;36md ␛[4;91m\(open)e␛]8;;␛\\␛[;2m (example.com)␛[m f"
      ])
  }

  @Test func keepsWhiteSpaceInCode() throws {
    let drawing = Drawing("```\nif  x {\n\ty = 1\n\n}\n```")
    #expect(try drawing.body() == ["    if  x {", "        y = 1", "", "    }"])
  }

  @Test func transliteratesTextToASCII() throws {
    let drawing = Drawing("Ça coûte 5 € – “déjà vu”… naïve ﬁn, 日本 ß ½ x²") {
      $0.terminal.charset = .ascii
    }
    #expect(try drawing.body() == ["Ca coute 5 EUR - \"deja vu\"... naive fin, ?? ss 1/2 x2"])
  }

  /// Compares the demo thread in colours with the demo thread as plain text.
  @Test(arguments: TerminalOptions.Colors.allCases, [Options.Scheme.auto, .light, .dark])
  func keepsColoredOutputWithin135PercentOfTheSizeOfPlainText(
    colors: TerminalOptions.Colors, scheme: Options.Scheme
  ) throws {
    let path = "Sources/Command/AtollCommand/Demo/story.json"
    let story = try Reading([InputSource(name: path, bytes: try Repository.bytes(path))]).story
    // With absolute and with relative dates.
    for now in [nil, Timestamp(milliseconds: 1_785_522_600_000)] {
      var options = Options()
      options.scheme = scheme
      options.now = now
      options.format = .text
      let text = try Renderer(options: options).render(story).bytes.count
      options.format = .ansi
      options.terminal.colors = colors
      let ansi = try Renderer(options: options).render(story).bytes.count
      #expect(Double(ansi) <= 1.35 * Double(text), "\(ansi) to \(text)")
    }
  }
}

/// Format=flowed text, whose paragraphs mail readers join again (RFC 3676).
@Suite struct FlowedTests {
  @Test(arguments: [20, 40, 72])
  func writesFlowedTextThatRejoinsIntoTheSameParagraphs(width: Int) throws {
    let paragraphs = [
      "One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen.",
      "From here on things go on and on and on, and nobody can tell where they will end at all.",
      "-- a dash and then words, so that nothing looks like a signature to anybody who reads it.",
      "> 3 is a number that is greater than two, and this goes on for longer than a line takes.",
    ]
    var drawing = Drawing(
      paragraphs.map { $0.hasPrefix(">") ? "\\" + $0 : $0 }
        .joined(separator: "\n\n")
    ) {
      $0.terminal.width = width
      $0.terminal.isFlowed = true
    }
    drawing.reply(
      to: "1", "2",
      "> quoted words that are long enough to be broken over some lines\n\nand an answer")
    let joined = Self.joined(try drawing.lines())
    for paragraph in paragraphs {
      #expect(joined.contains { $0.text == paragraph && $0.depth == 0 })
    }
    #expect(
      joined.contains {
        $0.text == "quoted words that are long enough to be broken over some lines" && $0.depth == 2
      })
    #expect(joined.contains { $0.text == "and an answer" && $0.depth == 1 })
    #expect(try drawing.lines().allSatisfy { $0.count <= width && $0 != "-- " })
  }

  @Test func keepsTheIndentationOfCodeInReplies() throws {
    var drawing = Drawing("Hi") { $0.terminal.isFlowed = true }
    drawing.reply(to: "1", "2", "    code\n\n> > deep")
    let lines = try drawing.lines()
    #expect(lines.contains(">     code"), "\(lines)")
    #expect(lines.contains(">>> deep"), "\(lines)")
  }

  /// Joins flowed lines like a mail reader.
  private static func joined(_ lines: [String]) -> [(depth: Int, text: String)] {
    var paragraphs: [(depth: Int, text: String)] = []
    var flows = false
    for line in lines {
      let depth = line.prefix { $0 == ">" }.count
      var text = String(line.dropFirst(depth))
      if text.hasPrefix(" ") { text.removeFirst() }
      if flows, let last = paragraphs.indices.last, paragraphs[last].depth == depth {
        paragraphs[last].text += text
      } else {
        paragraphs.append((depth, text))
      }
      flows = text.hasSuffix(" ") && text != "-- "
    }
    return paragraphs
  }

  /// `2 απαντήσεις` is never divided, as `2 replies` is not.
  @Test(arguments: ["en", "el", "ru", "fr", "ja"])
  func keepsAnItemOfMetadataOnOneLine(language: String) throws {
    let comments = (1...3).map {
      let parent = $0 > 1 ? #","parentId":"1""# : ""
      return
        #"{"id":"\#($0)","author":"Eva","createdAt":"2026-07-31","likes":12,"body":"x"\#(parent)}"#
    }
    let document = #"{"atoll":1,"comments":[\#(comments.joined(separator: ","))]}"#
    let story = try Reading([InputSource(name: "a", bytes: Array(document.utf8))]).story
    func lines(width: Int) throws -> [Substring] {
      var options = Options()
      options.format = .text
      options.language = language
      options.terminal.width = width
      let bytes = try Renderer(options: options).render(story).bytes
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }
    let items = try lines(width: 200).filter { $0.contains(" · ") && !$0.hasPrefix("--") }
      .flatMap { $0.components(separatedBy: " · ").dropFirst() }
    #expect(items.count >= 3)
    for width in 40...90 {
      let shown = try lines(width: width)
      for item in items { #expect(shown.contains { $0.contains(item) }, "\(item) \(width)") }
    }
  }
}
