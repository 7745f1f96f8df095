/// The operands of a command, usually files, bound to the property that stores their values.
package struct Operand<Target>: Sendable {
  let description: OperandDescription
  let apply: @Sendable (inout Target, String) throws -> Void
}

extension Operand {
  /// Creates operands that are collected in a list.
  ///
  /// If the last operand has a different meaning, `lastPlaceholder` is its placeholder, as in
  /// `cp FILE ... DIR`; `count` includes this operand. With `repeatsLast`, all operands after the
  /// first have that meaning, as in `grep PATTERN FILE ...`.
  package init(
    _ placeholder: String, as form: ValueForm<String>, count: ClosedRange<Int>,
    to path: @autoclosure @escaping ArgumentPath<Target, [String]>, help: String,
    lastPlaceholder: String? = nil, repeatsLast: Bool = false
  ) {
    description = OperandDescription(
      placeholder: placeholder, makeCompletion: form.makeCompletion, count: count, help: help,
      lastPlaceholder: lastPlaceholder, repeatsLast: repeatsLast)
    apply = { arguments, text in
      arguments[keyPath: path()].append(try form.value(of: text))
    }
  }

  /// Creates a single operand; with the count `0...1`, its property must have a default.
  package init<Value>(
    _ placeholder: String, as form: ValueForm<Value>, count: ClosedRange<Int> = 1...1,
    to path: @autoclosure @escaping ArgumentPath<Target, Value>, help: String
  ) {
    description = OperandDescription(
      placeholder: placeholder, makeCompletion: form.makeCompletion, count: count, help: help)
    apply = { arguments, text in
      arguments[keyPath: path()] = try form.value(of: text)
    }
  }

  /// Returns the same operands for `Root`, a type of arguments that has a `Target` as a property.
  package func nested<Root>(
    at path: @autoclosure @escaping ArgumentPath<Root, Target>
  ) -> Operand<Root> {
    Operand<Root>(description: description) { root, text in
      try apply(&root[keyPath: path()], text)
    }
  }
}

/// The operands of a command as data, for the help, the manual page and the completions.
package struct OperandDescription: Sendable {
  let placeholder: String
  var completion: Completion { makeCompletion() }
  let makeCompletion: @Sendable () -> Completion
  let count: ClosedRange<Int>
  let help: String
  /// The placeholder for the last operand, if that has a different meaning.
  var lastPlaceholder: String?
  /// True if the last placeholder is for all operands after the first one.
  var repeatsLast = false

  /// The allowed number of operands, without the operand for the last placeholder.
  private var countWithoutLast: ClosedRange<Int> {
    lastPlaceholder == nil ? count : (count.lowerBound - 1)...(count.upperBound - 1)
  }
  var isOptional: Bool { countWithoutLast.lowerBound == 0 }
  var isRepeatable: Bool { countWithoutLast.upperBound > 1 && !repeatsLast }

  /// The operands in a usage line: `[FILE ...]`, `[NAME ...] DIR`, `PATTERN FILE ...`.
  var usage: String {
    let repeated = isRepeatable ? "\(placeholder) ..." : placeholder
    let words = isOptional ? "[\(repeated)]" : repeated
    return lastPlaceholder.map { "\(words) \($0)\(repeatsLast ? " ..." : "")" } ?? words
  }

  var placeholders: String { lastPlaceholder.map { "\(placeholder), \($0)" } ?? placeholder }
}
