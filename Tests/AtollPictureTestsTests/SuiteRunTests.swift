import AtollPictureTests
import Foundation
import Testing

@testable import AtollSnapshots

/// Runs of suites of text outputs, without the command or a browser.
@Suite struct SuiteRunTests {
  static let suite = """
    {"suite": "look", "pictures": false, "formats": ["page", "text"],
     "cases": [{"id": "small", "story": "thread.json"}]}
    """

  private func states(_ run: SuiteRun) -> [String: RunRecord.Entry.State] {
    Dictionary(uniqueKeysWithValues: run.record.entries.map { ($0.name, $0.state) })
  }

  @Test func reportsOutputsFirstAsMissingThenAsSameThenAsChanged() throws {
    let project = try TestProject()
    var first = try project.run(Self.suite)
    try first.run()
    #expect(states(first) == ["look/small/page.html": .missing, "look/small/text.txt": .missing])

    var pendingSnapshots = try PendingSnapshots(ofStoreIn: project.store)
    #expect(try pendingSnapshots.accept(pendingSnapshots.all).isEmpty)
    var second = try project.run(Self.suite)
    try second.run()
    #expect(Set(states(second).values) == [.same])

    try project.write(TestProject.thread.replacing("Hello", with: "Howdy"), to: "thread.json")
    var third = try project.run(Self.suite)
    try third.run()
    #expect(Set(states(third).values) == [.changed])
    let pending = try PendingSnapshots(ofStoreIn: project.store).all
    let text = try #require(pending.first { $0.name.text.hasSuffix(".txt") })
    let files = SnapshotFiles(of: text, in: try PendingSnapshots(ofStoreIn: project.store))
    let difference = String(decoding: try #require(files.difference(.whole)), as: UTF8.self)
    #expect(difference.hasPrefix("--- look/small/text.txt\n+++ look/small/text.txt\n"))
    #expect(difference.contains("Hello") && difference.contains("Howdy"))
  }

  @Test func removesPendingOutputIfItsStoryBecomesUnreadable() throws {
    let project = try TestProject()
    var first = try project.run(Self.suite)
    try first.run()
    #expect(project.text(of: "Snapshots/look/small/page.html.pending") != nil)
    try project.write("no story", to: "thread.json")
    var second = try project.run(Self.suite)
    try second.run()
    #expect(Set(states(second).values) == [.refused])
    #expect(project.text(of: "Snapshots/look/small/page.html.pending") == nil)
  }

  @Test func keepsRecordsOfSnapshotsSkippedByARun() throws {
    let project = try TestProject()
    var whole = try project.run(Self.suite)
    try whole.run()
    var part = try project.run(Self.suite)
    part.plan = part.plan.filter { $0.name.text.hasSuffix(".txt") }
    part.coversWholeShard = false
    try part.run()
    #expect(part.record.isComplete)
    #expect(part.record.entries.count == 2)
  }

  @Test func reportsAChangeEvenIfItsOutputCannotBeWritten() throws {
    let project = try TestProject()
    var first = try project.run(Self.suite)
    try first.run()
    var pendingSnapshots = try PendingSnapshots(ofStoreIn: project.store)
    #expect(try pendingSnapshots.accept(pendingSnapshots.all).isEmpty)
    try project.write(TestProject.thread.replacing("Hello", with: "Howdy"), to: "thread.json")
    // A folder that cannot be replaced by a file, as on a full disk.
    try project.write("", to: "Snapshots/look/small/text.txt.pending/a/b")
    var second = try project.run(Self.suite)
    try second.run()
    #expect(Set(states(second).values) == [.changed])
    #expect(second.fileFailure?.contains("text.txt.pending") == true)
    #expect(second.record["look/small/text.txt"]?.findings.isEmpty == false)
  }

  @Test func rendersTerminalOutputInEveryWidthAndColorDepthAndScheme() throws {
    let project = try TestProject()
    var run = try project.run(
      """
      {"suite": "look", "pictures": false, "formats": ["ansi"], "columns": [40, 100], "colors": ["none", "16m"],
       "schemes": ["light", "dark"], "cases": [{"id": "small", "story": "thread.json"}]}
      """)
    try run.run()
    let names = ["ansi-w40", "ansi-w40-16m", "ansi-w40-16m-dark"]
    for name in names + names.map({ $0.replacing("w40", with: "w100") }) {
      let text = try #require(project.text(of: "Snapshots/look/small/\(name).ansi.pending"))
      #expect(text.contains("\u{1b}[") == name.contains("16m"), "\(name)")
    }
    #expect(run.record.entries.count == 6)
  }

  @Test func rendersLinkedPagesAndDigests() throws {
    let project = try TestProject()
    var run = try project.run(
      """
      {"suite": "look", "pictures": false, "cases": [
        {"id": "pages", "story": "thread.json", "formats": ["page"], "options": ["--pages", "1"],
         "files": ["index.html", "page-1.html", "page-9.html"]},
        {"id": "best", "digest": ["thread.json", "thread.json"], "formats": ["text"]},
        {"id": "undivided", "story": "thread.json", "formats": ["page"], "options": ["--pages", "1"]}]}
      """)
    try run.run()
    #expect(
      project.text(of: "Snapshots/look/pages/page-page-1.html.pending")?.contains("Hello") == true)
    #expect(project.text(of: "Snapshots/look/pages/page-index.html.pending") != nil)
    #expect(
      run.record["look/pages/page-page-9.html"]?.note.contains("has no file 'page-9.html'") == true)
    #expect(project.text(of: "Snapshots/look/best/text.txt.pending")?.contains("Hello") == true)
    #expect(run.record["look/undivided/page.html"]?.state == .refused)
  }

  /// Returns a project with a custom template and accepted texts, committed to git.
  ///
  /// - Parameter root: The folder of the suite's folder: empty, or the path of a folder with a
  ///   slash at its end.
  private static func committed(
    story: String = "thread.json", root: String = ""
  ) throws -> TestProject {
    let project = try TestProject()
    try project.write("<b>{{author}}</b>", to: "\(root)templates/author.mustache")
    try project.write(
      """
      {"suite": "look", "pictures": false, "formats": ["page", "email"], "templates": "templates",
       "cases": [{"id": "small", "story": "\(story)"}]}
      """, to: "\(root)Snapshots/suite.json")
    var run = try Self.run(of: project, root: root)
    try run.run()
    var pendingSnapshots = try PendingSnapshots(ofStoreIn: run.storeFolder)
    #expect(try pendingSnapshots.accept(pendingSnapshots.all).isEmpty)
    let git = Process()
    git.executableURL = URL(filePath: "/bin/sh")
    git.arguments = [
      "-c", "git init -q && git add -A && git -c user.name=a -c user.email=a@b commit -qm one",
    ]
    git.currentDirectoryURL = project.folder
    try git.run()
    git.waitUntilExit()
    return project
  }

  private static func run(of project: TestProject, root: String = "") throws -> SuiteRun {
    let root = "\(project.folder.path)/\(root)"
    let store = "\(root)Snapshots"
    let suite = try Suite(
      Array(try Data(contentsOf: URL(filePath: "\(store)/suite.json"))),
      named: "\(store)/suite.json")
    var run = SuiteRun(
      storeFolder: store, suite: suite, root: String(root.dropLast()), inputs: TestInputs())
    run.plan = try suite.plan()
    run.coversWholeSuite = true
    return run
  }

  @Test func reportsOneCauseForASourceEditInAllFormats() throws {
    let project = try Self.committed()
    try project.write(TestProject.thread.replacing("Hello", with: "Howdy"), to: "thread.json")
    var run = try Self.run(of: project)
    try run.run()
    let groups = PendingGroup.all(of: try PendingSnapshots(ofStoreIn: project.store).all)
    #expect(groups.map(\.snapshots.count) == [2], "\(groups.map(\.headline))")
    #expect(groups[0].causeText.hasPrefix("thread.json:3: "), "\(groups[0].causeText)")
    #expect(run.unseenEdits.isEmpty)
  }

  @Test func replacesNoFileOutsideTheCheckout() throws {
    let root = "a/b/c/d/site/"
    let project = try Self.committed(story: "../../../../../thread.json", root: root)
    // The path of the story leads here from the checkout.
    let path = project.folder.appending(path: "\(root)thread.json").path
    try project.write("another file", to: "\(root)thread.json")
    func number() throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    }
    let before = try #require(try number())
    try project.write(TestProject.thread.replacing("Hello", with: "Howdy"), to: "thread.json")
    var run = try Self.run(of: project, root: root)
    try run.run()
    #expect(Set(run.record.entries.map(\.state)) == [.changed])
    #expect(try number() == before)
  }

  @Test func acceptsOneOfTwoEditsInTheSameOutputs() throws {
    let project = try Self.committed()
    let edited = TestProject.thread.replacing("Hello", with: "Howdy")
      .replacing("\"Hi\"", with: "\"Hey\"")
    try project.write(edited, to: "thread.json")
    var run = try Self.run(of: project)
    try run.run()
    var pendingSnapshots = try PendingSnapshots(ofStoreIn: project.store)
    let groups = PendingGroup.all(of: pendingSnapshots.all)
    #expect(groups.map(\.snapshots.count) == [2, 2], "\(groups.map(\.headline))")
    #expect(
      try pendingSnapshots.accept(causes: [groups[0].name]).isEmpty, "both show the other edit")
    // The decision lasts until the output changes.
    run = try Self.run(of: project)
    try run.run()
    pendingSnapshots = try PendingSnapshots(ofStoreIn: project.store)
    #expect(PendingGroup.all(of: pendingSnapshots.all).map(\.name) == [groups[1].name])
    let complete = try pendingSnapshots.accept(causes: [groups[1].name])
    #expect(complete.count == 2)
    #expect(try pendingSnapshots.accept(complete).isEmpty)
    run = try Self.run(of: project)
    try run.run()
    #expect(Set(run.record.entries.map(\.state)) == [.same])
  }

  @Test func groupsPendingSnapshotsByTheirCause() throws {
    var one = RunRecord.Entry("look/a.png", state: .changed)
    one.findings = [
      Finding(.declaration, selector: ".a", property: "color", old: "red", new: "blue"),
      Finding(.text, selector: ".b", old: "x", new: "y"),
    ]
    var other = RunRecord.Entry("look/c.png", state: .changed)
    other.findings = [Finding(.inserted, selector: ".c")]
    func pending(_ entry: RunRecord.Entry, _ name: String) throws -> PendingSnapshots.Snapshot {
      .init(name: try #require(SnapshotName(name)), entry: entry)
    }
    let groups = PendingGroup.all(of: [
      try pending(one, "look/a.png"), try pending(other, "look/c.png"),
      try pending(one, "look/b.png"),
    ])
    #expect(
      groups.map(\.headline) == [
        ".a { color: red → blue }, 2 snapshots", ".b text “x” → “y”, 2 snapshots",
        ".c inserted, 1 snapshot",
      ])
  }
}
