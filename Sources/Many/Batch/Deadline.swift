import OperatingSystem

/// When a story has taken too long.
struct Deadline {
  private let limit: Int64
  private let end: Int64

  /// The end of a time in milliseconds that begins now; never, without one.
  init(after limit: Int64?) {
    self.limit = limit ?? 0
    end = limit.map { SystemClock.monotonicMilliseconds + $0 } ?? .max
  }

  func check() throws(StoryFailure) {
    guard end != .max, SystemClock.monotonicMilliseconds > end else { return }
    throw StoryFailure(.timeout, "it took longer than \(limit) ms")
  }
}
