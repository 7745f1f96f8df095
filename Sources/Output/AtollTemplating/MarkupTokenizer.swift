import AtollBytes

/// The state of a small, strict HTML tokenizer (HTML, 13.2.5) at one point of a template, such as
/// between tags or in a quoted attribute value.
///
/// It accepts only markup that every parser interprets in the same way, so that a browser finds the
/// same attributes and text. The value is the tokenizer's complete state: if two values are equal,
/// the same markup may follow, so the branches of sections can be compared.
struct MarkupTokenizer: Equatable {
  enum Phase: Equatable {
    /// Between tags.
    case content
    /// After `<`.
    case tagOpen
    /// After `</`.
    case endTagOpen
    case tagName
    /// After white space in a tag.
    case betweenAttributes
    /// After a value or a section in a tag: white space or the tag's end must follow.
    case needsSpace
    case attributeName
    case afterAttributeName
    /// After `=`.
    case beforeValue
    case doubleQuoted
    case singleQuoted
    case unquoted
    /// After `/` in a tag.
    case slash
    /// After `<!`, with the bytes since then.
    case declaration([UInt8])
    /// In an HTML comment, after this many dashes.
    case comment(dashes: Int)
    case doctype
    /// In an element whose content is not markup; `matched` bytes of its end tag have been read.
    case rawText(matched: Int)
  }

  /// The tag that is being read, as far as it is known.
  struct Tag: Equatable {
    var name: [UInt8] = []
    var isEnd = false
    /// The value of a literal `rel`; `nil` if the tag has none so far.
    var relation: [UInt8]?
    var hasHTTPEquiv = false
    var hasContentHole = false
  }

  var phase = Phase.content
  var tag = Tag()
  /// The attribute that is being read, in lower case.
  var attribute: [UInt8] = []
  /// The rule of the attribute whose value is being read; `nil` if it has none.
  var rule: AttributeRule?
  /// The part of the attribute's value that matters for the next field; see `remember(_:)`.
  var value: [UInt8] = []
  /// The number of open `<pre>` elements.
  var preformattedDepth = 0

  /// The maximum number of bytes of a name that are kept; all names with a rule are shorter.
  static let maximumNameLength = 64

  /// Reads one byte of literal markup; returns a message if it is an error.
  mutating func feed(_ byte: UInt8) -> String? {
    switch phase {
    case .content:
      if byte == UInt8(ascii: "<") { phase = .tagOpen }
      return nil
    case .beforeValue:
      return feedValueStart(byte)
    case .doubleQuoted:
      return feedQuoted(byte, until: UInt8(ascii: "\""))
    case .singleQuoted:
      return feedQuoted(byte, until: UInt8(ascii: "'"))
    case .unquoted:
      return feedUnquoted(byte)
    case .rawText(let matched):
      return feedRawText(byte, matched: matched)
    case .declaration(let before):
      return feedDeclaration(byte, after: before)
    case .comment(let dashes):
      return feedComment(byte, after: dashes)
    case .doctype:
      if byte == UInt8(ascii: ">") { resetToContent() }
      return nil
    case .tagOpen, .endTagOpen:
      return feedTagStart(byte)
    case .tagName:
      return feedTagName(byte)
    case .betweenAttributes, .needsSpace, .attributeName, .afterAttributeName, .slash:
      return feedAttribute(byte)
    }
  }

  // MARK: Tags

  private mutating func feedTagStart(_ byte: UInt8) -> String? {
    if isLetter(byte) {
      phase = .tagName
      return feedTagName(byte)
    }
    if phase == .tagOpen && byte == UInt8(ascii: "/") {
      tag.isEnd = true
      phase = .endTagOpen
      return nil
    }
    if phase == .tagOpen && byte == UInt8(ascii: "!") {
      phase = .declaration([])
      return nil
    }
    resetToContent()
    return "a '<' that begins no tag must be written '&lt;'"
  }

  private mutating func feedTagName(_ byte: UInt8) -> String? {
    if isHTMLSpace(byte) {
      phase = .betweenAttributes
    } else if byte == UInt8(ascii: "/") {
      phase = .slash
    } else if byte == UInt8(ascii: ">") {
      return finishTag()
    } else if !isTagByte(byte) {
      return "a tag name is made of letters, digits, '-', ':' and '.'"
    } else if tag.name.count < Self.maximumNameLength {
      tag.name.append(lowercase(byte))
    }
    return nil
  }

  private mutating func feedAttribute(_ byte: UInt8) -> String? {
    if byte == UInt8(ascii: ">") {
      let problem = finishAttributeName()
      return finishTag() ?? problem
    }
    if byte == UInt8(ascii: "/") {
      let problem = finishAttributeName()
      attribute = []
      phase = .slash
      return problem
    }
    if isHTMLSpace(byte) {
      let keepsName = phase == .attributeName || phase == .afterAttributeName
      phase = keepsName ? .afterAttributeName : .betweenAttributes
      return nil
    }
    if byte == UInt8(ascii: "=") {
      guard phase == .attributeName || phase == .afterAttributeName else {
        return "a '=' must follow the name of an attribute"
      }
      let problem = finishAttributeName()
      value = []
      rule = AttributeRule(of: attribute)
      phase = .beforeValue
      return problem
    }
    return feedAttributeName(byte)
  }

