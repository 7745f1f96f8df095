import AtollBytes
import Testing

@testable import AtollTheming

/// Returns the files of the IGN theme with one mistake in the token file.
func broken(_ found: String, _ replacement: String) throws -> [StyleFile] {
  let files = Theme.embeddedFiles(of: "ign")
  let file = try #require(files.first { $0.path == "theme.json" })
  let text = String(decoding: file.bytes, as: UTF8.self)
  let parts = text.split(separator: found, maxSplits: 1, omittingEmptySubsequences: false)
  try #require(parts.count == 2)
  let changed = parts[0] + replacement + parts[1]
  return files.map {
    $0.path == "theme.json" ? StyleFile(path: $0.path, bytes: Array(changed.utf8)) : $0
  }
}

func errors(in files: [StyleFile]) -> [SourceError] {
  do throws(SourceErrors) {
    _ = try Theme(name: "mine", files: files)
    return []
  } catch {
    return error.errors
  }
}

func file(_ path: String, _ text: String) -> StyleFile {
  StyleFile(path: path, bytes: Array(text.utf8))
}

@Suite struct ThemeTests {
  @Test func loadsEveryEmbeddedTheme() throws {
    #expect(Theme.embeddedNames == ["ign", "plain"])
    for name in Theme.embeddedNames { _ = try Theme(embedded: name) }
  }

  @Test func suggestsTheNameOfAnEmbeddedTheme() {
    let error = #expect(throws: SourceErrors.self) { try Theme(embedded: "plian") }
    #expect(error?.description == "plian: error: there is no theme 'plian'; did you mean 'plain'?")
  }

