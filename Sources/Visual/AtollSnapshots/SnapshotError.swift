package import AtollBytes

/// A failure of a snapshot store, such as a file that cannot be read.
///
/// Output that differs from its reference is not an error but a `Verdict`.
public struct SnapshotError: Error, Hashable, Sendable {
  /// The file or folder.
  public let path: String
  /// A description of the failure, in a sentence without a full stop.
  public let message: String

  /// True if something other than the store changed the file.
  package let isDamage: Bool

  package init(_ path: String, message: String, isDamage: Bool = false) {
    self.path = path
    self.message = message
    self.isDamage = isDamage
  }
}

extension SnapshotError {
  /// The failure as a part of another message: `path: message`.
  package var locatedMessage: String { "\(path): \(message)" }
}

extension SnapshotError: CustomStringConvertible {
  /// `path: error: message`, as compilers write it.
  public var description: String { "\(path): error: \(message)" }
}

extension SnapshotError: ReportableError {
  package var failure: Failure {
    Failure(
      isDamage ? .corrupt : .inputOutput, message: message, at: path,
      advice: isDamage
        ? "after a merge take either side, then run 'atoll snapshot verify' and accept the correct output"
        : nil)
  }
}