  private mutating func feedAttributeName(_ byte: UInt8) -> String? {
    var problem: String?
    if phase == .needsSpace {
      problem = "a space must come before the next attribute"
    } else if phase == .slash {
      problem = "a '/' in a tag must come right before its '>'"
    } else if !isTagByte(byte) && byte != UInt8(ascii: "_") && byte != UInt8(ascii: "@") {
      problem = "an attribute name is made of letters, digits, '-', '_', ':', '.' and '@'"
    }
    if phase != .attributeName { attribute = [] }
    if attribute.count < Self.maximumNameLength { attribute.append(lowercase(byte)) }
    phase = .attributeName
    return problem
  }

  mutating func finishAttributeName() -> String? {
    guard phase == .attributeName || phase == .afterAttributeName,
      attribute.isExactly("http-equiv")
    else { return nil }
    tag.hasHTTPEquiv = true
    return tag.hasContentHole ? Self.httpEquivMessage : nil
  }

  private static let httpEquivMessage: String =
    "'http-equiv' may not follow a 'content' that is filled in"

  private mutating func finishTag() -> String? {
    let name = tag.name
    let isPreformatted = name.isExactly("pre") || name.isExactly("listing")
    if isPreformatted {
      preformattedDepth = tag.isEnd ? max(0, preformattedDepth - 1) : preformattedDepth + 1
    }
    if tag.isEnd || !Self.isRawText(name) {
      resetToContent()
    } else {
      tag = Tag(name: name)
      attribute = []
      rule = nil
      value = []
      phase = .rawText(matched: 0)
    }
    return name.isExactly("plaintext") ? "<plaintext> never ends and is not allowed" : nil
  }

  private mutating func resetToContent() {
    phase = .content
    tag = Tag()
    attribute = []
    rule = nil
    value = []
  }

  // MARK: Values

  private mutating func feedValueStart(_ byte: UInt8) -> String? {
    if isHTMLSpace(byte) { return nil }
    if byte == UInt8(ascii: "\"") {
      phase = .doubleQuoted
    } else if byte == UInt8(ascii: "'") {
      phase = .singleQuoted
    } else if byte == UInt8(ascii: ">") {
      _ = finishTag()
      return "the attribute has no value"
    } else {
      phase = .unquoted
      return feedUnquoted(byte)
    }
    return nil
  }

  private mutating func feedQuoted(_ byte: UInt8, until quote: UInt8) -> String? {
    if byte == quote {
      finishValue()
      phase = .needsSpace
    } else {
      remember(byte)
    }
    return nil
  }

  private mutating func feedUnquoted(_ byte: UInt8) -> String? {
    if isHTMLSpace(byte) {
      finishValue()
      phase = .betweenAttributes
      return nil
    }
    if byte == UInt8(ascii: ">") {
      finishValue()
      return finishTag()
    }
    remember(byte)
    guard "\"'`=<".utf8.contains(byte) else { return nil }
    return "an unquoted value may not have '\(Unicode.Scalar(byte))' in it"
  }

  private mutating func finishValue() {
    if attribute.isExactly("rel"), tag.relation == nil { tag.relation = value }
    attribute = []
    rule = nil
    value = []
  }

  // MARK: Comments and raw text

  private mutating func feedDeclaration(_ byte: UInt8, after before: [UInt8]) -> String? {
    let text = before + [lowercase(byte)]
    if text.isExactly("--") {
      phase = .comment(dashes: 2)
    } else if text.isExactly("doctype") {
      phase = .doctype
    } else if "--".utf8.starts(with: text) || "doctype".utf8.starts(with: text) {
      phase = .declaration(text)
    } else {
      resetToContent()
      return "only '<!--' and '<!doctype' may begin with '<!'"
    }
    return nil
  }

  private mutating func feedComment(_ byte: UInt8, after dashes: Int) -> String? {
    if byte == UInt8(ascii: ">") && dashes == 2 {
      resetToContent()
      return nil
    }
    phase = .comment(dashes: byte == UInt8(ascii: "-") ? min(2, dashes + 1) : 0)
    let endsBadly = byte == UInt8(ascii: "!") && dashes == 2
    return endsBadly ? "a comment may not have '--!' in it" : nil
  }

  private mutating func feedRawText(_ byte: UInt8, matched: Int) -> String? {
    let nameEnd = 2 + tag.name.count
    if matched == nameEnd && (isHTMLSpace(byte) || "/>".utf8.contains(byte)) {
      tag.isEnd = true
      phase = .tagName
      return feedTagName(byte)
    }
    let expected: UInt8? =
      switch matched {
      case 0: UInt8(ascii: "<")
      case 1: UInt8(ascii: "/")
      default: matched < nameEnd ? tag.name[matched - 2] : nil
      }
    if lowercase(byte) == expected {
      phase = .rawText(matched: matched + 1)
      return nil
    }
    phase = .rawText(matched: 0)
    let name = String(decoding: tag.name, as: UTF8.self)
    return matched == 0 ? nil : "the only '<' in a <\(name)> is that of its end tag"
  }

  /// Returns whether the content of an element is not markup.
  static func isRawText(_ name: [UInt8]) -> Bool { name.isOne(of: rawTextElements) }

  private static let rawTextElements: [StaticString] = [
    "script", "style", "textarea", "title", "iframe", "noembed", "noframes", "xmp",
  ]
}

extension [UInt8] {
  func isExactly(_ literal: StaticString) -> Bool {
    count == literal.utf8CodeUnitCount && span.has(literal)
  }
}

private func isTagByte(_ byte: UInt8) -> Bool {
  isLetterOrDigit(byte) || "-:.".utf8.contains(byte)
}
