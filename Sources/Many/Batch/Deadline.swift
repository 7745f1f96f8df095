#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// When a story has taken too long.
struct Deadline {
  private let limit: Int64
  private let end: Int64

  /// The end of a time in milliseconds that begins now; never, without one.
  init(after limit: Int64?) {
    self.limit = limit ?? 0
    end = limit.map { Self.milliseconds + $0 } ?? .max
  }

  func check() throws(StoryFailure) {
    guard end != .max, Self.milliseconds > end else { return }
    throw StoryFailure(.timeout, "it took longer than \(limit) ms")
  }

  private static var milliseconds: Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
