import AtollBytes

/// The form of a value: which text is valid for an option or operand, and how it is parsed.
///
/// For example, `ValueForm<Int>.count(1...64)` reads `12` as 12 and rejects `0` and `many`.
package struct ValueForm<Value>: Sendable {
  package var completion: Completion { makeCompletion() }
  /// A function that creates `completion`; it is rarely called, because the words of an enumeration
  /// are rarely needed.
  let makeCompletion: @Sendable () -> Completion
  let parse: @Sendable (String) throws -> Value

  package init(
    _ completion: @autoclosure @escaping @Sendable () -> Completion = .nothing,
    parse: @escaping @Sendable (String) throws -> Value
  ) {
    makeCompletion = completion
    self.parse = parse
  }

  /// Creates the form of the text that `parse` accepts; text for which it returns `nil` is invalid.
  package init(
    _ completion: @autoclosure @escaping @Sendable () -> Completion = .nothing,
    expected wanted: @autoclosure @escaping @Sendable () -> String,
    parse: @escaping @Sendable (String) -> Value?
  ) {
    self.init(completion()) { text in
      guard let value = parse(text) else { throw Failure.invalidValue(text, expected: wanted()) }
      return value
    }
  }

  /// Parses text; throws an error if it is empty or invalid.
  package func value(of text: String) throws -> Value {
    if text.isEmpty { throw Failure(commandLine: "empty value") }
    return try parse(text)
  }
}

/// The suggestions that a shell can make for a value.
package enum Completion: Hashable, Sendable {
  case nothing, files, folders
  /// The words that are allowed; the help lists them.
  case words([String])
  /// Some of the words that are allowed; the help does not list them.
  case suggestions([String])
  case wordsOrFolders([String])
  /// The names of commands, each with the names of its subcommands.
  case topics([Topic])

  package struct Topic: Hashable, Sendable {
    let name: String
    let subtopics: [String]
  }

  var includesPaths: Bool {
    switch self {
    case .files, .folders, .wordsOrFolders: true
    case .nothing, .words, .suggestions, .topics: false
    }
  }

  /// The allowed words, for the help and the manual page.
  var listedWords: [String] {
    switch self {
    case .words(let words), .wordsOrFolders(let words): words
    case .nothing, .files, .folders, .suggestions, .topics: []
    }
  }
}

extension ValueForm where Value == String {
  /// Any text that is not empty.
  package static var text: ValueForm { ValueForm { text in text } }
  package static var file: ValueForm { ValueForm(.files) { text in text } }
  package static var folder: ValueForm { ValueForm(.folders) { text in text } }

  /// Returns the form of a value that is one of these words or the path of a folder; any text is
  /// accepted.
  package static func wordOrFolder(_ words: [String]) -> ValueForm {
    ValueForm(.wordsOrFolders(words)) { text in text }
  }
}

extension ValueForm where Value: Sendable {
  /// Returns the form of a value that is chosen by its name from a list of values.
  ///
  /// `otherNames` has names that are not accepted, and the names that users probably mean by them.
  package static func word(
    of values: @autoclosure @escaping @Sendable () -> [Value],
    named name: @escaping @Sendable (Value) -> String, otherNames: [String: String] = [:]
  ) -> ValueForm {
    ValueForm(.words(values().map(name))) { text in
      guard let value = values().first(where: { name($0) == text }) else {
        let names = values().map(name)
        let meant = otherNames[text].flatMap { names.contains($0) ? $0 : nil }
        throw Failure.unknownValue(text, among: names, meaning: meant)
      }
      return value
    }
  }
}

extension ValueForm where Value: RawRepresentable<String> & CaseIterable & Sendable {
  /// One of the raw values of an enumeration.
  ///
  /// A closure returns the names, because a key path of a generic type is slow to create.
  package static var word: ValueForm { .word(of: Array(Value.allCases)) { $0.rawValue } }
}

extension ValueForm where Value == Int {
  /// Returns the form of a whole number in a range.
  ///
  /// If the range ends at `Int.max`, larger numbers are read as `Int.max`.
  package static func count(_ allowed: ClosedRange<Int>) -> ValueForm {
    ValueForm { text in
      let isWhole = !text.isEmpty && text.utf8.allSatisfy(isDigit)
      guard case let number = Int(text) ?? .max, isWhole, allowed.contains(number) else {
        let numbers =
          allowed.upperBound == .max
          ? "\(allowed.lowerBound) or more"
          : "from \(allowed.lowerBound) to \(allowed.upperBound)"
        throw Failure.invalidValue(text, expected: "a whole number, \(numbers)")
      }
      return number
    }
  }
}

extension ValueForm where Value == Range<Int> {
  /// A half-open range: `0..50` is the first fifty.
  package static var range: ValueForm {
    ValueForm(expected: "a range such as 0..50") { text in
      let bytes = Array(text.utf8)
      guard let dots = bytes.firstIndex(of: UInt8(ascii: ".")),
        dots + 1 < bytes.count, bytes[dots + 1] == UInt8(ascii: "."),
        let first = wholeNumber(bytes[..<dots]), let end = wholeNumber(bytes[(dots + 2)...]),
        first <= end
      else { return nil }
      return first..<end
    }
  }
}

/// Returns the number that 1 to 18 ASCII digits represent; `nil` for any other bytes.
package func wholeNumber(_ digits: ArraySlice<UInt8>) -> Int? {
  guard !digits.isEmpty, digits.count <= 18, digits.allSatisfy(isDigit) else { return nil }
  return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
}
