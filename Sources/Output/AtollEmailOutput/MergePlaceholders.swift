package import AtollBodyText
import AtollBytes

/// The sender's Markdown, parsed with a word in place of each merge tag.
///
/// The characters of a tag have a meaning in Markdown: `*|LIST:ADDRESS|*` would become emphasis.
/// After the content is written, the words are replaced with the tags. This is done only in the
/// output of this content, since users can write such words, too.
package struct MergePlaceholders: Sendable {
  /// The parsed text, with a word in place of each tag.
  package private(set) var content = RichText()
  /// The tags in order of occurrence.
  package private(set) var tags: [[UInt8]] = []
  /// The tags that are the whole address of a link.
  package private(set) var tagsThatAreLinks: [[UInt8]] = []
  /// The tags that are only the beginning of an address.
  package private(set) var tagsThatBeginLinks: [[UInt8]] = []

  /// A function that parses Markdown, with or without links for bare addresses.
  package typealias Parser = (_ markdown: [UInt8], _ linksBareAddresses: Bool) -> RichText

  package init() {}

  /// Parses a text.
  ///
  /// A tag in angle brackets is a link only if the recipient's value for it is an address.
  package init(_ text: [UInt8], values: MergeValues?, by parse: Parser) {
    let parts = MergeText.parts(of: text)
    tags = parts.filter(\.isTag).map(\.bytes)
    guard !tags.isEmpty else {
      content = parse(text, true)
      return
    }
    // At the start of a link's address, the placeholder has to look like an address. Only the
    // parser knows where links are, so the text is first parsed with an address in place of every
    // tag.
    let trial = parse(Self.markdown(of: parts, withAddressesFor: Set(tags.indices)), false)
    let links = Self.links(in: trial).filter { link in
      !link.showsOnlyAddress || values?.isAddress(tags[link.tag]) == true
    }
    content = parse(Self.markdown(of: parts, withAddressesFor: Set(links.map(\.tag))), true)
    for link in Self.links(in: content) {
      if link.isWhole {
        tagsThatAreLinks.append(tags[link.tag])
      } else {
        tagsThatBeginLinks.append(tags[link.tag])
      }
    }
  }

  /// Returns the text with placeholders; those for the tags in `addressed` look like addresses.
  private static func markdown(
    of parts: [MergeText.Part], withAddressesFor addressed: Set<Int>
  ) -> [UInt8] {
    var markdown: [UInt8] = []
    var tagIndex = 0
    // The host for the mailbox that the text ends with; it belongs after the whole mailbox.
    var host: [UInt8] = []
    for (index, part) in parts.enumerated() {
      guard part.isTag else {
        let rest = part.bytes.drop { !endsMailbox($0) }
        var end = rest.startIndex
        if !host.isEmpty, !rest.isEmpty || index == parts.indices.last {
          // The dot after a bare address ends the sentence.
          while end > 0, ".,;:!*".utf8.contains(part.bytes[end - 1]) { end -= 1 }
          markdown += part.bytes[..<end] + host
          host = []
        } else {
          end = 0
        }
        markdown += part.bytes[end...]
        continue
      }
      let word = stem + "\(tagIndex)x".utf8
      if isMailboxWithoutHost(between: markdown, and: parts[(index + 1)...]) {
        // The parser drops a link to a mailbox without a host.
        markdown += word
        host = "@".utf8 + word + invalidDomain
      } else {
        markdown += addressed.contains(tagIndex) ? scheme + word + addressEnd : word
      }
      tagIndex += 1
    }
    return markdown + host
  }

  /// Returns whether a byte ends the mailbox in a `mailto:` address, in any form of a link.
  private static func endsMailbox(_ byte: UInt8) -> Bool {
    " \t\r\n)>]?\"<`".utf8.contains(byte)
  }

  /// Returns whether a tag is in the mailbox of a `mailto:` link, and the text around the tag has
  /// no host for the mailbox.
  private static func isMailboxWithoutHost(
    between before: [UInt8], and rest: ArraySlice<MergeText.Part>
  ) -> Bool {
    let address =
      before.split(omittingEmptySubsequences: false) { " \t\n(<".utf8.contains($0) }.last ?? []
    guard
      String(decoding: address.prefix(mailScheme.count), as: UTF8.self).lowercased() == mailScheme
    else { return false }
    if address.contains(where: { "?@".utf8.contains($0) }) { return false }
    for part in rest where !part.isTag {
      let end = part.bytes.first { endsMailbox($0) || $0 == UInt8(ascii: "@") }
      if let end { return end != UInt8(ascii: "@") }
    }
    return true
  }

  // MARK: Links

  /// A link whose address begins with a tag.
  private struct Link {
    var tag: Int
    var isWhole: Bool
    /// True if the words of the link are its address, as for an address in angle brackets.
    var showsOnlyAddress: Bool
  }

  private static func links(in content: RichText) -> [Link] {
    let tokens = content.tokens
    return tokens.indices.compactMap { index in
      guard tokens[index].kind == .linkOpen else { return nil }
      let address = Array(content.bytes(of: tokens[index]))
      guard address.starts(with: scheme),
        let (tag, end) = tagOfWord(in: address, at: scheme.count),
        address[end...].starts(with: addressEnd)
      else { return nil }
      let inside = tokens[(index + 1)...].prefix { $0.kind != .linkClose }
      return Link(
        tag: tag, isWhole: end + addressEnd.count == address.count,
        showsOnlyAddress: inside.count == 1
          && inside.allSatisfy { content.bytes(of: $0).elementsEqual(address) })
    }
  }

  // MARK: Words

  private static let stem = Array("atollmergetag".utf8)
  /// The text around a word that stands for a tag in an address: `https://word.invalid/`.
  private static let (scheme, addressEnd) = (Array("https://".utf8), Array(".invalid/".utf8))
  private static let mailScheme = "mailto:"
  private static let invalidDomain = Array(".invalid".utf8)
  /// The `@` of a mailbox as outputs write it: as it is, or as a character reference.
  private static let atSigns = [Array("@".utf8), Array("&#64;".utf8)]
  /// The text around the word of a tag in the host of a link: `(word.invalid)`.
  ///
  /// Writers add the host in parentheses after some links.
  private static let (hostStart, hostEnd) = (Array("(".utf8), Array(".invalid)".utf8))

  /// Returns the index of the tag whose word begins at `start`, and the index after the word; `nil`
  /// if no word begins there.
  private static func tagOfWord(in bytes: [UInt8], at start: Int) -> (tag: Int, end: Int)? {
    guard bytes[start...].starts(with: stem) else { return nil }
    let digits = bytes[(start + stem.count)...].prefix { (0x30...0x39).contains($0) }
    guard let tag = Int(String(decoding: digits, as: UTF8.self)),
      bytes[digits.endIndex...].first == UInt8(ascii: "x")
    else { return nil }
    return (tag, digits.endIndex + 1)
  }

  /// Returns the index after the host `@word.invalid` at the end of a mailbox; `nil` if no such
  /// host begins at `start`.
  private static func endOfHost(in bytes: [UInt8], at start: Int) -> Int? {
    for sign in atSigns where bytes[start...].starts(with: sign) {
      guard let (_, end) = tagOfWord(in: bytes, at: start + sign.count),
        bytes[end...].starts(with: invalidDomain)
      else { continue }
      return end + invalidDomain.count
    }
    return nil
  }

  /// Replaces the placeholders with their tags in the output from `start` on; this part must be the
  /// written content and nothing else.
  func restoreTags(in out: inout OutputBuffer, startingAt start: Int) {
    guard !tags.isEmpty else { return }
    let bytes = restored(Array(out.bytes()[start...]))
    out.truncate(to: start)
    out.append(contentsOf: bytes)
  }

  private func restored(_ bytes: [UInt8]) -> [UInt8] {
    var restored: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if let end = Self.endOfHost(in: bytes, at: index) {
        index = end
        continue
      }
      guard let (tag, end) = Self.tagOfWord(in: bytes, at: index), tags.indices.contains(tag) else {
        restored.append(bytes[index])
        index += 1
        continue
      }
      index = end
      let rest = bytes[end...]
      if rest.starts(with: Self.addressEnd), restored.removeSuffix(Self.scheme) {
        index += Self.addressEnd.count
      } else if rest.starts(with: Self.hostEnd), restored.removeSuffix(Self.hostStart) {
        index += Self.hostEnd.count
        continue
      }
      restored += tags[tag]
    }
    return restored
  }
}

extension [UInt8] {
  /// Removes a suffix if the bytes end with it, and returns whether they did.
  fileprivate mutating func removeSuffix(_ end: [UInt8]) -> Bool {
    guard suffix(end.count).elementsEqual(end) else { return false }
    removeLast(end.count)
    return true
  }
}
