import Atoll
import Testing

/// The addresses of comments, of the page itself and of its feed.
@Suite struct AddressTests {
  static func sketch(server: String? = "coral", id: String = "c1") -> Sketch {
    var sketch = Sketch()
    sketch.set("id", "s/1")
    sketch.set("url", "https://a.example/s?p=1#top")
    if let server { sketch.set("server", server) }
    sketch.add(id, [("permalink", .text(Array("https://b.example/9".utf8)))])
    sketch.add("reply", under: id, [("tags", .json("[\"featured\"]"))])
    return sketch
  }

  static func times(
    _ sketch: Sketch, _ change: (inout Options) -> Void
  ) throws -> [String?] {
    let markup = try Markup(sketch.render(change))
    return markup.elements.filter { $0.classes.contains("a-t") }.map { $0.attributes["href"] }
  }

  static let links: [(AddressOptions.Permalinks, String?)] = [
    (.automatic, "https://a.example/s?p=1&amp;commentID=reply&#35;top"),
    (.server, "https://a.example/s?p=1&amp;commentID=reply&#35;top"),
    (.page, "#c-reply"),
    (.none, nil),
    (
      .template("https://c.example/{story}.html#c-{id}"),
      "https://c.example/s&#37;2F1.html&#35;c-reply"
    ),
    (
      .template("https://c.example/{file}.html#c-{id}"),
      "https://c.example/s&#37;252F1.html&#35;c-reply"
    ),
    (.template("{url}#talk-{id}"), "https://a.example/s?p=1&#35;talk-reply"),
    (.template("https://c.example/{id}/"), "https://c.example/reply/"),
  ]

  @Test(arguments: links)
  func followsThePermalinkOption(permalinks: AddressOptions.Permalinks, link: String?) throws {
    let times = try Self.times(Self.sketch()) { $0.addresses.permalinks = permalinks }
    #expect(times.count == 2)
    #expect(times.last == link)
  }

  /// A template replaces the addresses in the input; otherwise those in the input come first.
  @Test func prefersAddressesInTheInputUnlessATemplateIsGiven() throws {
    for permalinks in [AddressOptions.Permalinks.automatic, .server] {
      let times = try Self.times(Self.sketch()) { $0.addresses.permalinks = permalinks }
      #expect(times.first == "https://b.example/9")
    }
    let own = AddressOptions.Permalinks.template("https://c.example/#{id}")
    let times = try Self.times(Self.sketch()) { $0.addresses.permalinks = own }
    #expect(times.first == "https://c.example/&#35;c1")
  }

  @Test func escapesIDsInURLFragmentsAsInAnchors() throws {
    let sketch = Self.sketch(id: "a b/ä")
    let own = AddressOptions.Permalinks.template("https://c.example/#c-{id}")
    let times = try Self.times(sketch) { $0.addresses.permalinks = own }
    #expect(times.first == "https://c.example/&#35;c-a_20b_2F_C3_A4")
    let anchors = try Markup(sketch.render()).elements.compactMap { $0.attributes["id"] }
    #expect(anchors.contains("c-a_20b_2F_C3_A4"))
    let inPath = AddressOptions.Permalinks.template("https://c.example/{id}")
    let path = try Self.times(sketch) { $0.addresses.permalinks = inPath }
    #expect(path.first == "https://c.example/a&#37;20b&#37;2F&#37;C3&#37;A4")
  }

  /// If the story lacks a part of the template, the address is omitted instead of being wrong.
  @Test func omitsAddressesIfATemplateValueIsMissing() throws {
    var sketch = Sketch(parents: [nil])
    for template in ["{url}#c-{id}", "https://c.example/{story}#c-{id}"] {
      let times = try Self.times(sketch) { $0.addresses.permalinks = .template(template) }
      #expect(times == [nil])
    }
    sketch.set("url", "javascript:alert(1)")
    #expect(try Self.times(sketch) { $0.addresses.permalinks = .template("{url}#{id}") } == [nil])
  }

  @Test func doesNotInventAddressesIfTheServerIsUnknown() throws {
    var sketch = Sketch(parents: [nil, 0])
    sketch.set("url", "https://a.example/s")
    for permalinks in [AddressOptions.Permalinks.automatic, .server, .page, .none] {
      let html = try sketch.render { $0.addresses.permalinks = permalinks }
      #expect(!String(decoding: html, as: UTF8.self).contains("commentI"))
    }
    #expect(try Self.times(sketch) { $0.addresses.permalinks = .server } == [nil, nil])
    #expect(try Self.times(sketch) { _ in } == ["#c-c0", "#c-c1"])
  }

