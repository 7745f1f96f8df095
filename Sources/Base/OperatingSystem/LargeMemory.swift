#if canImport(Glibc)
  import CSystem
#endif

/// How the C library deals with large pieces of memory.
package enum LargeMemory {
  /// Pieces of a MiB or more.
  private static let threshold: Int32 = 1 << 20

  /// Has them given back to the system as soon as they are free.
  ///
  /// Columns grow by moving. Glibc would keep the places they have left, for as long as anything stands behind
  /// them: a sixth of all memory that a large story needs.
  package static func giveBackWhenFree() {
    #if canImport(Glibc)
      _ = mallopt(M_MMAP_THRESHOLD, threshold)
    #endif
  }
}
