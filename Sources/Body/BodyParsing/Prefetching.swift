import CArena

/// Asks the processor for memory that is read soon, so that reading it does not wait.
///
/// The comments of a thread are written in another order than they have in the input. Without this, a thread whose
/// input is larger than the processor's caches waits for memory at each comment, a seventh of its time.
package enum Prefetching {
  private static let cacheLine = 64
  /// The processor fetches the lines after these by itself, once they are read in order.
  private static let mostLines = 11

  /// Asks for the beginning of a region.
  package static func fetch(_ region: UnsafeRawBufferPointer) {
    guard let start = region.baseAddress else { return }
    let end = min(region.count, mostLines &* cacheLine)
    for offset in stride(from: 0, to: end, by: cacheLine) { unsafe atoll_prefetch(start + offset) }
  }
}
