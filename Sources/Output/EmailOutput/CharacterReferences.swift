import Bytes

/// HTML in ASCII alone: every other character is written as a reference to its number.
///
/// Readers see the same, and the text needs nothing else to be passed on. A line that is longer than
/// servers pass on is broken at spaces between words, where HTML knows no difference, and between
/// ideographs in a comment. Raw text has no references, so the sheets in the head are written without need
/// of any (`EmailHead`), and templates with raw text elements of their own are encoded otherwise.
enum CharacterReferences {
  /// How many bytes the text comes to; nothing where it has a line that cannot be broken so, or a
  /// control character.
  static func count(of text: UnsafeBufferPointer<UInt8>) -> Int? {
    var out = OutputBuffer(capacity: text.count + text.count / 4 + 64)
    return unsafe append(text, to: &out) ? out.count : nil
  }

  /// Appends whole lines, each ended by CR and LF, whatever they hold.
  ///
  /// Says whether nobody sees where lines were broken. The others are broken in comments within words,
  /// and in tags where readers are to skip line ends.
  @discardableResult
  static func append(_ lines: UnsafeBufferPointer<UInt8>, to out: inout OutputBuffer) -> Bool {
    var isSound = true
    unsafe out.writeInPlace(atMost: lines.count * growth + slack) {
      var encoder = unsafe ReferenceEncoder(target: $0)
      unsafe encoder.encode(lines)
      isSound = encoder.isSound
      return encoder.written
    }
    return isSound
  }

  /// Nothing grows more than a character of two bytes, to a reference of seven.
  private static let growth = 4
  /// What copying sixteen bytes at a time may write too much, and the last line's end.
  private static let slack = 32
}

/// Writes references in place of characters, and breaks a line when it is full: looking back for a place
/// is seldom needed, and short.
@safe private struct ReferenceEncoder {
  private let target: UnsafeMutablePointer<UInt8>
  private(set) var written = 0
  private(set) var isSound = true
  /// Where the line began that is being written.
  private var lineStart = 0
  /// Whether that was within a tag.
  private var beganInTag = false

  init(target: UnsafeMutablePointer<UInt8>) { unsafe self.target = target }

  mutating func encode(_ text: UnsafeBufferPointer<UInt8>) {
    var index = 0
    while index < text.count {
      if written == lineStart, unsafe isFragileStart(text, at: index) {
        unsafe put(referenceTo: UInt32(text[index]))
        index &+= 1
        continue
      }
      let room = TransferEncoding.longestLine &- (written &- lineStart)
      let run = unsafe text.copyPrintable(from: index, atMost: room, to: target + written)
      written &+= run
      index &+= run
      guard index < text.count else { break }
      if unsafe text[index] == 0x0A {
        endLine()
        beganInTag = false
        index &+= 1
      } else if run == room {
        breakLine()
      } else {
        index &+= unsafe encode(characterOf: text, at: index)
      }
    }
    if written > lineStart { endLine() }
  }

