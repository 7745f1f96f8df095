import AtollBytes

/// A theme's list of fonts: names that are separated by commas (CSS Fonts 4, 2.1).
enum FontList {
  /// Words that mean something else if they are a whole name without quotation marks.
  private static let reservedWords = [
    "inherit", "initial", "unset", "revert", "revert-layer", "default",
  ]

  /// Returns what is wrong with a list that browsers would ignore; `nil` if nothing is.
  ///
  /// A list has only letters, digits, spaces, hyphens, commas and paired apostrophes, so that it
  /// cannot end a declaration.
  static func problem(in text: String) -> String? {
    guard text.unicodeScalars.allSatisfy({ isNameScalar($0) || " ,'".unicodeScalars.contains($0) })
    else { return "" }
    let names = text.unicodeScalars.split(separator: ",", omittingEmptySubsequences: false)
    for name in names {
      let words = name.split(separator: " ")
      if words.isEmpty { return "" }
      let trimmed = words.map { String($0) }.joined(separator: " ")
      if name.contains("'") {
        if !isQuoted(trimmed) { return ": \(trimmed) is not one quoted name" }
      } else if !words.allSatisfy(isIdentifier) || reservedWords.contains(trimmed.lowercased()) {
        return ": write '\(trimmed)'"
      }
    }
    return nil
  }

  /// Returns whether text is one name between two apostrophes.
  private static func isQuoted(_ text: String) -> Bool {
    let name = text.unicodeScalars.dropFirst().dropLast()
    return text.unicodeScalars.first == "'" && text.unicodeScalars.last == "'"
      && name.contains { $0 != " " } && !name.contains("'")
  }

  /// Returns whether a word is an identifier (CSS Syntax 3, 4.3.9).
  private static func isIdentifier(_ word: Substring.UnicodeScalarView) -> Bool {
    let isHyphenated = word.first == "-"
    guard let start = isHyphenated ? word.dropFirst().first : word.first else { return false }
    return !("0"..."9").contains(start) && (isHyphenated || start != "-")
  }

  private static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return isNamePart(UInt8(ascii: scalar)) }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .decimalNumber: return true
    case _: return scalar.properties.isAlphabetic
    }
  }
}
