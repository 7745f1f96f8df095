package import AtollBodyText
import AtollBytes

extension RichText {
  /// Returns whether the first letter with a strong direction runs from right to left, in the whole
  /// body or in the block that begins at a token; `nil` if there is no such letter.
  ///
  /// Letters of code do not count, unless there are no others.
  package func runsRightToLeft(inBlockAt first: Int? = nil) -> Bool? {
    var directionOfCode: Bool?
    loop: for index in (first ?? 0)..<tokenCount {
      let token = token(at: index)
      switch token.kind {
      case .text:
        if let direction = textRunsRightToLeft(text[token.text.range]) { return direction }
      case .codeBlock, .code:
        directionOfCode = directionOfCode ?? textRunsRightToLeft(text[token.text.range])
      case .paragraphClose, .headingClose, .itemClose, .cellClose, .bulletListOpen,
        .orderedListOpen:
        if first != nil { break loop }
      case _: break
      }
    }
    return directionOfCode
  }
}

/// Returns whether the first letter with a strong direction runs from right to left, or `nil` if
/// there is none (Unicode, UAX #9, P2).
///
/// It tells scripts apart by the first three bytes of each character.
package func textRunsRightToLeft(_ text: ArraySlice<UInt8>) -> Bool? {
  var index = text.startIndex
  while index < text.endIndex {
    let byte = text[index]
    let next = index + 1 < text.endIndex ? text[index + 1] : 0
    let third = index + 2 < text.endIndex ? text[index + 2] : 0
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): return false
    case 0xCC, 0xCD: if byte == 0xCD && next >= 0xB0 { return false }  // after combining marks
    case 0xC2: if next == 0xAA || next == 0xB5 || next == 0xBA { return false }  // ª, µ and º
    case 0xC3...0xD5: if !(byte == 0xC3 && (next == 0x97 || next == 0xB7)) { return false }
    case 0xD6: return next >= 0x90  // U+0590, Hebrew; before it Armenian
    case 0xD7...0xDF: return true  // Hebrew, Arabic, Syriac, Thaana, N'Ko
    case 0xE0: return next < 0xA4  // up to U+08FF Arabic and its like, then the scripts of India
    // Punctuation of East Asia, but not 々, 〆 and 〇.
    case 0xE3 where next == 0x80 && !(0x85...0x87).contains(third): break
    case 0xE1, 0xE3...0xED: return false
    case 0xEF where next >= 0xAC && next < 0xB8 || next == 0xB9 || next == 0xBA || next == 0xBB:
      return true  // presentation forms
    // Full-width Latin letters, and half-width letters of Japanese and Korean.
    case 0xEF where next == 0xBC && (0xA1...0xBA).contains(third): return false
    case 0xEF where next == 0xBD && ((0x81...0x9A).contains(third) || third >= 0xA6): return false
    case 0xEF where next == 0xBE: return false
    // U+10800 to U+10FFF, and U+1E800 to U+1EFFF.
    case 0xF0 where next == 0x90 || next == 0x9E: return third >= 0xA0
    // Mathematical letters, but not the digits after them; and the ideographs of the later planes.
    case 0xF0 where next == 0x9D && third < 0x9F || next >= 0xA0: return false
    case _: break
    }
    index += byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
  }
  return nil
}
