import AtollArguments
import Foundation
import Testing

@testable import AtollCommand

/// Commands other than `render`, through the real binary.
struct OtherCommandTests {
  @Test func listsRows() throws {
    let folder = try Fixture.folder()
    let outcome = try Command.atoll(
      ["rows", "-q", "thread.json", "--sort", "oldest", "--fold", "1"], in: folder)
    #expect(outcome.output == "+ 1  Ann  [1 hidden]: Hello you\n- 3  Cy: Late\n")
  }

  @Test(arguments: ["deleted", "rejected", "withheld", "ignored"])
  func listsATombstoneWithoutItsAuthorAndText(reason: String) throws {
    let comment =
      #"{"id":"x","author":"Jane Doe","body":"my phone is 555-0101","tombstone":"\#(reason)"}"#
    let outcome = try Command.atoll(
      ["rows", "-q"], in: Command.makeFolder(),
      input: #"{"atoll":1,"comments":[\#(comment),{"id":"y","parentId":"x","body":"so"}]}"#)
    #expect(outcome.output == "- x  [\(reason)]\n  - y: so\n")
  }

  @Test(arguments: [
    (String(repeating: " ", count: 600) + "hello", "hello"),
    (String(repeating: "👨‍👩‍👧‍👦", count: 40), String(repeating: "👨‍👩‍👧‍👦", count: 40)),
    (String(repeating: "👨‍👩‍👧‍👦", count: 61), String(repeating: "👨‍👩‍👧‍👦", count: 59) + "…"),
    (
      "a" + String(repeating: "\u{301}", count: 5000),
      "a" + String(repeating: "\u{301}", count: 959)
    ),
    (String(repeating: "a", count: 60), String(repeating: "a", count: 60)),
    (String(repeating: "a", count: 61), String(repeating: "a", count: 59) + "…"),
    (#"**Bold**\n\n> quoted\n\n[a link](https://e.com/a)"#, "Bold a link"),
  ])
  func showsTheBeginningOfAComment(body: String, excerpt: String) throws {
    let outcome = try Command.atoll(
      ["rows", "-q"], in: Command.makeFolder(),
      input: #"{"atoll":1,"comments":[{"id":"1","body":"\#(body)"}]}"#)
    let shown = outcome.output.replacing(#"\u{200d}"#, with: "\u{200D}")
    #expect(shown == "- 1: \(excerpt)\n")
  }

  @Test func showsNeitherMarkupNorHiddenSpoilersInRows() throws {
    let html = #"<div>a&nbsp;b <span class=\"coral-rte-spoiler\">Snape</span></div><p>c</p>"#
    let outcome = try Command.atoll(
      ["rows", "-q"], in: Command.makeFolder(),
      input: #"{"atoll":1,"comments":[{"id":"a","bodySyntax":"html","body":"\#(html)"}]}"#)
    #expect(outcome.output == "- a: a b [Spoiler] c\n")
  }

  /// A line is the id, two spaces and the name, and after a colon the text.
  @Test(arguments: [
    ("a", "Ann", "- a  Ann: x"), ("a", "Ann: x", #"- a  "Ann: x": x"#), ("a b", "", #"- "a b": x"#),
    ("a:", "Ann", #"- "a:"  Ann: x"#), ("a", "Ann  [3 hidden]", #"- a  "Ann  [3 hidden]": x"#),
    ("a", "[deleted]", #"- a  "[deleted]": x"#), ("a", #"\"\\"#, #"- a  "\"\\": x"#),
    ("a:b", "Ann [staff", #"- a:b  "Ann [staff": x"#), ("a", "O'Neil, Ann", "- a  O'Neil, Ann: x"),
  ])
  func marksTheEndsOfIDsAndNamesInRows(id: String, name: String, line: String) throws {
    let outcome = try Command.atoll(
      ["rows", "-q"], in: Command.makeFolder(),
      input: #"{"atoll":1,"comments":[{"id":"\#(id)","author":"\#(name)","body":"x"}]}"#)
    #expect(outcome.output == line + "\n")
  }

  @Test func keepsTheOldPageIfTheDocumentIsInvalid() throws {
    let outcome = try Command.bash(
      """
      echo '{"atoll":1,"comments":[{"id":"a","body":"good"}]}' | atoll render -q -o page.html
      echo '{"atoll":1,"comments":[{"id":"a","body":"good",}]}' | atoll render -q -o page.html; echo $?
      grep -o good page.html
      """, in: try Command.makeFolder())
    #expect(outcome.output == "65\ngood\n", "\(outcome)")
  }

  @Test func listsAndChecksThemes() throws {
    let folder = try Fixture.folder()
    #expect(try Command.atoll(["theme", "list"], in: folder).output == "ign\nplain\n")
    let files = try Command.atoll(["theme", "list", "ign"], in: folder).output
    #expect(files.contains("theme.json\n"))
    let checked = try Command.atoll(["theme", "check"], in: folder)
    #expect(checked.status == 0)
    #expect(checked.output.hasPrefix("theme ign: "))
    #expect(checked.errors.contains("plain: note: the theme has no errors\n"))
  }

  @Test func rendersWithAThemeInAFolder() throws {
    let folder = try Fixture.folder()
    let look = folder.appending(path: "look")
    try FileManager.default.createDirectory(at: look, withIntermediateDirectories: true)
    try Data(#"{"extends": "plain"}"#.utf8).write(to: look.appending(path: "theme.json"))
    let outcome = try Command.atoll(
      ["render", "-q", "--style", "./look/", "thread.json"], in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("</html>"))
  }

  @Test func replacesATemplateWithACustomOne() throws {
    let folder = try Fixture.folder()
    let begun = try Command.bash(
      """
      mkdir ours && atoll template list --dump no-comments > ours/no-comments.mustache &&
      echo '<p class="a-ours"></p>' >> ours/no-comments.mustache && atoll template list ours
      """, in: folder)
    #expect(begun.output.contains("\nno-comments.mustache (replaced)\n"))
    #expect(try Command.atoll(["template", "check", "ours"], in: folder).status == 0)
    let outcome = try Command.atoll(
      ["render", "-q", "--templates", "ours", "--max-comments", "0"], in: folder,
      input: #"{"atoll":1,"story":{"id":"s"},"comments":[]}"#)
    #expect(outcome.output.contains("a-ours"), "\(outcome.errors)")
  }

  @Test func writesTheFooterOfAMailEveryTimeTheTemplateContainsIt() throws {
    let outcome = try Command.bash(
      """
      mkdir -p ours/email; atoll template list --dump email/message > built-in
      { echo '<table><tr><td>{{{footer}}}</td></tr></table>'; cat built-in; } > ours/email/message.mustache
      atoll demo -q; atoll render -q demo/thread.json -f email-html --footer 'Harbour Street 12' --templates ours \
        | grep -o 'Harbour Street 12' | wc -l
      """, in: Command.makeFolder())
    #expect(outcome.output == "2\n", "\(outcome.errors)")
  }

  @Test func fillsPhrasesIntoACustomCardPageTemplate() throws {
    let outcome = try Command.bash(
      """
      mkdir ours; atoll template list --dump card-page > ours/card-page.mustache
      echo '<p>{{words.like}} {{words.staff}}</p>' >> ours/card-page.mustache
      atoll demo -q; atoll card -q demo/thread.json --comment demo-4 --address https://example.com/c/ \
        --templates ours -o out; tail -n 1 out/index.html
      """, in: Command.makeFolder())
    #expect(outcome.output.contains("<p>Like Staff</p>"), "\(outcome)")
  }

  @Test(arguments: ["ancestor", "page-list", "card-page"])
  func checksTheTemplatesOfAllPages(template: String) throws {
    let folder = try Command.makeFolder()
    let outcome = try Command.bash(
      "mkdir ours && echo '{{x}}' > ours/\(template).mustache && atoll template check ours",
      in: folder)
    #expect(
      outcome.status == 78 && outcome.errors.contains("unknown name 'x'"), "\(outcome.errors)")
  }

  @Test(arguments: ["comment", "tombstone"])
  func rejectsATemplateWithTheBodyAfterTheReplies(template: String) throws {
    let folder = try Command.makeFolder()
    let outcome = try Command.bash(
      """
      mkdir ours && echo '<li>{{> replies}}<div>{{^has_body}}NO{{/has_body}}{{{body}}}</div></li>' \
        > ours/\(template).mustache && atoll template check ours
      """, in: folder)
    #expect(outcome.status == 78)
    for (column, name) in [(23, "has_body"), (51, "body")] {
      #expect(
        outcome.errors.contains(
          "\(template).mustache:1:\(column): error: '\(name)' must come before {{> replies}}"),
        "\(outcome.errors)")
    }
  }

  @Test(arguments: ["comment", "tombstone"])
  func rejectsSortControlsWithoutCommentRanks(template: String) throws {
    let folder = try Command.makeFolder()
    let outcome = try Command.bash(
      """
      mkdir ours && echo '<li>{{{body}}}{{> replies}}</li>' > ours/\(template).mustache && atoll template check ours
      """, in: folder)
    #expect(
      outcome.ended(
        with: 78,
        saying: "\(template).mustache:1:1: error: the sort controls of comments.mustache need"))
    let without = try Command.bash(
      "echo '<ol>{{> comments}}</ol>' > ours/comments.mustache && atoll template check ours",
      in: folder)
    #expect(without.status == 0, "\(without.errors)")
  }

  @Test func rendersTheDemo() throws {
    let folder = try Command.makeFolder()
    let outcome = try Command.atoll(["demo", "--specimen", "-o", "a/b"], in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let named = outcome.output.split(separator: "\n").map(String.init)
    #expect(
      named == [
        "a/b/thread.json", "a/b/stories.ndjson", "a/b/dump/comments.ndjson",
        "a/b/dump/stories.ndjson", "a/b/dump/users.ndjson", "a/b/thread-page.html",
        "a/b/thread-fragment.html",
        "a/b/thread-card.html",
        "a/b/thread.ansi", "a/b/thread.txt", "a/b/thread.eml", "a/b/thread-email.html",
        "a/b/thread-email.txt", "a/b/thread.jsonld", "a/b/thread.atom",
        "a/b/thread-blocks.json", "a/b/specimen.html", "a/b/specimen-closed.html",
      ])
    for name in named {
      #expect(try Data(contentsOf: folder.appending(path: name)).count > 300)
    }
    let again = try Command.atoll(["render", "a/b/thread.json", "-o", "again.html"], in: folder)
    #expect(again.status == 0, "\(again.errors)")
    let one = try Command.atoll(["demo", "--format", "card", "-o", "c"], in: folder)
    #expect(one.output == "c/thread-card.html\n")
    #expect(try Command.atoll(["demo", "-q", "-o", "d"], in: folder).output.isEmpty)
  }

  @Test func replacesDemoOutputsButNotEditedDemoInputs() throws {
    let outcome = try Command.bash(
      """
      atoll demo -q; echo mine > demo/thread.txt; atoll demo -q; echo $?; head -c 4 demo/thread.txt; echo
      echo mine > demo/stories.ndjson; atoll demo -q; echo $?; cat demo/stories.ndjson
      """, in: try Command.makeFolder())
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.first == "0" && lines.suffix(2) == ["73", "mine"], "\(outcome)")
    #expect(!outcome.output.contains("0\nmine"))
    #expect(outcome.errors.contains("demo/stories.ndjson: error: the file has been changed"))
  }

  @Test func showsItsVersion() throws {
    let outcome = try Command.atoll(["--version"], in: try Command.makeFolder())
    #expect(outcome.output == "atoll \(atollVersion)\n")
  }

  @Test func wrapsHelpToTheWidthInCOLUMNS() throws {
    let folder = try Command.makeFolder()
    let narrow = try Command.atoll(
      ["render", "--help"], in: folder, environment: ["COLUMNS": "60"])
    #expect(narrow.output.contains("\nARGUMENTS:\n  FILE                    The input: files"))
    let same = try Command.atoll(["help", "render"], in: folder, environment: ["COLUMNS": "60"])
    #expect(same.output == narrow.output)
  }

  @Test func colorsMessagesOnlyIfEnvironmentVariablesAskForColor() throws {
    let folder = try Fixture.folder()
    func errors(_ environment: [String: String]) throws -> String {
      try Command.atoll(["nonsense"], in: folder, environment: environment).errors
    }
    #expect(try !errors([:]).contains("\u{1B}"))
    #expect(try errors(["FORCE_COLOR": "1"]).hasPrefix("\u{1B}[1;31merror:\u{1B}[0m "))
    #expect(try errors(["CLICOLOR_FORCE": "1"]).contains("\u{1B}"))
    #expect(try !errors(["FORCE_COLOR": "1", "NO_COLOR": "1"]).contains("\u{1B}"))
    #expect(try errors(["FORCE_COLOR": "1", "NO_COLOR": ""]).contains("\u{1B}"))
  }

  @Test func keepsTheManualPageUpToDate() throws {
    var manual = ManualPage(date: manualDate)
    let page = try String(
      contentsOf: Command.package.appending(path: "docs/atoll.1"), encoding: .utf8)
    #expect(
      page
        == manual.makeText(
          for: CommandTable.root.description, describedAs: manualSummary, notes: CommandTable.notes),
      "run: swift run atoll --generate-manual > docs/atoll.1")
  }
}
