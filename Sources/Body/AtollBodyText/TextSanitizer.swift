/// A sanitizer that decides, scalar by scalar, which parts of a user's text may reach an output.
///
/// A writer copies clean ASCII by itself. It calls `nextStep` at a control character, at DEL, and
/// at a byte from 0x80 on. One sanitizer is for one piece of text (a token, a name), and allocates
/// nothing.
///
///     var sanitizer = TextSanitizer(for: .markup, in: .body)
///     let step = sanitizer.nextStep(in: bytes, at: index)
///     // copy, skip or replace the next `step.count` bytes as `step.action` says
///
/// The result has no control character except line feeds and tabs in bodies, no override, and no
/// invisible run that hides text. Sanitizing it again changes nothing.
package struct TextSanitizer {
  package enum Medium: Sendable { case markup, terminal }

  package enum Field: Sendable {
    /// Words of a body: line ends stay.
    case body
    /// A name, a title, a badge: one line, whatever it contains.
    case line
    /// The text of an address: nothing invisible at all.
    case address
  }

  package enum Action: Hashable, Sendable {
    case keep
    case drop
    /// Write a line feed, or the line break of the output, in place of the bytes.
    case lineFeed
    /// Write one space in place of the bytes.
    case space
    /// Write U+FFFD in place of the bytes.
    case replacement
    /// A line may break here: markup may write `<wbr>`, or nothing.
    case breakOpportunity
  }

  package struct Step: Hashable, Sendable {
    package var count: Int
    package var action: Action
  }

  /// The maximum number of combining marks on one base.
  package static let maximumMarkCount = 8

  private let medium: Medium
  private let field: Field
  /// The class of the last base that was kept, or `nil` at the start of a line.
  private var baseClass: ScalarClass?
  /// True if the last base is an ASCII digit, `#` or `*`.
  private var isKeycapBase = false
  private var markCount = 0
  /// The class of the last scalar that was kept.
  private var lastClass = ScalarClass.dropped
  private var hasSeenRightToLeft = false
  /// The index after the last step; a step at another index follows bytes that the writer copied.
  private var expectedIndex = -1

  package init(for medium: Medium, in field: Field) {
    self.medium = medium
    self.field = field
  }

  /// Returns what to do with the bytes at `index`: keep a run of them, or drop or replace one
  /// scalar or one invalid byte.
  package mutating func nextStep(in bytes: Span<UInt8>, at index: Int) -> Step {
    if index != expectedIndex, index > 0 { recordASCIIBase(bytes[index &- 1]) }
    var end = index
    while end < bytes.count {
      if bytes[end] < 0x80 {
        if end > index { break }
        let step = asciiStep(bytes, at: end)
        expectedIndex = index &+ step.count
        return step
      }
      // Most scalars are bases that are always kept.
      let (scalar, length) = decodedScalar(in: bytes, at: end)
      let kind = scalarClass(scalar)
      if length > 0, kind.isAlwaysKept {
        setBase(to: kind)
        end &+= length
        continue
      }
      // If a scalar is not kept, the run before it is returned first; the scalar changes the state
      // only in the next call.
      var after = self
      let step = after.scalarStep(bytes, at: end)
      guard step.action == .keep else {
        if end > index { break }
        self = after
        expectedIndex = index &+ step.count
        return step
      }
      self = after
      end &+= step.count
    }
    expectedIndex = end
    return Step(count: end &- index, action: .keep)
  }

  // MARK: ASCII

  private mutating func recordASCIIBase(_ byte: UInt8) {
    baseClass = byte == 0x0A ? nil : .ordinary
    lastClass = .ordinary
    isKeycapBase = byte &- 48 < 10 || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "*")
    markCount = 0
  }

  private mutating func asciiStep(_ bytes: Span<UInt8>, at index: Int) -> Step {
    let byte = bytes[index]
    switch byte {
    case 0x0A: return lineEndStep(length: 1)
    case 0x0D:
      let isPair = index &+ 1 < bytes.count && bytes[index &+ 1] == 0x0A
      return isPair ? Step(count: 1, action: .drop) : lineEndStep(length: 1)
    case 0x09:
      recordASCIIBase(0x20)
      return Step(count: 1, action: medium == .markup && field == .body ? .keep : .space)
    case 0..<0x20, 0x7F: return Step(count: 1, action: .drop)
    default:
      recordASCIIBase(byte)
      return Step(count: 1, action: .keep)
    }
  }

  private mutating func lineEndStep(length count: Int) -> Step {
    recordASCIIBase(field == .body ? 0x0A : 0x20)
    return Step(count: count, action: field == .body ? .lineFeed : .space)
  }

  // MARK: Everything else

  private mutating func scalarStep(_ bytes: Span<UInt8>, at index: Int) -> Step {
    let (scalar, count) = decodedScalar(in: bytes, at: index)
    if count == 0 { return replacementStep(length: 1) }
    let kind = scalarClass(scalar)
    switch kind {
    case .ordinary, .blank, .selectable, .joining, .spaceless, .ideograph: setBase(to: kind)
    case .rightToLeft, .joiningRightToLeft:
      setBase(to: kind)
      hasSeenRightToLeft = true
    case .pictograph:
      setBase(to: kind)
      if scalar == 0x1F3F4, medium == .markup, field != .address {
        return Step(
          count: count &+ (FlagTags.count(in: bytes, from: index &+ count)), action: .keep)
      }
    case .mark:
      guard baseClass != nil, markCount < Self.maximumMarkCount else {
        return Step(count: count, action: .drop)
      }
      markCount &+= 1
      lastClass = .mark
    case .lineEnd: return lineEndStep(length: count)
    case .replaced: return replacementStep(length: count)
    case .dropped: return Step(count: count, action: .drop)
    case .bidiMark:
      guard keepsBidiMark(bytes, next: index &+ count) else {
        return Step(count: count, action: .drop)
      }
      lastClass = kind
    case .joiner:
      guard keepsJoiner(scalar, in: bytes, next: index &+ count) else {
        return Step(count: count, action: .drop)
      }
      lastClass = kind
    case .zeroWidthSpace:
      guard medium == .markup, field == .body, baseClass == .spaceless,
        lastClass == .spaceless || lastClass == .mark
      else { return Step(count: count, action: .drop) }
      lastClass = kind
      return Step(count: count, action: .breakOpportunity)
    case .selector, .emojiSelector, .ideographSelector, .mongolianSelector:
      guard keepsSelector(kind) else { return Step(count: count, action: .drop) }
      lastClass = kind
    }
    return Step(count: count, action: .keep)
  }

  private mutating func setBase(to kind: ScalarClass) {
    baseClass = kind
    lastClass = kind
    isKeycapBase = false
    markCount = 0
  }

  private mutating func replacementStep(length count: Int) -> Step {
    setBase(to: .ordinary)
    return Step(count: count, action: .replacement)
  }

  /// Returns whether a direction mark stays.
  ///
  /// In a series of marks, only the first stays, and only if a right-to-left letter is anywhere
  /// before it or directly after it. None stays in an address, or in a name or title for a
  /// terminal.
  private func keepsBidiMark(_ bytes: Span<UInt8>, next: Int) -> Bool {
    guard lastClass != .bidiMark, field != .address, field == .body || medium == .markup else {
      return false
    }
    if hasSeenRightToLeft { return true }
    let following = classOfScalar(in: bytes, at: next)
    return following == .rightToLeft || following == .joiningRightToLeft
  }

  /// Returns whether a joiner stays: a single one after a letter of a joining or spaceless script,
  /// or a ZWJ between two pictographs.
  private func keepsJoiner(
    _ scalar: UInt32, in bytes: Span<UInt8>, next: Int
  ) -> Bool {
    guard field != .address, let baseClass, lastClass != .joiner, lastClass != .bidiMark,
      lastClass != .zeroWidthSpace
    else { return false }
    if baseClass == .joining || baseClass == .joiningRightToLeft || baseClass == .spaceless {
      return true
    }
    return baseClass == .pictograph && scalar == 0x200D
      && classOfScalar(in: bytes, at: next) == .pictograph
  }

  /// Returns whether a variation selector stays: only directly after a base that has variants.
  private func keepsSelector(_ kind: ScalarClass) -> Bool {
    guard field != .address, let baseClass, lastClass == baseClass else { return false }
    return switch kind {
    case .emojiSelector: baseClass == .pictograph || baseClass == .selectable || isKeycapBase
    case .selector:
      baseClass == .ideograph || baseClass == .selectable || baseClass == .spaceless
    case .ideographSelector: baseClass == .ideograph
    case .mongolianSelector: baseClass == .joining
    case .ordinary, .mark, .replaced, .dropped, .lineEnd, .bidiMark, .joiner, .zeroWidthSpace,
      .blank, .pictograph, .selectable, .rightToLeft, .joiningRightToLeft, .joining, .spaceless,
      .ideograph:
      false
    }
  }

  private func classOfScalar(
    in bytes: Span<UInt8>, at index: Int
  ) -> ScalarClass? {
    guard index < bytes.count, bytes[index] >= 0x80 else { return nil }
    let (scalar, count) = decodedScalar(in: bytes, at: index)
    return count == 0 ? nil : scalarClass(scalar)
  }
}

/// The invisible tags after a black flag that make it the flag of England, Scotland or Wales.
///
/// Unicode recommends only these three. Any other run of tags is invisible text.
enum FlagTags {
  /// Returns the length in bytes of the tags at `index`, or 0 if they name none of the flags.
  static func count(in bytes: Span<UInt8>, from index: Int) -> Int {
    let count = 6 * 4
    guard bytes.count - index >= count else { return 0 }
    var name: UInt64 = 0
    for position in 0..<6 {
      let (scalar, length) = decodedScalar(in: bytes, at: index + position * 4)
      guard length == 4, scalar >> 7 == 0xE0000 >> 7 else { return 0 }
      name = name << 8 | UInt64(scalar & 0x7F)
    }
    switch name {
    case 0x67_6265_6E67_7F, 0x67_6273_6374_7F, 0x67_6277_6C73_7F: return count
    default: return 0
    }
  }
}
