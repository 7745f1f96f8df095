/// How a run can end; the numbers are those of `sysexits.h` where it has one.
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
  case interrupted = 130
  case terminated = 143

  /// What it tells, for the help and the manual.
  var meaning: String {
    switch self {
    case .success: "All went well."
    case .failure: "Something else went wrong; of snapshots: something changed."
    case .missing: "A snapshot has no reference."
    case .obsolete: "No suite asks for a reference any more."
    case .environment: "There is no browser, or another one than drew the references."
    case .corrupt: "A reference is not what was ever accepted, or an output not what was stored."
    case .nothingNew: "No comment is new, and with --skip-empty nothing was written."
    case .heldBack:
      "More stories of a store would disappear than --max-removed allows; nothing was published."
    case .usage: "The command line is wrong."
    case .badInput: "The input cannot be read as comments, or --strict found something to report."
    case .noInput: "An input file does not exist or cannot be opened."
    case .unavailable: "The server cannot be reached, or does not work."
    case .internalError: "A fault in atoll itself."
    case .cannotCreate: "The output cannot be created."
    case .inputOutput: "Reading or writing failed half way."
    case .temporary: "The system or the server has too little of something now; try again later."
    case .refused: "The server refuses: not signed in, not allowed, closed, or a banned word."
    case .configuration: "A template or a style is wrong."
    case .interrupted: "Interrupted with Ctrl-C; no file was changed."
    case .terminated: "Asked to end with SIGTERM; the result breaks off between two stories."
    }
  }
}
