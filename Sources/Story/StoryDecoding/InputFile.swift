/// One input: its bytes, and the name it goes by in messages and in guessing what it holds.
package struct InputFile: Sendable {
  package var name: String
  package var bytes: [UInt8]

  package init(name: String, bytes: consuming [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}

/// What an input can be.
///
/// The raw values are the words of the command line.
package enum InputShape: String, Hashable, Sendable, CaseIterable {
  /// What a Talk 4 server answers for a stream.
  case talk4Response = "talk4"
  /// What a Coral server answers for a stream.
  case coralResponse = "coral"
  /// Atoll's own JSON form.
  case atollDocument = "atoll"
  /// Rows of a Talk 4 database, as `mongoexport` writes them.
  case talk4Dump = "talk4-dump"
  /// Rows of a Coral database, as `mongoexport` writes them.
  case coralDump = "coral-dump"

  /// The shape in words, with its article.
  package var description: String {
    switch self {
    case .talk4Response: "a Talk 4 response"
    case .coralResponse: "a Coral response"
    case .atollDocument: "an Atoll document"
    case .talk4Dump: "rows of a Talk 4 database"
    case .coralDump: "rows of a Coral database"
    }
  }
}
