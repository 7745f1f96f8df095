import AtollBytes

/// A parser for the options and operands of one command.
///
/// It accepts `--option value`, `--option=value`, `-o value`, `-ovalue`, combined short flags
/// (`-qo FILE`), `--no-flag` for flags that can be negated, and `--` before operands that look
/// like options. Each value is parsed once, here, and stored in the property that its option
/// is bound to.
struct ArgumentParser<Arguments> {
  private let operand: Operand<Arguments>?
  private let options: [Option<Arguments>]
  private var words: [String] = []
  private var index = 0
  private var operandCount = 0
  private(set) var values: Arguments
  private(set) var given = GivenOptions()
  /// The given options with a step above 0; they are applied last, in the order of their steps.
  private var deferredOptions: [(option: Option<Arguments>, value: GivenValue)] = []

  init(
    _ defaults: Arguments, operand: Operand<Arguments>?, options: [Option<Arguments>]
  ) {
    values = defaults
    self.operand = operand
    self.options = options
  }

  mutating func parse(_ words: [String]) throws {
    self.words = words
    var optionsEnded = false
    while index < words.count {
      let word = words[index]
      index += 1
      if optionsEnded || word == "-" || !word.hasPrefix("-") {
        try addOperand(word)
      } else if word == "--" {
        optionsEnded = true
      } else if word.hasPrefix("--") {
        try parseLong(String(word.dropFirst(2)))
      } else {
        try parseLetters(word)
      }
    }
    for step in 1...Option<Arguments>.lastStep {
      for (option, value) in deferredOptions where option.step == step {
        try apply(option, value: value)
      }
    }
    try checkOperandCount()
  }

  // MARK: Options

  private mutating func parseLong(_ text: String) throws {
    let bytes = text.utf8
    let equals = bytes.firstIndex(of: UInt8(ascii: "="))
    let name = String(text[..<(equals ?? text.endIndex)])
    let attached = equals.map { String(text[bytes.index(after: $0)...]) }
    let dashed = "--\(name)"
    guard let option = options.first(where: { $0.description.longSpellings.contains(dashed) })
    else {
      // `Request` handles `--help` without a value.
      if dashed == OptionDescription.help.dashedName { throw Failure.helpWithValue }
      if let meant = options.first(where: { $0.description.suggestingNames.contains(name) }) {
        throw Failure(
          commandLine: "unknown option '\(dashed)'", didYouMean: meant.description.dashedName)
      }
      throw Failure.unknownOption(
        dashed, among: options.flatMap(\.description.longSpellings))
    }
    let isNegated = name != option.description.name
    if option.description.value != nil, !isNegated {
      try addValue(of: option, attached: attached)
    } else if attached == nil {
      try add(option, value: isNegated ? .off : .on)
    } else {
      throw Failure(commandLine: "option '\(dashed)' takes no value")
    }
  }

  private mutating func parseLetters(_ word: String) throws {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = options.first(where: { $0.description.letter == String(letter) }) else {
        let meant = options.filter { $0.description.name == word.dropFirst() }
        throw Failure(
          commandLine: "unknown option '-\(letter)'",
          didYouMean: meant.map(\.description.dashedName))
      }
      guard let value = option.description.value, !value.isOptional else {
        try add(option, value: .on)
        continue
      }
      let isAttached = !letters.isEmpty
      if letters.first == "=" { letters.removeFirst() }
      try addValue(of: option, attached: isAttached ? String(letters) : nil)
      return
    }
  }

  /// Adds an option with its value: the attached text or, if there is none, the next word.
  ///
  /// An option whose value can be left out takes only attached text.
  private mutating func addValue(
    of option: Option<Arguments>, attached: String?
  ) throws {
    let description = option.description
    if let attached {
      try add(option, value: .text(attached))
    } else if description.value?.isOptional == true {
      try add(option, value: .on)
    } else if index < words.count, !words[index].looksLikeAnOption {
      index += 1
      try add(option, value: .text(words[index - 1]))
    } else {
      let name = description.dashedName
      let next = index < words.count ? words[index] : nil
      throw Failure(
        commandLine: "option '\(name)' needs a value",
        advice: "write \(name) \(description.value?.placeholder ?? "")"
          + (next.map { ", or \(name)=\(quotedForShell($0)) if that is the value" } ?? ""))
    }
  }

  private mutating func add(
    _ option: Option<Arguments>, value: GivenValue
  ) throws {
    if option.step > 0 {
      deferredOptions.append((option, value))
    } else {
      try apply(option, value: value)
    }
    let text: String? = if case .text(let text) = value { text } else { nil }
    given.add(option.description, text: text, isOn: value != .off)
  }

  private mutating func apply(
    _ option: Option<Arguments>, value: GivenValue
  ) throws {
    try attributingErrors(to: "option '\(option.description.dashedName)'") {
      try option.apply(&values, value)
    }
  }

  // MARK: Operands

  private mutating func addOperand(_ text: String) throws {
    guard let operand, operandCount < operand.description.count.upperBound else {
      throw Failure(commandLine: "unexpected argument '\(text)'")
    }
    try attributingErrors(to: "argument \(operand.description.placeholder)") {
      try operand.apply(&values, text)
    }
    if operand.description.completion.includesPaths { given.addOperand(text) }
    operandCount += 1
  }

  /// Runs a body that parses a value, and adds the name of the option or operand to its errors.
  private func attributingErrors(to name: String, body: () throws -> Void) throws {
    do { try body() } catch var failure as Failure where failure.kind == .commandLine {
      failure.message += " for \(name)"
      throw failure
    }
  }

  private func checkOperandCount() throws {
    guard let operand = operand?.description, operandCount < operand.count.lowerBound else {
      return
    }
    let isLast = operandCount + 1 == operand.count.lowerBound
    let missing = isLast ? operand.lastPlaceholder ?? operand.placeholder : operand.placeholder
    throw Failure(commandLine: "missing argument \(missing)")
  }
}

