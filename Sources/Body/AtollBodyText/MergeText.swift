import AtollBytes

/// An address with merge tags, which a mailing service replaces with each recipient's values.
///
/// Examples are `{{unsubscribe_url}}` and `https://example.com/unsubscribe?id=*|ID|*`. Such an
/// address comes from the sender of a mail, and is written exactly as given; in HTML, each `&`
/// outside of tags is written as `&amp;`. The initializer accepts only printable ASCII that has at
/// least one tag. With values in place of its tags, the text must be an `https` address; a tag at
/// its beginning may be replaced with `https://` and a host. Tags with delimiters of several
/// characters may contain quotation marks, because services replace them before any program parses
/// the HTML.
package struct MergeText: Hashable, Sendable {
  /// The characters around a merge tag, the longer ones first.
  private static let delimiters: [(open: [UInt8], close: [UInt8])] = [
    "{{{ }}}", "{{ }}", "[[ ]]", "%% %%", "{% %}", "[% %]", "<% %>", "*| |*", "${ }", "{$ }",
    "$[ ]$", "{ }", "[ ]", "% %", "~ ~", "$ $", "@ @", "# #",
  ].map { pair in
    let parts = pair.utf8.split(separator: UInt8(ascii: " "))
    return (open: Array(parts[0]), close: Array(parts[1]))
  }

  /// The maximum length in bytes, so that the text fits on one line of a header.
  package static let maximumLength = 850

  package let bytes: [UInt8]
  /// The text as it is written in an attribute of HTML.
  package let markup: [UInt8]
  /// True if the text is surely an `https` address once its tags are replaced: it begins with
  /// `https://`, and not with a tag.
  package let isWebAddress: Bool

  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty, bytes.count <= Self.maximumLength else { return nil }
    // Every tag is replaced with a letter, as a service would replace it with a value.
    var replaced: [UInt8] = []
    var markup: [UInt8] = []
    var hasTag = false
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if let end = Self.endOfTag(in: bytes, from: index) {
        replaced.append(UInt8(ascii: "x"))
        markup += bytes[index..<end]
        hasTag = true
        index = end
      } else {
        let isAmpersand = byte == UInt8(ascii: "&")
        guard isAmpersand || Self.isAllowed(byte) else { return nil }
        replaced.append(byte)
        markup += isAmpersand ? Array("&amp;".utf8) : [byte]
        index += 1
      }
    }
    guard hasTag else { return nil }
    guard !replaced.contains(where: { " <>'".utf8.contains($0) }) else { return nil }
    let beginsWithTag = Self.endOfTag(in: bytes, from: 0) != nil
    let address = SafeURL((beginsWithTag ? Array("https://x/".utf8) : []) + replaced)
    guard let address, address.scheme == .https else { return nil }
    self.bytes = bytes
    self.markup = markup
    isWebAddress = !beginsWithTag
  }

  /// Returns whether a text has a tag with delimiters of several characters, which no ordinary
  /// address contains.
  package static func hasLongTag(_ text: String) -> Bool {
    let opens = delimiters.map(\.open).filter { $0.count > 1 }
    return parts(of: Array(text.utf8)).contains { part in
      part.isTag && opens.contains { part.bytes.starts(with: $0) }
    }
  }

  /// Returns whether a byte is allowed outside of tags, and in tags with single-character
  /// delimiters.
  ///
  /// All printable ASCII characters are allowed except three: `"` would end an attribute, `&` would
  /// begin a reference, and addresses have no backslash. Outside of tags, `&` is escaped.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    isPrintable(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "&")
      && byte != UInt8(ascii: "\\")
  }

  /// A part of text: a merge tag, or the text between two tags.
  package struct Part: Hashable, Sendable {
    package let bytes: [UInt8]
    package let isTag: Bool
  }

  /// Returns the parts of the sender's running text, such as `Hello {{name}}!`.
  ///
  /// In running text, a tag with single-character delimiters contains no spaces, so `50% to 70%` is
  /// not a tag.
  package static func parts(of text: [UInt8]) -> [Part] {
    var parts: [Part] = []
    var start = 0
    var index = 0
    while index < text.count {
      guard let end = endOfTag(in: text, from: index, isProse: true) else {
        index += 1
        continue
      }
      if start < index { parts.append(Part(bytes: Array(text[start..<index]), isTag: false)) }
      parts.append(Part(bytes: Array(text[index..<end]), isTag: true))
      (start, index) = (end, end)
    }
    if start < text.count { parts.append(Part(bytes: Array(text[start...]), isTag: false)) }
    return parts
  }

  private static let maximumTagLength = 1000

  /// Returns the index after the tag that begins at `start`, or `nil` if no tag begins there.
  private static func endOfTag(
    in bytes: [UInt8], from start: Int, isProse: Bool = false
  ) -> Int? {
    if let end = endOfElement(in: bytes, from: start) { return end }
    for (open, close) in delimiters where bytes[start...].starts(with: open) {
      var index = start + open.count
      while index < min(bytes.count, start + maximumTagLength) {
        if index > start + open.count, bytes[index...].starts(with: close) {
          var end = index + close.count
          // `{{${name}}}` ends with its last brace.
          while close.elementsEqual("}}".utf8), end < bytes.count, bytes[end] == UInt8(ascii: "}") {
            end += 1
          }
          // A Markdown link looks like a tag in brackets.
          let isLink =
            isProse && open.count == 1 && end < bytes.count && bytes[end] == UInt8(ascii: "(")
          return isLink ? nil : end
        }
        let byte = bytes[index]
        // Tags with longer delimiters have filters and conditions: `{{ name | default: "you" }}`,
        // `{% if n > 1 %}`. In running text, their words are of any language.
        let isAllowedInTag =
          open.count > 1
          ? isPrintable(byte) || isProse && byte >= 0x80
          : isAllowed(byte) && !"<>".utf8.contains(byte)
        if !isAllowedInTag { break }
        if isProse, open.count == 1, byte == 0x20 || "()".utf8.contains(byte) { break }
        index += 1
      }
    }
    return nil
  }
}

