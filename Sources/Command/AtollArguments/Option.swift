/// An option of a command, bound to the property that stores its value.
///
/// ```swift
/// Option<Arguments>.value(
///   "width", placeholder: "N", as: .count(20...400), to: \.width, help: "The line length.")
/// ```
package struct Option<Target>: Sendable {
  package private(set) var description: OptionDescription
  let apply: @Sendable (inout Target, GivenValue) throws -> Void
  /// The step in which the value is stored; storing it may depend on the values of earlier steps.
  private(set) var step = 0
  package static var lastStep: Int { 2 }

  /// The same option, marked as common: most people need it.
  package var markedAsCommon: Option { changed { $0.description.isCommon = true } }

  /// The same option, marked as an output: its value is the path of a file or folder to write.
  package var markedAsOutputPath: Option { changed { $0.description.isOutputPath = true } }

  /// Returns the same option with other names that people may try; the error for such a name
  /// suggests this option.
  package func suggested(for names: String...) -> Option {
    changed { $0.description.suggestingNames = names }
  }

  /// Returns the same option for `Root`, a type of arguments that has a `Target` as a property.
  package func nested<Root>(
    at path: @autoclosure @escaping ArgumentPath<Root, Target>
  ) -> Option<Root> {
    Option<Root>(description: description) { root, given in
      try apply(&root[keyPath: path()], given)
    }
    .inStep(step)
  }

  /// Returns the same option, but its value is stored after the values of options with lower steps.
  package func inStep(_ step: Int) -> Option { changed { $0.step = step } }

  private func changed(_ change: (inout Option) -> Void) -> Option {
    var option = self
    change(&option)
    return option
  }
}

/// The form in which an option was given on the command line.
enum GivenValue: Hashable, Sendable {
  /// `--flag`, or an option whose value was left out.
  case on
  /// `--no-flag`.
  case off
  case text(String)
}

/// A function that returns the key path of the property that stores a value: `\.width`.
///
/// Key paths are created only when needed, because creating them is slow, and a command line has
/// only a few of a command's options.
package typealias ArgumentPath<Arguments, Value> =
  @Sendable () -> any WritableKeyPath<Arguments, Value> & Sendable

extension Option {
  package static func value<Value>(
    _ name: String, placeholder: String, as form: ValueForm<Value>, letter: String? = nil,
    group: OptionGroup = .general, help: String, default defaultText: String? = nil,
    set: @escaping @Sendable (inout Target, Value) throws -> Void
  ) -> Option {
    let description = OptionDescription(
      name: name, letter: letter,
      value: ValueDescription(placeholder: placeholder, makeCompletion: form.makeCompletion),
      group: group, help: help, defaultText: defaultText)
    return Option(description: description) { target, given in
      if case .text(let text) = given { try set(&target, try form.value(of: text)) }
    }
  }

  package static func value<Value>(
    _ name: String, placeholder: String, as form: ValueForm<Value>, letter: String? = nil,
    to path: @autoclosure @escaping ArgumentPath<Target, Value>, group: OptionGroup = .general,
    help: String, default defaultText: String? = nil
  ) -> Option {
    value(
      name, placeholder: placeholder, as: form, letter: letter, group: group, help: help,
      default: defaultText
    ) { $0[keyPath: path()] = $1 }
  }

  package static func optional<Value>(
    _ name: String, placeholder: String, as form: ValueForm<Value>, letter: String? = nil,
    to path: @autoclosure @escaping ArgumentPath<Target, Value?>, group: OptionGroup = .general,
    help: String, default defaultText: String? = nil
  ) -> Option {
    value(
      name, placeholder: placeholder, as: form, letter: letter, group: group, help: help,
      default: defaultText
    ) { $0[keyPath: path()] = $1 }
  }

  /// Returns an option that can be given more than once.
  package static func list<Value>(
    _ name: String, placeholder: String, as form: ValueForm<Value>,
    to path: @autoclosure @escaping ArgumentPath<Target, [Value]>, group: OptionGroup = .general,
    help: String, default defaultText: String? = nil
  ) -> Option {
    value(
      name, placeholder: placeholder, as: form, group: group, help: help, default: defaultText
    ) { $0[keyPath: path()].append($1) }
  }

  /// Returns an option whose value can be left out: `--report` or `--report=FILE`.
  package static func withOptionalValue(
    _ name: String, placeholder: String, as form: ValueForm<String>,
    group: OptionGroup = .general, help: String,
    set: @escaping @Sendable (inout Target, String?) -> Void
  ) -> Option {
    let description = OptionDescription(
      name: name,
      value: ValueDescription(
        placeholder: placeholder, makeCompletion: form.makeCompletion, isOptional: true),
      group: group, help: help)
    return Option(description: description) { target, given in
      switch given {
      case .text(let text): set(&target, try form.value(of: text))
      case .on, .off: set(&target, nil)
      }
    }
  }

  /// Returns a flag whose default is the initial value of the property that it sets.
  package static func flag(
    _ name: String, letter: String? = nil, isNegatable: Bool = false,
    to path: @autoclosure @escaping ArgumentPath<Target, Bool>, group: OptionGroup = .general,
    help: String, default defaultText: String? = nil
  ) -> Option {
    let description = OptionDescription(
      name: name, letter: letter, isNegatable: isNegatable, group: group, help: help,
      defaultText: defaultText)
    return Option(description: description) { target, given in
      target[keyPath: path()] = given != .off
    }
  }

  /// Returns a flag: `--NAME` sets its property to `true`, and `--no-NAME` sets it to `false`.
  ///
  /// The property is usually `nil` if the flag is not given; the command then chooses the default.
  package static func optionalFlag(
    _ name: String, to path: @autoclosure @escaping ArgumentPath<Target, Bool?>,
    group: OptionGroup = .general, help: String, default defaultText: String? = nil
  ) -> Option {
    let description = OptionDescription(
      name: name, isNegatable: true, group: group, help: help, defaultText: defaultText)
    return Option(description: description) { target, given in
      target[keyPath: path()] = given != .off
    }
  }
}

extension Array {
  package init<Target>(joining groups: [Option<Target>]...) where Element == Option<Target> {
    self = []
    for group in groups { append(contentsOf: group) }
  }

  /// Parses the words after a command's name, and returns the options that were given.
  package func parse<Target>(
    _ words: [String], into arguments: inout Target, operand: Operand<Target>?
  ) throws -> GivenOptions where Element == Option<Target> {
    var parser = ArgumentParser(arguments, operand: operand, options: self)
    try parser.parse(words)
    arguments = parser.values
    return parser.given
  }

  package func nested<Root, Target>(
    at path: @autoclosure @escaping ArgumentPath<Root, Target>
  ) -> [Option<Root>] where Element == Option<Target> {
    map { $0.nested(at: path()) }
  }
}
