/// One input: its bytes and its name, which messages show and from which its form is guessed.
package struct InputFile: Sendable {
  package var name: String
  package var bytes: [UInt8]

  package init(name: String, bytes: consuming [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}
