/// A run of bytes inside a larger buffer: where it starts and how long it is.
///
/// A slice does not know its buffer. The documentation of a property or function says which bytes
/// its slice belongs to.
@usableFromInline
package struct Slice: Hashable, Sendable {
  @usableFromInline package var start: UInt32
  @usableFromInline package var count: UInt32

  @inlinable
  package init(start: UInt32, count: UInt32) {
    self.start = start
    self.count = count
  }

  @inlinable
  package init(_ range: Range<Int>) {
    start = UInt32(truncatingIfNeeded: range.lowerBound)
    count = UInt32(truncatingIfNeeded: range.count)
  }

  @inlinable package static var empty: Slice { Slice(start: 0, count: 0) }

  @inlinable package var isEmpty: Bool { count == 0 }
  @inlinable package var end: Int { Int(start) + Int(count) }
  @inlinable package var range: Range<Int> { Int(start)..<end }
}

extension [UInt8] {
  package func string(_ slice: Slice) -> String {
    slice.isEmpty ? "" : String(decoding: self[slice.range], as: UTF8.self)
  }

  package func isSlice(_ slice: Slice, equalTo literal: StaticString) -> Bool {
    guard Int(slice.count) == literal.utf8CodeUnitCount else { return false }
    let start = Int(slice.start)
    for position in 0..<literal.utf8CodeUnitCount
    where self[start + position] != literal.byte(at: position) {
      return false
    }
    return true
  }
}
