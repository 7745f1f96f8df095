#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Whether two runs of bytes are the same.
///
/// The C library's loop is fast in debug builds too, where a loop of ours is not.
@inline(__always)
func sameBytes(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ count: Int) -> Bool {
  unsafe memcmp(left, right, count) == 0
}
