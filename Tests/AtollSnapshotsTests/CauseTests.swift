import Foundation
import Testing

import AtollSnapshots

/// The causes of findings: one for each edit, in whichever snapshots it shows.
@Suite struct CauseTests {
  static func entry(_ name: String, _ findings: [Finding]) -> RunRecord.Entry {
    var entry = RunRecord.Entry(name, state: .changed)
    entry.findings = findings
    return entry
  }

  static let page = Finding(
    .declaration, selector: "@layer atoll :root", property: "--atoll-link", old: "#a81010",
    new: "#9a1010")
  @Test func groupsAPageAndASealedCardUnderOneCause() {
    var sealed = Self.page
    sealed.selector = "@layer atoll .atoll"
    #expect(
      Self.entry("a", [Self.page]).causes.map(\.name)
        == Self.entry("b", [sealed]).causes.map(\.name))
    func rule(_ selector: String) -> [Finding] {
      [Finding(.declaration, selector: selector, property: "color", old: "red", new: "blue")]
    }
    #expect(
      Self.entry("a", rule(".a")).causes.map(\.name)
        != Self.entry("b", rule(".b")).causes.map(\.name))
  }

  @Test func separatesTheCausesOfTwoEditsInOneSnapshot() {
    let other = Finding(
      .declaration, selector: "@layer atoll :root", property: "--atoll-card", old: "#fff",
      new: "#fffff1")
    let causes = Self.entry("a", [Self.page, other]).causes
    #expect(causes.map(\.text) == [Self.page.description, other.description])
    #expect(
      causes.map(\.name) == [Self.page, other].flatMap { Self.entry("b", [$0]).causes.map(\.name) })
  }

  @Test func groupsTheChangesOfOneSourceEditUnderOneCause() {
    func finding(_ text: String, _ edit: String) -> Finding {
      var one = Finding(.text, selector: ".a-n", old: "Ann", new: text)
      one.editHash = edit
      return one
    }
    let page = Self.entry("a", [finding("Ann:", "1"), finding("Bo:", "1")])
    let mail = Self.entry("b", [finding("Cy:", "1")])
    #expect(page.causes.map(\.name) == mail.causes.map(\.name))
    #expect(Self.entry("c", [finding("Ann:", "1"), finding("x", "2")]).causes.count == 2)
    #expect(Finding(finding("Ann:", "1").json) == finding("Ann:", "1"))
  }

  @Test func ignoresStyleSheetHashesInTheContentSecurityPolicy() {
    func page(_ hash: Character, _ color: String) -> [UInt8] {
      let hash = "sha256-\(String(repeating: hash, count: 41))+/="
      return Array(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"style-src '\(hash)'\"><style>a{color:\(color)}</style>\n"
          .utf8)
    }
    let difference = LineDifference(from: page("a", "#fff"), to: page("b", "#eee"))
    #expect(difference.replacements == WordReplacement.all(from: "#fff", to: "#eee"))
    #expect(
      difference.linesHash
        == LineDifference(from: page("c", "#fff"), to: page("d", "#eee")).linesHash)
    #expect(LineDifference(from: page("a", "#fff"), to: page("b", "#fff")).count == 1)
  }

  @Test func ignoresDerivedFindings() {
    var text = Finding(.text, selector: ".a-g", old: "Staff", new: "STAFF")
    let told = Self.entry("a", [Self.page, text]).causes.map(\.name)
    text.isDerived = true
    let derived = Self.entry("a", [Self.page, text])
    #expect(derived.causes.map(\.name) == Self.entry("b", [Self.page]).causes.map(\.name))
    #expect(derived.causes.map(\.name) != told)
    #expect(Finding(text.json)?.isDerived == true)
  }

  @Test func groupsEqualTextChangesOnDifferentLines() {
    func text(_ lines: Int) -> RunRecord.Entry {
      let before = String(repeating: "x\n", count: lines)
      return Self.entry(
        "a\(lines)",
        [
          LineDifference(from: Array("\(before)one\n".utf8), to: Array("\(before)two\n".utf8))
            .finding
        ])
    }
    #expect(text(3).causeText == "one → two")
    #expect(text(3).causes.map(\.name) == text(9).causes.map(\.name))
  }

  @Test func summarizesDerivedTokensInOneFinding() {
    var finding = Self.page
    finding.relatedProperties = [
      "--atoll-rail-2", "--atoll-rail-3", "--atoll-rail-4", "--atoll-rail-5",
    ]
    #expect(
      finding.description
        == "@layer atoll :root { --atoll-link: #a81010 → #9a1010 }; 4 more with it: "
        + "--atoll-rail-2, --atoll-rail-3, --atoll-rail-4, …")
    #expect(Self.entry("a", [finding]).causeText == Self.page.description)
    #expect(Finding(finding.json) == finding)
  }

  // MARK: Texts and accessibility trees

  /// Returns the entries of a run over a screenshot with these findings, an accessibility tree and a mail.
  private static func shared(
    _ findings: [Finding], mail: (old: String, new: String) = ("", "")
  ) throws -> [String: RunRecord.Entry] {
    let suite = try Suite(
      Array(
        #"{"suite": "s", "widths": [390], "cases": [{"id": "a", "demo": "story", "accessibility": true, "formats": ["email", "text"]}]}"#
          .utf8), named: "suite.json")
    let scratch = SnapshotStoreTests.Scratch()
    var record = RunRecord(runName: "s")
    record["s/a/w390-light.png"] = Self.entry("s/a/w390-light.png", findings)
    for (name, old, new) in [
      ("s/a/accessibility.txt", "  text \"Staff\"\n", "  text \"STAFF\"\n"),
      ("s/a/email.eml", mail.old, mail.new), ("s/a/text.txt", mail.old, mail.new),
    ] where old != new {
      try scratch.put(old, at: name)
      try scratch.put(new, at: "\(name).pending")
      record[name] = Self.entry(
        name, [LineDifference(from: Array(old.utf8), to: Array(new.utf8)).finding])
    }
    let entries = try SharedCauses(of: record, plan: suite.plan(), folder: scratch.folder.path)
      .entries()
    return Dictionary(uniqueKeysWithValues: entries.map { ($0.name, $0) })
  }

  @Test func explainsAChangedAccessibilityTreeByAStyleEditThatScreenshotsShow() throws {
    let capitals = Finding(
      .declaration, selector: ".a-g", property: "text-transform", old: "none", new: "uppercase")
    let tree = try #require(try Self.shared([capitals])["s/a/accessibility.txt"])
    #expect(tree.causes.map(\.name) == Self.entry("x", [capitals]).causes.map(\.name))
    #expect(tree.findings.map(\.kind) == [.declaration, .line])
    let attribute = Finding(.attribute, selector: ".a", property: "aria-label", old: "x", new: "y")
    #expect(try Self.shared([capitals, attribute]).isEmpty, "more than the style was edited")
    #expect(try Self.shared([Self.page]).isEmpty, "a tree shows no colours")
    #expect(try Self.shared([Finding(.moved, selector: "", new: "0,1 px")]).isEmpty)
  }

  @Test func attributesAMailChangeToAnEditedDesignToken() throws {
    let line = "<a style=\"color:#A81010\">there</a> and <a style=\"color:#a81010\">"
    let found = try Self.shared(
      [Self.page],
      mail: (line, line.replacing("#A81010", with: "#9A1010").replacing("#a81010", with: "#9a1010"))
    )
    #expect(
      found["s/a/email.eml"]?.causes.map(\.name) == Self.entry("x", [Self.page]).causes.map(\.name))
    #expect(found["s/a/text.txt"] == nil, "no style is written into plain text")
    let sheet = try Self.shared(
      [Self.page], mail: ("<style>a{x:y}</style><p>\n", "<style>a{x:y;z:1}</style><p>\n"))
    #expect(sheet["s/a/email.eml"] != nil, "only its style sheet differs")
    let more = try Self.shared(
      [Self.page],
      mail: (line, line.replacing("#A81010", with: "#9A1010").replacing("there", with: "here")))
    #expect(more["s/a/email.eml"] == nil, "words of the text changed too")
  }
}
