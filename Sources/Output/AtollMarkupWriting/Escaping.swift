package import AtollBodyText
package import AtollBytes

extension OutputBuffer {
  /// Appends user text, escaped for element content and, unless `field` is `.body`, for
  /// double-quoted attributes.
  ///
  /// One pass both escapes and sanitizes: `ActiveCharacters` become character references, and what
  /// the sanitizer forbids is dropped or replaced. Line ends in code become references too, so that
  /// no line of the markup begins with a user's words. Clean bytes are copied sixteen at a time.
  /// `breakOpportunity` is the markup for a position in a body where a line may break.
  package mutating func appendEscaped(
    _ slice: Slice, of bytes: [UInt8], as field: TextSanitizer.Field,
    breakOpportunity: StaticString = "<wbr>"
  ) {
    guard slice.end <= bytes.count, !slice.isEmpty else { return }
    appendEscaped(
      bytes.span.extracting(Int(slice.start)...), count: Int(slice.count), as: field,
      breakOpportunity: breakOpportunity)
  }

  package mutating func appendEscaped(_ text: [UInt8], as field: TextSanitizer.Field) {
    appendEscaped(Slice(text.indices), of: text, as: field)
  }

  /// Appends user text to a JSON string inside a script element, with `ActiveCharacters` as JSON
  /// escapes.
  package mutating func appendJSON(
    _ slice: Slice, of bytes: [UInt8], as field: TextSanitizer.Field
  ) {
    guard slice.end <= bytes.count, !slice.isEmpty else { return }
    appendEscaped(
      bytes.span.extracting(Int(slice.start)...), count: Int(slice.count), as: field,
      in: .scriptString, breakOpportunity: "")
  }

  /// Appends printable ASCII without `ActiveCharacters` to a JSON string, where only double quotes
  /// are escaped.
  package mutating func appendJSON(plainWords slice: Slice, of bytes: [UInt8]) {
    let count = Int(slice.count)
    guard slice.end <= bytes.count, count > 0 else { return }
    let readable = bytes.span.extracting(Int(slice.start)...)
    unsafe writeInPlace(atMost: 2 &* count &+ 64) { target in
      unsafe copyEscapingQuotes(from: readable, count: count, to: target)
    }
  }

  package mutating func appendJSON(
    _ other: borrowing OutputBuffer, as field: TextSanitizer.Field
  ) {
    other.withBytes {
      appendEscaped($0, count: $0.count, as: field, in: .scriptString, breakOpportunity: "")
    }
  }

  package mutating func appendEscaped(
    _ other: borrowing OutputBuffer, as field: TextSanitizer.Field
  ) {
    other.withBytes { appendEscaped($0, count: $0.count, as: field, breakOpportunity: "") }
  }

  @inline(__always)
  private mutating func appendEscaped(
    _ readable: Span<UInt8>, count: Int, as field: TextSanitizer.Field,
    breakOpportunity: StaticString
  ) {
    switch field {
    case .body:
      appendEscaped(
        readable, count: count, as: field, in: .element, breakOpportunity: breakOpportunity)
    case .line, .address:
      appendEscaped(
        readable, count: count, as: field, in: .attribute, breakOpportunity: breakOpportunity)
    }
  }

  /// Appends text in a context; inlining makes a copy of this code for each context.
  ///
  /// The text is the first `count` bytes of `readable`. There may be bytes after the text, so that
  /// its end, too, can be compared sixteen bytes at a time.
  @inline(__always)
  private mutating func appendEscaped(
    _ readable: Span<UInt8>, count: Int, as field: TextSanitizer.Field, in context: EscapingContext,
    breakOpportunity: StaticString
  ) {
    // Most names are clean to the end.
    var read = appendCleanRun(readable, count: count, in: context)
    if read == count { return }
    let text = readable.extracting(..<count)
    var sanitizer = TextSanitizer(for: .markup, in: field)
    while read < count {
      let byte = text[read]
      if let escape = context.escape(of: byte) {
        append(escape)
        read &+= 1
      } else if context.isPlain(byte) {
        append(byte)
        read &+= 1
      } else {
        let step = sanitizer.nextStep(in: text, at: read)
        apply(
          step, in: field, for: context, on: text.extracting(read..<read &+ step.count),
          breakOpportunity: breakOpportunity)
        read &+= step.count
      }
      read &+= appendCleanRun(
        unsafe readable.extracting(unchecked: read..<readable.count), count: count &- read,
        in: context)
    }
  }

