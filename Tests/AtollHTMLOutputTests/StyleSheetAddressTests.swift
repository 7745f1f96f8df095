import Atoll
import AtollComments
import Testing

/// Pages can link to a shared style sheet instead of including one.
@Suite struct StyleSheetAddressTests {
  @Test(
    arguments: [
      ("/comments.css", "style-src-elem 'self';"),
      ("css/ign.css?v=2&x=1", "style-src-elem 'self';"),
      ("https://cdn.example/a/ign.css?v=2", "style-src-elem https://cdn.example/a/ign.css;"),
      ("//cdn.example/ign.css", "style-src-elem cdn.example/ign.css;"),
    ])
  func linksToTheStyleSheetAndForbidsOthers(address: String, policy: String) throws {
    let page = try render { $0.styleSheetAddress = address }
    let escaped = address.split(separator: "&").joined(separator: "&amp;")
    #expect(page.contains("<link rel=\"stylesheet\" href=\"\(escaped)\">"))
    #expect(page.contains(policy))
    #expect(!page.contains("<style"))
    #expect(!page.contains("sha256-"))
  }

  @Test(arguments: [
    "", "javascript:alert(1)", "https://", "//", "a b", "a\"b", "a'b", "a;b", "a,b", "a<b", "*",
    "https://a\nb", "ä", String(repeating: "a", count: 2001), "data:text/css,x", "\u{202E}/a",
    "//@b.example/a.css", "https://me@b.example/a.css", "http://[::1]/a.css", "///a.css",
  ])
  func rejectsInvalidAddresses(address: String) {
    var options = Options()
    options.styleSheetAddress = address
    #expect(throws: AtollError.self) { try Renderer(options: options) }
  }

  /// An output includes only a part of the style sheet that is served for all outputs.
  @Test(arguments: [Options.Format.page, .fragment, .card])
  func writesALinkedStyleSheetWithAllRules(format: Options.Format) throws {
    var options = Options()
    options.format = format
    options.focus = "1"
    let sheet = String(decoding: try Renderer(options: options).styleSheet, as: UTF8.self)
    let carried = try render { $0.format = format }
    #expect(sheet.count > 1000)
    let start = try #require(carried.firstRange(of: "<style>"))
    let end = try #require(carried.firstRange(of: "</style>"))
    let style = carried[start.upperBound..<end.lowerBound]
    #expect(style.utf8.count < sheet.utf8.count)
    #expect(style.contains(".a-b") && sheet.contains(".a-b") && sheet.contains(".a-ann"))
    #expect(try Renderer(options: options).styleSheet == Array(sheet.utf8))
  }

  @Test func allowsTheStyleSheetInTheCSPHeader() throws {
    var options = Options()
    options.styleSheetAddress = "/comments.css"
    let headers = try Renderer(options: options).headers(for: Sketch(parents: [nil]).read())
    #expect(headers.contains { $0.value.contains("style-src-elem 'self'") })
  }

  private func render(_ change: (inout Options) -> Void) throws -> String {
    var sketch = Sketch(parents: [])
    sketch.add("1")
    return String(
      decoding: try sketch.render {
        $0.focus = "1"
        change(&$0)
      }, as: UTF8.self)
  }
}
