import Foundation
import Testing

/// The commands of the README, which `script/check first-steps` runs.
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

  @Test func readmeShowsScriptsAndExamplesOfCommands() {
    #expect(Self.lines.contains { $0.hasPrefix("script/demo") })
    #expect(Self.lines.contains { $0.hasPrefix("script/test") })
    #expect(Self.lines.count { $0.hasPrefix("atoll ") } >= 5)
  }

  /// These scripts are not run here; they only have to be executable.
  @Test(arguments: lines.filter { $0.hasPrefix("script/") })
  func namesOnlyExecutableScripts(line: String) {
    let script = line.prefix { $0 != " " }
    let path = Command.package.appending(path: String(script)).path
    #expect(FileManager.default.isExecutableFile(atPath: path), "\(path)")
  }

  @Test func homebrewFormulaExpectsOnlyFilesThatTheDemoWrites() throws {
    let formula = try Command.text(of: "script/lib/packaging/atoll.rb")
    let named = formula.matches(of: /assert_path_exists testpath\/"([^"]+)"/).map { String($0.1) }
    let outcome = try Command.atoll(["demo", "-o", "demo"], in: try Command.makeFolder())
    #expect(!named.isEmpty)
    for path in named { #expect(outcome.output.contains("\(path)\n"), "\(path)") }
  }
}

/// The links in documents, whose targets must exist.
struct LinkTests {
  static let documents: [String] = {
    let docs = Command.package.appending(path: "docs").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: docs)) ?? []
    return ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "bench/README.md"]
      + ["Templates/README.md"] + names.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
  }()

  @Test(arguments: documents) func linksOnlyToExistingFiles(document: String) throws {
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

  @Test func findsTheDocuments() { #expect(Self.documents.count >= 12) }
}
