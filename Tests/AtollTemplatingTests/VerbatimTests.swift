import AtollBytes
import Testing

@testable import AtollTemplating

/// Verbatim text in a template, meant for the program that reads the output next.
@Suite struct VerbatimTests {
  static let schema = TemplateSchema([.text("author", id: 1), .flag("isEdited", id: 6)])

  func written(_ template: String, isPlainText: Bool = false) throws -> String {
    var schema = Self.schema
    schema.isPlainText = isPlainText
    let set = TemplateSet(only: ["t.mustache": Array(template.utf8)])
    let program = try set.compile("t.mustache", schema: schema)
    return program.ops.map { op in
      switch op {
      case .literal(let slice): String(decoding: program.literals[slice.range], as: UTF8.self)
      case .field: "AUTHOR"
      case .html, .mark, .sectionBegin, .invertedBegin, .listBegin, .listEnd: ""
      }
    }.joined()
  }

  @Test(arguments: [
    "{{first_name}}", "{{{ raw }}}", "{{#if plan}}", "{{/if}}", "*|FNAME|*", "%recipient.name%",
    "[[firstname]]", "{{ name | default: 'you' }}", "%%=v(@x)=%%", "<%= name %>", "a  b",
  ])
  func writesVerbatimTextUnchanged(text: String) throws {
    #expect(try written("<p>{{\"\(text)\"}} {{author}}</p>") == "<p>\(text) AUTHOR</p>")
    #expect(try written("{{\"\(text)\"}}\n{{author}}\n", isPlainText: true) == "\(text)\nAUTHOR\n")
  }

  @Test func writesVerbatimTextInAttributes() throws {
    let link = "<a href=\"{{\"{{url}}\"}}\">{{author}}</a>"
    #expect(try written(link) == "<a href=\"{{url}}\">AUTHOR</a>")
  }

  @Test func doesNotParseMarkupInPlainTextTemplates() throws {
    let text = "1 < 2 & \"3\"  {{author}}\n\n  <{{author}}>\n"
    #expect(
      try written(text, isPlainText: true) == "1 < 2 & \"3\"  AUTHOR\n\n  <AUTHOR>\n")
  }

  @Test(arguments: [
    ("{{\"a}}", "1:1: error: the verbatim text is not closed by '\"}}'"),
    ("{{\"\"}}", "1:1: error: the verbatim text is empty"),
    (
      "{{\"a\nb\"}}",
      "1:1: error: a verbatim text has printable ASCII characters only, and no line break"
    ),
    ("<p>{{\"a < b\"}}</p>", "error: a '<' that begins no tag must be written '&lt;'"),
  ])
  func rejectsInvalidVerbatimText(template: String, expected: String) {
    do throws(SourceErrors) {
      let set = TemplateSet(only: ["t.mustache": Array(template.utf8)])
      _ = try set.compile("t.mustache", schema: Self.schema)
      Issue.record("it compiled")
    } catch {
      #expect(error.description.contains(expected))
    }
  }
}
