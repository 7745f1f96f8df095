import AtollBytes

/// A scan of a body, sixteen bytes at a time, from one stop to the next.
///
/// A stop is a byte on which Markdown could act.
struct PlainScan {
  /// The bytes that may be read, which begin with those of the body.
  private let bytes: BorrowedBytes
  private let count: Int
  /// The first index at which sixteen bytes can no longer be read at once.
  private let wideEnd: Int
  /// True if something in the line may begin an address.
  var mayHoldAddress: Bool { hints.x | hints.y != 0 }
  private var hints = SIMD2<UInt64>(repeating: 0)

  /// The greatest byte so far in each lane.
  private var laneMaximums = WideScan.Bytes16(repeating: 0)
  /// The greatest of the bytes that were read one at a time.
  private var maximumSingleByte: UInt8 = 0
  private var hasActiveCharacters = false
  /// The lanes in which a character of `WideScan.activeCharacters` occurred.
  private var activeLanes = WideScan.Mask(repeating: false)
  var isASCII: Bool {
    isBelow(0x80)
  }

  /// True if everything so far was printable ASCII without `ActiveCharacters`.
  var isPlainText: Bool {
    !hasActiveCharacters && !WideScan.isAnySet(activeLanes) && isBelow(UInt8(ascii: "{"))
  }

  private func isBelow(_ limit: UInt8) -> Bool {
    maximumSingleByte < limit
      && !WideScan.isAnySet(laneMaximums .>= WideScan.Bytes16(repeating: limit))
  }

  mutating func noteActiveCharacter() { hasActiveCharacters = true }

  init(_ bytes: BorrowedBytes, count: Int) {
    self.bytes = bytes
    self.count = count
    wideEnd = min(count, bytes.count &- 15)
  }

  @inline(__always)
  mutating func beginLine() { hints = SIMD2(repeating: 0) }

  /// Returns the index of the first stop from `start` on; if there is none, `count` or an index
  /// after it.
  @inline(__always)
  mutating func firstStop(from start: Int) -> Int {
    var index = start
    // Local copies; otherwise, each iteration would write the properties.
    var laneMaximums = laneMaximums
    var hints = hints
    var activeLanes = activeLanes
    defer {
      self.activeLanes = activeLanes
      self.laneMaximums = laneMaximums
      self.hints = hints
    }
    while index < wideEnd {
      let block = unsafe bytes.load16(unchecked: index)
      laneMaximums = WideScan.greater(of: laneMaximums, and: block)
      hints |= WideScan.addressCharacters(block)
      activeLanes .|= WideScan.activeCharacters(block)
      let lane = firstLane(WideScan.stops(block))
      if lane < 16 { return index &+ lane }
      index &+= 16
    }
    while index < count {
      maximumSingleByte = max(maximumSingleByte, bytes[index])
      switch bytes[index] {
      case 0..<0x20, 0x5B...0x60, UInt8(ascii: "*"), UInt8(ascii: "&"), UInt8(ascii: "<"),
        UInt8(ascii: ">"):
        return index
      case UInt8(ascii: "/"), UInt8(ascii: "w"), UInt8(ascii: "W"): hints.x = 1
      case UInt8(ascii: "#")...UInt8(ascii: "%"), UInt8(ascii: "@"): hasActiveCharacters = true
      default: break
      }
      index &+= 1
    }
    return index
  }

  /// Returns the index of the first line feed from `start` on; `count` if there is none.
  func lineEnd(from start: Int) -> Int {
    var index = start
    while index < count, bytes[index] != 0x0A { index &+= 1 }
    return index
  }

  /// Returns the end of a line of code.
  ///
  /// Returns `nil` if the line has a control character other than a tab or, if `stoppingAtBacktick`
  /// is `true`, a backtick.
  mutating func endOfCodeLine(from start: Int, stoppingAtBacktick: Bool) -> Int? {
    var index = start
    while index < count {
      let byte = bytes[index]
      if byte == 0x0A { break }
      if byte < 0x20 && byte != 0x09 || stoppingAtBacktick && byte == UInt8(ascii: "`") {
        return nil
      }
      maximumSingleByte = max(maximumSingleByte, byte)
      index &+= 1
    }
    return index
  }

  /// Returns the index of the backtick that ends a code span on the same line.
  ///
  /// Returns `nil` if the span is not plain: for example, if it begins or ends with a space.
  mutating func endOfCodeSpan(from start: Int) -> Int? {
    var index = start
    while index < count, bytes[index] != UInt8(ascii: "`") {
      guard bytes[index] >= 0x20 else { return nil }
      maximumSingleByte = max(maximumSingleByte, bytes[index])
      index &+= 1
    }
    guard index > start, index < count, bytes[start] != 0x20, bytes[index &- 1] != 0x20,
      index &+ 1 == count || bytes[index &+ 1] != UInt8(ascii: "`")
    else { return nil }
    return index
  }
}
