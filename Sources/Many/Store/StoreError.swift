package import OperatingSystem

/// A failure to read or change a store, with a message for users.
package struct StoreError: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A call to the system failed.
    case system(SystemError)
    /// The file or an output is damaged.
    case corrupt
    /// The file is not a store, or is a store of another version.
    case notAStore
    /// The SQLite library is not installed, or cannot be loaded.
    case noLibrary
    /// Another process is writing to the store or to the target of an export.
    case inUse
    /// The store, the run or the story does not exist.
    case missing
    /// The new run has no stories, but the current one has some.
    case emptied
    /// More stories failed than the limit allows.
    case tooManyFailures
    /// More stories would disappear than the limit allows.
    case heldBack
    /// The folder contains the files of an export with other settings.
    case differentSettings
    /// A value or an address is longer than possible.
    case tooLong
  }

  package let kind: Kind
  package let path: String
  package let message: String
  package var advice: String?

  package init(_ kind: Kind, at path: String, message: String, advice: String? = nil) {
    self.kind = kind
    self.path = path
    self.message = message
    self.advice = advice
  }

  package init(_ error: SystemError, at path: String, problem: String) {
    self.init(.system(error), at: path, message: "\(problem): \(error.message)")
  }
}

/// Runs a body and adds a path and a description to its system errors.
package func attributing<Value: ~Copyable>(
  to path: String, _ problem: String, body: () throws(SystemError) -> Value
) throws(StoreError) -> Value {
  do { return try body() } catch { throw StoreError(error, at: path, problem: problem) }
}
