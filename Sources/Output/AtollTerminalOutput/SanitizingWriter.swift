import AtollBodyText
import AtollBytes

/// A filter that sanitizes text from the input, and converts it to ASCII if `isASCII` is `true`.
struct SanitizingWriter: ~Copyable {
  let isASCII: Bool
  private var buffer = OutputBuffer(capacity: 4096)

  init(isASCII: Bool) { self.isASCII = isASCII }

  /// Writes text into lines; printable ASCII, as most text is, needs no sanitizing.
  mutating func write(
    _ text: Span<UInt8>, as field: TextSanitizer.Field, into lines: inout Lines,
    to out: inout OutputBuffer
  ) {
    if isPrintableASCII(text) {
      lines.write(ascii: text, to: &out)
      return
    }
    buffer.clear()
    buffer.append(sanitizing: text, as: field, isASCII: isASCII)
    buffer.withBytes { lines.write($0, to: &out) }
  }

  mutating func write(
    _ slice: Slice, of bytes: [UInt8], as field: TextSanitizer.Field, into lines: inout Lines,
    to out: inout OutputBuffer
  ) {
    guard slice.end <= bytes.count, !slice.isEmpty else { return }
    write(bytes.span.extracting(slice.range), as: field, into: &lines, to: &out)
  }

  mutating func write(
    _ words: borrowing OutputBuffer, into lines: inout Lines, to out: inout OutputBuffer
  ) {
    words.withBytes { write($0, as: .line, into: &lines, to: &out) }
  }

  /// Writes words in brackets if they are printable ASCII without spaces at their ends.
  ///
  /// Otherwise, writes nothing and returns `false`.
  mutating func write(
    inBrackets words: borrowing OutputBuffer, into lines: inout Lines, to out: inout OutputBuffer
  ) -> Bool {
    buffer.clear()
    buffer.append(UInt8(ascii: "["))
    let isWhole = words.withBytes { text in
      guard isPrintableASCII(text), text.first != 0x20, text.last != 0x20 else {
        return false
      }
      buffer.append(contentsOf: text)
      return true
    }
    guard isWhole else { return false }
    buffer.append(UInt8(ascii: "]"))
    buffer.withBytes { lines.write(ascii: $0, to: &out) }
    return true
  }

  /// Writes an item of metadata, after a separator if the line has room.
  mutating func write(
    metadata words: borrowing OutputBuffer, after separator: Glyphs.Separator,
    into lines: inout Lines,
    to out: inout OutputBuffer
  ) {
    words.withBytes { text in
      if isPrintableASCII(text) {
        lines.write(metadata: text, after: separator, to: &out)
      } else {
        lines.write(separator: separator, beforeColumns: columns(of: text, in: lines), to: &out)
        lines.keepsTogether = true
        buffer.withBytes { lines.write($0, to: &out) }
        lines.keepsTogether = false
      }
    }
  }

  mutating func columns(of words: borrowing OutputBuffer, in lines: borrowing Lines) -> Int {
    words.withBytes { columns(of: $0, in: lines) }
  }

  /// Sanitizes text into the buffer, and returns its width in columns.
  private mutating func columns(of text: Span<UInt8>, in lines: borrowing Lines) -> Int {
    buffer.clear()
    buffer.append(sanitizing: text, as: .line, isASCII: isASCII)
    return buffer.withBytes { Self.columns(of: $0, ambiguousWidth: lines.ambiguousWidth) }
  }

  /// Writes a line of code with its spaces; each tab leads to the next multiple of four columns.
  mutating func write(
    code line: Span<UInt8>, into lines: inout Lines, to out: inout OutputBuffer
  ) {
    buffer.clear()
    var start = 0
    var column = 0
    for index in 0...line.count where index == line.count || line[index] == 0x09 {
      let written = buffer.count
      buffer.append(
        sanitizing: line.extracting(start..<index), as: .line,
        isASCII: isASCII)
      start = index + 1
      if index == line.count { break }
      column += buffer.withBytes {
        Self.columns(of: $0.extracting(written...), ambiguousWidth: lines.ambiguousWidth)
      }
      repeat {
        buffer.append(0x20)
        column += 1
      } while column % 4 != 0
    }
    buffer.withBytes { lines.write(verbatim: $0, to: &out) }
  }

  private static func columns(of text: Span<UInt8>, ambiguousWidth: Int) -> Int {
    if isPrintableASCII(text) { return text.count }
    var columns = 0
    var index = 0
    while index < text.count {
      let cluster = Cluster(in: text, at: index, ambiguousWidth: ambiguousWidth)
      columns += cluster.width
      index += max(cluster.length, 1)
    }
    return columns
  }
}

extension OutputBuffer {
  /// Appends user text sanitized for a terminal, and converted to ASCII if `isASCII` is `true`.
  mutating func append(
    sanitizing text: Span<UInt8>, as field: TextSanitizer.Field, isASCII: Bool
  ) {
    var sanitizer = TextSanitizer(for: .terminal, in: field)
    var index = 0
    while index < text.count {
      let plain = printableCount(of: text, from: index)
      if plain > 0 {
        append(contentsOf: text.extracting(index..<index &+ plain))
        index &+= plain
        continue
      }
      let step = sanitizer.nextStep(in: text, at: index)
      switch step.action {
      case .keep:
        let kept = text.extracting(index..<index + step.count)
        if isASCII {
          append(inASCII: kept)
        } else {
          append(contentsOf: kept)
        }
      case .drop, .breakOpportunity: break
      case .lineFeed: append(0x0A)
      case .space: append(0x20)
      case .replacement: if isASCII { append(UInt8(ascii: "?")) } else { append("\u{FFFD}") }
      }
      index &+= step.count
    }
  }

  /// Appends the closest ASCII form of each character, or `?` if there is none.
  private mutating func append(inASCII text: Span<UInt8>) {
    var index = 0
    while index < text.count {
      if text[index] < 0x80 {
        append(text[index])
        index += 1
        continue
      }
      let cluster = Cluster(in: text, at: index, ambiguousWidth: 1)
      // Clusters without a width, such as an accent after an ASCII letter, are left out.
      if cluster.width > 0 {
        let (scalar, _) = decodedScalar(in: text, at: index)
        ASCIIForms.append(scalar, to: &self)
      }
      index += max(cluster.length, 1)
    }
  }
}

@inline(__always)
func isPrintableASCII(_ text: Span<UInt8>) -> Bool {
  printableCount(of: text, from: 0) == text.count
}

extension ASCIIForms {
  /// Appends the closest ASCII form of a scalar, or `?` if there is none.
  static func append(_ scalar: UInt32, to out: inout OutputBuffer) {
    let count = entries.utf8CodeUnitCount / entrySize
    let entry = partitioningIndex(count: count) { self.scalar(at: $0) < scalar }
    guard entry < count, self.scalar(at: entry) == scalar else {
      return out.append(UInt8(ascii: "?"))
    }
    let form = entry * entrySize + 5
    for index in 1...Int(entries.byte(at: form) &- 48) {
      out.append(entries.byte(at: form + index))
    }
  }

  private static let entrySize = 10

  private static func scalar(at index: Int) -> UInt32 {
    var value: UInt32 = 0
    for digitIndex in 0..<5 {
      let digit = UInt32(entries.byte(at: index * entrySize + digitIndex))
      value = value << 4 | (digit < 58 ? digit - 48 : digit - 55)
    }
    return value
  }
}