extension MergeText {
  /// The names of elements that are merge tags in Campaign Monitor and Sendy.
  package static let tagElementNames: Set<String> = [
    "forwardtoafriend", "preferences", "unsubscribe", "webversion",
  ]

  /// Returns the index after the tag that begins at `start`, if it is one of `tagElementNames`:
  /// `<unsubscribe>` or `</unsubscribe>`.
  private static func endOfElement(in bytes: [UInt8], from start: Int) -> Int? {
    guard bytes[start] == UInt8(ascii: "<"),
      let end = bytes[start...].firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    let inside = bytes[(start + 1)..<end]
    let name = inside.drop { $0 == UInt8(ascii: "/") }.prefix { $0 > 0x20 }
    guard inside.allSatisfy(isPrintable),
      tagElementNames.contains(String(decoding: name, as: UTF8.self))
    else { return nil }
    return end + 1
  }
}

/// The address of a link that the sender of an email gives: a complete address, or one with tags
/// that a mailing service replaces.
package enum MailLink: Hashable, Sendable {
  case url(SafeURL)
  case merge(MergeText)

  package var bytes: [UInt8] {
    switch self {
    case .url(let url): url.bytes
    case .merge(let text): text.bytes
    }
  }

  /// The address as a header may contain it; `nil` if it begins with a merge tag, because a service
  /// may replace the tag with anything.
  package var headerText: String? {
    switch self {
    case .url(let url): url.string
    case .merge(let text): text.isWebAddress ? String(decoding: text.bytes, as: UTF8.self) : nil
    }
  }

  /// The merge text for plain text and for HTML, which must reach the service unchanged; empty if
  /// there is none.
  package var mergeTexts: [[UInt8]] {
    switch self {
    case .url: []
    case .merge(let text): [text.bytes, text.markup]
    }
  }
}
