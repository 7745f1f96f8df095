import Bytes

/// The quoted-printable encoding of RFC 2045, 6.7.
///
/// Bytes that a mail server could change become `=` and two hexadecimal digits. For example, `fenêtre`
/// becomes `fen=C3=AAtre`.
enum QuotedPrintable {
  /// The longest line that goes on: a `=` follows it.
  private static let room = TransferEncoding.lineLength - 1

  /// Appends lines, each ended by CR and LF, and broken within none of the kept texts.
  static func append(
    _ text: UnsafeBufferPointer<UInt8>, keeping kept: KeptTexts = .none, to out: inout OutputBuffer
  ) {
    out.reserve(text.count + text.count / 4)
    var column = 0
    for index in text.indices {
      if !kept.isEmpty, column > 0, let length = unsafe kept.length(at: index, in: text),
        column + length > room, length <= room
      {
        out.append("=\r\n")
        column = 0
      }
      let byte = unsafe text[index]
      if byte == 0x0A {
        out.append("\r\n")
        column = 0
        continue
      }
      let isLast = unsafe index + 1 == text.count || text[index + 1] == 0x0A
      // White space at the end of a line may be lost.
      var isPlain =
        byte == 0x20 || byte == 0x09 ? !isLast : isPrintable(byte) && byte != UInt8(ascii: "=")
      let fitsAsLast = !isPlain && isLast && column + 3 <= TransferEncoding.lineLength
      if column + (isPlain ? 1 : 3) > room, !fitsAsLast {
        out.append("=\r\n")
        column = 0
      }
      if column == 0, unsafe isFragileStart(text, at: index) { isPlain = false }
      if isPlain {
        out.append(byte)
        column += 1
      } else {
        out.append(UInt8(ascii: "="))
        out.append(digit(byte >> 4))
        out.append(digit(byte & 15))
        column += 3
      }
    }
    if column > 0 { out.append("\r\n") }
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 55 + value }
}
