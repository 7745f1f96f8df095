import Atoll
import AtollSnapshots
import Testing

@testable import AtollPictureTests

/// The order and the report of the edits that test a suite.
@Suite struct StyleMutationTests {
  private let names: [SnapshotName]

  init() throws { names = try ["a", "b", "c"].map { try #require(SnapshotName($0)) } }

  @Test func startsWithTheScreenshotsThatShowedTheMostEdits() {
    let outcomes: [StyleMutation.Outcome] = [
      .seen(in: names[2], finding: nil), .unseen, .seen(in: names[2], finding: nil),
      .seen(in: names[1], finding: nil), .doesNotLoad,
    ]
    #expect(
      StyleMutation.pictureOrder(after: outcomes, previous: [0, 1, 2], names: names) == [2, 1, 0])
    #expect(StyleMutation.pictureOrder(after: [], previous: [1, 0, 2], names: names) == [1, 0, 2])
  }

  @Test(arguments: ["ign", "plain"])
  func editsABuiltInStyleThatTheProjectHasNoFilesOf(style: String) throws {
    let files = try StyleMutation.files(of: style, using: TestProject().renderer())
    #expect(files.contains { $0.path == "theme.json" } && !StyleEdits(files: files).all().isEmpty)
  }

  @Test func reportsEditsThatNoSnapshotShowsOrThatNoFindingNames() {
    let edits = StyleEdits(
      files: [StyleSource(path: "a.css", bytes: Array(".a {\n  color: #123456;\n}\n".utf8))]
    ).all()
    let report = MutationReport(
      of: [edits[0], edits[0], edits[0], edits[0]],
      outcomes: [
        .unseen, .seen(in: names[0], finding: nil), .seen(in: names[1], finding: "x"), .doesNotLoad,
      ])
    #expect(
      report.text == """
        unseen   a.css:2: color: #123456 → #123457
        unnamed  a.css:2: color: #123456 → #123457  in a
        2 of 3 edits seen, 1 named; 1 more do not load

        """)
    #expect(report.json.split(separator: "\n").count == 4)
    #expect(report.seenCount == 2 && report.namedCount == 1)
    #expect(report.unseenCount == 1 && report.notLoadedCount == 1)
  }

  @Test func recognizesAFindingThatNamesTheEdit() throws {
    let edit = try #require(
      StyleEdits(
        files: [StyleSource(path: "theme.json", bytes: Array("{\n  \"space-1\": 4\n}\n".utf8))]
      ).all().first)
    #expect(edit.description == "theme.json:2: space-1: 4 → 5")
    let token = Finding(
      .declaration, selector: ":root", property: "--atoll-space-1", old: "4px", new: "5px")
    #expect(edit.isNamed(by: token))
    #expect(
      !edit.isNamed(by: Finding(.style, selector: ".a", property: "margin", old: "4px", new: "5px"))
    )
  }
}
