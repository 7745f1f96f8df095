import Foundation
import Testing

/// The ends of runs: exit codes, atomic files, closed pipes and signals.
struct EndingTests {
  @Test(
    arguments: [
      (["render", "--nonsense"], 64, "error: unknown option '--nonsense'"),
      (["rendr"], 64, "did you mean 'render'?"),
      (["render", "--help=all"], 64, "option '--help' takes no value; --help shows everything"),
      (["theme", "--help=all"], 64, "option '--help' takes no value; --help shows everything"),
      (["render", "thread.json", "--format", "card"], 64, "add --comment ID"),
      (["render", "thread.json", "--coral-classes", "--talk-classes"], 64, "together"),
      (["render", "thread.json", "--zone", "Mars/Olympus"], 64, "Mars/Olympus"),
      (["help", "tree"], 64, "unknown subcommand 'tree'"),
      (["template", "list", "--dump", "coment"], 64, "did you mean 'comment'?"),
      (["render", "broken.json"], 65, "broken.json"),
      (["render", "empty.json"], 65, "empty.json"),
      (["render", "thread.jsn"], 66, "did you mean 'thread.json'?"),
      (["render", "thread.json", "no/such.json"], 66, "no/such.json"),
      (["render", "thread.json", "-o", "no/such/page.html"], 73, "mkdir -p no/such"),
      (["render", "thread.json", "-o", "."], 73, "this is a folder"),
      (["render", "thread.json", "--report=no/r.json"], 73, "mkdir -p no\n"),
      (["render", "thread.json", "-o", "it's/x.html"], 73, #"mkdir -p 'it'\''s'"#),
      (["demo", "-o", "thread.json"], 73, "thread.json"),
      (["render", "thread.json", "--style", "nothing"], 78, "ign, plain"),
      (["render", "thread.json", "--style", "looks"], 78, "theme.json"),
      (["render", "thread.json", "--templates", "holes"], 78, "comment.mustache:1:"),
      (["theme", "check", "looks"], 78, "1 error"),
      (["template", "check", "holes"], 78, "comment.mustache:1:"),
    ] as [([String], Int32, String)])
  func exitsWithTheCodeOfTheError(line: [String], code: Int32, words: String) throws {
    let folder = try Fixture.folder()
    for (path, text) in [
      ("broken.json", "{\"atoll\":"), ("empty.json", ""), ("looks/theme.json", "{"),
      ("holes/comment.mustache", "{{nonsense}}"),
    ] {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let outcome = try Command.atoll(line, in: folder)
    #expect(outcome.ended(with: code, saying: words, "error: "))
    #expect(outcome.output == "")
  }

  @Test func showsTheUsageAfterAnInvalidOption() throws {
    let outcome = try Command.atoll(["rows", "--formt"], in: try Fixture.folder())
    #expect(
      outcome.errors == """
        error: unknown option '--formt'; did you mean '--from' or '--sort'?
        Usage: atoll rows [OPTIONS] [FILE ...]
          See 'atoll rows --help' for more information.

        """)
  }

  @Test(.enabled(if: TestMachine.hasFullDevice, "there is no /dev/full"))
  func exitsWith74IfTheDiskIsFull() throws {
    let folder = try Fixture.folder()
    let outcome = try Command.bash("atoll render thread.json > /dev/full", in: folder)
    #expect(outcome.status == 74)
    let device = try Command.atoll(["render", "thread.json", "-o", "/dev/full"], in: folder)
    #expect(device.status == 74)
  }

  @Test func writesToADeviceWithoutReplacingIt() throws {
    let folder = try Fixture.folder()
    let outcome = try Command.atoll(["render", "-q", "thread.json", "-o", "/dev/null"], in: folder)
    #expect(outcome.status == 0)
    #expect(try Command.bash("test -c /dev/null", in: folder).status == 0)
  }

  @Test func exitsQuietlyWhenTheReaderClosesThePipe() throws {
    let folder = try Fixture.folder(Fixture.large(comments: 2000))
    let outcome = try Command.bash(
      "atoll render -q thread.json | head -c 10; echo ${PIPESTATUS[0]}", in: folder)
    #expect(outcome.output == "<!DOCTYPE 141\n" || outcome.output == "<!doctype 141\n")
    #expect(outcome.errors == "")
  }

  @Test(.enabled(if: RealTerminal.isThere, "the program script is not installed"))
  func asksForAFileIfStandardInputIsATerminal() throws {
    let folder = try Fixture.folder()
    let outcome = try Command.bash(
      "timeout 120 script -qec 'atoll render' /dev/null < /dev/null", in: folder)
    #expect(outcome.status == 64)
    #expect(outcome.output.contains("name a file"))
  }

  // MARK: Files

  @Test func replacesAFileAtomically() throws {
    let folder = try Fixture.folder()
    let page = folder.appending(path: "a.html")
    try Data("old".utf8).write(to: page)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: page.path)
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "link.html"), withDestinationURL: page)
    let outcome = try Command.atoll(
      ["render", "-q", "thread.json", "-o", "link.html"], in: folder)
    #expect(outcome.status == 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: page.path)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    let shown = try Command.atoll(["render", "-q", "thread.json"], in: folder)
    #expect(try String(contentsOf: page, encoding: .utf8) == shown.output)
    #expect(try names(in: folder) == ["a.html", "link.html", "thread.json"])
  }

  @Test func keepsTheOldFileAndRemovesTheTemporaryOneWhenInterrupted() throws {
    let folder = try Fixture.folder(Fixture.large(comments: 60_000))
    try Data("old".utf8).write(to: folder.appending(path: "a.html"))
    // Interrupts when the new file is there. On a busy machine a run can be faster, and is then repeated.
    let outcome = try Command.bash(
      """
      set -m
      for turn in {1..40}; do
        printf old > a.html
        atoll render -q thread.json -o a.html & child=$!
        while kill -0 $child 2> /dev/null && ! compgen -G '.atoll-*.tmp' > /dev/null; do :; done
        kill -INT $child 2> /dev/null
        wait $child; ended=$?
        ((ended == 0)) || break
      done
      echo $ended
      """, in: folder)
    #expect(outcome.output == "130\n", "\(outcome.errors)")
    #expect(try String(contentsOf: folder.appending(path: "a.html"), encoding: .utf8) == "old")
    #expect(try names(in: folder) == ["a.html", "thread.json"])
  }

  private func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }
}
