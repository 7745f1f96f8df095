import Atoll
import AtollComments
import AtollRows
import Foundation
import TestSupport
import Testing

@Suite struct NestingTests {
  /// Returns for each comment the index of an earlier comment as its parent, or nil.
  static func parents(_ count: Int, _ generator: inout SeededGenerator) -> [Int?] {
    (0..<count).map { index in
      index == 0 || Int.random(in: 0..<4, using: &generator) == 0
        ? nil : Int.random(in: max(0, index - 5)..<index, using: &generator)
    }
  }

  @Test(arguments: 0..<24)
  func nestsListItemsUnderTheirParentComments(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let parents = Self.parents(1 + seed * 4, &generator)
    let cap = 1 + seed % 7
    let markup = try Markup(Sketch(parents: parents).render { $0.depthCap = cap })
    let comments = markup.all("li")
    #expect(comments.count == parents.count)
    var seen: Set<Int> = []
    for comment in comments {
      let index = try #require(Int(comment.attributes["id"]?.dropFirst(3) ?? ""))
      seen.insert(index)
      var level = 1
      var parent = parents[index]
      while let next = parent {
        level += 1
        parent = parents[next]
      }
      let around = comment.ancestors.filter { markup.elements[$0].name == "li" }
      #expect(around.count == min(level, cap) - 1, "c\(index)")
      if level <= cap, let parent = parents[index], let inner = around.last {
        #expect(markup.elements[inner].attributes["id"] == "c-c\(parent)")
      }
    }
    #expect(seen.count == parents.count)
  }

