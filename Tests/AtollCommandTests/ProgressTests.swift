import Foundation
import Testing

@testable import AtollCommand

/// Progress messages of a running job.
@Suite struct ProgressTests {
  private func told(_ done: Int, of total: Int?, after milliseconds: Int64) -> String {
    let step = Progress.Step(name: "fetching", done: done, total: total, unit: "comments")
    return String(decoding: step.json(after: milliseconds), as: UTF8.self)
  }

  @Test func roundsUpTheRemainingTime() {
    #expect(told(100, of: 400, after: 1000).contains(#""secondsLeft":3}"#))
    #expect(told(100, of: 401, after: 1000).contains(#""secondsLeft":4}"#))
    #expect(told(100, of: 100, after: 1000).contains(#""secondsLeft":0}"#))
  }

  @Test(arguments: [Int.max, Int.min, 0, -1])
  func reportsProgressWhateverTotalAServerGives(total: Int) {
    #expect(told(1000, of: total, after: 100).hasPrefix(#"{"progress":"fetching","done":1000"#))
    let step = Progress.Step(name: "fetching", done: 1000, total: total, unit: "comments")
    #expect(step.line(after: 100).hasPrefix("fetching"))
  }

  @Test func leavesOutPartsOfALineThatIsWiderThanTheTerminal() {
    let step = Progress.Step(name: "564 stories", done: 34_963_456, total: 250_019_780)
    let bar = "[##..................]"
    for (columns, parts) in [
      (99, [bar, "13 %", "34,963,456 of 250,019,780 bytes", "34,963,456/s", "7 s left"]),
      (85, [bar, "13 %", "34,963,456 of 250,019,780 bytes", "7 s left"]),
      (79, ["13 %", "34,963,456 of 250,019,780 bytes", "7 s left"]), (40, ["13 %", "7 s left"]),
    ] {
      let line = step.line(after: 1000, within: columns)
      #expect(line == (["564 stories"] + parts).joined(separator: "  "))
      #expect(line.count <= columns)
    }
    for columns in 0...30 {
      let name = Progress.Step(name: "reading 漢字\u{301}.json").line(after: 1, within: columns)
      #expect(name.unicodeScalars.count <= columns)
    }
  }
}

/// The progress of a batch on a real terminal.
@Suite(.enabled(if: RealTerminal.isThere)) struct ProgressOnTerminalTests {
  /// Runs a batch on a terminal, with input until the terminal shows the awaited text, or for a minute.
  private func run(
    _ options: String, until awaited: String, environment: [String: String] = [:]
  ) throws -> String {
    let folder = try Command.makeFolder()
    try Data("\(BatchTests.story("s"))\n".utf8).write(to: folder.appending(path: "story"))
    let line = """
      { for n in {1..1200}; do grep -q '\(awaited)' shown && break; sed 's/"s"/"'$n'"/' story; sleep 0.05; done; } \
        | atoll batch \(options)
      """
    try Data(line.utf8).write(to: folder.appending(path: "line.sh"))
    let outcome = try Command.bash(
      "touch shown; script -qfec 'bash line.sh' shown < /dev/null > copy; cat shown", in: folder,
      environment: environment.merging(["TERM": "xterm"]) { $1 })
    return outcome.output
  }

  @Test(arguments: ["-o results", "--store store --no-sync"])
  func showsProgressIfResultsAreNotWrittenToTheTerminal(options: String) throws {
    let shown = try run(options, until: "stories, 0 failed")
    #expect(shown.contains(/[0-9]+ stories, 0 failed  [0-9,]+ bytes/), "\(shown)")
  }

  @Test(arguments: ["0", "false"])
  func showsProgressIfTheVariableCIIsFalse(value: String) throws {
    let shown = try run(
      "-o results", until: "stories, 0 failed", environment: ["CI": value])
    #expect(shown.contains("stories, 0 failed"))
  }

  @Test func clearsProgressBeforeAResultLine() throws {
    let shown = try run("--store store --no-sync --explain", until: "stories, 0 failed")
    let lines = shown.split { $0 == "\r\n" || $0 == "\n" }.filter { $0.contains("{\"v\":1") }
    #expect(!lines.isEmpty)
    for line in lines {
      let start = line.firstRange(of: "{")?.lowerBound ?? line.startIndex
      #expect(start == line.startIndex || line[..<start].hasSuffix("\u{1B}[K"), "\(line)")
    }
  }

  @Test func clearsProgressBeforeAMessage() throws {
    let folder = try Fixture.folder(Fixture.large(comments: 60_000))
    let shown = try RealTerminal().run(
      "atoll render --color never thread.json -o page.html", in: folder
    ).output
    let message = "thread.json: warning: browsers take seconds to open a page of 60,000 comments"
    let place = try #require(shown.firstRange(of: message))
    let before = shown[..<place.lowerBound]
    #expect(before.hasSuffix("\u{1B}[K") || before.hasSuffix("\n"), "\(shown)")
  }

  @Test func clearsProgressIfThePipeIsClosed() throws {
    let folder = try Fixture.folder(Fixture.large(comments: 60_000))
    let shown = try RealTerminal().run(
      "atoll render -f text thread.json | (head -c 1 > first; sleep 1; head -c 200000 > first)",
      in: folder
    ).output
    #expect(shown.contains("writing  "))
    #expect(shown.hasSuffix("\r\u{1B}[K"), "\(shown)")
  }

  @Test func doesNotMixProgressWithResultLines() throws {
    let shown = try run("", until: "\"seq\":40,")
    #expect(!shown.contains(" failed  "))
  }
}
