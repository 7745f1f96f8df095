import AtollBytes

/// A cursor that writes short strings and numbers directly into the unused end of an output buffer.
///
/// A page can have a hundred thousand dates, so the free room is checked once for a whole date, not
/// for each of its parts.
@safe struct TextCursor {
  private let start: UnsafeMutablePointer<UInt8>
  private var next: UnsafeMutablePointer<UInt8>

  /// The largest number of bytes that can be written through one cursor.
  static let capacity = 96

  private init(_ start: UnsafeMutablePointer<UInt8>) {
    unsafe self.start = start
    unsafe next = start
  }

  /// Appends whatever the closure writes, at most `capacity` bytes.
  @inline(__always)
  static func write(to out: inout OutputBuffer, body: (inout TextCursor) -> Void) {
    unsafe out.writeInPlace(atMost: capacity) { start in
      var cursor = unsafe TextCursor(start)
      body(&cursor)
      return unsafe cursor.next - cursor.start
    }
  }

  @inline(__always)
  var count: Int { unsafe next - start }

  /// Returns a vector that begins with the last `count` bytes written; its remaining bytes are
  /// undefined.
  ///
  /// The result is `nil` if the bytes do not fit, or if the vector would extend beyond `capacity`.
  func lastBytes(_ count: Int) -> SIMD32<UInt8>? {
    let length = SIMD32<UInt8>.scalarCount
    guard count <= min(length, self.count), self.count - count + length <= Self.capacity else {
      return nil
    }
    return unsafe UnsafeRawPointer(next - count).loadUnaligned(as: SIMD32<UInt8>.self)
  }

  /// Appends the first `count` bytes of a vector; the others are written too, but overwritten
  /// later.
  @inline(__always)
  mutating func append(_ text: SIMD32<UInt8>, count: Int) {
    unsafe UnsafeMutableRawPointer(next).storeBytes(of: text, as: SIMD32<UInt8>.self)
    unsafe next += count
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    unsafe next.pointee = byte
    unsafe next += 1
  }

  mutating func append(_ slice: Slice, of bytes: [UInt8]) {
    guard slice.end <= bytes.count else { return }
    unsafe copyBytes(of: bytes.span.extracting(slice.range), to: next)
    unsafe next += Int(slice.count)
  }

  @inline(__always)
  mutating func append(twoDigits number: Int) {
    let number = UInt32(truncatingIfNeeded: number)
    append(UInt8(truncatingIfNeeded: 48 &+ number / 10))
    append(UInt8(truncatingIfNeeded: 48 &+ number % 10))
  }

  @inline(__always)
  mutating func append(fourDigits number: Int) {
    let number = UInt32(truncatingIfNeeded: number)
    append(twoDigits: Int(number / 100))
    append(twoDigits: Int(number % 100))
  }

  /// Appends a number below 100 without a leading zero.
  @inline(__always)
  mutating func append(oneOrTwoDigits number: Int) {
    if number >= 10 {
      append(twoDigits: number)
    } else {
      append(UInt8(truncatingIfNeeded: 48 &+ number))
    }
  }

  /// Appends a year from 1 to 9999 without leading zeros.
  @inline(__always)
  mutating func append(year: Int) {
    if year >= 1000 {
      append(fourDigits: year)
    } else {
      if year >= 100 { append(UInt8(truncatingIfNeeded: 48 &+ year / 100)) }
      if year >= 10 { append(UInt8(truncatingIfNeeded: 48 &+ year / 10 % 10)) }
      append(UInt8(truncatingIfNeeded: 48 &+ year % 10))
    }
  }
}
