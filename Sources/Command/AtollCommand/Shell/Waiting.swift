import Bytes
import CoralClient
import Dispatch
import OperatingSystem
import Synchronization

/// Waits for asynchronous work and returns its result, since commands are synchronous.
///
/// `report` is called before a signal such as Ctrl-C ends the process.
func waitForResult<Value: Sendable>(
  of work: @escaping @Sendable () async throws -> Value, onInterruption report: (() -> Void)? = nil
) throws -> Value {
  let result = SharedResult<Value>()
  let done = DispatchSemaphore(value: 0)
  // The threads that do the work inherit the blocked signals, so that Ctrl-C reaches this thread.
  let blockedSignals = BlockedSignals()
  Task {
    do {
      result.set(.success(try await work()))
    } catch {
      result.set(.failure(error))
    }
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
  switch result.get() {
  case .success(let value)?: return value
  case .failure(let error)?: throw error
  case nil: throw Failure(.internalError, message: "asynchronous work ended without a result")
  }
}

/// The result of asynchronous work, passed from its task to the waiting thread.
private final class SharedResult<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)

  func set(_ value: Result<Value, any Error>) { result.withLock { $0 = value } }
  func get() -> Result<Value, any Error>? { result.withLock { $0 } }
}
