/// Returns the bytes of a number with the most significant first, so that they sort like the number.
package func bigEndianBytes(of number: some FixedWidthInteger) -> [UInt8] {
  unsafe withUnsafeBytes(of: number.bigEndian) { unsafe Array($0) }
}
