/// The class of a scalar for the sanitizer.
///
/// The cases are in the order of the letters in `ScalarTable`.
enum ScalarClass: UInt8, Sendable {
  /// Kept as it is: letters, digits, punctuation, symbols, spaces.
  case ordinary
  /// Combines with the base before it.
  case mark
  /// Unassigned, private use or noncharacter: replaced by U+FFFD.
  case replaced
  /// Controls, overrides, isolates, tags and other invisible format characters.
  case dropped
  /// Ends a line: NEL, LINE SEPARATOR, PARAGRAPH SEPARATOR.
  case lineEnd
  /// LRM, RLM, ALM.
  case bidiMark
  /// ZWJ, ZWNJ.
  case joiner
  case zeroWidthSpace
  /// Variation selectors 1 to 14.
  case selector
  /// Variation selectors 15 and 16, which ask for a character to look like text or like an emoji.
  case emojiSelector
  /// Variation selectors 17 to 256.
  case ideographSelector
  case mongolianSelector
  /// An invisible letter: the Hangul fillers, the empty Braille cell.
  case blank
  /// May begin or continue an emoji sequence; includes code points reserved for future emoji.
  case pictograph
  /// A symbol or letter with standardized variants.
  case selectable
  case rightToLeft
  /// A letter of Arabic or a related script: joiners are meaningful after it.
  case joiningRightToLeft
  /// A letter of an Indic script: joiners are meaningful after it.
  case joining
  /// A letter of Thai, Khmer, Burmese or another script that has no spaces between words.
  case spaceless
  case ideograph
}

extension ScalarClass {
  /// True if the sanitizer always keeps such a scalar, and needs to remember only its class.
  @inline(__always)
  var isAlwaysKept: Bool {
    switch self {
    case .ordinary, .blank, .selectable, .joining, .spaceless, .ideograph: true
    case .mark, .replaced, .dropped, .lineEnd, .bidiMark, .joiner, .zeroWidthSpace, .selector,
      .emojiSelector, .ideographSelector, .mongolianSelector, .pictograph, .rightToLeft,
      .joiningRightToLeft:
      false
    }
  }
}

/// Returns the class of a scalar outside ASCII; every ASCII scalar is `ordinary` here.
@inline(__always)
func scalarClass(_ scalar: UInt32) -> ScalarClass {
  guard scalar < 0x20000 else { return classAboveTable(scalar) }
  let numberIndex = Int(scalar >> 5) &* 2
  let numbers = unsafe ScalarTable.blockNumbers.utf8Start
  let high = Int(unsafe numbers[numberIndex] &- 48)
  let low = Int(unsafe numbers[numberIndex &+ 1] &- 48)
  let block = high &* 40 &+ low
  let letter = unsafe ScalarTable.blocks.utf8Start[block &* 32 &+ Int(scalar & 31)]
  // Every letter of the table is valid: `a` for the first case, and so on. A test reads all of it.
  return unsafe unsafeBitCast(letter &- 97, to: ScalarClass.self)
}

/// Returns the class of a scalar beyond the end of the table.
///
/// Planes 2 and 3 contain ideographs, plane 14 contains tags and selectors, and the others have
/// nothing assigned.
private func classAboveTable(_ scalar: UInt32) -> ScalarClass {
  switch scalar {
  case 0x20000...0x2A6DF, 0x2A700...0x2B81D, 0x2B820...0x2CEAD, 0x2CEB0...0x2EBE0,
    0x2EBF0...0x2EE5D, 0x2F800...0x2FA1D, 0x30000...0x3134A, 0x31350...0x33479:
    .ideograph
  case 0xE0000...0xE007F: .dropped
  case 0xE0100...0xE01EF: .ideographSelector
  default: .replaced
  }
}
