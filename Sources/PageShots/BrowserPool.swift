import Dispatch
import Synchronization

/// A few browsers that draw side by side.
package enum BrowserPool {
  /// Calls `body` for every number below `count`, with a browser that stays open from call to call.
  ///
  /// A browser that dies is replaced, and what it was drawing is tried once more. What cannot be
  /// drawn is given back with the reason.
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
    DispatchQueue.concurrentPerform(iterations: max(1, min(jobs, count))) { _ in
      work(environment, take, body) { index, error in
        failures.withLock { $0[index] = error }
      }
    }
    return failures.withLock { $0 }
  }

  private static func work(
    _ environment: ShotEnvironment, _ take: () -> Int?,
    _ body: (Int, inout Browser) throws(ShotError) -> Void, _ fail: (Int, ShotError) -> Void
  ) {
    guard let first = take() else { return }
    var index = first
    do {
      var browser = try Browser.start(environment)
      while true {
        var error = attempt(index, &browser, body)
        if let first = error, first.isEnvironment {
          browser = try Browser.start(environment)
          error = attempt(index, &browser, body)
        }
        if let error { fail(index, error) }
        guard let following = take() else { return }
        index = following
      }
    } catch {
      fail(index, error)
      while let rest = take() { fail(rest, error) }
    }
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
