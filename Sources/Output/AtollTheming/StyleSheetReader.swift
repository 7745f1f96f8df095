import AtollBytes

/// A part of a style sheet up to `{`, `;` or `}`: without CSS comments, with white space collapsed,
/// and with the offset of each byte in the file.
struct SheetPiece {
  private(set) var bytes: [UInt8] = []
  /// The offset of the first byte; if the piece is empty, the end of the previous piece.
  private(set) var start = 0
  /// The indices and offsets of bytes that do not directly follow the previous byte in the file.
  private var offsetJumps: [(index: Int, offset: Int)] = []
  /// The offset after the last byte.
  private var end = 0

  /// The name of the at-rule that begins the piece, without the `@`.
  var atRuleName: String {
    String(decoding: bytes.dropFirst().prefix { isNamePart($0) }, as: UTF8.self)
  }

  /// Makes the piece empty, but keeps its memory.
  mutating func restart(at offset: Int) {
    bytes.removeAll(keepingCapacity: true)
    offsetJumps.removeAll(keepingCapacity: true)
    start = offset
  }

  mutating func append(_ byte: UInt8, from offset: Int) {
    recordOffset(at: offset)
    bytes.append(byte)
    end = offset + 1
  }

  /// Appends bytes whose indices are their offsets in the file.
  mutating func append(_ run: ArraySlice<UInt8>) {
    recordOffset(at: run.startIndex)
    bytes.append(contentsOf: run)
    end = run.endIndex
  }

  private mutating func recordOffset(at offset: Int) {
    if bytes.isEmpty {
      start = offset
    } else if offset != end {
      offsetJumps.append((bytes.count, offset))
    }
  }

  /// Appends a space, unless the piece is empty or ends with one.
  mutating func appendSpace(from offset: Int) {
    if let last = bytes.last, last != 0x20 { append(0x20, from: offset) }
  }

  var isAtRule: Bool { bytes.first == UInt8(ascii: "@") }

  /// The ranges of the names of functions, outside of strings.
  var functions: [Range<Int>] {
    var found: [Range<Int>] = []
    var strings = StringTracker()
    var nameStart = 0
    for (index, byte) in bytes.enumerated() {
      let isInString = strings.isInString(reading: byte)
      if !isInString, isNamePart(byte) { continue }
      if !isInString, byte == UInt8(ascii: "("), nameStart < index {
        found.append(nameStart..<index)
      }
      nameStart = index + 1
    }
    return found
  }

  mutating func trimEnd() {
    if bytes.last == 0x20 { bytes.removeLast() }
  }

  func offset(at index: Int) -> Int {
    guard index < bytes.count else { return start }
    let jumpCount = partitioningIndex(of: offsetJumps) { $0.index <= index }
    if jumpCount == 0 { return start + index }
    let jump = offsetJumps[jumpCount - 1]
    return jump.offset + index - jump.index
  }
}

/// Tracks strings in CSS that `StyleSheetReader` accepted; it has no escaped quotation marks.
struct StringTracker {
  private var quote: UInt8 = 0

  /// True if the bytes so far end within a string.
  var isStringOpen: Bool { quote != 0 }

  /// Reads the next byte; returns whether it is part of a string, the quotation marks included.
  mutating func isInString(reading byte: UInt8) -> Bool {
    if quote != 0 {
      if byte == quote { quote = 0 }
      return true
    }
    guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") else { return false }
    quote = byte
    return true
  }

  /// Reads the next byte; returns whether it is part of neither a word nor a string.
  mutating func endsWord(reading byte: UInt8) -> Bool {
    // Most bytes in a sheet are letters, which neither end a word nor delimit a string.
    !isNamePart(byte) && !isInString(reading: byte)
  }
}

/// Cuts a style sheet into pieces.
///
/// Everything that could hide something is an error here: escapes outside strings, unclosed strings
/// and comments, control bytes, `</`, `<!`.
struct StyleSheetReader {
  enum End { case blockStart, semicolon, blockEnd, endOfFile }

