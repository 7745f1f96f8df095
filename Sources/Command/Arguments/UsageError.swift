/// A command line that cannot be understood.
package struct UsageError: Error, Hashable, Sendable {
  /// The words that lead to the command, without the program's name: `["dump", "tree"]`.
  package let path: [String]
  package let message: String
  package var advice: String?

  package init(_ path: [String], _ message: String, advice: String? = nil) {
    self.path = path
    self.message = message
    self.advice = advice
  }

  package init(_ path: [String], _ message: String, didYouMean suggestion: String?) {
    self.init(path, message, advice: suggestion.map { "did you mean '\($0)'?" })
  }
}
