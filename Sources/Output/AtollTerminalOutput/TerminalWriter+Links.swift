import AtollBodyText
import AtollBytes
import AtollTheming

/// Links: opened by the terminal (OSC 8), numbered with the addresses below, or followed by the
/// address.
extension TerminalWriter {
  /// A link whose text is being written.
  struct OpenLink {
    var style: TextStyle
    /// The address to write after the link's text; empty if the text shows it, or if the terminal
    /// opens the link.
    var trailingAddress: [UInt8]
  }

  /// Begins a link; its text is to be written in the style of the result.
  ///
  /// - Parameter isShown: Whether the text of the link is its address.
  mutating func openLink(to address: ArraySlice<UInt8>, isShown: Bool) -> OpenLink {
    var link = OpenLink(style: style(.link), trailingAddress: [])
    if settings.form == .ansi, settings.writesHyperlinks {
      link.style.link = lines.styles.add(link: address)
    } else if !isShown {
      link.trailingAddress = Array(address)
    }
    return link
  }

  /// Ends a link; if its address is still to be written, the address or its number follows.
  mutating func closeLink(_ link: OpenLink, to out: inout OutputBuffer) {
    if link.trailingAddress.isEmpty { return }
    let nextStyle = lines.nextStyle
    lines.nextStyle = settings.form == .text ? .plain : style(.meta)
    lines.addSpaces()
    switch settings.form {
    case .text:
      write("<", to: &out)
      let style = lines.nextStyle
      write(address: link.trailingAddress, in: style, to: &out)
      lines.nextStyle = style
      lines.keepsTogether = true
      write(">", to: &out)
      lines.keepsTogether = false
    case .ansi:
      words.append(UInt8(ascii: "["))
      words.append(decimal: linkNumber(for: link.trailingAddress))
      words.append(UInt8(ascii: "]"))
      writeWords(in: style(.meta), to: &out)
    }
    lines.nextStyle = nextStyle
  }

  /// Returns the number of an address in the comment; equal addresses have the same number.
  private mutating func linkNumber(for address: [UInt8]) -> Int {
    if let index = scope.linkAddresses.firstIndex(of: address) { return index + 1 }
    scope.linkAddresses.append(address)
    return scope.linkAddresses.count
  }

  mutating func writeLinkAddresses(_ out: inout OutputBuffer) {
    if scope.linkAddresses.isEmpty { return }
    for (index, address) in scope.linkAddresses.enumerated() {
      let outerPrefix = lines.enter(mark: Glyphs.Mark("[\(index + 1)] "))
      write(address: address, in: style(.meta), to: &out)
      lines.endLine(&out)
      lines.leave(outerPrefix, to: &out)
    }
    scope.linkAddresses.removeAll(keepingCapacity: true)
  }

  // MARK: In bodies

  mutating func openBodyLink(to address: ArraySlice<UInt8>, isShown: Bool) {
    let link = openLink(to: address, isShown: isShown)
    scope.link = link
    scope.styles.append((scope.styles.last ?? .plain).adding(link.style))
    lines.nextStyle = scope.styles.last ?? .plain
    lines.keepsTogether = isShown
  }

  mutating func closeBodyLink(_ out: inout OutputBuffer) {
    pop()
    lines.keepsTogether = false
    guard let link = scope.link else { return }
    scope.link = nil
    closeLink(link, to: &out)
  }

  /// Writes the host of a link whose text names a different host, unless the address is shown.
  mutating func writeHost(_ token: Token, of text: [UInt8], to out: inout OutputBuffer) {
    guard settings.form == .ansi, settings.writesHyperlinks else { return }
    lines.nextStyle = style(.meta)
    lines.addSpaces()
    write("(", to: &out)
    sanitizer.write(token.text, of: text, as: .address, into: &lines, to: &out)
    write(")", to: &out)
    lines.nextStyle = scope.styles.last ?? .plain
  }

  /// Returns whether the text of a link is its address, apart from the scheme and a final slash.
  func wordsAreAddress(of open: Token, at index: Int, in tokens: ArraySlice<Token>, text: [UInt8])
    -> Bool
  {
    guard index + 2 < tokens.count, tokens[index + 1].kind == .text,
      tokens[index + 2].kind == .linkClose
    else { return false }
    let words = text[tokens[index + 1].text.range]
    let address = text[open.text.range]
    return words == address || Self.withoutScheme(words) == Self.withoutScheme(address)
  }

  /// Returns an address without its scheme and a final slash.
  private static func withoutScheme(_ address: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = address
    for scheme in ["https://", "http://", "mailto:"] where rest.starts(with: scheme.utf8) {
      rest = rest.dropFirst(scheme.utf8.count)
      break
    }
    return rest.last == UInt8(ascii: "/") ? rest.dropLast() : rest
  }
}
