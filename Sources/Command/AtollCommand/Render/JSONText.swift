import Bytes
import Layout

/// JSON as it is written, a value on a line of its own.
struct JSONText: ~Copyable {
  private var text = OutputBuffer()
  private var depth = 0
  private var isFirst = true

  mutating func begin(_ bracket: Unicode.Scalar) {
    text.append(UInt8(ascii: bracket))
    depth += 1
    isFirst = true
  }

  mutating func end(_ bracket: Unicode.Scalar) {
    depth -= 1
    if !isFirst { newLine() }
    text.append(UInt8(ascii: bracket))
    isFirst = false
    if depth == 0 { text.append(UInt8(ascii: "\n")) }
  }

  mutating func key(_ name: String) {
    element()
    string(name)
    text.append(": ")
  }

  /// Begins the next element of an array.
  mutating func element() {
    if !isFirst { text.append(UInt8(ascii: ",")) }
    isFirst = false
    newLine()
  }

  mutating func field(_ name: String, _ value: String) {
    key(name)
    string(value)
  }

  mutating func field(_ name: String, _ value: Int) {
    key(name)
    text.append(decimal: value)
  }

  mutating func field(_ name: String, _ values: [String]) {
    key(name)
    begin("[")
    for value in values {
      element()
      string(value)
    }
    end("]")
  }

  private mutating func string(_ value: String) {
    text.append(json: value)
  }

  /// Everything written so far.
  borrowing func bytes() -> [UInt8] { text.bytes() }

  private mutating func newLine() {
    text.append(UInt8(ascii: "\n"))
    for _ in 0..<depth { text.append("  ") }
  }
}
