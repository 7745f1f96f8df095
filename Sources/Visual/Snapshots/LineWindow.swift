/// Long lines, cut to what differs in them.
enum LineWindow {
  /// The letters left of what is the same next to a difference.
  private static let around = 32
  private static let mark = "…"

  /// Cuts a pair of lines, if either is wider than this, to the words that differ and some letters
  /// around each.
  static func around(_ old: String, _ new: String, widest: Int) -> (old: String, new: String) {
    let (before, after) = (LineWords.split(old), LineWords.split(new))
    guard max(old.unicodeScalars.count, new.unicodeScalars.count) > widest else {
      return (old, new)
    }
    let changes = ShortestEdit.changes(
      before.map(LineWords.canonical), after.map(LineWords.canonical), atMost: LineWords.mostEdits)
    return (
      cut(before, to: changes.map(\.old), widest), cut(after, to: changes.map(\.new), widest)
    )
  }

  /// Cuts a line that is wider than this at its end.
  static func start(of line: String, widest: Int) -> String {
    let scalars = line.unicodeScalars
    return scalars.count > widest ? String(scalars.prefix(widest)) + " \(mark)" : line
  }

  private static func cut(_ words: [Substring], to parts: [Range<Int>], _ widest: Int) -> String {
    var text = ""
    var place = 0
    for part in parts {
      let same = words[place..<part.lowerBound].joined()
      text += shortened(same, isFirst: place == 0 && part == parts.first, isLast: false)
      text += words[part].joined()
      place = part.upperBound
    }
    text += shortened(words[place...].joined(), isFirst: false, isLast: true)
    return start(of: text, widest: widest)
  }

  /// Leaves the letters of a stretch that lie next to a difference.
  private static func shortened(_ same: String, isFirst: Bool, isLast: Bool) -> String {
    let scalars = same.unicodeScalars
    if isFirst {
      return scalars.count > around ? mark + String(scalars.suffix(around)) : same
    }
    if isLast { return scalars.count > around ? String(scalars.prefix(around)) + mark : same }
    guard scalars.count > 2 * around else { return same }
    return "\(String(scalars.prefix(around))) \(mark) \(String(scalars.suffix(around)))"
  }
}

/// The words of a line: runs of letters, digits and what a number or a name has within it; anything
/// else is a word by itself.
enum LineWords {
  /// More edits than this within a line are told as one.
  static let mostEdits = 200

  static func split(_ line: String) -> [Substring] {
    let scalars = line.unicodeScalars
    var words: [Substring] = []
    var start = scalars.startIndex
    var index = start
    while index < scalars.endIndex {
      let isWithin =
        isOfAWord(scalars[index])
        || (isOfAHash(scalars[index]) && isHash(line[start..<index]))
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

  private static func isOfAWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "#", ".", "%", "-": true
    case _: scalar.value >= 0x80
    }
  }

  /// What a hash in base64 has next to letters and digits.
  private static func isOfAHash(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "+" || scalar == "/" || scalar == "="
  }

  private static let hashes = ["sha256-", "sha384-", "sha512-"]

  private static func isHash(_ word: Substring) -> Bool { hashes.contains { word.hasPrefix($0) } }

  /// Returns `#A1B` as `#aa11bb`, all hashes of what the page has elsewhere as the same, and any
  /// other word as it is.
  static func canonical(_ word: Substring) -> Substring {
    if isHash(word) { return "sha" }
    guard word.utf8.first == UInt8(ascii: "#"), word.dropFirst().allSatisfy(\.isHexDigit) else {
      return word
    }
    let digits = word.dropFirst().lowercased()
    return "#" + (digits.utf8.count == 3 ? digits.map { "\($0)\($0)" }.joined() : digits)[...]
  }
}

/// Words of a line that became other words.
package struct WordReplacement: Hashable, Sendable {
  package let old: String
  package let new: String

  /// Returns what was replaced between two lines: colours are compared as colours, and hashes of what
  /// the page has elsewhere are the same.
  package static func all(from old: String, to new: String) -> Set<WordReplacement> {
    let before = LineWords.split(old).map(LineWords.canonical)
    let after = LineWords.split(new).map(LineWords.canonical)
    let changes = ShortestEdit.changes(before, after, atMost: LineWords.mostEdits)
    return Set(
      changes.map {
        WordReplacement(old: before[$0.old].joined(), new: after[$0.new].joined())
      })
  }
}
