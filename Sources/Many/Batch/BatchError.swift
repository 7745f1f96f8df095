package import OperatingSystem
package import Unpacking

/// A failure to read or write a file of a batch or a shard.
package struct BatchError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case cannotRead(UnpackingError)
    case cannotWrite(SystemError)
    /// The file ends within its last row.
    case truncated
    case rowTooLong(limit: Int)
    /// The file has rows, but none of them can be read.
    case noReadableRow
    /// The dump has rows, but none of a comment or a user.
    case nothingToShard
    /// The file has rows, but none of a story, a user or settings.
    case nothingToJoin
    /// The rows of a pipe or a device cannot be read again later.
    case notAFile
    /// The file was changed while the batch ran.
    case changed
    /// The file does not have the results of `atoll batch --for-store`.
    case notForStore
    /// A line of results is damaged, in these words.
    case damagedResult(String)
    /// The results end without a trailer.
    case noTrailer
    /// The results were rendered by another version, or with other options, than those before.
    case otherRecipe
    /// A folder of Spark without the list of complete files.
    case unfinishedResults
    /// The path of a new folder is taken.
    case alreadyExists
    /// Another process is writing to the folder.
    case inUse
  }

  package let reason: Reason
  package let path: String
  /// The line, counted from 1, if the failure concerns one.
  package let line: Int?

  package init(_ reason: Reason, at path: String, line: Int? = nil) {
    self.reason = reason
    self.path = path
    self.line = line
  }
}

/// Runs a body and adds the path of a written file to its errors.
func writing<Value: ~Copyable>(
  to path: String, _ body: () throws(SystemError) -> Value
) throws(BatchError) -> Value {
  do { return try body() } catch { throw BatchError(.cannotWrite(error), at: path) }
}

/// Runs a body and adds the path of an input file to its errors.
func reading<Value: ~Copyable>(
  _ path: String, _ body: () throws(UnpackingError) -> Value
) throws(BatchError) -> Value {
  do { return try body() } catch { throw BatchError(.cannotRead(error), at: path) }
}
