import Bytes

/// How a part of a message is written, so that every mail server passes it on unharmed.
enum TransferEncoding: Hashable, Sendable {
  /// As it is: ASCII, in lines that are short enough.
  case sevenBit
  /// The same made of HTML, all else in it written as character references.
  case references
  case quotedPrintable
  case base64

  /// The name as a header has it.
  var name: StaticString {
    switch self {
    case .sevenBit, .references: "7bit"
    case .quotedPrintable: "quoted-printable"
    case .base64: "base64"
    }
  }

  /// The longest line that is passed on as it is, its end not counted.
  ///
  /// The standard allows 998 (RFC 5322, 2.1.1); sendmail breaks lines of more than 990.
  static let longestLine = 900
  /// The longest line of an encoded part.
  static let lineLength = 76

  // MARK: What each comes to

  /// The encoding of text that comes to the fewest bytes, and to how many.
  static func best(for text: UnsafeBufferPointer<UInt8>) -> (encoding: TransferEncoding, count: Int)
  {
    let tally = unsafe ByteTally(of: text)
    if tally.high == 0, unsafe isPlain(text) { return (.sevenBit, text.count + tally.lines) }
    return unsafe bestEncoded(text, tally)
  }

  /// The same of HTML, in which nothing depends on where lines are broken.
  static func best(
    forHTML text: UnsafeBufferPointer<UInt8>
  ) -> (encoding: TransferEncoding, count: Int) {
    let tally = unsafe ByteTally(of: text)
    guard let count = unsafe CharacterReferences.count(of: text) else {
      return unsafe bestEncoded(text, tally)
    }
    if count <= tally.leastQuotedCount(of: text.count), count <= tally.base64Count(of: text.count) {
      return (.references, count)
    }
    let encoded = unsafe bestEncoded(text, tally)
    return count <= encoded.count ? (.references, count) : encoded
  }

  private static func bestEncoded(
    _ text: UnsafeBufferPointer<UInt8>, _ tally: ByteTally
  ) -> (encoding: TransferEncoding, count: Int) {
    let base64Count = tally.base64Count(of: text.count)
    if tally.leastQuotedCount(of: text.count) > base64Count { return (.base64, base64Count) }
    let quotedCount = unsafe QuotedPrintable.count(of: text)
    return quotedCount <= base64Count
      ? (.quotedPrintable, quotedCount) : (.base64, base64Count)
  }

  /// Whether text of nothing but ASCII can be passed on as it is.
  private static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var start = 0
    while start < text.count {
      if unsafe isFragileStart(text, at: start) { return false }
      var index = start
      while true {
        index &+= unsafe printableCount(of: text, from: index)
        guard index < text.count, unsafe text[index] == 0x09 else { break }
        index &+= 1
      }
      if index &- start > longestLine { return false }
      if index < text.count, unsafe text[index] != 0x0A { return false }
      start = index &+ 1
    }
    return true
  }

  // MARK: Writing

  /// Appends whole lines in this encoding, each ended by CR and LF.
  ///
  /// What base 64 leaves over is kept for the lines that follow, or for its end.
  func append(
    _ lines: UnsafeBufferPointer<UInt8>, _ base64: inout Base64Lines, to out: inout OutputBuffer
  ) {
    switch self {
    case .sevenBit: unsafe Self.appendLines(lines, &out)
    case .references: unsafe CharacterReferences.append(lines, to: &out)
    case .quotedPrintable: unsafe QuotedPrintable.append(lines, to: &out)
    case .base64: unsafe base64.append(lines, to: &out)
    }
  }

  private static func appendLines(_ text: UnsafeBufferPointer<UInt8>, _ out: inout OutputBuffer) {
    var start = 0
    while start < text.count {
      let end = unsafe text.endOfLine(from: start)
      let hasEnd = unsafe text[end - 1] == 0x0A
      unsafe out.append(
        contentsOf: UnsafeBufferPointer(rebasing: text[start..<(hasEnd ? end - 1 : end)]))
      out.append("\r\n")
      start = end
    }
  }
}

extension ByteTally {
  /// What quoted-printable comes to where no line has to be broken.
  func leastQuotedCount(of count: Int) -> Int { count + lines + 2 * (high + equals) }

  /// What base 64 comes to.
  func base64Count(of count: Int) -> Int {
    // Every line end becomes two bytes before three become four.
    let groups = (count + lines + 2) / 3
    return groups * 4 + (groups * 4 + 75) / 76 * 2
  }
}

/// Base 64 in lines of 76 (RFC 2045, 6.8), of text whose lines end in CR and LF.
struct Base64Lines {
  private var group: UInt32 = 0
  private var filled = 0
  private var column = 0

  mutating func append(_ text: UnsafeBufferPointer<UInt8>, to out: inout OutputBuffer) {
    for index in text.indices {
      let byte = unsafe text[index]
      if byte == 0x0A { add(0x0D, &out) }
      add(byte, &out)
    }
  }

  mutating func finish(_ out: inout OutputBuffer) {
    if filled > 0 { flush(&out) }
    if column > 0 { out.append("\r\n") }
    column = 0
  }

  private mutating func add(_ byte: UInt8, _ out: inout OutputBuffer) {
    group |= UInt32(byte) << UInt32(16 - 8 * filled)
    filled += 1
    if filled == 3 { flush(&out) }
  }

  private mutating func flush(_ out: inout OutputBuffer) {
    out.append(letter(group >> 18))
    out.append(letter(group >> 12))
    out.append(filled > 1 ? letter(group >> 6) : UInt8(ascii: "="))
    out.append(filled > 2 ? letter(group) : UInt8(ascii: "="))
    group = 0
    filled = 0
    column += 4
    if column == TransferEncoding.lineLength {
      out.append("\r\n")
      column = 0
    }
  }

  private func letter(_ six: UInt32) -> UInt8 { base64Alphabet[Int(six & 63)] }
}

private let base64Alphabet = Array(
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

/// Whether a line begins as some server on its way, or some reader, takes for its own: a dot, `From `, or what
/// divides the parts of a message.
@inline(__always)
func isFragileStart(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
  let byte = unsafe text[index]
  guard mayBeginFragile(byte) else { return false }
  return unsafe isFragile(text, at: index, byte)
}

/// Whether a line may begin so that begins with this byte.
@inline(__always)
func mayBeginFragile(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: ".") || byte == UInt8(ascii: "F") || byte == UInt8(ascii: "-")
}

private func isFragile(
  _ text: UnsafeBufferPointer<UInt8>, at index: Int, _ first: UInt8
) -> Bool {
  if first == UInt8(ascii: ".") { return true }
  let rest = unsafe text[index...]
  let isFrom = unsafe rest.starts(with: "From ".utf8)
  let isDivision = unsafe rest.starts(with: "--=_".utf8)
  return isFrom || isDivision
}
