/// The limits of the work for one body.
package struct BodyLimits: Hashable, Sendable {
  /// The default limit of a body's length, in bytes.
  package static let defaultByteCap = 16 * 1024
  /// No cap goes above this: libcmark was measured up to here.
  package static let hardByteCap = 64 * 1024
  /// Lists, quotes and items open at once in what comes out.
  package static let blockDepth = 32
  /// Emphasis and its like open at once in what comes out.
  package static let inlineDepth = 16
  /// List markers and quote signs that one line of Markdown may open.
  static let containersPerLine = 32
  /// Lines times the deepest nesting: what libcmark's check of open blocks costs.
  static let containerWork = 200_000
  /// Square brackets in one body of Markdown.
  static let brackets = 1000
  /// Bytes without a space in one body of Markdown that opens links.
  static let unbroken = 16 * 1024
  /// Declarations and processing instructions (`<!`, `<?`) in one body of Markdown.
  static let declarations = 64
  /// Lines in one Markdown body: each may be a block.
  static let lines = 8000
  /// Stars and underscores in one body of Markdown.
  static let delimiters = 8000
  /// Links in one body; the words of those beyond stay.
  package static let links = 1000
  /// Bytes of link addresses in one body, in addition to its length: a reference may be used many times.
  static let addressBytes = 8 * 1024

  /// A longer body is cut here, at the end of a character.
  package var byteCap: Int {
    didSet { byteCap = Swift.min(Swift.max(byteCap, 0), Self.hardByteCap) }
  }

  package init(byteCap: Int = defaultByteCap) {
    self.byteCap = Swift.min(Swift.max(byteCap, 0), Self.hardByteCap)
  }
}
