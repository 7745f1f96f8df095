import Atoll
import AtollBytes
import AtollComments
import AtollRows
import TestSupport
import Testing

@Suite struct FormTests {
  static func sketch() -> Sketch {
    var sketch = Sketch(parents: [nil, 0, 1, 0, nil, nil, 5, nil])
    sketch.set("title", "A story")
    sketch.set("url", "https://www.example.com/story")
    sketch.set("infobox", "# Rules\n\nBe *kind*.")
    sketch.add("featured", [("tags", .json("[\"FEATURED\",\"STAFF\"]")), ("likes", .json("3"))])
    return sketch
  }

  @Test(arguments: [Options.Format.fragment, .card])
  func writesNoIDsInFragmentsAndCards(format: Options.Format) throws {
    let markup = try Markup(
      Self.sketch().render {
        $0.format = format
        $0.focus = "c2"
        $0.ancestorCount = 3
      })
    for element in markup.elements {
      #expect(element.attributes["id"] == nil)
      #expect(
        element.attributes["href"]?.hasPrefix("#") != true, "a link to an id that is not there")
    }
    #expect(markup.elements.filter { $0.ancestors.isEmpty }.count == 1, "one root element")
    #expect(markup.elements[0].attributes["lang"] == "en")
    #expect(markup.elements[0].classes.contains("atoll"))
  }

  @Test(arguments: Sketch.markupForms, Options.ClassNames.allCases)
  func sealsStylesInFragmentsAndCards(format: Options.Format, names: Options.ClassNames) throws {
    let bytes = try Self.sketch().render {
      $0.format = format
      $0.classNames = names
      $0.focus = "c2"
    }
    let isSealed = String(decoding: bytes, as: UTF8.self).contains("{all:revert!important}")
    #expect(isSealed == (format != .page && names == .atoll))
  }

  @Test(arguments: [nil, 1, 3, 5]) func givesEveryCommentOneAnchor(limit: Int?) throws {
    let markup = try Markup(
      Self.sketch().render {
        $0.maxComments = limit
        $0.sort = .oldest
      })
    let anchors = markup.elements.compactMap { $0.attributes["id"] }
    #expect(Set(anchors).count == anchors.count)
    #expect(anchors.count == min(limit ?? .max, 9))
    for element in markup.elements {
      guard let link = element.attributes["href"], link.hasPrefix("#") else { continue }
      #expect(anchors.contains(String(link.dropFirst())), "\(link) leads nowhere")
    }
  }

  @Test func givesDifferentIDsDifferentAnchors() throws {
    var sketch = Sketch()
    let ids = ["a b", "a_20b", "a-b", "a_b", "A B", "ä", "_c3_a4", "", "a\u{0}b"]
    for id in ids { sketch.add(id) }
    let anchors = try Markup(sketch.render()).all("li").compactMap { $0.attributes["id"] }
    #expect(Set(anchors).count == ids.count, "\(anchors)")
  }

  @Test(arguments: Options.SortControls.allCases, Sketch.markupForms)
  func writesStyleAttributesOnlyForRanks(
    controls: Options.SortControls, format: Options.Format
  ) throws {
    let sketch = Self.sketch()
    let markup = try Markup(
      sketch.render {
        $0.sortControls = controls
        $0.format = format
        $0.focus = "c1"
      })
    let styled = markup.elements.filter { $0.attributes["style"] != nil }
    let isSorted = !markup.all("input").isEmpty
    #expect(styled.count == (isSorted ? 5 : 0))
    #expect(
      isSorted == (format != .card && controls == .on || format == .page && controls == .auto))
    #expect(styled.allSatisfy { $0.name == "li" })
    let policy = markup.all("meta").compactMap { $0.attributes["content"] }
      .first { $0.contains("default-src") }
    #expect(
      policy?.contains("style-src-attr 'unsafe-inline'") == (format == .page ? isSorted : nil))
  }

  @Test(arguments: 0..<8)
  func ranksRootCommentsInEverySortOrder(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let parents = NestingTests.parents(40, &generator)
    var sketch = Sketch()
    for index in parents.indices {
      sketch.add(
        "c\(index)", under: parents[index].map { "c\($0)" },
        [("likes", .json("\(Int.random(in: 0..<5, using: &generator))"))])
    }
    let markup = try Markup(sketch.render { $0.sortControls = .on })
    let styles = markup.elements.compactMap { $0.attributes["style"] }
    let roots = parents.count { $0 == nil }
    #expect(styles.count == roots)
    for letter in ["n", "o", "l", "r"] {
      let ranks = styles.compactMap { style in
        style.split(separator: ";").first { $0.hasPrefix("--\(letter):") }
          .flatMap { Int($0.dropFirst(4)) }
      }
      #expect(ranks.sorted() == Array(0..<roots), "--\(letter): \(ranks)")
    }
    let newest = styles.compactMap { Int($0.dropFirst(4).prefix { $0 != ";" }) }
    #expect(newest == Array(0..<roots), "written newest first")
  }

  @Test(arguments: Options.ClassNames.allCases, Sketch.markupForms)
  func writesCoralOrTalkClassesOnlyOnRequest(
    names: Options.ClassNames, format: Options.Format
  ) throws {
    let markup = try Markup(
      Self.sketch().render {
        $0.classNames = names
        $0.format = format
        $0.focus = "c1"
      })
    let classes = markup.elements.flatMap(\.classes)
    #expect(classes.contains { $0.hasPrefix("coral") } == (names == .coral))
    #expect(classes.contains { $0.hasPrefix("talk-") } == (names == .talk))
  }

  @Test(arguments: ["ign", "plain"])
  func contentSecurityPolicyHasTheHashOfTheStyleElement(theme: String) throws {
    let html = try Renderer(style: .embedded(theme)).render(Self.sketch().read()).bytes
    let markup = try Markup(html)
    let styles = markup.all("style")
    try #require(styles.count == 1)
    let hash = base64(SHA256.digest(styles[0].text))
    let policy = markup.all("meta").compactMap { $0.attributes["content"] }
      .first { $0.contains("default-src 'none'") }
    #expect(policy?.contains("style-src-elem 'sha256-\(hash)'") == true)
    let headers = try Renderer(style: .embedded(theme)).headers(for: Self.sketch().read())
    let header = headers.first { $0.name == "Content-Security-Policy" }?.value
    #expect(header == policy.map { "\($0); frame-ancestors 'self'" })
  }

  @Test func writesTheSameBytesEveryTime() async throws {
    let story = try Self.sketch().read()
    let renderer = try Renderer()
    let expected = try renderer.render(story).bytes
    try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for index in 0..<16 {
        group.addTask {
          // Half of them use a separate renderer.
          try (index % 2 == 0 ? renderer : Renderer()).render(story).bytes
        }
      }
      for try await bytes in group { #expect(bytes == expected) }
    }
  }

  @Test func passesTheSameBytesToASinkInPieces() throws {
    let story = try Sketch(parents: [Int?](repeating: nil, count: 3_000)).read()
    let renderer = try Renderer()
    var bytes: [UInt8] = []
    var pieces = 0
    _ = try renderer.prepare(story).write { piece in
      pieces += 1
      for index in piece.indices { bytes.append(piece[index]) }
    }
    #expect(pieces > 1)
    #expect(try bytes == renderer.render(story).bytes)
  }
}
