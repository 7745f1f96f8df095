extension SHA256 {
  package static func hexadecimal(of message: [UInt8]) -> String {
    var out = OutputBuffer(capacity: 64)
    out.append(hexadecimal: digest(message))
    return String(decoding: out.bytes(), as: UTF8.self)
  }
}

extension OutputBuffer {
  package mutating func append(hexadecimal bytes: [UInt8]) {
    for byte in bytes {
      append(lowercaseHexadecimalDigit(byte >> 4))
      append(lowercaseHexadecimalDigit(byte & 15))
    }
  }
}
