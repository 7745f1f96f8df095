/// A command line, understood: which command, with which options and operands.
struct Invocation: Sendable {
  /// The words that lead to the command, without `atoll`.
  let path: [String]
  let command: CommandDescription
  private(set) var operands: [String] = []
  private var given: [Given] = []

  private struct Given {
    let name: String
    /// Nothing for a flag, or for an option that may leave its value out.
    let value: String?
    let isNegated: Bool
  }

  init(_ path: [String], _ command: CommandDescription) {
    self.path = path
    self.command = command
  }

  /// Whether a flag holds, or an option was given at all.
  func has(_ option: OptionDescription, default: Bool = false) -> Bool {
    last(option).map { !$0.isNegated } ?? `default`
  }

  /// Returns whether an option was given, negated or not.
  func isGiven(_ option: OptionDescription) -> Bool { last(option) != nil }

  /// The value of an option, the last one if it was given more than once.
  func value(_ option: OptionDescription) -> String? { last(option)?.value }

  /// Every value of an option that may be given more than once.
  func values(_ option: OptionDescription) -> [String] {
    given.compactMap { $0.name == option.name ? $0.value : nil }
  }

  /// The value of an option that takes a number.
  func count(_ option: OptionDescription) -> Int? { value(option).flatMap { Int($0) } }

  /// The value of an option that takes one of the words of an enum.
  func word<Words: RawRepresentable<String>>(
    _ option: OptionDescription, as: Words.Type = Words.self
  ) -> Words? {
    value(option).flatMap { Words(rawValue: $0) }
  }

  private func last(_ option: OptionDescription) -> Given? {
    given.last { $0.name == option.name }
  }

  // MARK: Parsing

  mutating func add(operand: String) { operands.append(operand) }

  mutating func add(_ option: OptionDescription, value: String? = nil, isNegated: Bool = false) {
    given.append(Given(name: option.name, value: value, isNegated: isNegated))
  }
}
