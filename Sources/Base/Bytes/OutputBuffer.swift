/// A growing buffer of bytes that is written once and passed on.
///
/// It does not know about contexts: the writer that owns it decides what may be written where. It
/// owns its memory, so appending costs a comparison and a copy, but no reference counting.
///
/// Functions that are called for every few bytes are inlinable: a call would cost more than the copy.
@usableFromInline
@safe package struct OutputBuffer: ~Copyable {
  @usableFromInline package internal(set) var count = 0
  @usableFromInline var capacity: Int
  @usableFromInline var storage: UnsafeMutablePointer<UInt8>

  package init(capacity: Int = 4096) {
    self.capacity = Swift.max(capacity, 64)
    unsafe storage = reallocate(nil, to: self.capacity)
  }

  deinit { unsafe release(storage) }

  // MARK: Appending

  /// Appends one byte.
  @inlinable
  package mutating func append(_ byte: UInt8) {
    if count == capacity { grow(by: 1) }
    unsafe storage[count] = byte
    count &+= 1
  }

  /// Appends a literal.
  @inlinable
  package mutating func append(_ literal: StaticString) {
    let length = literal.utf8CodeUnitCount
    if capacity &- count < length { grow(by: length) }
    unsafe copyBytes(from: literal.utf8Start, count: length, to: storage + count)
    count &+= length
  }

  /// Appends a literal, inlined into the caller, for literals that are written for every comment.
  @inlinable @inline(__always)
  package mutating func append(inlined literal: StaticString) {
    let length = literal.utf8CodeUnitCount
    if capacity &- count < length { grow(by: length) }
    unsafe copyBytes(from: literal.utf8Start, count: length, to: storage + count)
    count &+= length
  }

  /// Appends text as it is.
  ///
  /// The label makes literals use the overload for `StaticString`, which saves a copy and cannot be
  /// given user input.
  package mutating func append(verbatim text: String) {
    var text = text
    text.withUTF8 { unsafe append(contentsOf: $0) }
  }

  /// Appends bytes as they are.
  @inlinable
  package mutating func append(contentsOf bytes: UnsafeBufferPointer<UInt8>) {
    guard let base = bytes.baseAddress else { return }
    let length = bytes.count
    if capacity &- count < length { grow(by: length) }
    unsafe copyBytes(from: base, count: length, to: storage + count)
    count &+= length
  }

  /// Appends bytes as they are.
  @inlinable
  package mutating func append(contentsOf bytes: [UInt8]) {
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }

  /// Appends the content of another buffer.
  package mutating func append(contentsOf other: borrowing OutputBuffer) {
    unsafe other.withBytes { unsafe append(contentsOf: $0) }
  }

  /// Appends one slice of `bytes`.
  ///
  /// Appends nothing if the slice is not within `bytes`.
  @inlinable
  package mutating func append(_ slice: Slice, of bytes: [UInt8]) {
    let length = Int(slice.count)
    guard length > 0, slice.end <= bytes.count else { return }
    if capacity &- count < length { grow(by: length) }
    unsafe bytes.withUnsafeBufferPointer {
      guard let base = $0.baseAddress else { return }
      unsafe copyBytes(from: base + Int(slice.start), count: length, to: storage + count)
    }
    count &+= length
  }

  package mutating func append(decimal value: Int) {
    if value >= 0 && value < 10 {
      append(UInt8(truncatingIfNeeded: 48 &+ value))
      return
    }
    if value < 0 { append(UInt8(ascii: "-")) }
    reserve(20)
    var digits = 1
    var bound: UInt = 10
    while value.magnitude >= bound {
      digits &+= 1
      bound &*= 10
    }
    // Writes backwards, beginning with the last digit.
    var rest = value.magnitude
    var place = count &+ digits
    while place > count {
      place &-= 1
      unsafe storage[place] = UInt8(truncatingIfNeeded: 48 &+ rest % 10)
      rest /= 10
    }
    count &+= digits
  }

  // MARK: Writing in place

  /// Makes sure that `length` more bytes fit.
  @inlinable
  package mutating func reserve(_ length: Int) {
    if capacity &- count < length { grow(by: length) }
  }

  /// Calls `body` with at least `length` bytes of unwritten memory, and counts the bytes that it
  /// reports as written.
  @inlinable
  package mutating func writeInPlace(
    atMost length: Int, body: (UnsafeMutablePointer<UInt8>) -> Int
  ) {
    reserve(length)
    let written = unsafe body(storage + count)
    precondition(written >= 0 && written <= length)
    count &+= written
  }

  // MARK: Handing on

  /// Calls `body` with everything written so far.
  package borrowing func withBytes<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe try body(UnsafeBufferPointer(start: storage, count: count))
  }

  /// Removes everything from offset `length` on.
  package mutating func truncate(to length: Int) {
    count = Swift.min(count, Swift.max(0, length))
  }

  /// Removes the first `length` bytes, and moves the others to the front.
  package mutating func removeFirst(_ length: Int) {
    let gone = Swift.min(Swift.max(0, length), count)
    unsafe storage.update(from: storage + gone, count: count &- gone)
    count &-= gone
  }

  /// Removes everything, but keeps the memory.
  package mutating func clear() { count = 0 }

  /// Inserts bytes at an offset, and moves those after it.
  package mutating func insert(_ bytes: [UInt8], at place: Int) {
    guard place <= count else { return }
    let tail = unsafe withBytes { unsafe Array($0[place...]) }
    truncate(to: place)
    append(contentsOf: bytes)
    append(contentsOf: tail)
  }

  /// Returns a copy of everything written.
  package borrowing func bytes() -> [UInt8] {
    unsafe [UInt8](UnsafeBufferPointer(start: storage, count: count))
  }

  @usableFromInline @inline(never)
  mutating func grow(by length: Int) {
    let wanted = Swift.max(capacity &* 2, count &+ length)
    unsafe storage = reallocate(storage, to: wanted)
    capacity = wanted
  }
}

