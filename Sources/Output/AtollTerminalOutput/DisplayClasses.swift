/// The class of a scalar in the grapheme cluster rules (Unicode Annex 29).
///
/// The classes also cover the properties `Extended_Pictographic` and `InCB`.
enum GraphemeClass: UInt8, Sendable {
  case other, carriageReturn, lineFeed, control, extend, linker, zwj, regionalIndicator
  case prepend, spacingMark, l, v, t, lv, lvt, pictograph, consonant
}

/// The width of a single scalar, in columns.
enum CellWidth: UInt8, Sendable {
  case none, one, two
  /// One column, or two in East Asian fonts.
  case ambiguous
}

/// The line-break class of a scalar; a simplified form of Unicode Annex 14.
enum BreakClass: UInt8, Sendable {
  /// A line is not broken between two of these: letters, digits.
  case alphabetic
  /// A line may be broken on both its sides.
  case ideographic
  /// Does not end a line: opening brackets, currency signs.
  case open
  /// Does not begin a line: closing brackets, full stops, small kana.
  case close
  /// Neither begins nor ends a line: quotation marks.
  case quote
  /// A line may be broken after it: dashes, spaces of a fixed width.
  case after
  /// A line may be broken on neither side.
  case glue
}

/// The display properties of a scalar.
struct DisplayKind {
  var grapheme: GraphemeClass
  var width: CellWidth
  var breakClass: BreakClass

  @inline(__always)
  init(of scalar: UInt32) {
    guard scalar < 0x20000 else {
      self.init(aboveTable: scalar)
      return
    }
    let numberIndex = Int(scalar >> 5) &* 2
    let numbers = unsafe DisplayTable.blockNumbers.utf8Start
    let high = Int(unsafe numbers[numberIndex] &- 48)
    let low = Int(unsafe numbers[numberIndex &+ 1] &- 48)
    let block = high &* 40 &+ low
    self.init(letter: unsafe DisplayTable.blocks.utf8Start[block &* 32 &+ Int(scalar & 31)])
  }

  /// Creates the properties for a letter in the table of blocks.
  ///
  /// The casts are safe: a test checks that all letters in the tables stand for existing cases.
  @inline(__always)
  private init(letter: UInt8) {
    let kinds = unsafe DisplayTable.kinds.utf8Start
    // The alphabet skips the backslash, so the indices of all later letters are one lower.
    let index = Int(letter) &- 48 &- (letter > 0x5C ? 1 : 0)
    unsafe grapheme = unsafeBitCast(Self.number(kinds[index &* 3]), to: GraphemeClass.self)
    unsafe width = unsafeBitCast(Self.number(kinds[index &* 3 &+ 1]), to: CellWidth.self)
    unsafe breakClass = unsafeBitCast(Self.number(kinds[index &* 3 &+ 2]), to: BreakClass.self)
  }

  @inline(__always)
  private static func number(_ letter: UInt8) -> UInt8 { letter &- 48 }

  /// Creates the properties of a scalar beyond the table.
  ///
  /// Planes 2 and 3 contain ideographs. Plane 14 contains control characters and extenders. All
  /// others contain only private-use and unassigned characters.
  private init(aboveTable scalar: UInt32) {
    if scalar < 0x40000 {
      (grapheme, width, breakClass) = (.other, .two, .ideographic)
    } else if scalar &- 0xE0000 < 0x1000 {
      let isExtending = scalar &- 0xE0020 < 0x60 || scalar &- 0xE0100 < 0xF0
      (grapheme, width, breakClass) = (isExtending ? .extend : .control, .none, .alphabetic)
    } else {
      (grapheme, width, breakClass) = (.other, .one, .alphabetic)
    }
  }
}