  @Test(arguments: [
    (
      "\"ink-muted\": \"#5B6474\"", "\"ink-mutde\": \"#5B6474\"",
      "unknown token 'ink-mutde' in 'light'; did you mean 'ink-muted'?"
    ),
    ("\"ink-muted\": \"#5B6474\",", "", "missing token 'ink-muted' in 'light'"),
    (
      "\"ink\": \"#181C25\"", "\"ink\": \"black\"", "'ink' must be a colour such as \"#BF1313\""
    ),
    ("\"ink\": \"#181C25\"", "\"ink\": 7", "'ink' must be a colour such as \"#BF1313\""),
    ("\"ink\": \"#181C25\"", "\"ink\": [1]", "'ink' must be a colour such as \"#BF1313\""),
    ("\"title\": \"IGN\"", "\"title\": null", "'title' must be a string"),
    (
      "\"ink\": \"#181C25\"", "\"ink\": \"#181C25\", \"ink\": \"#181C25\"",
      "'ink' is given twice in 'light'"
    ),
    ("\"light\": {", "\"light\": {}, \"light\": {", "'light' is given twice"),
    ("\"title\": \"IGN\"", "\"title\": \"A\", \"title\": \"IGN\"", "'title' is given twice"),
    (
      "system-ui,", "system-ui,,", "'text' must be a list of font names, quoted with ' where needed"
    ),
    ("\"rails\": \"cycle\"", "\"rails\": \"rainbow\"", "'rails' must be \"mono\" or \"cycle\""),
    ("\"rails\"", "\"rials\"", "unknown member 'rials'; did you mean 'rails'?"),
    (
      "\"avatars\": \"initials\"", "\"avatars\": \"faces\"",
      "'avatars' must be \"none\" or \"initials\""
    ),
    ("\"16/24\"", "\"16px\"", "'body' must be \"SIZE/LINE\" in pixels, such as \"16/24\""),
    ("\"target\": 24", "\"target\": -1", "'target' must be a whole number from 24 to 96"),
    ("\"target\": 24", "\"target\": 24.9", "'target' must be a whole number from 24 to 96"),
    ("\"target\": 24", "\"target\": -0.5", "'target' must be a whole number from 24 to 96"),
    ("\"target\": 24", "\"target\": 23", "'target' must be a whole number from 24 to 96"),
    ("\"measure\": 760", "\"measure\": 0", "'measure' must be a whole number from 240 to 4096"),
    ("\"rail\": 2", "\"rail\": 4096", "'rail' must be a whole number from 0 to 16"),
    ("\"16/24\"", "\"16/10\"", "a size from 8 to 96, and a line height from the size to 192"),
    ("\"wide\": 6", "\"wide\": 6.5", "'wide' must be a whole number from 1 to 12"),
    ("system-ui,", "x;}", "'text' must be a list of font names, quoted with ' where needed"),
    (
      "system-ui,", "Source Serif 4, ",
      "must be a list of font names, quoted with ' where needed: write 'Source Serif 4'"
    ),
    ("system-ui,", "1abc,", "where needed: write '1abc'"),
    ("system-ui,", "-1,", "where needed: write '-1'"),
    ("system-ui,", "Inherit,", "where needed: write 'Inherit'"),
    ("system-ui,", "'x' 'y',", "where needed: 'x' 'y' is not one quoted name"),
    ("system-ui,", "'it''s',", "where needed: 'it''s' is not one quoted name"),
    ("system-ui,", "'x' y,", "where needed: 'x' y is not one quoted name"),
    ("system-ui,", "' ',", "is not one quoted name"),
    ("system-ui,", "'x\u{2028}',", "'text' must be a list of font names"),
    ("\"meta\": \"faint\"", "\"meta\": \"fiant\"", "'meta' must be words such as"),
    ("\"meta\": \"faint\"", "\"meta\": \"red green\"", "'meta' must be words such as"),
    ("\"depth\": {", "\"depth\": 6, \"depht\": {", "'depth' must be an object"),
    (
      "\"title\": \"IGN\",", "\"title\": \"IGN\"",
      "the comma or the closing bracket after a value is missing"
    ),
    (
      "\"styles\": [", "\"styles\": [\"nowhere.css\", ",
      "there is no style sheet 'nowhere.css'"
    ),
    ("\"frame.css\",", "\"frame.css\", \"frame.css\",", "'frame.css' is given twice in 'styles'"),
    (
      "\"frame.css\",", "\"frame.css\", \"plain/document.css\",",
      "'document.css' must not be listed; that of the theme or of the extended theme is used"
    ),
    (
      "\"plain/structure.css\", ", "",
      "a theme without 'extends' must list 'plain/structure.css' first in 'styles'"
    ),
    ("\"title\"", "\"extends\": \"plian\", \"title\"", "did you mean 'plain'?"),
  ])
  func reportsEveryMistakeWithItsPosition(
    found: String, replacement: String, expected: String
  ) throws {
    let errors = try errors(in: broken(found, replacement))
    let descriptions = errors.map(\.description)
    #expect(descriptions.contains { $0.contains(expected) }, "\(descriptions)")
    #expect(
      errors.allSatisfy {
        $0.line > 0 || $0.message.hasPrefix("missing")
          || $0.message.contains("must list")
      })
  }

  @Test func reportsAListThatIsGivenTwice() {
    let text = "{\"extends\": \"ign\", \"styles\": [], \"styles\": []}"
    #expect(errors(in: [file("theme.json", text)]).map(\.message) == ["'styles' is given twice"])
  }

  @Test func reportsLineAndColumn() {
    let error = errors(in: [file("theme.json", "{\n  \"é\": 1,\n  \"extends\": \"ign\"\n}")]).first
    #expect(
      error?.description.hasPrefix("theme.json:2:4: error: unknown member 'é'; the members are t")
        == true)
  }

  @Test func reportsAllErrorsAtOnce() throws {
    let text =
      "{\"extends\":\"ign\",\"light\":{\"inc\":\"#000000\",\"card\":\"white\"},\"rails\":1}"
    #expect(errors(in: [file("theme.json", text)]).count == 3)
  }

  @Test func reportsContrastErrorsTogetherWithAllOthers() {
    let text = """
      {"extends": "ign", "avatars": [], "styles": ["a.css"],
       "light": {"link": "#FFFFFF", "ink-mutde": "#000000"}}
      """
    let found = errors(in: [file("theme.json", text), file("a.css", ".atoll { x }")])
    let messages = found.map(\.message)
    #expect(messages.contains { $0.hasPrefix("link on card is 1.00:1 in 'light'") }, "\(messages)")
    #expect(messages.contains("unknown token 'ink-mutde' in 'light'"))
    #expect(messages.contains("'avatars' must be \"none\" or \"initials\""))
    #expect(messages.contains("expected 'property: value'"))
  }

  @Test func reportsAnUnknownMemberWithoutConsequentialErrors() {
    let text = "{\"extends\": \"ign\", \"style\": [\"a.css\"]}"
    let found = errors(in: [file("theme.json", text), file("a.css", "")])
    #expect(found.map(\.message) == ["unknown member 'style'"])
    #expect(errors(in: [file("theme.json", "{\"extend\": \"ign\"}")]).count == 1)
  }

  @Test func reportsThePairAndRatioOfColorsWithLowContrast() throws {
    let errors = try errors(in: broken("\"ink-muted\": \"#5B6474\"", "\"ink-muted\": \"#8A8A8A\""))
    #expect(
      errors.contains {
        $0.message == "ink-muted on card is 3.45:1 in 'light' and must be at least 4.50:1"
          && $0.line > 0
      })
  }

  @Test(arguments: [
    ("dark", "#F6F8F7"), ("light-contrast", "#5F5F5F"), ("dark-contrast", "#888888"),
  ])
  func checksTheContrastOfEveryPalette(palette: String, ink: String) {
    let card = palette == "dark" ? ", \"card\": \"#EEEEEE\"" : ""
    let text = "{\"extends\": \"ign\", \"\(palette)\": {\"ink-muted\": \"\(ink)\"\(card)}}"
    let errors = errors(in: [file("theme.json", text)])
    #expect(errors.contains { $0.message.contains("ink-muted on card") })
    #expect(errors.contains { $0.message.contains("in '\(palette)'") })
  }

  @Test func requiresATokenFile() {
    #expect(errors(in: []).first?.file == "theme.json")
  }

  @Test func extendsAnEmbeddedTheme() throws {
    let text = "{\"extends\": \"ign\", \"title\": \"Mine\", \"light\": {\"accent\": \"#06376B\"}}"
    let theme = try Theme(name: "mine", files: [file("theme.json", text)])
    let base = try Theme(embedded: "ign")
    #expect(theme.tokens.title == "Mine")
    #expect(theme[.accent, .light] == Color(hexadecimal: "#06376B"))
    #expect(theme[.accent, .dark] == base[.accent, .dark])
    #expect(theme[.body] == base[.body])
    #expect(theme[.accent, .lightContrast] == Color(hexadecimal: "#06376B"))
    #expect(theme[.ink, .lightContrast] == base[.ink, .lightContrast])
  }

  @Test func skipsMembersForEditorsAndComments() {
    let text = "{\"$schema\": \"theme.schema.json\", \"@why\": [1], \"extends\": \"ign\"}"
    #expect(errors(in: [file("theme.json", text)]).map(\.message) == [])
  }

  @Test func addsItsDocumentSheetToThatOfTheExtendedTheme() throws {
    let files = [
      file("theme.json", "{\"extends\": \"ign\"}"),
      file("document.css", "body { margin: 0 }"),
    ]
    let theme = try Theme(name: "mine", files: files)
    let inherited = try #require(try Theme(embedded: "ign").document).css
    #expect(theme.document?.css == inherited + Array("body{margin:0}".utf8))
  }

  @Test func usesOneRailColorInMonoModeAndSeveralInCycleMode() throws {
    let mono = try Theme(embedded: "plain")
    #expect(mono[.rail2, .light] == mono[.edge, .light])
    let rails = (2...8).map { "\"rail-\($0)\": \"#00\(40 + $0)90\"" }.joined(separator: ", ")
    let dark = (2...8).map { "\"rail-\($0)\": \"#AABB0\($0)\"" }.joined(separator: ", ")
    let text =
      "{\"extends\": \"plain\", \"rails\": \"cycle\", \"light\": {\(rails)}, \"dark\": {\(dark)}}"
    let cycle = try Theme(name: "cycle", files: [file("theme.json", text)])
    #expect(cycle[.rail2, .light] != cycle[.rail3, .light])
    #expect(cycle[.rail8, .darkContrast] == Color(hexadecimal: "#AABB08"))
  }

  @Test func checksTheContrastOfInitialsIfTheThemeShowsThem() throws {
    #expect(try Theme(embedded: "ign").tokens.avatars == .initials)
    #expect(try Theme(embedded: "plain").tokens.avatars == .none)
    let faint = "{\"extends\": \"ign\", \"light\": {\"avatar-3\": \"#99AABB\"}}"
    do {
      _ = try Theme(name: "faint", files: [file("theme.json", faint)])
      Issue.record("it loads")
    } catch {
      #expect("\(error)".contains("avatar-ink on avatar-3 is"))
    }
    // A theme without avatars may have any colours for them.
    let none =
      "{\"extends\": \"ign\", \"avatars\": \"none\", \"light\": {\"avatar-3\": \"#99AABB\"}}"
    _ = try Theme(name: "none", files: [file("theme.json", none)])
  }

  @Test func requiresASheetThatDrawsTheInitials() {
    let discs = (1...6).map { ", \"avatar-\($0)\": \"#333333\"" }.joined()
    let colors = "{\"avatar-ink\": \"#FFFFFF\"\(discs)}"
    let text =
      "{\"extends\": \"plain\", \"avatars\": \"initials\", \"styles\": [\"a.css\"],"
      + " \"light\": \(colors), \"dark\": \(colors)}"
    func messages(_ sheet: String) -> [String] {
      errors(in: [file("theme.json", text), file("a.css", sheet)]).map(\.message)
    }
    #expect(messages(".atoll .a-n[data-i]::before { content: attr(data-i) }") == [])
    #expect(
      messages(".atoll .a-n { margin: 0 }").map { $0.prefix(36) } == [
        "no style sheet draws the initials; e"
      ])
  }

  @Test func requiresAColorForEveryRailAndAvatar() throws {
    let text = "{\"extends\": \"plain\", \"rails\": \"cycle\", \"avatars\": \"initials\"}"
    do {
      _ = try Theme(name: "cycle", files: [file("theme.json", text)])
      Issue.record("it loads without them")
    } catch {
      #expect("\(error)".contains("missing token 'rail-2' in 'light'"))
      #expect("\(error)".contains("missing token 'avatar-6' in 'dark'"))
    }
  }

  @Test func listsEveryContrastPairInTheReport() throws {
    let report = try Theme(embedded: "ign").contrastReport()
    let lines = report.split(separator: "\n")
    let pairs = lines.filter { $0.contains(" on ") }
    #expect(pairs.count == ContrastPair.all.count * 4)
    #expect(report == (try Theme(embedded: "ign").contrastReport()))
    #expect(lines.contains(" 17.05  ink on card (needs 4.50)"), "\(lines.prefix(12))")
  }
}
