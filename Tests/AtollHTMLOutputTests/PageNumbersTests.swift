import Atoll
import AtollComments
import Foundation
import TestSupport
import Testing

/// The pages of comments whose thread changes: each comment keeps its page and its address.
@Suite struct PageNumbersTests {
  /// A thread that grows, with times that rise by some seconds or not at all.
  struct GrowingSketch {
    struct Entry {
      var parent: Int?
      var time: Int
      var body: String
      var isRemoved = false
    }

    var entries: [Entry] = []
    private var generator: SeededGenerator

    init(seed: Int) { generator = SeededGenerator(seed: seed) }

    /// Adds a root comment or a reply: to a recent comment, to any comment, or to one of the first
    /// three, which get many replies.
    mutating func add() {
      let time =
        (entries.last?.time ?? 1_700_000_000_000) + 1_000
        * (.random(in: 0..<400, using: &generator))
      var parent: Int?
      if !entries.isEmpty {
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<4: break
        case 4..<7:
          parent = .random(in: max(0, entries.count - 12)..<entries.count, using: &generator)
        case 7..<9: parent = .random(in: 0..<min(entries.count, 3), using: &generator)
        case _: parent = .random(in: 0..<entries.count, using: &generator)
        }
      }
      let bodies = ["Plain.", "**Bold** and ||hidden||.", "> A quote\n\nand words", "`code`"]
      entries.append(
        Entry(parent: parent, time: time, body: bodies[entries.count % bodies.count]))
    }

    /// Deletes the text of a random comment that still has one.
    mutating func removeOne() {
      let left = entries.indices.filter { !entries[$0].isRemoved }
      if let index = left.randomElement(using: &generator) { entries[index].isRemoved = true }
    }

