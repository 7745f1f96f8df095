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
    for arguments in [["--pages", "4"], ["--pages", "4", "--locale", "de"]] {
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

  @Test(arguments: ["notes.txt", "index.html", "comments.json"])
  func rejectsAnOutputFolderWithFilesOfTheUser(name: String) throws {
    let folder = try Fixture.folder()
    let out = folder.appending(path: "out")
    try FileManager.default.createDirectory(at: out, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: out.appending(path: name))
    let outcome = try Command.atoll(
      ["render", "-q", "thread.json", "-o", "out", "--pages", "4"], in: folder)
    #expect(outcome.ended(with: 73, saying: "'\(name)'"))
    #expect(try Self.listing(out) == [name])
  }

  @Test func rejectsAFileOrAnInputOrTheCurrentFolderAsTheOutputFolder() throws {
    let outcome = try Command.bash(
      """
      pages() { atoll render -q "$1" --pages 4 -o "$2"; echo $?; }
      cp thread.json other.json; ln -s other.json link
      pages thread.json thread.json; pages thread.json other.json; pages thread.json link
      mkdir c; cp thread.json c/comments.json; pages c/comments.json c
      mkdir empty; cd empty; pages ../thread.json .; cd ..
      cmp thread.json other.json && cmp thread.json c/comments.json && ls c
      """, in: try Fixture.folder())
    #expect(outcome.output == "64\n73\n73\n73\n73\ncomments.json\n", "\(outcome)")
    #expect(outcome.errors.contains("other.json: error: this is not a folder; name a folder"))
    #expect(outcome.errors.contains("the output would replace the input"))
    #expect(outcome.errors.contains("the current folder cannot be replaced; name a subfolder"))
  }

  @Test func keepsThePermissionsOfTheFolder() throws {
    let outcome = try Command.bash(
      """
      mkdir -m 2750 out; atoll render -q thread.json --pages 4 -o out; stat -c %a out
      """, in: try Fixture.folder())
    #expect(outcome.output == "2750\n", "\(outcome)")
  }

  @Test func writesNothingIfTheRenderingFails() throws {
    let folder = try Fixture.folder()
    let outcome = try Command.atoll(
      ["render", "-q", "-", "-o", "out", "--pages", "4"], in: folder, input: "{")
    #expect(outcome.status == 65)
    #expect(try Self.listing(folder) == ["thread.json"])
  }

  @Test(arguments: [
    ["--pages", "4"], ["--pages", "4", "--page-bytes", "90000", "-o", "out"],
    ["--pages-url", "https://e.example/c/"], ["--pages", "4", "-f", "fragment", "-o", "out"],
    ["--pages", "4", "--sort-controls", "on", "-o", "out"], ["--page-bytes", "9", "-o", "out"],
  ])
  func rejectsIncompatibleOptions(arguments: [String]) throws {
    let folder = try Fixture.folder()
    let outcome = try Command.atoll(["render", "-q", "thread.json"] + arguments, in: folder)
    #expect(outcome.status == 64, "\(outcome.errors)")
    #expect(try Self.listing(folder) == ["thread.json"])
  }

  @Test func warnsAboutAPageWithTooManyComments() throws {
    let folder = try Command.makeFolder()
    func warnings(_ count: Int, _ arguments: [String] = []) throws -> String {
      let comments = (0..<count).map { #"{"id":"\#($0)","body":"x"}"# }.joined(separator: ",")
      let outcome = try Command.atoll(
        ["render", "-", "-o", "out"] + arguments, in: folder,
        input: #"{"atoll":1,"story":{},"comments":[\#(comments)]}"#)
      #expect(outcome.status == 0, "\(outcome.errors)")
      return outcome.errors
    }
    #expect(try warnings(5_001).contains("page of 5,001 comments"))
    #expect(try warnings(5_001).contains("--pages 100"))
    #expect(try !warnings(5_000).contains("--pages"))
    #expect(try !warnings(5_001, ["-f", "text"]).contains("--pages"))
    try FileManager.default.removeItem(at: folder.appending(path: "out"))
    #expect(try !warnings(5_001, ["--pages", "2000"]).contains("--pages 100"))
  }

  @Test func returnsThePageFilesOfEachStoryInABatch() throws {
    let folder = try Fixture.folder()
    let outcome = try Command.atoll(
      ["batch", "--pages", "4", "--no-trailer"], in: folder,
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
      ["batch", "--pages", "4", "--store", "s"], in: folder, input: "{}\n")
    #expect(stored.status == 64)
  }
}
