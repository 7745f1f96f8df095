import AtollBodyText
import AtollBytes

/// The parts of header values: words of the message format (RFC 5322) and encoded words (RFC 2047).
package enum MailText {
  /// Returns whether a header's value contains a line break or another character that headers must
  /// not contain.
  ///
  /// It checks Unicode scalars, because to Swift CR and LF together are one character.
  static func hasForbiddenScalar(_ text: String) -> Bool {
    text.unicodeScalars.contains(where: isForbiddenScalar)
  }

  private static func isForbiddenScalar(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
    case _: false
    }
  }

  /// Returns whether an address contains, in percent-encoding (RFC 3986, 2.1), a character that no
  /// header may contain.
  static func hasEncodedControl(_ address: String) -> Bool {
    String(decoding: PercentEncoding.decoded(address.utf8), as: UTF8.self).unicodeScalars.contains(
      where: isForbiddenScalar)
  }

  /// Returns a story's text as one header line, without characters that change the text direction;
  /// empty if the text is invisible.
  ///
  /// Runs of spaces, line breaks and control characters become single spaces, as on a page. Merge
  /// tags are broken, so that a mailing service finds none, unless `keepsMergeTags` is true.
  package static func onOneLine(_ text: String, keepsMergeTags: Bool = false) -> String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case _ where isDirectionControl(scalar.value): continue
      case _ where isForbiddenScalar(scalar) || scalar == " ":
        if let last = line.last, last != " " { line.append(" ") }
      case _: line.append(scalar)
      }
    }
    if line.last == " " { line.removeLast() }
    let words = String(line)
    if isVisuallyEmpty(Array(words.utf8).span) { return "" }
    return keepsMergeTags ? words : TagNeutralizer().neutralized(words)
  }

  /// Returns whether a text has only blank and invisible characters, and no character that headers
  /// forbid.
  package static func isBlank(_ text: String) -> Bool {
    !hasForbiddenScalar(text) && isVisuallyEmpty(Array(text.utf8).span)
  }

  static func isASCII(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

  /// Returns free text as words of a header, encoded if necessary.
  static func words(of text: String, in header: String) -> [String] {
    // Text that looks like an encoded word would be decoded by the mail program.
    if isASCII(text), !text.contains(text: "=?") {
      let words = text.split(separator: " ").map(String.init)
      // A word that is too long for a line can only be split if it is encoded.
      if words.allSatisfy({ $0.utf8.count <= maximumWordLength }) { return words }
    }
    return encodedWords(of: text, in: header)
  }

  /// Returns a display name: as it is, in quotation marks, or encoded (RFC 5322, 3.4).
  static func phrase(_ text: String, in header: String) -> [String] {
    guard isASCII(text), !text.contains(text: "=?"), text.utf8.count <= maximumWordLength else {
      return encodedWords(of: text, in: header)
    }
    if text.utf8.allSatisfy({ isAtomByte($0) || $0 == 0x20 }) {
      return text.split(separator: " ").map(String.init)
    }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted += "\\" }
      quoted.unicodeScalars.append(scalar)
    }
    return [quoted + "\""]
  }

  private static let maximumWordLength = 60

  // MARK: Encoded words

  /// The maximum lengths of an encoded word, and of a line that contains one, in bytes (RFC 2047,
  /// 2).
  private static let encodedWordLimits = (word: 75, line: 76)

  /// Returns the text as encoded words in the B or Q encoding, whichever is shorter, without
  /// splitting a scalar.
  ///
  /// The first word leaves room for the header's name on its line.
  private static func encodedWords(of text: String, in header: String) -> [String] {
    let bytes = Array(text.utf8)
    let qEncodedCount = bytes.reduce(0) { $0 + (isWordByte($1) || $1 == 0x20 ? 1 : 3) }
    let usesQEncoding = qEncodedCount <= (bytes.count + 2) / 3 * 4
    let head = usesQEncoding ? "=?utf-8?q?" : "=?utf-8?b?"
    let overhead = head.utf8.count + 2
    var room = encodedWordLimits.line - "\(header): ".utf8.count - overhead
    var words: [String] = []
    var piece: [UInt8] = []
    func flush() {
      guard !piece.isEmpty else { return }
      words.append(head + (usesQEncoding ? qEncoded(piece) : base64(piece)) + "?=")
      piece = []
      room = encodedWordLimits.word - overhead
    }
    for scalar in text.unicodeScalars {
      let next = Array(String(scalar).utf8)
      let length =
        usesQEncoding ? qEncoded(piece + next).utf8.count : (piece.count + next.count + 2) / 3 * 4
      if length > room { flush() }
      piece += next
    }
    flush()
    return words
  }

  private static func qEncoded(_ bytes: [UInt8]) -> String {
    var text = ""
    for byte in bytes {
      if byte == 0x20 {
        text += "_"
      } else if isWordByte(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "=" + String(decoding: uppercaseHexadecimalDigits(of: byte), as: UTF8.self)
      }
    }
    return text
  }

  /// Returns whether a byte needs no encoding in an encoded word (RFC 2047, 5).
  private static func isWordByte(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || "!*+-/".utf8.contains(byte)
  }

  // MARK: Atoms

  static func isAtomByte(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
  }

  /// Returns whether a string consists of atoms with single dots between them (RFC 5322, 3.2.3).
  static func isDotAtom(_ text: some StringProtocol) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(isAtomByte) }
  }

  /// Returns whether a string is a domain: labels of letters, digits and inner hyphens, with dots
  /// between them.
  static func isDomain(_ text: some StringProtocol) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return text.utf8.count <= 253
      && parts.allSatisfy { part in
        !part.isEmpty && part.count <= 63 && part.first != UInt8(ascii: "-")
          && Array(part).last != UInt8(ascii: "-")
          && part.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
      }
  }
}
