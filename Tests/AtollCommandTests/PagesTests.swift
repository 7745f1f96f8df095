import Foundation
import Testing

/// `atoll render --pages`, through the real binary.
@Suite struct PagesCommandTests {
  private static let names = [
    "comments.json", "index.html", "page-1.html", "page-2.html", "redirects.map",
  ]

  private static func listing(_ folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test func writesAFolderAndReplacesAllItsFiles() throws {
    let folder = try Fixture.folder()
    for arguments in [["--pages", "2"], ["--pages", "2", "--locale", "de"]] {
      let outcome = try Command.atoll(
        ["render", "-q", "thread.json", "-o", "out/"] + arguments, in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try Self.listing(folder.appending(path: "out")) == Self.names)
    }
    // With fewer pages than before, the old ones are removed.
    _ = try Command.atoll(["render", "-q", "thread.json", "-o", "out", "--pages", "9"], in: folder)
    #expect(try !Self.listing(folder.appending(path: "out")).contains("page-2.html"))
    #expect(try Self.listing(folder).allSatisfy { !$0.hasPrefix(".atoll") })
  }

  @Test func leavesAFolderWithOtherFilesAlone() throws {
    let folder = try Fixture.folder()
    let out = folder.appending(path: "out")
    try FileManager.default.createDirectory(at: out, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: out.appending(path: "notes.txt"))
    let outcome = try Command.atoll(
      ["render", "-q", "thread.json", "-o", "out", "--pages", "2"], in: folder)
    #expect(outcome.status == 73)
    #expect(outcome.errors.contains("'notes.txt'"))
    #expect(try Self.listing(out) == ["notes.txt"])
  }

  @Test func writesNothingIfTheRenderingFails() throws {
    let folder = try Fixture.folder()
    let outcome = try Command.atoll(
      ["render", "-q", "-", "-o", "out", "--pages", "2"], in: folder, input: "{")
    #expect(outcome.status == 65)
    #expect(try Self.listing(folder) == ["thread.json"])
  }

  @Test(arguments: [
    ["--pages", "2"], ["--pages", "2", "--page-bytes", "90000", "-o", "out"],
    ["--pages-url", "https://e.example/c/"], ["--pages", "2", "-f", "fragment", "-o", "out"],
    ["--pages", "2", "--sort-controls", "on", "-o", "out"], ["--page-bytes", "9", "-o", "out"],
  ])
  func rejectsIncompatibleOptions(arguments: [String]) throws {
    let folder = try Fixture.folder()
    let outcome = try Command.atoll(["render", "-q", "thread.json"] + arguments, in: folder)
    #expect(outcome.status == 64, "\(outcome.errors)")
    #expect(try Self.listing(folder) == ["thread.json"])
  }

  @Test func writesTheFilesOfEachStoryOfABatch() throws {
    let folder = try Fixture.folder()
    let outcome = try Command.atoll(
      ["batch", "--pages", "2", "--no-trailer"], in: folder,
      input: Fixture.small.replacing("\n", with: " ") + "\n")
    #expect(outcome.status == 0, "\(outcome.errors)")
    struct Line: Decodable {
      struct File: Decodable {
        var name: String
        var output: String
      }
      var files: [File]
      var comments: Int
    }
    let line = try JSONDecoder().decode(Line.self, from: Data(outcome.output.utf8))
    #expect(line.files.map(\.name).sorted() == Self.names)
    #expect(line.comments == 3)
    #expect(line.files[0].output.hasPrefix("<!DOCTYPE html>"))
    let stored = try Command.atoll(
      ["batch", "--pages", "2", "--store", "s"], in: folder, input: "{}\n")
    #expect(stored.status == 64)
  }
}
