import AtollBytes
import Testing

@testable import AtollTemplating

/// Content inside elements that do not allow it, so that browsers change the page.
@Suite struct NestedContentTests {
  static let schema = TemplateSchema([
    .flag("a", id: 1), .flag("b", id: 2), .text("text", id: 3), .html("body", id: 4),
    .mark("blocks", id: 5, isRequired: false, inserting: .blocks),
    .mark("comments", id: 6, isRequired: false, inserting: .entries),
    .mark("style", id: 7, isRequired: false),
    .list("items", id: 8, of: [.text("item", id: 9)]),
  ])

  func errors(_ template: String) -> [String] {
    AtollTemplatingTests.errors(in: [("t.mustache", template)], Self.schema, checkingNesting: true)
      .map { "\($0.line):\($0.column): \($0.message)" }
  }

  private static let inParagraph =
    "is inside a <p>, which it would end; use a <div> instead of the <p>"
  private static let inLink = "may contain links, but is inside an <a>; write it after </a>"
  private static let inTable = "so browsers move it before the table; put it in a <td>"

  @Test(arguments: [
    ("<p>{{{body}}}</p>", "1:4: 'body' \(inParagraph)"),
    ("<p class=\"a\">\n<b>{{&body}}</b></p>", "2:4: 'body' \(inParagraph)"),
    ("<p><b>{{> blocks}}</b></p>", "1:7: {{> blocks}} \(inParagraph)"),
    ("<p>{{> comments}}</p>", "1:4: {{> comments}} \(inParagraph)"),
    ("<p>\n <ul><li>x</li></ul></p>", "2:2: <ul> \(inParagraph)"),
    ("<p><span><hr></span></p>", "1:10: <hr> \(inParagraph)"),
    ("<p><i><p>x</p></i></p>", "1:7: <p> \(inParagraph)"),
    (
      "{{#a}}<p>{{/a}}{{{body}}}{{#a}}</p>{{/a}}",
      "1:16: 'body' is inside a <p>, which it would end where 'a' is present;"
        + " use a <div> instead of the <p>"
    ),
    ("<p>{{#a}}{{{body}}}{{/a}}</p>", "1:10: 'body' \(inParagraph)"),
    ("{{#a}}{{#b}}<p>{{{body}}}</p>{{/b}}{{/a}}", "1:16: 'body' \(inParagraph)"),
    ("<p>{{#a}}<b>{{/a}}{{{body}}}{{#a}}</b>{{/a}}</p>", "1:19: 'body' \(inParagraph)"),
    ("{{#a}}<p>{{#b}}<div>x</div>{{/b}}</p>{{/a}}", "1:16: <div> \(inParagraph)"),
    ("{{#items}}<p>{{{body}}}</p>{{/items}}", "1:14: 'body' \(inParagraph)"),
    ("<a href=\"/\">{{{body}}}</a>", "1:13: 'body' \(inLink)"),
    ("<a href=\"/\"><div>{{> comments}}</div></a>", "1:18: {{> comments}} \(inLink)"),
    (
      "<a href=\"/\"><article><button>x</button></article></a>",
      "1:22: <button> is inside an <a>, so a click is ambiguous; write it after </a>"
    ),
    (
      "<button><details><summary>x</summary></details></button>",
      "1:9: <details> is inside a <button>, so a click is ambiguous; write it after </button>"
    ),
    (
      "<a href=\"/\"><table><tr><td><a href=\"/\">x</a></td></tr></table></a>",
      "1:28: <a> is inside another <a>, which it would end; write it after </a>"
    ),
    ("<table>{{{body}}}</table>", "1:8: 'body' is directly inside a <table>, \(inTable)"),
    ("<table>{{> blocks}}</table>", "1:8: {{> blocks}} is directly inside a <table>, \(inTable)"),
    ("<table><tr><div>x</div></tr></table>", "1:12: <div> is directly inside a <tr>, \(inTable)"),
    ("<table><tr>{{text}}</tr></table>", "1:12: 'text' is directly inside a <tr>, \(inTable)"),
    (
      "<div><tr><td>x</td></tr></div>",
      "1:6: <tr> is in no table, so browsers leave out its tags; put it in a <table>"
    ),
    (
      "<table><form><tr><td>x</td></tr></form></table>",
      "1:8: <form> is directly inside a <table>, so browsers end it at once; put it in a <td>"
    ),
    (
      "<table><tr><div><td>x</td></div></tr></table>",
      "1:12: <div> is directly inside a <tr>, \(inTable)"
    ),
    (
      "<table><tr><td><b><tr><td>x</td></tr></b></td></tr></table>",
      "1:19: <tr> is inside a <td>, which it would end; write it after </td>"
    ),
    (
      "<li>x<div><li>y</li></div></li>",
      "1:11: <li> is inside an <li>, which it would end; write it after </li>"
    ),
    (
      "<dt>x<b><dd>y</dd></b></dt>",
      "1:9: <dd> is inside a <dt>, which it would end; write it after </dt>"
    ),
    (
      "<h2><h3>x</h3></h2>", "1:5: <h3> is inside an <h2>, which it would end; write it after </h2>"
    ),
    ("<ul><div>x</div></ul>", "1:5: <div> is directly inside a <ul>; put it in an <li>"),
    ("<ol><p>x</p></ol>", "1:5: <p> is directly inside an <ol>; put it in an <li>"),
  ])
  func reportsContentThatBrowsersMove(template: String, expected: String) {
    #expect(errors(template) == [expected])
  }

  @Test(arguments: [
    "<div>{{{body}}}</div>{{{body}}}<p>x</p>{{{body}}}", "<h3>{{{body}}}</h3>",
    "<li>{{{body}}}</li>{{> comments}}<ol>{{> blocks}}</ol><ul>{{> comments}}</ul>",
    "<table><tr><td>{{{body}}}{{> blocks}} x <p>y</p></td></tr></table>",
    "<table><caption>x</caption><colgroup><col></colgroup><thead><tr><th>x</th></tr></thead></table>",
    "<table>{{> comments}}</table>", "<p>{{> style}}{{text}}<a href=\"/\">{{text}}</a></p>",
    "<a href=\"/\"><article><h3>x</h3><p>y</p></article></a>",
    "<details><summary><a href=\"/\">x</a></summary></details><label><button>x</button></label>",
    "<svg><a href=\"/\"><text>x</text></a></svg><p><svg><foreignObject><p>x</p></foreignObject></svg></p>",
    "<li>x<ul><li>y</li></ul></li><dl><dt>x</dt><dd><dl><dt>y</dt></dl></dd></dl>",
    "<ul>{{#items}}<li>{{item}}</li>{{/items}}</ul><template><tr></tr></template>",
    "<td>{{{body}}}</td><tr><td>x</td></tr><li>x</li>",
    // Sections that may exclude each other.
    "{{#a}}<p>{{/a}}{{#b}}{{{body}}}{{/b}}{{#a}}</p>{{/a}}",
    "{{#a}}<p>{{/a}}{{^a}}<div>{{/a}}{{#a}}x</p>{{/a}}{{^a}}{{{body}}}</div>{{/a}}",
    "<table>{% for row in rows %}<tr>{{\"{% if x %}\"}}<td>x</td></tr>{% end %}</table>",
    "<table><!-- text --> <tr>\n<td>x</td></tr></table>",
  ])
  func acceptsContentThatBrowsersLeaveInPlace(template: String) {
    #expect(errors(template) == [])
  }
}
