package import OperatingSystem
package import Unpacking

/// A failure to read a dump or the results of another process, or to write a temporary file.
package struct BatchError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case cannotRead(UnpackingError)
    case cannotWrite(SystemError)
    /// The file ends within its last row.
    case truncated
    case rowTooLong(limit: Int)
    /// The file has rows, but none of them can be read.
    case noReadableRow
    /// The dump has no comment rows.
    case noComments
    /// The file has no settings rows.
    case noSettings
    /// The file does not have the results of `atoll batch --for-store`.
    case notMadeForStore
    /// A line of results is damaged; the value says how.
    case damagedResult(String)
    /// The results end without a trailer.
    case missingTrailer
    /// The results were rendered by another version, or with other options, than the earlier ones.
    case differentRecipe
    /// A folder written by Spark has no list of complete files.
    case unfinishedResults
  }

  package let reason: Reason
  package let path: String
  /// The number of the line, counted from 1; `nil` if the failure does not concern a line.
  package let line: Int?

  package init(_ reason: Reason, at path: String, line: Int? = nil) {
    self.reason = reason
    self.path = path
    self.line = line
  }
}

/// Runs a body and adds the path of a written file to its errors.
func attributingWriteErrors<Value: ~Copyable>(
  to path: String, _ body: () throws(SystemError) -> Value
) throws(BatchError) -> Value {
  do { return try body() } catch { throw BatchError(.cannotWrite(error), at: path) }
}

/// Runs a body and adds the path of an input file to its errors.
func attributingReadErrors<Value: ~Copyable>(
  to path: String, _ body: () throws(UnpackingError) -> Value
) throws(BatchError) -> Value {
  do { return try body() } catch { throw BatchError(.cannotRead(error), at: path) }
}
