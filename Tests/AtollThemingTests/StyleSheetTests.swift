import AtollBytes
import Testing

@testable import AtollTheming

@Suite struct StyleSheetTests {
  /// Returns the errors of a theme that adds one style sheet to the IGN theme.
  func errors(inSheet css: String) -> [SourceError] {
    allErrors([
      file("theme.json", "{\"extends\": \"ign\", \"styles\": [\"mine.css\"]}"),
      file("mine.css", css),
    ])
  }

  func allErrors(_ files: [StyleFile]) -> [SourceError] {
    do throws(SourceErrors) {
      _ = try Theme(name: "mine", files: files)
      return []
    } catch {
      return error.errors
    }
  }

  @Test(arguments: [
    ("p { color: red }", "1:1: error: the selector 'p' must begin with '.atoll'"),
    (".atollx p { color: red }", "1:1: error: the selector '.atollx p' must begin with '.atoll'"),
    (".atoll p, a { color: red }", "1:11: error: the selector 'a' must begin with '.atoll'"),
    (".atoll ~ p { color: red }", "matches siblings of the root"),
    (".atoll:hover + p { color: red }", "matches siblings of the root"),
    (".atoll.x[a=\"b>c\"]~p{color:red}", "matches siblings of the root"),
    (
      ".atoll[title=\"(\"],body,* { display: none }",
      "1:19: error: the selector 'body' must begin with '.atoll'"
    ),
    (".atoll [title='[('], p { color: red }", "1:22: error: the selector 'p' must begin with"),
    (".atoll[title=\"(\"] ~ p { color: red }", "matches siblings of the root"),
    (".atoll:is([), body, (]) { color: red }", "1:12: error: a ')' has no opening one"),
    (".atoll[title, p { color: red }", "1:17: error: a '[' is not closed"),
    (".atoll] p { color: red }", "1:7: error: a ']' has no opening one"),
    (".atoll p { color: [; } .atoll b { color: ] }", "1:20: error: a '[' is not closed"),
    (":root { color: red }", "must begin with '.atoll'"),
    ("@import 'x.css';", "1:1: error: '@import' is not allowed; only these are: @media,"),
    (
      "@layer x { .atoll p { color: red } }",
      "'@layer' is not allowed; only these are: @media, @supports, @container"
    ),
    ("@media print;", "'@media' needs a block: @media … { … }"),
    ("// red\n.atoll p { color: red }", "1:1: error: a comment is written /* … */"),
    ("@font-face { src: local(x) }", "'@font-face' is not allowed"),
    ("@meida print { .atoll p { color: red } }", "did you mean 'media'?"),
    (".atoll p { background: url(x.png) }", "the function 'url()' is not allowed"),
    (".atoll p { background: URL(x.png) }", "the function 'URL()' is not allowed"),
    (".atoll p { background: image-set('x.png') }", "the function 'image-set()' is not allowed"),
    (".atoll p { width: expression(alert) }", "the function 'expression()' is not allowed"),
    (".atoll p { background: u\\72l(x) }", "an escape is allowed only in a string"),
    (".atoll p { content: '\\'' }", "only an escape by number is allowed in a string"),
    (".atoll p { content: '</style>' }", "'</' and '<!' could end the style element"),
    (".atoll p { color: red } </style>", "'<' is allowed only in a string or a query"),
    (".atoll p { --a-x: < /style> }", "1:19: error: a '<' is allowed only in a string or a query"),
    ("@media (width </style>) { }", "'</' and '<!' could end the style element"),
    (
      "@container style(--a-x: 1) { .atoll p { color: red } }",
      "the function 'style()' is not allowed"
    ),
    (".atoll p { color: red", "1:10: error: the '{' is not closed"),
    (".atoll p { color: red } }", "1:25: error: a '}' has no opening one"),
    (".atoll p { color: red; /* ", "1:24: error: the comment is not closed"),
    (".atoll p { content: 'x\n}", "the string is not closed on its line"),
    (".atoll p { width: calc(1px }", "a '(' is not closed"),
    (".atoll p { width: 1px) }", "a ')' has no opening one"),
    (".atoll p { color: var(--atoll-inc) }", "did you mean '--atoll-ink'?"),
    (".atoll p {\n  color: var(--x)\n}", "2:14: error: the custom property '--x' is not known"),
    (".atoll { --atoll-ink: red }", "'--atoll-ink' cannot be set here"),
    (".atoll { --n: 1 }", "'--n' cannot be set here"),
    (".atoll p { behavior: x }", "the property 'behavior' is not allowed"),
    (".atoll p { COLOR: red }", "the property 'COLOR' must be in lower case"),
    (".atoll p { color: red padding: 4px }", "1:30: error: a ':' is not allowed in a value"),
    (".atoll p/* x */b { color: red }", "1:15: error: a comment does not separate words"),
    (".atoll p { margin: 1px/**/2px }", "1:26: error: a comment does not separate words"),
    (".atoll p { margin: 0/* top */.5px }", "1:29: error: a comment does not separate words"),
    (".atoll .. { color: red }", "the selector '.atoll ..' cannot be parsed"),
    (".atoll > { color: red }", "cannot be parsed"),
    (".atoll .2col { color: red }", "the selector '.atoll .2col' cannot be parsed"),
    (".atoll #-2 { color: red }", "cannot be parsed"),
    (".atoll 2b { color: red }", "cannot be parsed"),
    (".atoll p, .atoll > > p { color: red }", "1:11: error: the selector '.atoll > > p' cannot"),
    (".atoll a[href=] { color: red }", "cannot be parsed"),
    (".atoll p: { color: red }", "cannot be parsed"),
    (".atoll :is() { color: red }", "cannot be parsed"),
    (".atoll p { color }", "expected 'property: value'"),
    (".atoll p { color: }", "'color' has no value"),
    (".atoll p { color: red !ie }", "1:23: error: a '!' is allowed only in '!important'"),
    (".atoll p { color: !important }", "1:19: error: a '!' is allowed only in '!important'"),
    (".atoll p { color: red !important x }", "a '!' is allowed only in '!important'"),
    (".atoll p { a { color: red } }", "rules may not be nested"),
    (".atoll p { @media print { color: red } }", "'@media' is not allowed inside a rule"),
    ("color: red;", "expected a rule"),
    (".atoll p { color: réd }", "a character outside ASCII is allowed only in a string"),
    (".atoll p\u{1} { color: red }", "a control character"),
    ("{ color: red }", "the rule has no selector"),
  ])
  func rejectsInvalidStyleSheets(css: String, expected: String) {
    let descriptions = errors(inSheet: css).map(\.description)
    #expect(descriptions.contains { $0.contains(expected) }, "\(descriptions)")
    #expect(descriptions.allSatisfy { $0.hasPrefix("mine.css:") })
  }

