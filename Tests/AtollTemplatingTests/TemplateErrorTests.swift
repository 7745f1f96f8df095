import AtollBytes
import Testing

@testable import AtollTemplating

/// Every kind of error, with its exact place and message.
@Suite struct TemplateErrorTests {
  static let schema = TemplateSchema([
    .text("author", id: 1), .html("body", id: 2), .url("link", id: 3), .number("count", id: 4),
    .token("theme", id: 5),
    .flag("isEdited", id: 6), .list("badges", id: 7, of: [.text("label", id: 8)]),
    .text("reason", id: 9, optional: true), .mark("aside", id: 10, isRequired: false),
  ])

  func errors(
    _ template: String, others: [(String, String)] = [], schema: TemplateSchema = schema
  ) -> [String] {
    AtollTemplatingTests.errors(in: [("t.mustache", template)] + others, schema).map(\.description)
  }

  @Test(arguments: [
    ("a\n  {{autor}}", "t.mustache:2:3: error: unknown name 'autor'; did you mean 'author'?"),
    (
      "{{#isEdted}}{{/isEdted}}",
      "t.mustache:1:1: error: unknown name 'isEdted'; did you mean 'isEdited'?"
    ),
    ("{{xyzzy}}", "t.mustache:1:1: error: unknown name 'xyzzy'"),
    ("{{label}}", "t.mustache:1:1: error: name 'label' is known only inside {{#badges}}"),
    ("é{{autor}}", "t.mustache:1:3: error: unknown name 'autor'; did you mean 'author'?"),
    ("{{> asid}}", "t.mustache:1:1: error: unknown partial 'asid'; did you mean 'aside'?"),
    ("{{> t.mustache}}", "t.mustache:1:1: error: unknown partial 't.mustache'; did you mean 't'?"),
  ])
  func suggestsSimilarNames(template: String, expected: String) {
    #expect(errors(template) == [expected])
  }

  @Test(arguments: [
    ("x {{author", "t.mustache:1:3: error: the tag is not closed"),
    ("{{{body}}", "t.mustache:1:1: error: the tag is not closed"),
    ("{{! never", "t.mustache:1:1: error: the tag is not closed"),
    ("{{", "t.mustache:1:1: error: the tag is not closed"),
    ("{{}}", "t.mustache:1:1: error: the tag has no name"),
    ("{{# }}", "t.mustache:1:1: error: the tag has no name"),
    (
      "{{au thor}}",
      "t.mustache:1:1: error: 'au thor' is not a name, which has only letters, digits, '.', '_', '-' and '/'"
    ),
    ("a\n{{#isEdited}}", "t.mustache:2:1: error: the section 'isEdited' is not closed"),
    ("{{/isEdited}}", "t.mustache:1:1: error: {{/isEdited}} closes no section"),
    (
      "{{#isEdited}}{{/badges}}{{/isEdited}}",
      "t.mustache:1:14: error: {{/badges}} closes no section; {{/isEdited}} must come first"
    ),
    (
      "{{#isEdited}}{{#badges}}{{/isEdited}}",
      "t.mustache:1:14: error: the section 'badges' is not closed"
    ),
    ("{{=<% %>=}}", "t.mustache:1:1: error: changing the delimiters is not supported"),
    ("{{<parent}}", "t.mustache:1:1: error: template inheritance is not supported"),
    ("{{$block}}", "t.mustache:1:1: error: template inheritance is not supported"),
    ("{{>*name}}", "t.mustache:1:1: error: dynamic partial names are not supported"),
  ])
  func rejectsBrokenTags(template: String, expected: String) {
    #expect(errors(template) == [expected])
  }

  @Test(arguments: [
    ("{{isEdited}}", "'isEdited' is a flag and has no text; write {{#isEdited}}"),
    ("{{badges}}", "'badges' is a list and has no text; write {{#badges}}"),
    ("{{aside}}", "'aside' is a mark; write {{> aside}}"),
    ("{{body}}", "'body' is markup; write {{{body}}}"),
    ("{{{author}}}", "'author' is not markup; write {{author}}"),
    ("{{&link}}", "'link' is not markup; write {{link}}"),
    (
      "{{#author}}{{/author}}",
      "'author' cannot open a section; a flag, a list or an optional field can"
    ),
  ])
  func rejectsFieldsInTheWrongKindOfTag(template: String, message: String) {
    #expect(errors(template) == ["t.mustache:1:1: error: \(message)"])
  }

