/// A record of what had to be done to a body to parse it.
package struct BodyReport: Hashable, Sendable {
  /// Whether the body was longer than the byte cap, so that its end is missing.
  package var isTruncated = false
  /// Whether markup was taken for plain text because it was hostile, or flattened because it was
  /// nested too deeply.
  package var isSimplified = false
  /// Whether the body was not UTF-8; invalid bytes were replaced with U+FFFD.
  package var isRepaired = false
  /// The number of links whose address was removed because it is unsafe or exceeds a limit; the text
  /// of the link is kept.
  package var refusedLinkCount = 0

  package init() {}

  package var isFaultless: Bool { self == BodyReport() }
}
