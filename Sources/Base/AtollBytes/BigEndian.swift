/// Returns the bytes of a number, the most significant first.
///
/// For non-negative numbers of one type, the bytes sort in the order of the numbers.
package func bigEndianBytes(of number: some FixedWidthInteger) -> [UInt8] {
  stride(from: number.bitWidth - 8, through: 0, by: -8).map {
    UInt8(truncatingIfNeeded: number >> $0)
  }
}
