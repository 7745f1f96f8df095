import Bytes
import OperatingSystem

/// Words for the user, on standard error; and what goes to standard output in one piece.
struct Console: Sendable {
  let isQuiet: Bool
  private let hasColor: Bool

  init(isQuiet: Bool = false, color: Wish = .auto) {
    self.isQuiet = isQuiet
    hasColor = Terminal.colorsMessages(color)
  }

  /// The console that a command line asks for; a command may have reasons of its own for quiet.
  init(_ invocation: Invocation, isQuiet: Bool = false) {
    self.init(
      isQuiet: isQuiet || invocation.has(MessageOptions.quiet),
      color: invocation.word(.color) ?? .auto)
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

  /// One message as compilers write it: `place: level: message; advice`.
  ///
  /// Errors are always said, the rest only if the user did not ask for quiet.
  func say(_ level: Level, _ message: String, at place: String? = nil, advice: String? = nil) {
    if isQuiet && level != .error { return }
    var line = place.map { "\(shown($0)): " } ?? ""
    line += colored("\(level.rawValue):", level.color) + " " + shown(message)
    if let advice { line += "; \(shown(advice))" }
    sayPlain(line)
  }

  /// A line of our own that is no message, such as a usage line.
  func sayPlain(_ line: String) {
    // When standard error is gone too there is nobody left to tell.
    try? writeAll(Array("\(line)\n".utf8), to: 2)
  }

  func say(_ failure: CommandFailure) {
    for detail in failure.details { sayPlain(shown(detail)) }
    say(.error, failure.message, at: failure.place, advice: failure.advice)
  }

  func say(_ error: UsageError, of root: CommandDescription) {
    var command = root
    for word in error.path { command = command.subcommand(named: word) ?? command }
    say(.error, error.message, advice: error.advice)
    sayPlain("Usage: \(usage(of: command, path: error.path))")
    let name = (["atoll"] + error.path).joined(separator: " ")
    sayPlain("  See '\(name) --help' for more information.")
  }

  /// Writes text to standard output.
  func print(_ text: String) throws(Stop) { try print(Array(text.utf8)) }

  /// Writes bytes to standard output.
  func print(_ bytes: [UInt8]) throws(Stop) {
    do {
      try writeAll(bytes, to: 1)
    } catch {
      throw .writing(error, to: "standard output")
    }
  }

  private func colored(_ text: String, _ color: String) -> String {
    hasColor ? "\u{1B}[\(color)m\(text)\u{1B}[0m" : text
  }
}

extension Stop {
  /// A failed write, in words; a closed pipe needs none.
  static func writing(_ error: SystemError, to name: String) -> Stop {
    if error.isBrokenPipe { return .closedPipe }
    if error.isInterrupted { return .interrupted }
    return .failure(.inputOutput, "cannot write to \(name): \(error.message)")
  }
}

/// Returns a part of a message as it is shown: with nothing invisible in it, and the middle of what is
/// too long to read left out.
///
/// Messages quote what users wrote; the start and the end of it are enough to know it again.
func shown(_ text: String) -> String {
  let scalars = text.unicodeScalars
  guard scalars.count > mostShown else { return visible(text) }
  let half = mostShown / 2
  let left = scalars.count - 2 * half
  return visible(String(scalars.prefix(half))) + "… (\(left) more) …"
    + visible(String(scalars.suffix(half)))
}

/// The most scalars of a part of a message that are shown; no message of ours is as long.
private let mostShown = 400

/// Returns a text that may hold what a stranger wrote, with everything that cannot be seen as an escape.
func visible(_ text: String) -> String {
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
