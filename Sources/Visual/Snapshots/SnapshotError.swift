/// Why the store could not do what it was asked.
///
/// Output that differs from its reference is no error but a `Verdict`.
public struct SnapshotError: Error, Hashable, Sendable {
  /// The file or folder.
  public let path: String
  /// What happened, in a sentence without a full stop.
  public let message: String

  /// Whether a file is not what was ever written there.
  package let isDamage: Bool

  package init(_ path: String, _ message: String, isDamage: Bool = false) {
    self.path = path
    self.message = message
    self.isDamage = isDamage
  }
}

extension SnapshotError: CustomStringConvertible {
  /// `path: error: message`, as compilers write it.
  public var description: String { "\(path): error: \(message)" }
}
