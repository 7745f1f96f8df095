import Testing

@testable import AtollBodyText

/// Compares the table with the properties of each scalar in the standard library.
@Suite struct ScalarTableTests {
  /// True if the standard library knows Unicode 17, as the table does; an older one reports newly
  /// assigned scalars as unassigned.
  private static let knowsUnicode17 = Unicode.Scalar(0x33479)?.properties.age?.major == 17

  /// The planes with assigned scalars, without private use, and the beginning of the next one.
  private static let values = Array(0x80..<0x34100) + Array(UInt32(0xE0000)..<0xE1100)

  /// Returns the classes that are possible for a general category.
  private static func classes(of category: Unicode.GeneralCategory) -> Set<ScalarClass> {
    switch category {
    case .control: [.dropped, .lineEnd]
    case .lineSeparator, .paragraphSeparator: [.lineEnd]
    case .surrogate, .privateUse: [.replaced]
    case .unassigned: [.replaced, .pictograph, .dropped]
    case .enclosingMark, .spacingMark: [.mark]
    case .nonspacingMark:
      [.mark, .selector, .emojiSelector, .ideographSelector, .mongolianSelector]
    case .format:
      [.dropped, .bidiMark, .joiner, .zeroWidthSpace, .selectable, .ordinary]
    case .spaceSeparator, .titlecaseLetter, .connectorPunctuation, .dashPunctuation,
      .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
      .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .decimalNumber,
      .otherNumber:
      [.ordinary, .selectable, .pictograph]
    case .letterNumber: [.ordinary, .selectable, .ideograph]
    case .otherSymbol: [.ordinary, .selectable, .pictograph, .blank]
    case .uppercaseLetter, .lowercaseLetter, .modifierLetter, .otherLetter:
      [
        .ordinary, .selectable, .pictograph, .rightToLeft, .joiningRightToLeft, .joining,
        .spaceless, .ideograph, .blank,
      ]
    @unknown default: []
    }
  }

  @Test func classifiesEveryScalarByItsGeneralCategory() {
    for value in Self.values {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let properties = scalar.properties
      let category = properties.generalCategory
      if category == .unassigned && !Self.knowsUnicode17 { continue }
      if let age = properties.age, age.major > 17 { continue }
      let found = scalarClass(value)
      if !Self.classes(of: category).contains(found) {
        Issue.record("U+\(String(value, radix: 16)) is \(category) and has the class \(found)")
        return
      }
    }
  }

  /// No invisible scalar has a visible class.
  @Test func treatsIgnorableScalarsAsInvisible() {
    let invisible: Set<ScalarClass> = [
      .mark, .dropped, .replaced, .lineEnd, .bidiMark, .joiner, .zeroWidthSpace, .selector,
      .emojiSelector, .ideographSelector, .mongolianSelector, .blank,
    ]
    for value in Self.values {
      guard let scalar = Unicode.Scalar(value),
        scalar.properties.isDefaultIgnorableCodePoint
      else { continue }
      if !invisible.contains(scalarClass(value)) {
        Issue.record("U+\(String(value, radix: 16)) has the class \(scalarClass(value))")
        return
      }
    }
  }

  /// Every emoji may be part of a sequence, except the regional indicators.
  @Test func classifiesEveryEmojiAsAPictograph() {
    for value in UInt32(0x80)..<0x20000 {
      guard let scalar = Unicode.Scalar(value), scalar.properties.isEmoji,
        !(0x1F1E6...0x1F1FF).contains(value)
      else { continue }
      if scalarClass(value) != .pictograph {
        Issue.record("U+\(String(value, radix: 16)) has the class \(scalarClass(value))")
        return
      }
    }
  }
}
