import CoralClient
import Dispatch
import OperatingSystem
import Synchronization

/// Waits for asynchronous work; the command itself does one thing after the other.
func waiting<Value: Sendable>(
  for work: @escaping @Sendable () async throws(ClientError) -> Value
) throws(Stop) -> Value {
  let outcome = Outcome<Value>()
  let done = DispatchSemaphore(value: 0)
  // Ctrl-C is for this thread; those that are begun for the work must not take it.
  let heldBack = HeldBackSignals()
  Task {
    do throws(ClientError) {
      outcome.set(.success(try await work()))
    } catch {
      outcome.set(.failure(error))
    }
    done.signal()
  }
  heldBack.release()
  done.wait()
  switch outcome.get() {
  case .success(let value)?: return value
  case .failure(let error)?: throw Stop(error)
  case nil: throw .failure(.internalError, "asynchronous work ended without an outcome")
  }
}

/// What came of asynchronous work, handed from its task to the one that waits.
private final class Outcome<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, ClientError>?>(nil)

  func set(_ value: Result<Value, ClientError>) { result.withLock { $0 = value } }
  func get() -> Result<Value, ClientError>? { result.withLock { $0 } }
}

extension Stop {
  /// An error of the client, with the exit code of its kind.
  init(_ error: ClientError) {
    let code: ExitCode =
      switch error.kind {
      case .badAddress, .wouldCreateStory: .usage
      case .unreachable, .untrusted, .timedOut, .badAnswer, .tooLarge, .redirected,
        .notACoralServer:
        .unavailable
      case .rawQueryRefused, .unknownOperation, .tokenRejected, .signInRefused, .refused: .refused
      case .rateLimited, .unclear: .temporary
      case .storyNotFound, .commentNotFound: .noInput
      case .cancelled: .interrupted
      }
    self = .failure(code, error.message, advice: error.advice)
  }
}
