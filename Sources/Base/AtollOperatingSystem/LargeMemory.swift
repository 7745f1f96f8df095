#if canImport(Glibc)
  import CAtollSystem
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Settings and checks for large allocations.
package enum LargeMemory {
  /// The minimum size, in bytes, of allocations that go back to the system when they are freed.
  private static let mappedAllocationThreshold: Int32 = 1 << 20
  /// The number of bytes of freed memory that are kept for the next allocations.
  private static let retainedFreeMemory: Int32 = 4 << 20
  /// The sizes of pages, in bytes.
  private static let hugePageSize = 2 << 20
  private static let smallPageSize = 4 << 10
  /// The size, in bytes, below which `requestPages(for:)` does nothing.
  private static let minimumRequestedSize = 1 << 17
  /// The number of bytes below which `growHeap(by:)` does nothing.
  private static let minimumHeapGrowth = 1 << 24
  /// The size, in bytes, below which `isAvailable(_:)` returns `true` without asking the system.
  private static let minimumCheckedSize = 1 << 24

  /// Makes the C library return large allocations to the system as soon as they are freed.
  ///
  /// An array moves when it grows. Without this setting, glibc keeps its old memory as long as any
  /// memory after it is in use: for a large story, a sixth of all memory.
  ///
  /// A few MiB of small allocations are kept. Otherwise, every email would return and request a
  /// hundred pages.
  package static func returnFreedMemoryToSystem() {
    #if canImport(Glibc)
      _ = mallopt(M_MMAP_THRESHOLD, mappedAllocationThreshold)
      _ = mallopt(M_TRIM_THRESHOLD, retainedFreeMemory)
    #endif
  }

  /// Returns all freed memory to the system, even if memory after it is in use.
  ///
  /// Stories of very different sizes leave gaps: an eighth of the memory for a large dump.
  package static func trimHeap() {
    #if canImport(Glibc)
      _ = malloc_trim(0)
    #endif
  }

  /// Grows the heap by a number of bytes in large pages, and takes all further memory from it.
  ///
  /// Otherwise, each column of a large story is requested from the system separately, in small
  /// pages: 6,000 page faults for 100,000 comments. The heap keeps freed memory, so this is for
  /// commands that end after one story.
  package static func growHeap(by count: Int) {
    #if canImport(Glibc)
      guard count >= minimumHeapGrowth else { return }
      _ = mallopt(M_TRIM_THRESHOLD, -1)
      _ = mallopt(M_MMAP_MAX, 0)
      guard let memory = unsafe malloc(count) else { return }
      unsafe requestPages(for: UnsafeMutableRawBufferPointer(start: memory, count: count))
      unsafe free(memory)
    #endif
  }

  /// Returns whether the system can provide a number of bytes.
  ///
  /// An array that gets no memory ends the process, so large sizes are checked first. This function
  /// asks with `mmap`, because the optimizer removes a `malloc` whose memory is freed immediately.
  static func isAvailable(_ count: Int) -> Bool {
    if count < minimumCheckedSize { return true }
    let memory = unsafe mmap(
      nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | Int32(MAP_ANONYMOUS), -1, 0)
    guard let memory = unsafe memory, unsafe memory != MAP_FAILED else { return false }
    unsafe munmap(memory, count)
    return true
  }

  /// Requests large pages for a large buffer, and all small pages at once for a smaller buffer.
  ///
  /// Otherwise, 100 MB would cost 25,000 page faults.
  static func requestPages(for buffer: UnsafeMutableRawBufferPointer) {
    #if canImport(Glibc)
      guard buffer.count >= minimumRequestedSize, let base = buffer.baseAddress else { return }
      let isLarge = buffer.count >= 2 * hugePageSize
      let pageSize = isLarge ? hugePageSize : smallPageSize
      let start = UInt(bitPattern: base)
      let aligned = (start + UInt(pageSize) - 1) & ~UInt(pageSize - 1)
      let skipped = Int(aligned - start)
      let length = (buffer.count - skipped) & ~(pageSize - 1)
      // This is a hint: if the system does not support it, everything works the same.
      _ = unsafe madvise(base + skipped, length, isLarge ? MADV_HUGEPAGE : MADV_POPULATE_WRITE)
    #endif
  }
}
