import Foundation
import Testing

/// The first steps with snapshots, from an empty folder to a committed suite.
@Suite struct SnapshotBeginningTests {
  static func atoll(_ line: String, in folder: URL) throws -> Command.Outcome {
    try SnapshotTextCommandTests.atoll(line, in: folder)
  }

  static func text(_ path: String, in folder: URL) throws -> String {
    try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }

  @Test func suggestsInitInAnEmptyFolder() throws {
    let outcome = try Self.atoll("verify --store odd/Store", in: Command.makeFolder())
    #expect(
      outcome.ended(with: 66, saying: "write one with 'atoll snapshot init --store odd/Store'"))
  }

  @Test func createsASuiteThatRuns() throws {
    let folder = try Fixture.folder()
    let begun = try Self.atoll("init thread.json thread.json --style plain", in: folder)
    #expect(begun.status == 0, "\(begun.errors)")
    #expect(begun.output == "Snapshots/suite.json\nSnapshots/.gitignore\n")
    let suite = try Self.text("Snapshots/suite.json", in: folder)
    #expect(suite.contains("{\"id\": \"thread\", \"story\": \"thread.json\""), "\(suite)")
    #expect(suite.contains("{\"id\": \"thread-2\""), "\(suite)")
    #expect(suite.contains("\"styles\": [\"plain\"]"))
    let listed = try Command.atoll(
      ["snapshot", "verify", "--json"], in: folder, environment: ["PATH": folder.path])
    #expect(listed.output.contains("look/thread-2/w1200-dark.png"), "\(listed.errors)")
    let again = try Self.atoll("init", in: folder)
    #expect(again.ended(with: 73, saying: "suite.json: error: the file exists already"))
    #expect(try Self.text("Snapshots/suite.json", in: folder) == suite)
  }

  @Test(arguments: ["Snapshots/", "./Snapshots", "a/../Snapshots//"])
  func writesRelativePathsIntoASuiteInTheCurrentFolder(store: String) throws {
    let folder = try Fixture.folder()
    try FileManager.default.createDirectory(
      at: folder.appending(path: "a"), withIntermediateDirectories: true)
    for isStoreThere in [false, true] {
      #expect(try Self.atoll("init thread.json --store \(store)", in: folder).status == 0)
      let suite = try Self.text("Snapshots/suite.json", in: folder)
      #expect(suite.contains(#""story": "thread.json""#), "\(isStoreThere): \(suite)")
      try FileManager.default.removeItem(at: folder.appending(path: "Snapshots/suite.json"))
      try FileManager.default.removeItem(at: folder.appending(path: "Snapshots/.gitignore"))
    }
    #expect(try Self.atoll("init thread.json --store a/Snapshots", in: folder).status == 0)
    #expect(
      try Self.text("a/Snapshots/suite.json", in: folder).contains(#""story": "/"#))
  }

  @Test func writesAnEmptyFileIfNothingIsPending() throws {
    let folder = try SnapshotTextCommandTests.project()
    for form in ["text", "json"] {
      #expect(try Self.atoll("show --format \(form) -o \(form)", in: folder).status == 0)
      #expect(try Data(contentsOf: folder.appending(path: form)).isEmpty)
    }
    let outcome = try Self.atoll("show --format diff -o diff", in: folder)
    #expect(outcome.status == 66 && outcome.errors.contains("no snapshot is pending"))
  }

  @Test func createsNoSuiteForAnInvalidOrMissingStory() throws {
    let folder = try Command.makeFolder()
    try Data("{}".utf8).write(to: folder.appending(path: "bad.json"))
    for name in ["bad.json", "missing.json"] {
      let outcome = try Self.atoll("init \(name)", in: folder)
      #expect(outcome.status == (name == "bad.json" ? 65 : 66) && outcome.errors.contains(name))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["bad.json"])
  }

  @Test func createsASuiteOfDemoStoriesByDefault() throws {
    let folder = try Command.makeFolder()
    #expect(try Self.atoll("init --store checks/looks -q", in: folder).output == "")
    let suite = try Self.text("checks/looks/suite.json", in: folder)
    #expect(suite.contains("\"demo\": \"specimen\"") && suite.contains("\"styles\": [\"ign\"]"))
  }

  @Test func keepsPendingFilesOutOfGit() throws {
    let folder = try SnapshotTextCommandTests.project()
    try FileManager.default.removeItem(at: folder.appending(path: "Snapshots/suite.json"))
    #expect(try Self.atoll("init thread.json", in: folder).status == 0)
    try SnapshotTextCommandTests.use(SnapshotTextCommandTests.suite, in: folder)
    #expect(try Self.atoll("verify", in: folder).status == 2)
    let added = try Command.bash("git init -q && git add -A && git status --short", in: folder)
    #expect(!added.output.contains(".pending"), "\(added.output)")
    #expect(added.output.contains("Snapshots/suite.json"))
  }

  @Test func rendersTheSamePageWithACopyOfATheme() throws {
    let folder = try Fixture.folder()
    let copied = try Command.atoll(["theme", "copy", "ign", "ours"], in: folder)
    #expect(copied.status == 0, "\(copied.errors)")
    #expect(copied.output.contains("ours/plain/structure.css\n"))
    func page(_ style: String) throws -> String {
      try Command.atoll(
        ["render", "thread.json", "--format", "page", "--style", style], in: folder
      )
      .output
    }
    #expect(try page("ours") == page("ign"))
    let sheet = folder.appending(path: "ours/plain/structure.css")
    try Data(".atoll { color: red }\n".utf8).write(to: sheet)
    #expect(try page("ours") != page("ign"), "a sheet of another style is edited in the copy")
    let again = try Command.atoll(["theme", "copy", "ign", "ours"], in: folder)
    #expect(again.status == 73)
    #expect(try String(contentsOf: sheet, encoding: .utf8) == ".atoll { color: red }\n")
    #expect(try Command.atoll(["theme", "copy", "ing", "x"], in: folder).errors.contains("'ign'"))
    #expect(
      try Command.atoll(["theme", "copy", "ign"], in: folder).errors.contains("argument DIR"))
  }

  @Test func copiesTemplates() throws {
    let folder = try Command.makeFolder()
    let some = try Command.atoll(["template", "copy", "comment", "tombstone", "ours"], in: folder)
    #expect(some.output == "ours/comment.mustache\nours/tombstone.mustache\n")
    #expect(try Command.atoll(["template", "check", "ours"], in: folder).status == 0)
    let all = try Command.atoll(["template", "copy", "all"], in: folder).output
    let names = try Command.atoll(["template", "list"], in: folder).output
    #expect(all == names.split(separator: "\n").map { "all/\($0)\n" }.joined())
    let wrong = try Command.atoll(["template", "copy", "coment", "more"], in: folder)
    #expect(wrong.ended(with: 64, saying: "did you mean 'comment'?"))
  }

  @Test func printsNothingWithQuiet() throws {
    let folder = try SnapshotTextCommandTests.project()
    _ = try Self.atoll("verify -q", in: folder)
    let rejected = try Self.atoll("reject look/small -q", in: folder)
    #expect(rejected.output + rejected.errors == "")
    let accepted = try Self.atoll("accept --all -q", in: folder)
    #expect(accepted.output + accepted.errors == "")
    #expect(try Self.atoll("verify", in: folder).output.contains("look/small/page.html"))
  }

  @Test func explainsWhyPruneDoesNothing() throws {
    let folder = try SnapshotTextCommandTests.project()
    let early = try Self.atoll("prune", in: folder)
    #expect(early.errors.contains("no run of the whole suite is recorded"), "\(early.errors)")
    #expect(early.errors.contains("run 'atoll snapshot verify' without names"))
    _ = try Self.atoll("verify", in: folder)
    _ = try Self.atoll("accept --all", in: folder)
    #expect(try Self.atoll("prune", in: folder).errors.contains("no reference is obsolete"))
  }

  @Test func doesNotReportObsoleteSnapshotsIfAThemeIsMissing() throws {
    let folder = try SnapshotTextCommandTests.project()
    let suite = SnapshotTextCommandTests.suite.replacing(
      "\"pictures\"", with: "\"styles\": [\"ign\", \"plain\"], \"pictures\"")
    try SnapshotTextCommandTests.use(suite, in: folder)
    _ = try Self.atoll("verify", in: folder)
    #expect(try Self.atoll("accept --all", in: folder).status == 0)
    try SnapshotTextCommandTests.use(suite.replacing("plain", with: "plian"), in: folder)
    let outcome = try Self.atoll("verify", in: folder)
    #expect(outcome.status == 78)
    #expect(outcome.output.contains("refused      look/small/page-plian.html"))
    #expect(!outcome.output.contains("obsolete"), "\(outcome.output)")
    #expect(try Self.atoll("prune --dry-run", in: folder).output == "")
  }

  @Test func advisesWhatToDoAfterAMergeConflict() throws {
    let folder = try SnapshotTextCommandTests.project()
    let line =
      "look/a.png \(String(repeating: "0", count: 64)) 1x1 \(String(repeating: "0", count: 16))"
    try Data("<<<<<<< ours\n\(line)\n=======\n>>>>>>> theirs\n".utf8)
      .write(to: folder.appending(path: "Snapshots/pictures.manifest"))
    let outcome = try Self.atoll("verify", in: folder)
    #expect(outcome.ended(with: 5, saying: "take either side, then run 'atoll snapshot verify'"))
  }

  @Test func acceptsOneFolderOfTemplatesAsAStringOrAList() throws {
    let folder = try SnapshotTextCommandTests.project()
    #expect(try Command.atoll(["template", "copy", "tombstone", "ours"], in: folder).status == 0)
    for (value, status) in [("\"ours\"", 2), ("[\"ours\"]", 2), ("[\"ours\", \"more\"]", 65)] {
      try SnapshotTextCommandTests.use(
        SnapshotTextCommandTests.suite.replacing(
          "\"pictures\"", with: "\"templates\": \(value), \"pictures\""), in: folder)
      let outcome = try Self.atoll("verify", in: folder)
      #expect(outcome.status == Int32(status), "\(value): \(outcome.errors)")
    }
  }

  @Test func writesAPatchThatGitApplies() throws {
    let folder = try SnapshotTextCommandTests.project()
    _ = try Self.atoll("verify", in: folder)
    _ = try Self.atoll("accept --all", in: folder)
    try SnapshotTextCommandTests.change(folder)
    _ = try Self.atoll("verify", in: folder)
    let applied = try Command.bash(
      """
      cd Snapshots && atoll snapshot show --store . look/small/page --format diff > patch &&
        git apply -p0 patch && cmp look/small/page.html look/small/page.html.pending
      """, in: folder)
    #expect(applied.status == 0, "\(applied.errors)")
  }

  @Test func writesTheStoreOptionIntoTheCommandsOfAReport() throws {
    let folder = try SnapshotTextCommandTests.project()
    try FileManager.default.moveItem(
      at: folder.appending(path: "Snapshots"), to: folder.appending(path: "A store"))
    _ = try Command.atoll(["snapshot", "verify", "--store", "A store"], in: folder)
    let report = try Command.atoll(["snapshot", "report", "--store", "A store"], in: folder).output
    #expect(report.contains("{\"option\":\" --store 'A store'\""), "the data of the page")
  }

  @Test func listsTheOptionsForAFolderOfPagesUnderTheirOwnHeading() throws {
    let help = try Self.atoll("verify --help", in: Command.makeFolder()).output
    let pages = try #require(help.split(separator: "\n\n").first { $0.hasPrefix("PAGES INSTEAD") })
    for option in ["--html", "--width", "--scheme"] { #expect(pages.contains(option)) }
    #expect(!help.contains("WHICH COMMENTS"))
  }
}
