import AtollBytes

enum MailDecoding {
  /// Returns three decodings of an email, one after another.
  ///
  /// The first decodes quoted-printable lines (RFC 2045, section 6.7), the second base64 blocks
  /// (section 6.8), the third encoded words (RFC 2047). Part boundaries are ignored: for a search,
  /// it does no harm to decode something twice or needlessly.
  static func decoded(_ mail: [UInt8]) -> [UInt8] {
    let lines = mail.split(separator: 0x0A, omittingEmptySubsequences: false).map {
      $0.last == 0x0D ? $0.dropLast() : $0
    }
    return bytes(ofQuotedPrintable: lines) + [0x0A] + decodedBase64Blocks(of: lines) + [0x0A]
      + decodedWords(in: mail)
  }

  /// Returns the decoded content of each block of base64 lines, followed by a line feed.
  private static func decodedBase64Blocks(of lines: [ArraySlice<UInt8>]) -> [UInt8] {
    var out: [UInt8] = []
    var block: [UInt8] = []
    func finish() {
      if let bytes = bytes(ofBase64: String(decoding: block, as: UTF8.self)) {
        out += bytes + [0x0A]
      }
      block.removeAll(keepingCapacity: true)
    }
    for line in lines {
      if !line.isEmpty, line.allSatisfy({ isLetterOrDigit($0) || "+/=".utf8.contains($0) }) {
        block += line
      } else if !block.isEmpty {
        finish()
      }
    }
    if !block.isEmpty { finish() }
    return out
  }

  /// Returns the decoded text of the encoded words anywhere in an email, with a line feed after
  /// each series of adjacent words.
  private static func decodedWords(in mail: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    var index = 0
    while let start = mail[index...].firstRange(ofBytes: "=?".utf8)?.lowerBound {
      let parts = mail[(start + 2)...].prefix(maximumEncodedWordLength).split(
        separator: UInt8(ascii: "?"), maxSplits: 3, omittingEmptySubsequences: false)
      guard parts.count == 4, parts[3].first == UInt8(ascii: "=") else {
        index = start + 2
        continue
      }
      switch parts[1].first {
      case UInt8(ascii: "B"), UInt8(ascii: "b"):
        out += bytes(ofBase64: String(decoding: parts[2], as: UTF8.self)) ?? []
      case UInt8(ascii: "Q"), UInt8(ascii: "q"):
        let text = parts[2].map { $0 == UInt8(ascii: "_") ? 0x20 : $0 }
        // The `=` at the end is a soft line break, so that no line feed follows the word.
        out += bytes(ofQuotedPrintable: [ArraySlice(text + [UInt8(ascii: "=")])])
      case _: break
      }
      index = parts[3].startIndex + 1
      // Only white space is between adjacent encoded words (RFC 2047, section 6.2).
      let next = mail[index...].drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
      if !next.starts(with: "=?".utf8) { out.append(0x0A) }
    }
    return out
  }

  /// The number of bytes that are searched for the end of an encoded word, which has at most 75
  /// characters.
  private static let maximumEncodedWordLength = 80
}
