import BodyText
import Bytes

/// The way round libcmark for a body without a byte that Markdown could act on.
///
/// Two bodies in three are such. What comes out is, token for token and byte for byte, what
/// `Markdown` makes of the same body; a differential test and a fuzzer hold the two together.
enum PlainMarkdown {
  /// What came of a body.
  enum Outcome {
    /// It is not plain, and `richText` is half filled.
    case notPlain
    case ascii
    /// It is plain, and something in it may not be ASCII.
    case beyondASCII
  }

  /// Appends the paragraphs of a plain body, which need not be UTF-8.
  static func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, readable: Int, into richText: inout RichText,
    _ report: inout BodyReport
  ) -> Outcome {
    guard let base = bytes.baseAddress, unsafe bytes[0] != 0xEF else { return .notPlain }
    let count = bytes.count
    let offset = unsafe Int(richText.copy(bytes).start)
    var scan = unsafe LineScan(base: base, count: count, readable: readable)
    var isOpen = false
    var index = 0
    while index < count {
      if let blankEnd = unsafe endOfBlankLine(bytes, at: index) {
        if isOpen { richText.append(.paragraphClose) }
        isOpen = false
        index = blankEnd &+ 1
        continue
      }
      guard unsafe mayBeginLine(bytes, at: index), let end = scan.lineEnd(from: index) else {
        return .notPlain
      }
      richText.append(isOpen ? .lineBreak : .paragraphOpen)
      isOpen = true
      var wordsEnd = end
      while unsafe bytes[wordsEnd &- 1] == 0x20 { wordsEnd &-= 1 }
      let slice = Slice(offset &+ index..<offset &+ wordsEnd)
      if scan.mayHoldAddress {
        let words = unsafe UnsafeBufferPointer(rebasing: bytes[index..<wordsEnd])
        unsafe BareLinks.append(words, at: slice, to: &richText, &report)
      } else {
        richText.append(text: slice)
      }
      index = end &+ 1
    }
    if isOpen { richText.append(.paragraphClose) }
    return scan.isASCII ? .ascii : .beyondASCII
  }

  /// Where the line ends if it is empty or holds only spaces.
  @inline(__always)
  private static func endOfBlankLine(
    _ bytes: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> Int? {
    var end = index
    while end < bytes.count, unsafe bytes[end] == 0x20 { end &+= 1 }
    return unsafe end == bytes.count || bytes[end] == 0x0A ? end : nil
  }

  /// Whether the first byte of a line can begin nothing but a paragraph.
  @inline(__always)
  private static func mayBeginLine(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    let first = unsafe bytes[index]
    if first | 0x20 &- 97 < 26 { return true }
    switch first {
    case 0...0x20, UInt8(ascii: "#"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "="),
      UInt8(ascii: ">"), UInt8(ascii: "~"):
      return false
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      var end = index
      while end < bytes.count, unsafe bytes[end] &- 48 < 10 { end &+= 1 }
      return unsafe end == bytes.count
        || bytes[end] != UInt8(ascii: ".") && bytes[end] != UInt8(ascii: ")")
    default: return true
    }
  }
}

/// Goes from line end to line end, sixteen bytes at a time.
@safe private struct LineScan {
  private let base: UnsafePointer<UInt8>
  private let count: Int
  private let readable: Int
  /// Whether something in the last line may begin an address.
  var mayHoldAddress: Bool { mayHoldHint || WideScan.isAnySet(hints) }
  private var mayHoldHint = false
  private var hints = WideScan.Mask(repeating: false)

  private var seen = WideScan.Bytes16(repeating: 0)
  private var seenBehind: UInt8 = 0
  /// Whether nothing passed so far was beyond ASCII.
  var isASCII: Bool {
    seenBehind < 0x80 && !WideScan.isAnySet(seen .>= WideScan.Bytes16(repeating: 0x80))
  }

  init(base: UnsafePointer<UInt8>, count: Int, readable: Int) {
    unsafe self.base = base
    self.count = count
    self.readable = readable
  }

  /// Where the line ends, or nothing if Markdown could act on it.
  @inline(__always)
  mutating func lineEnd(from start: Int) -> Int? {
    mayHoldHint = false
    hints = WideScan.Mask(repeating: false)
    var index = start
    while true {
      index = firstStop(from: index)
      if index >= count { return count }
      switch unsafe base[index] {
      case 0x0A: return index
      case UInt8(ascii: "^"): break
      case UInt8(ascii: "&"):
        let next = byte(at: index &+ 1)
        if next == UInt8(ascii: "#") || isLetter(next) { return nil }
      case UInt8(ascii: "<"):
        var end = index &+ 1
        while byte(at: end) &- 48 < 10 { end &+= 1 }
        let next = byte(at: end)
        if end < count, next != 0x20, next != 0x0A { return nil }
      default: return nil
      }
      index &+= 1
    }
  }

  private func byte(at index: Int) -> UInt8 { index < count ? unsafe base[index] : 0 }

  /// The first stop from `start` on, or a place at or past the end.
  @inline(__always)
  private mutating func firstStop(from start: Int) -> Int {
    var index = start
    while index &+ 17 <= readable {
      let block = unsafe WideScan.load(base, index)
      seen |= block
      unsafe hints .|= WideScan.addressHints(block, WideScan.load(base, index &+ 1))
      let lane = WideScan.firstLane(WideScan.stops(block))
      if lane < 16 { return index &+ lane }
      index &+= 16
      if index >= count { return index }
    }
    while index < count {
      seenBehind |= unsafe base[index]
      switch unsafe base[index] {
      case 0..<0x20, 0x5B...0x60, UInt8(ascii: "*"), UInt8(ascii: "&"), UInt8(ascii: "<"):
        return index
      case UInt8(ascii: ":"), UInt8(ascii: "w"), UInt8(ascii: "W"): mayHoldHint = true
      default: break
      }
      index &+= 1
    }
    return index
  }
}
