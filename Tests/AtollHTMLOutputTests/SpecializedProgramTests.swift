import AtollBodyText
import AtollBytes
import AtollHTMLOutput
import AtollLayout
import AtollTemplating
import TestSupport
import Testing

/// Frequent combinations are written by programs without sections, with exactly the same bytes.
@Suite struct SpecializedProgramTests {
  static func sketch(_ generator: inout SeededGenerator) -> Sketch {
    var sketch = Sketch()
    sketch.set("url", "https://www.example.com/story")
    let extras: [(key: String, value: Sketch.Value)] = [
      ("likes", .json("7")), ("edited", .json("true")), ("rating", .json("4")),
      ("tags", .json(#"["STAFF","FEATURED","one of theirs"]"#)),
      ("media", .json(#"{"kind":"gif","url":"https://example.com/a.gif","title":"A gull"}"#)),
      ("tombstone", .json(#""deleted""#)), ("permalink", .json(#""https://example.com/c""#)),
      ("parentId", .json(#""nobody""#)),
    ]
    for index in 0..<150 {
      let parent =
        index > 0 && generator.next() % 3 > 0 ? Int(generator.next() % UInt64(index)) : nil
      let more = extras.filter {
        ($0.key != "parentId" || parent == nil) && generator.next() % 4 == 0
      }
      sketch.add("c\(index)", under: parent.map { "c\($0)" }, more)
    }
    return sketch
  }

  @Test(arguments: 1...6) func writesTheSameBytesWithSpecializedPrograms(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    var selection = StorySelection()
    selection.ranksRoots = seed % 2 == 0
    let list = BlockList(try Self.sketch(&generator).read(), selecting: selection)
    let templates = try HTMLTemplates(
      TemplateSet(), settings: HTMLTemplates.Settings(form: .page, wording: list.wording))
    // Compared before the expectation, since listing the differences of two pages takes longer than the test.
    let isSame =
      Self.page(list, templates, specializedAfter: 0)
      == Self.page(list, templates, specializedAfter: .max)
    #expect(isSame)
  }

  static func page(
    _ list: BlockList, _ templates: HTMLTemplates, specializedAfter count: Int
  ) -> [UInt8] {
    var options = HTMLWriter.Options()
    options.hasSortControls = list.blocks.contains { list.ranks(of: $0) != nil }
    var writer = HTMLWriter(
      templates, list: list, options: options,
      in: HTMLScratch(templates.commentPrograms(after: count), of: templates))
    var out = OutputBuffer()
    writer.begin(&out)
    for index in list.blocks.indices {
      var body = RichText()
      if index % 3 > 0 { body.append(.thematicBreak) }
      writer.write(blockAt: index, body: body, to: &out)
    }
    writer.finish(&out)
    return out.bytes()
  }
}
