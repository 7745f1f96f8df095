import AtollBytes
import Testing

@testable import AtollTheming

/// Style sheets reduced to the rules that the markup can use.
@Suite struct StyleUseTests {
  private func css(
    _ css: String, for markup: String, root: String = "atoll", _ cascade: Cascade = .layered
  )
    -> String
  {
    let bytes = Array(markup.utf8)
    let sheet = ParsedPageSheet(PageSheetRules(Array(css.utf8), cascade: cascade))
    let use = StyleUse(scanning: bytes.span, for: sheet.names)
    let text = String(decoding: sheet.css(for: use, root: root), as: UTF8.self)
    return cascade == .layered ? String(text.dropFirst("@layer atoll{".count).dropLast()) : text
  }

  @Test(arguments: [
    (".atoll .a-c{order:1}", "<p class=\"atoll a-c\">", ".atoll .a-c{order:1}"),
    (".atoll .a-c{order:1}", "<p class=\"atoll a-ca\">", ""),
    (".atoll .a-c{order:1}", "<p class=\"atoll\" title=\"a-c\">a-c</p>", ""),
    (".atoll .a,.atoll .b{order:1}", "<p class=\"b  atoll\">", ".atoll .b{order:1}"),
    (".atoll h2{order:1}", "<p class=\"atoll\">", ""),
    (".atoll h2{order:1}", "<h2 class=\"atoll\">", ".atoll h2{order:1}"),
    (".atoll :is(.a,.b h2){order:1}", "<h2 class=\"atoll b\">", ".atoll :is(.a,.b h2){order:1}"),
    (".atoll :is(.a,.b h2){order:1}", "<p class=\"atoll b\">", ""),
    (".atoll:has(.a [value=\"n\"]:checked) li{order:1}", "<li class=\"atoll\">", ""),
    (".atoll :not(.a){order:1}", "<p class=\"atoll\">", ".atoll :not(.a){order:1}"),
    (".atoll #h2 b{order:1}", "<p class=\"atoll\" id=h2><b>", ".atoll #h2 b{order:1}"),
    (".atoll tbody b{order:1}", "<table class=\"atoll\"><tr><td><b>", ".atoll tbody b{order:1}"),
    // The number of occurrences of a name does not count.
    (".atoll .a .a{order:1}", "<p class=\"atoll a\">", ".atoll .a .a{order:1}"),
    (
      ".atoll::before{content:\"{};,.x\"}", "<p class=\"atoll\">",
      ".atoll::before{content:\"{};,.x\"}"
    ),
    ("@media print{.atoll .a{order:1}}", "<p class=\"atoll\">", ""),
    (
      "@media print{@supports (x:y){.atoll .a{order:1}}.atoll{order:2}}", "<p class=\"atoll\">",
      "@media print{.atoll{order:2}}"
    ),
    ("@page{margin:0}", "<p class=\"atoll\">", "@page{margin:0}"),
    (".atoll .a.b.a{order:1}", "<p class=\"atoll a b\">", ".atoll .a.b.a{order:1}"),
    // Notations that templates may use, too.
    (".atoll .a H2{order:1}", "<h2 class='atoll a'>", ".atoll .a H2{order:1}"),
    (".atoll .a h2{order:1}", "<H2 CLASS=atoll><p class = a id=x>", ".atoll .a h2{order:1}"),
    (".atoll .a{order:1}", "<p class=\"atoll\" title='class=\"a\"' data-class=a>", ""),
    (".atoll .a-b{order:1}", "<p class=\"atoll a&#45;b\">", ".atoll .a-b{order:1}"),
  ])
  func keepsOnlyRulesThatCanMatch(sheet: String, markup: String, expected: String) {
    #expect(css(sheet, for: markup) == expected)
  }

