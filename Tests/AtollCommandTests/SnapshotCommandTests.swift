import Foundation
import Testing

/// True if there is a browser that can take screenshots.
let hasBrowser: Bool = {
  if ProcessInfo.processInfo.environment["ATOLL_REQUIRE_BROWSER"] == "1" { return true }
  let names = ["chromium-headless-shell", "chromium", "google-chrome"]
  let folders = ["/usr/bin", "/usr/local/bin"]
  return names.contains { name in
    folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }
}()

/// `atoll snapshot` with texts only, which needs no browser.
@Suite struct SnapshotTextCommandTests {
  static let suite = """
    {"suite": "look", "pictures": false, "formats": ["page", "json"], "redact": ["ids", "dates"],
     "cases": [{"id": "small", "story": "thread.json"},
               {"id": "late", "story": "thread.json", "options": ["--sort", "oldest"]}]}
    """

  /// Creates a project with a story and a suite.
  static func project(_ suite: String = suite) throws -> URL {
    let folder = try Fixture.folder()
    try FileManager.default.createDirectory(
      at: folder.appending(path: "Snapshots"), withIntermediateDirectories: true)
    try Data(suite.utf8).write(to: folder.appending(path: "Snapshots/suite.json"))
    return folder
  }

  static func atoll(
    _ line: String, in folder: URL, environment: [String: String] = [:]
  ) throws -> Command.Outcome {
    try Command.atoll(
      ["snapshot"] + line.split(separator: " ").map(String.init), in: folder,
      environment: environment)
  }

  static func change(_ folder: URL) throws {
    let file = folder.appending(path: "thread.json")
    let text = try String(contentsOf: file, encoding: .utf8)
    try Data(text.replacing("Late", with: "Later").utf8).write(to: file)
  }

  @Test func reportsSnapshotsFirstAsMissingThenAsSameThenAsChanged() throws {
    let folder = try Self.project()
    let first = try Self.atoll("verify", in: folder)
    #expect(first.status == 2)
    #expect(first.output.contains("missing      look/small/page.html"))
    #expect(first.errors.contains("4 snapshots: 4 without a reference"))
    #expect(try Self.atoll("accept --all", in: folder).status == 0)
    #expect(try Self.atoll("verify", in: folder).status == 0)
    try Self.change(folder)
    let changed = try Self.atoll("verify", in: folder)
    #expect(changed.status == 1)
    #expect(changed.output.contains("changed      look/late/json.json"))
    let shown = try Self.atoll("show look/small/json", in: folder).output
    #expect(shown.contains("Later"), "\(shown)")
    let list = try Self.atoll("list", in: folder).output
    #expect(list.contains("  look/small/json.json"))
    let rejected = try Self.atoll("reject look/small", in: folder)
    #expect(rejected.output == "rejected  look/small/json.json\nrejected  look/small/page.html\n")
    #expect(try Self.atoll("accept look/late", in: folder).status == 0)
    let last = try Self.atoll("verify", in: folder)
    #expect(last.output.contains("look/small/page.html"))
    #expect(!last.output.contains("look/late"))
  }

  static let pictured = """
    {"suite": "look", "widths": [390], "formats": ["page"],
     "cases": [{"id": "small", "story": "thread.json", "directions": ["ltr", "rtl"],
                "options": ["--locale", "de"]}]}
    """

  @Test func rendersAPageInEachDirectionOfTheSuite() throws {
    let folder = try Self.project(
      Self.pictured.replacing("\"widths\"", with: "\"pictures\": false, \"widths\""))
    #expect(try Self.atoll("verify", in: folder).status == 2)
    for (file, direction) in [("page-rtl.html", "rtl"), ("page.html", "ltr")] {
      let page = try String(
        contentsOf: folder.appending(path: "Snapshots/look/small/\(file).pending"), encoding: .utf8)
      #expect(page.contains("dir=\"\(direction)\""), "\(file)")
    }
  }

  @Test func reportsThatTheNamedBrowserIsMissing() throws {
    let folder = try Self.project(Self.pictured)
    let missing = ["CHROMIUM": "/nonexistent/chromium"]
    let outcome = try Self.atoll("verify", in: folder, environment: missing)
    #expect(outcome.status == 4, "\(outcome.output)")
    // The reason is said once, whatever the number of screenshots.
    let reason = "'/nonexistent/chromium', which CHROMIUM names, does not exist"
    #expect((outcome.output + outcome.errors).ranges(of: reason).count == 1, "\(outcome)")
    let doctor = try Self.atoll("doctor", in: folder, environment: missing)
    #expect(doctor.errors.contains("install one"))
  }

