import AtollComments
import Foundation
import TestSupport
import Testing

struct DiagnosticCodeTests {
  @Test func documentListsTheCodeOfEveryProblem() throws {
    let text = try Repository.text("docs/command-line.md")
    let start = try #require(text.range(of: "### Codes of problems")?.upperBound)
    let end = try #require(text.range(of: "\n## ", range: start..<text.endIndex)?.lowerBound)
    let cells = text[start..<end].split(separator: "\n").filter { $0.hasPrefix("| `") }
      .compactMap { $0.dropFirst().firstIndex(of: "|").map($0.prefix(upTo:)) }
    let codes = cells.flatMap { cell in
      let parts = cell.split(separator: "`", omittingEmptySubsequences: false)
      return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
    }
    #expect(codes.sorted() == Diagnostic.Code.allCases.map(\.rawValue).sorted())
  }
}
