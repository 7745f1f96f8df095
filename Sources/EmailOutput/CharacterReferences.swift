import Bytes

/// HTML in ASCII alone: every other character is written as a reference to its number.
///
/// Readers see the same, and the text needs nothing else to be passed on. A line that is longer than
/// servers pass on is broken at spaces between words, where HTML knows no difference, and between
/// ideographs in a comment.
enum CharacterReferences {
  /// How many bytes the text comes to; nothing where it has a line that cannot be broken, or a
  /// control character.
  static func count(of text: UnsafeBufferPointer<UInt8>) -> Int? { unsafe encode(text, to: nil) }

  /// Appends whole lines, each ended by CR and LF; nothing of them and `false` where they cannot be
  /// counted.
  static func append(_ lines: UnsafeBufferPointer<UInt8>, to out: inout OutputBuffer) -> Bool {
    var isWritten = true
    unsafe out.writeInPlace(atMost: lines.count * growth + growth) {
      guard let count = unsafe encode(lines, to: $0) else {
        isWritten = false
        return 0
      }
      return count
    }
    return isWritten
  }

  /// Nothing grows more than a character of two bytes, to a reference of seven.
  private static let growth = 4
  /// One less than a line may have for each byte that a break can add to the one that follows it.
  private static let longestBroken = TransferEncoding.longestLine - 8

  /// Encodes the lines, or only counts where there is no target.
  private static func encode(
    _ text: UnsafeBufferPointer<UInt8>, to target: UnsafeMutablePointer<UInt8>?
  ) -> Int? {
    var written = 0
    var line = (start: 0, written: 0)
    var index = 0
    while index < text.count {
      if index == line.start, unsafe isFragileStart(text, at: index) {
        unsafe put(referenceTo: UInt32(text[index]), to: target, at: &written)
        index &+= 1
      }
      let run = unsafe text.printableRun(from: index, to: text.count, withEquals: true)
      if let target = unsafe target, let base = text.baseAddress {
        unsafe copyBytes(from: base + index, count: run, to: target + written)
      }
      written &+= run
      index &+= run
      if index < text.count, unsafe text[index] != 0x0A {
        guard let (scalar, length) = unsafe scalar(in: text, at: index) else { return nil }
        unsafe put(referenceTo: scalar, to: target, at: &written)
        index &+= length
        if index < text.count { continue }
      }
      if written &- line.written > TransferEncoding.longestLine {
        let long = unsafe UnsafeBufferPointer(rebasing: text[line.start..<index])
        let place = unsafe target.map { unsafe $0 + line.written }
        guard let count = unsafe encode(long: long, to: place) else { return nil }
        written = line.written &+ count
      } else {
        if let target = unsafe target {
          unsafe target[written] = 0x0D
          unsafe target[written &+ 1] = 0x0A
        }
        written &+= 2
      }
      index &+= 1
      line = (index, written)
    }
    return written
  }

  /// A place where a line that is too long can be broken.
  private struct Break {
    var index: Int
    var column: Int
    /// Whether a space stands there; else the line is broken in a comment.
    var isSpace: Bool
  }

  /// Encodes a line that is too long as several, each as long as can be.
  private static func encode(
    long line: UnsafeBufferPointer<UInt8>, to target: UnsafeMutablePointer<UInt8>?
  ) -> Int? {
    var written = 0
    var start = 0
    var walk = LineWalk()
    while walk.index < line.count {
      guard unsafe walk.step(line) else { return nil }
      guard walk.column > longestBroken else { continue }
      guard let place = walk.lastBreak else { return nil }
      // Short enough to come to one line, with its end; a space at its head stays where it is.
      let end = place.isSpace && place.index == start ? start &+ 1 : place.index
      let piece = unsafe UnsafeBufferPointer(rebasing: line[start..<end])
      guard let count = unsafe encode(piece, to: target.map { unsafe $0 + written }) else {
        return nil
      }
      written &+= count
      if !place.isSpace { unsafe comment(to: target, at: &written) }
      start = place.isSpace ? place.index &+ 1 : place.index
      walk.turn(place)
    }
    let rest = unsafe UnsafeBufferPointer(rebasing: line[start...])
    guard let count = unsafe encode(rest, to: target.map { unsafe $0 + written }) else {
      return nil
    }
    return written &+ count
  }

