/// An error in a language file, with its position.
package struct LanguageError: Error, Hashable, Sendable, CustomStringConvertible {
  package let file: String
  /// The line, counted from 1; 0 if the error has no position, for example because a key is
  /// missing.
  package let line: Int
  /// The column in Unicode scalars, counted from 1; 0 if the error has no position.
  package let column: Int
  package let message: String

  package var description: String {
    let place = line > 0 ? "\(file):\(line):\(column)" : file
    return "\(place): error: \(message)"
  }
}

/// All errors of a language file.
package struct LanguageErrors: Error, Hashable, Sendable, CustomStringConvertible {
  package private(set) var errors: [LanguageError] = []
  /// The number of further errors, which are not listed.
  private var unlistedCount = 0

  /// The largest number of errors listed, since an almost empty file has an error for every phrase.
  static let maximumErrorCount = 100

  mutating func add(_ error: LanguageError) {
    if errors.count < Self.maximumErrorCount { errors.append(error) } else { unlistedCount += 1 }
  }

  package var count: Int { errors.count + unlistedCount }

  /// One line for each listed error, and one for the number of the others.
  package var lines: [String] {
    errors.map(\.description) + (unlistedCount == 0 ? [] : ["and \(unlistedCount) more"])
  }

  package var description: String { lines.joined(separator: "\n") }
}
