/// A record of what had to be done to a body to parse it.
package struct BodyReport: Hashable, Sendable {
  /// It was longer than the byte cap, and its end is missing.
  package var isCut = false
  /// Its markup was hostile or nested too deep, and was taken for plain text or flattened.
  package var isSimplified = false
  /// It was not UTF-8; what was not is U+FFFD now.
  package var isRepaired = false
  /// The number of links that lost an unsafe address; their words stay.
  package var refusedLinks = 0

  package init() {}

  package var isFaultless: Bool { self == BodyReport() }
}
