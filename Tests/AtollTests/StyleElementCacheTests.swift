import AtollComments
import AtollLayout
import Testing

@testable import Atoll
@testable import AtollHTMLOutput
@testable import AtollTheming

/// The parts of a style sheet that an output contains.
@Suite struct StyleElementCacheTests {
  private static func documents() throws -> [Document] {
    try ["story", "specimen", "specimen-closed"].flatMap { name in
      let document = try Document(demo: name)
      return [document] + document.roots.map(document.branch)
    }
  }

  private static func options(_ format: Options.Format, _ change: Int) -> Options {
    var options = Options()
    options.format = format
    switch change {
    case 1: options.sortControls = .on
    case 2: options.classNames = .coral
    case 3: options.images = .load
    case 4: options.maxDepth = 1
    case 5: options.since = Timestamp(milliseconds: 0)
    default: break
    }
    return options
  }

  /// Every class and element of an output is covered by its style sheet, whatever the story contains.
  @Test(arguments: [Options.Format.page, .fragment], 0..<6)
  func coversEveryClassAndElementOfTheOutput(format: Options.Format, change: Int) throws {
    let options = Self.options(format, change)
    let renderer = try Renderer(options: options)
    guard case .markup(let markup) = renderer.configuration else {
      Issue.record("no markup")
      return
    }
    let sheet = try #require(markup.sheet.writtenRules.map(ParsedPageSheet.init))
    var seen: Set<BlockContents> = []
    for document in try Self.documents() {
      let story = try document.read()
      let list = BlockList(
        story, options: renderer.layout, selecting: options.selection(in: story, focus: nil))
      let contents = list.contents(narrowDepth: markup.templates.settings.narrowDepth)
      seen.insert(contents)
      let output = try renderer.render(story).bytes
      let written = StyleUse(scanning: output.span, for: sheet.names)
      let templates = markup.templates.possibleMarkup(of: contents)
      let possible = StyleUse(scanning: templates.span, for: sheet.names)
      for name in 0..<sheet.names.count {
        #expect(possible.contains(name) || !written.contains(name), "\(sheet.names[name])")
      }
    }
    #expect(seen.count > 5)
  }

  /// Style sheets are chosen by a few properties of the blocks, so that few sheets are made for
  /// many stories.
  @Test func sharesStyleSheetsBetweenStoriesWithTheSameBlocks() throws {
    let renderer = try Renderer(options: Self.options(.fragment, 0))
    guard case .markup(let markup) = renderer.configuration else {
      Issue.record("no markup")
      return
    }
    let lists = try ["one", "two"].map { id in
      let comments = (0..<6).map { ["id": "\(id)\($0)", "body": "Some *words* \($0)."] }
      return BlockList(try Document(comments: comments).read(), options: renderer.layout)
    }
    let sources = lists.map { markup.styles.element(for: $0).source }
    #expect(sources[0] == sources[1])
    let large = (0..<300).map { ["id": "c\($0)", "body": "Word"] }
    let whole = markup.styles.element(
      for: BlockList(try Document(comments: large).read(), options: renderer.layout))
    #expect(whole.element.count * 2 > markup.styles.element(for: lists[0]).element.count * 3)
  }
}