  /// Writes the reference to a character that is not printable ASCII, and tells how long that was; nothing
  /// if the line has to be broken first.
  private mutating func encode(
    characterOf text: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> Int {
    let character = unsafe scalar(in: text, at: index)
    let (scalar, length) = character ?? (0xFFFD, 1)
    if written &- lineStart &+ width(of: scalar) > TransferEncoding.longestLine {
      breakLine()
      return 0
    }
    if character == nil { isSound = false }
    put(referenceTo: scalar)
    return length
  }

  private mutating func endLine() {
    unsafe target[written] = 0x0D
    unsafe target[written &+ 1] = 0x0A
    written &+= 2
    lineStart = written
  }

  // MARK: Breaking

  /// Ends the line, which is full, as late as can be.
  private mutating func breakLine() {
    if let space = lastSpace() {
      // The space becomes the line's end.
      replace(space..<space &+ 1, by: "\r\n", lineStartingAt: 2)
      beganInTag = false
    } else if let place = lastPlaceBetweenIdeographs() {
      replace(place..<place, by: "<!--\r\n-->", lineStartingAt: 6)
      beganInTag = false
    } else {
      isSound = false
      let place = lastPlace()
      if isInTag(place) {
        let space = lastSpaceOfTag()
        replace(space ?? place..<place, by: "\r\n", lineStartingAt: 2)
        beganInTag = true
      } else {
        replace(place..<place, by: "<!--\r\n-->", lineStartingAt: 6)
        beganInTag = false
      }
    }
  }

  /// Puts a line's end in place of some of the line, and moves what stands behind.
  private mutating func replace(
    _ range: Range<Int>, by end: StaticString, lineStartingAt start: Int
  ) {
    let length = end.utf8CodeUnitCount
    let rest = written &- range.upperBound
    unsafe (target + range.lowerBound + length).update(
      from: target + range.upperBound, count: rest)
    unsafe (target + range.lowerBound).update(from: end.utf8Start, count: length)
    written = range.lowerBound &+ length &+ rest
    lineStart = range.lowerBound &+ start
  }

  /// The last space of the line that is in no tag, and before a letter that may begin a line.
  private func lastSpace() -> Int? {
    var place = written
    while place > lineStart {
      place &-= 1
      switch unsafe target[place] {
      case UInt8(ascii: " ") where place > lineStart && mayBegin(place &+ 1):
        guard let angle = lastAngle(before: place) else { return beganInTag ? nil : place }
        if unsafe target[angle] == UInt8(ascii: ">") { return place }
        // It is in a tag that is not closed yet.
        place = angle
      case UInt8(ascii: ">"): place = beginOfTag(endingAt: place)
      case _: break
      }
    }
    return nil
  }

  /// The last `<` or `>` of the line before a place.
  private func lastAngle(before end: Int) -> Int? {
    var place = end
    while place &- 16 >= lineStart {
      let chunk = unsafe UnsafeRawPointer(target + place - 16).loadUnaligned(as: SIMD16<Int8>.self)
      let isAngle = (chunk & SIMD16<Int8>(repeating: -3)) .== SIMD16<Int8>(repeating: 0x3C)
      if firstLane(isAngle) < 16 { break }
      place &-= 16
    }
    while place > lineStart {
      place &-= 1
      if unsafe target[place] | 2 == UInt8(ascii: ">") { return place }
    }
    return nil
  }

  /// The last space of the tag that the line ends in.
  private func lastSpaceOfTag() -> Range<Int>? {
    var place = written
    while place > lineStart &+ 1 {
      place &-= 1
      if unsafe target[place] == UInt8(ascii: " ") { return place..<place &+ 1 }
      if unsafe target[place] == UInt8(ascii: "<") { return nil }
    }
    return nil
  }

  /// Where the tag begins that ends here.
  private func beginOfTag(endingAt end: Int) -> Int {
    var place = end
    while place > lineStart, unsafe target[place] != UInt8(ascii: "<") { place &-= 1 }
    return place
  }

  /// Whether what stands here is no line's beginning that has to be written otherwise.
  private func mayBegin(_ place: Int) -> Bool {
    if place >= written { return true }
    let byte = unsafe target[place]
    return !mayBeginFragile(byte)
  }

  /// The last place between two references to ideographs that are in no tag, and where comments are some.
  private func lastPlaceBetweenIdeographs() -> Int? {
    var place = written
    var found: Int?
    while place > lineStart {
      place &-= 1
      switch unsafe target[place] {
      case UInt8(ascii: "&") where found == nil && place <= lastPlaceForComment:
        if isIdeograph(at: place), let last = reference(endingAt: place), isIdeograph(at: last) {
          found = place
        }
      case UInt8(ascii: ">"):
        let begin = beginOfTag(endingAt: place)
        if let found, !opensRawText(begin) { return found }
        found = nil
        place = begin
      case UInt8(ascii: "<"): found = nil
      case _: break
      }
    }
    return beganInTag ? nil : found
  }

  /// The last place on a line at which a comment may begin.
  private var lastPlaceForComment: Int { lineStart &+ TransferEncoding.longestLine &- 4 }

  /// Any place near the line's end that is not within a reference.
  private func lastPlace() -> Int {
    let last = min(written, lastPlaceForComment)
    for place in stride(from: last &- 1, to: max(lineStart, last &- 10), by: -1) {
      let byte = unsafe target[place]
      if byte == UInt8(ascii: "&") { return place }
      if byte == UInt8(ascii: ";") { break }
    }
    return last
  }

  private func isInTag(_ end: Int) -> Bool {
    var place = end
    while place > lineStart {
      place &-= 1
      if unsafe target[place] == UInt8(ascii: "<") { return true }
      if unsafe target[place] == UInt8(ascii: ">") { return false }
    }
    return beganInTag
  }

  /// Whether a `<title>` or a `<style>` begins here, in which comments are none.
  private func opensRawText(_ place: Int) -> Bool {
    guard place &+ 3 < written else { return false }
    let letters = unsafe (target[place &+ 1] | 0x20, target[place &+ 2] | 0x20, target[place &+ 3])
    return letters.0 == UInt8(ascii: "t") && letters.1 == UInt8(ascii: "i")
      || letters.0 == UInt8(ascii: "s") && letters.1 == UInt8(ascii: "t")
        && letters.2 | 0x20 == UInt8(ascii: "y")
  }

  // MARK: References

  /// Where the reference begins that ends before here, if one does.
  private func reference(endingAt end: Int) -> Int? {
    guard end > lineStart, unsafe target[end &- 1] == UInt8(ascii: ";") else { return nil }
    for place in stride(from: end &- 2, through: max(lineStart, end &- 10), by: -1)
    where unsafe target[place] == UInt8(ascii: "&") {
      return place
    }
    return nil
  }

  /// Whether nothing before or behind the character depends on what is on its other side.
  private func isIdeograph(at place: Int) -> Bool {
    guard place &+ 2 < written, unsafe target[place &+ 1] == UInt8(ascii: "#") else {
      return false
    }
    var scalar = 0
    var digit = place &+ 2
    while digit < written, unsafe target[digit] &- 48 < 10, digit < place &+ 10 {
      unsafe scalar = scalar &* 10 &+ Int(target[digit] &- 48)
      digit &+= 1
    }
    switch scalar {
    case 0x3041...0x3096, 0x30A1...0x30FA, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3:
      return true
    case _: return false
    }
  }

  /// The character that begins here, and its length; nothing for what has no place in a mail.
  private func scalar(
    in text: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (scalar: UInt32, length: Int)? {
    let first = unsafe text[index]
    if first < 0x80 { return first == 0x09 ? (9, 1) : nil }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard first >= 0xC2, index &+ length <= text.count else { return nil }
    var scalar = UInt32(first) & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
    for next in 1..<length { scalar = unsafe scalar << 6 | UInt32(text[index &+ next]) & 0x3F }
    return (scalar, length)
  }

  private func width(of scalar: UInt32) -> Int {
    switch scalar {
    case ..<10: 4
    case ..<100: 5
    case ..<1_000: 6
    case ..<10_000: 7
    case ..<100_000: 8
    case ..<1_000_000: 9
    case _: 10
    }
  }

  private mutating func put(referenceTo scalar: UInt32) {
    let width = width(of: scalar)
    unsafe target[written] = UInt8(ascii: "&")
    unsafe target[written &+ 1] = UInt8(ascii: "#")
    var rest = scalar
    var digit = written &+ width &- 2
    while digit > written &+ 1 {
      unsafe target[digit] = UInt8(truncatingIfNeeded: 48 &+ rest % 10)
      rest /= 10
      digit &-= 1
    }
    unsafe target[written &+ width &- 1] = UInt8(ascii: ";")
    written &+= width
  }
}
