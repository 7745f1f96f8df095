package import Atoll

/// Emails about stories, to the recipients that the lines of the stories name.
package struct Campaign: Sendable {
  /// The name from which the email ids are derived, together with the ids of the story and the
  /// recipient.
  package var name: String
  /// Returns an email renderer for a language and a time zone; a `nil` setting means the one in the
  /// options.
  package var makeRenderer: @Sendable (RecipientSettings) throws(AtollError) -> Renderer

  package init(
    _ name: String,
    makeRenderer: @escaping @Sendable (RecipientSettings) throws(AtollError) -> Renderer
  ) {
    self.name = name
    self.makeRenderer = makeRenderer
  }
}

/// The language and the time zone of a recipient, as the line names them.
package struct RecipientSettings: Hashable, Sendable {
  package var locale: String?
  package var zone: String?

  package init() {}
}
