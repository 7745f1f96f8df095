import Atoll
import AtollComments
import Testing

/// The initials of authors, the marks and the counts of comments on pages.
@Suite struct AvatarTests {
  private static func sketch(author: String, _ more: Sketch.Fields = []) -> Sketch {
    var sketch = Sketch()
    sketch.comments = [
      [
        ("id", .text(Array("c".utf8))), ("body", .text(Array("Hi".utf8))),
        ("author", .json(author)),
      ] + more
    ]
    return sketch
  }

  private static func text(
    _ sketch: Sketch, theme: String = "ign", _ change: (inout Options) -> Void = { _ in }
  ) throws -> String {
    var options = Options()
    options.focus = "c"
    change(&options)
    let renderer = try Renderer(options: options, style: .embedded(theme))
    return String(decoding: try renderer.render(sketch.read()).bytes, as: UTF8.self)
  }

  @Test(arguments: Sketch.markupForms, ["ign", "plain"])
  func writesInitialsOnlyForThemesThatShowThem(format: Options.Format, theme: String) throws {
    let text = try Self.text(Self.sketch(author: "\"Priya N.\""), theme: theme) {
      $0.format = format
    }
    #expect(text.contains(" data-i=\"PN\">") == (theme == "ign"))
    #expect(text.contains("attr(data-i)") == (theme == "ign"))
    // The style sheet shows them; they are not text.
    #expect(text.contains("<bdi>Priya N.</bdi>") && !text.contains(">PN"))
  }

  @Test func writesInitialsEvenWithALinkedStyleSheet() throws {
    for theme in ["ign", "plain"] {
      let text = try Self.text(Self.sketch(author: "\"Ada\""), theme: theme) {
        $0.styleSheetAddress = "/comments.css"
      }
      #expect(text.contains(" data-i=\"A\"") == (theme == "ign"))
    }
  }

  @Test func omitsInitialsForAnUnknownAuthor() throws {
    let text = try Self.text(Self.sketch(author: "null"))
    #expect(!text.contains(" data-i="))
  }

  @Test(arguments: ["\\\"><script>", "<<b", "& amp", "'' onload", "{{ body", "\\u202Eexe", "${x"])
  func keepsUserMarkupOutOfInitials(name: String) throws {
    let text = try Self.text(Self.sketch(author: "\"\(name)\"")) { $0.format = .fragment }
    let value = try #require(
      text.split(separator: " data-i=\"").dropFirst().first?.prefix { $0 != "\"" })
    #expect(value.utf8.count <= 6, "\(value)")
    #expect(value.allSatisfy { $0.isLetter || $0.isNumber || "&;<>".contains($0) }, "\(value)")
  }

  @Test func writesInitialsEvenForAuthorsWithAPicture() throws {
    let author = #"{"name":"Ann","avatar":"https://p.example/a.png"}"#
    let text = try Self.text(Self.sketch(author: author)) { $0.images = .load }
    #expect(
      text.contains(" data-i=\"A\"><")
        && text.contains("<img class=\"a-av\" data-i=\"A\" src=\"https://p.example/a.png\""))
  }

  @Test func namesTheHostOfUntitledMedia() throws {
    func media(_ title: String) throws -> String {
      try Self.text(
        Self.sketch(
          author: "\"Ann\"",
          [("media", .json(#"{"kind":"gif","url":"https://g.example/a.gif"\#(title)}"#))]))
    }
    #expect(try media("").contains("<span>GIF</span> <bdi>g.example</bdi>"))
    #expect(try media(#","title":"A wave""#).contains("<span>GIF</span> <bdi>A wave</bdi>"))
  }

  private static func sketchOfReview() -> Sketch {
    var sketch = sketch(
      author: "\"Ann\"", [("rating", .json("4")), ("tags", .json("[\"REVIEW\"]"))])
    sketch.set("mode", "ratingsAndReviews")
    return sketch
  }

  @Test func marksReviewsAndShowsTheRatingSummary() throws {
    var sketch = Self.sketchOfReview()
    sketch.story.append(("ratings", .json(#"{"average":4.3,"count":212}"#)))
    let rated = try Self.text(sketch)
    #expect(rated.contains("<span class=\"a-g a-g-review\">Review</span>"))
    #expect(rated.contains(">Reviews</h2>") && rated.contains("4.3 of 5 stars, 212 ratings"))
  }

  @Test func countsReviewsIfThereIsNoRatingSummary() throws {
    let text = try Self.text(Self.sketchOfReview())
    #expect(text.contains("Reviews <span class=\"a-count\">(1)</span></h2>"))
  }
}