  /// Appends the clean bytes at the start, and returns their number.
  ///
  /// Like `copyCleanRun`, it may stop before a plain `^` or `_`, which the caller appends.
  @inline(__always)
  private mutating func appendCleanRun(
    _ readable: Span<UInt8>, count: Int, in context: EscapingContext
  ) -> Int {
    var clean = 0
    unsafe writeInPlace(atMost: count &+ 16) { target in
      clean = unsafe copyCleanRun(of: readable, count: count, to: target, in: context)
      return clean
    }
    return clean
  }

  private mutating func apply(
    _ step: TextSanitizer.Step, in field: TextSanitizer.Field, for context: EscapingContext,
    on text: Span<UInt8>, breakOpportunity: StaticString
  ) {
    switch step.action {
    case .keep where text[0] == 0x09 && context == .scriptString: append(0x20)
    case .keep: append(contentsOf: text)
    case .drop: break
    case .lineFeed: append(context == .scriptString ? "\\n" : "&#10;")
    case .space: append(0x20)
    case .breakOpportunity:
      // Only bodies are certain to be outside of attributes.
      if case .body = field { append(breakOpportunity) }
    case .replacement: append("\u{FFFD}")
    }
  }
}

/// Returns a line of text, escaped for element content and double-quoted attributes.
package func escaped(line: [UInt8]) -> [UInt8] {
  var out = OutputBuffer(capacity: line.count + 16)
  out.appendEscaped(line, as: .line)
  return out.bytes()
}

/// Copies the plain bytes at the start, and returns their number.
///
/// It stops at bytes below 0x20 or above 0x7E, at active characters, and at `^` and `_`. It stores
/// sixteen bytes before checking how many are clean, so the target needs room for sixteen bytes
/// more than the text has.
@inline(__always)
private func copyCleanRun(
  of readable: Span<UInt8>, count: Int, to target: UnsafeMutablePointer<UInt8>,
  in context: EscapingContext
) -> Int {
  var done = 0
  while done < count, done <= readable.count &- 16 {
    let chunk = readable.loadSigned16(at: done)
    unsafe UnsafeMutableRawPointer(target + done).storeBytes(of: chunk, as: SIMD16<Int8>.self)
    let clean = context.cleanCount(chunk)
    if clean < 16 { return min(done &+ clean, count) }
    done &+= 16
  }
  while done < count {
    let byte = readable[done]
    guard context.isPlain(byte) else {
      return done
    }
    unsafe target[done] = byte
    done &+= 1
  }
  return count
}

/// Copies bytes with a backslash before each double quote, and returns the number of bytes written.
///
/// It stores sixteen bytes at a time, like `copyCleanRun`. Most texts have no quotes, so it first
/// checks 64 bytes together.
private func copyEscapingQuotes(
  from readable: Span<UInt8>, count: Int, to target: UnsafeMutablePointer<UInt8>
) -> Int {
  var read = 0
  var written = 0
  while read < count {
    while read <= readable.count &- 64, read < count {
      let block = readable.extracting(read..<read &+ 64)
      let first = unsafe copyAndFindQuotes(block, at: 0, to: target + written)
      let second = unsafe copyAndFindQuotes(block, at: 16, to: target + written + 16)
      let third = unsafe copyAndFindQuotes(block, at: 32, to: target + written + 32)
      let fourth = unsafe copyAndFindQuotes(block, at: 48, to: target + written + 48)
      if firstLane((first .| second) .| (third .| fourth)) < 16 { break }
      read &+= 64
      written &+= 64
    }
    if read >= count { break }
    if read <= readable.count &- 16 {
      let quotes = unsafe copyAndFindQuotes(readable, at: read, to: target + written)
      let clean = firstLane(quotes)
      read &+= clean
      written &+= clean
      if clean == 16 { continue }
      if read >= count { break }
    }
    let byte = readable[read]
    if byte == 0x22 {
      unsafe target[written] = UInt8(ascii: "\\")
      written &+= 1
    }
    unsafe target[written] = byte
    written &+= 1
    read &+= 1
  }
  // The last bytes copied may be from beyond the text.
  return written &- max(0, read &- count)
}

/// Copies sixteen bytes, and returns the lanes that hold double quotes.
@inline(__always)
private func copyAndFindQuotes(
  _ text: Span<UInt8>, at index: Int, to target: UnsafeMutablePointer<UInt8>
) -> SIMDMask<SIMD16<Int8>> {
  let chunk = text.loadSigned16(at: index)
  unsafe UnsafeMutableRawPointer(target).storeBytes(of: chunk, as: SIMD16<Int8>.self)
  return chunk .== SIMD16<Int8>(repeating: 0x22)
}
