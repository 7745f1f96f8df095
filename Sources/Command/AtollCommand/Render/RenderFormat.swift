import Atoll

/// A format that `atoll render` and `atoll demo` write: a format of the library, or the blocks as
/// JSON.
enum RenderFormat: Hashable, Sendable, CaseIterable {
  case rendering(Options.Format)
  case json

  static var allCases: [RenderFormat] { Options.Format.allCases.map { .rendering($0) } + [.json] }

  /// The name on the command line.
  var name: String {
    switch self {
    case .rendering(let format): format.rawValue
    case .json: "json"
    }
  }

  /// The format of the library; `nil` for JSON.
  var libraryFormat: Options.Format? {
    switch self {
    case .rendering(let format): format
    case .json: nil
    }
  }
}

extension Options.Format {
  /// True if people read the output directly, rather than in a browser or another program.
  var isForReading: Bool {
    switch self {
    case .ansi, .text: true
    case .page, .fragment, .card, .email, .emailHTML, .emailText, .jsonLD, .atom: false
    }
  }
}
