/// A sanitised copy, for names, titles and other short text off the hot path.
///
/// A break opportunity is left out.
package func sanitized(
  _ bytes: UnsafeBufferPointer<UInt8>, _ medium: TextSanitizer.Medium, _ field: TextSanitizer.Field
) -> [UInt8] {
  var result: [UInt8] = []
  result.reserveCapacity(bytes.count)
  var sanitizer = TextSanitizer(medium, field)
  var index = 0
  while index < bytes.count {
    let step = unsafe sanitizer.step(bytes, at: index)
    switch step.action {
    case .keep:
      unsafe result.append(
        contentsOf: UnsafeBufferPointer(rebasing: bytes[index..<index + step.count]))
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
  _ bytes: [UInt8], _ medium: TextSanitizer.Medium, _ field: TextSanitizer.Field
) -> [UInt8] {
  unsafe bytes.withUnsafeBufferPointer { unsafe sanitized($0, medium, field) }
}

/// Returns whether a name is invisible: only spaces, fillers, marks and dropped characters.
package func showsNothing(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  var index = 0
  while index < bytes.count {
    let (scalar, count) = unsafe decodedScalar(in: bytes, at: index)
    switch scalar {
    case 0...0x20, 0x7F, 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: break
    case 0..<0x80: return false
    default:
      switch scalarClass(scalar) {
      case .mark, .dropped, .lineEnd, .bidiMark, .joiner, .zeroWidthSpace, .selector,
        .emojiSelector, .ideographSelector, .mongolianSelector, .blank:
        break
      case .ordinary, .replaced, .pictograph, .selectable, .rightToLeft, .joiningRightToLeft,
        .joining, .spaceless, .ideograph:
        return false
      }
    }
    index += max(count, 1)
  }
  return true
}
