import Foundation
import Testing

/// Tests that `atoll snapshot` accepts and reports only what the last run wrote.
@Suite struct SnapshotTruthTests {
  private typealias Project = SnapshotTextCommandTests

  private static func atoll(_ line: String, in folder: URL) throws -> Command.Outcome {
    try Project.atoll(line, in: folder)
  }

  @Test func acceptsOnlyTextsThatTheRunWrote() throws {
    let folder = try Project.project()
    #expect(try Self.atoll("verify", in: folder).status == 2)
    let pending = folder.appending(path: "Snapshots/look/small/page.html.pending")
    try Data("never rendered\n".utf8).write(to: pending)
    let outcome = try Self.atoll("accept --all", in: folder)
    #expect(
      outcome.ended(
        with: 5, saying: "this is not the text that the run wrote", "3 accepted, 1 left"))
    #expect(try Self.atoll("verify", in: folder).status == 2)
    #expect(try Self.atoll("accept --all", in: folder).status == 0)
    // The run found this text to be the same, and wrote nothing.
    #expect(try Self.atoll("verify", in: folder).status == 0)
    try Data("never rendered\n".utf8).write(to: pending)
    #expect(try Self.atoll("accept look/small", in: folder).status == 66)
  }

  @Test func acceptsNothingAfterAnInterruptedRun() throws {
    let folder = try Project.project(Project.pictured)
    let missing = ["CHROMIUM": "/nonexistent/chromium"]
    #expect(try Project.atoll("verify", in: folder, environment: missing).status == 4)
    try Self.killRun("verify", of: "look", in: folder)
    for command in ["accept --all", "accept look/small"] {
      let outcome = try Self.atoll(command, in: folder)
      #expect(outcome.status == 1 && outcome.output == "", "\(outcome)")
      #expect(
        outcome.errors.contains("the last run of 'look' did not finish"), "\(outcome.errors)")
    }
    // After a run of some snapshots, output of others is still of the interrupted run.
    #expect(try Self.atoll("verify look/small/page", in: folder).status == 2)
    #expect(try Self.atoll("accept --all", in: folder).status == 1)
    #expect(try Project.atoll("verify", in: folder, environment: missing).status == 4)
    #expect(try Self.atoll("accept --all", in: folder).status == 0)
  }

  /// Starts a run that waits for its browser, and kills it.
  private static func killRun(_ line: String, of suite: String, in folder: URL) throws {
    let killed = try Command.bash(
      """
      printf '#!/bin/sh\nexec cat <&3\n' > browser && chmod +x browser
      CHROMIUM=$PWD/browser atoll snapshot \(line) -q 2> errors &
      while kill -0 $! && ! test -e Snapshots/.work/unfinished/\(suite); do sleep 0.1; done
      kill -KILL $! && echo killed; wait
      """, in: folder)
    try #require(killed.output == "killed\n", "\(killed)")
  }

  @Test func acceptsOutputOfOtherSuitesThanTheInterruptedOne() throws {
    let folder = try Project.project(Project.pictured)
    let missing = ["CHROMIUM": "/nonexistent/chromium"]
    #expect(try Project.atoll("verify", in: folder, environment: missing).status == 4)
    try Self.killRun("verify", of: "look", in: folder)
    _ = try Command.bash("mkdir site && echo '<!doctype html>' > site/index.html", in: folder)
    try Self.killRun("verify --html site", of: "html", in: folder)
    // The output of the page folder is left by an earlier run.
    let page = folder.appending(path: "Snapshots/html/index")
    try FileManager.default.createDirectory(at: page, withIntermediateDirectories: true)
    try Data("old".utf8).write(to: page.appending(path: "w390-light.png.pending"))
    // The suite gets another name.
    try Project.use(Project.suite.replacing("look", with: "looks/new"), in: folder)
    #expect(try Self.atoll("verify", in: folder).status == 2)
    #expect(try Self.atoll("accept looks", in: folder).status == 0)
    for (suite, option) in [("html", " --html DIR"), ("look", "")] {
      let refused = try Self.atoll("accept --all", in: folder)
      #expect(refused.status == 1 && refused.output == "", "\(refused)")
      let errors = refused.errors.replacing("\n", with: " ")
      #expect(errors.contains("the last run of '\(suite)' did not finish"), "\(errors)")
      for advice in ["verify\(option)'", "reject \(suite)/'"] {
        #expect(errors.contains("'atoll snapshot \(advice)"), "\(errors)")
      }
      #expect(try Self.atoll("reject \(suite)/", in: folder).status == 0)
    }
    try Project.change(folder)
    #expect(try Self.atoll("verify", in: folder).status == 1)
    #expect(try Self.atoll("accept --all", in: folder).status == 0)
  }

  @Test func acceptsOutputAfterAnInterruptedRunOfASuiteWhoseNameHasASlash() throws {
    let folder = try Project.project(Project.pictured.replacing("look", with: "pages/look"))
    let missing = ["CHROMIUM": "/nonexistent/chromium"]
    #expect(try Project.atoll("verify", in: folder, environment: missing).status == 4)
    try Self.killRun("verify", of: "pages/look", in: folder)
    #expect(try Self.atoll("accept --all", in: folder).status == 1)
    #expect(try Project.atoll("verify", in: folder, environment: missing).status == 4)
    #expect(try Self.atoll("accept --all", in: folder).status == 0)
  }

  @Test func warnsIfSourcesWereEditedAfterTheRun() throws {
    let folder = try Project.project()
    _ = try Self.atoll("verify", in: folder)
    try Project.change(folder)
    for command in ["list", "report -o r.html", "accept look/small"] {
      let outcome = try Self.atoll(command, in: folder)
      #expect(
        outcome.ended(
          with: 0, saying: "thread.json: warning: it was edited after the last complete run"))
    }
    _ = try Self.atoll("verify", in: folder)
    #expect(try !Self.atoll("list", in: folder).errors.contains("warning"))
  }

  @Test func showsHowToAcceptOutputWhoseReferenceIsDamaged() throws {
    let folder = try Project.project()
    _ = try Self.atoll("verify", in: folder)
    _ = try Self.atoll("accept --all", in: folder)
    try Data("<<<<<<< ours\n".utf8)
      .write(to: folder.appending(path: "Snapshots/look/small/json.json"))
    #expect(try Self.atoll("verify --summary s.md", in: folder).status == 5)
    let summary = try String(contentsOf: folder.appending(path: "s.md"), encoding: .utf8)
    #expect(summary.contains("To accept: `atoll snapshot accept --cause "), "\(summary)")
    #expect(try Self.atoll("accept look/small/json", in: folder).status == 0)
    #expect(try Self.atoll("verify", in: folder).status == 0)
  }

  @Test(arguments: ["list", "show", "report -o r.html", "accept --all", "reject --all", "prune"])
  func rejectsAStoreThatDoesNotExist(command: String) throws {
    let folder = try Project.project()
    let outcome = try Self.atoll("\(command) --store nope", in: folder)
    #expect(outcome.ended(with: 66, saying: "nope: error: there is no such folder"))
  }

  @Test func findsObsoleteReferencesIfAllCasesAreInFolders() throws {
    let folder = try Project.project()
    _ = try Self.atoll("verify", in: folder)
    _ = try Self.atoll("accept --all", in: folder)
    let suite = Project.suite.replacing("\"id\": \"", with: "\"id\": \"threads/")
      .replacing("\"page\", ", with: "")
    try Project.use(suite, in: folder)
    _ = try Self.atoll("verify", in: folder)
    _ = try Self.atoll("accept --all", in: folder)
    let outcome = try Self.atoll("verify", in: folder)
    #expect(outcome.status == 3, "\(outcome.errors)")
    for name in ["look/small/page.html", "look/late/json.json"] {
      #expect(outcome.output.contains("obsolete     \(name)\n"), "\(outcome.output)")
    }
    #expect(try Self.atoll("prune", in: folder).status == 0)
    #expect(try Self.atoll("verify", in: folder).status == 0)
  }

  @Test func writesResultsIfTheSuiteCannotBeRead() throws {
    let folder = try Project.project()
    let options = "--junit j.xml --summary s.md --code-quality q.json --annotations"
    #expect(try Self.atoll("verify \(options)", in: folder).status == 2)
    try Project.use("{\n,", in: folder)
    let outcome = try Self.atoll("verify \(options)", in: folder)
    #expect(outcome.status == 65, "\(outcome.errors)")
    func text(_ name: String) throws -> String {
      try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
    #expect(try text("j.xml").contains("tests=\"1\" failures=\"0\" errors=\"1\""))
    for name in ["j.xml", "s.md", "q.json"] {
      let result = try text(name)
      #expect(result.contains("this is not JSON") && !result.contains("look/small"), "\(result)")
    }
    #expect(
      outcome.errors.contains("::error file=Snapshots/suite.json,line=2,"), "\(outcome.errors)")
    // The stories of the suite are not known.
    let story = try text("thread.json")
    #expect(try Self.atoll("verify --junit thread.json", in: folder).status == 65)
    #expect(try text("thread.json") == story)
  }

  @Test(arguments: [
    ("suite.json", "this is a name of other files of a suite"),
    ("a.pending", "this is a name of other files of a suite"),
    (String(repeating: "a", count: 250), "it has more than 200 bytes"),
    ("A_b", "each part of a name has only a to z, 0 to 9, '-' and '.'"),
  ])
  func explainsWhyAnIDCannotBeUsed(id: String, reason: String) throws {
    let folder = try Project.project(#"{"cases": [{"id": "\#(id)", "demo": "story"}]}"#)
    let outcome = try Self.atoll("verify", in: folder)
    #expect(outcome.ended(with: 65, saying: "cannot be used: \(reason)"))
  }
}
