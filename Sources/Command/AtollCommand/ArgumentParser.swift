import Bytes

/// Reads the options and operands of one command.
///
/// It takes `--option value`, `--option=value`, `-o value`, `-ovalue`, flags by letter in one word
/// (`-qo FILE`), `--no-flag` where the table says so, and `--` before operands that look like options.
struct ArgumentParser {
  private let path: [String]
  private let command: CommandDescription
  private let arguments: [String]
  private var index = 0
  private var result: Invocation

  init(_ path: [String], _ command: CommandDescription, _ arguments: [String]) {
    self.path = path
    self.command = command
    self.arguments = arguments
    result = Invocation(path, command)
  }

  /// Reads the line up to its end, or up to where it asks for help: what stands behind that is not looked at.
  mutating func parse() throws(UsageError) -> Invocation {
    var optionsEnded = false
    while index < arguments.count {
      if result.has(.help) { return result }
      let argument = arguments[index]
      index += 1
      if optionsEnded || argument == "-" || !argument.hasPrefix("-") {
        try addOperand(argument)
      } else if argument == "--" {
        optionsEnded = true
      } else if argument.hasPrefix("--") {
        try parseLong(String(argument.dropFirst(2)))
      } else {
        try parseLetters(argument)
      }
    }
    if !result.has(.help) { try checkOperandCount() }
    return result
  }

  // MARK: Options

  private mutating func parseLong(_ text: String) throws(UsageError) {
    let bytes = text.utf8
    let equals = bytes.firstIndex(of: UInt8(ascii: "="))
    let name = String(text[..<(equals ?? text.endIndex)])
    let attached = equals.map { String(text[bytes.index(after: $0)...]) }
    guard let option = command.option(named: name) else {
      throw UsageError(
        path, "unknown option '--\(name)'",
        didYouMean: nearest(to: "--\(name)", among: longNames))
    }
    let isNegated = name != option.name
    if let value = option.value, !isNegated {
      try add(option, value, attached: attached)
    } else if attached == nil {
      result.add(option, isNegated: isNegated)
    } else {
      throw UsageError(path, "option '--\(name)' takes no value")
    }
  }

  private mutating func parseLetters(_ argument: String) throws(UsageError) {
    var letters = argument.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = command.option(lettered: String(letter)) else {
        let meant = command.option(named: String(argument.dropFirst()))?.dashedName
        throw UsageError(path, "unknown option '-\(letter)'", didYouMean: meant)
      }
      guard let value = option.value, !value.isOptional else {
        result.add(option)
        continue
      }
      if letters.first == "=" { letters.removeFirst() }
      try add(option, value, attached: letters.isEmpty ? nil : String(letters))
      return
    }
  }

  private mutating func add(
    _ option: OptionDescription, _ value: ValueDescription, attached: String?
  ) throws(UsageError) {
    if let attached {
      result.add(option, value: try checked(attached, value, of: option))
    } else if value.isOptional {
      result.add(option)
    } else if index < arguments.count, Self.canBeValue(arguments[index]) {
      index += 1
      result.add(option, value: try checked(arguments[index - 1], value, of: option))
    } else {
      throw UsageError(
        path, "option '\(option.dashedName)' needs a value",
        advice: "write \(option.dashedName) \(value.placeholder)")
    }
  }

  /// Whether a word of its own can be the value of the option before it.
  ///
  /// What looks like an option is not, so that a forgotten value is noticed; `-05:00` is.
  private static func canBeValue(_ argument: String) -> Bool {
    let bytes = argument.utf8
    guard bytes.first == UInt8(ascii: "-"), let second = bytes.dropFirst().first else {
      return true
    }
    return second >= UInt8(ascii: "0") && second <= UInt8(ascii: "9")
  }

  private func checked(
    _ text: String, _ value: ValueDescription, of option: OptionDescription
  ) throws(UsageError) -> String {
    guard let problem = value.form.problem(with: text) else { return text }
    throw UsageError(
      path, "\(problem.message) for option '\(option.dashedName)'", advice: problem.advice)
  }

  private var longNames: [String] {
    command.allOptions.flatMap {
      $0.isNegatable ? [$0.dashedName, "--no-\($0.name)"] : [$0.dashedName]
    }
  }

  // MARK: Operands

  private mutating func addOperand(_ text: String) throws(UsageError) {
    guard let operand = command.operand, result.operands.count < operand.count.upperBound else {
      throw UsageError(path, "unexpected argument '\(text)'")
    }
    if let problem = operand.form.problem(with: text) {
      throw UsageError(
        path, "\(problem.message) for argument \(operand.placeholder)", advice: problem.advice)
    }
    result.add(operand: text)
  }

  private func checkOperandCount() throws(UsageError) {
    guard let operand = command.operand, result.operands.count < operand.count.lowerBound else {
      return
    }
    let isLast = result.operands.count + 1 == operand.count.lowerBound
    let missing = isLast ? operand.target ?? operand.placeholder : operand.placeholder
    throw UsageError(path, "missing argument \(missing)")
  }
}
