package import BodyText
package import Bytes

extension OutputBuffer {
  /// Appends user text: a body's for element content, a line's for double-quoted attributes too.
  ///
  /// One pass does both jobs: `ActiveCharacters` become references, and what the sanitizer forbids is
  /// dropped or replaced. Line ends of code become references too, so that no line of the markup begins with
  /// a user's words. Sixteen clean bytes at a time are simply copied. An `opportunity` marks a place in a body
  /// where a line may break.
  package mutating func appendEscaped(
    _ slice: Slice, of bytes: [UInt8], as field: TextSanitizer.Field,
    opportunity: StaticString = "<wbr>"
  ) {
    guard slice.end <= bytes.count, !slice.isEmpty else { return }
    unsafe bytes.withUnsafeBufferPointer { all in
      let text = unsafe UnsafeBufferPointer(rebasing: all[slice.range])
      unsafe appendEscaped(
        text, as: field, opportunity: opportunity, readable: all.count &- Int(slice.start))
    }
  }

  /// Appends everything another buffer holds, escaped.
  mutating func appendEscaped(_ other: borrowing OutputBuffer, as field: TextSanitizer.Field) {
    unsafe other.withBytes {
      unsafe appendEscaped($0, as: field, opportunity: "", readable: $0.count)
    }
  }

  /// `readable` is the number of bytes from the start of the text on: comparing sixteen at a time is cheaper than stopping at
  /// the text's end.
  private mutating func appendEscaped(
    _ text: UnsafeBufferPointer<UInt8>, as field: TextSanitizer.Field, opportunity: StaticString,
    readable: Int
  ) {
    guard let source = text.baseAddress else { return }
    let count = text.count
    var isText = false
    if case .body = field { isText = true }
    // Most names end here.
    var read = unsafe appendCleanRun(source, count: count, readable: readable, isText: isText)
    if read == count { return }
    var sanitizer = TextSanitizer(.markup, field)
    while read < count {
      if let reference = unsafe Self.reference(for: source[read], isText: isText) {
        append(reference)
        read &+= 1
      } else if unsafe isPlain(source[read], isText: isText) {
        unsafe append(source[read])
        read &+= 1
      } else {
        let step = unsafe sanitizer.step(text, at: read)
        unsafe carryOut(step, in: field, on: source + read, opportunity: opportunity)
        read &+= step.count
      }
      read &+= unsafe appendCleanRun(
        source + read, count: count &- read, readable: readable &- read, isText: isText)
    }
  }

  /// Appends the bytes up to the first that is not plain, and returns their number.
  @inline(__always)
  private mutating func appendCleanRun(
    _ source: UnsafePointer<UInt8>, count: Int, readable: Int, isText: Bool
  ) -> Int {
    var clean = 0
    unsafe writeInPlace(atMost: count &+ 16) { target in
      clean = unsafe copyCleanRun(
        from: source, count: count, readable: readable, to: target, isText: isText)
      return clean
    }
    return clean
  }

  /// The reference that is written for a byte; quotes mean nothing in element content.
  private static func reference(for byte: UInt8, isText: Bool) -> StaticString? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\"") where !isText: "&quot;"
    case UInt8(ascii: "'") where !isText: "&#39;"
    case UInt8(ascii: "#"): "&#35;"
    case UInt8(ascii: "$"): "&#36;"
    case UInt8(ascii: "%"): "&#37;"
    case UInt8(ascii: "@"): "&#64;"
    case UInt8(ascii: "["): "&#91;"
    case UInt8(ascii: "\\"): "&#92;"
    case UInt8(ascii: "]"): "&#93;"
    case UInt8(ascii: "`"): "&#96;"
    case UInt8(ascii: "{"): "&#123;"
    case UInt8(ascii: "|"): "&#124;"
    case UInt8(ascii: "}"): "&#125;"
    case UInt8(ascii: "~"): "&#126;"
    case _: nil
    }
  }

  /// Carries out a step of the sanitizer.
  private mutating func carryOut(
    _ step: TextSanitizer.Step, in field: TextSanitizer.Field, on source: UnsafePointer<UInt8>,
    opportunity: StaticString
  ) {
    switch step.action {
    case .keep:
      unsafe append(contentsOf: UnsafeBufferPointer(start: source, count: step.count))
    case .drop: break
    case .lineFeed: append("&#10;")
    case .space: append(0x20)
    case .breakOpportunity:
      // Only bodies are certain to be outside of attributes.
      if case .body = field { append(opportunity) }
    case .replacement: append("\u{FFFD}")
    }
  }
}

/// Copies bytes up to one that is not plain (below 0x20, above 0x7E, or active), or up to `^` or `_`.
///
/// Stores sixteen bytes before it looks how many were clean, so the target must have that much more
/// room than `count`.
@inline(__always)
private func copyCleanRun(
  from source: UnsafePointer<UInt8>, count: Int, readable: Int,
  to target: UnsafeMutablePointer<UInt8>, isText: Bool
) -> Int {
  var done = 0
  while done < count, done &+ 16 <= readable {
    let chunk = unsafe UnsafeRawPointer(source + done).loadUnaligned(as: SIMD16<Int8>.self)
    unsafe UnsafeMutableRawPointer(target + done).storeBytes(of: chunk, as: SIMD16<Int8>.self)
    let clean = cleanCount(chunk, isText: isText)
    if clean < 16 { return min(done &+ clean, count) }
    done &+= 16
  }
  while done < count {
    let byte = unsafe source[done]
    guard isPlain(byte, isText: isText) else {
      return done
    }
    unsafe target[done] = byte
    done &+= 1
  }
  return count
}

@inline(__always)
private func isPlain(_ byte: UInt8, isText: Bool) -> Bool {
  byte >= 0x20 && byte < 0x7F && !ActiveCharacters.contains(byte)
    && (isText || byte != 0x22 && byte != 0x27)
}

/// Returns how many bytes at the front of the chunk are plain, or fewer.
@inline(__always)
private func cleanCount(_ chunk: SIMD16<Int8>, isText: Bool) -> Int {
  // Signed, so that one comparison catches controls and everything above 0x7F.
  let control = chunk .< SIMD16<Int8>(repeating: 0x20)
  return firstLane(control .| ActiveCharacters.lanes(in: chunk, withQuotes: !isText))
}
