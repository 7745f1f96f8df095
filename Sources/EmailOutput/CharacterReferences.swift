import Bytes

/// HTML in ASCII alone: every other character is written as a reference to its number.
///
/// Readers see the same, and the text needs nothing else to be passed on. A line that is longer than
/// servers pass on is broken at spaces between words, where HTML knows no difference.
enum CharacterReferences {
  /// How many bytes the text comes to; nothing where it has a line that cannot be broken, or a
  /// control character.
  static func count(of text: UnsafeBufferPointer<UInt8>) -> Int? { unsafe encode(text, to: nil) }

  /// Appends whole lines of a text that could be counted, each ended by CR and LF.
  static func append(_ lines: UnsafeBufferPointer<UInt8>, to out: inout OutputBuffer) {
    unsafe out.writeInPlace(atMost: lines.count * growth + growth) {
      unsafe encode(lines, to: $0) ?? 0
    }
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

  /// Encodes a line that is too long as several, each as long as can be.
  private static func encode(
    long line: UnsafeBufferPointer<UInt8>, to target: UnsafeMutablePointer<UInt8>?
  ) -> Int? {
    var written = 0
    var start = 0
    var index = 0
    var column = 0
    var isInTag = false
    var lastSpace: (index: Int, column: Int)?
    func finish(at end: Int) {
      let piece = unsafe UnsafeBufferPointer(rebasing: line[start..<end])
      let place = unsafe target.map { unsafe $0 + written }
      // Short enough to come to one line.
      written &+= unsafe encode(piece, to: place) ?? 0
    }
    while index < line.count {
      let byte = unsafe line[index]
      if byte == 0x20, !isInTag { lastSpace = (index, column) }
      if byte == UInt8(ascii: "<") { isInTag = true }
      if byte == UInt8(ascii: ">") { isInTag = false }
      if byte < 0x80 {
        column &+= 1
        index &+= 1
      } else {
        guard let (scalar, length) = unsafe Self.scalar(in: line, at: index) else { return nil }
        column &+= width(of: scalar)
        index &+= length
      }
      guard column > longestBroken else { continue }
      guard let space = lastSpace else { return nil }
      finish(at: space.index)
      start = space.index &+ 1
      column &-= space.column &+ 1
      lastSpace = nil
    }
    finish(at: line.count)
    return written
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
