import Atoll
import AtollComments
import TestSupport
import Testing

/// Style sheets of cards and fragments contain only the rules that their markup can use.
@Suite struct UsedRuleTests {
  private static func sketch(_ count: Int) -> Sketch {
    Sketch(parents: (0..<count).map { $0 == 0 ? nil : 0 })
  }

  private static func style(of bytes: [UInt8]) throws -> Substring {
    let text = String(decoding: bytes, as: UTF8.self)
    let start = try #require(text.firstRange(of: "<style>"))
    let end = try #require(text.firstRange(of: "</style>"))
    return text[start.upperBound..<end.lowerBound]
  }

  @Test(arguments: ["ign", "plain"], 0..<4)
  func writesASmallStyleSheetForACard(theme: String, ancestors: Int) throws {
    var options = Options()
    options.format = .card
    options.focus = "c3"
    options.ancestorCount = ancestors
    let renderer = try Renderer(options: options, style: .embedded(theme))
    let chain = Sketch(parents: [nil, 0, 1, 2])
    let card = try renderer.render(chain.read()).bytes
    let style = try Self.style(of: card)
    #expect(style.utf8.count <= 10_500, "\(theme), \(ancestors): \(style.utf8.count)")
    #expect(!style.contains(".a-sort ["))
    #expect(!style.contains(".a-feats{"))
    let policy = try renderer.headers(for: chain.read()).first {
      $0.name == "Content-Security-Policy"
    }
    #expect(policy?.value.contains("sha256-") == true)
  }

  @Test func keepsAFragmentOfOneCommentWithin14Kilobytes() throws {
    let fragment = try Self.sketch(1).render { $0.format = .fragment }
    #expect(fragment.count <= 14_000, "\(fragment.count)")
  }

  @Test func omitsRulesForMissingBlocks() throws {
    let fragment = try Self.sketch(2).render { $0.format = .fragment }
    let style = try Self.style(of: fragment)
    for name in ["a-ann", "a-q", "a-closed", "a-feats", "a-none", "a-pages", "a-more"] {
      #expect(!style.contains(".\(name){"), "\(name)")
    }
    var noticed = Self.sketch(2)
    noticed.set("announcement", "Hear")
    let noticedFragment = try noticed.render { $0.format = .fragment }
    #expect(try Self.style(of: noticedFragment).contains(".a-ann"))
    let paged = try Renderer(options: PagesTests.options(.comments(5)))
    let files = try paged.renderPages(Self.sketch(20).read()).files
    #expect(try Self.style(of: files[0].bytes).contains(".a-pages"))
  }

  @Test func keepsRulesForElementsThatBrowsersAdd() throws {
    var page = try Repository.text("Templates/page.mustache")
    let whole = try Renderer().render(Self.sketch(2).read()).bytes
    for tag in ["<head>", "</head>", "<body>", "</body>"] {
      page = page.replacing("\(tag)\n", with: "")
    }
    let short = try Renderer(
      templates: [TemplateSource(path: "page.mustache", bytes: Array(page.utf8))]
    ).render(Self.sketch(2).read()).bytes
    #expect(!String(decoding: short, as: UTF8.self).contains("<body"))
    #expect(try Self.style(of: short) == Self.style(of: whole))
  }

  /// State left in a renderer or a workspace by one rendering does not change the next one.
  @Test func writesTheSameStyleSheetRegardlessOfEarlierStories() throws {
    var options = Options()
    options.format = .fragment
    let stories = try [1, 3, 40, 1, 2].map { try Self.sketch($0).read() }
    let shared = try Renderer(options: options)
    var workspace = Workspace(buffersOutput: true)
    var gathered: [UInt8] = []
    var single: [UInt8] = []
    for story in stories {
      _ = try shared.prepare(story).write(using: &workspace) { span in
        for index in span.indices { gathered.append(span[index]) }
      }
      single += try Renderer(options: options).render(story).bytes
    }
    workspace.flush { span in for index in span.indices { gathered.append(span[index]) } }
    #expect(gathered == single)
  }

  @Test func givesEachThemeItsOwnRootClass() throws {
    func root(_ theme: String, _ scheme: Options.Scheme) throws -> Substring {
      var options = Options()
      options.format = .fragment
      options.scheme = scheme
      let renderer = try Renderer(options: options, style: .embedded(theme))
      let text = String(decoding: try renderer.render(Self.sketch(2).read()).bytes, as: UTF8.self)
      let name = try #require(text.firstMatch(of: /class="atoll (k[0-9a-z]{3})/)?.1)
      let style = try Self.style(of: Array(text.utf8))
      #expect(style.contains(".\(name){"))
      #expect(!style.contains(".atoll"))
      return name
    }
    let names = try [
      root("ign", .auto), root("ign", .dark), root("plain", .auto), root("ign", .host),
    ]
    #expect(Set(names).count == 4)
  }

  @Test func keepsEveryRuleOfASharedStyleSheet() throws {
    var options = Options()
    options.format = .fragment
    options.styleSheetAddress = "/comments.css"
    let renderer = try Renderer(options: options)
    let sheet = String(decoding: renderer.styleSheet, as: UTF8.self)
    for name in [".atoll .a-sort", ".a-feat", ".a-ann"] { #expect(sheet.contains(name)) }
    let text = String(decoding: try renderer.render(Self.sketch(2).read()).bytes, as: UTF8.self)
    #expect(text.hasPrefix("<section class=\"atoll\""))
  }

  @Test func rejectsTheHostColorSchemeOutsideFragmentsAndCards() throws {
    for format in Options.Format.allCases where format != .fragment && format != .card {
      var options = Options()
      options.format = format
      options.scheme = .host
      #expect(throws: AtollError.self) { try Renderer(options: options) }
    }
  }
}
