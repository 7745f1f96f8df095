#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// The functions of the C library that this module uses. Unlike loops in Swift, they are fast even
// in debug builds.

package func haveSameBytes(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
  guard left.count == right.count else { return false }
  return unsafe left.withUnsafeBytes { left in
    unsafe right.withUnsafeBytes { right in
      guard let one = left.baseAddress, let other = right.baseAddress else { return true }
      return unsafe memcmp(one, other, left.count) == 0
    }
  }
}

package func firstIndex(
  of byte: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int = 0
) -> Int? {
  guard start < bytes.count, let base = bytes.baseAddress,
    let found = unsafe memchr(base + start, Int32(byte), bytes.count - start)
  else { return nil }
  return unsafe UnsafeRawPointer(found) - base
}

/// Returns the bytes of a C string, without the terminating NUL.
package func bytes(ofCString text: UnsafePointer<CChar>) -> UnsafeBufferPointer<UInt8> {
  unsafe UnsafeBufferPointer(
    start: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: strlen(text))
}

/// Resizes a block of memory and keeps its content, or allocates one if `old` is `nil`.
///
/// The system can move a large block without copying it.
func reallocate(_ old: UnsafeMutablePointer<UInt8>?, to size: Int) -> UnsafeMutablePointer<UInt8> {
  guard let memory = unsafe realloc(old, size) else { preconditionFailure("no memory is left") }
  return unsafe memory.assumingMemoryBound(to: UInt8.self)
}

/// Frees memory that `reallocate` returned.
func release(_ memory: UnsafeMutablePointer<UInt8>) { unsafe free(memory) }
