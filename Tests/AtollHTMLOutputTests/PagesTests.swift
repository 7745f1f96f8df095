import Atoll
import AtollComments
import AtollRows
import Foundation
import TestSupport
import Testing

/// Threads divided into several pages, parsed like a browser would.
@Suite struct PagesTests {
  /// The files of one thread, parsed as markup if they are pages.
  struct Site {
    var files: [String: [UInt8]] = [:]
    var pages: [String: Markup] = [:]
    var names: [String] = []

    init(_ files: [PageFile]) throws {
      for file in files {
        names.append(file.name)
        self.files[file.name] = file.bytes
        if file.name.hasSuffix(".html") { pages[file.name] = try Markup(file.bytes) }
      }
    }

    /// Returns the comments on a page, without ancestors repeated from other pages.
    func comments(on name: String) -> [Markup.Element] {
      pages[name]?.all("li").filter { $0.attributes["id"] != nil } ?? []
    }

    /// The locations of all comments, for example `page-1.html#c-1`.
    var places: [String] {
      names.flatMap { name in comments(on: name).map { "\(name)#\($0.attributes["id"] ?? "")" } }
    }
  }

  static func options(_ limit: PageLimit, _ change: (inout Options) -> Void = { _ in }) -> Options {
    var options = Options()
    options.pageLimit = limit
    change(&options)
    return options
  }

  static func site(_ sketch: Sketch, _ options: Options) throws -> Site {
    try Site(Sketch.renderer(options).renderPages(sketch.read()).files)
  }

  // MARK: Headers

  /// The style sheets of the pages differ, so a header for all of them would block some.
  @Test func hasNoContentSecurityPolicyHeaderUnlessPagesShareAStyleSheet() throws {
    func policy(_ change: (inout Options) -> Void = { _ in }) throws -> String? {
      let renderer = try Sketch.renderer(Self.options(.comments(2), change))
      return try renderer.headers(for: Sketch(parents: [nil, 0, nil, nil]).read())
        .first { $0.name == "Content-Security-Policy" }?.value
    }
    #expect(try policy() == nil)
    #expect(try policy { $0.styleSheetAddress = "/a.css" }?.contains("'self'") == true)
  }

  // MARK: File names

