import CoralClient
import Dispatch
import OperatingSystem
import Synchronization

/// Waits for asynchronous work and returns its result, since commands are synchronous.
func waitForResult<Value: Sendable>(
  of work: @escaping @Sendable () async throws(ClientError) -> Value
) throws(CommandError) -> Value {
  let result = SharedResult<Value>()
  let done = DispatchSemaphore(value: 0)
  // The threads that do the work inherit the blocked signals, so that Ctrl-C reaches this thread.
  let blockedSignals = BlockedSignals()
  Task {
    do throws(ClientError) {
      result.set(.success(try await work()))
    } catch {
      result.set(.failure(error))
    }
    done.signal()
  }
  blockedSignals.release()
  done.wait()
  switch result.get() {
  case .success(let value)?: return value
  case .failure(let error)?: throw CommandError(error)
  case nil: throw .failure(.internalError, message: "asynchronous work ended without a result")
  }
}

/// The result of asynchronous work, passed from its task to the waiting thread.
private final class SharedResult<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, ClientError>?>(nil)

  func set(_ value: Result<Value, ClientError>) { result.withLock { $0 = value } }
  func get() -> Result<Value, ClientError>? { result.withLock { $0 } }
}

extension CommandError {
  /// Creates the error for a client error, with the exit code for its kind.
  init(_ error: ClientError) {
    let code: ExitCode =
      switch error.kind {
      case .badAddress, .wouldCreateStory: .usage
      case .unreachable, .untrusted, .timedOut, .badAnswer, .tooLarge, .redirected,
        .notACoralServer:
        .unavailable
      case .rawQueryRefused, .unknownOperation, .tokenRejected, .signInRefused, .refused: .refused
      case .rateLimited, .outcomeUnknown: .temporary
      case .storyNotFound, .commentNotFound: .noInput
      case .cancelled: .interrupted
      }
    self = .failure(code, message: error.message, advice: error.advice)
  }
}
