import Foundation
import TestSupport
import Testing

/// The DocC catalogs of the public modules; their code is compiled in files named `CatalogExamples.swift`.
@Suite struct CatalogTests {
  static let modules = [
    "Story/AtollComments", "Story/AtollRows", "Engine/Atoll", "Live/CoralClient",
    "Visual/AtollSnapshots",
  ]

  /// Returns the lines of every code block of a catalog, without indentation.
  private static func blocks(of module: String) throws -> [[String]] {
    let name = module.split(separator: "/")[1]
    let folder = Repository.url("Sources/\(module)/\(name).docc")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    var blocks: [[String]] = []
    for file in files {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      var block: [String]?
      for line in text.split(separator: "\n") {
        if line == "```swift" {
          block = []
        } else if line == "```" {
          block.map { blocks.append($0) }
          block = nil
        } else {
          block?.append(line.trimmingCharacters(in: .whitespaces))
        }
      }
    }
    return blocks
  }

  private static func compiled() throws -> String {
    try ["AtollRows", "Atoll", "CoralClient", "AtollSnapshots"].map { module in
      let file = Repository.url("Tests/\(module)Tests/CatalogExamples.swift")
      return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
    }.joined(separator: "\n")
  }

  @Test(arguments: modules) func showsOnlyCompiledCodeInTheCatalogOfAModule(module: String) throws {
    let compiled = try Self.compiled()
    for block in try Self.blocks(of: module) {
      #expect(compiled.contains(block.joined(separator: "\n")), "\(module): \(block)")
    }
  }

  @Test func showsCodeInEveryCatalog() throws {
    let counts = try Self.modules.map { try Self.blocks(of: $0).count }
    #expect(counts.reduce(0, +) >= 10 && counts.count { $0 == 0 } == 0, "\(counts)")
  }
}
