import Atoll
import AtollComments
import Testing

/// Images from other servers: media of comments, and avatars.
@Suite struct ImageTests {
  private static func text(
    media: String, author: String = #""Ann""#, _ change: (inout Options) -> Void = { _ in }
  ) throws -> String {
    var sketch = Sketch()
    sketch.set("url", "https://example.com/s")
    sketch.comments = [
      [
        ("id", .text(Array("c".utf8))), ("body", .text(Array("Hi".utf8))),
        ("createdAt", .text(Array("2026-07-31T10:00:00Z".utf8))), ("author", .json(author)),
        ("media", .json(media)),
      ]
    ]
    return String(decoding: try sketch.render(change), as: UTF8.self)
  }

  private static let gif =
    #"{"kind":"gif","url":"https://g.example/a.gif","title":"A <wave>","still":"https://g.example/a.png","width":960,"height":540}"#
  private static let portrait = #"{"name":"Ann","avatar":"https://p.example/a.png?x=1&y=2"}"#

  /// In every format, only the setting `load` loads images, and only in markup.
  @Test(arguments: Options.Format.allCases, ImageDisplay.allCases)
  func loadsImagesOnlyOnRequest(format: Options.Format, images: ImageDisplay) throws {
    let canLoad = format.isHTML || format == .email || format == .emailHTML
    func render() throws -> String {
      try Self.text(media: Self.gif, author: Self.portrait) {
        $0.format = format
        $0.images = images
        if format == .card { $0.focus = "c" }
        if format == .jsonLD { $0.structuredData.kind = .article }
      }
    }
    if images == .load, !canLoad {
      let error = #expect(throws: AtollError.self) { try render() }
      #expect(error?.message.contains("'images' load is for the formats page") == true)
      return
    }
    let text = try render().replacing("=\r\n", with: "").replacing("=3D", with: "=")
    #expect(text.contains("<img ") == (images == .load))
    if format == .jsonLD { return }
    #expect(text.contains("https://g.example/a.gif") == (images != .off))
    #expect(text.contains("https://g.example/a.png") == (images == .load))
    #expect(text.contains("https://p.example/a.png") == (images == .load && format.isHTML))
    #expect(text.contains("wave"))
  }

  @Test func showsAPreviewImageWithItsSize() throws {
    let page = try Self.text(media: Self.gif, author: Self.portrait) { $0.images = .load }
    #expect(
      page.contains(
        #"<a href="https://g.example/a.gif" rel="nofollow ugc noopener noreferrer"><img src="https://g.example/a.png" alt="A &lt;wave&gt;" width="480" height="270" loading="lazy" decoding="async" referrerpolicy="no-referrer"><span>GIF</span>"#
      ))
    #expect(
      page.contains(
        #"<img class="a-av" data-i="A" src="https://p.example/a.png?x=1&amp;y=2" alt="" width="24" height="24""#
      ))
    #expect(page.contains("img-src https:; "))
    #expect(page.contains(".a-m img{"))
  }

  @Test func allowsImagesInTheCSPAndStyleSheetOnlyOnRequest() throws {
    for images in [ImageDisplay.off, .link] {
      let page = try Self.text(media: Self.gif) { $0.images = images }
      #expect(!page.contains("img-src") && !page.contains(".a-m img"))
    }
  }

  @Test(arguments: [
    ("image", "https://i.example/b.png", "https://i.example/b.png"),
    ("gif", "https://i.example/b.gif", "https://i.example/b.gif"),
    ("youTube", "https://www.youtube.com/watch?v=1", nil),
    ("x", "https://x.com/1", nil), ("bluesky", "https://bsky.app/1", nil),
    ("image", "http://i.example/b.png", nil), ("image", "mailto:a@example.com", nil),
    ("image", "javascript:alert(1)", nil), ("image", "data:image/png;base64,AAAA", nil),
    ("image", "//i.example/b.png", nil), ("image", "https://user@i.example/b.png", nil),
    ("image", #"https://i.example/\" onerror=\"alert(1)"#, nil),
    ("image", "https://i.example/'><script>", "https://i.example/%27%3E%3Cscript%3E"),
  ])
  func loadsImagesOnlyFromSafeAddresses(kind: String, url: String, source: String?) throws {
    let page = try Self.text(media: #"{"kind":"\#(kind)","url":"\#(url)"}"#) { $0.images = .load }
      .replacing("&#37;", with: "%")
    let images = page.split(separator: "<img ", omittingEmptySubsequences: false).dropFirst()
    #expect(images.count == (source == nil ? 0 : 1))
    if let source { #expect(images.first?.hasPrefix("src=\"\(source)\" alt=\"\" loading") == true) }
    #expect(!page.contains("onerror=\""))
  }

  @Test func loadsNoAvatarFromAnUnsafeAddress() throws {
    for address in [
      "http://p.example/a.png", "javascript:alert(1)", "https://p.example/ a.png", "",
    ] {
      let page = try Self.text(
        media: "null", author: #"{"name":"Ann","avatar":"\#(address)"}"#
      ) { $0.images = .load }
      #expect(!page.contains("<img "), "\(address)")
    }
  }

  @Test func removesAvatarsOfAuthorsWithPseudonyms() throws {
    let page = try Self.text(media: "null", author: Self.portrait) {
      $0.images = .load
      $0.archive.date = Timestamp(milliseconds: 0)
      $0.archive.pseudonymKey = Array("a long enough key of pseudonyms".utf8)
    }
    #expect(!page.contains("p.example") && !page.contains("Ann"))
  }

  /// A comment that is only a GIF still shows some text.
  @Test func describesMediaWhenImagesAreOff() throws {
    let page = try Self.text(media: Self.gif) { $0.images = .off }
    #expect(page.contains(#"<p class="a-m"><span>GIF</span> <bdi>A &lt;wave&gt;</bdi></p>"#))
    let text = try Self.text(media: Self.gif) {
      $0.format = .text
      $0.images = .off
    }
    #expect(text.contains("GIF: A <wave>\n"))
  }
}
