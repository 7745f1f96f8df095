/// Returns the decoded bytes of quoted-printable lines (RFC 2045, section 6.7).
///
/// A line feed follows each line, unless the line ends with `=`. Any other `=` without two
/// hexadecimal digits is kept.
package func bytes(ofQuotedPrintable lines: [ArraySlice<UInt8>]) -> [UInt8] {
  var out: [UInt8] = []
  for line in lines {
    let isSoft = line.last == UInt8(ascii: "=")
    let text = isSoft ? line.dropLast() : line
    var index = text.startIndex
    while index < text.endIndex {
      if text[index] == UInt8(ascii: "="), index + 2 < text.endIndex,
        let high = hexadecimalValue(text[index + 1]), let low = hexadecimalValue(text[index + 2])
      {
        out.append(high << 4 | low)
        index += 3
      } else {
        out.append(text[index])
        index += 1
      }
    }
    if !isSoft { out.append(0x0A) }
  }
  return out
}
