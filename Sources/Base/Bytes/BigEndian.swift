/// Returns the bytes of a number, the most significant first.
///
/// Non-negative numbers of the same type and their bytes have the same order.
package func bigEndianBytes(of number: some FixedWidthInteger) -> [UInt8] {
  stride(from: number.bitWidth - 8, through: 0, by: -8).map {
    UInt8(truncatingIfNeeded: number >> $0)
  }
}
