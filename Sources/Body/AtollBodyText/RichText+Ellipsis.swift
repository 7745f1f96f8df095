import AtollBytes

extension RichText {
  /// The maximum length in bytes of an incomplete last word that is left out.
  private static let maximumWordLength = 100

  /// Ends the text with an ellipsis, in place of its last word, which may be incomplete.
  ///
  /// This is for a body that was cut. A single word loses only its last character, if it is not
  /// ASCII. A link around the word is removed, because its address may be incomplete, too.
  package mutating func endWithEllipsis() {
    guard let last = tokens.lastIndex(where: \.isShownText) else { return }
    let token = token(at: last)
    var words = Array(bytes(of: token))
    if let blank = words.suffix(Self.maximumWordLength).lastIndex(of: 0x20) {
      words = Array(words[..<blank])
    } else if let byte = words.last, byte >= 0x80 {
      words = Array(String(decoding: words, as: UTF8.self).dropLast().utf8)
    }
    let slice = copy((words + Array("…".utf8)).span)
    allTokens[last] = Token(token.kind, text: slice, number: token.number)
    hasPlainWords = false
    removeLink(around: last)
  }

  private mutating func removeLink(around index: Int) {
    let isBoundary = { (token: Token) in token.kind == .linkOpen || token.kind == .linkClose }
    guard let open = tokens[..<index].lastIndex(where: isBoundary), tokens[open].kind == .linkOpen
    else { return }
    let kept = tokens[open...].filter { !isBoundary($0) && $0.kind != .linkHost }
    removeTokens(from: open)
    for token in kept { append(token) }
    linkCount -= 1
  }
}
