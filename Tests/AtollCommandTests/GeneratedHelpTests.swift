import AtollBytes
import Foundation
import Testing

@testable import AtollArguments
@testable import AtollCommand

/// Help, manual and completions, which are generated from one table.
struct GeneratedHelpTests {
  private let root = CommandTable.root.description
  private let commands = FullyNamedCommand.all(of: CommandTable.root.description)

  private func help(_ named: FullyNamedCommand, width: Int) -> String {
    var help = HelpText(of: root.name, width: width)
    let path = named.path.split(separator: " ").dropFirst().map(String.init)
    return help.makeText(
      for: named.command, path: path, notes: path.isEmpty ? CommandTable.notes : nil)
  }

  @Test func namesTheSameOptionsInHelpAndManualAndCompletions() {
    var manual = ManualPage(date: manualDate)
    let page = manual.makeText(for: root, describedAs: manualSummary, notes: CommandTable.notes)
      .replacing("\\-", with: "-")
    for named in commands {
      let text = help(named, width: 80)
      let words = named.path.split(separator: " ").dropFirst().map(String.init) + ["-"]
      let completions = Completions.lines(for: words, of: CommandTable.root)
      for option in named.command.allOptions {
        for spelling in option.spellings {
          #expect(text.contains(spelling), "help of \(named.path)")
          #expect("\n\(completions)".contains("\n\(spelling)\t"), "\(named.path)")
        }
        #expect(page.contains("Fl -\(option.name)"))
      }
    }
  }

  @Test func namesOnlyExistingOptionsInTheHelp() {
    for named in commands {
      let known = commands.flatMap { $0.command.allOptions.flatMap(\.spellings) }
      for word in help(named, width: 400).split(whereSeparator: {
        " ,'=[:\n();.".contains($0)
      }) where word.hasPrefix("--") {
        #expect(known.contains(String(word)), "\(word) in the help of \(named.path)")
      }
    }
  }

  @Test func rejectsMoreOperandsThanTheUsageLineShows() {
    for named in commands where named.command.subcommands.isEmpty {
      let path = named.path.split(separator: " ").dropFirst().map(String.init)
      let most = named.command.operand?.count.upperBound ?? 0
      // Some commands take any number of files.
      if most > 100 { continue }
      // The shell is a word of a list; other operands take any text.
      let operand = path == ["completions"] ? "bash" : "help"
      let words = path + Array(repeating: operand, count: most + 1)
      #expect(throws: Failure.self, "\(named.path)") {
        try CommandTable.request(words)
      }
    }
  }

  /// Sample values for the placeholders of options.
  private static let samples = [
    "FILE": "thread.json", "N": "2", "BYTES": "1000", "MS": "5", "ID": "1", "URL": "https://e.com/",
    "NAME": "name", "KIND": "reply", "FORM": "tar", "RUN": "abc", "N/COUNT": "1/2", "K": "2",
    "N|P%": "5",
    "DIR": "out",
  ]

  /// Options whose help begins with "With --other:" have no effect without it.
  @Test func rejectsAnOptionWithoutTheOptionItNeeds() throws {
    let folder = try Fixture.folder()
    var count = 0
    // The commands of a store need a store.
    for named in commands where !named.path.hasPrefix("atoll store") {
      for option in named.command.options where option.help.hasPrefix("With --") {
        var words = [named.path, option.dashedName]
        if let value = option.value {
          words.append(Self.samples[value.placeholder] ?? "name")
        }
        if named.command.operand != nil { words.append("thread.json") }
        let outcome = try Command.bash(words.joined(separator: " ") + " < /dev/null", in: folder)
        #expect(outcome.status == 64 && outcome.output.isEmpty, "\(words): \(outcome)")
        #expect(!outcome.errors.contains(" value '"), "\(words): \(outcome)")
        count += 1
      }
    }
    #expect(count > 10)
  }

  @Test func fitsTheShortHelpOnAScreen() {
    for named in commands where named.command.subcommands.isEmpty {
      var help = HelpText(of: root.name, width: 80)
      let path = named.path.split(separator: " ").dropFirst().map(String.init)
      let text = help.makeShortText(for: named.command, path: path)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
      #expect(lines <= 34, "\(named.path) has \(lines) lines")
      let options = named.command.allOptions.filter { text.contains("  \($0.usage)") }
      #expect(options.count >= min(4, named.command.allOptions.count), "\(text)")
      #expect(text.contains("See '\(named.path) --help' for more information."))
    }
  }

  @Test func givesEveryOptionOfACommandAUniqueName() {
    for named in commands {
      let spellings = named.command.allOptions.flatMap(\.spellings)
      #expect(Set(spellings).count == spellings.count, "\(named.path)")
    }
  }

  @Test func describesEveryOptionInASentence() {
    for named in commands {
      #expect(named.command.summary.hasSuffix("."))
      for option in named.command.allOptions {
        #expect(option.help.hasSuffix("."), "\(option)")
      }
    }
  }

  @Test func givesEveryCommandAPageWithAnExample() {
    for named in commands where named.path != "atoll help" {
      #expect(!named.command.page.examples.isEmpty, "\(named.path)")
    }
    #expect(EmbeddedHelp.files.count == commands.count - 1)
  }

  @Test func parsesEveryExample() throws {
    for named in commands {
      for example in named.command.page.examples {
        guard let start = example.line.firstRange(of: "atoll ") else {
          Issue.record("\(example.line) does not run atoll")
          continue
        }
        let words = example.line[start.upperBound...].split(separator: " ").map(String.init)
        let line = Array(words.prefix { !["|", ">", "<"].contains($0) })
        #expect(throws: Never.self) { try CommandTable.request(line) }
      }
    }
  }

  @Test(arguments: [40, 60, 80, 132])
  func wrapsHelpToTheRequestedWidth(width: Int) {
    for named in commands {
      let text = help(named, width: width)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let examples = named.command.page.examples.map { "    \($0.line)" }
      for line in lines where line.utf8.count > width && !examples.contains(String(line)) {
        // Only a single word may be longer than its line.
        let words = line.split(separator: " ")
        #expect(words.count == 1 || line.hasPrefix("  -"), "\(line)")
      }
      for line in lines { #expect(line.last != " ", "\(line)") }
    }
  }
}
