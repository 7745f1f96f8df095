/// One input: its bytes and its name, which appears in messages and can show which kind of database
/// rows the input holds.
package struct InputFile: Sendable {
  package var name: String
  package var bytes: [UInt8]

  package init(name: String, bytes: consuming [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}
