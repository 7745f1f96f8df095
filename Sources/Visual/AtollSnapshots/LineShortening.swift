/// The shortening of long lines to their differences.
enum LineShortening {
  /// The number of Unicode scalars of context next to a difference.
  private static let contextLength = 32
  private static let mark = "…"

  /// Returns both lines in full if neither has more than `maximumLength` Unicode scalars; otherwise
  /// only the words that differ, with some context.
  static func differingParts(_ old: String, _ new: String, maximumLength: Int) -> (
    old: String, new: String
  ) {
    let (before, after) = (LineWords.split(old), LineWords.split(new))
    guard max(old.unicodeScalars.count, new.unicodeScalars.count) > maximumLength else {
      return (old, new)
    }
    let changes = ShortestEdit.changes(
      before.map(LineWords.canonical), after.map(LineWords.canonical),
      atMost: LineWords.maximumEditCount)
    return (
      cut(before, to: changes.map(\.old), maximumLength: maximumLength),
      cut(after, to: changes.map(\.new), maximumLength: maximumLength)
    )
  }

  /// Returns a line, cut off at the end if it has more than `maximumLength` Unicode scalars.
  static func beginning(of line: String, maximumLength: Int) -> String {
    let scalars = line.unicodeScalars
    return scalars.count > maximumLength ? String(scalars.prefix(maximumLength)) + " \(mark)" : line
  }

  private static func cut(_ words: [Substring], to parts: [Range<Int>], maximumLength: Int)
    -> String
  {
    var text = ""
    var position = 0
    for part in parts {
      let same = words[position..<part.lowerBound].joined()
      text += shortened(same, isFirst: position == 0 && part == parts.first, isLast: false)
      text += words[part].joined()
      position = part.upperBound
    }
    text += shortened(words[position...].joined(), isFirst: false, isLast: true)
    return beginning(of: text, maximumLength: maximumLength)
  }

  /// Returns the parts of an unchanged stretch that are next to differences.
  private static func shortened(_ same: String, isFirst: Bool, isLast: Bool) -> String {
    let scalars = same.unicodeScalars
    if isFirst {
      return scalars.count > contextLength ? mark + String(scalars.suffix(contextLength)) : same
    }
    if isLast {
      return scalars.count > contextLength ? String(scalars.prefix(contextLength)) + mark : same
    }
    guard scalars.count > 2 * contextLength else { return same }
    return
      "\(String(scalars.prefix(contextLength))) \(mark) \(String(scalars.suffix(contextLength)))"
  }
}

/// The words of a line: runs of letters, digits, and characters such as `#`, `.` and `%`; any other
/// character is a word by itself.
enum LineWords {
  /// The maximum number of edits within a line that are reported one by one.
  static let maximumEditCount = 200

  static func split(_ line: String) -> [Substring] {
    let scalars = line.unicodeScalars
    var words: [Substring] = []
    var start = scalars.startIndex
    var index = start
    while index < scalars.endIndex {
      // Hashes in base64 contain three characters that no other word does.
      let isWithin =
        isWordCharacter(scalars[index])
        || ("+/=".unicodeScalars.contains(scalars[index]) && isHash(line[start..<index]))
      if !isWithin {
        if start < index { words.append(line[start..<index]) }
        words.append(line[index..<scalars.index(after: index)])
        start = scalars.index(after: index)
      }
      index = scalars.index(after: index)
    }
    if start < index { words.append(line[start..<index]) }
    return words
  }

  private static func isWordCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "#", ".", "%", "-": true
    case _: scalar.value >= 0x80
    }
  }

  private static let hashPrefixes = ["sha256-", "sha384-", "sha512-"]

  private static func isHash(_ word: Substring) -> Bool {
    hashPrefixes.contains { word.hasPrefix($0) }
  }

  /// Returns a word in the form in which it is compared: `#A1B` as `#aa11bb`.
  ///
  /// All hashes of a content security policy become the same word.
  static func canonical(_ word: Substring) -> Substring {
    if isHash(word) { return "sha" }
    guard word.utf8.first == UInt8(ascii: "#"), word.dropFirst().allSatisfy(\.isHexDigit) else {
      return word
    }
    let digits = word.dropFirst().lowercased()
    return "#" + (digits.utf8.count == 3 ? digits.map { "\($0)\($0)" }.joined() : digits)[...]
  }
}

/// Words of a line that were replaced by other words.
package struct WordReplacement: Hashable, Sendable {
  package let old: String
  package let new: String

  /// Returns the replacements between two lines; words are compared in their canonical form.
  package static func all(from old: String, to new: String) -> Set<WordReplacement> {
    let before = LineWords.split(old).map(LineWords.canonical)
    let after = LineWords.split(new).map(LineWords.canonical)
    let changes = ShortestEdit.changes(before, after, atMost: LineWords.maximumEditCount)
    return Set(
      changes.map {
        WordReplacement(old: before[$0.old].joined(), new: after[$0.new].joined())
      })
  }
}
