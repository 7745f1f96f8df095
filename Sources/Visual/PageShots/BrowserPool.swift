import Dispatch
import Synchronization

/// A pool of browsers that draw in parallel.
package enum BrowserPool {
  /// The maximum number of attempts to start a browser, and of browsers that try to draw the same
  /// page.
  private static let mostAttempts = 3

  /// Returns the results of `body` for every index below `count`.
  ///
  /// Each call gets a browser that stays open between calls.
  ///
  /// A browser that fails is replaced, and its page is tried again.
  package static func map<Value: Sendable>(
    _ count: Int, jobs: Int, in environment: ShotEnvironment,
    _ body: @Sendable (Int, inout Browser) throws(ShotError) -> Value
  ) -> [Result<Value, ShotError>] {
    let next = Mutex(0)
    let results = Mutex([Result<Value, ShotError>?](repeating: nil, count: count))
    let take: @Sendable () -> Int? = {
      next.withLock { number in
        guard number < count else { return nil }
        number += 1
        return number - 1
      }
    }
    let noStart = Mutex(ShotError.ended(lastWords: ""))
    DispatchQueue.concurrentPerform(iterations: max(1, min(jobs, count))) { _ in
      let error = work(in: environment, take: take, body: body) { index, result in
        results.withLock { $0[index] = result }
      }
      if let error { noStart.withLock { $0 = error } }
    }
    // The rest was not tried, because no browser could be started.
    let error = noStart.withLock { $0 }
    return results.withLock { $0 }.map { $0 ?? .failure(error) }
  }

  /// Draws pages one after the other, and returns their pictures in the same order.
  package static func shoot(
    _ pages: [PageRequest], in environment: ShotEnvironment
  ) throws(ShotError) -> [Shot] {
    let shots = map(pages.count, jobs: 1, in: environment) { (index, browser) throws(ShotError) in
      try browser.shoot(pages[index])
    }
    return try shots.map { (shot) throws(ShotError) in try shot.get() }
  }

  /// Draws until nothing is left or no browser can be started; returns the error in the latter
  /// case.
  private static func work<Value>(
    in environment: ShotEnvironment, take: () -> Int?,
    body: (Int, inout Browser) throws(ShotError) -> Value,
    finish: (Int, Result<Value, ShotError>) -> Void
  ) -> ShotError? {
    guard let first = take() else { return nil }
    var index = first
    do {
      var browser = try start(environment)
      while true {
        var result = attempt(index, in: &browser, body: body)
        for _ in 1..<mostAttempts {
          guard case .failure(let error) = result, error.isEnvironment else { break }
          browser = try start(environment)
          result = attempt(index, in: &browser, body: body)
        }
        finish(index, result)
        guard let following = take() else { return nil }
        index = following
      }
    } catch {
      finish(index, .failure(error))
      return error
    }
  }

  /// Starts a browser, in more than one attempt because starting may fail on a busy machine.
  private static func start(_ environment: ShotEnvironment) throws(ShotError) -> Browser {
    for _ in 1..<mostAttempts {
      do { return try Browser.start(environment) } catch { continue }
    }
    return try Browser.start(environment)
  }

  private static func attempt<Value>(
    _ index: Int, in browser: inout Browser, body: (Int, inout Browser) throws(ShotError) -> Value
  ) -> Result<Value, ShotError> {
    do { return .success(try body(index, &browser)) } catch { return .failure(error) }
  }
}