  @Test(arguments: [
    ("c.example/{id}", "the host must be written out"),
    ("https://c.example/", "it must have {id} once"),
    ("https://c.example/{id}{id}", "it must have {id} once"),
    ("https://{story}.example/{id}", "the host must be written out"),
    ("https://c.example/{url}#{id}", "{url} is a whole address"),
    ("https://c.example/{name}/{id}", "{name} is unknown; known are {id}, {story}, {file}, {url}"),
    ("https://c.example/{id", "a { has no }"),
    ("javascript://c.example/{id}", "it is not a plain http or https address"),
    ("https://c.example/a b#{id}", "it contains a space"),
    ("https://c.example/ä#{id}", "it is not a plain http or https address"),
    ("https://c.example/\"#{id}", "it is not a plain http or https address"),
  ])
  func rejectsInvalidAddressTemplates(text: String, message: String) throws {
    var options = Options()
    options.addresses.permalinks = .template(text)
    let error = #expect(throws: AtollError.self) { try Renderer(options: options) }
    #expect(error?.kind == .options)
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  // MARK: Ids

  @Test(arguments: [Options.Format.fragment, .card])
  func prefixesIDsInFragments(format: Options.Format) throws {
    let html = try FormTests.sketch().render {
      $0.format = format
      $0.focus = "c2"
      $0.depthCap = 1
      $0.addresses.anchorPrefix = "talk-"
      $0.addresses.permalinks = .page
    }
    let markup = try Markup(html)
    let ids = markup.elements.compactMap { $0.attributes["id"] }
    #expect(ids.count == (format == .card ? 1 : 9))
    #expect(Set(ids).count == ids.count)
    #expect(ids.allSatisfy { $0.hasPrefix("talk-") })
    let links = markup.all("a").compactMap { $0.attributes["href"] }.filter { $0.hasPrefix("#") }
    #expect(links.count >= ids.count)
    for link in links { #expect(ids.contains(String(link.dropFirst())), "\(link) leads nowhere") }
  }

  @Test(arguments: ["", "3", "-a", "a b", "a\"", "ä", String(repeating: "a", count: 65)])
  func rejectsInvalidPrefixes(prefix: String) throws {
    var options = Options()
    options.addresses.anchorPrefix = prefix
    #expect(throws: AtollError.self) { try Renderer(options: options) }
  }

  // MARK: The head

  static func metas(_ sketch: Sketch, _ change: (inout Options) -> Void) throws -> [String: String]
  {
    var found: [String: String] = [:]
    for element in try Markup(sketch.render(change)).elements {
      let attributes = element.attributes
      if let name = attributes["name"] ?? attributes["property"], element.name == "meta" {
        found[name] = attributes["content"]
      } else if element.name == "link", let relation = attributes["rel"] {
        found[relation] = attributes["href"]
      }
    }
    return found
  }

  @Test func writesTheMetadataOfThePage() throws {
    var sketch = Self.sketch()
    sketch.set("title", "A \"story\"")
    sketch.set("organization", "Example & Sons")
    let metas = try Self.metas(sketch) { _ in }
    #expect(metas["description"] == "2 comments on A &quot;story&quot;")
    #expect(metas["og:description"] == metas["description"])
    #expect(metas["og:title"] == "A &quot;story&quot;")
    #expect(metas["og:url"] == "https://a.example/s?p=1&#35;top")
    #expect(metas["og:site_name"] == "Example &amp; Sons")
    #expect(metas["og:type"] == "website")
    #expect(metas["twitter:card"] == "summary")
    #expect(metas["canonical"] == metas["og:url"])
    #expect(metas["robots"] == nil)
    #expect(metas["alternate"] == nil)
    #expect(try Self.metas(Sketch(parents: [nil])) { _ in }["description"] == "1 comment")
  }

  @Test func writesTheCanonicalAddressAndTheFeedAndTheRobotsDirectives() throws {
    let own = AddressOptions.Permalinks.template("https://c.example/{story}.html#c-{id}")
    let metas = try Self.metas(Self.sketch()) {
      $0.addresses.permalinks = own
      $0.addresses.canonical = .page
      $0.addresses.feed = "https://c.example/{story}.atom"
      $0.search.robots = ["noarchive", "max-snippet:50"]
    }
    #expect(metas["canonical"] == "https://c.example/s&#37;2F1.html")
    #expect(metas["alternate"] == "https://c.example/s&#37;2F1.atom")
    #expect(metas["robots"] == "noarchive, max-snippet:50")
    let none = try Self.metas(Self.sketch()) { $0.addresses.canonical = .none }
    #expect(none["canonical"] == nil)
    #expect(none["og:url"] == nil)
  }

  @Test(arguments: Sketch.markupForms) func forbidsSnippetsOnRequest(format: Options.Format) throws
  {
    for forbids in [false, true] {
      let markup = try Markup(
        Self.sketch().render {
          $0.format = format
          $0.focus = "c1"
          $0.search.forbidsSnippets = forbids
        })
      let marked = markup.elements.filter { $0.attributes["data-nosnippet"] != nil }
      #expect(marked.map(\.name) == (forbids ? ["section"] : []))
    }
  }

  @Test func rejectsInvalidOptionsAndOptionsWithoutEffect() throws {
    let changes: [(inout Options) -> Void] = [
      { $0.addresses.canonical = .page },
      { $0.search.robots = ["no-index"] },
      { $0.search.robots = ["max-snippet:x"] },
      { $0.search.robots = ["max-snippet:+5"] },
      { $0.search.robots = ["max-snippet:"] },
      {
        $0.format = .fragment
        $0.addresses.permalinks = .page
      },
      {
        $0.format = .fragment
        $0.addresses.feed = "https://a.example/feed"
      },
      {
        $0.format = .text
        $0.addresses.permalinks = .none
      },
      {
        $0.format = .email
        $0.addresses.anchorPrefix = "a-"
      },
    ]
    for change in changes {
      var options = Options()
      change(&options)
      #expect(throws: AtollError.self) { try Renderer(options: options) }
    }
  }
}
