import TestSupport
import Testing

@testable import AtollTheming

/// The built-in themes are read and checked before Atoll is built; the result is part of the sources.
@Suite struct CompiledThemeTests {
  @Test(arguments: Theme.embeddedNames, [Theme.Purpose.pages, .mails, .terminals])
  func compiledThemesMatchTheirFiles(name: String, purpose: Theme.Purpose) throws {
    if GeneratedSource.isUpdated { return }
    let read = try Theme(name: name, files: Theme.embeddedFiles(of: name), for: .pages)
    let compiled = try #require(
      Theme(compiled: name, for: purpose),
      "Sources/Output/AtollTheming/Generated is older than Styles; CONTRIBUTING.md says how to write it anew"
    )
    #expect(compiled.name == read.name)
    #expect(compiled.tokens == read.tokens)
    #expect(compiled.sheets == read.sheets)
    #expect(compiled.document == read.document)
    #expect(compiled.declaredProperties == read.declaredProperties)
    let mails = try Theme(name: name, files: Theme.embeddedFiles(of: name), for: .mails)
    #expect(compiled.emailSheetPaths == mails.emailSheetPaths)
    #expect(compiled.emailStyles.rules.map(\.selector) == mails.emailStyles.rules.map(\.selector))
  }

  @Test func writesTheGeneratedSourceOnRequest() throws {
    if GeneratedSource.isUpdated { try write() }
  }

  @Test func returnsNoCompiledThemeForAnUnknownName() {
    #expect(Theme(compiled: "no-such-theme", for: .pages) == nil)
  }

  @Test func returnsNoCompiledThemeForThePurposeEverything() {
    #expect(Theme(compiled: "ign", for: .everything) == nil)
  }

  // MARK: Writing

  private func write() throws {
    let names = Theme.embeddedNames
    var code = """
      extension CompiledTheme {
        /// The fingerprint of the files that these themes were read from.
        static let fingerprint: UInt64 = \(EmbeddedStyles.fingerprint)

        init?(named name: String) {
          switch name {

      """
    for name in names { code += "    case \"\(name)\": self = Self.\(name)\n" }
    code += "    default: return nil\n    }\n  }\n"
    for name in names {
      let theme = try Theme(name: name, files: Theme.embeddedFiles(of: name), for: .pages)
      code += "\n  private static var \(name): CompiledTheme {\n    CompiledTheme(\n"
      code += tokens(theme.tokens)
      code += "      sheets: [\n"
      for sheet in theme.sheets { code += "        \(expression(of: sheet)),\n" }
      code += "      ],\n      document: \(theme.document.map(expression) ?? "nil"),\n"
      let properties = theme.declaredProperties.map { GeneratedSource.literal($0.utf8) }
      let mailSheets = try Theme(name: name, files: Theme.embeddedFiles(of: name), for: .mails)
        .emailSheetPaths.map { GeneratedSource.literal($0.utf8) }
      code += "      declaredProperties: [\(properties.joined(separator: ", "))],\n"
      code += "      emailSheetPaths: [\(mailSheets.joined(separator: ", "))])\n  }\n"
    }
    try GeneratedSource.write(
      code + "}\n", to: "Sources/Output/AtollTheming/Generated/CompiledThemes.swift",
      whatItIs: "The built-in themes as their files say them.")
  }

  private func expression(of sheet: CheckedSheet) -> String {
    "CheckedSheet(path: \"\(sheet.path)\", css: Array(\(GeneratedSource.literal(sheet.css)).utf8))"
  }

  private func tokens(_ tokens: Theme.Tokens) -> String {
    func palette(_ palette: Palette) -> String {
      let colors = ColorToken.allCases.map { number(palette[$0]) }
      return "Palette([\n\(GeneratedSource.list(colors, indentation: "          "))\n        ])"
    }
    let fonts = tokens.fonts.map { GeneratedSource.literal($0.utf8) }.joined(separator: ", ")
    let sizes = tokens.sizes.map { "TypeSize(size: \($0.size), lineHeight: \($0.lineHeight))" }
    let styles = tokens.terminal.map { $0.map(expression) ?? "nil" }
    return """
          tokens: Theme.Tokens(
            title: \(GeneratedSource.literal(tokens.title.utf8)), rails: .\(tokens.rails),
            avatars: .\(tokens.avatars),
            depth: DepthCap(wide: \(tokens.depth.wide), narrow: \(tokens.depth.narrow)),
            fonts: [\(fonts)],
            sizes: [
      \(GeneratedSource.list(sizes, indentation: "          "))
            ],
            lengths: [\(tokens.lengths.map(String.init).joined(separator: ", "))],
            palettes: [
              \(tokens.palettes.map(palette).joined(separator: ",\n        "))
            ],
            terminal: [
      \(GeneratedSource.list(styles, indentation: "          "))
            ]),

      """
  }

  private func number(_ color: Color) -> String { "0x" + color.hexadecimal.dropFirst() }

  private func expression(of style: TerminalStyle) -> String {
    let attributes = TerminalAttributes.names.filter { style.attributes.contains($0.1) }
    var text = "TerminalStyle([\(attributes.map { ".\($0.0)" }.joined(separator: ", "))]"
    text += ", color: .\(style.color)"
    if let light = style.light, let dark = style.dark {
      text += ", light: \(number(light)), dark: \(number(dark))"
    }
    return text + ")"
  }
}
