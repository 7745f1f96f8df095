package import Atoll

/// Mails of stories to the recipients that the lines of the stories name.
package struct Campaign: Sendable {
  /// The name that the ids of the mails are made of, together with those of the story and the recipient.
  package var name: String
  /// Returns a renderer of mails in a language and a time zone; `nil` means those of the options.
  package var renderer: @Sendable (RecipientSettings) throws(AtollError) -> Renderer

  package init(
    _ name: String,
    renderer: @escaping @Sendable (RecipientSettings) throws(AtollError) -> Renderer
  ) {
    self.name = name
    self.renderer = renderer
  }
}

/// The language and the time zone of a recipient, as the line names them.
package struct RecipientSettings: Hashable, Sendable {
  package var locale: String?
  package var zone: String?

  package init() {}
}
