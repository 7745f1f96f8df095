import AtollSnapshots
import Foundation
import TestSupport
import Testing

/// The page `docs/snapshots.md`, compared with the code.
@Suite struct SnapshotDocumentTests {
  static func page() throws -> String { try Repository.text("docs/snapshots.md") }

  /// Returns the content of the first block in a language.
  static func block(_ language: String) throws -> String {
    let page = try page()
    let start = try #require(page.range(of: "```\(language)\n"))
    let end = try #require(page.range(of: "\n```", range: start.upperBound..<page.endIndex))
    return String(page[start.upperBound..<end.lowerBound])
  }

  @Test func readsTheSuiteShownInTheDocument() throws {
    let suite = try Suite(Array(Self.block("json").utf8), named: "docs/snapshots.md")
    let names = try suite.plan().map(\.name.text)
    #expect(names.contains("look/thread/w390-dark-rtl.png"))
    #expect(names.contains("look/print/w1200-light-print.png"))
    #expect(names.contains("look/mail/text.txt"))
  }

  @Test func documentShowsTheTestedExample() throws {
    let example = try Repository.text(
      "Tests/AtollSnapshotsTests/DocumentExample.swift"
    ).replacing(
      "Letters.folder", with: #"URL(filePath: "\(#filePath)/../../../Snapshots").standardized.path"#
    )
    let words = try Self.block("swift").split(separator: "\n").drop { !$0.hasPrefix("struct") }
    #expect(
      example.contains(words.joined(separator: "\n").replacing("\n  @Test", with: "\n\n  @Test")))
  }

  @Test func documentsTheMainKeysAndTheValuesOfASuite() throws {
    let page = try Self.page()
    for key in [
      "options", "formats", "pictures", "accessibility", "redact", "styles", "templates", "scales",
      "root",
    ] {
      #expect(page.contains("`\(key)`"), "\(key)")
    }
    let values =
      SuiteCase.Scheme.allCases.map(\.rawValue) + SuiteCase.State.allCases.map(\.rawValue)
      + SuiteCase.ScreenshotFormat.allCases.map(\.rawValue)
      + SuiteCase.Medium.allCases.map(\.rawValue)
    for value in values { #expect(page.contains("`\(value)`"), "\(value)") }
  }

  @Test func namesSnapshotsAfterSchemeAndMediumAndStateAndScale() throws {
    let suite = try Suite(
      Array(
        #"{"cases": [{"id": "a", "demo": "story", "widths": [390], "schemes": ["forced"], "media": ["paged"], "states": ["folded", "touch"], "scales": [1, 2]}]}"#
          .utf8), named: "suite.json")
    #expect(
      try suite.plan().map(\.name.text) == [
        "pages/a/w390-forced-paged-folded.png", "pages/a/w390-forced-paged-folded-2x.png",
        "pages/a/w390-forced-paged-touch.png", "pages/a/w390-forced-paged-touch-2x.png",
      ])
    #expect(throws: SnapshotError.self) {
      try Suite(
        Array(#"{"scales": [5], "cases": [{"id": "a", "demo": "story"}]}"#.utf8), named: "a.json")
    }
  }

  @Test func givesEveryStateItsOwnSnapshotName() throws {
    let suite = try Suite(
      Array(
        #"{"cases": [{"id": "a", "demo": "story", "widths": [390], "media": ["screen", "print"], "states": ["rest", "focus"]}]}"#
          .utf8), named: "suite.json")
    #expect(
      try suite.plan().map(\.name.text) == [
        "pages/a/w390-light.png", "pages/a/w390-light-focus.png",
        "pages/a/w390-light-print.png", "pages/a/w390-light-print-focus.png",
      ])
  }

  @Test(arguments: [
    (#""pictures": "card""#, SuiteCase.ScreenshotFormat?.some(.card)), (#""pictures": false"#, nil),
    (#""pictures": true"#, .page), (#""options": []"#, .page), (#""pictures": "email""#, .email),
  ])
  func readsThePictureFormatOfACase(_ member: String, _ form: SuiteCase.ScreenshotFormat?) throws {
    let text = #"{"cases": [{"id": "a", "demo": "story", \#(member)}]}"#
    let suite = try Suite(Array(text.utf8), named: "suite.json")
    #expect(suite.cases.map(\.screenshotFormat) == [form])
    #expect(try suite.plan().isEmpty == (form == nil))
  }

  @Test(arguments: [
    #"{"id": "b", "html": "x.html"}"#, #"{"id": "b", "demo": "story", "pictures": false}"#,
    #"{"id": "b", "demo": "story", "pictures": "page"}"#,
  ])
  func ignoresTheClientsOfASuiteInACaseWithoutMails(_ other: String) throws {
    for (suite, mail) in [(#""pictures": "email","#, ""), ("", #", "pictures": "email""#)] {
      let text = #"""
        {\#(suite) "clients": ["whole", "gmail"],
         "cases": [{"id": "a", "demo": "story"\#(mail)}, \#(other)]}
        """#
      let suite = try Suite(Array(text.utf8), named: "suite.json")
      #expect(suite.cases.map(\.clients) == [[.whole, .gmail], [.whole]])
    }
  }

  @Test func dropsSlashesAtTheEndOfARoot() throws {
    for (root, expected) in [("site//", "site"), ("/", "/")] {
      let text = #"{"cases": [{"id": "a", "html": "x.html", "root": "\#(root)"}]}"#
      #expect(try Suite(Array(text.utf8), named: "suite.json").cases[0].siteRoot == expected)
    }
  }

  @Test func rejectsASuiteNamedLikeAShardOfAnother() {
    let text = #"{"suite": "look-2-of-3", "cases": [{"id": "a", "demo": "story"}]}"#
    #expect(throws: SnapshotError.self) { try Suite(Array(text.utf8), named: "suite.json") }
  }

  @Test(arguments: [
    #""pictures": "email-text""#, #""clients": ["gmail"]"#, #""pictures": ["page", "card"]"#,
    #""states": ["held"]"#,
  ])
  func rejectsInvalidScreenshotSettings(_ member: String) {
    let text = #"{"cases": [{"id": "a", "demo": "story", \#(member)}]}"#
    #expect(throws: SnapshotError.self) { try Suite(Array(text.utf8), named: "suite.json") }
  }

  @Test(arguments: [
    (
      #"{"id": "a", "demo": "story"}, {"id": "a/text.txt", "demo": "story"}"#,
      "suite.json (cases[1].id): error: 'a/text.txt' needs a folder pages/a/text.txt, which is a snapshot of the case 'a'"
    ),
    (
      #"{"id": "a/text.txt.pending/b", "demo": "story"}, {"id": "a", "demo": "story"}"#,
      "suite.json (cases[0].id): error: 'a/text.txt.pending/b' needs a folder pages/a/text.txt.pending, which is pending output of the case 'a'"
    ),
    (
      #"{"id": "b", "demo": "story"}, {"id": "", "demo": "story"}"#,
      "suite.json (cases[1].id): error: this must not be empty"
    ),
  ])
  func rejectsIDsThatCannotBePathsInTheStore(cases: String, message: String) throws {
    let text = #"{"formats": ["text"], "pictures": false, "cases": [\#(cases)]}"#
    let error = #expect(throws: SnapshotError.self) {
      try Suite(Array(text.utf8), named: "suite.json").plan()
    }
    #expect(error?.description == message)
  }

  @Test func givesEverySchemeItsOwnSnapshotName() throws {
    let suite = try Suite(
      Array(
        #"{"cases": [{"id": "a", "demo": "story", "widths": [390], "schemes": ["light", "dark-contrast"]}]}"#
          .utf8), named: "suite.json")
    let plan = try suite.plan()
    #expect(
      plan.map(\.name.text) == ["pages/a/w390-light.png", "pages/a/w390-dark-contrast.png"])
    #expect(plan.map(\.view.scheme.isDark) == [false, true])
    #expect(plan.map(\.view.scheme.prefersMoreContrast) == [false, true])
  }
}
