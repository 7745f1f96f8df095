import CAtollArena

/// Requests to the processor to load memory that will be read soon, so that reading does not wait.
///
/// The comments of a thread are not written in the order of the input. If the input is larger than
/// the processor's caches, rendering would otherwise wait for memory at each comment. These waits
/// would take a seventh of its time.
package enum Prefetching {
  private static let cacheLineSize = 64
  /// The maximum number of cache lines to request.
  ///
  /// When they are read in order, the processor fetches the following lines by itself.
  private static let maximumLineCount = 11

  /// Prefetches the beginning of a region into the processor's cache.
  package static func fetch(_ region: UnsafeRawBufferPointer) {
    guard let start = region.baseAddress else { return }
    let end = min(region.count, maximumLineCount &* cacheLineSize)
    for offset in stride(from: 0, to: end, by: cacheLineSize) {
      unsafe atoll_prefetch(start + offset)
    }
  }
}
