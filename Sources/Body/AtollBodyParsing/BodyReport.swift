/// A record of the changes that were necessary to parse a body.
package struct BodyReport: Hashable, Sendable {
  /// True if the body was longer than the byte cap, so that its end is missing.
  package var isTruncated = false
  /// True if markup became plain text because it would take too long to parse, or was flattened
  /// because it was nested too deeply.
  package var isSimplified = false
  /// True if the body was not UTF-8; invalid bytes were replaced with U+FFFD.
  package var isRepaired = false
  /// The number of links that became mere text because their address is unsafe or exceeds a limit.
  package var refusedLinkCount = 0

  package init() {}

  package var isFaultless: Bool { self == BodyReport() }
}
