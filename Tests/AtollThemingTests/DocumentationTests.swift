import Foundation
import TestSupport
import Testing

@testable import AtollTheming

/// Compares `docs/themes.md` with the code and the templates.
@Suite struct DocumentationTests {
  func page() throws -> String {
    try Repository.text("docs/themes.md")
  }

  @Test func documentsTheContrastRatiosOfTheTheme() throws {
    let page = try page()
    let theme = try Theme(embedded: "ign")
    for pair in ContrastPair.all where !page.contains("`\(pair.name)` |") {
      #expect(pair.foreground.rawValue.hasPrefix("rail-"), "\(pair.name) is missing")
    }
    for pair in ContrastPair.all where page.contains("`\(pair.name)` |") {
      let ratios = PaletteKind.allCases.map { kind in
        formattedRatio(theme[pair.foreground, kind].contrast(with: theme[pair.background, kind]))
      }
      #expect(page.contains("| `\(pair.name)` | \(ratios.joined(separator: " | ")) |"))
    }
  }

  @Test func documentsEveryClassInTemplatesAndStyleSheets() throws {
    let page = try page()
    var sources: [URL] = []
    for folder in ["Templates", "Styles/ign", "Styles/plain"] {
      sources += try FileManager.default.contentsOfDirectory(
        at: Repository.url(folder), includingPropertiesForKeys: nil)
    }
    for source in sources where ["mustache", "css"].contains(source.pathExtension) {
      let text = try String(contentsOf: source, encoding: .utf8)
      for match in text.matches(of: #/[." }](a-[a-z-]*[a-z])\b(?!:)/#) {
        #expect(page.contains("`\(match.1)`"), "\(match.1) in \(source.lastPathComponent)")
      }
    }
  }

  @Test func documentsEveryTokenForFontsAndSizes() throws {
    let page = try page()
    for name in FontToken.allCases.map(\.rawValue) + SizeToken.allCases.map(\.rawValue) {
      #expect(page.contains("`\(name)`"), "\(name)")
    }
  }
}