  @Test(arguments: ["true", ""])
  func requiresABrowserByDefault(ci: String) throws {
    let folder = try Self.project(Self.pictured)
    let empty = ["PATH": folder.path, "CI": ci]
    let atoll = { (line: String) in
      try Self.atoll(line, in: folder, environment: empty).status
    }
    #expect(try atoll("verify") == 4)
    #expect(try atoll("verify --no-require-browser") == 2)
  }

  @Test func reportsAChangeEvenIfTheBrowserFails() throws {
    let folder = try Self.project(Self.pictured)
    let failing = ["CHROMIUM": "/bin/false"]
    let verify = { try Self.atoll("verify", in: folder, environment: failing) }
    #expect(try verify().status == 4)
    #expect(try Self.atoll("accept --all", in: folder).status == 0)
    try Self.change(folder)
    let changed = try verify()
    #expect(changed.status == 1, "\(changed.output)")
    #expect(changed.output.contains("failed       look/small/w390-light.png\n"))
    #expect(changed.errors.contains("error: the browser has ended"), "\(changed.errors)")
  }

  /// Writes a script that runs in place of the browser, and returns the variable that names it.
  static func browser(_ script: String, in folder: URL) throws -> [String: String] {
    let program = folder.appending(path: "browser")
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: program)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    return ["CHROMIUM": program.path]
  }

  @Test func reportsInvalidBrowserOutputAsABrowserError() throws {
    let folder = try Self.project(Self.pictured)
    let rubbish = try Self.browser("printf 'rubbish\\0' >&4; exec sleep 20", in: folder)
    let outcome = try Self.atoll("verify", in: folder, environment: rubbish)
    #expect(outcome.status == 4, "\(outcome.output)")
    #expect(outcome.output.contains("failed       look/small/w390-light.png\n"))
    #expect(outcome.errors.contains("error: the browser's answer is not JSON"))
    #expect(outcome.errors.contains("screenshots cannot be checked here"))
  }

  @Test func exitsWith74IfAPageCannotBeWritten() throws {
    let folder = try Self.project(Self.pictured)
    let failing = ["CHROMIUM": "/bin/false"]
    #expect(try Self.atoll("verify", in: folder, environment: failing).status == 4)
    // A file in the place of the folder of pages, as if the disk were full.
    let pages = folder.appending(path: "Snapshots/.work/pages")
    try? FileManager.default.removeItem(at: pages)
    try Data().write(to: pages)
    let outcome = try Self.atoll("verify", in: folder, environment: failing)
    #expect(outcome.status == 74, "\(outcome.output)")
    #expect(outcome.output.contains("failed       look/small/w390-light.png"))
    #expect(outcome.errors.contains("cannot be written"), "\(outcome.errors)")
  }

  @Test(.enabled(if: TestMachine.canMount, "the system allows no mounts of tests"))
  func reportsAFileThatCannotBeWrittenInAReadOnlyFolder() throws {
    let folder = try Self.project()
    #expect(try Self.atoll("verify", in: folder).status == 2)
    #expect(try Self.atoll("accept --all", in: folder).status == 0)
    let script = "mount --bind . . && mount -o remount,bind,ro . && cd \"$PWD\""
    let outcome = try Command.bash(
      "unshare -rm sh -c '\(script) && exec \"\(Command.binary.path)\" snapshot verify'", in: folder
    )
    #expect(outcome.ended(with: 74, saying: "it cannot be written"))
  }

  @Test func doesNotSuggestInstallingABrowserIfAFolderIsNotWritable() throws {
    let folder = try Self.project(Self.pictured)
    // A file in the place of the folder: no user, not even root, can write in it.
    try Data().write(to: folder.appending(path: "Snapshots/.work"))
    for (command, status) in [("doctor", Int32(4)), ("verify", 74)] {
      let outcome = try Self.atoll(command, in: folder)
      #expect(outcome.status == status, "\(outcome.errors)")
      #expect(!outcome.errors.contains("install"), "\(outcome.errors)")
      // The file is named once, in one message.
      #expect(outcome.errors.matches(of: #/error: /#).count <= 2, "\(outcome.errors)")
      #expect(!outcome.errors.contains(#/error: .*error: /#), "\(outcome.errors)")
    }
  }

  @Test func acceptsSnapshotsByCause() throws {
    let folder = try Self.project()
    _ = try Self.atoll("verify", in: folder)
    _ = try Self.atoll("accept --all -q", in: folder)
    try Self.change(folder)
    _ = try Self.atoll("verify", in: folder)
    let list = try Self.atoll("list", in: folder).output
    let cause = try #require(list.split(separator: " ").first)
    let accepted = try Self.atoll("accept --cause \(cause)", in: folder)
    #expect(accepted.status == 0, "\(accepted.errors)")
    #expect(try Self.atoll("accept --cause zzzzzz", in: folder).status == 66)
    #expect(try Self.atoll("accept", in: folder).status == 64)
  }

  @Test func ignoresChangesToRedactedIDsAndDates() throws {
    let folder = try Self.project()
    _ = try Self.atoll("verify", in: folder)
    _ = try Self.atoll("accept --all", in: folder)
    let other = Fixture.small.replacing("\"1\"", with: "\"c81e728d\"")
      .replacing("2026-07-31T10", with: "2026-07-30T09")
    try Data(other.utf8).write(to: folder.appending(path: "thread.json"))
    let outcome = try Self.atoll("verify", in: folder)
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  @Test func findsReferencesLeftBehindWhenACaseMovesIntoAFolder() throws {
    let suite = Self.suite.replacing("\"id\": \"late\"", with: "\"id\": \"blog/late\"")
    let folder = try Self.project(suite)
    _ = try Self.atoll("verify", in: folder)
    _ = try Self.atoll("accept --all", in: folder)
    let smaller = suite.replacing("\"id\": \"small\"", with: "\"id\": \"blog/small\"")
    try Data(smaller.utf8).write(to: folder.appending(path: "Snapshots/suite.json"))
    let whole = try Self.atoll("verify", in: folder)
    #expect(whole.output.contains("obsolete     look/small/page.html"), "\(whole)")
  }

  @Test func findsAndPrunesObsoleteReferences() throws {
    let folder = try Self.project()
    _ = try Self.atoll("verify", in: folder)
    _ = try Self.atoll("accept --all", in: folder)
    let smaller = Self.suite.replacing("\"id\": \"late\"", with: "\"id\": \"newest\"")
    try Data(smaller.utf8).write(to: folder.appending(path: "Snapshots/suite.json"))
    let part = try Self.atoll("verify look/small", in: folder)
    #expect(part.status == 0, "a part of a run calls nothing obsolete")
    _ = try Self.atoll("verify", in: folder)
    _ = try Self.atoll("accept --all", in: folder)
    let whole = try Self.atoll("verify", in: folder)
    #expect(whole.status == 3)
    #expect(whole.output.contains("obsolete     look/late/page.html"))
    #expect(
      try Self.atoll("prune --dry-run", in: folder).output.contains("would be removed  look/late"))
    #expect(try Self.atoll("prune", in: folder).output.contains("removed  look/late/json.json"))
    #expect(try Self.atoll("verify", in: folder).status == 0)
  }

  @Test func deletesPendingOutputOfRemovedCases() throws {
    let folder = try Self.project()
    _ = try Self.atoll("verify", in: folder)
    #expect(try Self.atoll("list", in: folder).output.contains("look/late/"))
    try Self.use(Self.smallSuite, in: folder)
    _ = try Self.atoll("verify look/small", in: folder)
    #expect(try Self.atoll("list", in: folder).output.contains("look/late/"))
    _ = try Self.atoll("verify", in: folder)
    let list = try Self.atoll("list", in: folder).output
    #expect(list.contains("look/small/") && !list.contains("look/late/"), "\(list)")
  }

  @Test func doesNotReportObsoleteSnapshotsBeforeAllShardsHaveRun() throws {
    let folder = try Self.project()
    _ = try Self.atoll("verify", in: folder)
    _ = try Self.atoll("accept --all", in: folder)
    let runs = folder.appending(path: "Snapshots/.work/runs")
    try FileManager.default.removeItem(at: runs)
    try Self.use(Self.smallSuite, in: folder)
    #expect(try Self.atoll("verify --shard 1/2", in: folder).status == 0)
    #expect(try Self.atoll("prune --dry-run", in: folder).output == "")
    #expect(try Self.atoll("verify --shard 3/2", in: folder).status == 64)
  }

  /// The suite without its second case.
  static let smallSuite = suite.replacing(#/,\s*{"id": "late".*}(?=\]})/#, with: "")

  static func use(_ suite: String, in folder: URL) throws {
    try Data(suite.utf8).write(to: folder.appending(path: "Snapshots/suite.json"))
  }

  @Test func discardsShardRecordsAfterAFullRun() throws {
    let folder = try Self.project()
    #expect(try Self.atoll("verify --shard 1/2", in: folder).status == 2)
    #expect(try Self.atoll("verify", in: folder).status == 2)
    #expect(try Self.atoll("accept --all", in: folder).status == 0)
    try Self.use(Self.smallSuite, in: folder)
    let whole = try Self.atoll("verify", in: folder)
    #expect(whole.status == 3, "\(whole.output)\(whole.errors)")
    #expect(
      try Self.atoll("prune --dry-run", in: folder).output.contains("would be removed  look/late/"))
  }

  @Test func replacesTheFullRunRecordOnceAllShardsHaveRun() throws {
    let folder = try Self.project()
    _ = try Self.atoll("verify", in: folder)
    _ = try Self.atoll("accept --all", in: folder)
    _ = try Self.atoll("verify --shard 3/3", in: folder)
    try Self.use(Self.smallSuite, in: folder)
    #expect(try Self.atoll("verify --shard 1/2", in: folder).status == 0, "the other is missing")
    #expect(try Self.atoll("prune --dry-run", in: folder).output == "")
    #expect(try Self.atoll("verify --shard 2/2", in: folder).status == 3)
    #expect(try Self.atoll("prune", in: folder).output.contains("removed  look/late/json.json"))
  }

  @Test func keepsPendingSnapshotsWhenOnlyAShardRuns() throws {
    let folder = try Self.project()
    _ = try Self.atoll("verify", in: folder)
    let causes = try Self.atoll("list", in: folder).output
    _ = try Self.atoll("verify --shard 1/2", in: folder)
    #expect(try Self.atoll("list", in: folder).output == causes)
  }

  @Test func doesNotAcceptReferencesInCI() throws {
    let folder = try Self.project()
    #expect(try Self.atoll("verify", in: folder, environment: ["CI": "1"]).status == 2)
    let outcome = try Self.atoll("accept --all", in: folder, environment: ["CI": "1"])
    #expect(outcome.ended(with: 1, saying: "nothing can be accepted"))
    #expect(try Self.atoll("list --all", in: folder).output == "")
  }

  @Test func reportsDamagedReferencesAndManifests() throws {
    let folder = try Self.project()
    _ = try Self.atoll("verify", in: folder)
    _ = try Self.atoll("accept --all", in: folder)
    let file = folder.appending(path: "Snapshots/look/small/json.json")
    try Data("<<<<<<< ours\n".utf8).write(to: file)
    let outcome = try Self.atoll("verify", in: folder)
    #expect(outcome.status == 5)
    #expect(outcome.output.contains("line 1 has the marks of an unfinished merge"))
    let manifest = folder.appending(path: "Snapshots/pictures.manifest")
    try Data("look/a.png nothing 1x1 x\n".utf8).write(to: manifest)
    let broken = try Self.atoll("verify", in: folder)
    #expect(broken.ended(with: 5, saying: "pictures.manifest:1"))
  }

  @Test func distinguishesCausesWithTheSameFirstChange() throws {
    let folder = try Self.project()
    _ = try Self.atoll("verify", in: folder)
    _ = try Self.atoll("accept --all", in: folder)
    for (name, more) in [("small", "lost\n"), ("late", "kept\n")] {
      for (path, first) in [("", "one\n"), (".pending", "two\n")] {
        let file = folder.appending(path: "Snapshots/look/\(name)/json.json\(path)")
        try Data((first + (path.isEmpty ? more : "kept\n")).utf8).write(to: file)
      }
    }
    try FileManager.default.removeItem(at: folder.appending(path: "Snapshots/.work/runs"))
    let list = try Self.atoll("list", in: folder).output
    #expect(list.contains("  one → two, 1 snapshot"), "\(list)")
    #expect(list.contains("  one → two and 1 more line, 1 snapshot"), "\(list)")
    let cause = try #require(list.split(separator: " ").first)
    #expect(try Self.atoll("accept --cause \(cause)", in: folder).output.count { $0 == "\n" } == 1)
  }

  @Test func removesPendingOutputIfItsStoryBecomesUnreadable() throws {
    let folder = try Self.project()
    _ = try Self.atoll("verify", in: folder)
    _ = try Self.atoll("accept --all", in: folder)
    try Self.change(folder)
    #expect(try Self.atoll("verify", in: folder).status == 1)
    try Data("{ broken".utf8).write(to: folder.appending(path: "thread.json"))
    let refused = try Self.atoll("verify", in: folder)
    #expect(refused.errors.contains("4 refused"), "\(refused.errors)")
    let accepted = try Self.atoll("accept --all", in: folder)
    #expect(accepted.output == "", "\(accepted.output)")
    try Data(Fixture.small.utf8).write(to: folder.appending(path: "thread.json"))
    #expect(try Self.atoll("verify", in: folder).status == 0)
  }

  @Test func skipsFilesThatCannotBecomeReferences() throws {
    let folder = try Self.project()
    _ = try Self.atoll("verify", in: folder)
    let picture = folder.appending(path: "Snapshots/look/a.png.pending")
    try Data("of somebody else".utf8).write(to: picture)
    let outcome = try Self.atoll("accept --all", in: folder)
    #expect(outcome.status == 1)
    #expect(outcome.output.count { $0 == "\n" } == 4, "\(outcome.output)")
    #expect(outcome.errors.contains("a.png.pending: warning: no run has recorded this screenshot"))
    #expect(outcome.errors.contains("4 accepted, 1 left"), "\(outcome.errors)")
    #expect(try Self.atoll("verify", in: folder).status == 0)
  }

  /// The processor time is measured, which does not depend on other programs.
  @Test func acceptsAThousandSnapshotsQuickly() throws {
    let cases = (0..<1000).map { "{\"id\": \"c\($0)\", \"story\": \"thread.json\"}" }
    let folder = try Self.project(
      "{\"pictures\": false, \"formats\": [\"text\"], \"cases\": [\(cases.joined(separator: ","))]}"
    )
    func seconds(_ line: String) throws -> Double {
      let outcome = try Command.bash(
        "TIMEFORMAT=%U; time atoll snapshot \(line) > log 2>&1", in: folder)
      return try #require(Double(outcome.errors.split(separator: "\n").last ?? ""))
    }
    let verifying = try seconds("verify")
    let accepting = try seconds("accept --all")
    #expect(accepting < 4 * verifying, "\(verifying) s and \(accepting) s")
    #expect(try Self.atoll("verify", in: folder).status == 0)
  }

  @Test func storesMailsWithLineFeedsOnly() throws {
    let folder = try Self.project(
      #"{"suite": "look", "pictures": false, "formats": ["email"],"#
        + #" "cases": [{"id": "small", "story": "thread.json"}]}"#)
    #expect(try Self.atoll("verify", in: folder).status == 2)
    let accepted = try Self.atoll("accept --all", in: folder)
    #expect(accepted.status == 0, "\(accepted.errors)")
    let mail = try Data(contentsOf: folder.appending(path: "Snapshots/look/small/email.eml"))
    #expect(!mail.contains(UInt8(ascii: "\r")))
    #expect(try Self.atoll("verify", in: folder).status == 0)
  }

  @Test func givesEveryPageOfAFolderItsOwnName() throws {
    let folder = try Fixture.folder()
    let site = folder.appending(path: "site")
    try FileManager.default.createDirectory(at: site, withIntermediateDirectories: true)
    let names = [
      "日本.html", "中国.html", "My Page.html", "my-page.html", "Index.html", "a.htm", "a.html",
    ]
    for name in names {
      try Data("<!doctype html>".utf8).write(to: site.appending(path: name))
    }
    let outcome = try Self.atoll(
      "verify --html site --width 390 --json --no-require-browser", in: folder,
      environment: ["PATH": folder.path])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let ids = outcome.output.matches(of: #/"html/([^/]+)/w390-light.png"/#).map { String($0.1) }
    #expect(Set(ids).count == 7, "\(outcome.output)")
    for plain in ["my-page", "index", "a"] { #expect(ids.contains(plain), "\(ids)") }
    #expect(ids.count { $0.wholeMatch(of: #/my-page-[0-9a-f]{8}/#) != nil } == 1)
  }

  @Test func storesNothingForAStoryThatCannotBeRead() throws {
    let folder = try Self.project(Self.suite.replacing("false", with: "true"))
    try Data("{ broken".utf8).write(to: folder.appending(path: "thread.json"))
    _ = try Self.atoll("verify", in: folder)
    #expect(try Self.atoll("list --all", in: folder).output == "")
  }

  @Test(arguments: [
    (#"{"cases": [{"id": "a", "html": "a.html", "formats": ["page"]}]}"#, "(cases[0].formats)"),
    (#"{"cases": [{"id": "a", "html": "a.html", "redact": ["ids"]}]}"#, "(cases[0].redact)"),
    (#"{"cases": [{"id": "a", "html": "a.html", "styles": ["none"]}]}"#, "(cases[0].styles)"),
    (#"{"cases": [{"id": "a", "html": "a.html", "options": ["-x"]}]}"#, "(cases[0].options)"),
    (#"{"cases": [{"id": "a", "html": "a.html", "templates": "t"}]}"#, "(cases[0].templates)"),
    (#"{"cases": [{"id": "a", "html": "a.html", "pictures": "card"}]}"#, "(cases[0].pictures)"),
    ("{", "suite.json:1:2: error: this is not JSON: the input ends too early"),
    (#"{"cases": [{"id": "a", "demo": "story", "id": "b"}]}"#, "this key is given twice"),
    (#"{"cases": [{"id": "a", "demo": "story", "html": "a.html"}]}"#, "has 'html' and 'demo'"),
    (#"{"cases": [{"id": "a", "demo": "story", "root": "site"}]}"#, "to 'html' pages only"),
    (#"{"cases": [{"id": "a", "demo": "story", "styles": ["a/x", "b/x"]}]}"#, "two snapshots"),
    (#"{"cases": []}"#, "(cases): error: at least one case is needed"),
    (#"{"casses": []}"#, "(casses): error: unknown key; did you mean 'cases'?"),
    (#"{"cases": [{"id": "a"}]}"#, "(cases[0].story)"),
    (#"{"cases": [{"id": "A", "demo": "story"}]}"#, "(cases[0].id)"),
    (#"{"cases": [{"id": "a", "demo": "story", "width": 3}]}"#, "did you mean 'widths'?"),
    (#"{"cases": [{"id": "a", "demo": "story", "widths": [1]}]}"#, "from 100 to 4000"),
    (
      #"{"cases": [{"id": "a", "demo": "story"}, {"id": "a", "demo": "story"}]}"#,
      "cases[0] already has the id 'a'"
    ),
  ])
  func explainsErrorsInASuite(suite: String, words: String) throws {
    let outcome = try Self.atoll("verify", in: Self.project(suite))
    #expect(outcome.ended(with: 65, saying: words))
  }

  @Test func failsWithoutABrowserUnlessScreenshotsMayBeSkipped() throws {
    let folder = try Self.project(
      Self.suite.replacing("\"pictures\": false", with: "\"pictures\": true"))
    _ = try Self.atoll("verify", in: folder, environment: ["PATH": folder.path])
    _ = try Self.atoll("accept --all", in: folder)
    let passed = try Self.atoll(
      "verify --no-require-browser", in: folder, environment: ["PATH": folder.path])
    #expect(passed.ended(with: 0, saying: "4 skipped because there is no browser"))
    let failed = try Self.atoll("verify", in: folder, environment: ["PATH": folder.path])
    #expect(failed.status == 4)
  }

  @Test(arguments: ["\\003", "?\\003", "i\\003"])
  func changesNothingAfterControlCInAReview(keys: String) throws {
    let folder = try Self.project()
    _ = try Self.atoll("verify", in: folder)
    let outcome = try Command.bash(
      """
      : > shown
      { for n in {1..1200}; do grep -q 'Cause 1 of 1' shown && break; sleep 0.05; done
        printf '\(keys)'; sleep 1; } | script -qfec 'atoll snapshot review; echo ended with $?' shown
      """, in: folder)
    #expect(outcome.output.contains("ended with 130"), "\(outcome.output)")
    #expect(try Self.atoll("verify", in: folder).status == 2)
  }

  @Test func reviewsWithSingleKeysInATerminal() throws {
    let folder = try Self.project()
    _ = try Self.atoll("verify", in: folder)
    // `script` provides a terminal; the keys are pressed when the first cause is shown.
    let outcome = try Command.bash(
      """
      : > shown
      { for n in {1..1200}; do grep -q 'Cause 1 of 1' shown && break; sleep 0.05; done
        printf '?xa'; } | script -qfec 'atoll snapshot review' shown
      """, in: folder)
    #expect(outcome.output.contains("Cause 1 of 1"))
    #expect(outcome.output.contains("4 accepted, 0 rejected, 0 left"), "\(outcome.output)")
    #expect(try Self.atoll("verify", in: folder).status == 0)
    #expect(try Self.atoll("review", in: folder).status == 64, "there is no terminal")
  }
}
