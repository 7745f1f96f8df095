import AtollBodyText

/// A grapheme cluster (Unicode Annex 29): its length, its width, and how lines break around it.
struct Cluster {
  /// The length in bytes.
  var length = 0
  /// The width in columns.
  var width = 0
  /// The line-break class of the base character, which its combining marks do not change.
  var breakClass = BreakClass.alphabetic
  private var isEmoji = false

  /// Creates the cluster that begins at an index in UTF-8 text.
  ///
  /// In Unicode, a character that joins to what follows (class Prepend, such as U+0600) forms a
  /// cluster even with a space. If `endsAtBlank` is `true`, that space is a separate cluster, so
  /// that it ends a word in a filled line as any other space does.
  init(
    in text: Span<UInt8>, at start: Int, ambiguousWidth: Int,
    endsAtBlank: Bool = false
  ) {
    let (first, count) = decodedScalar(in: text, at: start)
    let kind = DisplayKind(of: first)
    if Self.isSingleScalarCluster(kind.grapheme, before: start &+ count, in: text) {
      breakClass = kind.breakClass
      addWidth(of: kind, scalar: first, ambiguousWidth: ambiguousWidth)
      length = max(count, 1)
      return
    }
    var state = JoiningState()
    var index = start
    while index < text.count {
      let (scalar, count) = decodedScalar(in: text, at: index)
      let kind = DisplayKind(of: scalar)
      if index > start {
        guard state.joins(kind.grapheme), width < Self.maximumWidth else { break }
        if endsAtBlank, scalar == 0x20 || Self.isNonASCIISpace(scalar) { break }
      } else {
        breakClass = kind.breakClass
        isEmoji = kind.grapheme == .pictograph || kind.grapheme == .regionalIndicator
      }
      state.advance(past: kind.grapheme, scalar: scalar)
      addWidth(of: kind, scalar: scalar, ambiguousWidth: ambiguousWidth)
      index += max(count, 1)
    }
    length = index - start
  }

  /// An ASCII space.
  static let space = {
    var cluster = Cluster()
    (cluster.length, cluster.width) = (1, 1)
    return cluster
  }()

  private init() {}

  /// Returns whether a cluster with these bytes is a non-ASCII space, such as U+00A0 or U+3000.
  func isNonASCIISpace(_ bytes: Span<UInt8>) -> Bool {
    switch breakClass {
    case .after, .glue: break
    case .alphabetic, .ideographic, .open, .close, .quote: return false
    }
    let (scalar, count) = decodedScalar(in: bytes, at: 0)
    return count == length && Self.isNonASCIISpace(scalar)
  }

  /// Returns whether a non-ASCII scalar is a space (general category Zs).
  private static func isNonASCIISpace(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: true
    case _: false
    }
  }

  /// Returns whether a scalar of this class is certainly a cluster by itself, given what follows.
  @inline(__always)
  private static func isSingleScalarCluster(
    _ grapheme: GraphemeClass, before next: Int, in text: Span<UInt8>
  ) -> Bool {
    guard case .other = grapheme else { return false }
    // ASCII never joins to what precedes it.
    guard next < text.count, text[next] >= 0x80 else { return true }
    guard case .other = DisplayKind(of: decodedScalar(in: text, at: next).scalar).grapheme
    else { return false }
    return true
  }

  /// The width in columns at which a cluster ends, even if more scalars would join to it.
  ///
  /// Without this limit, a hostile text could fill any line with one cluster.
  private static let maximumWidth = 8

  /// Adds the width of a scalar.
  ///
  /// A terminal draws an emoji as one symbol, whatever joins to it. It may draw the scalars of
  /// other clusters side by side, so the widths of all of them count.
  private mutating func addWidth(of kind: DisplayKind, scalar: UInt32, ambiguousWidth: Int) {
    if isEmoji, width == 2 { return }
    switch kind.width {
    case .none: if scalar == 0xFE0F, width == 1 { width = 2 }
    case .one: width += 1
    case .two: width += 2
    case .ambiguous: width += ambiguousWidth
    }
    if isEmoji { width = min(width, 2) }
  }
}

/// The state of the joining rules after the scalars so far.
private struct JoiningState {
  private var last = GraphemeClass.other
  /// True if the scalars so far end in a pictograph, any number of extenders, and perhaps a ZWJ.
  private var isInPictograph = false
  private var regionalIndicatorCount = 0
  /// True if the scalars so far end in a consonant and any number of extenders.
  private var isInConjunct = false
  private var hasLinker = false

  /// Returns whether a scalar of this class joins to the preceding ones: the rules GB3 to GB13 of
  /// Annex 29, in order.
  func joins(_ next: GraphemeClass) -> Bool {
    switch (last, next) {
    case (.carriageReturn, .lineFeed): true
    case (.control, _), (.carriageReturn, _), (.lineFeed, _), (_, .control), (_, .carriageReturn),
      (_, .lineFeed):
      false
    case (.l, .l), (.l, .v), (.l, .lv), (.l, .lvt): true
    case (.lv, .v), (.lv, .t), (.v, .v), (.v, .t): true
    case (.lvt, .t), (.t, .t): true
    case (_, .extend), (_, .linker), (_, .zwj), (_, .spacingMark), (.prepend, _): true
    case (_, .consonant): isInConjunct && hasLinker
    case (.zwj, .pictograph): isInPictograph
    case (.regionalIndicator, .regionalIndicator): regionalIndicatorCount % 2 == 1
    case (_, .other), (_, .regionalIndicator), (_, .prepend), (_, .l), (_, .v), (_, .t), (_, .lv),
      (_, .lvt), (_, .pictograph):
      false
    }
  }

  mutating func advance(past next: GraphemeClass, scalar: UInt32) {
    switch next {
    case .extend:
      // ZWNJ keeps letters from forming a conjunct.
      if scalar == 0x200C { isInConjunct = false }
      if last == .zwj { isInPictograph = false }
    case .linker:
      hasLinker = true
      if last == .zwj { isInPictograph = false }
    case .zwj:
      if last == .zwj { isInPictograph = false }
    case .pictograph, .consonant, .other, .carriageReturn, .lineFeed, .control,
      .regionalIndicator, .prepend, .spacingMark, .l, .v, .t, .lv, .lvt:
      isInPictograph = next == .pictograph
      isInConjunct = next == .consonant
      hasLinker = false
    }
    regionalIndicatorCount = next == .regionalIndicator ? regionalIndicatorCount + 1 : 0
    last = next
  }
}
