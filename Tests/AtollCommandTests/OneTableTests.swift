import Arguments
import Testing

@testable import AtollCommand

/// Help, manual and completions are made from one table; these tests hold them to it.
struct OneTableTests {
  private let root = CommandTable.root.description
  private let commands = CompletedCommand.all(of: CommandTable.root.description)

  private func help(_ completed: CompletedCommand, width: Int) -> String {
    var help = HelpText(of: root.name, width: width)
    let path = completed.path.split(separator: " ").dropFirst().map(String.init)
    return help.write(
      completed.command, path: path, notes: path.isEmpty ? CommandTable.notes : nil)
  }

  @Test func helpManualAndCompletionsNameTheSameOptions() {
    var manual = ManualPage(date: manualDate)
    let page = manual.write(root, named: manualSummary, notes: CommandTable.notes)
      .replacing("\\-", with: "-")
    let scripts = Shell.allCases.map { $0.completionScript(of: root) }
    for completed in commands {
      let text = help(completed, width: 80)
      for option in completed.command.allOptions {
        for spelling in option.spellings {
          #expect(text.contains(spelling), "help of \(completed.path)")
          #expect(scripts[0].contains(spelling) && scripts[1].contains(spelling))
        }
        #expect(scripts[2].contains(" -l \(option.name) "))
        #expect(page.contains("Fl -\(option.name)"))
      }
    }
  }

  @Test func helpNamesNoOptionThatTheTableDoesNotKnow() {
    for completed in commands {
      let known = commands.flatMap { $0.command.allOptions.flatMap(\.spellings) }
      for word in help(completed, width: 400).split(whereSeparator: {
        " ,'=[:\n();.".contains($0)
      }) where word.hasPrefix("--") {
        #expect(known.contains(String(word)), "\(word) in the help of \(completed.path)")
      }
    }
  }

  @Test func noTwoOptionsOfACommandHaveOneName() {
    for completed in commands {
      let spellings = completed.command.allOptions.flatMap(\.spellings)
      #expect(Set(spellings).count == spellings.count, "\(completed.path)")
    }
  }

  @Test func everyOptionSaysWhatItDoesInASentence() {
    for completed in commands {
      #expect(completed.command.summary.hasSuffix("."))
      for option in completed.command.allOptions {
        #expect(option.help.hasSuffix("."), "\(option)")
      }
    }
  }

  @Test func everyExampleIsALineThatParses() throws {
    for completed in commands {
      for example in completed.command.examples {
        guard let start = example.line.firstRange(of: "atoll ") else {
          Issue.record("\(example.line) does not run atoll")
          continue
        }
        let words = example.line[start.upperBound...].split(separator: " ").map(String.init)
        let line = Array(words.prefix { !["|", ">", "<"].contains($0) })
        #expect(throws: Never.self) { try Request.parse(line, of: CommandTable.root) }
      }
    }
  }

  @Test(arguments: [40, 60, 80, 132])
  func helpFitsItsWidth(width: Int) {
    for completed in commands {
      let text = help(completed, width: width)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let examples = completed.command.examples.map { "    \($0.line)" }
      for line in lines where line.utf8.count > width && !examples.contains(String(line)) {
        // Only a single word may be longer than its line.
        let words = line.split(separator: " ")
        #expect(words.count == 1 || line.hasPrefix("  -"), "\(line)")
      }
      for line in lines { #expect(line.last != " ", "\(line)") }
    }
  }
}