  @Test(arguments: ["replies-1.html", "replies--1.html", "page-.html", "page-a-1.html", "a.html"])
  func doesNotTakeOtherFilesForPages(name: String) { #expect(!PageFile.isFileName(name)) }

  // MARK: Groups

  /// Below the depth cap, the parent of a reply can be on an earlier page and not be repeated.
  @Test(arguments: 0..<80)
  func putsRepliesOnlyIntoGroupsOfTheirAncestors(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let parents = NestingTests.parents(60, &generator)
    let site = try Self.site(
      Sketch(parents: parents),
      Self.options(.comments(4 + seed % 5)) {
        $0.depthCap = 1 + seed % 4
        $0.replySort = seed % 2 == 0 ? .newest : .oldest
        $0.folding = .comments(parents.indices.filter { $0 % 3 == 0 }.map { "c\($0)" })
      })
    for (name, markup) in site.pages {
      for comment in site.comments(on: name) {
        let index = try #require(Int(comment.attributes["id"]?.dropFirst(3) ?? ""))
        let ancestors = sequence(first: index) { parents[$0] }.dropFirst().map { "c-c\($0)" }
        for element in comment.ancestors where markup.elements[element].name == "li" {
          guard let around = markup.elements[element].attributes["id"] else { continue }
          #expect(ancestors.contains(around), "\(name): c\(index)")
        }
      }
    }
  }

  // MARK: Every comment exactly once

  @Test(arguments: 0..<40)
  func writesEveryCommentExactlyOnce(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let parents = NestingTests.parents(1 + seed * 3, &generator)
    let limit = 1 + seed % 13
    let cap = 1 + seed % 7
    let site = try Self.site(
      Sketch(parents: parents), Self.options(.comments(limit)) { $0.depthCap = cap })
    #expect(site.places.count == parents.count)
    let ids = site.places.map { $0.split(separator: "#")[1] }
    #expect(Set(ids) == Set(parents.indices.map { "c-c\($0)" }))
    // The order on each page is that of a single page.
    let single = try Markup(Sketch(parents: parents).render { $0.depthCap = cap })
    let order = single.all("li").compactMap { $0.attributes["id"] }
    let lastPage = try #require(site.names.last { $0.hasPrefix("page-") })
    for name in site.names where name != "index.html" && name.hasSuffix(".html") {
      let shown = site.comments(on: name).compactMap { $0.attributes["id"] }
      #expect(shown == order.filter(Set(shown).contains), "\(name)")
      #expect(!shown.isEmpty || name == lastPage, "\(name)")
      let most = name.hasPrefix("page-") ? 4 * limit : limit
      #expect(shown.count <= most, "\(name) has \(shown.count) comments")
    }
  }

  /// Every comment is inside its parent, which is on the same page or repeated at its top.
  @Test(arguments: 0..<24)
  func nestsRepliesInTheirParents(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let parents = NestingTests.parents(20 + seed * 4, &generator)
    let cap = 5
    let site = try Self.site(
      Sketch(parents: parents), Self.options(.comments(4)) { $0.depthCap = cap })
    for name in site.names {
      guard let markup = site.pages[name] else { continue }
      for comment in site.comments(on: name) {
        let index = try #require(Int(comment.attributes["id"]?.dropFirst(3) ?? ""))
        var level = 1
        var parent = parents[index]
        while let next = parent {
          level += 1
          parent = parents[next]
        }
        let around = comment.ancestors.filter { markup.elements[$0].name == "li" }
        #expect(around.count == min(level, cap) - 1, "\(name): c\(index)")
      }
    }
  }

  @Test func keepsABranchOnOnePageIfItFits() throws {
    // Branches of 3, 3, 3 and 2 comments.
    let parents: [Int?] = [nil, 0, 1, nil, 3, 3, nil, 6, 7, nil, 9]
    let site = try Self.site(
      Sketch(parents: parents), Self.options(.comments(5)) { $0.sort = .oldest })
    let counts = site.names.filter { $0.hasPrefix("page-") }.map { site.comments(on: $0).count }
    #expect(counts == [3, 3, 3, 2])
    for page in site.pages.values {
      #expect(!page.elements.contains { $0.classes.contains("a-above") })
    }
  }

  @Test func repeatsTheAncestorsOfADividedBranch() throws {
    var sketch = Sketch()
    sketch.add("a", body: "The first of all, and ||the secret||.")
    sketch.add(
      "b", under: "a",
      body: "Words <b>&amp;</b> more of them, " + String(repeating: "x ", count: 200))
    for index in 0..<6 { sketch.add("r\(index)", under: "b") }
    let site = try Self.site(sketch, Self.options(.comments(4)))
    let name = "replies-a-1.html"
    let second = try #require(site.pages[name])
    let above = second.elements.filter { $0.classes.contains("a-above") }
    #expect(above.count == 2)
    let first = String(decoding: site.files["page-1.html"] ?? [], as: UTF8.self)
    #expect(first.contains("<a href=\"\(name)\">More comments</a>"))
    let text = String(decoding: site.files[name] ?? [], as: UTF8.self)
    #expect(text.contains("href=\"page-1.html#c-a\""))
    #expect(text.contains("href=\"page-1.html#c-b\""))
    #expect(text.contains("Author of a"))
    #expect(text.contains("x…</q>"))
    #expect(!text.contains("id=\"c-a\""))
  }

  @Test func doesNotRepeatTheTextOfARemovedAncestor() throws {
    var sketch = Sketch()
    sketch.add("a", body: "Removed words.", [("tombstone", .text(Array("rejected".utf8)))])
    for index in 0..<6 { sketch.add("r\(index)", under: "a") }
    let site = try Self.site(sketch, Self.options(.comments(4)))
    for bytes in site.files.values {
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(!text.contains("Removed words"))
      #expect(!text.contains("Author of a<"))
    }
  }

  @Test func repeatsAtMostEightAncestorsOfADeepThread() throws {
    let count = 600
    let sketch = Sketch(parents: (0..<count).map { $0 == 0 ? nil : $0 - 1 })
    let site = try Self.site(sketch, Self.options(.comments(20)) { $0.depthCap = 1_000 })
    #expect(site.places.count == count)
    for page in site.pages.values {
      #expect(page.elements.count { $0.classes.contains("a-above") } <= 8)
    }
  }

  // MARK: Links

  /// Follows every link from the list of pages, like a crawler.
  @Test func linksToEveryPageAndOnlyToExistingTargets() throws {
    var generator = SeededGenerator(seed: 7)
    var sketch = Sketch()
    sketch.set("url", "https://www.example.com/story")
    sketch.set("title", "A story")
    let parents = NestingTests.parents(5_000, &generator)
    for index in parents.indices {
      sketch.add(
        "c\(index)", under: parents[index].map { "c\($0)" },
        index % 999 == 0 ? [("tags", .json("[\"FEATURED\"]"))] : [])
    }
    for index in 0..<120 { sketch.add("reply\(index)", under: "c0") }
    let site = try Self.site(
      sketch, Self.options(.comments(100)) { $0.pagesAddress = "https://www.example.com/c/1/" })
    let places = Set(site.places)
    #expect(places.count == 5_120)
    var waiting = ["index.html"]
    var seen: Set<String> = []
    while let name = waiting.popLast() {
      guard seen.insert(name).inserted else { continue }
      let page = try #require(site.pages[name], "\(name) is linked to and does not exist")
      for link in (page.all("a") + page.all("link")).compactMap({ $0.attributes["href"] })
      where !link.hasPrefix("https:") {
        let parts = link.split(separator: "#", omittingEmptySubsequences: false)
        let file = parts[0].isEmpty ? name : String(parts[0])
        if parts.count == 2 { #expect(places.contains("\(file)#\(parts[1])"), "\(name): \(link)") }
        waiting.append(file)
      }
    }
    #expect(seen == Set(site.pages.keys))
    try checkHeads(of: site)
    try checkTables(of: site)
  }

  private func checkHeads(of site: Site) throws {
    let count = site.names.count { $0.hasPrefix("page-") }
    #expect(site.pages.count > count + 1)
    var titles: Set<String> = []
    for number in 1...count {
      let page = try #require(site.pages["page-\(number).html"])
      titles.insert(String(decoding: page.all("title")[0].text, as: UTF8.self))
      let links = page.all("link")
      func link(_ relation: String) -> String? {
        links.first { $0.attributes["rel"] == relation }?.attributes["href"]
      }
      #expect(link("canonical") == "https://www.example.com/c/1/page-\(number).html")
      // The newest comments are shown first.
      #expect(link("prev") == (number == count ? nil : "page-\(number + 1).html"))
      #expect(link("next") == (number == 1 ? nil : "page-\(number - 1).html"))
      let isFeatured = page.elements.contains { $0.classes.contains("a-feat") }
      #expect(isFeatured == (number == 1))
      #expect(page.elements.count { $0.attributes["aria-current"] == "page" } == 1)
    }
    #expect(titles.count == count)
  }

  private func checkTables(of site: Site) throws {
    struct Table: Decodable {
      struct Page: Decodable {
        var file: String
        var comments: Int
      }
      var pages: [Page]
      var comments: [String: String]
    }
    let table = try JSONDecoder().decode(
      Table.self, from: Data(try #require(site.files["comments.json"])))
    #expect(Set(table.comments.values) == Set(site.places))
    for page in table.pages { #expect(page.comments == site.comments(on: page.file).count) }
    let map = String(decoding: site.files["redirects.map"] ?? [], as: UTF8.self)
    let lines = map.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(lines.count == 5_120)
    #expect(lines.contains { $0.hasPrefix("\"c17\" \"/c/1/") && $0.hasSuffix("#c-c17\";") })
  }

  @Test func showsNoticesOnTheFirstPageOnly() throws {
    var sketch = Sketch(parents: Array(repeating: nil, count: 9))
    sketch.story = [("title", .text(Array("T".utf8))), ("announcement", .text(Array("Hear".utf8)))]
    let site = try Self.site(sketch, Self.options(.comments(3)))
    for (name, bytes) in site.files where name.hasPrefix("page-") {
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.contains("class=\"a-ann\"") == (name == "page-1.html"))
    }
  }

  // MARK: Bytes

  @Test(arguments: [50_000, 60_000, 120_000])
  func keepsPagesWithinAByteLimit(limit: Int) throws {
    var generator = SeededGenerator(seed: limit)
    var sketch = Sketch()
    let parents = NestingTests.parents(300, &generator)
    for index in parents.indices {
      let body = String(repeating: "words ", count: Int.random(in: 1..<200, using: &generator))
      sketch.add("c\(index)", under: parents[index].map { "c\($0)" }, body: body)
    }
    let site = try Self.site(sketch, Self.options(.bytes(limit)))
    #expect(site.places.count == 300)
    let sizes = site.pages.keys.map { site.files[$0]?.count ?? 0 }
    #expect(sizes.allSatisfy { $0 <= limit }, "\(sizes)")
    #expect(sizes.count > 1)
  }

  @Test func reportsALimitedNumberOfProblemsOfAllPages() throws {
    var sketch = Sketch()
    for number in 1...25 {
      sketch.add("c\(number)", body: String(repeating: "words ", count: 20))
    }
    let options = Self.options(.comments(2)) { $0.maxBodyBytes = 64 }
    let diagnostics = try Sketch.renderer(options).renderPages(sketch.read()).report.diagnostics
    #expect(diagnostics.count { $0.code == .bodyCut } == 20)
    #expect(
      diagnostics.dropFirst(20).map(\.message) == ["5 more of the kind 'body-cut' are not listed"])
  }

  @Test func reportsAPageThatExceedsTheByteLimit() throws {
    var sketch = Sketch()
    sketch.add("a", body: "words")
    sketch.add("b", body: String(repeating: "words ", count: 8_000))
    let options = Self.options(.bytes(50_000)) { $0.maxBodyBytes = 100_000 }
    let pages = try Sketch.renderer(options).renderPages(sketch.read())
    let large = pages.files.filter { PageFile.isFileName($0.name) && $0.bytes.count > 50_000 }
    #expect(large.map(\.name) == ["page-2.html"])
    #expect(pages.report.diagnostics.map(\.code) == [.pageTooLarge])
    #expect(
      pages.report.diagnostics[0].message.contains("page-2.html has \(large[0].bytes.count) bytes"))
  }

  // MARK: Options

  @Test func rejectsOptionsIncompatibleWithPaging() throws {
    func refuses(_ options: Options) {
      #expect(throws: AtollError.self) { try Renderer(options: options) }
    }
    refuses(Self.options(.comments(5)) { $0.format = .fragment })
    refuses(Self.options(.comments(5)) { $0.sortControls = .on })
    refuses(Self.options(.comments(0)))
    refuses(Self.options(.bytes(10)))
    for address in ["https://e.example/a", "/a/", "mailto:a@b.example/", "https://e.example/?a=/"] {
      refuses(Self.options(.comments(5)) { $0.pagesAddress = address })
    }
    let paged = try Renderer(options: Self.options(.comments(5)))
    #expect(throws: AtollError.self) { try paged.render(Sketch(parents: [nil]).read()) }
    let single = try Renderer()
    #expect(throws: AtollError.self) { try single.renderPages(Sketch(parents: [nil]).read()) }
  }

  @Test func writesOnePageForAnEmptyThread() throws {
    let site = try Self.site(Sketch(), Self.options(.comments(5)))
    #expect(site.names == ["page-1.html", "index.html", "comments.json", "redirects.map"])
    #expect(String(decoding: site.files["page-1.html"] ?? [], as: UTF8.self).contains("a-none"))
  }

  @Test func omitsIDsThatNginxCannotMatch() throws {
    var sketch = Sketch()
    for id in ["default", "Ab", "aB", "\"; return 200 x; #", "$uri", "a-1", "~x", "ü"] {
      sketch.add(id)
    }
    let site = try Self.site(sketch, Self.options(.comments(50)))
    let map = String(decoding: site.files["redirects.map"] ?? [], as: UTF8.self)
    let lines = map.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(lines.count == 1 && lines[0].hasPrefix("\"a-1\" "))
  }
}