  @Test(arguments: [
    (".atoll p { color : red ; }", ".atoll p{color:red}"),
    ("/* a */ .atoll > p , .atoll  b{color:red/* b */}", ".atoll>p,.atoll b{color:red}"),
    (".atoll/* the card */.a-card{order:1}", ".atoll.a-card{order:1}"),
    (".atoll p/**/:hover , .atoll b{order:1}", ".atoll p:hover,.atoll b{order:1}"),
    (
      ".atoll /* a */ p/* b */ i/**/ > /**/b { margin: 1px/* c */ 2px }",
      ".atoll p i>b{margin:1px 2px}"
    ),
    (
      ".atoll a[href^='a]' i]:not([lang=de])::before, .atoll *{order:1}",
      ".atoll a[href^='a]' i]:not([lang=de])::before,.atoll *{order:1}"
    ),
    (".atoll p { }", ""),
    ("@media print { .atoll p { } }", ""),
    (
      "@media (width < 600px) and (hover) { .atoll p { margin: 0 auto!important } }",
      "@media (width<600px) and (hover){.atoll p{margin:0 auto!important}}"
    ),
    (
      ".atoll p::before { content: \"a , b ;\\2014 {\" }",
      ".atoll p::before{content:\"a , b ;\\2014 {\"}"
    ),
    (
      ".atoll { --a-x: calc(1px + 2px); width: var(--a-x) }",
      ".atoll{--a-x:calc(1px + 2px);width:var(--a-x)}"
    ),
    (".atoll:has(~ p) b + i { order: var(--n) }", ".atoll:has(~p) b+i{order:var(--n)}"),
    (
      ".atoll p { color: red!IMPORTANT; content: 'a ! b' !  Important }",
      ".atoll p{color:red!important;content:'a ! b'!important}"
    ),
    (".atoll a[href] { color: red; ; }", ".atoll a[href]{color:red}"),
    (".atoll [title=\"a,b\"] { color: red }", ".atoll [title=\"a,b\"]{color:red}"),
    (".atoll [title='(\\22'], .atoll p{color:red}", ".atoll [title='(\\22'],.atoll p{color:red}"),
    (".atoll [href] ~ p { color: red }", ".atoll [href]~p{color:red}"),
    (".atoll [title=\"(\"] + p{color:red}", ".atoll [title=\"(\"]+p{color:red}"),
    (
      ".atoll p { margin: 0.5em 10.5px / 0.25s -0.5em; content: \"0.5 / 1\" }",
      ".atoll p{margin:.5em 10.5px/.25s -0.5em;content:\"0.5 / 1\"}"
    ),
    (".atoll,\n.atoll b:is(.x, .y){color:red}", ".atoll,.atoll b:is(.x,.y){color:red}"),
    // Without these spaces the style element would end, or a comment begin.
    (
      "@media (width < /style>) { .atoll p { order: 1 } }",
      "@media (width< /style>){.atoll p{order:1}}"
    ),
    ("@media (width < !--) { .atoll p { order: 1 } }", "@media (width< !--){.atoll p{order:1}}"),
    (".atoll p { --a-x: 1 / * 2 }", ".atoll p{--a-x:1/ * 2}"),
  ])
  func minifiesStyleSheets(css: String, expected: String) throws {
    let files = [
      file("theme.json", "{\"extends\": \"ign\", \"styles\": [\"mine.css\"]}"),
      file("mine.css", css),
    ]
    let theme = try Theme(name: "mine", files: files)
    let last = try #require(theme.sheets.last)
    #expect(String(decoding: last.css, as: UTF8.self) == expected)
  }

