/// JSON as it is written, a value on a line of its own.
struct JSONText {
  private(set) var bytes: [UInt8] = []
  private var depth = 0
  private var isFirst = true

  mutating func begin(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(ascii: bracket))
    depth += 1
    isFirst = true
  }

  mutating func end(_ bracket: Unicode.Scalar) {
    depth -= 1
    if !isFirst { newLine() }
    bytes.append(UInt8(ascii: bracket))
    isFirst = false
    if depth == 0 { bytes.append(UInt8(ascii: "\n")) }
  }

  mutating func key(_ name: String) {
    element()
    string(name)
    bytes += ": ".utf8
  }

  /// Begins the next element of an array.
  mutating func element() {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
    newLine()
  }

  mutating func field(_ name: String, _ value: String) {
    key(name)
    string(value)
  }

  mutating func field(_ name: String, _ value: Int) {
    key(name)
    bytes += String(value).utf8
  }

  mutating func field(_ name: String, _ value: Bool) {
    key(name)
    bytes += (value ? "true" : "false").utf8
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

  /// A string with everything escaped that JSON, a terminal or a line-based tool could trip over.
  mutating func string(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": bytes += "\\\"".utf8
      case "\\": bytes += "\\\\".utf8
      case "\n": bytes += "\\n".utf8
      case _ where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value):
        escape(scalar.value)
      case "\u{200B}"..."\u{200F}", "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}":
        escape(scalar.value)
      case _: bytes += String(scalar).utf8
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ value: UInt32) {
    let digits = String(value, radix: 16)
    bytes += "\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8
  }

  private mutating func newLine() {
    bytes.append(UInt8(ascii: "\n"))
    bytes += repeatElement(UInt8(ascii: " "), count: depth * 2)
  }
}
