/// Returns the bytes of a number, the most significant first; those of non-negative numbers sort
/// like the numbers.
package func bigEndianBytes(of number: some FixedWidthInteger) -> [UInt8] {
  unsafe withUnsafeBytes(of: number.bigEndian) { unsafe Array($0) }
}
