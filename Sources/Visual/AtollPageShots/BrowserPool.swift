import AtollBytes
import Dispatch
import Synchronization

/// A pool of browsers that draw in parallel.
package enum BrowserPool {
  /// The maximum number of attempts to draw a page.
  private static let maximumAttemptCount = 3

  /// Returns the results of `body` for every index below `count`.
  ///
  /// Each call gets a browser that stays open between calls. If a browser fails, another one tries
  /// the same page again, unless the page itself is the cause or the environment says to stop.
  package static func map<Value: Sendable>(
    _ count: Int, browserCount: Int, in environment: BrowserEnvironment,
    body: @Sendable (Int, inout Browser) throws -> Value
  ) -> [Result<Value, any Error>] {
    let next = Mutex(0)
    let results = Mutex([Result<Value, any Error>?](repeating: nil, count: count))
    let takeIndex: @Sendable () -> Int? = {
      next.withLock { number in
        guard number < count else { return nil }
        number += 1
        return number - 1
      }
    }
    let startError = Mutex<any Error>(Failure.browserEnded(lastOutput: ""))
    DispatchQueue.concurrentPerform(iterations: max(1, min(browserCount, count))) { _ in
      let error = runWorker(in: environment, takeIndex: takeIndex, body: body) { index, result in
        results.withLock { $0[index] = result }
      }
      if let error { startError.withLock { $0 = error } }
    }
    // The indices without a result were not tried, because no browser could be started.
    let error = startError.withLock { $0 }
    return results.withLock { $0 }.map { $0 ?? .failure(error) }
  }

  /// Draws pages until no index is left; returns the error if a browser cannot be started.
  private static func runWorker<Value>(
    in environment: BrowserEnvironment, takeIndex: () -> Int?,
    body: (Int, inout Browser) throws -> Value,
    finish: (Int, Result<Value, any Error>) -> Void
  ) -> (any Error)? {
    guard let first = takeIndex() else { return nil }
    var index = first
    do {
      var browser = try Browser.start(environment)
      while true {
        var result = attempt(index, in: &browser, environment: environment, body: body)
        for _ in 1..<maximumAttemptCount {
          guard case .failure(let error) = result, Failure(error).isCausedByMachine else { break }
          browser = try Browser.start(environment)
          result = attempt(index, in: &browser, environment: environment, body: body)
        }
        finish(index, result)
        guard let following = takeIndex() else { return nil }
        index = following
      }
    } catch {
      finish(index, .failure(error))
      return error
    }
  }

  private static func attempt<Value>(
    _ index: Int, in browser: inout Browser, environment: BrowserEnvironment,
    body: (Int, inout Browser) throws -> Value
  ) -> Result<Value, any Error> {
    if environment.isStopped() { return .failure(Failure.browserStopped) }
    return Result { try body(index, &browser) }
  }
}
