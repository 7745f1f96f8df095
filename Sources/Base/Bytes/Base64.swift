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
    let length = source.count
    guard length % 4 == 0 else { return nil }
    var isWellFormed = true
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: length / 4 * 3) { target, count in
      var index = 0
      while index < length {
        var group: UInt32 = 0
        var padding = 0
        var offset = 0
        while offset < 4 {
          let byte = source[index &+ offset]
          let value: UInt32
          // Only padding may follow padding.
          if padding > 0, byte != 61 {
            isWellFormed = false
            return
          }
          switch byte {
          case 65...90: value = UInt32(byte) &- 65
          case 97...122: value = UInt32(byte) &- 71
          case 48...57: value = UInt32(byte) &+ 4
          case 43: value = 62
          case 47: value = 63
          case 61 where index &+ 4 == length && offset >= 2:
            value = 0
            padding &+= 1
          case _:
            isWellFormed = false
            return
          }
          group = group << 6 | value
          offset &+= 1
        }
        unsafe target[count] = UInt8(truncatingIfNeeded: group >> 16)
        if padding < 2 { unsafe target[count &+ 1] = UInt8(truncatingIfNeeded: group >> 8) }
        if padding < 1 { unsafe target[count &+ 2] = UInt8(truncatingIfNeeded: group) }
        count &+= 3 &- padding
        index &+= 4
      }
    }
    return isWellFormed ? bytes : nil
  }
}