  /// A `?` stands for a value, and a `|` for the beginning or end of a section.
  @Test(arguments: [
    (".atoll .a-b{order:1}", "<p class=\"atoll a-?\">", ".atoll .a-b{order:1}"),
    (".atoll .b{order:1}", "<p class=\"atoll a-?\">", ""),
    (".atoll .b{order:1}", "<p class=\"atoll ?\">", ".atoll .b{order:1}"),
    (".atoll .b{order:1}", "<p class=\"atoll\"><b title=\"?\">?b", ""),
    (".atoll .a{order:1}", "<p class=\"atoll| a| b|\">", ".atoll .a{order:1}"),
    (".atoll .ab{order:1}", "<p class=\"atoll| a| b|\">", ""),
    (".atoll .a{order:1}", "<p| class=\"atoll a\"|>", ".atoll .a{order:1}"),
    (".atoll .ab{order:1}", "<p class=\"atoll a|b|\">", ".atoll .ab{order:1}"),
    (".atoll .ab{order:1}", "<p class=\"atoll a| x|b\">", ".atoll .ab{order:1}"),
    (".atoll .aa{order:1}", "<p class=\"atoll |a|\">", ".atoll .aa{order:1}"),
  ])
  func keepsRulesForMarkupThatTemplatesCanWrite(sheet: String, markup: String, expected: String) {
    let bytes = markup.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "?"): MarkupPlaceholder.value
      case UInt8(ascii: "|"): MarkupPlaceholder.boundary
      default: byte
      }
    }
    #expect(css(sheet, for: String(decoding: bytes, as: UTF8.self)) == expected)
  }

  @Test(arguments: [
    // A length is inlined where it is used, a colour is not.
    (
      ".atoll{--atoll-space-1:4px;--atoll-ink:#000}.atoll p{margin:var(--atoll-space-1);color:var(--atoll-ink)}",
      ".atoll{--atoll-ink:#000}.atoll p{margin:4px;color:var(--atoll-ink)}"
    ),
    // Strings are kept.
    (
      ".atoll{--atoll-space-1:4px}.atoll p{content:\"a\" \"var(--atoll-space-1)\"}",
      ".atoll p{content:\"a\" \"var(--atoll-space-1)\"}"
    ),
    // An unused property is omitted, as is a rule with nothing else.
    (
      ".atoll{--atoll-ink:#000}@media print{.atoll{--atoll-ink:#fff}}.atoll p{order:1}",
      ".atoll p{order:1}"
    ),
    // A property that is used by another one stays.
    (
      ".atoll{--atoll-rail-1:#111}.atoll p{--a-rail:var(--atoll-rail-1)}.atoll b{color:var(--a-rail)}",
      ".atoll{--atoll-rail-1:#111}.atoll p{--a-rail:var(--atoll-rail-1)}.atoll b{color:var(--a-rail)}"
    ),
    (
      ".atoll{--a-x:red}.atoll p{color:var( --a-x )}",
      ".atoll{--a-x:red}.atoll p{color:var( --a-x )}"
    ),
    // With a fallback or two values, it stays, too.
    (
      ".atoll{--atoll-space-1:4px}.atoll p{margin:var(--atoll-space-1,9px)}",
      ".atoll{--atoll-space-1:4px}.atoll p{margin:var(--atoll-space-1,9px)}"
    ),
    (
      ".atoll{--atoll-space-1:4px}@media print{.atoll{--atoll-space-1:0}}.atoll p{margin:var(--atoll-space-1)}",
      ".atoll{--atoll-space-1:4px}@media print{.atoll{--atoll-space-1:0}}.atoll p{margin:var(--atoll-space-1)}"
    ),
  ])
  func keepsOnlyCustomPropertiesInUse(sheet: String, expected: String) throws {
    let markup = "<p class=\"atoll\"><b>"
    let sealed = css(sheet, for: markup, .sealed)
    let rules = try #require(sealed.ranges(of: "{all:revert!important}").last)
    #expect(sealed[rules.upperBound...].dropLast().replacing("!important", with: "") == expected)
    // Properties that a host may change are not inlined.
    #expect(css(sheet, for: markup).contains("var(") == sheet.contains("var("))
  }

  @Test func replacesTheRootClass() {
    #expect(
      css(
        ".atoll,.atoll .atoll-x,.atoll:dir(rtl) p{order:1}", for: "<p class=\"atoll atoll-x\">",
        root: "k1")
        == ".k1,.k1 .atoll-x,.k1:dir(rtl) p{order:1}")
  }

  /// Markup with all classes and elements of a theme keeps the whole theme.
  @Test(arguments: Theme.embeddedNames, [Cascade.layered, .sealed])
  func keepsTheWholeThemeIfMarkupUsesAllClassesAndElementsOfTheTheme(
    theme: String, cascade: Cascade
  ) throws {
    let rules = try Theme(embedded: theme).pageRules(
      scheme: .auto, cascade: cascade, forDocument: false)
    let sheet = ParsedPageSheet(rules)
    let text = String(decoding: rules.css(), as: UTF8.self)
    let classes = Set(text.matches(of: /\.([a-z][a-z0-9-]*)/).map { String($0.1) })
    let tag = "<x class=\"\(classes.joined(separator: " "))\">"
    let words = Set(text.matches(of: /[a-z][a-z0-9]*/).map { String($0.0) })
    let markup = tag + words.map { "<\($0)>" }.joined()
    let bytes = Array(markup.utf8)
    let use = StyleUse(scanning: bytes.span, for: sheet.names)
    let cut = String(decoding: sheet.css(for: use, root: "atoll"), as: UTF8.self)
    func selectors(_ css: String) -> [Substring] {
      css.split(separator: "}").compactMap { $0.split(separator: "{").dropLast().last }
    }
    #expect(selectors(cut) == selectors(text))
  }

  @Test func usesTheColorSchemeOfTheHostPage() throws {
    let text = String(
      decoding: try Theme(embedded: "ign").pageRules(scheme: .host).css(), as: UTF8.self)
    #expect(text.contains("--atoll-ink:light-dark(#181c25,#f6f8f7)"))
    #expect(!text.contains("prefers-color-scheme"))
    #expect(!text.contains("color-scheme:light dark"))
  }
}
