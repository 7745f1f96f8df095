import AtollBytes

/// The exit codes of atoll; most of the numbers come from `sysexits.h`.
enum ExitCode: Int32, CaseIterable, Sendable {
  case success = 0
  case failure = 1
  case missing = 2
  case obsolete = 3
  case environment = 4
  case corrupt = 5
  case nothingNew = 6
  case heldBack = 7
  case usage = 64
  case badInput = 65
  case noInput = 66
  case unavailable = 69
  case internalError = 70
  case cannotCreate = 73
  case inputOutput = 74
  case temporary = 75
  case refused = 77
  case configuration = 78
  case hungUp = 129
  case interrupted = 130
  case terminated = 143

  /// The meaning, for the help and the manual page.
  var meaning: String {
    switch self {
    case .success: "Success."
    case .failure:
      """
      Another failure; for snapshots: something changed; for batch: too many stories failed; for card: \
      a story failed.
      """
    case .missing: "A snapshot has no reference."
    case .obsolete: "A reference is no longer used by any suite."
    case .environment:
      "There is no browser, or its version is not the one that made the references."
    case .corrupt:
      """
      A reference or a file of a store is missing or damaged, or store forget has not erased everything.
      """
    case .nothingNew:
      """
      There is no comment to show, and --skip-empty or --notification was given; or the target of an outbox \
      has everything. Nothing was written.
      """
    case .heldBack:
      "More stories or comments would disappear from a store than --max-removed allows; readers see no change."
    case .usage: "The command line is wrong."
    case .badInput:
      "The input is not a comment thread, or --strict was given and there was something to report."
    case .noInput: "An input file does not exist or cannot be opened."
    case .unavailable: "The server cannot be reached or does not work, or a library is missing."
    case .internalError: "A bug in atoll."
    case .cannotCreate: "The output cannot be created."
    case .inputOutput: "Reading or writing failed."
    case .temporary:
      "Something is used up, busy or not ready: memory, a server, a store in use. Try again later."
    case .refused:
      "The server refuses: not signed in, not allowed, closed, or the comment was rejected."
    case .configuration: "A template, a theme or a language file is wrong or missing."
    case .hungUp: "Ended by SIGHUP, because the terminal was closed; files are as after Ctrl-C."
    case .interrupted:
      """
      Interrupted with Ctrl-C; no file was changed, but card --top and --layout top keep complete cards.
      """
    case .terminated:
      "Ended by SIGTERM; standard output ends after a complete story, a file is not written."
    }
  }
}

extension ExitCode {
  init(_ kind: Failure.Kind) {
    self =
      switch kind {
      case .commandLine, .usage: .usage
      case .badInput: .badInput
      case .noInput: .noInput
      case .configuration: .configuration
      case .unavailable: .unavailable
      case .refused: .refused
      case .environment: .environment
      case .cannotCreate: .cannotCreate
      case .inputOutput: .inputOutput
      case .temporary: .temporary
      case .corrupt: .corrupt
      case .heldBack: .heldBack
      case .interrupted: .interrupted
      case .other: .failure
      case .internalError: .internalError
      }
  }
}
