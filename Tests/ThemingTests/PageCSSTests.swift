import Testing

@testable import Theming

@Suite struct PageCSSTests {
  func css(
    _ theme: String, scheme: Scheme = .auto, layered: Bool = true, forDocument: Bool = false
  ) throws -> String {
    let bytes = try Theme(embedded: theme)
      .pageCSS(scheme: scheme, layered: layered, forDocument: forDocument)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: Theme.embeddedNames, Scheme.allCases)
  func givesTheSameBytesEveryTime(theme: String, scheme: Scheme) throws {
    #expect(try css(theme, scheme: scheme) == css(theme, scheme: scheme))
  }

  @Test(arguments: Theme.embeddedNames, [true, false])
  func writesBalancedAndSelfContainedCSS(theme: String, forDocument: Bool) throws {
    let text = try css(theme, forDocument: forDocument)
    #expect(text.utf8.filter { $0 == 0x7B }.count == text.utf8.filter { $0 == 0x7D }.count)
    for forbidden in ["url(", "@import", "</", "/*", "\n", "  ", "expression"] {
      #expect(!text.contains(forbidden), "\(forbidden)")
    }
    #expect(text.hasPrefix("@layer atoll{\(forDocument ? ":root" : ".atoll"){"))
    #expect(text.hasSuffix("}"))
  }

  @Test func followsTheReaderOrForcesAScheme() throws {
    let auto = try css("ign")
    #expect(auto.contains("color-scheme:light dark"))
    #expect(auto.contains("@media (prefers-color-scheme:dark){.atoll{"))
    #expect(auto.contains("@media (prefers-contrast:more) and (prefers-color-scheme:dark){"))
    let light = try css("ign", scheme: .light)
    #expect(light.contains("--atoll-ink:#181c25"))
    #expect(!light.contains("prefers-color-scheme"))
    let dark = try css("ign", scheme: .dark)
    #expect(dark.contains("color-scheme:dark;"))
    #expect(dark.contains("--atoll-ink:#f6f8f7"))
    #expect(!dark.contains("prefers-color-scheme"))
  }

  @Test func printsTheDarkSchemeOnWhitePaper() throws {
    let dark = try css("ign", scheme: .dark)
    #expect(dark.contains("@media print{.atoll{--atoll-page:"))
  }

  @Test func leavesTheLayerOutOnRequest() throws {
    let plain = try css("ign", layered: false)
    #expect(!plain.contains("@layer"))
    let layered = try css("ign")
    #expect(layered == "@layer atoll{\(plain)}")
  }

  @Test func sizesFollowTheReadersTextSize() throws {
    let text = try css("ign")
    #expect(text.contains("--atoll-size-body:max(16px,1rem);--atoll-line-body:1.5;"))
    #expect(text.contains("--atoll-size-meta:max(13px,0.8125rem);--atoll-line-meta:1.3846;"))
  }
}
