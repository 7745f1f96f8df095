import AtollOperatingSystem
import AtollStoryDecoding

/// The point in time after which a story fails.
struct Deadline {
  private let limit: Int64
  private let end: Int64

  /// Creates a deadline after a number of milliseconds; `nil` means that there is none.
  init(after limit: Int64?) {
    self.limit = limit ?? 0
    end = limit.map { SystemClock.monotonicMilliseconds + $0 } ?? .max
  }

  func check() throws {
    guard end != .max, SystemClock.monotonicMilliseconds > end else { return }
    throw StoryError(.timeout, message: "it took longer than \(limit) ms")
  }
}
