import Atoll
import AtollComments
import Foundation
import TestSupport
import Testing

/// The structured data of a page for search engines.
@Suite struct StructuredDataTests {
  struct Posting: Decodable {
    struct Person: Decodable { var name: String }
    struct Reference: Decodable, Equatable {
      var id: String
      enum CodingKeys: String, CodingKey { case id = "@id" }
    }
    struct Interactions: Decodable {
      var interactionType: String
      var userInteractionCount: Int
    }
    var type: String
    var headline: String?
    var url: String?
    // The properties that Google requires of every posting and comment.
    var text: String
    var author: Person
    var datePublished: String
    var dateModified: String?
    var id: String?
    var parentItem: Reference?
    var commentCount: Int?
    var interactionStatistic: Interactions?
    var comment: [Posting]?

    enum CodingKeys: String, CodingKey {
      case headline, url, text, author, datePublished, dateModified, commentCount
      case interactionStatistic, comment, parentItem
      case type = "@type"
      case id = "@id"
    }
  }

  static func posting(in html: [UInt8]) throws -> Posting {
    let scripts = try Markup(html).all("script")
    try #require(scripts.count == 1)
    #expect(scripts[0].attributes == ["type": "application/ld+json"])
    return try JSONDecoder().decode(Posting.self, from: Data(scripts[0].text))
  }

  @Test func describesTheThreadAsATree() throws {
    var sketch = Sketch(parents: [nil, 0, 1, 0, nil])
    sketch.set("title", "A \"story\"")
    sketch.set("url", "https://a.example/s?b&c")
    let posting = try Self.posting(
      in: sketch.render {
        $0.sort = .oldest
        $0.structuredData.kind = .forum
      })
    #expect(posting.type == "DiscussionForumPosting")
    #expect(posting.headline == "A \"story\"")
    #expect(posting.url == "https://a.example/s?b&c")
    #expect(posting.commentCount == 5)
    let roots = try #require(posting.comment)
    #expect(roots.map { $0.author.name } == ["Author of c0", "Author of c4"])
    #expect(roots[0].comment?.map { $0.author.name } == ["Author of c1", "Author of c3"])
    #expect(roots[0].comment?.first?.comment?.map { $0.author.name } == ["Author of c2"])
    #expect(roots[0].text == "A body.")
  }

  @Test(arguments: 0..<40)
  func writesValidJSONForHostileText(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    var sketch = HostileTextTests.sketch(&generator)
    for index in sketch.comments.indices {
      sketch.comments[index].removeAll { $0.key == "createdAt" }
      sketch.comments[index].append(("createdAt", .text(Array("2026-07-31T09:00:00Z".utf8))))
    }
    _ = try Self.posting(in: sketch.render { $0.structuredData.kind = .forum })
  }

  @Test(arguments: [
    "</script><script>alert(1)</script>", "<!--", "]]>", "\\", "\"", "\u{2028}", "</SCRIPT >",
  ])
  func escapesTextThatCouldEndTheScript(text: String) throws {
    var sketch = Sketch()
    sketch.set("title", text)
    sketch.add("c", [("bodySyntax", .json("\"plain\""))])
    sketch.comments[0][1].value = .text(Array(text.utf8))
    sketch.comments[0][2].value = .text(Array(text.utf8))
    let posting = try Self.posting(in: sketch.render())
    if text != "\u{2028}" {
      #expect(posting.headline == text)
      #expect(posting.comment?.first?.author.name == text)
      #expect(posting.comment?.first?.text == text)
    }
  }

  @Test(arguments: Sketch.markupForms)
  func omitsStructuredDataOnRequest(format: Options.Format) throws {
    let html = try Sketch(parents: [nil]).render {
      $0.format = format
      $0.focus = "c0"
      $0.structuredData.kind = .none
    }
    #expect(try Markup(html).all("script").isEmpty)
  }

