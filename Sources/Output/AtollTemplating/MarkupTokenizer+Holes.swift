import AtollBytes

extension MarkupTokenizer {
  /// Moves past a field of this kind, and returns the place for which it is refused, for a message,
  /// or `nil` if it is allowed here.
  ///
  /// After a refused field, the state is chosen so that the text after the field causes no further
  /// error.
  mutating func visitHole(of kind: FieldKind) -> String? {
    switch phase {
    case .content:
      return nil
    case .doubleQuoted:
      if let refusal = refusalInAttribute(of: kind) { return refusal }
      rememberHole()
      return nil
    case .rawText(let matched):
      if kind != .html && matched == 0 && tag.name.isExactly("title") { return nil }
      return "in <\(String(decoding: tag.name, as: UTF8.self))>"
    case .tagOpen, .endTagOpen, .tagName:
      phase = .tagName
      return "in the name of a tag"
    case .declaration:
      return "in the name of a tag"
    case .betweenAttributes, .needsSpace, .attributeName, .afterAttributeName, .slash:
      phase = .attributeName
      return "as the name of an attribute"
    case .beforeValue, .unquoted:
      phase = .unquoted
      return "in an attribute without quotes; put the value in double quotes"
    case .singleQuoted:
      return "in single quotes; put the value in double quotes"
    case .comment:
      return "in a comment"
    case .doctype:
      return "in a doctype"
    }
  }

  private mutating func refusalInAttribute(of kind: FieldKind) -> String? {
    let name = String(decoding: attribute, as: UTF8.self)
    if tag.isEnd { return "in an end tag" }
    if kind == .html { return "in an attribute" }
    switch rule {
    case .prose:
      if attribute.isExactly("content") {
        tag.hasContentHole = true
        return tag.hasHTTPEquiv ? "in the content of a <meta http-equiv>" : nil
      }
      return nil
    case .token:
      return isToken(kind) ? nil : "in '\(name)', which takes a token or a number"
    case .url:
      return refusalInURL(of: kind)
    case .style:
      let takesHole = isToken(kind) && isCustomPropertyName(value)
      return takesHole ? nil : "in 'style', except a number or token right after '--name:'"
    case .event:
      return "in '\(name)', which is code"
    case .none:
      return "in '\(name)', which is not one of the attributes that take a value"
    }
  }

  private func refusalInURL(of kind: FieldKind) -> String? {
    let name = String(decoding: attribute, as: UTF8.self)
    let element = String(decoding: tag.name, as: UTF8.self)
    guard AttributeRule.mayHoldURL(attribute, of: tag.name) else {
      return "in '\(name)' of <\(element)>"
    }
    if tag.name.isExactly("link") && !AttributeRule.isHarmless(relation: tag.relation) {
      return "in 'href' of a <link> without a harmless 'rel' before it, such as canonical"
    }
    switch kind {
    case .url where value.isEmpty: return nil
    case .url: return "in '\(name)', except at its very beginning"
    case .token, .number:
      return value == Self.pathValue ? nil : "in '\(name)', except after a '#', '?' or '/'"
    case .text, .html, .flag, .list, .mark: return "in '\(name)', which takes a URL"
    }
  }

  private func isToken(_ kind: FieldKind) -> Bool { kind == .token || kind == .number }

  /// Returns whether the text is a custom property's name and a colon, after optional white space.
  private func isCustomPropertyName(_ text: [UInt8]) -> Bool {
    var rest = text[...]
    rest = rest.drop(while: isHTMLSpace)
    guard rest.starts(with: "--".utf8), rest.popLast().map({ $0 == UInt8(ascii: ":") }) ?? false
    else { return false }
    return rest.count > 2
      && rest.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
  }

  // MARK: Remembering values

  /// A value after which no field is allowed in a style or URL.
  ///
  /// The value was too long or contained a field, or it is a URL whose path has not begun.
  static let unknownValue = [UInt8(ascii: "?")]
  /// A URL in which the path, the query or the fragment has begun.
  private static let pathValue = [UInt8(ascii: "#")]

  /// A URL that ends in `&`: a `#` after it belongs to a character reference, such as `&#38;`.
  private static let ampersandValue = [UInt8(ascii: "&")]

  /// Updates `value`, which decides whether a field may come next in the attribute's value.
  ///
  /// For a style, `value` is the declaration so far; for `rel`, the attribute's value so far. For a
  /// URL, `value` is empty at the beginning, and `pathValue` once a path, query or fragment has
  /// begun. No other attribute uses `value`.
  mutating func remember(_ byte: UInt8) {
    switch rule {
    case .style:
      if byte == UInt8(ascii: ";") {
        value = []
      } else if value != Self.unknownValue, !isHTMLSpace(byte) || value.last != UInt8(ascii: ":") {
        appendToValue(byte)
      }
    case .url:
      if value == Self.pathValue { return }
      // The '#' of a character reference is not part of the URL.
      let isPath = "#?/".utf8.contains(byte) && value != Self.ampersandValue
      let isAmpersand = byte == UInt8(ascii: "&")
      value =
        isPath ? Self.pathValue : isAmpersand ? Self.ampersandValue : Self.unknownValue
    case .none where attribute.isExactly("rel"):
      appendToValue(byte)
    case .prose, .token, .event, .none:
      break
    }
  }

  private mutating func appendToValue(_ byte: UInt8) {
    if value.count < 2 * Self.maximumNameLength {
      value.append(lowercase(byte))
    } else {
      value = Self.unknownValue
    }
  }

  private mutating func rememberHole() {
    switch rule {
    case .style: value = Self.unknownValue
    case .url where value.isEmpty: value = Self.unknownValue
    case .url, .prose, .token, .event, .none: break
    }
  }
}
