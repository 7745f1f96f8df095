/// A command line that cannot be understood.
struct UsageError: Error, Hashable, Sendable {
  /// The words that lead to the command it was meant for, without `atoll`.
  let path: [String]
  let message: String
  var advice: String?

  init(_ path: [String], _ message: String, advice: String? = nil) {
    self.path = path
    self.message = message
    self.advice = advice
  }

  init(_ path: [String], _ message: String, didYouMean suggestion: String?) {
    self.init(path, message, advice: suggestion.map { "did you mean '\($0)'?" })
  }
}
