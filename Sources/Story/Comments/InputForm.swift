/// A form that an input can have: what a server answers, a database export, or Atoll's own document.
///
/// The raw values are the words of the command line.
public enum InputForm: String, Hashable, Sendable, CaseIterable {
  /// The answer of a Talk 4 server to a request for a story.
  case talk4
  /// The answer of a Coral server to a request for a story.
  case coral
  /// Atoll's own JSON form; see `docs/atoll-document.md`.
  case atoll
  /// Rows of a Talk 4 database, as `mongoexport` writes them.
  case talk4Dump = "talk4-dump"
  /// Rows of a Coral database, as `mongoexport` writes them.
  case coralDump = "coral-dump"
}

extension InputForm {
  /// The form of an answer of a server; Coral's where the server is not known.
  package init(answerOf server: StoryFacts.Server) {
    switch server {
    case .talk4: self = .talk4
    case .coral, .unknown: self = .coral
    }
  }

  /// The form of rows of a server's database; Talk's where the server is not known.
  package init(rowsOf server: StoryFacts.Server) {
    switch server {
    case .talk4, .unknown: self = .talk4Dump
    case .coral: self = .coralDump
    }
  }

  /// The server whose answers have this form.
  package var answeringServer: StoryFacts.Server? {
    switch self {
    case .talk4: .talk4
    case .coral: .coral
    case .atoll, .talk4Dump, .coralDump: nil
    }
  }

  /// The server whose database has rows of this form.
  package var databaseServer: StoryFacts.Server? {
    switch self {
    case .talk4Dump: .talk4
    case .coralDump: .coral
    case .atoll, .talk4, .coral: nil
    }
  }

  /// The form in words, for messages: "a Coral response".
  package var phrase: String {
    switch self {
    case .talk4: "a Talk 4 response"
    case .coral: "a Coral response"
    case .atoll: "an Atoll document"
    case .talk4Dump: "rows of a Talk 4 database"
    case .coralDump: "rows of a Coral database"
    }
  }
}