  @Test func reportsAllErrorsInOrder() {
    let found = errors("{{#isEdited}}\n{{a}}\n<p class='{{theme}}'>\n{{body}}</p>{{b}}")
    #expect(
      found == [
        "t.mustache:1:1: error: the section 'isEdited' is not closed",
        "t.mustache:2:1: error: unknown name 'a'",
        "t.mustache:3:11: error: 'theme' is not allowed in single quotes; put the value in double quotes",
        "t.mustache:4:1: error: 'body' is markup; write {{{body}}}",
        "t.mustache:4:13: error: unknown name 'b'",
      ])
  }

  @Test func locatesErrorsInIndentedPartials() {
    let found = errors(
      "x\n    {{> p}}\n",
      others: [("p.mustache", "ok\n {{nope}}\n{{#isEdited}}\n{{bad}}\n{{/isEdited}}")])
    #expect(
      found == [
        "p.mustache:2:2: error: unknown name 'nope' (included from t.mustache:2:5)",
        "p.mustache:4:1: error: unknown name 'bad' (included from t.mustache:2:5)",
      ])
  }

  @Test func reportsErrorsInAPartialOnlyOnce() {
    let found = errors("{{> p}}{{> p}}", others: [("p.mustache", "{{nope}}")])
    #expect(found == ["p.mustache:1:1: error: unknown name 'nope' (included from t.mustache:1:1)"])
  }

  @Test func reportsACycleOfPartials() {
    let found = errors(
      "{{> a}}", others: [("a.mustache", "\n{{> b}}"), ("b.mustache", " {{> a}}")])
    #expect(
      found == [
        "b.mustache:1:2: error: the partial includes itself: a.mustache > b.mustache > a.mustache (included from a.mustache:2:1)"
      ])
    #expect(
      errors("{{> t}}") == [
        "t.mustache:1:1: error: the partial includes itself: t.mustache > t.mustache"
      ])
  }

  @Test func limitsExponentialGrowthOfPartials() {
    var files = [("p0.mustache", String(repeating: "x", count: 1000))]
    for level in 1...40 {
      files.append(("p\(level).mustache", "{{> p\(level - 1)}}{{> p\(level - 1)}}"))
    }
    let found = errors("{{> p40}}", others: files)
    #expect(found.first?.contains("has more than 1048576 bytes") == true)
  }

  @Test func limitsTheSizeOfIndentedPartials() {
    let lines = String(repeating: "x\n", count: 100_000)
    let found = errors(
      String(repeating: " ", count: 100_000) + "{{> p}}", others: [("p.mustache", lines)])
    #expect(found.count == 1)
  }

  // MARK: Marks

  static let marked = TemplateSchema([.flag("f", id: 1), .mark("replies", id: 2)])

  @Test(arguments: [
    ("<p></p>", "t.mustache:1:1: error: the mark {{> replies}} is missing"),
    (
      "{{> replies}}\n{{> replies}}",
      "t.mustache:2:1: error: the mark {{> replies}} must occur only once"
    ),
    (
      "{{#f}}{{> replies}}{{/f}}",
      "t.mustache:1:7: error: the mark {{> replies}} must be outside all sections"
    ),
    (
      "<p {{> replies}}>", "t.mustache:1:4: error: the mark {{> replies}} must be between tags"
    ),
  ])
  func requiresEachMarkOnceAndInAValidPosition(template: String, expected: String) {
    #expect(errors(template, schema: Self.marked) == [expected])
  }

  @Test func rejectsFieldsAfterAMarkThatTheyMustPrecede() {
    let schema = TemplateSchema([
      .flag("has_body", id: 1), .html("body", id: 2), .text("author", id: 3),
      .mark("replies", id: 4, fieldsBefore: [1, 2]),
    ])
    let before = "{{#has_body}}{{{body}}}{{/has_body}}"
    #expect(errors("\(before){{> replies}}{{author}}", schema: schema) == [])
    #expect(
      errors("{{author}}{{> replies}}\n\(before)", schema: schema) == [
        "t.mustache:2:1: error: 'has_body' must come before {{> replies}}",
        "t.mustache:2:14: error: 'body' must come before {{> replies}}",
      ])
  }

  /// Templates with too many errors to read: errors are listed up to a limit, the rest is counted.
  @Test(arguments: ["{{x}}", "{{> x}}", "{{/x}}", "<b<", "{{#x}}{{/x}}\n"])
  func listsErrorsUpToALimitAndCountsTheRest(piece: String) {
    let text = String(repeating: piece, count: (1 << 16) / piece.utf8.count)
    do throws(SourceErrors) {
      _ = try compile([("t.mustache", text)], Self.schema)
      Issue.record("it compiled")
    } catch {
      #expect(error.errors.count <= SourceErrorList.maximumErrorCount)
      if error.unlistedCount > 0 { #expect(error.lines.last == "and \(error.unlistedCount) more") }
    }
  }

  /// Positions are found from the starts of lines, without reading the preceding text again.
  @Test func locatesOffsetsInALargeText() {
    let starts = LineStarts(of: Array(String(repeating: "ab\n", count: 100_000).utf8))
    for offset in stride(from: 0, to: 300_000, by: 3) {
      #expect(starts.position(of: offset + 1) == TextPosition(line: offset / 3 + 1, column: 2))
    }
  }
}
