/// Percent-encoding (RFC 3986, 2.1): `ä b` as UTF-8 is `%C3%A4%20b`.
package enum PercentEncoding {
  /// Returns whether a byte is unreserved (2.3): a letter, a digit, or one of `-._~`.
  package static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    case _: isLetterOrDigit(byte)
    }
  }

  /// Returns the bytes percent-encoded, except for those that are kept.
  package static func encoded(
    _ bytes: some Sequence<UInt8>, keeping isKept: (UInt8) -> Bool = isUnreserved
  ) -> [UInt8] {
    var encoded: [UInt8] = []
    for byte in bytes {
      if isKept(byte) {
        encoded.append(byte)
      } else {
        encoded.append(UInt8(ascii: "%"))
        encoded += uppercaseHexadecimalDigits(of: byte)
      }
    }
    return encoded
  }

  /// Returns the decoded bytes; a percent sign without two hexadecimal digits stays as it is.
  package static func decoded(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var decoded: [UInt8] = []
    var rest = Array(bytes)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap(hexadecimalValue)
      if byte == UInt8(ascii: "%"), digits.count == 2 {
        decoded.append(digits[0] << 4 | digits[1])
        rest = rest.dropFirst(2)
      } else {
        decoded.append(byte)
      }
    }
    return decoded
  }
}