  /// Puts a comment around the line end that was written last.
  private static func comment(to target: UnsafeMutablePointer<UInt8>?, at place: inout Int) {
    if let target = unsafe target {
      for (offset, byte) in "<!--\r\n-->".utf8.enumerated() {
        unsafe target[place &- 2 &+ offset] = byte
      }
    }
    place &+= 7
  }

  /// Where on a line one is, and where it could be broken last.
  private struct LineWalk {
    var index = 0
    var column = 0
    var lastBreak: Break?
    private var isInTag = false
    /// Whether a comment is one here: not in a title nor in a style sheet.
    private var mayHaveComments = true
    private var wasIdeograph = false

    /// Goes on by one character; says no to what has no place in a mail.
    mutating func step(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
      let byte = unsafe line[index]
      guard byte >= 0x80 else {
        take(byte, isRawText: unsafe byte == 0x3C && CharacterReferences.opensRawText(line, index))
        return true
      }
      guard let (scalar, length) = unsafe CharacterReferences.scalar(in: line, at: index) else {
        return false
      }
      let isIdeograph = CharacterReferences.isIdeograph(scalar)
      if isIdeograph, wasIdeograph, !isInTag, mayHaveComments {
        lastBreak = Break(index: index, column: column, isSpace: false)
      }
      wasIdeograph = isIdeograph
      column &+= CharacterReferences.width(of: scalar)
      index &+= length
      return true
    }

    private mutating func take(_ byte: UInt8, isRawText: Bool) {
      if byte == 0x20, !isInTag { lastBreak = Break(index: index, column: column, isSpace: true) }
      if byte == UInt8(ascii: "<") { isInTag = true }
      if byte == UInt8(ascii: ">") { isInTag = false }
      if isRawText { mayHaveComments = false }
      wasIdeograph = false
      column &+= 1
      index &+= 1
    }

    /// Goes on at the beginning of a new line.
    mutating func turn(_ place: Break) {
      column &-= place.isSpace ? place.column &+ 1 : place.column &- 3
      lastBreak = nil
    }
  }

  // MARK: Characters

  /// The character that begins here, and its length; nothing for what has no place in a mail.
  private static func scalar(
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

  /// Whether nothing before or behind the character depends on what is on its other side.
  private static func isIdeograph(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x3041...0x3096, 0x30A1...0x30FA, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: true
    case _: false
    }
  }

  /// Whether a `<title>` or a `<style>` begins here, in which comments are none.
  private static func opensRawText(_ line: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    guard index &+ 2 < line.count else { return false }
    let (first, second) = unsafe (line[index &+ 1] | 0x20, line[index &+ 2] | 0x20)
    return first == UInt8(ascii: "t") && second == UInt8(ascii: "i")
      || first == UInt8(ascii: "s") && second == UInt8(ascii: "t")
  }

  private static func width(of scalar: UInt32) -> Int {
    var digits = 1
    var rest = scalar / 10
    while rest > 0 {
      digits &+= 1
      rest /= 10
    }
    return digits &+ 3
  }

  private static func put(
    referenceTo scalar: UInt32, to target: UnsafeMutablePointer<UInt8>?, at place: inout Int
  ) {
    let width = width(of: scalar)
    if let target = unsafe target {
      unsafe target[place] = UInt8(ascii: "&")
      unsafe target[place &+ 1] = UInt8(ascii: "#")
      var rest = scalar
      var digit = place &+ width &- 2
      while digit > place &+ 1 {
        unsafe target[digit] = UInt8(truncatingIfNeeded: 48 &+ rest % 10)
        rest /= 10
        digit &-= 1
      }
      unsafe target[place &+ width &- 1] = UInt8(ascii: ";")
    }
    place &+= width
  }
}
