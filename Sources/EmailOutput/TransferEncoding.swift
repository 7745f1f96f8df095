import Bytes

/// How a part of a message is written, so that every mail server passes it on unharmed.
enum TransferEncoding: Hashable, Sendable {
  /// As it is: ASCII, in lines that are short enough.
  case sevenBit
  case quotedPrintable
  case base64

  /// The name as a header has it.
  var name: StaticString {
    switch self {
    case .sevenBit: "7bit"
    case .quotedPrintable: "quoted-printable"
    case .base64: "base64"
    }
  }

  /// The longest line that may be passed on as it is, its end not counted.
  private static let longestLine = 998
  /// The longest line of an encoded part.
  static let lineLength = 76

  /// The encoding that comes to the fewest bytes, and to how many.
  static func best(for text: UnsafeBufferPointer<UInt8>) -> (encoding: TransferEncoding, count: Int)
  {
    let survey = unsafe Survey(of: text)
    if survey.isPlain { return (.sevenBit, survey.plainCount) }
    return survey.quotedCount <= survey.base64Count
      ? (.quotedPrintable, survey.quotedCount) : (.base64, survey.base64Count)
  }

  /// Appends the text in this encoding, its lines ended by CR and LF.
  func append(_ text: UnsafeBufferPointer<UInt8>, to out: inout OutputBuffer) {
    switch self {
    case .sevenBit: unsafe Self.appendLines(text, &out)
    case .quotedPrintable: unsafe QuotedPrintable.append(text, to: &out)
    case .base64: unsafe Self.appendBase64(text, &out)
    }
  }

  // MARK: What each comes to

  /// One look at a text that tells what every encoding would come to.
  private struct Survey {
    var isPlain = true
    var plainCount = 0
    var quotedCount = 0
    var base64Count = 0

    init(of text: UnsafeBufferPointer<UInt8>) {
      var lineStart = 0
      var lines = 0
      var highest: UInt8 = 0
      for index in text.indices {
        let byte = unsafe text[index]
        highest |= byte
        guard byte < 0x20 || byte == 0x7F || index == lineStart else { continue }
        if byte == 0x0A {
          lines &+= 1
          if index &- lineStart > TransferEncoding.longestLine { isPlain = false }
          lineStart = index &+ 1
        } else if byte < 0x20 && byte != 0x09 || byte == 0x7F {
          isPlain = false
        } else if index == lineStart, unsafe isFragileStart(text, at: index) {
          isPlain = false
        }
      }
      if highest >= 0x80 || text.count - lineStart > TransferEncoding.longestLine {
        isPlain = false
      }
      plainCount = text.count + lines
      // Every line end becomes two bytes before three become four.
      let groups = (text.count + lines + 2) / 3
      base64Count = groups * 4 + (groups * 4 + 75) / 76 * 2
      if !isPlain { quotedCount = unsafe QuotedPrintable.count(of: text) }
    }
  }

  // MARK: Writing

  private static func appendLines(_ text: UnsafeBufferPointer<UInt8>, _ out: inout OutputBuffer) {
    var start = 0
    for index in text.indices where unsafe text[index] == 0x0A {
      unsafe out.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
      out.append("\r\n")
      start = index + 1
    }
    unsafe out.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
    if start < text.count { out.append("\r\n") }
  }

  private static func appendBase64(_ text: UnsafeBufferPointer<UInt8>, _ out: inout OutputBuffer) {
    var group: UInt32 = 0
    var filled = 0
    var column = 0
    func letter(_ six: UInt32) -> UInt8 { base64Alphabet[Int(six & 63)] }
    func flush(_ out: inout OutputBuffer) {
      out.append(letter(group >> 18))
      out.append(letter(group >> 12))
      out.append(filled > 1 ? letter(group >> 6) : UInt8(ascii: "="))
      out.append(filled > 2 ? letter(group) : UInt8(ascii: "="))
      group = 0
      filled = 0
      column += 4
      if column == lineLength {
        out.append("\r\n")
        column = 0
      }
    }
    func add(_ byte: UInt8, _ out: inout OutputBuffer) {
      group |= UInt32(byte) << UInt32(16 - 8 * filled)
      filled += 1
      if filled == 3 { flush(&out) }
    }
    for index in text.indices {
      let byte = unsafe text[index]
      if byte == 0x0A { add(0x0D, &out) }
      add(byte, &out)
    }
    if filled > 0 { flush(&out) }
    if column > 0 { out.append("\r\n") }
  }
}

private let base64Alphabet = Array(
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

/// Whether a line begins as some server on its way takes for its own: a dot, or `From `.
func isFragileStart(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
  let byte = unsafe text[index]
  if byte == UInt8(ascii: ".") { return true }
  guard byte == UInt8(ascii: "F"), index + 5 <= text.count else { return false }
  return unsafe text[index..<(index + 5)].elementsEqual("From ".utf8)
}
