package import Atoll

/// Emails to many recipients, each about one story or with a digest of several.
package struct Campaign: Sendable {
  /// The name from which each Message-ID is derived, together with the key of the story and the
  /// address of the recipient.
  package var name: String
  /// A function that returns an email renderer for a language and a time zone.
  ///
  /// If a setting is `nil`, the renderer has the command's own setting.
  package var makeRenderer: @Sendable (RecipientSettings) throws(AtollError) -> Renderer

  package init(
    _ name: String,
    makeRenderer: @escaping @Sendable (RecipientSettings) throws(AtollError) -> Renderer
  ) {
    self.name = name
    self.makeRenderer = makeRenderer
  }
}

/// A recipient's language and time zone, as given in the batch input; `nil` if not given.
package struct RecipientSettings: Hashable, Sendable {
  package var locale: String?
  package var zone: String?
}
