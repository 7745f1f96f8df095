import Foundation
import Testing

/// Folders with a theme or with templates of one's own, and what is wrong in them.
struct StyleFolderTests {
  private static func outcome(_ script: String) throws -> Command.Outcome {
    try Command.bash(script, in: try Fixture.folder())
  }

  @Test func reportsCSSThatMailClientsDoNotSupport() throws {
    let begun = #"""
      mkdir ours; echo '{"extends":"ign","email-styles":["m.css"]}' > ours/theme.json
      printf '.x{display:grid}\ntd{position:absolute}\n' > ours/m.css
      """#
    let check = try Self.outcome("\(begun)\natoll theme check ours")
    let mail = try Self.outcome("\(begun)\natoll render -q thread.json -f email --style ours")
    #expect(check.status == 78 && check.output == "")
    #expect(check.errors == mail.errors)
    for place in ["ours/m.css:1:4: error: 'grid' does not", "ours/m.css:2:4: error: 'position' "] {
      #expect(check.errors.contains(place), "\(check.errors)")
    }
    let allowed = try Self.outcome(
      "\(begun)\natoll theme check -q ours --allow css-display-grid --allow css-position")
    #expect(allowed.status == 0, "\(allowed.errors)")
  }

  @Test func escapesTheTitleOfATheme() throws {
    let outcome = try Self.outcome(
      #"""
      mkdir ours; echo '{"extends":"ign","title":"a\u001b[31mX\u202e\nY"}' > ours/theme.json
      touch ours/$'b\e.css'; atoll theme list ours; rm ours/b*; atoll theme check ours
      """#)
    let lines = outcome.output.split(separator: "\n")
    #expect(
      lines.prefix(3) == [
        #"b\u{1b}.css"#, "theme.json", #"theme ours: a\u{1b}[31mX\u{202e}\u{a}Y"#,
      ])
  }

  @Test func allowsFloatsInMailTemplatesOnlyOnRequest() throws {
    let begun = #"""
      mkdir -p ours/email
      echo '<tr><td><div style="float:left">{{author}}</div>{{{body}}}</td></tr>' > ours/email/comment.mustache
      """#
    let refused = try Self.outcome("\(begun)\natoll template check ours")
    #expect(refused.ended(with: 78, saying: "write --allow css-float"))
    let allowed = try Self.outcome("\(begun)\natoll template check --allow css-float ours")
    #expect(allowed.status == 0, "\(allowed.errors)")
  }

  @Test func rendersTheTextOfAMailWithItsOwnTemplate() throws {
    let outcome = try Self.outcome(
      """
      mkdir -p ours/email; printf 'OURS\n{{> blocks}}\n' > ours/email/text.mustache
      atoll render -q thread.json -f email-text --templates ours
      """)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("OURS\n"))
  }

  @Test func namesTheFolderThatLacksAThemeFile() throws {
    for command in ["theme check ours/", "theme css ours", "render -q thread.json --style ours"] {
      let outcome = try Self.outcome("mkdir ours; echo 'p{}' > ours/page.css; atoll \(command)")
      #expect(outcome.status == 78)
      #expect(
        outcome.errors.hasPrefix("ours/theme.json: error: a theme needs"), "\(outcome.errors)")
    }
  }

  @Test(arguments: [
    ("s#</article>#</artcle>#", "</artcle> has no start tag; did you mean '</article>'?"),
    ("s#</header>##", "<header> has no end tag before </article>; write </header>"),
    ("s#</li>##", "<li> has no end tag; write </li>"),
  ])
  func reportsMissingAndMisspelledEndTags(edit: String, message: String) throws {
    for command in ["template check ours", "render -q thread.json --templates ours"] {
      let outcome = try Self.outcome(
        """
        atoll template copy -q comment.mustache ours; sed -i '\(edit)' ours/comment.mustache
        atoll \(command)
        """)
      #expect(outcome.status == 78 && outcome.output == "")
      #expect(
        outcome.errors.firstMatch(of: /^ours\/comment.mustache:\d+:\d+: error: (?<text>.*)\n/)?.text
          == message[...], "\(outcome.errors)")
    }
  }

  @Test(arguments: [
    (
      "cp ours/comment.mustache ours/byline.mustach",
      "ours/byline.mustach: error: there is no template of this name; did you mean 'byline.mustache'?"
    ),
    (
      "mkdir ours/email; cp ours/comment.mustache ours/email/notice.must",
      "ours/email/notice.must: error: there is no template of this name; did you mean 'email/notice.mustache'?"
    ),
    (
      "ln -s /nonexistent ours/byline.mustache",
      "ours/byline.mustache: error: this link does not lead to a file"
    ),
    (
      "mkdir ours/byline.mustache",
      "ours/byline.mustache: error: this is a folder, and a template is a file"
    ),
    (
      "mkdir common; ln -s ../common ours/email",
      "ours/email: error: this is a link to a folder, which is not followed; copy it"
    ),
    ("mkfifo ours/byline.mustache", "ours/byline.mustache: error: this is no regular file"),
  ])
  func reportsMisnamedAndUnreadableTemplates(edit: String, message: String) throws {
    for command in [
      "template check ours", "template list ours", "render -q thread.json --templates ours",
    ] {
      let outcome = try Self.outcome(
        "atoll template copy -q comment.mustache ours; \(edit)\natoll \(command)")
      #expect(outcome.status == 78 && outcome.output == "")
      #expect(
        outcome.errors
          == "\(message)\nours: error: \(command.contains("check") ? "1 error" : Self.summary)\n",
        "\(outcome.errors)")
    }
  }

  @Test(arguments: [
    (
      "comment.mustache", "s#{{{body}}}##",
      "comment.mustache:1:1: error: {{{body}}}, the text of the comment, is missing"
    ),
    (
      "page.mustache", "s#class=\"atoll#class=\"thread#",
      "page.mustache:1:1: error: no element has the class 'atoll', so the style sheet does not apply,"
    ),
    ("fragment.mustache", "s#atoll#thread#", "fragment.mustache:1:1: error: no element has the"),
    ("card.mustache", "s#atoll#thread#", "card.mustache:1:1: error: no element has the class"),
    ("page-list.mustache", "s#atoll#thread#", "page-list.mustache:1:1: error: no element has"),
  ])
  func reportsTemplatesWithoutTheTextOrTheRootClass(
    name: String, edit: String, message: String
  ) throws {
    let outcome = try Self.outcome(
      "atoll template copy -q \(name) ours; sed -i '\(edit)' ours/\(name); atoll template check ours"
    )
    #expect(outcome.status == 78)
    #expect(outcome.errors.hasPrefix("ours/\(message)"), "\(outcome.errors)")
  }

  private static let summary = "the templates cannot be used"

  @Test func reportsAllTemplatesWithWrongNamesAtOnce() throws {
    let names = """
      ours/byline.mustach: error: there is no template of this name; did you mean 'byline.mustache'?
      ours/commen.mustache: error: there is no template of this name; did you mean 'comment.mustache'?
      ours/x.mustache: error: there is no template of this name

      """
    let files = """
      mkdir ours; touch ours/byline.mustach ours/commen.mustache ours/x.mustache
      printf '{{nope}}' > ours/comment.mustache
      """
    for command in ["template list ours/", "render -q thread.json --templates ours/"] {
      let outcome = try Self.outcome("\(files)\natoll \(command)")
      #expect(outcome.status == 78)
      #expect(outcome.errors == "\(names)ours/: error: \(Self.summary)\n", "\(outcome.errors)")
    }
    let check = try Self.outcome("\(files)\natoll template check ours")
    #expect(check.status == 78)
    #expect(
      check.errors.hasPrefix(
        "\(names)ours/comment.mustache:1:1: error: unknown name 'nope'"), "\(check.errors)")
  }

  @Test func ignoresFilesThatAreNotTemplates() throws {
    let outcome = try Self.outcome(
      """
      atoll template copy -q comment.mustache ours; mkdir ours/email; cd ours
      touch README.md email/notes.txt .byline.mustach comment.mustache~ comment.mustache.orig
      ln -s /nonexistent link; cd ..; atoll template check ours
      """)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }
}
