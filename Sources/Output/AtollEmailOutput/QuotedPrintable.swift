import AtollBytes

/// The quoted-printable encoding of RFC 2045, 6.7.
///
/// Bytes that a mail server could change become `=` and two hexadecimal digits. For example,
/// `fenêtre` becomes `fen=C3=AAtre`.
enum QuotedPrintable {
  /// The maximum length in bytes of a line that is continued, without the `=` at its end.
  private static let maximumContentLength = TransferEncoding.maximumEncodedLineLength - 1

  /// Appends encoded lines that end in CR and LF.
  ///
  /// A text in `unbreakable` is not broken if it fits on one line.
  static func append(
    _ text: Span<UInt8>, keeping unbreakable: UnbreakableTexts = .none,
    to out: inout OutputBuffer
  ) {
    out.reserve(text.count + text.count / 4)
    var column = 0
    var index = 0
    while index < text.count {
      if !unbreakable.isEmpty {
        if column > 0, let length = unbreakable.length(at: index, in: text),
          column + length > maximumContentLength, length <= maximumContentLength
        {
          out.append("=\r\n")
          column = 0
        }
      } else if column > 0 {
        let run = plainCount(of: text, from: index, atMost: maximumContentLength - column)
        out.append(contentsOf: text.extracting(index..<index + run))
        column += run
        index += run
        if index == text.count { break }
      }
      let byte = text[index]
      defer { index += 1 }
      if byte == 0x0A {
        out.append("\r\n")
        column = 0
        continue
      }
      let isLast = index + 1 == text.count || text[index + 1] == 0x0A
      // White space at the end of a line may be lost.
      var isPlain =
        byte == 0x20 || byte == 0x09 ? !isLast : isPrintable(byte) && byte != UInt8(ascii: "=")
      let fitsAsLast = !isPlain && isLast && column + 3 <= TransferEncoding.maximumEncodedLineLength
      if column + (isPlain ? 1 : 3) > maximumContentLength, !fitsAsLast {
        out.append("=\r\n")
        column = 0
      }
      if column == 0, isFragileLineStart(text, at: index) { isPlain = false }
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

  /// Returns the number of bytes from `start` on that are written as they are.
  private static func plainCount(
    of text: Span<UInt8>, from start: Int, atMost maximum: Int
  ) -> Int {
    let end = start + min(maximum, text.count - start)
    var index = start
    while index &+ 16 <= end {
      let chunk = text.loadSigned16(at: index)
      let lane = firstLane(
        (chunk .< SIMD16<Int8>(repeating: 0x20)) .| (chunk .== SIMD16<Int8>(repeating: 0x7F))
          .| (chunk .== SIMD16<Int8>(repeating: 0x3D)))
      index &+= lane
      if lane < 16 { break }
    }
    while index < end, isPrintable(text[index]), text[index] != UInt8(ascii: "=") {
      index &+= 1
    }
    // White space at the end of a line may be lost.
    if index > start, text[index - 1] == 0x20,
      index == text.count || text[index] == 0x0A
    {
      index &-= 1
    }
    return index - start
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 55 + value }
}
