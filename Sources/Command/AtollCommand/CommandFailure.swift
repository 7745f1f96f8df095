/// What ends a run before its end: the words for the user and the code for the shell.
struct CommandFailure: Error, Hashable, Sendable {
  let code: ExitCode
  let message: String
  var place: String?
  var advice: String?
  /// More lines of the same kind, when one failure has many causes: `file:3:7: error: …`.
  var details: [String] = []

  init(
    _ code: ExitCode, _ message: String, at place: String? = nil, advice: String? = nil,
    details: [String] = []
  ) {
    self.code = code
    self.message = message
    self.place = place
    self.advice = advice
    self.details = details
  }
}

/// Why a run stops.
enum Stop: Error {
  case failure(CommandFailure)
  /// The command line is wrong; its usage is shown too.
  case usage(UsageError)
  /// There is nothing new to write about, and the user wants nothing then.
  case nothingNew
  /// Whoever read our output has gone.
  case closedPipe
  /// Ctrl-C or its like came while a file was being written.
  case interrupted
  /// Somebody asked the process to end, and it did so in good order.
  case terminated

  static func failure(
    _ code: ExitCode, _ message: String, at place: String? = nil, advice: String? = nil
  ) -> Stop {
    .failure(CommandFailure(code, message, at: place, advice: advice))
  }
}
