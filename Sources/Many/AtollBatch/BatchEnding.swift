package import AtollBytes
package import AtollOperatingSystem

/// The reason why a batch ends before its input does, or why its results are rejected.
package enum BatchEnding: Hashable, Sendable {
  case cannotWrite(SystemError)
  /// A signal asked the process to end.
  case terminated
  case tooManyErrors
  /// Too many rows of stories cannot be read.
  case tooManyBrokenRows
  /// The keys of rows are not in ascending order at this line.
  case keysOutOfOrder(line: Int)
  /// The input ends within its last line.
  case truncated(line: Int)
  /// The input, a file of a dump or the store cannot be used, or a temporary file cannot be written
  /// or read.
  case failed(Failure)

  init(_ error: any Error) {
    self = (error as? SystemError).map { .cannotWrite($0) } ?? .failed(Failure(error))
  }
}
