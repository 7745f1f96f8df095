/// A failure as it is reported to users: what happened, where, and what to do.
///
/// Most code throws this error. Another type is justified where a caller acts on the reason, where
/// throwing must be cheap, or where the public API needs a closed vocabulary.
package struct Failure: Error, Hashable, Sendable {
  /// The kind of a failure, which determines the exit code of a command.
  package enum Kind: Hashable, Sendable {
    /// The command line is wrong; the usage of the command is printed after the message.
    case commandLine
    /// The options contradict one another, or do not fit the input.
    case usage
    /// The input was read, but cannot be used.
    case badInput
    /// The input does not exist or cannot be opened.
    case noInput
    /// Something that configures the program, such as a template, cannot be used.
    case configuration
    /// A server or a library cannot be used.
    case unavailable
    /// A server rejects the request.
    case refused
    /// The machine lacks something, such as a browser.
    case environment
    /// The output cannot be created.
    case cannotCreate
    /// A file cannot be read or written.
    case inputOutput
    /// Something is used up, busy or not ready; a later attempt may succeed.
    case temporary
    /// A file is damaged: it does not have the content that was written.
    case corrupt
    /// The result would remove more stories than a limit allows, so it is held back.
    case heldBack
    case interrupted
    /// Another failure; for example, too many stories of a batch failed.
    case other
    case internalError
  }

  package var kind: Kind
  /// The description: a sentence without a period.
  package var message: String
  /// The file or folder, sometimes with a line and column or a JSON path; `nil` if the failure is
  /// not about a file.
  package var place: String?
  package var advice: String?
  /// The problems if there are several, one on each line as a compiler prints them; otherwise
  /// empty.
  package var details: [String]

  package init(
    _ kind: Kind, message: String, at place: String? = nil, advice: String? = nil,
    details: [String] = []
  ) {
    self.kind = kind
    self.message = message
    self.place = place
    self.advice = advice
    self.details = details
  }

  /// The failure in one line, with its first detail: `place: message: detail`.
  package var locatedMessage: String {
    [place, message, details.first].compactMap(\.self).joined(separator: ": ")
  }
}

package protocol ReportableError: Error {
  var failure: Failure { get }
}

extension Failure {
  /// Returns the suffix that names the options of the command line that a failure is about, such as
  /// ` (--from)`; empty if there are none.
  package static func suffix(forOptions names: [String]) -> String {
    names.isEmpty ? "" : " (\(names.map { "--\($0)" }.joined(separator: ", ")))"
  }
}

extension Failure: ReportableError {
  package var failure: Failure { self }

  package init(_ error: any Error) {
    self =
      (error as? any ReportableError)?.failure
      ?? Failure(.internalError, message: "unexpected error: \(error)")
  }
}