  let file: StyleFile
  private let bytes: [UInt8]
  private var offset = 0
  private var openBrackets: [UInt8] = []

  init(_ file: StyleFile) {
    self.file = file
    bytes = file.bytes
  }

  /// Reads the next piece, and returns what ended it and where.
  mutating func next(into piece: inout SheetPiece, reporting errors: inout SourceErrorList) -> (
    End, Int
  ) {
    piece.restart(at: offset)
    while offset < bytes.count {
      let byte = bytes[offset]
      switch byte {
      case UInt8(ascii: "/") where isNext(UInt8(ascii: "*")):
        skipComment(after: piece, reporting: &errors)
        continue
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        readString(into: &piece, reporting: &errors)
        continue
      case 0x20, 0x09, 0x0A, 0x0D:
        piece.appendSpace(from: offset)
      case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ";"):
        checkOpenBrackets(reporting: &errors)
        offset += 1
        piece.trimEnd()
        return (Self.end(byte), offset - 1)
      case UInt8(ascii: "("), UInt8(ascii: "["):
        openBrackets.append(byte)
        piece.append(byte, from: offset)
      case UInt8(ascii: ")"), UInt8(ascii: "]"):
        closeBracket(byte, reporting: &errors)
        piece.append(byte, from: offset)
      case _ where isOrdinary(byte):
        var end = offset + 1
        while end < bytes.count, isOrdinary(bytes[end]) { end += 1 }
        piece.append(bytes[offset..<end])
        offset = end
        continue
      default:
        checkPlain(byte, in: piece, reporting: &errors)
        piece.append(byte, from: offset)
      }
      offset += 1
    }
    checkOpenBrackets(reporting: &errors)
    piece.trimEnd()
    return (.endOfFile, offset)
  }

  /// Closes the bracket that was opened last.
  ///
  /// A closing bracket of the other kind is an error: browsers would read on to the matching one,
  /// past everything in between.
  private mutating func closeBracket(_ byte: UInt8, reporting errors: inout SourceErrorList) {
    let opening = byte == UInt8(ascii: ")") ? UInt8(ascii: "(") : UInt8(ascii: "[")
    if openBrackets.last == opening {
      openBrackets.removeLast()
    } else {
      errors.add(
        "a '\(Character(Unicode.Scalar(byte)))' has no opening one", in: file, at: offset)
    }
  }

  private mutating func checkOpenBrackets(reporting errors: inout SourceErrorList) {
    guard let last = openBrackets.last else { return }
    errors.add("a '\(Character(Unicode.Scalar(last)))' is not closed", in: file, at: offset)
    openBrackets.removeAll(keepingCapacity: true)
  }

  private static func end(_ byte: UInt8) -> End {
    if byte == UInt8(ascii: "{") { return .blockStart }
    return byte == UInt8(ascii: ";") ? .semicolon : .blockEnd
  }

  private func isNext(_ byte: UInt8) -> Bool {
    offset + 1 < bytes.count && bytes[offset + 1] == byte
  }

  private func checkPlain(
    _ byte: UInt8, in piece: SheetPiece, reporting errors: inout SourceErrorList
  ) {
    if byte == UInt8(ascii: "\\") {
      errors.add("an escape is allowed only in a string", in: file, at: offset)
    } else if byte < 0x20 || byte == 0x7F {
      errors.add("a control character is not allowed", in: file, at: offset)
    } else if byte >= 0x80, byte & 0xC0 != 0x80 {
      errors.add("a character outside ASCII is allowed only in a string", in: file, at: offset)
    } else if byte == UInt8(ascii: "<"), piece.isAtRule {
      checkMarkup(reporting: &errors)
    } else if byte == UInt8(ascii: "<") {
      errors.add("a '<' is allowed only in a string or a query", in: file, at: offset)
    }
  }

  private func checkMarkup(reporting errors: inout SourceErrorList) {
    if isNext(UInt8(ascii: "/")) || isNext(UInt8(ascii: "!")) {
      errors.add("'</' and '<!' could end the style element", in: file, at: offset)
    }
  }

  /// Skips a comment, which must not be the only thing between two names.
  private mutating func skipComment(
    after piece: SheetPiece, reporting errors: inout SourceErrorList
  ) {
    let start = offset
    guard let end = bytes[(start + 2)...].firstRange(ofBytes: "*/".utf8) else {
      offset = bytes.count
      return errors.add("the comment is not closed", in: file, at: start)
    }
    offset = end.upperBound
    let next = bytes[offset...].prefix(2)
    let isDecimal = next.first == UInt8(ascii: ".") && next.last.map(isDigit) ?? false
    if piece.bytes.last.map(isNamePart) ?? false,
      next.first.map({ isNamePart($0) || "(%".utf8.contains($0) }) ?? false || isDecimal
    {
      errors.add(
        "a comment does not separate words; replace it by a space, or remove it", in: file,
        at: offset - 1)
    }
  }

  private mutating func readString(
    into piece: inout SheetPiece, reporting errors: inout SourceErrorList
  ) {
    let start = offset
    let quote = bytes[offset]
    piece.append(quote, from: offset)
    offset += 1
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte < 0x20 || byte == 0x7F { break }
      if byte == UInt8(ascii: "<") { checkMarkup(reporting: &errors) }
      piece.append(byte, from: offset)
      offset += 1
      if byte == quote { return }
      if byte == UInt8(ascii: "\\"), offset < bytes.count, hexadecimalValue(bytes[offset]) == nil {
        errors.add("only an escape by number is allowed in a string", in: file, at: offset - 1)
      }
    }
    errors.add("the string is not closed on its line", in: file, at: start)
  }
}