extension String {
  /// True if a word is probably an option, and not the value of the option before it.
  ///
  /// This is how a missing value is noticed. `-05:00`, `- one` and `-two words` are values.
  var looksLikeAnOption: Bool {
    guard utf8.first == UInt8(ascii: "-"), let second = utf8.dropFirst().first else { return false }
    return (isLetter(second) || second == UInt8(ascii: "-"))
      && !utf8.prefix { $0 != UInt8(ascii: "=") }.contains { $0 <= UInt8(ascii: " ") }
  }
}

package struct GivenOptions: Hashable, Sendable {
  private var options: [GivenOption] = []
  /// The options marked as outputs, each with the path that was given last.
  private var outputs: [GivenOption] = []
  package var inputPaths: [String] { inputs.map(\.path) }
  /// The operands that are paths, and the paths given to options that are not marked as outputs.
  package private(set) var inputs: [GivenPath] = []

  package struct GivenPath: Hashable, Sendable {
    package let path: String
    /// The name of the option; `nil` for an operand.
    package let option: String?
  }

  private struct GivenOption: Hashable, Sendable {
    let name: String
    let text: String?
    let isOn: Bool
  }

  package init() {}

  /// Throws an error if one of the options was given; `message` makes the text of the error from the
  /// option as it was given, such as `--no-name`.
  package func reject(
    _ names: [String], advice: String? = nil, message: (String) -> String
  ) throws {
    guard let name = names.first(where: contains) else { return }
    throw Failure(commandLine: message(spelling(of: name)), advice: advice)
  }

  /// Throws an error if an option was given more than once although only one of its values can
  /// count.
  package func rejectRepetition(of name: String, advice: String) throws {
    guard texts(of: name).count > 1 else { return }
    throw Failure(commandLine: "--\(name) is given twice", advice: advice)
  }

  /// Returns an option as it was given last: `--name`, or `--no-name` for a flag that is off.
  package func spelling(of name: String) -> String { isOn(name) ? "--\(name)" : "--no-\(name)" }

  mutating func add(_ option: OptionDescription, text: String?, isOn: Bool) {
    let given = GivenOption(name: option.name, text: text, isOn: isOn)
    options.append(given)
    guard let text, option.value?.completion.includesPaths == true else { return }
    if option.isOutputPath {
      outputs.removeAll { $0.name == option.name }
      outputs.append(given)
    } else {
      inputs.append(GivenPath(path: text, option: option.name))
    }
  }

  fileprivate mutating func addOperand(_ path: String) {
    inputs.append(GivenPath(path: path, option: nil))
  }

  package var outputPaths: [String] { outputs.compactMap(\.text) }

  /// Returns whether an option was given, as `--name` or as `--no-name`.
  package func contains(_ name: String) -> Bool { options.contains { $0.name == name } }

  /// Returns all values of an option as text, in command-line order.
  package func texts(of name: String) -> [String] {
    options.compactMap { $0.name == name ? $0.text : nil }
  }

  /// Returns whether a flag was given as `--name`, and not as `--no-name`; the last one counts.
  package func isOn(_ name: String) -> Bool { options.last { $0.name == name }?.isOn ?? false }
}
