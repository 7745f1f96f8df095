import Testing

@testable import AtollTemplating

/// The rules of Mustache, especially for white space.
@Suite struct MustacheTests {
  static let schema = TemplateSchema([
    .text("name", id: 1), .html("markup", id: 2), .flag("yes", id: 3), .flag("no", id: 4),
    .list(
      "items", id: 5,
      of: [
        .text(".", id: 6), .text("label", id: 7), .list("inner", id: 8, of: [.text("x", id: 9)]),
      ]),
    .list("none", id: 10, of: [.text("y", id: 11)]), .text("a.b", id: 12),
    .text("maybe", id: 13, optional: true),
    .mark("here", id: 14, isRequired: false),
  ])

  static let values = Values(
    texts: [1: "<Ann>", 2: "<b>B</b>", 12: "dotted", 13: ""],
    flags: [3: true, 4: false],
    lists: [
      5: [
        Values(texts: [6: "1", 7: "one"], lists: [8: [Values(texts: [9: "i"])]]),
        Values(texts: [6: "2", 7: "two"], lists: [8: []]),
      ], 10: [],
    ])

  func render(_ template: String, partial: String = "") throws -> String {
    let program = try compile([("t.mustache", template), ("p.mustache", partial)], Self.schema)
    return run(program, Self.values)
  }

  @Test(arguments: [
    ("Hello, {{name}}!", "Hello, &lt;Ann&gt;!"),
    ("{{ name }}|{{\n name\n}}", "&lt;Ann&gt;|&lt;Ann&gt;"),
    ("{{{markup}}}{{&markup}}{{& markup }}{{{ markup }}}", "<b>B</b><b>B</b><b>B</b><b>B</b>"),
    ("  {{name}}\n", "  &lt;Ann&gt;\n"), ("{{a.b}}", "dotted"), ("a } b }} c", "a } b }} c"),
    ("{ name }", "{ name }"), ("", ""),
  ])
  func interpolatesFields(template: String, expected: String) throws {
    #expect(try render(template) == expected)
  }

  @Test(arguments: [
    ("{{#yes}}a{{/yes}}{{#no}}b{{/no}}", "a"), ("{{^yes}}a{{/yes}}{{^no}}b{{/no}}", "b"),
    ("{{#items}}{{.}}={{label}};{{/items}}", "1=one;2=two;"),
    ("{{#none}}x{{/none}}{{^none}}empty{{/none}}", "empty"), ("{{^items}}empty{{/items}}", ""),
    (
      "{{#items}}{{#inner}}{{x}}{{label}}{{name}}{{/inner}}{{^inner}}-{{/inner}}{{/items}}",
      "ione&lt;Ann&gt;-"
    ),
    ("{{#maybe}}a{{/maybe}}{{^maybe}}b{{/maybe}}", "b"), ("{{# yes }}={{/ yes }}", "="),
    ("{{#yes}}{{#yes}}a{{/yes}}{{/yes}}", "a"),
  ])
  func evaluatesSections(template: String, expected: String) throws {
    #expect(try render(template) == expected)
  }

  @Test(arguments: [
    ("a\n{{#yes}}\nb\n{{/yes}}\nc\n", "a\nb\nc\n"),
    ("a\n  {{#yes}}  \nb\n\t{{/yes}}\nc", "a\nb\nc"),
    ("{{#yes}}\nb\n{{/yes}}", "b\n"), ("{{#yes}}\nb\n  {{/yes}}", "b\n"),
    ("a\r\n{{#yes}}\r\nb\r\n{{/yes}}\r\nc", "a\r\nb\r\nc"),
    ("a\n{{#yes}} {{/yes}}\nb", "a\n \nb"), (" {{#yes}}b{{/yes}} \n", " b \n"),
    ("a\n{{^no}}\nb\n{{/no}}\n", "a\nb\n"),
    ("a\n{{#yes}}\n{{#no}}\nx\n{{/no}}\n{{/yes}}\nb", "a\nb"),
    ("{{#items}}\n- {{.}}\n{{/items}}\n", "- 1\n- 2\n"),
    ("a\r{{#yes}}\rb{{/yes}}", "a\r\rb"), ("\n\n{{#yes}}\n\n{{/yes}}\n\n", "\n\n\n\n"),
    ("{{#no}}\nx\n{{/no}}\n{{#yes}}\ny\n{{/yes}}\n", "y\n"),
  ])
  func removesStandaloneLinesOfSections(template: String, expected: String) throws {
    #expect(try render(template) == expected)
  }

  @Test(arguments: [
    ("a{{! no }}b", "ab"), ("a\n{{! no }}\nb", "a\nb"), ("a\n  {{!\n no\n}}\nb", "a\nb"),
    ("a\r\n{{! no }}\r\nb", "a\r\nb"), ("  {{! no }}", ""), ("a {{! no }}\nb", "a \nb"),
    ("{{! {{name }}b", "b"), ("a\n{{! x }} {{! y }}\nb", "a\n \nb"),
  ])
  func removesCommentsInTemplates(template: String, expected: String) throws {
    #expect(try render(template) == expected)
  }

  @Test(arguments: [
    ("[{{> p}}]", "x", "[x]"), ("[{{>p}}]", "{{name}}", "[&lt;Ann&gt;]"),
    (" {{> p}}\nz", ">\n>", " >\n >z"),
    ("a\n {{> p}}\nz", "|\n{{{markup}}}\n|\n", "a\n |\n <b>B</b>\n |\nz"),
    ("a {{> p}}\nz", ">\n>", "a >\n>\nz"), ("|\r\n{{> p}}\r\n|", ">", "|\r\n>|"),
    ("\t{{> p}}", "a\n\nb\n", "\ta\n\n\tb\n"), ("  {{> p}}\n", "{{#yes}}\nb\n{{/yes}}\n", "  b\n"),
    ("{{#items}}{{> p}}{{/items}}", "{{.}}", "12"), ("{{> p }}|{{>p}}", "\n", "\n|\n"),
    ("  {{> p}}\n", "a\r\n\r\nb", "  a\r\n\r\n  b"),
  ])
  func inlinesPartials(template: String, partial: String, expected: String) throws {
    #expect(try render(template, partial: partial) == expected)
  }

  @Test func addsUpTheIndentationOfNestedPartials() throws {
    let program = try compile(
      [
        ("a.mustache", " {{> b}}\n"), ("b.mustache", "b\n  {{> folder/c}}\n"),
        ("folder/c.mustache", "c\n{{name}}\n"),
      ], Self.schema)
    #expect(run(program, Self.values) == " b\n   c\n   &lt;Ann&gt;\n")
  }

  @Test func handlesWhiteSpaceAroundMarksAsAroundPartials() throws {
    #expect(try render("a\n  {{> here}}\nb") == "a\n[mark 14]b")
    #expect(try render("a {{> here}} b") == "a [mark 14] b")
  }
}
