@inlinable @inline(__always)
package func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 97 < 26 }

@inlinable @inline(__always)
package func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }

@inlinable @inline(__always)
package func isLetterOrDigit(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

/// Returns whether a byte is white space in HTML: a space, a tab, a line end or a form feed.
@inlinable @inline(__always)
package func isHTMLSpace(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D || byte == 0x0C
}

/// Returns an ASCII letter in lower case, and any other byte unchanged.
@inlinable @inline(__always)
package func lowercase(_ byte: UInt8) -> UInt8 { byte &- 65 < 26 ? byte | 0x20 : byte }

/// Returns the value of a hexadecimal digit, or `nil` for any other byte.
@inlinable @inline(__always)
package func hexadecimalValue(_ digit: UInt8) -> UInt8? {
  if isDigit(digit) { return digit &- 48 }
  let letter = (digit | 0x20) &- 97
  return letter < 6 ? letter &+ 10 : nil
}

/// Returns the two uppercase hexadecimal digits of a byte, as in `%C3` (RFC 3986, section 2.1).
package func uppercaseHexadecimalDigits(of byte: UInt8) -> [UInt8] {
  [byte >> 4, byte & 15].map { $0 < 10 ? 48 &+ $0 : 55 &+ $0 }
}
