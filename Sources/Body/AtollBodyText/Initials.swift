package import AtollBytes

/// The letters and the color that are shown for an author without a picture.
///
/// A name in an alphabet gets the first letters of up to two words: `PN` for `Priya N.`, `CK` for
/// `Critical_Kraken`, `MB` for `MossyBoots`. A name that is in another script or begins with an
/// emoji gets one character, because two such characters could join or would not fit.
package struct Initials {
  /// The slices of the characters, in the `bytes` given to the initializer; empty if there is none.
  package private(set) var first = Slice.empty
  package private(set) var second = Slice.empty

  /// The maximum number of bytes of a name that are read to find its second word.
  private static let maximumBytesRead = 64
  package static let colorCount = 6

  package init(of name: Slice, in bytes: [UInt8]) {
    guard name.end <= bytes.count else { return }
    findInitials(in: bytes.span.extracting(name.range), nameOffset: name.range.lowerBound)
  }

  /// Returns the number of a name's color, counted from 1; it is the same on every machine and in
  /// every story.
  package static func color(of name: Slice, in bytes: [UInt8]) -> Int {
    guard name.end <= bytes.count else { return 1 }
    let hash = ByteHash.hash(bytes.span.extracting(name.range), seed: 0)
    return Int(hash % UInt32(colorCount)) + 1
  }

  private mutating func findInitials(in name: Span<UInt8>, nameOffset: Int) {
    var index = 0
    var isWordStart = true
    var wasLowercase = false
    let end = min(name.count, Self.maximumBytesRead)
    while index < end {
      // Most bytes of names are lowercase letters inside words.
      if !isWordStart, (0x61...0x7A).contains(name[index]) {
        wasLowercase = true
        index += 1
        continue
      }
      let (scalar, length) = decodedScalar(in: name, at: index)
      guard length > 0 else { return }
      let kind = Kind(scalar)
      // A capital after a lowercase letter begins a word: `MossyBoots`.
      if wasLowercase, (0x41...0x5A).contains(scalar) { isWordStart = true }
      if isWordStart, kind != .separator {
        let next = index + (Self.length(of: kind, at: index, length: length, in: name))
        guard first.isEmpty else {
          if kind == .letter { second = Slice(nameOffset + index..<nameOffset + next) }
          return
        }
        first = Slice(nameOffset + index..<nameOffset + next)
        guard kind == .letter else { return }
      }
      // A mark belongs to the letter before it.
      if kind == .separator {
        isWordStart = scalar < 0x80 || isWordStart
      } else {
        isWordStart = false
      }
      wasLowercase = (0x61...0x7A).contains(scalar)
      index += length
    }
    if first.isEmpty { takeFirst(of: name, nameOffset: nameOffset) }
  }

  /// Takes the first character of a name without letters, such as `___`.
  private mutating func takeFirst(of name: Span<UInt8>, nameOffset: Int) {
    var index = 0
    while index < min(name.count, Self.maximumBytesRead) {
      let (scalar, length) = decodedScalar(in: name, at: index)
      guard length > 0 else { return }
      if !isBlank(scalar), !isInvisibleByItself(scalar) {
        first = Slice(nameOffset + index..<nameOffset + index + length)
        return
      }
      index += length
    }
  }

  /// The role that a scalar can have in initials.
  private enum Kind {
    /// A letter of an alphabet with capitals, or a digit.
    case letter
    /// A character that is shown alone, such as an ideograph.
    case single
    case pictograph
    /// A character between words, or one that is invisible by itself.
    case separator

    init(_ scalar: UInt32) {
      if scalar < 0x80 {
        let isLetter = isLetterOrDigit(UInt8(truncatingIfNeeded: scalar))
        self = isLetter ? .letter : .separator
        return
      }
      if Initials.regionalIndicators.contains(scalar) {
        self = .pictograph
        return
      }
      switch scalarClass(scalar) {
      case .ordinary, .selectable:
        // Latin, Greek, Cyrillic and Armenian letters, and Latin letters with further marks.
        let hasCapitals = (0xC0..<0x590).contains(scalar) || (0x1E00..<0x2000).contains(scalar)
        self = hasCapitals ? .letter : Self.isPunctuation(scalar) ? .separator : .single
      case .rightToLeft, .joiningRightToLeft, .joining, .spaceless, .ideograph: self = .single
      case .pictograph: self = .pictograph
      case .mark, .replaced, .dropped, .lineEnd, .bidiMark, .joiner, .zeroWidthSpace, .selector,
        .emojiSelector, .ideographSelector, .mongolianSelector, .blank:
        self = .separator
      }
    }

    /// Returns whether a scalar is in a block of punctuation, spaces and symbols.
    private static func isPunctuation(_ scalar: UInt32) -> Bool {
      switch scalar {
      case 0..<0xC0, 0x2000..<0x2C00, 0x2E00..<0x2E80, 0x3000..<0x3040, 0xFF00..<0xFF10: true
      default: false
      }
    }
  }

  /// Returns the length in bytes of the character at an index: a letter with one mark, or an emoji
  /// with its modifiers.
  private static func length(
    of kind: Kind, at start: Int, length: Int, in name: Span<UInt8>
  ) -> Int {
    var index = start + length
    switch kind {
    case .letter:
      if let (scalar, length) = scalar(at: index, in: name), scalarClass(scalar) == .mark {
        index += length
      }
    case .pictograph:
      var (previous, _) = decodedScalar(in: name, at: start)
      var isJoined = false
      var isFlag = false
      while index - start < maximumBytesRead / 2,
        let (scalar, length) = scalar(at: index, in: name)
      {
        let kind = scalarClass(scalar)
        let isModifier = kind == .emojiSelector || (0x1F3FB...0x1F3FF).contains(scalar)
        let completesFlag =
          !isFlag && regionalIndicators.contains(previous) && regionalIndicators.contains(scalar)
        guard isModifier || completesFlag || kind == .joiner || isJoined && kind == .pictograph
        else { break }
        isFlag = isFlag || completesFlag
        isJoined = kind == .joiner
        previous = scalar
        index += length
      }
    case .single, .separator: break
    }
    return index - start
  }

  /// The regional indicators, pairs of which make flags.
  private static let regionalIndicators: ClosedRange<UInt32> = 0x1F1E6...0x1F1FF

  private static func scalar(
    at index: Int, in name: Span<UInt8>
  ) -> (UInt32, Int)? {
    guard index < name.count else { return nil }
    let (scalar, length) = decodedScalar(in: name, at: index)
    return length > 0 && scalar >= 0x80 ? (scalar, length) : nil
  }
}
