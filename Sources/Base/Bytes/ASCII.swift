/// Returns whether a byte is an ASCII letter.
@inlinable @inline(__always)
package func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 97 < 26 }

/// Returns whether a byte is an ASCII digit.
@inlinable @inline(__always)
package func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }

/// Returns whether a byte is an ASCII letter or digit.
@inlinable @inline(__always)
package func isLetterOrDigit(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

/// Returns the lower case of an ASCII letter, or any other byte as it is.
package func lowercase(_ byte: UInt8) -> UInt8 {
  byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
}
