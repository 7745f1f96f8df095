import AtollBytes
import AtollOperatingSystem
import CoralClient
import Dispatch

/// Waits for asynchronous work and returns its result, since commands are synchronous.
///
/// `report` is called before a signal such as Ctrl-C ends the process.
func waitForResult<Value: Sendable>(
  of work: @escaping @Sendable () async throws -> Value, onInterruption report: (() -> Void)? = nil
) throws -> Value {
  let result = Monitor<Result<Value, any Error>?>(nil)
  let done = DispatchSemaphore(value: 0)
  // The threads that do the work inherit the blocked signals, so that Ctrl-C reaches this thread.
  let blockedSignals = BlockedSignals()
  Task {
    let outcome: Result<Value, any Error>
    do { outcome = .success(try await work()) } catch { outcome = .failure(error) }
    result.withLock { $0 = outcome }
    done.signal()
  }
  var isDone = false
  while let report, !isDone {
    isDone = done.wait(timeout: .now() + .milliseconds(100)) == .success
    if BlockedSignals.isAnyPending {
      report()
      break
    }
  }
  blockedSignals.release()
  if !isDone { done.wait() }
  guard let outcome = result.withLock({ $0 }) else {
    throw Failure(.internalError, message: "asynchronous work ended without a result")
  }
  return try outcome.get()
}
