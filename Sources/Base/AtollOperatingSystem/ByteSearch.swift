#if canImport(Darwin)
  import Darwin
#else
  import CAtollSystem
#endif

package func offset(
  of searched: [UInt8], in bytes: [UInt8], from start: Int = 0
) -> Int? {
  if searched.isEmpty { return start <= bytes.count ? start : nil }
  guard start < bytes.count else { return nil }
  return unsafe bytes.withUnsafeBytes { bytes in
    guard let base = bytes.baseAddress,
      let found = unsafe memmem(base + start, bytes.count - start, searched, searched.count)
    else { return nil }
    return unsafe UnsafeRawPointer(found) - base
  }
}