  /// Text is copied many bytes at once, including characters that need escapes.
  @Test(arguments: 0..<30)
  func keepsTheTextOfEveryBody(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let alphabets = ["ab ", "ab \"", "ab\"'é日😀", "ab&<#{\\é\""].map { Array($0) }
    var sketch = Sketch()
    var texts: [String: String] = [:]
    for length in 1...120 {
      let letters = alphabets[length % alphabets.count]
      let words = String((0..<length).compactMap { _ in letters.randomElement(using: &generator) })
      let text = "x\(words)x".split(separator: " ").joined(separator: " ")
      texts["Author of c\(length)"] = text
      sketch.add("c\(length)", body: text, [("bodySyntax", .json("\"plain\""))])
    }
    let comments = try #require(try Self.posting(in: sketch.render()).comment)
    #expect(comments.count == texts.count)
    for comment in comments { #expect(comment.text == texts[comment.author.name]) }
  }

  @Test func describesTheFirst200CommentsOnly() throws {
    let posting = try Self.posting(
      in: Sketch(parents: [Int?](repeating: nil, count: 700)).render())
    #expect(posting.comment?.count == 200)
    #expect(posting.commentCount == 700)
  }

  @Test(arguments: [
    (#""editedAt":"2026-07-31T10:00:00Z""#, "2026-07-31T10:00:00Z" as String?),
    (#""editedAt":"2026-07-30T10:00:00Z""#, nil), (#""edited":true"#, nil), (#""likes":1"#, nil),
  ])
  func writesTheTimeOfAnEdit(member: String, time: String?) throws {
    let document =
      #"{"atoll":1,"story":{},"comments":[{"id":"c","createdAt":"2026-07-31T09:00:00Z","body":"x",\#(member)}]}"#
    let story = try Reading([InputSource(name: "a", bytes: Array(document.utf8))]).story
    let page = try Sketch.renderer(Options()).render(story).bytes
    #expect(try Self.posting(in: page).comment?.first?.dateModified == time)
  }

  /// Returns all comments of a tree, each with the comment around it.
  static func comments(_ root: Posting) -> [(comment: Posting, around: Posting?)] {
    var found: [(comment: Posting, around: Posting?)] = []
    var waiting: [(comment: Posting, around: Posting?)] = [(root, nil)]
    while let next = waiting.popLast() {
      if next.comment.type == "Comment" { found.append(next) }
      let around = next.comment.type == "Comment" ? next.comment : nil
      waiting += next.comment.comment?.map { ($0, around) } ?? []
    }
    return found
  }

  /// The pages of a branch contain replies to comments on any earlier page.
  @Test(arguments: 0..<8)
  func connectsCommentsToTheirParentsAcrossPages(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let parents = NestingTests.parents(60, &generator)
    let options = PagesTests.options(.comments(2 + seed)) {
      $0.depthCap = 1 + seed % 4
      $0.addresses.permalinks = .page
    }
    let files = try Sketch.renderer(options).renderPages(Sketch(parents: parents).read()).files
    var described: [String: String] = [:]
    for file in files where file.name.hasSuffix(".html") {
      // The list of pages and a page without comments describe nothing.
      guard try !Markup(file.bytes).all("script").isEmpty else { continue }
      for (comment, around) in Self.comments(try Self.posting(in: file.bytes)) {
        #expect(comment.parentItem == nil || around == nil)
        let parent = comment.parentItem?.id ?? around?.url
        described[try #require(comment.url)] =
          parent?.split(separator: "#").last.map { "#\($0)" } ?? ""
      }
    }
    for (index, parent) in parents.enumerated() {
      #expect(described["#c-c\(index)"] == parent.map { "#c-c\($0)" } ?? "")
    }
  }

  @Test func referencesTheParentsOfCommentsTooDeepToNest() throws {
    let parents = (0..<80).map { $0 == 0 ? nil : $0 - 1 }
    let all = Self.comments(
      try Self.posting(in: Sketch(parents: parents).render { $0.addresses.permalinks = .page }))
    #expect(all.count == 80)
    for (comment, around) in all {
      let number = try #require(Int(comment.url?.dropFirst("#c-c".count) ?? ""))
      #expect(comment.parentItem?.id == (number < 64 ? nil : "#c-c\(number - 1)"))
      #expect(
        (number < 64 ? around?.url : nil) == (number < 64 && number > 0 ? "#c-c\(number - 1)" : nil)
      )
      #expect(comment.id == (number < 63 || number == 79 ? nil : comment.url))
    }
  }

  @Test func referencesParentsOnEarlierPages() throws {
    let sketch = Sketch(parents: [nil, 0, 0, 1, 1, 1, 0, nil])
    let options = PagesTests.options(.comments(3)) {
      $0.sort = .oldest
      $0.addresses.permalinks = .page
    }
    let files = try Sketch.renderer(options).renderPages(sketch.read()).files
    var parents: [String: String] = [:]
    var named: Set<String> = []
    for file in files where file.name.hasPrefix("page-") || file.name.hasPrefix("replies-") {
      for (comment, around) in Self.comments(try Self.posting(in: file.bytes)) {
        let url = try #require(comment.url)
        if let id = comment.id { named.insert(file.name + id) }
        if let parent = comment.parentItem?.id ?? around?.url {
          #expect(comment.parentItem == nil || around == nil)
          parents[url] = parent.hasPrefix("#") ? file.name + parent : parent
        }
      }
    }
    #expect(Set(parents.keys) == Set((1...6).map { "#c-c\($0)" }))
    for (child, parent) in [(1, 0), (2, 0), (3, 1), (4, 1), (5, 1), (6, 0)] {
      #expect(parents["#c-c\(child)"]?.hasSuffix("#c-c\(parent)") == true)
    }
    #expect(Set(parents.values).isSubset(of: named))
    #expect(parents.values.contains { $0.hasPrefix("page-1.html") })
  }

  @Test func referencesParentsOnEarlierPagesByTheirAddressesOnTheServer() throws {
    var sketch = Sketch(parents: [nil, 0, 0, 1, 1, 1, 0, nil])
    sketch.set("server", "coral")
    sketch.set("url", "https://a.example/s")
    let options = PagesTests.options(.comments(3)) { $0.sort = .oldest }
    let files = try Sketch.renderer(options).renderPages(sketch.read()).files
    let references = files.flatMap {
      String(decoding: $0.bytes, as: UTF8.self)
        .components(separatedBy: "\"parentItem\":{\"@id\":\"").dropFirst()
    }
    #expect(!references.isEmpty)
    for reference in references {
      #expect(reference.hasPrefix("https://a.example/s?commentID=c"))
    }
  }

  @Test(arguments: [
    ("one\n\ntwo", "one\ntwo"), ("one\ntwo", "one\ntwo"), ("# a\nb", "a\nb"),
    ("- a\n  - b\n- c", "a\nb\nc"), ("a\n\n```\nb\nc\n```\n\nd", "a\nb\nc\nd"),
    ("*a* **b** [c](https://a.example/) `d`", "a b c d"),
  ])
  func separatesBlocksByLineBreaks(body: String, text: String) throws {
    var sketch = Sketch()
    sketch.add("c", body: body)
    #expect(try Self.posting(in: sketch.render()).comment?.first?.text == text)
  }

  @Test func hidesSpoilers() throws {
    var sketch = Sketch()
    sketch.add(
      "c", body: "a <span class=\"coral-rte-spoiler\">b <b>c</b></span> d",
      [("bodySyntax", .json("\"html\""))])
    let html = try sketch.render()
    #expect(try Self.posting(in: html).comment?.first?.text == "a … d")
    #expect(String(decoding: html, as: UTF8.self).contains("<strong>c</strong>"))
  }

  @Test func doesNotRevealTheAuthorOfATombstone() throws {
    var sketch = Sketch(parents: [nil, 0])
    sketch.comments[0].append(("tombstone", .json("\"deleted\"")))
    let html = try sketch.render()
    let gap = try #require(try Self.posting(in: html).comment?.first)
    #expect(gap.author.name == "This comment has been deleted.")
    #expect(gap.text == gap.author.name)
    #expect(gap.comment?.count == 1)
    let script = try Markup(html).all("script")[0].text
    #expect(!String(decoding: script, as: UTF8.self).contains("Author of c0"))
  }

  @Test func countsLikesAsInteractions() throws {
    var sketch = Sketch()
    sketch.add("c", [("likes", .json("7"))])
    let comment = try Self.posting(in: sketch.render()).comment?.first
    #expect(comment?.interactionStatistic?.interactionType == "https://schema.org/LikeAction")
    #expect(comment?.interactionStatistic?.userInteractionCount == 7)
  }

  @Test(arguments: [
    (
      #""body":"","author":"A","media":{"kind":"image","url":"https://a.example/i","title":"A fish"}"#,
      "A", "A fish"
    ),
    (
      #""body":"","author":"A","media":{"kind":"image","url":"https://a.example/i"}"#, "A",
      "https://a.example/i"
    ),
    (#""body":"","author":"A","rating":2"#, "A", "★★☆☆☆"),
    (#""body":"","author":null"#, "Unknown author", "…"),
  ])
  func describesACommentWithoutText(members: String, author: String, text: String) throws {
    let document =
      #"{"atoll":1,"story":{"title":"T"},"comments":[{"createdAt":"2026-07-31T09:00:00Z",\#(members)}]}"#
    let story = try Reading([InputSource(name: "a", bytes: Array(document.utf8))]).story
    let comment = try Self.posting(in: Sketch.renderer(Options()).render(story).bytes).comment?
      .first
    #expect(comment?.author.name == author)
    #expect(comment?.text == text)
  }

  @Test(arguments: [
    (["organization": "IGN", "title": "T", "url": "https://a.example/s"], "IGN", "T"),
    (["title": "T", "url": "https://a.example/s"], "a.example", "T"),
    ([:], "Unknown author", "Comments"),
  ])
  func namesThePublisherAsTheAuthorOfThePosting(
    facts: [String: String], author: String, text: String
  ) throws {
    var sketch = Sketch(parents: [nil])
    for (key, value) in facts { sketch.set(key, value) }
    let posting = try Self.posting(in: sketch.render { $0.structuredData.kind = .forum })
    #expect(posting.author.name == author)
    #expect(posting.text == text)
    // The posting is dated like its first comment.
    #expect(posting.datePublished == "2026-07-31T09:00:00Z")
  }

  /// A comment without a time is not valid structured data; its replies take its place.
  @Test func omitsCommentsWithoutATime() throws {
    var sketch = Sketch(parents: [nil, nil, 1])
    sketch.comments[1].removeAll { $0.key == "createdAt" }
    let roots = try Self.posting(in: sketch.render { $0.sort = .oldest }).comment
    #expect(Set(roots?.map(\.author.name) ?? []) == ["Author of c0", "Author of c2"])
    sketch.comments[0].removeAll { $0.key == "createdAt" }
    sketch.comments[2].removeAll { $0.key == "createdAt" }
    #expect(try Markup(sketch.render()).all("script").isEmpty)
  }
}
