import Testing

@testable import AtollTemplating

/// White space that is removed, and white space that is kept.
@Suite struct MinifyingTests {
  static let schema = TemplateSchema([
    .text("t", id: 1), .html("h", id: 2), .flag("f", id: 3), .flag("g", id: 4),
    .list("l", id: 5, of: [.text("x", id: 6)]),
    .mark("m", id: 7, isRequired: false),
  ])

  static let values = Values(
    texts: [1: "T", 2: "<b>H</b>"], flags: [3: true, 4: false],
    lists: [5: [Values(texts: [6: "1"]), Values(texts: [6: "2"])]])

  @Test(arguments: [
    ("<div>\n  <p>\n    <b>x</b>\n  </p>\n</div>\n", "<div><p><b>x</b></p></div>"),
    ("<b>a</b>\n<i>b</i>\n<br>\n<i></i>", "<b>a</b> <i>b</i><br><i></i>"),
    ("<b>a</b>\n{{#f}} <i>b</i>{{/f}}\n{{#g}} <i></i>{{/g}}\n<p>", "<b>a</b> <i>b</i><p>"),
    ("{{t}}\n{{#f}} x {{/f}}\n{{t}}", "T  x  T"),
    ("<P>\n<b>a</b>\n{{#f}}\n<i>b</i>\n{{/f}}\n</P>", "<P><b>a</b> <i>b</i></P>"),
    (
      "<!DOCTYPE html>\n<!-- a -->\n<a></a>\n<!-- b -->",
      "<!DOCTYPE html><!-- a --> <a></a> <!-- b -->"
    ),
    ("<title>\na\n</title>\n<a></a>\n<a\n></a>", "<title>\na\n</title><a></a> <a></a>"),
    ("<p>\n  text\n  more\n</p>", "<p> text more </p>"), ("<b>a</b> <i>b</i>", "<b>a</b> <i>b</i>"),
    ("<b>a</b>\n{{t}}\n<i>b</i>", "<b>a</b> T <i>b</i>"),
    ("<span>\n{{{h}}}\n</span>", "<span> <b>H</b> </span>"),
    ("<ol>\n  {{> m}}\n</ol>\n", "<ol>[mark 7]</ol>"),
    ("<p>\n  {{#f}}\n  <b>x</b>\n  {{/f}}\n</p>\n", "<p><b>x</b></p>"),
    ("<b>x</b>\n{{#f}}\ntext\n{{/f}}\n<i></i>", "<b>x</b> text <i></i>"),
    ("<b>x</b>\n{{#g}}\ntext\n{{/g}}\n<i></i>", "<b>x</b> <i></i>"),
    ("<ul>\n{{#l}}\n  <li>{{x}}</li>\n{{/l}}\n</ul>", "<ul><li>1</li><li>2</li></ul>"),
    ("<p>\n{{#l}}\n{{x}}\n{{/l}}\n</p>", "<p> 1 2 </p>"), ("\n\n<p></p>\n\n", "<p></p>"),
    ("<pre>\n a\n  b\n</pre>\n<p></p>", "<pre>\n a\n  b\n</pre><p></p>"),
    ("<textarea>\n a\n</textarea>\n<p></p>", "<textarea>\n a\n</textarea><p></p>"),
    ("<p title=\"a\n  b\">\n</p>", "<p title=\"a\n  b\"></p>"),
    ("<p\n   class=\"a\"\n   id=\"b\"\n>\n</p>", "<p class=\"a\" id=\"b\"></p>"),
    ("<p\n  {{#f}}\n  hidden\n  {{/f}}\n>", "<p  hidden >"),
    ("<!-- a\n b -->\n<p>", "<!-- a\n b --><p>"),
    ("<a id=x\n/>", "<a id=x />"), ("a\n", "a "), ("<p>\r\n  <b>\r\n", "<p><b>"),
    ("<pre>{{#f}}\n a{{/f}}\n</pre>\n<p>", "<pre>\n a\n</pre><p>"),
  ])
  func collapsesLineBreaks(template: String, expected: String) throws {
    let program = try compile([("t.mustache", template)], Self.schema, minifying: true)
    #expect(run(program, Self.values) == expected)
  }

  @Test func minifiesByDefault() throws {
    let set = TemplateSet(only: ["t.mustache": Array("<p>\n</p>\n".utf8)])
    #expect(run(try set.compile("t.mustache", schema: Self.schema), Self.values) == "<p></p>")
  }
}
