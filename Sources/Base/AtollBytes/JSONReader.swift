/// A pull reader over JSON bytes that unescapes strings in place.
///
/// An unescaped string is never longer than its escaped form, so every string is returned as a
/// `Slice` of the buffer that was read. The reader keeps no stack: the caller knows which object or
/// array it reads, and `skip()` counts brackets. So even deep nesting never causes recursion.
///
/// Lone surrogates and `\u0000` become U+FFFD and are counted. A raw NUL or a byte that is not
/// UTF-8 throws `.invalidUTF8` or, if `read` repairs strings, becomes U+FFFD. A repaired string may
/// be too long for its place, so `read` appends it to the bytes when it ends. All slices, even
/// those of repaired strings, are valid for the bytes as `read` leaves them.
///
///     try JSONReader.read(&bytes) { (reader: inout JSONReader) throws(JSONError) in
///       try reader.beginObject()
///       while let key = try reader.nextKey() { … try reader.string() … try reader.skip() }
///     }
@safe @usableFromInline
package struct JSONReader: ~Copyable {
  @usableFromInline package var offset: Int
  package var repairs = Repairs()
  /// The number of line ends read so far, and the offset at which the current line starts.
  package var lineEndCount = 0
  package var lineStart: Int

  // The pointer never outlives a call to `read`, which is the only place that creates a reader.
  @usableFromInline let base: UnsafeMutablePointer<UInt8>
  @usableFromInline package let end: Int
  /// The size of the whole input; the slices of repaired strings begin at or after this offset.
  @usableFromInline let inputCount: Int
  let isRepairing: Bool
  /// The text with which every value in the input begins, such as `{"_id":`; `nil` if it is not
  /// known.
  ///
  /// A line that begins with this text begins a new value, even if the previous value has no end.
  let lineOpening: StaticString?
  var repairedBytes: [UInt8] = []
  /// True if the reader is just after `{` or `[`, where no comma comes before a key or element.
  @usableFromInline var isAtContainerStart = false

  /// The number of NUL bytes after the input while it is read, so that scans need no bounds check.
  package static let padding = 16

  private init(
    base: UnsafeMutablePointer<UInt8>, range: Range<Int>, inputCount: Int, isRepairing: Bool,
    lineOpening: StaticString?
  ) {
    unsafe self.base = base
    self.isRepairing = isRepairing
    self.lineOpening = lineOpening
    offset = range.lowerBound
    lineStart = range.lowerBound
    end = range.upperBound
    self.inputCount = inputCount
  }

  /// Reads `bytes`, or a part of them, and unescapes in place each string that is read.
  ///
  /// `bytes` grow by `padding` while they are read; reserve that much to avoid a copy. If a part
  /// ends before the bytes do, the next byte must be one that cannot continue a string or a number,
  /// such as a line end.
  ///
  /// A line that begins with `lineOpening` ends the value before it. The reader stops at the line
  /// end between them, and changes no byte after it.
  package static func read<Result, Failure: Error>(
    _ bytes: inout [UInt8], in part: Range<Int>? = nil, repairing isRepairing: Bool = false,
    lineOpening: StaticString? = nil,
    body: (inout JSONReader) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let inputCount = bytes.count
    let range = part ?? 0..<inputCount
    // An eighth more than needed, so that the bytes need not move each time when a read appends
    // repaired strings.
    if bytes.capacity < inputCount + padding {
      bytes.reserveCapacity(inputCount + inputCount / 8 + padding)
    }
    bytes.append(contentsOf: repeatElement(0, count: padding))
    var repairedBytes: [UInt8] = []
    defer {
      bytes.removeLast(padding)
      if !repairedBytes.isEmpty { bytes.append(contentsOf: repairedBytes) }
    }
    // `withUnsafeMutableBufferPointer` forwards typed throws but cannot return a noncopyable
    // reader, so the reader exists only inside the closure.
    return unsafe try bytes.withUnsafeMutableBufferPointer {
      (buffer) throws(Failure) -> Result in
      guard let base = buffer.baseAddress else { preconditionFailure("padded bytes are not empty") }
      var reader = unsafe JSONReader(
        base: base, range: range, inputCount: inputCount, isRepairing: isRepairing,
        lineOpening: lineOpening)
      defer { repairedBytes = reader.repairedBytes }
      return try body(&reader)
    }
  }

  // MARK: Inspection

  /// Skips white space, and returns the kind of the next value.
  @inlinable @inline(__always)
  package mutating func peek() -> JSONKind {
    switch skipSpace() {
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): .number
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
    case UInt8(ascii: "n"): .null
    case 0 where offset >= end: .end
    default: .invalid
    }
  }

  package func string(_ slice: Slice) -> String {
    withBytes(of: slice) { String(decoding: $0) }
  }

  package func withBytes<Result>(
    of slice: Slice, body: (Span<UInt8>) -> Result
  ) -> Result {
    if slice.isEmpty { return body(Span()) }
    let start = Int(slice.start)
    if start >= inputCount {
      return body(repairedBytes.span.extracting(start - inputCount..<slice.end - inputCount))
    }
    return withAllBytes { body($0.extracting(slice.range)) }
  }

  /// Calls `body` with all bytes as they are now; repaired strings are not among them.
  @inlinable @inline(__always)
  package func withAllBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    unsafe body(UnsafeBufferPointer(start: base, count: inputCount).span)
  }

  // MARK: Objects and arrays

  @inlinable @inline(__always)
  package mutating func beginObject() throws(JSONError) {
    guard skipSpace() == UInt8(ascii: "{") else { throw failure(.expectedObject) }
    offset &+= 1
    isAtContainerStart = true
  }

  /// Reads the next key of the object and its colon; if there is none, reads the end of the object
  /// and returns `nil`.
  package mutating func nextKey() throws(JSONError) -> Slice? {
    var byte = skipSpace()
    if byte == UInt8(ascii: "}") {
      offset &+= 1
      isAtContainerStart = false
      return nil
    }
    if !isAtContainerStart {
      guard byte == UInt8(ascii: ",") else { throw failure(.expectedCommaOrEnd) }
      offset &+= 1
      byte = skipSpace()
    }
    isAtContainerStart = false
    guard byte == UInt8(ascii: "\"") else { throw failure(.expectedKey) }
    let key = try string()
    guard skipSpace() == UInt8(ascii: ":") else { throw failure(.expectedColon) }
    offset &+= 1
    return key
  }

  @inlinable
  package mutating func beginArray() throws(JSONError) {
    guard skipSpace() == UInt8(ascii: "[") else { throw failure(.expectedArray) }
    offset &+= 1
    isAtContainerStart = true
  }

  /// Reads `[]` and returns `true` if it comes next, without any white space; otherwise, reads
  /// nothing and returns `false`.
  @inlinable @inline(__always)
  package mutating func skipEmptyArrayIfNext() -> Bool {
    // After the last byte come zeros or a line end, never a bracket.
    guard unsafe base[offset] == UInt8(ascii: "["), unsafe base[offset &+ 1] == UInt8(ascii: "]")
    else { return false }
    offset &+= 2
    isAtContainerStart = false
    return true
  }

  /// Returns whether another element follows; if not, reads the end of the array.
  @inlinable @inline(__always)
  package mutating func nextElement() throws(JSONError) -> Bool {
    let byte = skipSpace()
    if byte == UInt8(ascii: "]") {
      offset &+= 1
      isAtContainerStart = false
      return false
    }
    if !isAtContainerStart {
      guard byte == UInt8(ascii: ",") else { throw failure(.expectedCommaOrEnd) }
      offset &+= 1
      _ = skipSpace()
    }
    isAtContainerStart = false
    return true
  }

  /// Checks that nothing but white space is left.
  package mutating func finish() throws(JSONError) {
    _ = skipSpace()
    guard offset >= end else { throw failure(.trailingBytes) }
  }

  // MARK: Scalars

  @usableFromInline
  package mutating func bool() throws(JSONError) -> Bool {
    let first = skipSpace()
    if first == UInt8(ascii: "t") {
      try skipLiteral("true")
      return true
    }
    guard first == UInt8(ascii: "f") else { throw failure(.badLiteral) }
    try skipLiteral("false")
    return false
  }

  @usableFromInline
  package mutating func skipNull() throws(JSONError) {
    guard skipSpace() == UInt8(ascii: "n") else { throw failure(.badLiteral) }
    try skipLiteral("null")
  }

  /// Reads `null` if it comes next; otherwise, returns `false`.
  @inlinable
  package mutating func skipNullIfNext() throws(JSONError) -> Bool {
    guard skipSpace() == UInt8(ascii: "n") else { return false }
    try skipNull()
    return true
  }

  /// Reads the next number, and returns its bytes as written.
  package mutating func number() throws(JSONError) -> Slice {
    let first = skipSpace()
    let start = offset
    var index = offset &+ (first == UInt8(ascii: "-") ? 1 : 0)
    guard isDigit(unsafe base[index]) else {
      throw index >= end ? JSONError(.unexpectedEnd, at: end) : failure(.expectedNumber)
    }
    let digits = index
    while isDigit(unsafe base[index]) { index &+= 1 }
    let hasLeadingZero = unsafe base[digits] == UInt8(ascii: "0") && index &- digits > 1
    if hasLeadingZero || isNumberPart(unsafe base[index]) {
      while isNumberPart(unsafe base[index]) || isDigit(unsafe base[index]) { index &+= 1 }
      let text = Slice(start..<index)
      if !withBytes(of: text, body: { isJSONNumber($0) }) {
        repairs.add(.nonstandardNumber, count: 1, at: start)
      }
    }
    offset = index
    return Slice(start..<index)
  }

  private func isNumberPart(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e") || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: "-")
  }

  /// Reads the next number, truncated to an integer and clamped to the range of `Int64`.
  @usableFromInline
  package mutating func integer() throws(JSONError) -> Int64 {
    let text = try number()
    var index = Int(text.start)
    let negative = unsafe base[index] == UInt8(ascii: "-")
    if negative { index &+= 1 }
    var value: Int64 = 0
    while index < text.end, isDigit(unsafe base[index]) {
      let (scaled, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = scaled.addingReportingOverflow(Int64(unsafe base[index] &- 48))
      if overflow || carry { return negative ? .min : .max }
      value = sum
      index &+= 1
    }
    while index < text.end {
      if unsafe base[index] | 0x20 == UInt8(ascii: "e") {
        return Self.wholePart(of: Double(string(text)) ?? 0)
      }
      index &+= 1
    }
    return negative ? -value : value
  }

  /// Reads the next value as `integer()` does if it is a number; otherwise, reads nothing and
  /// returns `nil`.
  package mutating func integerIfNext() throws(JSONError) -> Int64? {
    let first = skipSpace()
    return isDigit(first) || first == UInt8(ascii: "-") ? try integer() : nil
  }

  /// Reads an integer of one to nine digits if it comes next, directly before `,`, `}` or `]`.
  ///
  /// Otherwise, and for a leading zero, it reads nothing and returns `nil`.
  @inlinable @inline(__always)
  package mutating func shortIntegerIfNext() -> Int32? {
    let first = skipSpace()
    guard isDigit(first) else { return nil }
    var value: Int32 = 0
    var index = offset
    var digit = first &- 48
    repeat {
      value = value &* 10 &+ Int32(digit)
      index &+= 1
      digit = unsafe base[index] &- 48
    } while digit < 10
    // The caller reads a number that may be broken or too large with `integer()`.
    guard index &- offset <= 9, first != UInt8(ascii: "0") || index == offset &+ 1 else {
      return nil
    }
    switch unsafe base[index] {
    case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"):
      offset = index
      return value
    default: return nil
    }
  }

  /// Reads a number; an incomplete exponent at its end, as in `4.2e` or `4.2e+`, is ignored.
  package mutating func double() throws(JSONError) -> Double {
    let text = try number()
    var written = string(text)
    for _ in 0...2 {
      if let value = Double(written) { return value }
      _ = written.popLast()
    }
    throw JSONError(.expectedNumber, at: Int(text.start))
  }

  private static func wholePart(of value: Double) -> Int64 {
    if value >= 9.2e18 { return .max }
    if value <= -9.2e18 { return .min }
    return Int64(value)
  }

  // MARK: Skipping

  /// Skips the next value, however deeply nested it is.
  package mutating func skip() throws(JSONError) {
    // For each open bracket, true if it is that of an object.
    var open: [Bool] = []
    repeat {
      try skipOneStep(&open)
    } while !open.isEmpty
    isAtContainerStart = false
  }

  /// Reads one scalar or opens one container, then closes all containers that end after it.
  private mutating func skipOneStep(_ open: inout [Bool]) throws(JSONError) {
    switch peek() {
    case .object:
      open.append(true)
      try beginObject()
    case .array:
      open.append(false)
      try beginArray()
    case .string: _ = try string()
    case .number: _ = try number()
    case .bool: _ = try bool()
    case .null: try skipNull()
    case .end, .invalid: throw failure(.expectedValue)
    }
    while let isObject = open.last {
      let goesOn = isObject ? try nextKey() != nil : try nextElement()
      if goesOn { return }
      open.removeLast()
    }
  }

  // MARK: Helpers

  /// Moves to the next byte that is not white space and returns it.
  ///
  /// Returns 0 at the end, or before a line that begins with `lineOpening`.
  @inlinable @inline(__always)
  mutating func skipSpace() -> UInt8 {
    let byte = unsafe base[offset]
    return byte > 0x20 && offset < end ? byte : skipRemainingSpace()
  }

  @usableFromInline @inline(never)
  mutating func skipRemainingSpace() -> UInt8 {
    while true {
      let byte = unsafe base[offset]
      if byte > 0x20 { return offset < end ? byte : 0 }
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09, offset < end else {
        return offset < end ? byte : 0
      }
      if byte == 0x0A, hasLineOpening(after: offset) { return 0 }
      offset &+= 1
      if byte == 0x0A {
        lineEndCount &+= 1
        lineStart = offset
      }
    }
  }

  private mutating func skipLiteral(_ word: StaticString) throws(JSONError) {
    let count = word.utf8CodeUnitCount
    var index = 0
    while index < count {
      if unsafe base[offset &+ index] != word.utf8Start[index] {
        throw offset &+ index >= end
          ? JSONError(.unexpectedEnd, at: end) : JSONError(.badLiteral, at: offset)
      }
      index &+= 1
    }
    offset &+= count
  }

  @usableFromInline
  func failure(_ reason: JSONError.Reason) -> JSONError {
    offset >= end ? JSONError(.unexpectedEnd, at: end) : JSONError(reason, at: offset)
  }
}

/// Returns whether a text is a number as JSON writes it: without leading zeros, and with digits on
/// both sides of the point.
private func isJSONNumber(_ text: Span<UInt8>) -> Bool {
  var index = 0
  func at(_ index: Int) -> UInt8 { index < text.count ? text[index] : 0 }
  func skipDigits() -> Bool {
    let start = index
    while isDigit(at(index)) { index += 1 }
    return index > start
  }
  if at(index) == UInt8(ascii: "-") { index += 1 }
  let hasLeadingZero = at(index) == UInt8(ascii: "0") && isDigit(at(index + 1))
  guard !hasLeadingZero, skipDigits() else { return false }
  if at(index) == UInt8(ascii: ".") {
    index += 1
    guard skipDigits() else { return false }
  }
  if at(index) | 0x20 == UInt8(ascii: "e") {
    index += 1
    if at(index) == UInt8(ascii: "+") || at(index) == UInt8(ascii: "-") { index += 1 }
    guard skipDigits() else { return false }
  }
  return index == text.count
}
