import Foundation
import Testing

/// The start, the input and the end of the pager in a real terminal.
@Suite(.enabled(if: RealTerminal.isThere)) struct PagerTests {
  private static let pager = ["ATOLL_PAGER": "./pager"]

  /// Creates a folder with a tall thread and a pager that writes its input to `seen`.
  private static func folder(comments: Int, pager: String = "cat > seen") throws -> URL {
    let folder = try Fixture.folder(Fixture.large(comments: comments))
    let script = folder.appending(path: "pager")
    try Data("#!/bin/bash\n\(pager)\n".utf8).write(to: script)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
    return folder
  }

  private static func seen(in folder: URL) -> String? {
    try? String(contentsOf: folder.appending(path: "seen"), encoding: .utf8)
  }

  @Test(arguments: [(22, 24, false), (23, 24, false), (24, 24, true), (2000, 24, true)])
  func startsThePagerOnlyForOutputTallerThanTheScreen(lines: Int, rows: Int, isPaged: Bool) throws {
    let folder = try Self.folder(comments: lines)
    let outcome = try RealTerminal(rows: rows, environment: Self.pager).run(
      "atoll rows -q thread.json; echo ended $?", in: folder)
    let whole = try Command.atoll(["rows", "-q", "thread.json"], in: folder).output
    #expect(Self.seen(in: folder) == (isPaged ? whole : nil))
    #expect(outcome.output == (isPaged ? "ended 0\n" : "\(whole)ended 0\n"))
  }

  @Test(arguments: [
    "atoll rows -q thread.json --no-pager", "atoll rows -q thread.json | cat",
    "ATOLL_PAGER= atoll rows -q thread.json", "ATOLL_PAGER=cat atoll rows -q thread.json",
    "atoll rows -q thread.json -o rows; cat rows",
    "atoll render -q thread.json --format json | head -n 100",
  ])
  func doesNotStartAPagerThatIsDisabledOrNotNeeded(line: String) throws {
    let folder = try Self.folder(comments: 100)
    let outcome = try RealTerminal(environment: Self.pager).run(line, in: folder)
    #expect(Self.seen(in: folder) == nil)
    #expect(outcome.output.split(separator: "\n").count >= 100)
  }

  @Test func exitsWith0WhenThePagerEndsEarly() throws {
    let folder = try Self.folder(comments: 60_000, pager: "head -n 2 > seen")
    let outcome = try RealTerminal(environment: Self.pager).run(
      "atoll rows -q thread.json --report=report.json; echo ended $?", in: folder)
    #expect(outcome.output == "ended 0\n")
    #expect(Self.seen(in: folder) == "- 1  A: Text 1\n- 2  A: Text 2\n")
    // The report is complete, as if the pager had read everything.
    let report = try String(contentsOf: folder.appending(path: "report.json"), encoding: .utf8)
    #expect(report.contains("\"bytes\""))
  }

  @Test func leavesCtrlCToThePager() throws {
    let folder = try Self.folder(
      comments: 60_000, pager: "trap 'echo caught >> seen' INT; kill -INT 0; cat | wc -l >> seen")
    let outcome = try RealTerminal(environment: Self.pager).run(
      "trap : INT; atoll rows -q thread.json; echo ended $?", in: folder)
    #expect(outcome.output.hasSuffix("ended 0\n"))
    #expect(Self.seen(in: folder)?.hasPrefix("caught\n") == true)
  }

  @Test func showsTheTextIfThePagerCannotRun() throws {
    let folder = try Self.folder(comments: 100)
    let outcome = try RealTerminal(environment: ["PAGER": "no-such-pager"]).run(
      "atoll rows thread.json; echo ended $?", in: folder)
    #expect(outcome.output.contains("- 1  A: Text 1\n"))
    #expect(outcome.output.hasSuffix("ended 0\n"))
    #expect(
      outcome.output.contains("the pager 'no-such-pager' cannot be run: No such file or directory"))
  }

  @Test func preventsThePagerFromStartingAShell() throws {
    let folder = try Self.folder(comments: 100, pager: "echo $LESSSECURE $LESS > seen")
    _ = try RealTerminal(environment: Self.pager).run("atoll rows -q thread.json", in: folder)
    #expect(Self.seen(in: folder) == "1 FRX\n")
  }

  @Test(
    arguments: [("PAGER", false), ("ATOLL_PAGER", true)],
    ["export TERM=dumb", "export TERM=", "unset TERM"])
  func ignoresTheGeneralPagerVariableOnADumbTerminal(
    pager: (variable: String, isPaged: Bool), line: String
  )
    throws
  {
    let (variable, isPaged) = pager
    let folder = try Self.folder(comments: 100)
    let outcome = try RealTerminal(environment: [variable: "./pager"]).run(
      "\(line); atoll rows -q thread.json", in: folder)
    #expect((Self.seen(in: folder) != nil) == isPaged)
    #expect(outcome.output.isEmpty == isPaged)
  }

  @Test func reportsAPagerThatFails() throws {
    let outcome = try RealTerminal(environment: ["PAGER": "false"]).run(
      "atoll rows thread.json; echo ended $?", in: try Self.folder(comments: 100))
    #expect(outcome.output.contains("the pager 'false' ended with 1; set ATOLL_PAGER, or add"))
    #expect(outcome.output.hasSuffix("ended 0\n"))
  }
}