    /// Returns the story with its comments in a random order, on which the pages do not depend.
    mutating func story() throws -> Story {
      let comments: [[String: Any]] = entries.indices.shuffled(using: &generator).map { index in
        let entry = entries[index]
        var fields: [String: Any] = [
          "id": "c\(index)", "body": entry.body, "createdAt": entry.time,
          "author": "Author \(index % 7)",
        ]
        if let parent = entry.parent { fields["parentId"] = "c\(parent)" }
        if entry.isRemoved { fields["tombstone"] = "deleted" }
        return fields
      }
      let document: [String: Any] = ["atoll": 1, "story": ["title": "T"], "comments": comments]
      let bytes = try JSONSerialization.data(withJSONObject: document)
      return try Reading([InputSource(name: "t.json", bytes: Array(bytes))], as: .atoll).story
    }
  }

  /// The files of a thread, and the place of each of its comments.
  struct Rendered {
    let files: [String: [UInt8]]
    let places: [String: String]

    init(_ thread: inout GrowingSketch, _ renderer: Renderer) throws {
      var files: [String: [UInt8]] = [:]
      for file in try renderer.renderPages(try thread.story()).files {
        files[file.name] = file.bytes
      }
      struct Table: Decodable { var comments: [String: String] }
      let table = files.removeValue(forKey: "comments.json") ?? []
      places = try JSONDecoder().decode(Table.self, from: Data(table)).comments
      self.files = files
    }

    /// Returns the names of the files that differ from those of another rendering.
    func changes(from other: Rendered) -> [String] {
      Set(files.keys).union(other.files.keys).filter { files[$0] != other.files[$0] }.sorted()
    }

    /// Returns the comments whose place in this rendering differs from that in another one.
    func moved(from other: Rendered) -> [String] {
      other.places.keys.filter { places[$0] != other.places[$0] }
    }
  }

  /// Eight threads with 125 comments each: 1,000 are added one by one, and removed again in another order.
  @Test(
    arguments: zip(
      0..<8,
      [
        (10, CommentOrder.newest), (4, .oldest), (16, .mostLiked), (7, .newest),
        (5, .oldest), (12, .newest), (3, .mostLiked), (8, .newest),
      ]))
  func keepsCommentsOnTheirPagesWhenOneIsAddedOrRemoved(
    seed: Int, pages: (limit: Int, sort: CommentOrder)
  ) throws {
    let options = PagesTests.options(.comments(pages.limit)) {
      $0.sort = pages.sort
      $0.addresses.permalinks = .page
    }
    let renderer = try Sketch.renderer(options)
    var thread = GrowingSketch(seed: seed)
    thread.add()
    var before = try Rendered(&thread, renderer)
    for _ in 1..<125 {
      thread.add()
      let after = try Rendered(&thread, renderer)
      let step = "comment \(thread.entries.count) of thread \(seed)"
      #expect(after.moved(from: before).isEmpty, "\(step)")
      let changes = after.changes(from: before)
      #expect(changes.count <= 3, "\(step): \(changes)")
      before = after
    }
    #expect(before.places.values.contains { $0.hasPrefix("replies-c") })
    for _ in thread.entries.indices {
      thread.removeOne()
      let after = try Rendered(&thread, renderer)
      #expect(after.places == before.places)
    }
  }

  @Test func keepsCommentsOnTheirPagesWithAByteLimit() throws {
    let renderer = try Sketch.renderer(PagesTests.options(.bytes(60_000)))
    var thread = GrowingSketch(seed: 5)
    thread.add()
    var before = try Rendered(&thread, renderer)
    for _ in 1..<80 {
      thread.add()
      let after = try Rendered(&thread, renderer)
      #expect(after.moved(from: before).isEmpty)
      before = after
    }
    #expect(before.files.count > 4)
  }

  @Test func listsTheNewestPageFirstWithoutRenumbering() throws {
    let sketch = Sketch(parents: Array(repeating: nil, count: 9))
    func list(_ sort: CommentOrder) throws -> [String] {
      let site = try PagesTests.site(sketch, PagesTests.options(.comments(4)) { $0.sort = sort })
      let links = try #require(site.pages["index.html"]).all("a").compactMap {
        $0.attributes["href"]
      }
      #expect(site.comments(on: "page-1.html").count == 2)
      return links
    }
    let names = (1...5).map { "page-\($0).html" }
    #expect(try list(.oldest) == names)
    #expect(try list(.newest) == names.reversed())
    #expect(try list(.mostLiked) == names)
  }

  /// Relative times would be the same for most pages of an old thread.
  @Test(arguments: [nil, Timestamp(milliseconds: 1_900_000_000_000)])
  func listsTheTimeRangeOfEachPageAsDates(now: Timestamp?) throws {
    let sketch = Sketch(parents: [nil, 0, nil, nil, 0, nil, nil])
    let options = PagesTests.options(.comments(4)) {
      $0.sort = .oldest
      $0.now = now
    }
    let site = try PagesTests.site(sketch, options)
    let times = try #require(site.pages["index.html"]).all("span").map {
      String(decoding: $0.text, as: UTF8.self)
    }
    // The second page takes no more root comments, but the third has no comments yet.
    #expect(
      times == [
        "31 July 2026, 09:00 – 31 July 2026, 09:00", "31 July 2026, 09:02 – 31 July 2026, 09:03",
        "since 31 July 2026, 09:05",
      ])
  }

  /// A page that takes no more root comments already links to the next page, so that it stays the same when that page
  /// gets its first comment.
  @Test func linksToTheNextPageBeforeItHasComments() throws {
    let site = try PagesTests.site(
      Sketch(parents: [nil, nil]), PagesTests.options(.comments(4)) { $0.sort = .oldest })
    #expect(site.names.filter { $0.hasPrefix("page-") } == ["page-1.html", "page-2.html"])
    #expect(site.comments(on: "page-2.html").isEmpty)
    let first = String(decoding: site.files["page-1.html"] ?? [], as: UTF8.self)
    #expect(first.contains("<link rel=\"next\" href=\"page-2.html\">"))
    let list = String(decoding: site.files["index.html"] ?? [], as: UTF8.self)
    #expect(!list.contains("page-2.html"))
  }

  @Test func namesBranchPagesAfterTheRootComment() throws {
    func names(_ id: String) throws -> [String] {
      var sketch = Sketch()
      sketch.add(id)
      for index in 0..<9 { sketch.add("r\(index)", under: id) }
      let site = try PagesTests.site(sketch, PagesTests.options(.comments(4)))
      #expect(site.names.allSatisfy(PageFile.isFileName))
      return site.names.filter { $0.hasPrefix("replies-") }
    }
    #expect(try names("a-1") == ["replies-a-1-1.html", "replies-a-1-2.html"])
    var unusual: Set<String> = []
    for id in ["A-1", "../../etc", "a b", "é", String(repeating: "x", count: 120)] {
      let name = try #require(try names(id).first)
      #expect(name.utf8.count < 60 && name.hasPrefix("replies-_"), "\(name)")
      unusual.insert(name)
    }
    #expect(unusual.count == 5)
  }

  @Test func omitsTheReplyCountIfRepliesAreOnSeparatePages() throws {
    let site = try PagesTests.site(Sketch(parents: [nil, 0]), PagesTests.options(.comments(1)))
    let page = String(decoding: site.files["page-1.html"] ?? [], as: UTF8.self)
    #expect(page.contains("<summary>Replies</summary>"))
    #expect(page.contains("<a href=\"replies-c0-1.html\">More comments</a>"))
  }

  @Test func ordersCommentsWithoutTimesByTheirIDs() throws {
    func places(_ ids: [String]) throws -> Set<String> {
      var sketch = Sketch()
      for id in ids {
        sketch.add(id)
        sketch.comments[sketch.comments.count - 1].removeAll { $0.key == "createdAt" }
      }
      return Set(try PagesTests.site(sketch, PagesTests.options(.comments(4))).places)
    }
    let expected: Set = [
      "page-1.html#c-8", "page-1.html#c-9", "page-2.html#c-10", "page-2.html#c-11",
    ]
    #expect(try places(["8", "9", "10", "11"]) == expected)
    #expect(try places(["11", "9", "8", "10"]) == expected)
  }

  @Test func showsEachGroupsHeadingOnItsPages() throws {
    var sketch = Sketch()
    sketch.story = [("mode", .text(Array("ratingsAndReviews".utf8)))]
    for index in 0..<12 {
      let isReview = index < 4 || index > 9
      sketch.add(
        "c\(index)", [isReview ? ("rating", .json("4")) : ("tags", .json("[\"QUESTION\"]"))])
    }
    let site = try PagesTests.site(sketch, PagesTests.options(.comments(4)) { $0.sort = .oldest })
    func headings(_ number: Int) throws -> [String] {
      try #require(site.pages["page-\(number).html"]).all("h2").map {
        String(decoding: $0.text, as: UTF8.self).trimmingCharacters(in: .whitespaces)
      }
    }
    #expect(try headings(1) == ["Reviews"])
    #expect(try headings(3) == ["Questions"])
    #expect(try headings(6) == ["Reviews"])
  }
}
