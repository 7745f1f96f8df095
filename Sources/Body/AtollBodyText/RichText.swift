package import AtollBytes

/// A parsed body: a flat list of tokens, and the text that they point into.
///
/// One value is reused for every body in a rendering; `clear()` keeps the memory. Only this
/// module's appending functions fill it, so a link can only carry an address that `SafeURL`
/// accepted. The parsers ensure that text is well-formed UTF-8; it is not yet sanitized
/// (`TextSanitizer`).
package struct RichText: Sendable {
  /// The tokens, followed by tokens of earlier bodies that will be overwritten.
  ///
  /// Removing the earlier tokens would take as long as parsing a short body.
  @usableFromInline var allTokens: [Token] = []
  @usableFromInline package internal(set) var tokenCount = 0
  /// The text of all tokens; only the first `textCount` bytes are in use.
  ///
  /// There may be bytes that belong to no token.
  @usableFromInline package internal(set) var text: [UInt8] = []
  @usableFromInline package internal(set) var textCount = 0
  /// The number of links opened since the last `clear()`.
  package internal(set) var linkCount = 0
  private var currentLink: OpenLink?
  /// The address that was checked last.
  private var address: [UInt8] = []
  /// True if a parser found only printable ASCII without `ActiveCharacters` in all text tokens.
  ///
  /// If so, a writer of markup may copy them as they are; otherwise, it has to check them.
  package var hasPlainWords = false

  package init() {}

  @inlinable package var isEmpty: Bool { tokenCount == 0 }

  @inlinable package var tokens: ArraySlice<Token> { allTokens[..<tokenCount] }

  /// Returns the token at an index, without the reference counting that `tokens` costs.
  @inlinable package func token(at index: Int) -> Token { allTokens[index] }

  package mutating func clear() {
    tokenCount = 0
    textCount = 0
    currentLink = nil
    linkCount = 0
    hasPlainWords = false
  }

  /// Returns the bytes that a token points to, for tests and cold paths.
  package func bytes(of token: Token) -> ArraySlice<UInt8> { text[token.text.range] }

  // MARK: Tokens without text

  @inlinable package mutating func append(_ kind: Token.Kind, number: Int32 = 0) {
    append(Token(kind, text: Slice(start: 0, count: 0), number: number))
  }

  @inlinable @inline(__always) mutating func append(_ token: Token) {
    if tokenCount < allTokens.count {
      allTokens[tokenCount] = token
    } else {
      allTokens.append(token)
    }
    tokenCount &+= 1
  }

  /// Removes the tokens from `count` on; a link or block opened by an earlier token stays open.
  package mutating func removeTokens(from count: Int) { tokenCount = min(tokenCount, count) }

  // MARK: Text

  /// Appends bytes to the used part of `text`, but adds no token for them; returns their slice.
  ///
  /// A parser copies a whole body once and cuts its tokens out of the copy.
  @inlinable @discardableResult
  package mutating func copy(_ bytes: Span<UInt8>) -> Slice {
    let start = textCount
    let count = bytes.count
    if text.count &- start < count { makeRoom(for: count) }
    textCount = start &+ count
    unsafe text.withUnsafeMutableBufferPointer { all in
      guard let target = all.baseAddress else { return }
      unsafe copyBytes(of: bytes, to: target + start)
    }
    return Slice(
      start: UInt32(truncatingIfNeeded: start), count: UInt32(truncatingIfNeeded: count))
  }

  @usableFromInline @inline(never)
  mutating func makeRoom(for count: Int) {
    text.append(contentsOf: repeatElement(0, count: max(count, text.count, 1024)))
  }

  /// Appends one byte to the used part of `text`, but adds no token for it.
  @inlinable package mutating func copy(_ byte: UInt8) {
    if textCount < text.count { text[textCount] = byte } else { text.append(byte) }
    textCount &+= 1
  }

  /// Appends words that are already in `text`.
  @inlinable package mutating func append(text slice: Slice) {
    if slice.isEmpty { return }
    append(Token(.text, text: slice))
  }

  package mutating func append(text bytes: Span<UInt8>) {
    append(text: copy(bytes))
  }

  /// Appends a code span that is already in `text`.
  package mutating func append(code slice: Slice) { append(Token(.code, text: slice)) }

  package mutating func append(code bytes: Span<UInt8>) {
    append(code: copy(bytes))
  }

  /// Appends a code block whose code is already in `text`; `slice` must not include the last line
  /// end.
  package mutating func append(codeBlock slice: Slice) {
    append(Token(.codeBlock, text: slice))
  }

  /// Appends a code block; its last line end is not part of the code.
  package mutating func append(codeBlock bytes: Span<UInt8>) {
    var slice = copy(bytes)
    if bytes.last == 0x0A { slice.count -= 1 }
    append(Token(.codeBlock, text: slice))
  }

  // MARK: Links

  /// Opens a link if `SafeURL` would accept `address`, without creating a `SafeURL`.
  package mutating func openLink(checking address: Span<UInt8>) -> Bool {
    self.address.removeAll(keepingCapacity: true)
    guard let parts = AddressChecker.append(address, to: &self.address) else {
      return false
    }
    open(parts)
    return true
  }

  /// Opens a link to a name without a scheme (`www.…`), if `http://` before it makes an address.
  package mutating func openLink(checkingName name: Span<UInt8>) -> Bool {
    address.removeAll(keepingCapacity: true)
    guard let parts = AddressChecker.append(name: name, to: &address) else { return false }
    open(parts)
    return true
  }

  /// Opens a link to the address that was checked.
  private mutating func open(_ parts: AddressParts) {
    let checked = self.address
    let address = copy(checked.span)
    append(Token(.linkOpen, text: address))
    let host = Slice(
      start: address.start + parts.host.start, count: parts.host.count)
    linkCount += 1
    currentLink = OpenLink(
      address: address, host: host, firstToken: tokenCount, isMail: parts.scheme == .mailto,
      hasSuspiciousHost: parts.hasSuspiciousHost)
  }

  /// Closes the link, and appends its host unless its words show where it leads.
  ///
  /// A link without words shows its address instead. A parser that made the address from the words
  /// sets `wordsAreAddress`, which saves the comparison. A host that could be mistaken for another
  /// is always appended.
  package mutating func closeLink(wordsAreAddress: Bool = false) {
    guard let open = currentLink else { return }
    currentLink = nil
    let isEmpty = open.firstToken == tokenCount
    if isEmpty { append(text: open.address) }
    let namesHost =
      open.hasSuspiciousHost || !isEmpty && !wordsAreAddress && !showsTarget(open)
    append(Token(.linkClose))
    if namesHost { append(Token(.linkHost, text: withoutWWW(open.host))) }
  }

  private func showsTarget(_ link: OpenLink) -> Bool {
    // Most often the words are the address itself.
    if tokenCount == link.firstToken + 1, tokens[link.firstToken].kind == .text,
      text[tokens[link.firstToken].text.range] == text[link.address.range]
    {
      return true
    }
    return !containsSpace(from: link.firstToken)
      && leadsToSameHost(words(from: link.firstToken), as: link)
  }

  /// Returns whether the words from `first` on contain a space or a control character, and so are
  /// not an address.
  private func containsSpace(from first: Int) -> Bool {
    tokens[first...].contains { token in
      token.kind == .lineBreak
        || (token.kind == .text || token.kind == .code)
          && text[token.text.range].contains { $0 <= 0x20 }
    }
  }

  private func words(from first: Int) -> [UInt8] {
    var words: [UInt8] = []
    for index in first..<tokenCount {
      switch tokens[index].kind {
      case .text, .code: words += text[tokens[index].text.range]
      case .lineBreak: words.append(0x20)
      case .paragraphOpen, .paragraphClose, .headingOpen, .headingClose, .quoteOpen, .quoteClose,
        .bulletListOpen, .bulletListClose, .orderedListOpen, .orderedListClose, .itemOpen,
        .itemClose, .tableOpen, .tableClose, .rowOpen, .rowClose, .cellOpen, .cellClose, .codeBlock,
        .thematicBreak, .emphasisOpen, .emphasisClose, .strongOpen, .strongClose,
        .strikethroughOpen, .strikethroughClose, .spoilerOpen, .spoilerClose, .sarcasmOpen,
        .sarcasmClose, .linkOpen, .linkClose, .linkHost:
        break
      }
    }
    return words
  }

  /// Returns whether the words, read as an address, lead to the same host.
  private func leadsToSameHost(_ words: [UInt8], as link: OpenLink) -> Bool {
    var candidate = words
    if link.isMail {
      if !candidate.span.has(ignoringCase: "mailto:") {
        candidate = Array("mailto:".utf8) + candidate
      }
    } else if !candidate.span.has(ignoringCase: "http://"),
      !candidate.span.has(ignoringCase: "https://")
    {
      candidate = Array("https://".utf8) + candidate
    }
    guard let shown = SafeURL(candidate) else { return false }
    let shownHost = shown.bytes[withoutWWW(shown.parts.host, of: shown.bytes).range]
    return shownHost == text[withoutWWW(link.host).range]
  }

  private func withoutWWW(_ host: Slice) -> Slice { withoutWWW(host, of: text) }

  /// Returns a host without `www.`, because `www.` says nothing about where a link leads.
  ///
  /// If the rest has no dot, it is not a host by itself, and `www.` stays.
  private func withoutWWW(_ host: Slice, of bytes: [UInt8]) -> Slice {
    let prefix = Slice(start: host.start, count: 4)
    guard host.count > 4, bytes.isSlice(prefix, equalTo: "www."),
      bytes[host.range].dropFirst(4).contains(UInt8(ascii: "."))
    else { return host }
    return Slice(start: host.start + 4, count: host.count - 4)
  }
}

/// The link that is open while its words are appended.
private struct OpenLink: Sendable {
  var address: Slice
  var host: Slice
  /// The index of the first token inside the link.
  var firstToken: Int
  var isMail: Bool
  var hasSuspiciousHost: Bool
}
