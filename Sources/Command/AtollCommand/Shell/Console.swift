import AtollArguments
import AtollBytes
import AtollOperatingSystem

/// The output for the user: messages on standard error, and short results on standard output.
struct Console: Sendable {
  let isQuiet: Bool
  private let hasColor: Bool

  init(isQuiet: Bool = false, color: ColorChoice = .auto) {
    self.isQuiet = isQuiet
    hasColor = ColorDecision(color, in: .ofProcess, isTerminal: Terminal.isTerminal(2)).isOn
  }

  /// Creates a console with the settings from the command line.
  ///
  /// If `isQuiet` is `true`, the console is quiet even without `--quiet`.
  init(_ arguments: CommonArguments, isQuiet: Bool = false) {
    self.init(isQuiet: isQuiet || arguments.isQuiet, color: arguments.color)
  }

  enum Level: String {
    case error, warning, note

    fileprivate var color: String {
      switch self {
      case .error: "1;31"
      case .warning: "1;33"
      case .note: "1;36"
      }
    }
  }

  /// Prints a message in the style of compilers: `place: level: message; advice`.
  ///
  /// A quiet console prints only errors.
  func say(_ level: Level, message: String, at place: String? = nil, advice: String? = nil) {
    if isQuiet && level != .error { return }
    var line = place.map { "\(abbreviated($0)): " } ?? ""
    line += colored("\(level.rawValue):", in: level.color) + " " + abbreviated(message)
    if let advice { line += "; \(abbreviated(advice))" }
    sayPlain(line)
  }

  func warn(_ message: String, at place: String? = nil, advice: String? = nil) {
    say(.warning, message: message, at: place, advice: advice)
  }

  func note(_ message: String, at place: String? = nil, advice: String? = nil) {
    say(.note, message: message, at: place, advice: advice)
  }

  /// Prints a plain line without a level, such as a usage line.
  func sayPlain(_ line: String) {
    Progress.clearLine()
    // If standard error is not writable either, there is nothing left to do.
    try? writeAll(Array("\(line)\n".utf8), to: 2)
  }

  func say(_ error: Failure) {
    for detail in error.details { sayPlain(abbreviated(detail)) }
    say(.error, message: error.message, at: error.place, advice: error.advice)
  }

  func sayUsage(of path: [String]) {
    let root = CommandTable.root.description
    sayPlain("Usage: \(root.command(at: path).usage(of: path, in: root.name))")
    let name = ([root.name] + path).joined(separator: " ")
    sayPlain("  See '\(name) --help' for more information.")
  }

  func print(_ text: String) throws { try print(Array(text.utf8)) }

  func print(_ bytes: [UInt8]) throws {
    try attributingWriteErrors(to: "standard output") { try writeAll(bytes, to: 1) }
  }

  private func colored(_ text: String, in color: String) -> String {
    hasColor ? "\u{1B}[\(color)m\(text)\u{1B}[0m" : text
  }
}

/// Returns text for a message, with invisible characters escaped.
///
/// The middle of a very long text is left out, because the beginning and the end are enough to
/// recognize what a user wrote.
func abbreviated(_ text: String) -> String {
  let scalars = text.unicodeScalars
  guard scalars.count > maximumMessageLength else { return escapingInvisibles(text) }
  let half = maximumMessageLength / 2
  let omittedCount = scalars.count - 2 * half
  return escapingInvisibles(String(scalars.prefix(half))) + "… (\(omittedCount) more) …"
    + escapingInvisibles(String(scalars.suffix(half)))
}

/// The maximum number of Unicode scalars shown; all of atoll's own messages are shorter.
private let maximumMessageLength = 400

/// Returns text with all invisible characters escaped: `\u{1b}`.
func escapingInvisibles(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    if isInvisible(scalar.value) {
      result += "\\u{\(String(scalar.value, radix: 16))}"
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}
