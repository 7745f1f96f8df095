/// Limits on the work for one body.
package struct BodyLimits: Hashable, Sendable {
  /// The default limit of a body's length, in bytes.
  package static let defaultByteCap = 16 * 1024
  /// The highest byte cap; libcmark was measured up to this size.
  package static let hardByteCap = 64 * 1024
  /// The most lists, quotes and items that are open at the same time in the output.
  package static let maximumBlockDepth = 32
  /// The most emphasis and similar marks that are open at the same time in the output.
  package static let maximumInlineDepth = 16
  /// The most list and quote markers that one line of Markdown may open.
  static let maximumContainersPerLine = 32
  /// The largest product of lines and deepest nesting, which is what libcmark's check of open
  /// blocks costs.
  static let maximumContainerWork = 200_000
  /// The most square brackets in one Markdown body.
  static let maximumBracketCount = 1000
  /// The most bytes without a space in one Markdown body that opens links.
  static let maximumUnbrokenLength = 16 * 1024
  /// The most declarations and processing instructions (`<!`, `<?`) in one Markdown body.
  static let maximumDeclarationCount = 64
  /// The most lines in one Markdown body, because each may be a block.
  static let maximumLineCount = 8000
  /// The most stars and underscores in one Markdown body.
  static let maximumDelimiterCount = 8000
  /// The most links in one body; the words of further links stay.
  package static let maximumLinkCount = 1000
  /// The most bytes of link addresses in one body, in addition to its length, because a reference
  /// may be used many times.
  static let maximumExtraAddressBytes = 8 * 1024

  /// The number of bytes to which a longer body is cut, at the end of a character.
  package var byteCap: Int {
    didSet { byteCap = Swift.min(Swift.max(byteCap, 0), Self.hardByteCap) }
  }

  package init(byteCap: Int = defaultByteCap) {
    self.byteCap = Swift.min(Swift.max(byteCap, 0), Self.hardByteCap)
  }
}
