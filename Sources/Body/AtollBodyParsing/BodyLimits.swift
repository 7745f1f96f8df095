package struct BodyLimits: Hashable, Sendable {
  /// The default limit of a body's length, in bytes.
  package static let defaultByteCap = 16 * 1024
  /// The maximum of `byteCap`; the speed of libcmark was measured up to this size.
  package static let maximumByteCap = 64 * 1024
  /// The maximum number of lists, quotes and items that are open at the same time in the output.
  package static let maximumBlockDepth = 32
  /// The maximum number of emphasis and similar marks that are open at the same time in the output.
  package static let maximumInlineDepth = 16
  /// The maximum nesting of lists and quotes on one line of Markdown, as `MarkdownScan` estimates
  /// it.
  ///
  /// A marker counts as one level, and so do every two columns of indentation before a marker.
  static let maximumContainersPerLine = 32
  /// The maximum product of the number of lines and the deepest nesting, because libcmark checks
  /// every open block at every line.
  static let maximumContainerWork = 200_000
  /// The maximum number of square brackets in one Markdown body.
  static let maximumBracketCount = 1000
  /// The maximum length of a run without white space, in bytes; it is checked only in Markdown that
  /// contains `](`.
  static let maximumUnbrokenLength = 16 * 1024
  /// The maximum number of declarations and processing instructions in one Markdown body.
  static let maximumDeclarationCount = 64
  /// The maximum number of lines in one Markdown body; each may be a block.
  static let maximumLineCount = 8000
  /// The maximum number of stars and underscores in one Markdown body.
  static let maximumDelimiterCount = 8000
  /// The maximum number of links in one body; further links become plain text.
  package static let maximumLinkCount = 1000
  /// The number of bytes by which all link addresses together may exceed the length of the body.
  ///
  /// In Markdown, many links may use one reference definition; each gets a copy of the address.
  static let maximumExtraAddressBytes = 8 * 1024

  /// The number of bytes to which a longer body is cut, at the end of a character.
  package var byteCap: Int {
    didSet { byteCap = Swift.min(Swift.max(byteCap, 0), Self.maximumByteCap) }
  }

  package init(byteCap: Int = defaultByteCap) {
    self.byteCap = Swift.min(Swift.max(byteCap, 0), Self.maximumByteCap)
  }
}
