import AtollBytes

/// An encoding of a message part that every mail server passes on unchanged (RFC 2045, section 6).
enum TransferEncoding: Hashable, Sendable {
  /// Unchanged: ASCII, in lines that are short enough.
  case sevenBit
  /// HTML in ASCII, with character references in place of all other characters.
  case references
  case quotedPrintable
  case base64

  /// The value of the header `Content-Transfer-Encoding`.
  var name: StaticString {
    switch self {
    case .sevenBit, .references: "7bit"
    case .quotedPrintable: "quoted-printable"
    case .base64: "base64"
    }
  }

  /// The maximum length in bytes of a line that is not encoded, without its line ending.
  ///
  /// The standard allows 998 bytes (RFC 5322, 2.1.1); sendmail breaks lines of more than 990.
  static let maximumLineLength = 900
  /// The maximum length in bytes of a line in an encoded part.
  static let maximumEncodedLineLength = 76
}

/// Text in the transfer encoding that makes it shortest, in lines that end in CR and LF.
struct EncodedText {
  let encoding: TransferEncoding
  let bytes: [UInt8]

  private init(_ encoding: TransferEncoding, bytes: [UInt8]) {
    self.encoding = encoding
    self.bytes = bytes
  }

  /// Encodes plain text, and preserves all of its line breaks.
  ///
  /// If `unbreakable` is not empty, the text is never in base 64, since mailing services would not
  /// find merge tags in it.
  init(_ text: Span<UInt8>, keeping unbreakable: UnbreakableTexts = .none) {
    if let lines = Self.unchangedLines(of: text) {
      self.init(.sevenBit, bytes: lines)
    } else {
      self = Self.shortest(of: text, counts: ByteCounts(of: text), keeping: unbreakable)
    }
  }

  /// Encodes HTML, whose lines may be broken at any space between words.
  init(html: Span<UInt8>, keeping unbreakable: UnbreakableTexts = .none) {
    let counts = ByteCounts(of: html)
    // A service that acts on a merge tag does not decode the references in it.
    guard unbreakable.areASCII,
      let references = CharacterReferences.encoded(html, keeping: unbreakable)
    else {
      self = Self.shortest(of: html, counts: counts, keeping: unbreakable)
      return
    }
    if references.count <= min(counts.minimumQuotedPrintableCount, counts.base64Count) {
      self.init(.references, bytes: references)
      return
    }
    let other = Self.shortest(of: html, counts: counts, keeping: unbreakable)
    self = references.count <= other.bytes.count ? Self(.references, bytes: references) : other
  }

  /// Returns the text in quoted-printable, or in base 64 if that is shorter and breaks no merge
  /// tag.
  private static func shortest(
    of text: Span<UInt8>, counts: ByteCounts, keeping unbreakable: UnbreakableTexts
  ) -> EncodedText {
    var out = OutputBuffer(capacity: 64)
    if counts.minimumQuotedPrintableCount <= counts.base64Count || !unbreakable.isEmpty {
      QuotedPrintable.append(text, keeping: unbreakable, to: &out)
      if out.count <= counts.base64Count || !unbreakable.isEmpty {
        return EncodedText(.quotedPrintable, bytes: out.bytes())
      }
      out.clear()
    }
    appendBase64(text, to: &out)
    return EncodedText(.base64, bytes: out.bytes())
  }

  /// Returns the lines as they are, or `nil` if a mail server might change or refuse one of them.
  private static func unchangedLines(of text: Span<UInt8>) -> [UInt8]? {
    var out = OutputBuffer(capacity: text.count + text.count / 16 + 64)
    var start = 0
    while start < text.count {
      let end = text.firstIndex(of: 0x0A, from: start) ?? text.count
      if end - start > TransferEncoding.maximumLineLength || isFragileLineStart(text, at: start) {
        return nil
      }
      let line = text.extracting(start..<end)
      var index = printableCount(of: line, from: 0)
      while index < line.count {
        guard line[index] == 0x09 else { return nil }
        index += 1
        index += printableCount(of: line, from: index)
      }
      out.append(contentsOf: line)
      out.append("\r\n")
      start = end + 1
    }
    return out.bytes()
  }

