import Foundation
import Testing

/// `atoll digest`: stories in, one output out.
struct DigestTests {
  static func folder() throws -> URL {
    let folder = try Fixture.folder()
    let lines = ["one", "two"].map { BatchTests.story($0) }.joined(separator: "\n")
    try Data("\(lines)\n\n".utf8).write(to: folder.appending(path: "stories.ndjson"))
    return folder
  }

  @Test func readsFilesAndLines() throws {
    let folder = try Self.folder()
    let outcome = try Command.atoll(
      ["digest", "thread.json", "stories.ndjson", "-f", "text"], in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("on 3 stories") && outcome.output.contains("A story"))
    let piped = try Command.bash(
      "cat stories.ndjson | atoll digest -f text", in: folder)
    #expect(piped.output.contains("on 2 stories"), "\(piped.errors)")
    let broken = try Command.bash(
      "echo '{\"atoll\":1' >> stories.ndjson; atoll digest stories.ndjson", in: folder)
    #expect(broken.status != 0 && broken.errors.contains("stories.ndjson, line 4"))
  }

  @Test func writesNothingWhereNothingIsChosen() throws {
    let folder = try Self.folder()
    let arguments = ["digest", "thread.json", "--min-likes", "99", "-f", "email", "-o", "out.eml"]
    let outcome = try Command.atoll(arguments + ["--skip-empty"], in: folder)
    #expect(outcome.status == 6)
    #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "out.eml").path))
    #expect(try Command.atoll(arguments, in: folder).status == 0)
  }

  @Test(arguments: [
    (["--only", "new"], "--only new needs to know which comments are new"),
    (["--only", "old"], "'old'"), (["--top", "0"], "--top"), (["-f", "card"], "card"),
    (["--comment", "1"], "--comment"),
  ])
  func refusesWhatItCannotDo(options: [String], message: String) throws {
    let outcome = try Command.atoll(["digest", "thread.json"] + options, in: Self.folder())
    #expect(outcome.status == 64 && outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test func givesTheSameBytesEachTime() throws {
    let folder = try Self.folder()
    let arguments = ["digest", "-q", "thread.json", "stories.ndjson", "-f", "email"]
    let first = try Command.atoll(arguments, in: folder)
    let second = try Command.atoll(arguments, in: folder, environment: ["TZ": "Asia/Tokyo"])
    #expect(first.status == 0 && first.output == second.output)
  }
}
