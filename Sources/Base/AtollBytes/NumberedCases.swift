/// An enum without associated values, whose cases are numbered in order of declaration.
@usableFromInline
package protocol NumberedCases: CaseIterable {}

extension NumberedCases {
  /// The index of the case among all cases.
  ///
  /// An enum without associated values is stored as exactly this number.
  @inlinable @inline(__always)
  package var index: Int { Int(unsafe unsafeBitCast(self, to: UInt8.self)) }
}
