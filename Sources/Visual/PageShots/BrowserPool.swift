import Dispatch
import Synchronization

/// Several browsers that draw in parallel.
package enum BrowserPool {
  /// Calls `body` for every number below `count`, with a browser that stays open from call to call.
  ///
  /// A browser that fails is replaced, and its page is tried once more. Returns the errors of the pages
  /// that could not be drawn.
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
        if let first = error, first.isEnvironment {
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

  /// Starts a browser; the first attempt may fail on a busy machine.
  private static func start(_ environment: ShotEnvironment) throws(ShotError) -> Browser {
    do { return try Browser.start(environment) } catch { return try Browser.start(environment) }
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
