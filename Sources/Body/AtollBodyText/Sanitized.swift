import AtollBytes

/// Returns a sanitized copy without break opportunities, for names, titles and other short text
/// that is not on the hot path.
package func sanitized(
  _ bytes: Span<UInt8>, for medium: TextSanitizer.Medium,
  as field: TextSanitizer.Field
) -> [UInt8] {
  var result: [UInt8] = []
  result.reserveCapacity(bytes.count)
  var sanitizer = TextSanitizer(for: medium, in: field)
  var index = 0
  while index < bytes.count {
    let step = sanitizer.nextStep(in: bytes, at: index)
    switch step.action {
    case .keep:
      result.append(contentsOf: bytes.extracting(index..<index + step.count))
    case .drop, .breakOpportunity: break
    case .lineFeed: result.append(0x0A)
    case .space: result.append(0x20)
    case .replacement: result.append(contentsOf: [0xEF, 0xBF, 0xBD])
    }
    index += step.count
  }
  return result
}

package func sanitized(
  _ bytes: [UInt8], for medium: TextSanitizer.Medium, as field: TextSanitizer.Field
) -> [UInt8] {
  sanitized(bytes.span, for: medium, as: field)
}

/// Returns whether a name is invisible: only spaces, fillers, marks and dropped characters.
package func isVisuallyEmpty(_ bytes: Span<UInt8>) -> Bool {
  var index = 0
  while index < bytes.count {
    let (scalar, count) = decodedScalar(in: bytes, at: index)
    if !isBlank(scalar), !isInvisibleByItself(scalar) { return false }
    index += max(count, 1)
  }
  return true
}

/// Returns the part of a name from its first to its last visible character.
///
/// The part includes invisible characters that are not blank, such as direction marks or the tags
/// of a flag, if there is no blank between them and the visible characters.
package func visiblePart(of bytes: Span<UInt8>) -> Range<Int> {
  var (index, start) = (0, 0)
  while index < bytes.count {
    let (scalar, count) = decodedScalar(in: bytes, at: index)
    guard count > 0, isBlank(scalar) || isInvisibleByItself(scalar) else { break }
    index += count
    if isBlank(scalar) { start = index }
  }
  var end = bytes.count
  index = bytes.count
  while index > start {
    var first = index - 1
    while first > start, bytes[first] & 0xC0 == 0x80 { first -= 1 }
    let (scalar, count) = decodedScalar(in: bytes, at: first)
    guard count == index - first, isBlank(scalar) || isInvisibleByItself(scalar) else { break }
    index = first
    if isBlank(scalar) { end = index }
  }
  return start..<end
}

/// Returns whether a scalar is white space, an ASCII control character, a line end, or an invisible
/// letter.
func isBlank(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0...0x20, 0x7F, 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: true
  case 0..<0x80: false
  default:
    switch scalarClass(scalar) {
    case .lineEnd, .blank: true
    case .ordinary, .mark, .replaced, .dropped, .bidiMark, .joiner, .zeroWidthSpace, .selector,
      .emojiSelector, .ideographSelector, .mongolianSelector, .pictograph, .selectable,
      .rightToLeft, .joiningRightToLeft, .joining, .spaceless, .ideograph:
      false
    }
  }
}

/// Returns whether a scalar that is not blank is invisible by itself.
func isInvisibleByItself(_ scalar: UInt32) -> Bool {
  guard scalar >= 0x80 else { return false }
  return switch scalarClass(scalar) {
  case .mark, .dropped, .bidiMark, .joiner, .zeroWidthSpace, .selector, .emojiSelector,
    .ideographSelector, .mongolianSelector:
    true
  case .ordinary, .replaced, .lineEnd, .blank, .pictograph, .selectable, .rightToLeft,
    .joiningRightToLeft, .joining, .spaceless, .ideograph:
    false
  }
}
