import Atoll
import AtollComments
import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Feeds, parsed as XML and checked against RFC 4287 and RFC 4685.
@Suite struct AtomTests {
  static let atom = "http://www.w3.org/2005/Atom"
  static let thread = "http://purl.org/syndication/thread/1.0"

  /// An element with its namespace.
  final class Element {
    let name: String
    let attributes: [String: String]
    var children: [Element] = []
    var text = ""

    init(_ name: String, _ attributes: [String: String]) {
      self.name = name
      self.attributes = attributes
    }

    func all(_ name: String) -> [Element] { children.filter { $0.name == name } }
    subscript(name: String) -> Element? { all(name).first }
  }

  /// Builds a tree of elements; names outside Atom's namespace get a prefix.
  final class Reader: NSObject, XMLParserDelegate {
    var open: [Element] = [Element("", [:])]

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String] = [:]
    ) {
      let prefix = namespaceURI == atom ? "" : namespaceURI == thread ? "thr:" : "?:"
      let element = Element(prefix + name, attributes)
      open[open.count - 1].children.append(element)
      open.append(element)
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
      qualifiedName: String?
    ) {
      open.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      open[open.count - 1].text += text
    }
  }

  static func feed(_ bytes: [UInt8]) throws -> Element {
    let parser = XMLParser(data: Data(bytes))
    parser.shouldProcessNamespaces = true
    let reader = Reader()
    parser.delegate = reader
    #expect(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")")
    return try #require(reader.open.first?["feed"])
  }

  static func render(
    _ document: String, _ change: (inout Options) -> Void = { _ in }
  ) throws -> [UInt8] {
    var options = Options()
    options.format = .atom
    change(&options)
    let story = try Reading([InputSource(name: "a", bytes: Array(document.utf8))]).story
    return try Renderer(options: options).render(story).bytes
  }

  static let document = """
    {"atoll":1,"story":{"id":"s","url":"https://a.example/s?p=1#top","title":"A <story> & more",
    "createdAt":"2026-07-31T09:00:00Z","server":"coral"},"comments":[
    {"id":"1","author":"Ann","createdAt":"2026-07-31T10:00:00Z","body":"One & *two*","likes":3},
    {"id":"a b","parentId":"1","author":"Bo <b>","createdAt":"2026-07-31T11:00:00Z","body":"Yes"},
    {"id":"3","parentId":"a b","author":null,"createdAt":"2026-07-31T10:30:00Z","body":"No",
     "media":{"kind":"image","url":"https://a.example/i","title":"A [fish]"}},
    {"id":"gone","parentId":"1","tombstone":"deleted","createdAt":"2026-07-31T10:40:00Z","body":""},
    {"id":"timeless","author":"Cy","body":"When?"}]}
    """

  /// Checks the requirements of both standards for every feed.
  static func check(_ feed: Element) throws {
    for name in ["id", "title", "updated"] { #expect(feed.all(name).count == 1, "\(name)") }
    #expect(feed.children.allSatisfy { !$0.name.hasPrefix("?") })
    let alternates = feed.all("link").filter { $0.attributes["rel"] == "alternate" }
    #expect(alternates.count == 1)
    var ids = [try #require(feed["id"]).text]
    var newest = ""
    for entry in feed.all("entry") {
      for name in ["id", "title", "updated", "published", "author", "content"] {
        #expect(entry.all(name).count == 1, "\(name)")
      }
      #expect(entry["author"]?["name"]?.text.isEmpty == false)
      #expect(entry["title"]?.text.isEmpty == false)
      #expect(entry["content"]?.attributes["type"] == "html")
      let reply = try #require(entry["thr:in-reply-to"])
      #expect(reply.attributes["ref"] != nil)
      #expect(reply.attributes["ref"] != entry["id"]?.text)
      let updated = try #require(entry["updated"]).text
      #expect(updated.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/) != nil)
      newest = max(newest, updated)
      ids.append(try #require(entry["id"]).text)
    }
    #expect(Set(ids).count == ids.count)
    #expect(ids.allSatisfy { URL(string: $0)?.scheme == "https" })
    if !feed.all("entry").isEmpty { #expect(feed["updated"]?.text == newest) }
  }

  @Test(arguments: [
    ("", "the story has no address,", "add the address"),
    ("https://a.example/s t", "the story has an address with a space,", "write %20"),
    ("ftp://a.example/", "the story has no http or https address,", "correct the address"),
  ])
  func saysWhyAStoryCannotHaveAFeed(url: String, message: String, advice: String) throws {
    let error = #expect(throws: AtollError.self) {
      try Self.render(#"{"atoll":1,"story":{"url":"\#(url)"},"comments":[{"id":"1","body":"x"}]}"#)
    }
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    #expect(error?.advice?.hasPrefix(advice) == true)
  }

  @Test func containsEveryCommentThatHasATime() throws {
    let feed = try Self.feed(
      Self.render(Self.document) {
        $0.sort = .oldest
        $0.addresses.feed = "https://b.example/{story}.atom"
      })
    try Self.check(feed)
    #expect(feed["title"]?.text == "Comments – A <story> & more")
    #expect(feed["id"]?.text == "https://a.example/s?p=1#comments")
    let own = feed.all("link").first { $0.attributes["rel"] == "self" }
    #expect(own?.attributes["href"] == "https://b.example/s.atom")
    let entries = feed.all("entry")
    #expect(
      entries.compactMap { $0["author"]?["name"]?.text } == ["Bo <b>", "Unknown author", "Ann"])
    #expect(entries[1]["title"]?.text == "Unknown author – In reply to Bo <b>")
    #expect(entries[2]["content"]?.text == "<p dir=\"ltr\">One &amp; <em>two</em></p>")
    #expect(entries[1]["content"]?.text.contains("&#91;fish&#93;") == true)
    #expect(entries[2]["thr:total"]?.text == "3")
  }

  @Test(arguments: [
    (0, []), (1, ["Bo <b>"]), (2, ["Bo <b>", "Unknown author"]),
    (9, ["Bo <b>", "Unknown author", "Ann"]),
  ])
  func containsTheNewestCommentsIfTheirNumberIsLimited(limit: Int, authors: [String]) throws {
    for sort in CommentOrder.allCases {
      let feed = try Self.feed(
        Self.render(Self.document) {
          $0.sort = sort
          $0.maxComments = limit
        })
      try Self.check(feed)
      #expect(feed.all("entry").compactMap { $0["author"]?["name"]?.text } == authors)
    }
  }

  /// A feed reader may show the entries in the other direction than they have.
  @Test func givesEachBlockItsDirection() throws {
    let document = """
      {"atoll":1,"story":{"url":"https://a.example/s"},"comments":[
      {"id":"1","createdAt":"2026-07-31T10:00:00Z","body":"שלום\\n\\n- `x` one\\n\\n```\\ny\\n```\\n\\n12"}]}
      """
    let content = try Self.feed(Self.render(document)).all("entry").first?["content"]?.text
    #expect(
      content == """
        <p dir="rtl">שלום</p><ul><li><code dir="ltr">x</code> one</li></ul>\
        <pre dir="ltr"><code>y</code></pre><p>12</p>
        """)
  }

  @Test func namesTheSiteOfMediaWithoutATitle() throws {
    let document = """
      {"atoll":1,"story":{"url":"https://a.example/s"},"comments":[
      {"id":"1","createdAt":"2026-07-31T10:00:00Z","body":"","media":{"kind":"x","url":"https://x.com/1"}}]}
      """
    let content = try Self.feed(Self.render(document)).all("entry").first?["content"]?.text
    #expect(content?.hasSuffix("href=\"https://x.com/1\">Post on X (x.com)</a></p>") == true)
  }

  @Test func updatesAnEntryWhenItsCommentIsEdited() throws {
    let edited = Self.document.replacing(
      "\"body\":\"Yes\"", with: "\"editedAt\":\"2026-07-31T12:00:00Z\",\"body\":\"Yes\"")
    let feed = try Self.feed(Self.render(edited))
    try Self.check(feed)
    let entry = feed.all("entry").first { $0["author"]?["name"]?.text == "Bo <b>" }
    #expect(entry?["published"]?.text == "2026-07-31T11:00:00Z")
    #expect(entry?["updated"]?.text == "2026-07-31T12:00:00Z")
  }

  @Test func refersToTheParentOfEveryEntry() throws {
    let newestFirst = try Self.feed(Self.render(Self.document)).all("entry")
    // Ann, who is answered by Bo, who is answered by somebody without a name.
    let entries = [newestFirst[2], newestFirst[0], newestFirst[1]]
    let replies = entries.compactMap { $0["thr:in-reply-to"]?.attributes }
    #expect(replies[0]["ref"] == "https://a.example/s?p=1#top")
    #expect(replies[1]["ref"] == entries[0]["id"]?.text)
    #expect(replies[1]["href"] == "https://a.example/s?p=1&commentID=1#top")
    #expect(replies[2]["ref"] == entries[1]["id"]?.text)
    #expect(entries[1]["id"]?.text == "https://a.example/s?p=1#comment-a%20b")
    #expect(entries[1]["link"]?.attributes["href"] == "https://a.example/s?p=1&commentID=a%20b#top")
  }

  @Test func refersToTheAddressOfTheParentInTheInput() throws {
    let document = Self.document.replacing(
      #"{"id":"1","author""#, with: #"{"id":"1","permalink":"https://a.example/1","author""#)
    let entries = try Self.feed(Self.render(document)).all("entry")
    let reply = entries.first { $0["author"]?["name"]?.text == "Bo <b>" }
    #expect(reply?["thr:in-reply-to"]?.attributes["href"] == "https://a.example/1")
  }

  /// Ids of entries do not depend on the permalinks, so that readers show no entry twice.
  @Test func keepsTheIDsOfEntriesWhenPermalinksChange() throws {
    let own = AddressOptions.Permalinks.template("https://b.example/{id}")
    let ids = try [AddressOptions.Permalinks.automatic, .none, own].map { permalinks in
      try Self.feed(Self.render(Self.document) { $0.addresses.permalinks = permalinks })
        .all("entry").compactMap { $0["id"]?.text }
    }
    #expect(ids[0] == ids[1])
    #expect(ids[0] == ids[2])
  }

  @Test(arguments: [
    "]]>", "<!--", "</content>", "&amp;", "&#0;", "\\u0000", "\\uFFFE", "\\u000B", "\\uD800",
    "<![CDATA[", "{{ x }}", "\\u202E",
  ])
  func writesValidXMLForHostileText(text: String) throws {
    for syntax in ["plain", "markdown", "html"] {
      let document = """
        {"atoll":1,"story":{"url":"https://a.example/s","title":"\(text)"},"comments":[
        {"id":"\(text)","author":"\(text)","bodySyntax":"\(syntax)","body":"a \(text) b",
        "createdAt":"2026-07-31T10:00:00Z"}]}
        """
      try Self.check(try Self.feed(Self.render(document)))
    }
  }

  @Test func requiresAStoryURL() throws {
    let error = #expect(throws: AtollError.self) {
      try Self.render(#"{"atoll":1,"story":{"title":"T"},"comments":[]}"#)
    }
    #expect(error?.kind == .input)
  }

  @Test func writesAnEmptyFeed() throws {
    let feed = try Self.feed(
      Self.render(
        #"{"atoll":1,"story":{"url":"https://a.example/s","createdAt":"2026-07-31T09:00:00Z"},"comments":[]}"#
      ))
    try Self.check(feed)
    #expect(feed["updated"]?.text == "2026-07-31T09:00:00Z")
    #expect(feed["title"]?.text == "Comments")
    let undated = try Self.feed(
      Self.render(#"{"atoll":1,"story":{"url":"https://a.example/s"},"comments":[]}"#) {
        $0.now = Timestamp(milliseconds: 1_785_500_000_000)
      })
    #expect(undated["updated"]?.text == "2026-07-31T12:13:20Z")
  }
}
