package import OperatingSystem

/// What is wrong with a store, or with what was asked of it.
package struct StoreError: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case system(SystemError)
    /// The folder of a store cannot be made.
    case unmade(SystemError)
    /// What is there is not what was written.
    case corrupt
    /// Another process is writing to it.
    case inUse
    /// Parts of a run are missing, or do not belong together.
    case incomplete
    /// There is no such run, or story.
    case missing
    /// What was asked for would leave nothing.
    case emptied
    /// More stories failed than may.
    case failed
    /// More stories would disappear than may.
    case heldBack
    /// What was asked for can mean several things.
    case unclear
  }

  package let kind: Kind
  package let path: String
  package let message: String
  package var advice: String?

  package init(_ kind: Kind, _ path: String, _ message: String, advice: String? = nil) {
    self.kind = kind
    self.path = path
    self.message = message
    self.advice = advice
  }

  init(_ error: SystemError, _ path: String, _ what: String) {
    self.init(.system(error), path, "\(what): \(error.message)")
  }

  static func corrupt(_ path: String, line: Int, _ message: String) -> StoreError {
    StoreError(.corrupt, "\(path):\(line)", message, advice: otherRun)
  }

  static func changedManifest(_ path: String) -> StoreError {
    StoreError(.corrupt, path, "the manifest is not what was written", advice: otherRun)
  }

  /// What helps where a run cannot be read.
  static let otherRun =
    "go to another run of atoll store list: atoll store rollback --run RUN"
}

/// Says of what path a failure of the system is.
func naming<Value: ~Copyable>(
  _ path: String, _ what: String, _ body: () throws(SystemError) -> Value
) throws(StoreError) -> Value {
  do { return try body() } catch { throw StoreError(error, path, what) }
}