  @Test func marksImportantDeclarationsOnlyOnce() throws {
    let files = [
      file("theme.json", "{\"extends\": \"ign\", \"styles\": [\"mine.css\"]}"),
      file("mine.css", ".atoll p { order: 7 !IMPORTANT; order: 8 }"),
    ]
    let css = try Theme(name: "mine", files: files).pageRules(cascade: .sealed).css()
    #expect(
      String(decoding: css, as: UTF8.self).contains(
        ".atoll p{order:7!important;order:8!important}"))
  }

  @Test func reportsNothingInsideARefusedAtRule() {
    let css = "@keyframes x { from { colour: url(x) } 50% { a: b } } @font-face { src: x } p {}"
    #expect(
      errors(inSheet: css).map { $0.message.split(separator: ";")[0] } == [
        "'@keyframes' is not allowed", "'@font-face' is not allowed",
        "the selector 'p' must begin with '.atoll'",
      ])
  }

  @Test func skipsAByteOrderMarkAndReportsOtherEncodings() throws {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let tokens = mark + Array("{\"extends\": \"ign\", \"styles\": [\"mine.css\"]}".utf8)
    let sheet = mark + Array(".atoll p{order:1}".utf8)
    func errors(_ tokens: [UInt8], sheet: [UInt8]) -> [String] {
      allErrors([
        StyleFile(path: "theme.json", bytes: tokens), StyleFile(path: "mine.css", bytes: sheet),
      ]).map(\.description)
    }
    #expect(errors(tokens, sheet: sheet) == [])
    let message = "this is UTF-16LE, not UTF-8; convert it first: iconv -f UTF-16LE -t UTF-8"
    let wide = Array(".atoll p{}".utf8).flatMap { byte -> [UInt8] in [byte, 0] }
    #expect(errors(tokens, sheet: wide) == ["mine.css:1:1: error: \(message)"])
    #expect(errors([0x7B, 0, 0x22, 0], sheet: []).first?.hasSuffix(message) == true)
  }

  @Test func rejectsInvalidUTF8() {
    let files = [
      file("theme.json", "{\"extends\": \"ign\", \"styles\": [\"mine.css\"]}"),
      StyleFile(path: "mine.css", bytes: [0x2E, 0xFF]),
    ]
    #expect(allErrors(files).first?.message == "the file is not UTF-8")
  }

  @Test func reportsUnlistedStyleSheets() {
    let files = [
      file("theme.json", "{\"extends\": \"ign\", \"styles\": [\"mine.css\"]}"),
      file("mine.css", ""), file("mien.css", ""),
    ]
    let descriptions = allErrors(files).map(\.description)
    #expect(
      descriptions == [
        "mien.css: error: 'styles' in theme.json does not list this file; did you mean 'mine.css'?"
      ])
  }

  @Test func appliesDocumentCSSToPagesOnly() throws {
    let files = [
      file("theme.json", "{\"extends\": \"ign\"}"),
      file("document.css", "body { background: var(--atoll-page) } @page { margin: 1cm }"),
    ]
    let theme = try Theme(name: "mine", files: files)
    let page = String(decoding: theme.pageRules(forDocument: true).css(), as: UTF8.self)
    #expect(page.contains("body{background:var(--atoll-page)}@page{margin:1cm}"))
    let fragment = String(decoding: theme.pageRules().css(), as: UTF8.self)
    #expect(!fragment.contains("body{"))
  }
}
