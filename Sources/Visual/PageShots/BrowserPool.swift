import Dispatch
import Synchronization

/// Several browsers that draw in parallel.
package enum BrowserPool {
  /// The number of attempts to start a browser, and the number of browsers that try to draw a page.
  private static let mostAttempts = 3

  /// Calls `body` for every number below `count`, with a browser that stays open from call to call.
  ///
  /// A browser that fails is replaced, and its page is tried again. Returns the errors of the pages that
  /// could not be drawn.
  package static func forEach(
    _ count: Int, jobs: Int, in environment: ShotEnvironment,
    _ body: @Sendable (Int, inout Browser) throws(ShotError) -> Void
  ) -> [Int: ShotError] {
    let next = Mutex(0)
    let failures = Mutex<[Int: ShotError]>([:])
    let take: @Sendable () -> Int? = {
      next.withLock { number in
        guard number < count else { return nil }
        number += 1
        return number - 1
      }
    }
    let noStart = Mutex<ShotError?>(nil)
    DispatchQueue.concurrentPerform(iterations: max(1, min(jobs, count))) { _ in
      let error = work(environment, take, body) { index, error in
        failures.withLock { $0[index] = error }
      }
      if let error { noStart.withLock { $0 = error } }
    }
    // The rest was not tried, because no browser could be started.
    if let error = noStart.withLock({ $0 }) {
      while let rest = take() { failures.withLock { $0[rest] = error } }
    }
    return failures.withLock { $0 }
  }

  /// Draws pages one after the other, and returns their pictures in the same order.
  package static func shoot(
    _ pages: [PageRequest], in environment: ShotEnvironment
  ) throws(ShotError) -> [Shot] {
    let shots = Mutex<[Int: Shot]>([:])
    let failures = forEach(pages.count, jobs: 1, in: environment) {
      (index, browser) throws(ShotError) in
      let shot = try browser.shoot(pages[index])
      shots.withLock { $0[index] = shot }
    }
    if let failure = failures.min(by: { $0.key < $1.key }) { throw failure.value }
    return shots.withLock { $0 }.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Draws until nothing is left, or until no browser can be started, which is the error returned.
  private static func work(
    _ environment: ShotEnvironment, _ take: () -> Int?,
    _ body: (Int, inout Browser) throws(ShotError) -> Void, _ fail: (Int, ShotError) -> Void
  ) -> ShotError? {
    guard let first = take() else { return nil }
    var index = first
    do {
      var browser = try start(environment)
      while true {
        var error = attempt(index, &browser, body)
        for _ in 1..<mostAttempts {
          guard let last = error, last.isEnvironment else { break }
          browser = try start(environment)
          error = attempt(index, &browser, body)
        }
        if let error { fail(index, error) }
        guard let following = take() else { return nil }
        index = following
      }
    } catch {
      fail(index, error)
      return error
    }
  }

  /// Starts a browser; attempts may fail on a busy machine.
  private static func start(_ environment: ShotEnvironment) throws(ShotError) -> Browser {
    for _ in 1..<mostAttempts {
      do { return try Browser.start(environment) } catch { continue }
    }
    return try Browser.start(environment)
  }

  private static func attempt(
    _ index: Int, _ browser: inout Browser,
    _ body: (Int, inout Browser) throws(ShotError) -> Void
  ) -> ShotError? {
    do {
      try body(index, &browser)
      return nil
    } catch {
      return error
    }
  }
}
