extension MarkupTokenizer {
  /// Prepares for the beginning or end of a section; returns an error message if it is not allowed
  /// here.
  ///
  /// In a tag, a section boundary ends a name; otherwise the name would depend on the section.
  mutating func reachSectionBoundary() -> String? {
    switch phase {
    case .tagName, .attributeName, .afterAttributeName, .slash:
      let problem = finishAttributeName()
      attribute = []
      phase = .needsSpace
      return problem
    case .tagOpen, .endTagOpen, .declaration:
      return "a section may not begin or end in the middle of a tag's name"
    case .content, .betweenAttributes, .needsSpace, .beforeValue, .doubleQuoted, .singleQuoted,
      .unquoted, .comment, .doctype, .rawText:
      return nil
    }
  }

  var isBetweenAttributes: Bool { phase == .betweenAttributes || phase == .needsSpace }

  /// Returns the state that allows only what both states allow, if there is one.
  func joined(with other: MarkupTokenizer) -> MarkupTokenizer? {
    var result = self
    result.preformattedDepth = max(preformattedDepth, other.preformattedDepth)
    if tag.name == other.tag.name && tag.isEnd == other.tag.isEnd {
      result.tag.hasHTTPEquiv = tag.hasHTTPEquiv || other.tag.hasHTTPEquiv
      result.tag.hasContentHole = tag.hasContentHole || other.tag.hasContentHole
      if tag.relation != other.tag.relation { result.tag.relation = Self.unknownValue }
    }
    if isBetweenAttributes && other.isBetweenAttributes && phase != other.phase {
      result.phase = .needsSpace
    }
    if phase == .doubleQuoted && other.phase == .doubleQuoted && value != other.value {
      result.value = Self.unknownValue
    }
    guard result.tag.name == other.tag.name && result.tag.isEnd == other.tag.isEnd,
      result.attribute == other.attribute,
      result.phase == other.phase || result.isBetweenAttributes && other.isBetweenAttributes,
      result.value == other.value || phase == .doubleQuoted
    else { return nil }
    return result
  }
}

extension MarkupTokenizer {
  /// The tag that a `>` here would complete; `nil` if there is none.
  var completableTag: Tag? {
    switch phase {
    case .tagName, .betweenAttributes, .needsSpace, .attributeName, .afterAttributeName, .unquoted,
      .slash:
      return tag
    case .rawText(let matched) where matched == 2 + tag.name.count:
      var end = tag
      end.isEnd = true
      return end
    case .content, .tagOpen, .endTagOpen, .beforeValue, .doubleQuoted, .singleQuoted, .declaration,
      .comment, .doctype, .rawText:
      return nil
    }
  }

  /// The construct that is still open here, for an error message.
  var openConstruct: String? {
    switch phase {
    case .content: nil
    case .rawText: "the element <\(String(decoding: tag.name, as: UTF8.self))>"
    case .comment: "the comment"
    case .tagOpen, .endTagOpen, .tagName, .betweenAttributes, .needsSpace, .attributeName,
      .afterAttributeName, .beforeValue, .doubleQuoted, .singleQuoted, .unquoted, .slash,
      .declaration, .doctype:
      "the tag"
    }
  }

  var positionDescription: String {
    let name = String(decoding: tag.name, as: UTF8.self)
    let attribute = String(decoding: attribute, as: UTF8.self)
    switch phase {
    case .content: return "between tags"
    case .tagOpen, .endTagOpen, .tagName, .declaration: return "in the name of a tag"
    case .betweenAttributes, .needsSpace, .attributeName, .afterAttributeName, .slash:
      return "in the tag <\(name)>"
    case .beforeValue: return "before the value of '\(attribute)'"
    case .doubleQuoted, .singleQuoted, .unquoted: return "in the value of '\(attribute)'"
    case .comment: return "in a comment"
    case .doctype: return "in a doctype"
    case .rawText: return "in <\(name)>"
    }
  }
}
