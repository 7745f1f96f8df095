import AtollBytes
import TestSupport
import Testing

@testable import AtollTheming

@Suite struct StyleSheetPropertyTests {
  private static let pieces: [String] = [
    ".atoll", ".atoll .a-b", ".atoll > p", " ", "\n", "{", "}", "{", "}", ";", ":", ",", "(", ")",
    "color: red", "width: calc(1px + 2px)", "content: \"a;}b\"", "/* x */", "/*", "*/", "\"", "'",
    "@media print", "@import", "@container atoll (width < 3px)", "url(", "var(--atoll-ink)",
    "--a-x",
    "!important", "\\", "</style>", "<!--", "é", "\u{0}", "+", "~", "[a=\"]\"]", "[a=\"(\"]", "[",
    "]", ":is(", "*",
  ]

  private func checked(_ bytes: [UInt8]) -> (css: [UInt8], errors: [SourceError]) {
    var errors = SourceErrorList(.theme)
    var check = StyleSheetCheck(StyleFile(path: "x.css", bytes: bytes), isDocument: false)
    check.visitSheet(reporting: &errors)
    return (check.css, errors.errors)
  }

  @Test(arguments: 0..<10)
  func writesNoForbiddenCSSAndAcceptsItsOwnOutput(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var passed = 0
    for _ in 0..<200 {
      var text = ""
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        if Int.random(in: 0..<8, using: &random) > 0 {
          let inside =
            Bool.random(using: &random)
            ? Self.pieces.randomElement(using: &random) ?? "" : "margin : 0 auto ! important"
          text += ".atoll .a-b{color:red; \(inside)}"
        } else {
          text += Self.pieces.randomElement(using: &random) ?? ""
        }
      }
      let (css, errors) = checked(Array(text.utf8))
      guard errors.isEmpty else { continue }
      passed += 1
      let output = String(decoding: css, as: UTF8.self)
      for forbidden in ["</", "<!", "url(", "@import", "/*", "\\"] {
        #expect(!output.contains(forbidden), "\(text)")
      }
      // Accepted output is accepted again, and cannot be shortened further.
      let again = checked(css)
      #expect(again.errors.isEmpty, "\(text)")
      #expect(again.css == css, "\(text)")
    }
    #expect(passed > 20)
  }

  @Test(arguments: Theme.embeddedNames)
  func keepsAcceptedStyleSheetsUnchangedWhenCheckedAgain(theme: String) throws {
    var random = SeededGenerator(seed: 7)
    let sheets = Theme.embeddedFiles(of: theme).filter { $0.path.hasSuffix(".css") }
    for sheet in sheets where sheet.path != Theme.documentName {
      for _ in 0..<6 {
        var bytes = sheet.bytes
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] = UInt8.random(in: .min ... .max, using: &random)
        let (css, errors) = checked(bytes)
        guard errors.isEmpty else { continue }
        #expect(checked(css).css == css, "byte \(place) of \(sheet.path)")
      }
    }
  }

  @Test func checksLongRepetitionsWithoutHanging() {
    for piece in ["(", "{", "[", "\"", "/*", ".atoll{", "@media x{", "a:", "}", ";"] {
      let (_, errors) = checked(Array(String(repeating: piece, count: 20_000).utf8))
      #expect(!errors.isEmpty || piece == ";")
    }
  }

  @Test func readsCorruptedTokenFilesWithoutCrashing() throws {
    var random = SeededGenerator(seed: 11)
    let file = try #require(Theme.embeddedFiles(of: "ign").first { $0.path == "theme.json" })
    for _ in 0..<200 {
      var bytes = file.bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] = UInt8.random(in: .min ... .max, using: &random)
      }
      bytes.removeLast(Int.random(in: 0...20, using: &random))
      var errors = SourceErrorList(.theme)
      let raw = TokenFile(StyleFile(path: "theme.json", bytes: bytes), reporting: &errors)
      var reading = TokenReader(file: raw, base: nil, errors: errors)
      _ = reading.tokens(named: "mine")
      for error in reading.errors.errors where error.line > 0 {
        #expect(error.column > 0)
      }
    }
  }
}
