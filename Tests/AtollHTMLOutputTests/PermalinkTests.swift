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
      link: "https://a.example/s?commentID=c1&#35;top"),
    Case(
      server: "talk4", url: "https://a.example/s?p=1#top", id: "c1",
      link: "https://a.example/s?p=1&amp;commentId=c1&#35;top"),
    Case(
      server: "coral", url: "https://a.example/s#a?b", id: "c1",
      link: "https://a.example/s?commentID=c1&#35;a?b"),
    Case(
      server: "coral", url: "https://a.example/s", id: "a b&c=d#e\"f",
      link:
        "https://a.example/s?commentID=a&#37;20b&#37;26c&#37;3Dd&#37;23e&#37;22f"),
    Case(server: "unknown", url: "https://a.example/s", id: "c1", link: nil),
    Case(server: "coral", url: "javascript:alert(1)", id: "c1", link: nil),
    Case(server: "coral", url: "", id: "c1", link: nil),
  ]

  @Test(arguments: cases)
  func linksToTheCommentOnItsServer(example: Case) throws {
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
    // An unsafe address is ignored.
    ("javascript:alert(1)", "https://a.example/s?commentID=c1"),
  ])
  func prefersTheAddressGivenByTheServer(permalink: String, link: String) throws {
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

  /// Without a server, a link can only point into the page itself.
  @Test(arguments: Sketch.markupForms)
  func linksWithinThePageIfTheServerIsUnknown(format: Options.Format) throws {
    var sketch = Sketch(parents: [nil, 0, 1, nil])
    sketch.set("url", "https://a.example/s")
    sketch.set("title", "T")
    sketch.comments[1].append(("tags", .json("[\"featured\"]")))
    let html = try sketch.render {
      $0.format = format
      $0.focus = "c1"
    }
    #expect(!String(decoding: html, as: UTF8.self).contains("commentI"))
    guard format == .page else { return }
    let markup = try Markup(html)
    let ids = Set(markup.elements.compactMap { $0.attributes["id"] })
    let links = markup.all("a").compactMap { $0.attributes["href"] }.filter { $0.hasPrefix("#") }
    // Four bylines and the featured comment.
    #expect(links.count == 5)
    #expect(links.allSatisfy { ids.contains(String($0.dropFirst())) })
  }
}
