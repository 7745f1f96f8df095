import Foundation
import Testing

/// The recipes, run as they stand, and with what can go wrong.
struct RecipeTests {
  private static let recipe = Command.package.appending(path: "recipes/one-machine").path

  /// A dump of some stories.
  private static func dump() throws -> URL {
    let folder = try Command.makeFolder()
    let dump = folder.appending(path: "dump")
    try FileManager.default.createDirectory(at: dump, withIntermediateDirectories: true)
    let rows = (0..<9).flatMap { GroupTests.rows("s\($0)", comments: $0 + 1) }.reversed().map { $0 }
    for (name, part) in [("comments", rows[..<30]), ("archivedComments", rows[30...])] {
      try Data((part.joined(separator: "\n") + "\n").utf8)
        .write(to: dump.appending(path: "\(name).ndjson"))
    }
    let user = #"{"id":"u1","username":"Ann \"storyID\":\"evil\"","profiles":[]}"#
    try Data("\(user)\n".utf8).write(to: dump.appending(path: "users.ndjson"))
    return folder
  }

  @Test func drawsEveryStoryOfADump() throws {
    let folder = try Self.dump()
    let outcome = try Command.bash(
      "\(Self.recipe) dump results -f text && grep -c '\"ok\":true' results; ls", in: folder)
    #expect(outcome.output == "9\ndump\nresults\n", "\(outcome.errors)")
    let results = try String(contentsOf: folder.appending(path: "results"), encoding: .utf8)
    #expect(results.contains("Ann"))
    let again = try Command.bash("\(Self.recipe) dump again -f text; cmp results again", in: folder)
    #expect(again.status == 0)
  }

  /// A worker that fails in one of the ways in which workers fail.
  @Test(arguments: [
    "atoll \"$@\" | head -n 4; exit 3", "atoll \"$@\" | head -n 4; kill -9 $$",
    "atoll \"$@\" | head -n 4", "atoll \"$@\" | sed 3d", "head -n 20 | atoll \"$@\"",
    "atoll \"$@\" | grep -v trailer",
  ])
  func publishesNothingThatIsNotWhole(worker: String) throws {
    let folder = try Self.dump()
    let script = folder.appending(path: "bin/atoll")
    try FileManager.default.createDirectory(
      at: script.deletingLastPathComponent(), withIntermediateDirectories: true)
    let real = "PATH=\(Command.binary.deletingLastPathComponent().path):$PATH"
    try Data("#!/bin/bash\n\(real)\n\(worker)\n".utf8).write(to: script)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
    let outcome = try Command.bash(
      "PATH=$PWD/bin:$PATH timeout 60 \(Self.recipe) dump results -f text; echo $?; ls", in: folder)
    #expect(!outcome.output.hasPrefix("0\n"))
    #expect(outcome.output.hasSuffix("\nbin\ndump\n"), "\(outcome.output)")
  }
}