/// Copies bytes.
///
/// Most pieces of markup are short, and a few overlapping moves cost less than a call.
@inlinable @inline(__always)
package func copyBytes(
  from source: UnsafePointer<UInt8>, count: Int, to target: UnsafeMutablePointer<UInt8>
) {
  let from = unsafe UnsafeRawPointer(source)
  let to = UnsafeMutableRawPointer(target)
  if count >= 16 {
    if count > 128 {
      unsafe target.update(from: source, count: count)
      return
    }
    let last = unsafe from.loadUnaligned(fromByteOffset: count &- 16, as: SIMD16<UInt8>.self)
    var done = 0
    while done &+ 16 < count {
      let next = unsafe from.loadUnaligned(fromByteOffset: done, as: SIMD16<UInt8>.self)
      unsafe to.storeBytes(of: next, toByteOffset: done, as: SIMD16<UInt8>.self)
      done &+= 16
    }
    unsafe to.storeBytes(of: last, toByteOffset: count &- 16, as: SIMD16<UInt8>.self)
  } else if count >= 8 {
    let first = unsafe from.loadUnaligned(as: UInt64.self)
    let last = unsafe from.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
    unsafe to.storeBytes(of: first, as: UInt64.self)
    unsafe to.storeBytes(of: last, toByteOffset: count &- 8, as: UInt64.self)
  } else if count >= 4 {
    let first = unsafe from.loadUnaligned(as: UInt32.self)
    let last = unsafe from.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
    unsafe to.storeBytes(of: first, as: UInt32.self)
    unsafe to.storeBytes(of: last, toByteOffset: count &- 4, as: UInt32.self)
  } else if count > 0 {
    unsafe target[0] = source[0]
    unsafe target[count &>> 1] = source[count &>> 1]
    unsafe target[count &- 1] = source[count &- 1]
  }
}
