/// The bytes of a span, in a form that an escapable type can store.
///
/// Every index is checked, except by the `unchecked` members. The value is valid only inside the
/// closure of `Span.withBorrowedBytes`, and must not be kept.
@safe @usableFromInline
package struct BorrowedBytes {
  @usableFromInline let bytes: UnsafeBufferPointer<UInt8>

  @inlinable @inline(__always)
  init(_ bytes: UnsafeBufferPointer<UInt8>) { unsafe self.bytes = bytes }

  @inlinable @inline(__always)
  package var count: Int { unsafe bytes.count }

  @inlinable @inline(__always)
  package subscript(index: Int) -> UInt8 {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
    return unsafe bytes[index]
  }

  /// Returns the byte at an index that has just been checked.
  @inlinable @inline(__always)
  @unsafe package subscript(unchecked index: Int) -> UInt8 { unsafe bytes[index] }

  /// Returns the sixteen bytes from `index` on, which must exist.
  @inlinable @inline(__always)
  package func load16(at index: Int) -> SIMD16<UInt8> {
    precondition(index >= 0 && index <= count &- 16)
    return unsafe load16(unchecked: index)
  }

  /// Returns the sixteen bytes at an index that has just been checked.
  @inlinable @inline(__always)
  @unsafe package func load16(unchecked index: Int) -> SIMD16<UInt8> {
    unsafe UnsafeRawBufferPointer(bytes).loadUnaligned(
      fromByteOffset: index, as: SIMD16<UInt8>.self)
  }

  @inlinable @inline(__always)
  package func withSpan<Result>(of range: Range<Int>, _ body: (Span<UInt8>) -> Result) -> Result {
    unsafe body(bytes.span.extracting(range))
  }
}

extension Span<UInt8> {
  @inlinable @inline(__always)
  package func withBorrowedBytes<Result>(_ body: (BorrowedBytes) -> Result) -> Result {
    unsafe withUnsafeBufferPointer { unsafe body(BorrowedBytes($0)) }
  }
}
