/// Returns bytes in Base64 with padding (RFC 4648).
package func base64(_ bytes: [UInt8]) -> String {
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var text: [UInt8] = []
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let byteCount = min(3, bytes.count - start)
    var group: UInt32 = 0
    for index in 0..<3 {
      group = group << 8 | (index < byteCount ? UInt32(bytes[start + index]) : 0)
    }
    for index in 0..<4 {
      let sextet = Int(group >> UInt32(18 - index * 6) & 63)
      text.append(index <= byteCount ? alphabet[sextet] : UInt8(ascii: "="))
    }
  }
  return String(decoding: text, as: UTF8.self)
}

/// Returns the decoded bytes of a Base64 string (RFC 4648), or `nil` if it is malformed.
package func bytes(ofBase64 text: String) -> [UInt8]? {
  text.withBytes { source in
    var length = source.count
    while length > 0, source.count - length < 2, source[length - 1] == UInt8(ascii: "=") {
      length -= 1
    }
    guard source.count % 4 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(source.count / 4 * 3)
    // The bits that are not written yet, in the lowest bits of `bits`.
    var (bits, bitCount): (UInt32, UInt32) = (0, 0)
    for index in 0..<length {
      guard let sextet = sextet(of: source[index]) else { return nil }
      bits = bits << 6 | sextet
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
      }
    }
    return bytes
  }
}

private func sextet(of byte: UInt8) -> UInt32? {
  switch byte {
  case 65...90: UInt32(byte) - 65
  case 97...122: UInt32(byte) - 71
  case 48...57: UInt32(byte) + 4
  case UInt8(ascii: "+"): 62
  case UInt8(ascii: "/"): 63
  case _: nil
  }
}
