/// A failure to run a suite.
package struct SuiteError: Error, Sendable {
  /// The kind of failure.
  package enum Reason: Hashable, Sendable {
    /// The suite or a page folder does not say what to draw.
    case badSuite
    /// A file, a folder or a commit does not exist.
    case noInput
    /// The options, the style or the templates of a case cannot be used.
    case configuration
    /// No browser can be used, or the browser cannot draw a page.
    case environment
    /// A file cannot be read or written.
    case inputOutput
    /// A reference is not as it was when it was accepted.
    case corrupt
  }

  package var reason: Reason
  /// A description of the failure, in a sentence without a full stop.
  package var message: String
  /// The file, folder or snapshot.
  package var place: String?
  /// Advice on how to avoid the failure.
  package var advice: String?
  /// The error that caused it.
  package var underlying: (any Error)?

  package init(
    _ reason: Reason, message: String, at place: String? = nil, advice: String? = nil
  ) {
    self.reason = reason
    self.message = message
    self.place = place
    self.advice = advice
  }

  /// The failure in one line, as a run records it: `place: message`.
  package var locatedMessage: String { place.map { "\($0): \(message)" } ?? message }
}
