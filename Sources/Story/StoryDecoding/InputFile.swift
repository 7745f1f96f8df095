/// One input: its bytes, and the name it goes by in messages and in guessing what it holds.
package struct InputFile: Sendable {
  package var name: String
  package var bytes: [UInt8]

  package init(name: String, bytes: consuming [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}