  /// Appends text in base 64 (RFC 2045, 6.8).
  static func appendBase64(
    _ text: Span<UInt8>, to out: inout OutputBuffer
  ) {
    var bytes: [UInt8] = []
    for index in text.indices {
      let byte = text[index]
      if byte == 0x0A { bytes.append(0x0D) }
      bytes.append(byte)
    }
    let bytesPerLine = TransferEncoding.maximumEncodedLineLength / 4 * 3
    for start in stride(from: 0, to: bytes.count, by: bytesPerLine) {
      let end = min(start + bytesPerLine, bytes.count)
      out.append(verbatim: AtollBytes.base64(Array(bytes[start..<end])))
      out.append("\r\n")
    }
  }
}

/// The byte counts that determine how long the encodings of a text are.
struct ByteCounts {
  let totalCount: Int
  private(set) var lineFeedCount = 0
  private(set) var nonASCIICount = 0
  private(set) var equalsSignCount = 0

  init(of text: Span<UInt8>) {
    totalCount = text.count
    var index = 0
    while index &+ 16 <= totalCount {
      // Counts in sixteen lanes of one byte each, for as long as these cannot overflow.
      var lanes = (SIMD16<UInt8>(), SIMD16<UInt8>(), SIMD16<UInt8>())
      let end = min(index &+ 255 &* 16, totalCount &- 15)
      while index < end {
        let chunk = text.loadSigned16(at: index)
        lanes.0 &-= Self.minusOnes(chunk .== SIMD16<Int8>(repeating: 0x0A))
        lanes.1 &-= Self.minusOnes(chunk .< SIMD16<Int8>(repeating: 0))
        lanes.2 &-= Self.minusOnes(chunk .== SIMD16<Int8>(repeating: 0x3D))
        index &+= 16
      }
      lineFeedCount &+= Self.sum(lanes.0)
      nonASCIICount &+= Self.sum(lanes.1)
      equalsSignCount &+= Self.sum(lanes.2)
    }
    while index < totalCount {
      let byte = text[index]
      lineFeedCount &+= byte == 0x0A ? 1 : 0
      nonASCIICount &+= byte >= 0x80 ? 1 : 0
      equalsSignCount &+= byte == UInt8(ascii: "=") ? 1 : 0
      index &+= 1
    }
  }

  /// Returns 0xFF (-1) in each lane that is set, and 0 in the others.
  @inline(__always)
  private static func minusOnes(_ mask: SIMDMask<SIMD16<Int8>>) -> SIMD16<UInt8> {
    unsafe unsafeBitCast(mask, to: SIMD16<UInt8>.self)
  }

  private static func sum(_ lanes: SIMD16<UInt8>) -> Int {
    lanes.indices.reduce(0) { $0 &+ Int(lanes[$1]) }
  }

  /// The length in quoted-printable if no line has to be broken.
  var minimumQuotedPrintableCount: Int {
    totalCount + lineFeedCount + 2 * (nonASCIICount + equalsSignCount)
  }

  /// The length in base 64, in which every line end is two bytes.
  var base64Count: Int {
    let groups = (totalCount + lineFeedCount + 2) / 3
    return groups * 4 + (groups * 4 + 75) / 76 * 2
  }
}

/// Returns whether some mail servers or readers treat the beginning of a line specially.
///
/// These beginnings are a dot, `From `, and the start of the boundary between the parts of a
/// message.
func isFragileLineStart(_ text: Span<UInt8>, at index: Int) -> Bool {
  let first = text[index]
  guard mayBeginFragileLine(first) else { return false }
  if first == UInt8(ascii: ".") { return true }
  return text.has("From ", at: index) || text.has("--=_", at: index)
}

/// Returns whether `isFragileLineStart` can be true for a line that begins with this byte.
func mayBeginFragileLine(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: ".") || byte == UInt8(ascii: "F") || byte == UInt8(ascii: "-")
}
