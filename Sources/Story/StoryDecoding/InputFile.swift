/// An input; its name appears in messages, and can show the kind of its database rows, as
/// `comments.json` does.
package struct InputFile: Sendable {
  package var name: String
  package var bytes: [UInt8]

  package init(name: String, bytes: consuming [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}
