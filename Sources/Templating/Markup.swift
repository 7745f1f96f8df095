/// Where in an HTML document a template stands: the state of a small, strict HTML tokenizer.
///
/// It accepts only markup that every parser reads alike, so that what it calls an attribute or a
/// text is one in a browser too. All it knows is in this value, hence two equal values mean that
/// the same markup may follow; that is how the branches of sections are compared.
struct Markup: Equatable {
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
    /// After a name, a value or a section in a tag: white space or the tag's end must come.
    case afterName
    case attributeName
    case afterAttributeName
    /// After `=`.
    case beforeValue
    case doubleQuoted
    case singleQuoted
    case unquoted
    /// After `/` in a tag.
    case slash
    /// After `<!`, with what came since.
    case declaration([UInt8])
    /// In a comment, after this many dashes.
    case comment(dashes: Int)
    case doctype
    /// In an element whose content is not markup, with so many bytes of its end tag seen.
    case rawText(matched: Int)
  }

  /// What the tag that is being read has shown so far.
  struct Tag: Equatable {
    var name: [UInt8] = []
    var isEnd = false
    /// The value of a literal `rel`.
    var relation: [UInt8]?
    var hasHTTPEquiv = false
    var hasContentHole = false
  }

  var phase = Phase.content
  var tag = Tag()
  /// The attribute that is being read, in lower case.
  var attribute: [UInt8] = []
  /// The rule of the attribute whose value is being read.
  var rule: AttributeRule?
  /// What of the attribute's value matters for the next hole; see `remember(_:)`.
  var value: [UInt8] = []
  /// How many `<pre>` elements are open.
  var preformatted = 0

  /// How much of a name is remembered; longer than any name with a rule.
  static let longestName = 64

  /// Takes one byte of literal markup, and says what is wrong with it, if anything.
  mutating func feed(_ byte: UInt8) -> String? {
    switch phase {
    case .content:
      if byte == UInt8(ascii: "<") { phase = .tagOpen }
      return nil
    case .doubleQuoted, .singleQuoted, .unquoted, .beforeValue:
      return feedValue(byte)
    case .rawText(let matched):
      return feedRawText(byte, matched)
    case .declaration, .comment, .doctype:
      return feedDeclaration(byte)
    case .tagOpen, .endTagOpen, .tagName:
      return feedTagName(byte)
    case .betweenAttributes, .afterName, .attributeName, .afterAttributeName, .slash:
      return feedAttribute(byte)
    }
  }

  // MARK: Tags

  private mutating func feedTagName(_ byte: UInt8) -> String? {
    switch (phase, byte) {
    case (.tagOpen, UInt8(ascii: "/")):
      tag.isEnd = true
      phase = .endTagOpen
    case (.tagOpen, UInt8(ascii: "!")):
      phase = .declaration([])
    case (.tagName, _) where isBlank(byte):
      phase = .betweenAttributes
    case (.tagName, UInt8(ascii: "/")):
      phase = .slash
    case (.tagName, UInt8(ascii: ">")):
      return finishTag()
    case (.tagName, _) where isTagByte(byte), (_, _) where isLetter(byte):
      if tag.name.count < Self.longestName { tag.name.append(lowercase(byte)) }
      phase = .tagName
    case (.tagName, _):
      return "a tag name is made of letters, digits, '-' and ':'"
    default:
      resetToContent()
      return "a '<' that begins no tag must be written '&lt;'"
    }
    return nil
  }

  private mutating func feedAttribute(_ byte: UInt8) -> String? {
    if byte == UInt8(ascii: ">") {
      let trouble = finishAttributeName()
      return finishTag() ?? trouble
    }
    if byte == UInt8(ascii: "/") {
      let trouble = finishAttributeName()
      attribute = []
      phase = .slash
      return trouble
    }
    if isBlank(byte) {
      let keepsName = phase == .attributeName || phase == .afterAttributeName
      phase = keepsName ? .afterAttributeName : .betweenAttributes
      return nil
    }
    if byte == UInt8(ascii: "=") {
      guard phase == .attributeName || phase == .afterAttributeName else {
        return "a '=' must follow the name of an attribute"
      }
      let trouble = finishAttributeName()
      value = []
      rule = AttributeRule(of: attribute)
      phase = .beforeValue
      return trouble
    }
    return feedAttributeName(byte)
  }

  private mutating func feedAttributeName(_ byte: UInt8) -> String? {
    var trouble: String?
    if phase == .afterName {
      trouble = "a space must come before the next attribute"
    } else if phase == .slash {
      trouble = "a '/' in a tag must come right before its '>'"
    } else if !isTagByte(byte) && byte != UInt8(ascii: "_") && byte != UInt8(ascii: "@") {
      trouble = "an attribute name is made of letters, digits, '-', '_', ':', '.' and '@'"
    }
    if phase != .attributeName { attribute = [] }
    if attribute.count < Self.longestName { attribute.append(lowercase(byte)) }
    phase = .attributeName
    return trouble
  }

  private mutating func finishAttributeName() -> String? {
    guard phase == .attributeName || phase == .afterAttributeName,
      attribute.isExactly("http-equiv")
    else { return nil }
    tag.hasHTTPEquiv = true
    return tag.hasContentHole ? Self.contentOfHTTPEquiv : nil
  }

  private static let contentOfHTTPEquiv: String =
    "'http-equiv' may not follow a 'content' that is filled in"

  private mutating func finishTag() -> String? {
    let name = tag.name
    let isPreformatted = name.isExactly("pre") || name.isExactly("listing")
    if isPreformatted {
      preformatted = tag.isEnd ? max(0, preformatted - 1) : preformatted + 1
    }
    if tag.isEnd || !isRawText(name) {
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

  private mutating func feedValue(_ byte: UInt8) -> String? {
    switch (phase, byte) {
    case (.beforeValue, _) where isBlank(byte): return nil
    case (.beforeValue, UInt8(ascii: "\"")): phase = .doubleQuoted
    case (.beforeValue, UInt8(ascii: "'")): phase = .singleQuoted
    case (.beforeValue, UInt8(ascii: ">")):
      _ = finishTag()
      return "the attribute has no value"
    case (.doubleQuoted, UInt8(ascii: "\"")), (.singleQuoted, UInt8(ascii: "'")):
      finishValue()
      phase = .afterName
    case (.unquoted, _) where isBlank(byte):
      finishValue()
      phase = .betweenAttributes
    case (.unquoted, UInt8(ascii: ">")):
      finishValue()
      return finishTag()
    case (.beforeValue, _), (.unquoted, _):
      phase = .unquoted
      remember(byte)
      let isRefused = "\"'`=<".utf8.contains(byte)
      return isRefused
        ? "an unquoted value may not have '\(Character(Unicode.Scalar(byte)))' in it" : nil
    default:
      remember(byte)
    }
    return nil
  }

  private mutating func finishValue() {
    if attribute.isExactly("rel"), tag.relation == nil { tag.relation = value }
    attribute = []
    rule = nil
    value = []
  }

  // MARK: Comments and raw text

  private mutating func feedDeclaration(_ byte: UInt8) -> String? {
    switch phase {
    case .declaration(let before):
      let text = before + [lowercase(byte)]
      if text.isExactly("--") {
        phase = .comment(dashes: 2)
      } else if text.isExactly("doctype") {
        phase = .doctype
      } else if Array("--".utf8).starts(with: text) || Array("doctype".utf8).starts(with: text) {
        phase = .declaration(text)
      } else {
        resetToContent()
        return "only '<!--' and '<!doctype' may begin with '<!'"
      }
    case .comment(let dashes):
      if byte == UInt8(ascii: ">") && dashes == 2 {
        resetToContent()
      } else if byte == UInt8(ascii: "!") && dashes == 2 {
        phase = .comment(dashes: 0)
        return "a comment may not have '--!' in it"
      } else {
        phase = .comment(dashes: byte == UInt8(ascii: "-") ? min(2, dashes + 1) : 0)
      }
    default:
      if byte == UInt8(ascii: ">") { resetToContent() }
    }
    return nil
  }

  private mutating func feedRawText(_ byte: UInt8, _ matched: Int) -> String? {
    let nameEnd = 2 + tag.name.count
    if matched == nameEnd && (isBlank(byte) || "/>".utf8.contains(byte)) {
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

  private func isRawText(_ name: [UInt8]) -> Bool {
    Self.rawTextElements.contains { name.isExactly($0) }
  }

  private static let rawTextElements: [StaticString] = [
    "script", "style", "textarea", "title", "iframe", "noembed", "noframes", "xmp",
  ]
}

// MARK: Sections

extension Markup {
  /// Prepares for a place where a section begins or ends, and says what is wrong with it there.
  ///
  /// In a tag, names end here: otherwise what a name is would depend on the section.
  mutating func reachBoundary() -> String? {
    switch phase {
    case .tagName, .attributeName, .afterAttributeName, .slash:
      let trouble = finishAttributeName()
      attribute = []
      phase = .afterName
      return trouble
    case .tagOpen, .endTagOpen, .declaration:
      return "a section may not begin or end in the middle of a tag's name"
    case .content, .betweenAttributes, .afterName, .beforeValue, .doubleQuoted, .singleQuoted,
      .unquoted, .comment, .doctype, .rawText:
      return nil
    }
  }

  /// Whether this place is between the attributes of a tag.
  var isInTag: Bool { phase == .betweenAttributes || phase == .afterName }

  /// The state in which only that is allowed which is allowed in both, if one can be told.
  func joined(with other: Markup) -> Markup? {
    var result = self
    result.preformatted = max(preformatted, other.preformatted)
    if tag.name == other.tag.name && tag.isEnd == other.tag.isEnd {
      result.tag.hasHTTPEquiv = tag.hasHTTPEquiv || other.tag.hasHTTPEquiv
      result.tag.hasContentHole = tag.hasContentHole || other.tag.hasContentHole
      if tag.relation != other.tag.relation { result.tag.relation = Self.unknownValue }
    }
    if isInTag && other.isInTag && phase != other.phase { result.phase = .afterName }
    if phase == .doubleQuoted && other.phase == .doubleQuoted && value != other.value {
      result.value = Self.unknownValue
    }
    guard result.tag.name == other.tag.name && result.tag.isEnd == other.tag.isEnd,
      result.attribute == other.attribute,
      result.phase == other.phase || result.isInTag && other.isInTag,
      result.value == other.value || phase == .doubleQuoted
    else { return nil }
    return result
  }
}

extension [UInt8] {
  /// Whether these bytes are those of a literal.
  func isExactly(_ literal: StaticString) -> Bool {
    guard count == literal.utf8CodeUnitCount else { return false }
    return literal.withUTF8Buffer { unsafe $0.elementsEqual(self) }
  }
}

private func isLetter(_ byte: UInt8) -> Bool {
  lowercase(byte) >= UInt8(ascii: "a") && lowercase(byte) <= UInt8(ascii: "z")
}

private func isTagByte(_ byte: UInt8) -> Bool {
  isLetter(byte) || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
}
