import Testing

@testable import AtollArguments

/// The help, manual page and completions of a small program.
struct HelpTests {
  private let root = Sample.root.description
  private let notes = ProgramNotes(
    exitCodes: [("0", "Success.")], environment: [("HOME", "The home folder.")],
    exitNote: "Nothing else.")

  @Test func listsOptionsUnderTheirHeadings() throws {
    var help = HelpText(of: "sample", width: 80)
    let text = help.makeText(for: try #require(root.subcommand(named: "render")), path: ["render"])
    #expect(text.hasPrefix("OVERVIEW: Render a thread.\n\nReads files.\n\nUSAGE: sample render "))
    #expect(text.contains("USAGE: sample render [OPTIONS] [FILE ...]\n"))
    #expect(
      text.contains("\n  -f, --format FORMAT     What is written. (values: page, card, text;"))
    #expect(text.contains("\n  --json-ld, --no-json-ld\n"))
    #expect(text.contains("\n  --report[=FILE]         Write a report.\n"))
    let headings = ["\nARGUMENTS:\n", "\nLOOK:\n", "\nOPTIONS:\n", "\nEXAMPLES:\n"]
    let places = headings.compactMap { text.firstRange(of: $0)?.lowerBound }
    #expect(places.count == headings.count && places == places.sorted())
  }

  @Test func showsExitCodesAndVariablesOnlyInTheFullHelp() {
    var help = HelpText(of: "sample", width: 80)
    let text = help.makeText(for: root, path: [], notes: notes)
    #expect(text.contains("\nEXIT CODES:\n  0                       Success.\n"))
    #expect(text.contains("\nENVIRONMENT:\n  HOME                    The home folder.\n"))
    var short = HelpText(of: "sample", width: 80)
    #expect(!short.makeShortText(for: root, path: []).contains("EXIT CODES"))
  }

  @Test func wrapsLinesAtTheWidth() throws {
    var help = HelpText(of: "sample", width: 40)
    let text = help.makeText(for: try #require(root.subcommand(named: "render")), path: ["render"])
    for line in text.split(separator: "\n") where !line.hasPrefix("    sample") {
      #expect(line.utf8.count <= 40 || !line.contains(" "), "\(line)")
    }
  }

  @Test func writesAManualPage() {
    var page = ManualPage(date: "January 1, 2026")
    let text = page.makeText(for: root, describedAs: "a program for tests", notes: notes)
    #expect(text.contains("\n.Dd January 1, 2026\n.Dt SAMPLE 1\n"))
    #expect(text.contains("\n.Nm sample\n.Nd a program for tests\n"))
    #expect(text.contains("\n.It Fl f , Fl -format Ar FORMAT\n"))
    #expect(text.contains("\n.Ss sample dump tree\n"))
    #expect(text.split(separator: "\n").allSatisfy { $0.utf8.count <= 80 })
  }

  @Test(arguments: Shell.allCases)
  func writesTheProgramNameIntoCompletionScripts(shell: Shell) {
    let script = shell.completionScript(of: "sample")
    #expect(script.contains("_sample") && script.contains("sample complete "))
    #expect(!script.contains("PROGRAM") && !script.contains("atoll"))
  }

  @Test func completesOptionNamesAndTheirValues() {
    let options = Completions.lines(for: ["render", "-"], of: Sample.root)
    for option in Sample.options.map(\.description) {
      #expect(options.contains("\(option.dashedName)\t"))
    }
    let values = Completions.lines(for: ["render", "--format", "=", "p"], of: Sample.root)
    #expect(values == "page\n")
    #expect(Completions.lines(for: ["render", "--report", "="], of: Sample.root) == ":files\n")
    #expect(Completions.lines(for: [], of: Sample.root).contains("render\tRender a thread.\n"))
  }

  @Test func listsAllowedWordsButNotSuggestedWords() {
    #expect(Completion.words(["a"]).listedWords == ["a"])
    #expect(Completion.suggestions(["a"]).listedWords == [])
  }
}
