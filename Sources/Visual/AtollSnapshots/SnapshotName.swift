/// The name of a reference: a path below the store's folder, such as `pages/demo.html`.
///
/// A name has only `a` to `z`, `0` to `9`, `-`, `.` and `/`, so that it means the same on every
/// file system and never leads out of the folder. Other files of a suite cannot be named:
/// `suite.json`, `pictures.manifest`, pending output, and everything in `env`.
public struct SnapshotName: Hashable, Sendable {
  /// The name as text.
  public let text: String

  /// The suffix that pending output has after the name of its reference.
  package static let pendingSuffix = ".pending"

  private static let maximumLength = 200

  /// Creates a name, or returns `nil` if the text cannot be one, for example because it has more
  /// than 200 bytes.
  public init?(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= Self.maximumLength, SnapshotStore.isReference(text)
    else { return nil }
    for part in text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      guard let first = part.first, first != UInt8(ascii: "."), part.allSatisfy(Self.allows)
      else { return nil }
    }
    self.text = text
  }

  /// Returns the reason why a text cannot be a name, as the end of a sentence.
  package static func problem(with text: String) -> String {
    if text.utf8.count > maximumLength { return "it has more than \(maximumLength) bytes" }
    if !SnapshotStore.isReference(text) { return "this is a name of other files of a suite" }
    return "each part of a name has only a to z, 0 to 9, '-' and '.', and does not begin with '.'"
  }

  /// Returns the path of the pending output of this reference in a store's folder.
  package func pendingPath(inStore folder: String) -> String {
    "\(folder)/\(text)\(Self.pendingSuffix)"
  }

  /// Returns whether the parts of a name, which `/` separates, may contain this byte.
  package static func allows(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    case _: false
    }
  }
}

extension SnapshotName: CustomStringConvertible {
  /// The name itself.
  public var description: String { text }
}
