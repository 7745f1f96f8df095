/// A form that an input can have: a server's response, a database export, or Atoll's own document.
///
/// The raw values are the names that the command line uses.
public enum InputForm: String, Hashable, Sendable, CaseIterable {
  /// The response of a Talk 4 server to a request for a story.
  case talk4
  /// The response of a Coral server to a request for a story.
  case coral
  /// Atoll's own JSON form; see `docs/atoll-document.md`.
  case atoll
  /// Rows of a Talk 4 database, as `mongoexport` writes them.
  case talk4Dump = "talk4-dump"
  /// Rows of a Coral database, as `mongoexport` writes them.
  case coralDump = "coral-dump"
}

extension InputForm {
  /// Creates the form of a server's response; an unknown server is treated as Coral.
  package init(responseOf server: StoryMetadata.Server) {
    switch server {
    case .talk4: self = .talk4
    case .coral, .unknown: self = .coral
    }
  }

  /// Creates the form of database rows of a server; an unknown server is treated as Talk 4.
  package init(rowsOf server: StoryMetadata.Server) {
    switch server {
    case .talk4, .unknown: self = .talk4Dump
    case .coral: self = .coralDump
    }
  }

  /// The server whose responses have this form; `nil` if it is not a response.
  package var responseServer: StoryMetadata.Server? {
    switch self {
    case .talk4: .talk4
    case .coral: .coral
    case .atoll, .talk4Dump, .coralDump: nil
    }
  }

  /// The server whose database has rows of this form; `nil` if it is not a database export.
  package var databaseServer: StoryMetadata.Server? {
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
