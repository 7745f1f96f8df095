import CZlib

/// Text compressed in the zlib format (RFC 1950), with seven bits per ASCII character, the lowest
/// first.
///
/// A string literal then has a seventh more bytes than the compressed text; Base64 would take a
/// third more.
enum PackedText {
  static func packed(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var deflated = [UInt8](repeating: 0, count: Int(compressBound(UInt(bytes.count))))
    var count = UInt(deflated.count)
    let status = unsafe compress2(
      &deflated, &count, bytes, UInt(bytes.count), Z_BEST_COMPRESSION)
    precondition(status == Z_OK, "there is not enough memory to compress a text")
    return sevenBitText(of: deflated.prefix(Int(count)))
  }

  private static func sevenBitText(of bytes: ArraySlice<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    var bits = 0
    var bitCount = 0
    for byte in bytes {
      bits |= Int(byte) << bitCount
      bitCount += 8
      while bitCount >= 7 {
        text.append(Unicode.Scalar(UInt8(bits & 0x7F)))
        bits >>= 7
        bitCount -= 7
      }
    }
    if bitCount > 0 { text.append(Unicode.Scalar(UInt8(bits))) }
    return String(text)
  }
}
