import Atoll
import AtollComments
import TestSupport
import Testing

/// The notes of a page about comments that are not on it.
@Suite struct OmittedCommentsTests {
  static func text(_ sketch: Sketch, _ change: (inout Options) -> Void) throws -> String {
    String(decoding: try sketch.render(change), as: UTF8.self)
  }

  @Test func linksTheCountOfOmittedRepliesToTheStory() throws {
    var sketch = Sketch(parents: [nil, 0, 0, 0])
    let link = "<a href=\"https://www.example.com/story\">2 more replies</a>"
    #expect(try Self.text(sketch) { $0.maxComments = 2 }.contains(">2 more replies</li>"))
    sketch.set("url", "https://www.example.com/story")
    let text = try Self.text(sketch) { $0.maxComments = 2 }
    #expect(text.contains(link))
    #expect(text.contains("<summary>3 replies</summary>"))
  }

  /// Coral’s page has shown such links as words since 6.16.1.
  @Test(arguments: ["coral", "talk4", nil])
  func showsLinksAsPlainTextIfCoralDoes(server: String?) throws {
    var sketch = Sketch()
    if let server { sketch.set("server", server) }
    sketch.add(
      "a", body: "<a href=\"https://evil.example/\">Click me</a>",
      [("bodySyntax", .json("\"html\""))])
    let text = try Self.text(sketch) { _ in }
    #expect(text.contains("Click me"))
    #expect(text.contains("evil.example") == (server != "coral"))
  }

  @Test func saysThatAClosedStoryHasNoComments() throws {
    var sketch = Sketch()
    #expect(try Self.text(sketch) { _ in }.contains(">No comments yet</p>"))
    sketch.story.append(("closed", .json("true")))
    #expect(try Self.text(sketch) { _ in }.contains(">There are no comments.</p>"))
  }

  @Test(arguments: [CommentOrder.newest, .oldest])
  func linksToThePreviousPageIfTheNewestPageIsEmpty(sort: CommentOrder) throws {
    let files = try PagesTests.site(
      Sketch(parents: Array(repeating: nil, count: 4)),
      PagesTests.options(.comments(3)) { $0.sort = sort }
    ).files
    let text = String(decoding: try #require(files["page-3.html"]), as: UTF8.self)
    let name = sort == .newest ? "Next page" : "Previous page"
    #expect(
      text.contains("There is nothing newer yet. <a href=\"page-2.html\">\(name)</a></p>"))
    #expect(!text.contains("No comments yet"))
  }

  @Test func listsOnlyTheStartOfTheTimeRangeOfTheNewestPage() throws {
    let files = try PagesTests.site(
      Sketch(parents: Array(repeating: nil, count: 3)), PagesTests.options(.comments(3))
    ).files
    let text = String(decoding: try #require(files["index.html"]), as: UTF8.self)
    #expect(text.contains("<span>31 July 2026, 09:00 – 31 July 2026, 09:01</span>"))
    #expect(text.contains("<span>since 31 July 2026, 09:02</span>"))
  }

  /// Ann's comment is deleted, and Cy's account.
  static let gone = """
    {"atoll": 1, "comments": [
     {"id": "a", "tombstone": "deleted", "replies": [{"id": "b", "author": "Bo", "body": "To a.", "replies": [
      {"id": "c", "author": null, "body": "To b.", "replies": [{"id": "d", "author": "Di", "body": "To c."}]}]}]}]}
    """

  @Test(arguments: [Options.Format.page, .text, .emailHTML])
  func saysThatTheParentOfAReplyIsGone(format: Options.Format) throws {
    var options = Options()
    options.format = format
    options.depthCap = 1
    let story = try Reading([InputSource(name: "gone.json", bytes: Array(Self.gone.utf8))]).story
    let text = String(decoding: try Renderer(options: options).render(story).bytes, as: UTF8.self)
      .replacing(/<\/?(a|bdi)[^>]*>/, with: "")
    for words in [
      "In reply to a deleted comment", "In reply to Bo", "In reply to an unknown author",
    ] {
      #expect(text.contains(words), "\(words)")
    }
  }

  @Test func labelsStarsForScreenReaders() throws {
    var sketch = Sketch()
    sketch.set("mode", "ratingsAndReviews")
    sketch.add("a", [("rating", .json("4"))])
    #expect(try Self.text(sketch) { _ in }.contains("role=\"img\" aria-label=\"4 of 5 stars\""))
  }

  @Test func showsOneHeadingOnAPageWithoutATitle() throws {
    let markup = try Markup(Sketch(parents: [nil]).render())
    #expect(markup.all("h1").map(\.classes) == [["a-v"]])
    #expect(markup.all("h2").count == 1)
  }
}
