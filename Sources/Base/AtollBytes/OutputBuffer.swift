/// A growing buffer of bytes that is written once and passed on.
///
/// The buffer escapes nothing: the writer that owns it escapes text for its context. The buffer
/// owns its memory, so appending costs a comparison and a copy, but no reference counting.
///
/// Functions that run for every few bytes are inlinable: a call would cost more than the copy.
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

  @inlinable
  package mutating func append(_ byte: UInt8) {
    if count == capacity { grow(by: 1) }
    unsafe storage[count] = byte
    count &+= 1
  }

  @inlinable
  package mutating func append(_ literal: StaticString) { append(inlined: literal) }

  /// Appends a literal; the call is inlined, for literals that are written for every comment.
  @inlinable @inline(__always)
  package mutating func append(inlined literal: StaticString) {
    let length = literal.utf8CodeUnitCount
    if capacity &- count < length { grow(by: length) }
    unsafe copyBytes(
      of: UnsafeBufferPointer(start: literal.utf8Start, count: length).span, to: storage + count)
    count &+= length
  }

  /// Appends text as it is.
  ///
  /// A literal should use the overload without a label. That overload takes a `StaticString`: it
  /// saves a copy, and cannot be given user input.
  package mutating func append(verbatim text: String) {
    text.withBytes { append(contentsOf: $0) }
  }

  @inlinable
  package mutating func append(contentsOf bytes: Span<UInt8>) { append(inlined: bytes) }

  /// Appends bytes as they are; the call is inlined, for code that runs for every comment.
  @inlinable @inline(__always)
  package mutating func append(inlined bytes: Span<UInt8>) {
    let length = bytes.count
    if capacity &- count < length { grow(by: length) }
    unsafe copyBytes(of: bytes, to: storage + count)
    count &+= length
  }

  @inlinable
  package mutating func append(contentsOf bytes: [UInt8]) {
    append(contentsOf: bytes.span)
  }

  package mutating func append(contentsOf other: borrowing OutputBuffer) {
    other.withBytes { append(contentsOf: $0) }
  }

  /// Appends a slice of `bytes`, or nothing if the slice is not within them.
  @inlinable
  package mutating func append(_ slice: Slice, of bytes: [UInt8]) {
    let length = Int(slice.count)
    guard length > 0, slice.end <= bytes.count else { return }
    append(inlined: unsafe bytes.span.extracting(unchecked: slice.range))
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
    var index = count &+ digits
    while index > count {
      index &-= 1
      unsafe storage[index] = UInt8(truncatingIfNeeded: 48 &+ rest % 10)
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

  /// Calls `body` with at least `length` bytes of unwritten memory, and counts the bytes that
  /// `body` reports as written.
  @inlinable
  package mutating func writeInPlace(
    atMost length: Int, body: (UnsafeMutablePointer<UInt8>) -> Int
  ) {
    reserve(length)
    let written = unsafe body(storage + count)
    precondition(written >= 0 && written <= length)
    count &+= written
  }

  // MARK: Reading and removing

  package borrowing func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe try body(UnsafeBufferPointer(start: storage, count: count).span)
  }

  package mutating func truncate(to length: Int) {
    count = Swift.min(count, Swift.max(0, length))
  }

  /// Removes the first `length` bytes, and moves the others to the front.
  package mutating func removeFirst(_ length: Int) {
    let removedCount = Swift.min(Swift.max(0, length), count)
    unsafe storage.update(from: storage + removedCount, count: count &- removedCount)
    count &-= removedCount
  }

  /// Removes everything, but keeps the memory.
  package mutating func clear() { count = 0 }

  package mutating func insert(_ bytes: [UInt8], at index: Int) {
    guard index <= count else { return }
    let tail = withBytes { Array($0.extracting(index...)) }
    truncate(to: index)
    append(contentsOf: bytes)
    append(contentsOf: tail)
  }

  package borrowing func bytes() -> [UInt8] {
    withBytes { Array($0) }
  }

  @usableFromInline @inline(never)
  mutating func grow(by length: Int) {
    let wanted = Swift.max(capacity &* 2, count &+ length)
    unsafe storage = reallocate(storage, to: wanted)
    capacity = wanted
  }
}

/// Copies bytes, up to 128 of them without a call, because most pieces of markup are short.
@inlinable @inline(__always)
package func copyBytes(of source: Span<UInt8>, to target: UnsafeMutablePointer<UInt8>) {
  let count = source.count
  let to = UnsafeMutableRawPointer(target)
  if count >= 16 {
    if count > 128 {
      unsafe source.withUnsafeBytes {
        if let base = $0.baseAddress { unsafe to.copyMemory(from: base, byteCount: count) }
      }
      return
    }
    let last = unsafe source.load(SIMD16<UInt8>.self, unchecked: count &- 16)
    var done = 0
    while done &+ 16 < count {
      let next = unsafe source.load(SIMD16<UInt8>.self, unchecked: done)
      unsafe to.storeBytes(of: next, toByteOffset: done, as: SIMD16<UInt8>.self)
      done &+= 16
    }
    unsafe to.storeBytes(of: last, toByteOffset: count &- 16, as: SIMD16<UInt8>.self)
  } else if count >= 8 {
    let first = unsafe source.load(UInt64.self, unchecked: 0)
    let last = unsafe source.load(UInt64.self, unchecked: count &- 8)
    unsafe to.storeBytes(of: first, as: UInt64.self)
    unsafe to.storeBytes(of: last, toByteOffset: count &- 8, as: UInt64.self)
  } else if count >= 4 {
    let first = unsafe source.load(UInt32.self, unchecked: 0)
    let last = unsafe source.load(UInt32.self, unchecked: count &- 4)
    unsafe to.storeBytes(of: first, as: UInt32.self)
    unsafe to.storeBytes(of: last, toByteOffset: count &- 4, as: UInt32.self)
  } else if count > 0 {
    unsafe target[0] = source[unchecked: 0]
    unsafe target[count &>> 1] = source[unchecked: count &>> 1]
    unsafe target[count &- 1] = source[unchecked: count &- 1]
  }
}
