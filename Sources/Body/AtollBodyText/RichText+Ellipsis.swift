import AtollBytes

extension RichText {
  /// The maximum length in bytes of an incomplete last word that is left out.
  private static let maximumWordLength = 100

  /// Ends the text with an ellipsis, in place of its last word, which may be incomplete.
  ///
  /// This is for a body that was cut.
  package mutating func endWithEllipsis() {
    guard let last = tokens.lastIndex(where: \.isShownText) else { return }
    let token = token(at: last)
    var words = bytes(of: token)
    if let blank = words.suffix(Self.maximumWordLength).lastIndex(of: 0x20) {
      words = words[..<blank]
    }
    let slice = copy((Array(words) + Array("…".utf8)).span)
    allTokens[last] = Token(token.kind, text: slice, number: token.number)
    hasPlainWords = false
  }
}