  /// Replies would be beside their root comments, and keep their places when these are sorted.
  @Test func hasNoSortControlsWithoutIndentation() throws {
    let sketch = Sketch(parents: [nil, 0, nil, nil])
    #expect(String(decoding: try sketch.render(), as: UTF8.self).contains("--n:"))
    let flat = String(decoding: try sketch.render { $0.depthCap = 1 }, as: UTF8.self)
    #expect(!flat.contains("--n:"))
    #expect(!flat.contains("a-sort\""))
    #expect(throws: AtollError.self) {
      try sketch.render {
        $0.depthCap = 1
        $0.sortControls = .on
      }
    }
  }

  /// Replies below the depth cap are not indented, but a folded branch of them is one group.
  @Test(arguments: 0..<24)
  func nestsAFoldedBranchBelowTheDepthCapAsOneGroup(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let parents = Self.parents(1 + seed * 4, &generator)
    let cap = 1 + seed % 3
    let folded = Set(parents.indices.filter { $0 % 5 == seed % 5 })
    let markup = try Markup(
      Sketch(parents: parents).render {
        $0.depthCap = cap
        $0.folding = .comments(folded.map { "c\($0)" })
      })
    for comment in markup.all("li") {
      let index = try #require(Int(comment.attributes["id"]?.dropFirst(3) ?? ""))
      let ancestors = sequence(first: index) { parents[$0] }.dropFirst()
      // The comments above the cap, and the first folded one that is not.
      let chain = Array(ancestors.reversed())
      let outermost = chain.enumerated().first {
        $0.offset >= cap - 1 && folded.contains($0.element)
      }
      let expected = Array(chain.prefix(cap - 1)) + (outermost.map { [$0.element] } ?? [])
      let around = comment.ancestors.filter { markup.elements[$0].name == "li" }
        .map { markup.elements[$0].attributes["id"] }
      #expect(around == expected.map { "c-c\($0)" }, "c\(index)")
    }
  }

  /// The built-in themes indent four levels on narrow screens, and six on others.
  @Test func namesTheParentOnLevelsWithoutIndentation() throws {
    let markup = try Markup(Sketch(parents: [nil, 0, 1, 2, 3, 4, 5, 6]).render())
    var labels: [String: [String]] = [:]
    for label in markup.all("p") where label.classes.contains("a-to") {
      let comment = try #require(label.ancestors.last { markup.elements[$0].name == "li" })
      labels[markup.elements[comment].attributes["id"] ?? ""] = label.classes.map(String.init)
    }
    #expect(
      labels == [
        "c-c4": ["a-to", "a-narrow"], "c-c5": ["a-to", "a-narrow"], "c-c6": ["a-to"],
        "c-c7": ["a-to"],
      ])
    // Where such a label is shown, screen readers do not hear the name twice.
    let spoken = markup.all("span").filter { $0.classes == ["a-wide"] }
    #expect(spoken.count == 2)
    let css = String(decoding: try Sketch(parents: [nil, 0, 1, 2, 3]).render(), as: UTF8.self)
    #expect(css.contains("@container atoll (width>=560px){.atoll .a-narrow{display:none}}"))
    #expect(css.contains(".atoll .a-wide{display:none}}"))
  }

  /// Whatever is omitted, every link in the page has a target.
  @Test(arguments: 0..<40)
  func linksOnlyToCommentsOnThePage(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let parents = Self.parents(30, &generator)
    var sketch = Sketch()
    sketch.set("url", "https://www.example.com/story")
    for index in parents.indices {
      sketch.add(
        "c\(index)", under: parents[index].map { "c\($0)" },
        index % 7 == 0 ? [("tags", .json("[\"FEATURED\"]"))] : [])
    }
    let markup = try Markup(
      sketch.render {
        $0.depthCap = 1 + seed % 4
        $0.maxComments = [nil, 4, 11, 25][seed % 4]
        $0.maxDepth = [nil, 1, 2, 5][seed / 4 % 4]
        $0.roots = seed % 3 == 0 ? 1..<3 : nil
        $0.folding = seed % 5 == 0 ? .all : seed % 5 == 1 ? .deeperThan(2) : .none
      })
    let anchors = Set(markup.elements.compactMap { $0.attributes["id"] })
    for link in markup.all("a").compactMap({ $0.attributes["href"] }) where link.hasPrefix("#") {
      #expect(anchors.contains(String(link.dropFirst())), "seed \(seed): \(link)")
    }
  }

  @Test func putsRepliesInsideTheirComment() throws {
    let markup = try Markup(Sketch(parents: [nil, 0, 1, 0, nil, 4]).render())
    for list in markup.all("ol").dropFirst() {
      let details = try #require(list.ancestors.last.map { markup.elements[$0] })
      #expect(details.name == "details")
      #expect(markup.elements[try #require(details.ancestors.last)].name == "li")
    }
    #expect(markup.all("details").count == 3)
  }

  @Test(arguments: [Options.Format.page, .fragment])
  func includesFoldedRepliesInClosedDetails(format: Options.Format) throws {
    let page = try Sketch(parents: [nil, 0, 1, 1, nil, 4]).render {
      $0.format = format
      $0.folding = .comments(["c1"])
    }
    let markup = try Markup(page)
    let open = markup.all("details").filter { $0.attributes["open"] != nil }
    #expect(markup.all("details").count == 3)
    #expect(open.count == 2)
    let text = String(decoding: page, as: UTF8.self)
    #expect(
      text.contains(
        "<details class=\"a-r\"><summary>2 replies <span class=\"a-from\">· Author of c2, Author of c3</span></summary>"
      ))
    #expect(markup.all("article").count == 6)
    #expect(!text.contains("hidden</"))
  }

  @Test func omitsReplyAuthorsIfAllRepliesAreTombstones() throws {
    var sketch = Sketch()
    sketch.add("a")
    sketch.add("b", under: "a", [("tombstone", .text(Array("deleted".utf8)))])
    sketch.add("c", under: "b", [("tombstone", .text(Array("deleted".utf8)))])
    let text = String(
      decoding: try sketch.render { $0.folding = .all }, as: UTF8.self)
    #expect(text.contains("<details class=\"a-r\"><summary>2 replies</summary>"))
  }

  @Test func foldsOnlyLongPagesByDefault() throws {
    let parents: [Int?] = (0..<205).map { $0 % 5 == 0 ? nil : $0 - 1 }
    func closed(_ count: Int, _ change: (inout Options) -> Void = { _ in }) throws -> Int {
      try Markup(Sketch(parents: Array(parents.prefix(count))).render(change))
        .all("details").count { $0.attributes["open"] == nil }
    }
    #expect(try closed(205) == 41)
    #expect(try closed(200) == 0)
    #expect(try closed(205) { $0.foldsLongThreads = false } == 0)
    let text = try Sketch(parents: parents).render { $0.format = .text }
    #expect(!String(decoding: text, as: UTF8.self).contains("[+]"))
    let paged = PagesTests.options(.comments(1_000))
    let site = try PagesTests.site(Sketch(parents: parents), paged)
    #expect(
      site.pages["page-1.html"]?.all("details").allSatisfy { $0.attributes["open"] != nil } == true)
  }

  @Test func countsRepliesThatAreNotShown() throws {
    let page = try Sketch(parents: [nil, 0, 1, 1]).render { $0.maxDepth = 2 }
    let text = String(decoding: page, as: UTF8.self)
    #expect(text.contains("<summary>2 replies</summary>"))
    #expect(!text.contains("0 replies"))
  }

  @Test func writesAHundredThousandLevelsInLinearTime() async throws {
    func chain(_ count: Int) -> Sketch {
      Sketch(parents: (0..<count).map { $0 == 0 ? nil : $0 - 1 })
    }
    /// Returns the processor time of the fastest of three renderings, because other tests use the
    /// same caches and memory; each runs on a task's small stack.
    func seconds(_ story: Story, cap: Int) async throws -> Duration {
      var least = Duration.seconds(1_000)
      for _ in 0..<3 { least = min(least, try await once(story, cap: cap)) }
      return least
    }
    func once(_ story: Story, cap: Int) async throws -> Duration {
      try await Task.detached {
        var options = Options()
        options.depthCap = cap
        let renderer = try Renderer(options: options)
        let start = processorTime()
        let rendering = try renderer.render(story)
        let time = processorTime() - start
        #expect(rendering.report.commentCount == story.count)
        #expect(
          rendering.bytes.suffix(8).elementsEqual("</html>\n".utf8)
            || rendering.bytes.suffix(7).elementsEqual("</html>".utf8))
        return time
      }.value
    }
    /// Returns the processor time of this thread alone, since other tests run at the same time.
    @Sendable func processorTime() -> Duration {
      var time = timespec()
      unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
    let small = try chain(10_000).read()
    let large = try chain(100_000).read()
    for cap in [6, 100_000] {
      let short = try await seconds(small, cap: cap)
      let long = try await seconds(large, cap: cap)
      #expect(long < short * 40, "ten times the comments took \(long) against \(short)")
    }
  }

  @Test func closesEveryElementAtAnyDepth() throws {
    let count = 2_000
    let sketch = Sketch(parents: (0..<count).map { $0 == 0 ? nil : $0 - 1 })
    let markup = try Markup(sketch.render { $0.depthCap = count })
    #expect(markup.all("li").count == count)
    #expect(markup.all("details").count == count - 1)
  }
}
