import AtollBytes
import Testing

@testable import AtollTemplating

/// Start and end tags that do not belong together.
@Suite struct NestingTests {
  static let schema = TemplateSchema([
    .flag("a", id: 1), .flag("b", id: 2), .flag("c", id: 3), .text("text", id: 4),
    .list("items", id: 5, of: [.flag("gap", id: 6)]), .url("url", id: 7, optional: true),
    .mark("rest", id: 8, isRequired: false),
  ])

  func errors(
    _ template: String, others: [(String, String)] = [], schema: TemplateSchema = schema
  ) -> [String] {
    AtollTemplatingTests.errors(
      in: [("t.mustache", template)] + others, schema, checkingNesting: true
    ).map(\.description)
  }

  @Test(arguments: [
    "<p>x</p><br><img src=\"/x\" alt=\"\"/>{{text}}",
    "{{#url}}<a href=\"{{url}}\">{{/url}}text{{#url}}</a>{{/url}}",
    "{{#a}}<h2 class=\"x\">{{/a}}{{^a}}<h2>{{/a}}…</h2>",
    "{{#a}}<b>{{/a}}{{^a}}<i>{{/a}}x{{#a}}</b>{{/a}}{{^a}}</i>{{/a}}",
    "{{#a}}<b class=\"x\">{{/a}}{{^a}}{{#b}}<b>{{/b}}{{^b}}<b class=\"y\">{{/b}}{{/a}}x</b>",
    // Two flags that are never set together, and two of which one needs the other.
    "{{#a}}<b>{{/a}}{{#b}}<b class=\"x\">{{/b}}x</b>",
    "{{#a}}<ul>{{/a}}<li>x</li>{{#b}}</ul>{{/b}}",
    "<ul><li>{{#items}}</li><li>{{#gap}}<i>{{/gap}}{{text}}{{#gap}}</i>{{/gap}}{{/items}}</li></ul>",
    "<svg><path d=\"M0 0\"/><g><circle r=\"1\"/></g></svg>",
    "<svg><foreignObject><p>x</p></foreignObject></svg>",
    "<p{{#a}} class=\"x\"{{/a}}{{#b}} id=\"y\"{{/b}}>x</p>",
    "<title>{{text}}</title><style >p{}</style ><!-- <p> --><ARTICLE></article>",
    "<details>{{> rest}}</details>",
    // A contradiction: nothing of this is ever written.
    "{{#a}}{{^a}}<b>{{/a}}{{/a}}",
  ])
  func acceptsMatchingTags(template: String) {
    #expect(errors(template) == [])
  }

  @Test(arguments: [
    (
      "<li>\n <article>x</artcle>\n</li>",
      ["2:12: error: </artcle> has no start tag; did you mean '</article>'?"]
    ),
    ("<ul>\n<li>x\n</ul>", ["2:1: error: <li> has no end tag before </ul>; write </li>"]),
    (
      "<a href=\"/\"><b><a href=\"/\">x</a></b></a>",
      ["1:16: error: <a> is inside another <a>, which it would end; write it after </a>"]
    ),
    (
      "{{#a}}<a href=\"/\">{{/a}}<a href=\"/\">x</a>{{#a}}</a>{{/a}}",
      [
        "1:25: error: <a> is inside another <a>, which it would end where 'a' is present;"
          + " write it after </a>"
      ]
    ),
    ("<li><p>x</p>", ["1:1: error: <li> has no end tag; write </li>"]),
    ("x</p>", ["1:2: error: </p> has no start tag; remove it, or write <p> before it"]),
    ("<br></br>", ["1:5: error: <br> has no end tag; remove it"]),
    ("<div/>x", ["1:1: error: <div> has no end tag; write </div>"]),
    (
      "<b><i>x</b></i>",
      [
        "1:4: error: <i> has no end tag before </b>; write </i>",
        "1:12: error: </i> has no start tag; remove it, or write <i> before it",
      ]
    ),
    ("<h2>x</h3>", ["1:6: error: </h3> has no start tag; did you mean '</h2>'?"]),
    (
      "{{#a}}<a href=\"/\">x</a>{{/a}}{{^a}}<i>x{{/a}}",
      ["1:36: error: <i> has no end tag; write </i>"]
    ),
    (
      "{{#a}}<b>{{/a}}x</b>",
      [
        "1:17: error: </b> has no start tag where 'a' is absent; remove it, or write <b> before it"
      ]
    ),
    (
      "{{#b}}<div>{{/b}}{{#a}}<i>{{/a}}x</i>{{#b}}</div>{{/b}}",
      [
        "1:34: error: </i> has no start tag where 'a' is absent; remove it, or write <i> before it"
      ]
    ),
    (
      "{{#b}}<div>{{/b}}<i>x{{#a}}</i>{{/a}}{{#b}}</div>{{/b}}",
      ["1:18: error: <i> has no end tag before </div> where 'a' is absent; write </i>"]
    ),
    (
      "<p>{{^a}}x</p>{{/a}}", ["1:1: error: <p> has no end tag where 'a' is present; write </p>"]
    ),
    (
      "{{#items}}<li>x{{/items}}", ["1:11: error: <li> has no end tag; write </li>"]
    ),
    (
      "{{#a}}<li>{{/a}}{{#b}}<i>{{/b}}{{#b}}</i>{{/b}}",
      ["1:7: error: <li> has no end tag; write </li>"]
    ),
  ])
  func reportsMismatchedTags(template: String, expected: [String]) {
    #expect(errors(template) == expected.map { "t.mustache:\($0)" })
  }

