import Bytes
package import OperatingSystem

/// A failure to read or change a store, with a message for users.
package struct StoreError: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A call to the system failed.
    case system(SystemError)
    /// The folder of the store cannot be created.
    case cannotCreate(SystemError)
    /// A file is not what was written.
    case corrupt
    /// The file is not a store, or one of a newer version.
    case notAStore
    /// SQLite is not installed.
    case noLibrary
    /// Another process is writing to the store.
    case inUse
    /// Parts of a run are missing or do not belong together, or would be lost.
    case incomplete
    /// The run or the story does not exist.
    case missing
    /// The run has no story, but the current one has some.
    case emptied
    /// More stories failed than the limit allows.
    case failed
    /// More stories would disappear than the limit allows.
    case heldBack
    /// The beginning of a run's name fits several runs.
    case ambiguous
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

  package init(_ error: SystemError, _ path: String, _ problem: String) {
    self.init(.system(error), path, "\(problem): \(error.message)")
  }

  /// A file that does not exist.
  var isMissingFile: Bool {
    if case .system(let error) = kind { error.isMissing } else { false }
  }

  static func corrupt(_ path: String, line: Int, _ message: String) -> StoreError {
    StoreError(.corrupt, "\(path):\(line)", message, advice: chooseOtherRun)
  }

  static func changedManifest(_ path: String) -> StoreError {
    StoreError(
      .corrupt, path, "the manifest has changed since it was written", advice: chooseOtherRun)
  }

  /// A file with outputs that is not what was written.
  static func damagedOutput(_ path: String, _ message: String) -> StoreError {
    StoreError(
      .corrupt, path, message,
      advice: "remove it, and the next run renders its outputs again: atoll store verify --remove")
  }

  /// The advice for a run that cannot be read.
  static let chooseOtherRun =
    "choose another run from atoll store list: atoll store rollback --run RUN"
}

/// Runs a body and adds a path and a description to its system errors.
package func attributing<Value: ~Copyable>(
  to path: String, _ problem: String, _ body: () throws(SystemError) -> Value
) throws(StoreError) -> Value {
  do { return try body() } catch { throw StoreError(error, path, problem) }
}

extension OutputBuffer {
  /// Writes the content to an open file and empties the buffer.
  mutating func writeOut(to descriptor: Int32, at path: String) throws(StoreError) {
    do {
      try unsafe withBytes { (bytes) throws(SystemError) in
        try unsafe writeAll(bytes, to: descriptor)
      }
    } catch {
      throw StoreError(error, path, "cannot be written")
    }
    clear()
  }
}

extension NewFile {
  /// Renames the complete file to its final path.
  consuming func rename(to path: String) throws(StoreError) {
    do {
      try finish(as: path)
    } catch {
      throw StoreError(error, path, "cannot be renamed into place")
    }
  }
}
