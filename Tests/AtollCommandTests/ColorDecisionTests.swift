import Atoll
import Testing

@testable import AtollCommand

/// The precedence of options and variables that decide about colours, as a table.
struct ColorDecisionTests {
  /// The option, the variables, and the colour depth on a terminal and in a file.
  struct Case: CustomTestStringConvertible {
    var when = ColorChoice.auto
    var environment: [EnvironmentVariable: String] = [:]
    let onTerminal: TerminalOptions.Colors
    let inFile: TerminalOptions.Colors

    var testDescription: String {
      let told = environment.map { "\($0.rawValue)=\($1)" }.sorted().joined(separator: " ")
      return "--color \(when) \(told)"
    }
  }

  @Test(arguments: [
    Case(onTerminal: .sixteen, inFile: .none),
    // FORCE_COLOR, which also sets the depth.
    Case(environment: [.forceColor: "false"], onTerminal: .none, inFile: .none),
    Case(environment: [.forceColor: ""], onTerminal: .sixteen, inFile: .none),
    Case(environment: [.cliColorForce: ""], onTerminal: .sixteen, inFile: .none),
    Case(environment: [.forceColor: "1"], onTerminal: .sixteen, inFile: .sixteen),
    Case(
      environment: [.forceColor: "2"], onTerminal: .twoHundredFiftySix,
      inFile: .twoHundredFiftySix),
    Case(environment: [.forceColor: "3"], onTerminal: .trueColor, inFile: .trueColor),
    Case(environment: [.forceColor: "true"], onTerminal: .sixteen, inFile: .sixteen),
    Case(
      environment: [.forceColor: "true", .term: "xterm-256color"], onTerminal: .twoHundredFiftySix,
      inFile: .twoHundredFiftySix),
    Case(
      environment: [.forceColor: "1", .colorTerm: "truecolor"], onTerminal: .sixteen,
      inFile: .sixteen),
    // The colour depth.
    Case(environment: [.term: "xterm"], onTerminal: .sixteen, inFile: .none),
    Case(environment: [.term: "xterm-256color"], onTerminal: .twoHundredFiftySix, inFile: .none),
    Case(environment: [.term: "xterm-direct"], onTerminal: .trueColor, inFile: .none),
    Case(environment: [.colorTerm: "truecolor"], onTerminal: .trueColor, inFile: .none),
    Case(
      environment: [.colorTerm: "24bit", .term: "xterm"], onTerminal: .trueColor, inFile: .none),
    Case(environment: [.colorTerm: "yes", .term: "xterm"], onTerminal: .sixteen, inFile: .none),
    Case(
      when: .always, environment: [.term: "tmux-256color"], onTerminal: .twoHundredFiftySix,
      inFile: .twoHundredFiftySix),
    Case(
      when: .always, environment: [.forceColor: "3"], onTerminal: .trueColor, inFile: .trueColor),
  ])
  func choosesTheColorDepthByTheOptionTheEnvironmentAndTheTerminal(line: Case) {
    let environment = Environment(line.environment)
    #expect(ColorDecision(line.when, in: environment, isTerminal: true).colors == line.onTerminal)
    #expect(ColorDecision(line.when, in: environment, isTerminal: false).colors == line.inFile)
  }

  /// Every combination, compared with the rules in the order of their precedence.
  @Test func appliesTheFirstRuleThatMatches() {
    for when in ColorChoice.allCases {
      for environment in Self.everyEnvironment {
        for isTerminal in [false, true] {
          let rules: [Bool?] = [
            ["always": true, "never": false][when.rawValue],
            environment[.noColor].map { _ in false },
            environment[.forceColor].map { $0 != "0" },
            environment[.cliColorForce].flatMap { $0 == "0" ? nil : true },
            environment[.term] == "dumb" ? false : nil,
            environment[.cliColor] == "0" ? false : nil,
            isTerminal,
          ]
          let decision = ColorDecision(when, in: environment, isTerminal: isTerminal)
          #expect(decision.isOn == rules.lazy.compactMap { $0 }.first)
        }
      }
    }
  }

  private static let everyEnvironment: [Environment] = {
    let values: [(EnvironmentVariable, [String?])] = [
      (.noColor, [nil, "", "0", "1"]), (.forceColor, [nil, "", "0", "1", "3"]),
      (.cliColorForce, [nil, "", "0", "1"]), (.term, [nil, "dumb", "xterm-256color"]),
      (.cliColor, [nil, "0", "1"]),
    ]
    var all: [[EnvironmentVariable: String]] = [[:]]
    for (variable, choices) in values {
      all = all.flatMap { one in
        choices.map { choice in one.merging(choice.map { [variable: $0] } ?? [:]) { $1 } }
      }
    }
    return all.map { Environment($0) }
  }()

  @Test(arguments: [
    (["render", "--color", "always", "--nonsense"], ColorChoice.always),
    (["render", "--nonsense", "--color=never"], .never),
    (["--color=always", "--color=never"], .never), (["render", "--color"], nil),
    (["render", "--color=pink"], nil), (["render"], nil),
  ])
  func readsTheColorOptionOfAnInvalidCommandLine(line: [String], when: ColorChoice?) {
    #expect(ColorChoice(in: line) == when)
  }
}