  @Test func checksTheNestingOfIncludedTemplates() {
    #expect(errors("{{> cell}}x</td>", others: [("cell.mustache", "<td>")]) == [])
    #expect(
      errors("<tr>{{> cell}}</tr>", others: [("cell.mustache", "\n<td>")]) == [
        "cell.mustache:2:1: error: <td> has no end tag before </tr>; write </td>"
          + " (included from t.mustache:1:5)"
      ])
  }

  @Test func namesTheFileInWhichATagBegins() {
    #expect(
      errors("<li>{{> cell}} id=\"x\"></li>", others: [("cell.mustache", "\n\n<p class=\"a\"")])
        == [
          "cell.mustache:3:1: error: <p> has no end tag before </li>; write </p>"
            + " (included from t.mustache:1:5)"
        ])
    #expect(
      errors("x{{> cell}} id=\"x\"", others: [("cell.mustache", "<p class=\"a\"")]) == [
        "cell.mustache:1:1: error: the tag is not closed (included from t.mustache:1:2)"
      ])
  }

  @Test func reportsNestingErrorsOnlyIfThereAreNoOtherErrors() {
    #expect(errors("<p =x>").count == 1)
    #expect(errors("<p>{{> none}}").count == 1)
    #expect(errors("{{#a}}<p>").count == 1)
  }

  static let flags = (0..<60).map { "f\($0)" }

  /// Returns the errors of a template with the flags `f0` to `f59`.
  func errorsWithManyFlags(_ template: String) -> [String] {
    let schema = TemplateSchema(
      Self.flags.enumerated().map { .flag($0.element, id: UInt16($0.offset + 1)) })
    return errors(template, schema: schema)
  }

  @Test(arguments: [5, 8, 12, 60])
  func reportsEachOfManySectionsThatLeaveAnElementOpen(count: Int) {
    let sections = Self.flags.prefix(count).map { "{{#\($0)}}<b>{{/\($0)}}\n" }
    let found = errorsWithManyFlags(sections.joined())
    #expect(found.count == min(count, SourceErrorList.maximumErrorCount))
    #expect(found.first == "t.mustache:1:8: error: <b> has no end tag; write </b>")
  }

  @Test(arguments: [4, 5, 7, 12, 60])
  func checksTheContentOfManyConditionalElements(count: Int) {
    let names = Self.flags.prefix(count)
    func wrapped(_ content: String) -> String {
      let start = names.map { "{{#\($0)}}<div>{{/\($0)}}" }.joined()
      let end = names.reversed().map { "{{#\($0)}}</div>{{/\($0)}}" }.joined()
      return start + content + end
    }
    let start = wrapped("|").split(separator: "|")[0].count
    #expect(errorsWithManyFlags(wrapped("<p>x</p>")) == [])
    #expect(
      errorsWithManyFlags(wrapped("<p>x</q>")) == [
        "t.mustache:1:\(start + 1): error: <p> has no end tag before </div>; write </p>",
        "t.mustache:1:\(start + 5): error: </q> has no start tag; remove it, or write <q> before it",
      ])
    #expect(
      errorsWithManyFlags(wrapped("<p><div>x</div></p>")) == [
        "t.mustache:1:\(start + 4): error: <div> is inside a <p>, which it would end;"
          + " use a <div> instead of the <p>"
      ])
    #expect(
      errorsWithManyFlags(wrapped("x") + "{{#f0}}<i>{{/f0}}x</i>").first?.hasSuffix(
        "</i> has no start tag where 'f0' is absent; remove it, or write <i> before it") == true)
  }

  @Test func checksATagInAnUnusualCombinationOfSections() {
    // Two of the sections around it are present and two absent, unlike in most combinations.
    let open = Self.flags.prefix(8).map { "{{#\($0)}}<b>{{/\($0)}}" }.joined()
    let inner = "{{#f0}}{{#f1}}{{^f2}}{{^f3}}<i>{{/f3}}{{/f2}}{{/f1}}{{/f0}}"
    let found = errorsWithManyFlags(open + inner)
    #expect(found.count == 9)
    #expect(found.last == "t.mustache:1:165: error: <i> has no end tag; write </i>")
  }

  @Test func acceptsTagsThatMatchInOneCombinationOfSections() {
    let first = "{{#f0}}{{#f1}}<b>{{/f1}}{{/f0}}"
    #expect(errorsWithManyFlags(first + "{{^f2}}{{^f3}}</b>{{/f3}}{{/f2}}") == [])
  }

  /// The time of the check grows with the template only, however deep it is.
  @Test(arguments: [
    String(repeating: "<i>", count: 4_000) + String(repeating: "</b>", count: 4_000),
    String(repeating: "<i>", count: 4_000) + String(repeating: "<u/>", count: 4_000),
    String(repeating: "{{#a}}<i>{{/a}}", count: 2_000),
    (0..<5_000).map { "{{#x\($0)}}<i>{{/x\($0)}}" }.joined(),
  ])
  func checksDeeplyNestedTemplatesWithoutHanging(template: String) {
    #expect(errors(template).count == SourceErrorList.maximumErrorCount)
  }
}
