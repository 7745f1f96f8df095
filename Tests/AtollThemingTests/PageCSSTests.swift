import Testing

@testable import AtollTheming

@Suite struct PageCSSTests {
  func css(
    _ theme: String, scheme: ColorScheme = .auto, cascade: Cascade = .layered,
    forDocument: Bool = false
  ) throws -> String {
    let bytes = try Theme(embedded: theme)
      .pageRules(scheme: scheme, cascade: cascade, forDocument: forDocument).css()
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: Theme.embeddedNames, ColorScheme.allCases)
  func writesTheSameBytesEveryTime(theme: String, scheme: ColorScheme) throws {
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

  @Test func followsTheReadersColorSchemeOrUsesAFixedOne() throws {
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

  @Test func printsTheDarkSchemeInLightColors() throws {
    let dark = try css("ign", scheme: .dark)
    #expect(dark.contains("@media print{.atoll{color-scheme:light;--atoll-page:"))
  }

  @Test func scalesWithTheReadersTextSize() throws {
    let text = try css("ign")
    #expect(text.contains("--atoll-size-body:max(16px,1rem);--atoll-line-body:1.5;"))
    #expect(text.contains("--atoll-size-meta:max(13px,.8125rem);--atoll-line-meta:1.3846;"))
  }

  @Test func marksEverySealedDeclarationImportant() throws {
    #expect(
      String(
        decoding: Theme.sealed(
          Array(".a{b:c;--x:y;d:\"x;}\"}@media e{.f{g:h!important}.g{--z:1}}".utf8)),
        as: UTF8.self)
        == ".a{b:c!important;--x:y;d:\"x;}\"!important}@media e{.f{g:h!important}.g{--z:1}}")
    let sealed = try css("ign", cascade: .sealed)
    #expect(sealed.hasPrefix("@layer atoll{.atoll{all:initial!important}"))
    #expect(sealed.contains("}.atoll *{all:revert!important}"))
    for pseudoElement in ["before", "first-line", "marker", "details-content", "selection"] {
      #expect(sealed.contains(".atoll::\(pseudoElement),.atoll ::\(pseudoElement)"))
    }
    #expect(
      sealed.replacing("!important", with: "").hasSuffix(
        try css("ign").dropFirst("@layer atoll{".count).replacing("!important", with: "")))
  }

  @Test func distinguishesRailsByColorOrWeight() throws {
    let cycle = try css("ign")
    let mono = try css("plain")
    #expect(
      cycle.contains(
        "}.atoll .a-r{--a-rail:var(--atoll-rail-1)}.atoll .a-r .a-r{--a-rail:var(--atoll-rail-2)}"))
    #expect(mono.contains("}.atoll .a-r{--a-rail:var(--atoll-rail-1);--a-weight:3px}"))
    #expect(
      mono.contains(
        "}.atoll .a-r .a-r .a-r{--a-weight:1px}.atoll .a-r .a-r .a-r .a-r{--a-weight:3px}"))
    // Replies have no rails from the sixth level on, where they are not indented.
    #expect(cycle.contains("var(--atoll-rail-5)") && !cycle.contains("var(--atoll-rail-6)"))
  }

  @Test func lowersHeadingsOnlyInSelectors() throws {
    let sheet =
      ".atoll h2{grid-area:h2}@media print{.atoll :is(h2,h3){order:1}.atoll h2{content:\"h2\"}}"
      + ".atoll h2[data-x=h1]{order:2}"
    let theme = try Theme(
      name: "mine",
      files: [
        file("theme.json", #"{"extends": "ign", "styles": ["a.css"]}"#), file("a.css", sheet),
      ])
    let text = String(decoding: theme.pageRules(headingShift: 1).css(), as: UTF8.self)
    #expect(text.contains(".atoll h3{grid-area:h2}@media print{.atoll :is(h3,h4){order:1}"))
    #expect(text.contains(".atoll h3{content:\"h2\"}"))
    #expect(text.contains(".atoll h3[data-x=h1]{order:2}"))
  }

  @Test func stopsIndentingAtTheDepthCaps() throws {
    let stop = "{--a-indent:0px}"
    let text = try css("ign")
    #expect(text.contains("}.atoll .a-r .a-r .a-r .a-r .a-r .a-r\(stop)@container atoll"))
    #expect(text.contains("(width<560px){.atoll .a-r .a-r .a-r .a-r\(stop).atoll .a-wide{"))
  }
}
