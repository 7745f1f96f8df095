#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// The calls of the C library that this module needs. They are fast in debug builds too, unlike loops in Swift.

/// Returns whether two runs of bytes are equal.
package func sameBytes(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int) -> Bool {
  unsafe memcmp(left, right, count) == 0
}

/// Returns the index of the first byte of a value from `start` on.
package func firstIndex(
  of byte: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int = 0
) -> Int? {
  guard start < bytes.count, let base = bytes.baseAddress,
    let found = unsafe memchr(base + start, Int32(byte), bytes.count - start)
  else { return nil }
  return unsafe UnsafeRawPointer(found) - base
}

/// Returns the bytes of a string of the C library, without the zero at its end.
package func bytes(ofCString text: UnsafePointer<CChar>) -> UnsafeBufferPointer<UInt8> {
  unsafe UnsafeBufferPointer(
    start: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: strlen(text))
}

/// Returns memory of another size with the content of the old one, which the system moves without copying it
/// if it is large.
func reallocate(_ old: UnsafeMutablePointer<UInt8>?, _ size: Int) -> UnsafeMutablePointer<UInt8> {
  guard let memory = unsafe realloc(old, size) else { preconditionFailure("no memory is left") }
  return unsafe memory.assumingMemoryBound(to: UInt8.self)
}

/// Frees memory that `reallocate` returned.
func release(_ memory: UnsafeMutablePointer<UInt8>) { unsafe free(memory) }