/// Returns whether a byte never has a special meaning to `StyleSheetReader`.
private func isOrdinary(_ byte: UInt8) -> Bool {
  isLetterOrDigit(byte) || "-.:,#_".utf8.contains(byte)
}

/// A type that reads a style sheet piece by piece.
protocol StyleSheetVisitor {
  var file: StyleFile { get }

  /// Begins a rule or an at-rule; returns `false` if it is refused, so that nothing in it is read.
  mutating func openBlock(_ piece: SheetPiece, reporting errors: inout SourceErrorList) -> Bool
  /// Reads a declaration, or any other text between semicolons.
  mutating func visitDeclaration(_ piece: SheetPiece, reporting errors: inout SourceErrorList)
  mutating func closeBlock()
}

extension StyleSheetVisitor {
  mutating func visitSheet(reporting errors: inout SourceErrorList) {
    if let message = foreignEncodingMessage(of: file.bytes) {
      return errors.add(message, in: file, at: 0)
    }
    let invalid = firstInvalidUTF8(in: file.bytes.span)
    if invalid != nil { return errors.add("the file is not UTF-8", in: file) }
    var reader = StyleSheetReader(file)
    var piece = SheetPiece()
    var openBlocks: [(offset: Int, isRefused: Bool)] = []
    while true {
      let (end, offset) = reader.next(into: &piece, reporting: &errors)
      let isRefused = openBlocks.last?.isRefused ?? false
      if end != .blockStart, !piece.bytes.isEmpty, !isRefused {
        visitDeclaration(piece, reporting: &errors)
      }
      switch end {
      case .blockStart:
        openBlocks.append((offset, isRefused || !openBlock(piece, reporting: &errors)))
      case .semicolon: break
      case .blockEnd where openBlocks.isEmpty:
        errors.add("a '}' has no opening one", in: file, at: offset)
      case .blockEnd:
        openBlocks.removeLast()
        if !isRefused { closeBlock() }
      case .endOfFile:
        for block in openBlocks {
          errors.add("the '{' is not closed", in: file, at: block.offset)
        }
        return
      }
    }
  }
}
