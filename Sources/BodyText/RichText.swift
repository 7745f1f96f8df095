/// A parsed body: a flat run of tokens, and the text they point into.
///
/// One value is reused for every body of a rendering: `clear()` keeps the memory. Only this module's
/// appending functions fill it, so a link can only carry an address that `SafeURL` let through, and
/// text is always well-formed UTF-8.
package struct RichText: Sendable {
  package private(set) var tokens: [Token] = []
  /// The text of all tokens.
  package private(set) var text: [UInt8] = []

  package init() {}

  package var isEmpty: Bool { tokens.isEmpty }

  package mutating func clear() {
    tokens.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: true)
  }

  /// Appends a token without text: every kind but the ones below.
  package mutating func append(_ kind: Token.Kind, number: Int32 = 0) {
    tokens.append(Token(kind, number: number))
  }
}
