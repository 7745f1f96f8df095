/// Returns the bytes of a number, the most significant first.
///
/// Non-negative numbers of the same type and their bytes have the same order.
package func bigEndianBytes(of number: some FixedWidthInteger) -> [UInt8] {
  unsafe withUnsafeBytes(of: number.bigEndian) { unsafe Array($0) }
}
