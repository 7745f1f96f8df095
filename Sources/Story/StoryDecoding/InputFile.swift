/// The name and the bytes of an input.
///
/// Messages contain the name. A name such as `comments.json` also shows the kind of database rows
/// that the input has.
package struct InputFile: Sendable {
  package var name: String
  package var bytes: [UInt8]

  package init(name: String, bytes: consuming [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}
