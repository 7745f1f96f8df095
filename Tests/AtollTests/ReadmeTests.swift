import Foundation
import TestSupport
import Testing

@Suite struct ReadmeTests {
  @Test func readmeShowsTheCompiledExample() throws {
    let readme = try Self.lines(of: "README.md", relativeTo: Repository.root)
    let here = URL(filePath: #filePath).deletingLastPathComponent()
    let source = try Self.lines(of: "ReadmeExample.swift", relativeTo: here)
    let start = try #require(readme.firstIndex(of: "```swift"))
    let example = readme[(start + 1)...].prefix { $0 != "```" }
    let imports = example.filter { $0.hasPrefix("import ") }
    let body = example.drop { $0.hasPrefix("import ") }
    #expect(imports.count == 1 && body.count == 3)
    #expect(imports.allSatisfy(source.contains))
    #expect(source.joined(separator: "\n").contains(body.joined(separator: "\n")))
  }

  @Test func rendersAPageWithTheExampleOfTheReadme() throws {
    let demo = Repository.url("Sources/Command/AtollCommand/Demo/story.json")
    let page = try pageOfTheExample(from: Array(Data(contentsOf: demo)))
    #expect(String(decoding: page, as: UTF8.self).hasPrefix("<!DOCTYPE html>"))
  }

  /// Returns the non-empty lines, without indentation.
  private static func lines(of file: String, relativeTo folder: URL) throws -> [String] {
    try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }
}
