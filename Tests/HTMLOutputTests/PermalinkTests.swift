import Atoll
import Testing

@Suite struct PermalinkTests {
  struct Case: Sendable {
    var server: String
    var url: String
    var id: String
    var link: String?
  }

  static let cases = [
    Case(
      server: "coral", url: "https://a.example/s", id: "c1",
      link: "https://a.example/s?commentID=c1"),
    Case(
      server: "talk4", url: "https://a.example/s", id: "c1",
      link: "https://a.example/s?commentId=c1"),
    Case(
      server: "coral", url: "https://a.example/s?p=1", id: "c1",
      link: "https://a.example/s?p=1&amp;commentID=c1"),
    Case(
      server: "coral", url: "https://a.example/s#top", id: "c1",
      link: "https://a.example/s?commentID=c1#top"),
    Case(
      server: "talk4", url: "https://a.example/s?p=1#top", id: "c1",
      link: "https://a.example/s?p=1&amp;commentId=c1#top"),
    Case(
      server: "coral", url: "https://a.example/s#a?b", id: "c1",
      link: "https://a.example/s?commentID=c1#a?b"),
    Case(
      server: "coral", url: "https://a.example/s", id: "a b&c=d#e\"f",
      link: "https://a.example/s?commentID=a%20b%26c%3Dd%23e%22f"),
    Case(server: "coral", url: "javascript:alert(1)", id: "c1", link: nil),
    Case(server: "coral", url: "", id: "c1", link: nil),
  ]

  @Test(arguments: cases)
  func leadsToTheCommentOnItsServer(example: Case) throws {
    var sketch = Sketch()
    sketch.set("server", example.server)
    sketch.set("url", example.url)
    sketch.add(example.id)
    let markup = try Markup(sketch.render { $0.format = .fragment })
    let byline = markup.all("a").first { $0.classes.contains("a-t") }
    #expect(byline?.attributes["href"] == example.link)
  }

  @Test(arguments: [
    ("https://b.example/c/9", "https://b.example/c/9"),
    // An address that is not safe is no address.
    ("javascript:alert(1)", "https://a.example/s?commentID=c1"),
  ])
  func prefersTheServersOwn(permalink: String, link: String) throws {
    var sketch = Sketch()
    sketch.set("server", "coral")
    sketch.set("url", "https://a.example/s")
    sketch.add("c1", [("permalink", .text(Array(permalink.utf8)))])
    let markup = try Markup(sketch.render { $0.format = .fragment })
    let byline = markup.all("a").first { $0.classes.contains("a-t") }
    #expect(byline?.attributes["href"] == link)
  }

  @Test func writesNoEmptyLinkForAnUnsafeAddress() throws {
    var sketch = Sketch()
    sketch.add("c1", [("permalink", .text(Array("javascript:alert(1)".utf8)))])
    for format in [Options.Format.page, .fragment] {
      let markup = try Markup(sketch.render { $0.format = format })
      #expect(markup.all("a").allSatisfy { $0.attributes["href"] != "" })
      #expect(Vocabulary.offences(in: markup).isEmpty)
    }
  }
}
