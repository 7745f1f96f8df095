import Foundation
import Testing

/// What the README shows works as it stands there.
struct ReadmeTests {
  /// The lines of the README's shell blocks.
  private static let lines: [String] = {
    let file = Command.package.appending(path: "README.md")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    var isShell = false
    var lines: [String] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("```") {
        isShell = line == "```sh"
      } else if isShell {
        lines.append("\(line)")
      }
    }
    return lines
  }()

  /// A folder with everything that the README takes for granted, under its names.
  private static func folder() throws -> URL {
    let folder = try Command.makeFolder()
    func write(_ text: String, to name: String) throws {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    // As written right after `atoll demo`.
    let drawn = try Command.atoll(["demo"], in: folder)
    #expect(drawn.status == 0, "\(drawn.errors)")
    let demo = try Command.text(of: "Sources/Command/AtollCommand/Demo/story.json")
    try write(demo.replacing("\"demo-5\"", with: "\"4f2a\""), to: "thread.json")
    for name in ["comments", "assets", "users"] {
      let rows = try Command.text(of: "Tests/Fixtures/talk4-dump-relaxed/\(name).ndjson")
      try write(rows.replacing(InputTests.storyID, with: "17"), to: "\(name).json")
    }
    let line = demo.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }.joined()
    try write(line + "\n", to: "stories.ndjson")
    let templates = folder.appending(path: "my-templates")
    try FileManager.default.createDirectory(at: templates, withIntermediateDirectories: true)
    try write("<aside class=\"mine\"></aside>\n", to: "my-templates/no-comments.mustache")
    return folder
  }

  @Test func hasBothCommandsAndExamples() {
    #expect(Self.lines.contains { $0.hasPrefix("script/demo") })
    #expect(Self.lines.contains { $0.hasPrefix("script/test") })
    #expect(Self.lines.count { $0.hasPrefix("atoll ") } >= 5)
  }

  @Test(arguments: lines) func worksAsWritten(line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    if let script = words.first, script.hasPrefix("script/") {
      let path = Command.package.appending(path: script).path
      #expect(FileManager.default.isExecutableFile(atPath: path), "\(path)")
      return
    }
    try #require(words.first == "atoll", "nothing runs '\(line)'")
    let folder = try Self.folder()
    let outcome = try Command.bash(line, in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(!outcome.errors.contains("error: "))
    var drawn = outcome.output
    let arrow = words.firstIndex { $0 == "-o" || $0 == ">" }
    if let arrow, words[arrow] == ">" || drawn.isEmpty {
      // A thread in several pages is a folder.
      let path = words[arrow + 1] + (words.contains("--pages") ? "page-1.html" : "")
      drawn = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }
    let isMarkup = ["--format text", "--format ansi", "--format email"].allSatisfy {
      !line.contains($0)
    }
    #expect(drawn.contains(isMarkup ? "</article>" : "Tidewalker"))
  }
}

/// No document points at a file that is not there.
struct LinkTests {
  static let documents: [String] = {
    let docs = Command.package.appending(path: "docs").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: docs)) ?? []
    return ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "bench/README.md"]
      + ["Templates/README.md"] + names.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
  }()

  @Test(arguments: documents) func pointsAtWhatIsThere(document: String) throws {
    let text = try Command.text(of: document)
    let folder = Command.package.appending(path: document).deletingLastPathComponent()
    for match in text.matches(of: /\]\(([^)#\s]+)[^)]*\)/) {
      let target = String(match.1)
      if target.contains("://") || target.hasPrefix("mailto:") || target.hasPrefix("{{") {
        continue
      }
      let path = folder.appending(path: target).path
      #expect(FileManager.default.fileExists(atPath: path), "\(document): \(target)")
    }
  }

  @Test func knowsTheDocuments() { #expect(Self.documents.count >= 12) }
}
