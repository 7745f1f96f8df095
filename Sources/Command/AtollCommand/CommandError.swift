/// The reason why a command did not succeed, with the message for the user and the exit code.
struct CommandError: Error, Hashable, Sendable {
  let kind: Kind
  var message = ""
  /// The subject of the message, such as a file; `nil` if there is none.
  var place: String?
  var advice: String?
  /// Additional lines, for a failure with many causes: `file:3:7: error: …`.
  var details: [String] = []

  enum Kind: Hashable, Sendable {
    case failure(ExitCode)
    /// The command's options or operands are not valid; its usage line is shown, too.
    case usage
    /// The run ends without an error message: the reason was already printed, or the user
    /// ended the run.
    case silent(ExitCode)
    /// The reader of standard output has closed it.
    case brokenPipe
  }

  static func failure(
    _ code: ExitCode, message: String, at place: String? = nil, advice: String? = nil,
    details: [String] = []
  ) -> CommandError {
    CommandError(
      kind: .failure(code), message: message, place: place, advice: advice, details: details)
  }

  static func usage(_ message: String, advice: String? = nil) -> CommandError {
    CommandError(kind: .usage, message: message, advice: advice)
  }

  static func usage(_ message: String, didYouMean suggestion: String?) -> CommandError {
    usage(message, advice: suggestion.map { "did you mean '\($0)'?" })
  }

  static func silent(_ code: ExitCode) -> CommandError { CommandError(kind: .silent(code)) }
  static let brokenPipe = CommandError(kind: .brokenPipe)
}
