import AtollBytes

/// The result of one quick scan of a Markdown body, before libcmark parses it.
///
/// libcmark 0.30.2 takes quadratic time for a few kinds of input: deeply nested containers with
/// many lines after them, and very many brackets, delimiters or declarations. A body with more of
/// these than people type by hand is not given to libcmark.
struct MarkdownScan {
  /// True if libcmark parses this body in time linear in its length.
  private(set) var isParsedInLinearTime = true
  /// True if the body may contain a bare address.
  private(set) var mayHoldAddress = false
  private(set) var isASCII = true

  private let bytes: BorrowedBytes
  private var count: Int { bytes.count }
  private var lineCount = 0
  private var maximumNesting = 0

  static func result(for bytes: Span<UInt8>) -> MarkdownScan {
    bytes.withBorrowedBytes { MarkdownScan($0) }
  }

  private init(_ bytes: BorrowedBytes) {
    self.bytes = bytes
    if count == 0 { return }
    measureLine(at: 0)
    scan()
    isParsedInLinearTime =
      maximumNesting <= BodyLimits.maximumContainersPerLine
      && lineCount <= BodyLimits.maximumLineCount
      && maximumNesting &* lineCount <= BodyLimits.maximumContainerWork
      && (count <= BodyLimits.maximumBracketCount || isWithinDelimiterLimits())
      && (count <= BodyLimits.maximumUnbrokenLength || !mayHaveOverlongAddress())
  }

  /// Returns whether the body opens a link, and has a longer run without white space than
  /// `BodyLimits.maximumUnbrokenLength`.
  ///
  /// libcmark looks for the end of an address from each of up to 32 parentheses that stay open.
  private func mayHaveOverlongAddress() -> Bool {
    var opensLink = false
    var run = 0
    var longest = 0
    for index in 0..<count {
      let byte = bytes[index]
      if byte <= 0x20 {
        run = 0
      } else {
        run &+= 1
        longest = Swift.max(longest, run)
        if byte == UInt8(ascii: "("), index > 0, bytes[index &- 1] == UInt8(ascii: "]") {
          opensLink = true
        }
      }
    }
    return opensLink && longest > BodyLimits.maximumUnbrokenLength
  }

  /// Measures every line after the first, and finds out whether the body is ASCII and whether it
  /// may contain a bare address.
  ///
  /// It reads sixteen bytes at a time, but no byte beyond the end of the body: a `:` or `w` there
  /// would count as a hint of an address.
  private mutating func scan() {
    typealias Block = WideScan.Bytes16
    var seen = Block(repeating: 0)
    var hints = WideScan.Mask(repeating: false)
    var index = 0
    while index &+ 17 <= count {
      let block = bytes.load16(at: index)
      seen |= block
      hints .|= WideScan.addressHints(block, next: bytes.load16(at: index &+ 1))
      let ends = (block .== Block(repeating: 0x0A)) .| (block .== Block(repeating: 0x0D))
      let halves = halves(of: ends)
      if halves.x | halves.y != 0 {
        measureLines(halves.x, at: index)
        measureLines(halves.y, at: index &+ 8)
      }
      index &+= 16
    }
    if WideScan.isAnySet(hints) { mayHoldAddress = true }
    if WideScan.isAnySet(seen .>= Block(repeating: 0x80)) { isASCII = false }
    while index < count {
      let byte = bytes[index]
      if byte >= 0x80 { isASCII = false }
      if byte == UInt8(ascii: ":") || byte | 0x20 == UInt8(ascii: "w") { mayHoldAddress = true }
      index &+= 1
      if byte == 0x0A || byte == 0x0D { measureLine(at: index) }
    }
  }

  /// Measures the line after each line end in eight bytes; `mask` has a byte of ones per line end.
  @inline(__always)
  private mutating func measureLines(_ mask: UInt64, at index: Int) {
    var rest = mask
    while rest != 0 {
      let lane = rest.trailingZeroBitCount >> 3
      measureLine(at: index &+ lane &+ 1)
      rest &= ~(0xFF << UInt64(lane &* 8))
    }
  }

  private mutating func measureLine(at index: Int) {
    lineCount &+= 1
    maximumNesting = max(maximumNesting, maximumContainerCount(at: index))
  }

  /// Returns an upper bound for the number of containers open on the line at `start`, or 0 if it
  /// opens none.
  ///
  /// A list or quote marker counts as one container. Every two columns before a marker count as
  /// another, because the content of a nested list is indented at least that much. Columns before
  /// words do not count.
  private func maximumContainerCount(at start: Int) -> Int {
    var index = start
    var markers = 0
    var columns = 0
    var bound = 0
    while index < count {
      switch bytes[index] {
      case 0x20: columns &+= 1
      case 0x09: columns &+= 4
      case UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"):
        markers &+= 1
        bound = markers &+ columns / 2
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        var end = index &+ 1
        while end < count, end &- index < 10, bytes[end] &- 48 < 10 { end &+= 1 }
        guard end < count,
          bytes[end] == UInt8(ascii: ".") || bytes[end] == UInt8(ascii: ")")
        else { return bound }
        markers &+= 1
        bound = markers &+ columns / 2
        index = end
      default: return bound
      }
      index &+= 1
    }
    return bound
  }

  private func isWithinDelimiterLimits() -> Bool {
    var brackets = 0
    var declarations = 0
    var delimiters = 0
    var index = 0
    while index < count {
      switch bytes[index] {
      case UInt8(ascii: "["), UInt8(ascii: "]"): brackets &+= 1
      case UInt8(ascii: "*"), UInt8(ascii: "_"): delimiters &+= 1
      case UInt8(ascii: "<"):
        if index &+ 1 < count
          && (bytes[index &+ 1] == UInt8(ascii: "!") || bytes[index &+ 1] == UInt8(ascii: "?"))
        {
          declarations &+= 1
        }
      default: break
      }
      index &+= 1
    }
    return brackets <= BodyLimits.maximumBracketCount
      && declarations <= BodyLimits.maximumDeclarationCount
      && delimiters <= BodyLimits.maximumDelimiterCount
  }
}
