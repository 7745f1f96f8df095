/// A growing run of bytes that is written once and handed on.
///
/// It knows nothing of contexts: the writer that owns one decides what may be written where.
/// Its memory is its own, so appending costs a compare and a copy, never a reference count.
///
/// Functions that are called for every few bytes are inlinable: a call would cost more than the copy.
@usableFromInline
@safe package struct OutputBuffer: ~Copyable {
  @usableFromInline package internal(set) var count = 0
  @usableFromInline var capacity: Int
  @usableFromInline var storage: UnsafeMutablePointer<UInt8>

  package init(capacity: Int = 4096) {
    self.capacity = Swift.max(capacity, 64)
    unsafe storage = reallocate(nil, self.capacity)
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

  /// Appends a literal in the code of the caller: for literals that are written for every comment.
  @inlinable @inline(__always)
  package mutating func append(inlined literal: StaticString) {
    let length = literal.utf8CodeUnitCount
    if capacity &- count < length { grow(by: length) }
    unsafe copyBytes(from: literal.utf8Start, count: length, to: storage + count)
    count &+= length
  }

  /// Appends text as it is.
  ///
  /// The label keeps literals on the overload above: it costs a copy, and it cannot be handed what a
  /// user wrote.
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

  /// Appends everything that another buffer holds.
  package mutating func append(contentsOf other: borrowing OutputBuffer) {
    unsafe other.withBytes { unsafe append(contentsOf: $0) }
  }

  /// Appends one slice of `bytes`.
  ///
  /// A slice that does not lie in `bytes` appends nothing.
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
    // The last digit first, from the end.
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

  /// Lends the unwritten end, at least `length` bytes of it, and counts what the body says it wrote.
  @inlinable
  package mutating func writeInPlace(
    atMost length: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int
  ) {
    reserve(length)
    let written = unsafe body(storage + count)
    precondition(written >= 0 && written <= length)
    count &+= written
  }

  // MARK: Handing on

  /// Lends everything written so far.
  package borrowing func withBytes<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe try body(UnsafeBufferPointer(start: storage, count: count))
  }

  /// Forgets everything from `length` on.
  package mutating func truncate(to length: Int) {
    count = Swift.min(count, Swift.max(0, length))
  }

  /// Forgets the first bytes, and moves the others to the front.
  package mutating func removeFirst(_ length: Int) {
    let gone = Swift.min(Swift.max(0, length), count)
    unsafe storage.update(from: storage + gone, count: count &- gone)
    count &-= gone
  }

  /// Forgets everything written and keeps the memory.
  package mutating func clear() { count = 0 }

  /// Inserts bytes before those at a place, which move.
  package mutating func insert(_ bytes: [UInt8], at place: Int) {
    guard place <= count else { return }
    let tail = unsafe withBytes { unsafe Array($0[place...]) }
    truncate(to: place)
    append(contentsOf: bytes)
    append(contentsOf: tail)
  }

  /// A copy of everything written.
  package borrowing func bytes() -> [UInt8] {
    unsafe [UInt8](UnsafeBufferPointer(start: storage, count: count))
  }

  @usableFromInline @inline(never)
  mutating func grow(by length: Int) {
    let wanted = Swift.max(capacity &* 2, count &+ length)
    unsafe storage = reallocate(storage, wanted)
    capacity = wanted
  }
}

/// Copies bytes; most runs of markup are short, and a few moves that overlap cost less than a call.
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
