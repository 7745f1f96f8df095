import AtollBytes
import Testing

@testable import AtollTemplating

/// The form of compiled programs, and their later transformations.
@Suite struct ProgramTests {
  static let schema = TemplateSchema([
    .text("name", id: 1), .html("body", id: 2), .flag("f", id: 3), .flag("g", id: 4),
    .list("list", id: 5, of: [.text("x", id: 6)]), .mark("here", id: 7), .number("n", id: 8),
  ])
  static let unmarked = TemplateSchema(schema.fields.filter { $0.kind != .mark })

  @Test func keepsOperationsWithin12Bytes() {
    #expect(MemoryLayout<Op>.stride <= 12)
  }

  @Test func lowersHeadingsInAnyLetterCase() throws {
    let program = try compile([("t.mustache", "<h2>a</h2><H3>{{name}}</H3>")], Self.unmarked)
    let listing = program.loweringHeadings(by: 2).dump(schema: Self.unmarked)
    #expect(listing.contains("<h4>a</h4><H5>") && listing.contains("</H5>"))
  }

  @Test func writesAReadableListingOfAProgram() throws {
    let template = """
      <p class="a-{{n}}">{{name}}{{#f}} "x"
      {{^g}}y{{/g}}{{/f}}</p>{{> here}}{{#list}}{{x}},{{/list}}{{{body}}}
      """
    let program = try compile([("t.mustache", template)], Self.schema)
    let expected = #"""
      0 literal "<p class=\"a-"
      1 field n: number
      2 literal "\">"
      3 field name: text
      4 if f, else to 8
      5   literal " \"x\"\n"
      6   unless g, else to 8
      7     literal "y"
      8 literal "</p>"
      9 mark here
      10 each list, at last to 14
      11   field x: text
      12   literal ","
      13   next list, to 11
      14 html body

      """#
    #expect(program.dump(schema: Self.schema) == expected)
  }

  @Test func splitsAProgramAtAMark() throws {
    let program = try compile(
      [("t.mustache", "{{#f}}a{{/f}}<ol>{{> here}}</ol>{{#list}}{{x}}{{/list}}{{^g}}z{{/g}}")],
      Self.schema)
    let (head, tail) = try #require(program.split(at: 7))
    let values = Values(
      flags: [3: true], lists: [5: [Values(texts: [6: "1"]), Values(texts: [6: "2"])]])
    #expect(run(head, values) == "a<ol>")
    #expect(run(tail, values) == "</ol>12z")
    #expect(program.split(at: 99) == nil)
  }

  @Test func doesNotSplitInsideASection() throws {
    let schema = TemplateSchema([.flag("f", id: 1), .mark("m", id: 2, isRequired: false)])
    let program = try compile([("t.mustache", "{{#f}}a{{> m}}b{{/f}}")], schema)
    #expect(program.split(at: 2) == nil)
    #expect(try compile([("t.mustache", "{{#f}}a{{/f}}{{> m}}")], schema).split(at: 2) != nil)
  }

  @Test func mergesAdjacentLiterals() throws {
    let program = try compile(
      [("t.mustache", "a{{! x }}b{{#f}}{{/f}}c{{> p}}e"), ("p.mustache", "d")], Self.unmarked)
    #expect(program.ops == [.literal(Slice(start: 0, count: 5))])
    #expect(program.literals == Array("abcde".utf8))
  }

  @Test func foldsKnownFieldsAndFlagsIntoTheProgram() throws {
    let program = try compile(
      [
        (
          "t.mustache",
          "<i>{{name}}{{#f}}+{{n}}{{/f}}{{^f}}-{{/f}}{{#g}}{{{body}}}{{/g}}{{#list}}{{x}}{{/list}}"
        )
      ],
      Self.unmarked)
    let folded = program.folding(
      text: { $0 == 1 ? Array("N".utf8) : nil },
      flag: { $0 == 3 ? true : $0 == 5 ? false : nil })
    #expect(
      folded.dump(schema: Self.unmarked) == """
        0 literal "<i>N+"
        1 field n: number
        2 if g, else to 4
        3   html body

        """)
  }

  @Test func keepsTheLoopOfAListThatIsKnownToHaveItems() throws {
    let program = try compile(
      [("t.mustache", "{{#list}}{{x}}{{/list}}{{^list}}none{{/list}}")], Self.unmarked)
    let folded = program.folding(text: { _ in nil }, flag: { _ in true })
    #expect(folded.ops.count == 3)
    #expect(program.uses(6) && !program.uses(1))
  }

  @Test func doesNotMergeLiteralsAcrossJumps() throws {
    let program = try compile(
      [("t.mustache", "a{{#f}}b{{/f}}c{{#f}}{{#g}}{{/g}}{{/f}}d")], Self.unmarked)
    #expect(run(program, Values(flags: [3: false])) == "acd")
    #expect(run(program, Values(flags: [3: true])) == "abcd")
    #expect(program.ops.count == 4)
  }
}
