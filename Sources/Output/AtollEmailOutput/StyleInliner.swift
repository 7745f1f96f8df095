import AtollBytes
import AtollLayout
import AtollTemplating
import AtollTheming

/// An editor that writes the rules of a theme's mail sheets into the tags of templates, as inline
/// styles, when the templates are compiled.
///
/// A declaration is written into `style`, and also as an attribute such as `bgcolor` if old clients
/// read only that. A class stays in the tag only if a rule for dark mode in the email's head
/// selects it.
struct StyleInliner: TagEditor {
  private let rules: [EmailRule]
  /// The indices of the rules, keyed by the last part of their selectors.
  private let rulesByKey: [String: [Int]]
  /// The declarations of each rule, with the properties for the language's direction and the values
  /// for the color scheme.
  private let declarations: [[(property: String, value: String)]]
  private let linter: MailLinter
  /// The classes in the head's selectors.
  private let headClasses: Set<String>
  /// The indices of the rules that matched a tag.
  private(set) var usedRules: Set<Int> = []
  /// True if a template has raw text, or an element that shows all of its spaces.
  private(set) var keepsSpaces = false
  /// The verbatim texts (`{{"text"}}`) of all templates.
  private(set) var verbatims: Set<[UInt8]> = []
  /// The ancestors of each insertion point, by field id; later templates overwrite earlier ones.
  private(set) var ancestorsByField: [UInt16: [TemplateTag]] = [:]

  init(_ settings: EmailTemplates.Settings, styles: EmailStyles, linter: MailLinter) {
    rules = styles.rules
    rulesByKey = Dictionary(grouping: rules.indices) { [rules] in rules[$0].selector.key }
    let isRightToLeft = settings.wording.isRightToLeft
    let isDark = settings.scheme == .dark
    declarations = styles.rules.map { rule in
      rule.declarations.map {
        ($0.property.physicalProperty(isRightToLeft: isRightToLeft), isDark ? $0.dark : $0.light)
      }
    }
    self.linter = linter
    guard settings.scheme == .auto else {
      headClasses = []
      return
    }
    var classes: Set<String> = []
    for rule in styles.rules where rule.declarations.contains(where: \.isColored) {
      for part in rule.selector.parts { classes.formUnion(part.classes) }
    }
    headClasses = classes
  }

  mutating func recordInsertionPoint(_ field: UInt16, inside ancestors: [TemplateTag]) {
    ancestorsByField[field] = ancestors
  }

  mutating func recordVerbatims(_ verbatims: Set<[UInt8]>) { self.verbatims.formUnion(verbatims) }

  mutating func edit(_ tag: TemplateTag, inside ancestors: [TemplateTag]) -> TagEdit {
    if ["pre", "textarea", "style", "script"].contains(tag.name) { keepsSpaces = true }
    var edit = TagEdit()
    edit.faults = linter.faults(of: tag)
    if let attribute = tag.attribute("class"), !attribute.isConstant {
      edit.faults.append(
        "a class with a field or a section cannot be styled in a mail; write a tag for each case")
    }
    let declarations = cascadedDeclarations(for: tag, inside: ancestors)
    addStyle(of: declarations, for: tag, to: &edit)
    if tag.constantValue(ofAttribute: "class") != nil {
      let kept = tag.classes.filter { headClasses.contains($0) }
      edit.removed.insert("class")
      if !kept.isEmpty { edit.added.insert(("class", kept.joined(separator: " ")), at: 0) }
    }
    return edit
  }

  /// Returns the start tag of a body element, with its styles and without its `>`.
  mutating func startTag(
    _ name: String, class classes: String? = nil, inside ancestors: [TemplateTag]
  ) -> [UInt8] {
    let attributes = classes.map {
      [TemplateTag.Attribute(name: "class", value: $0, isConstant: true)]
    }
    let edit = edit(TemplateTag(name: name, attributes: attributes ?? []), inside: ancestors)
    let text = edit.added.map { " \($0.name)=\"\($0.value)\"" }.joined()
    return Array("<\(name)\(text)".utf8)
  }

  // MARK: The cascade

  /// Returns the declarations for a tag in cascade order, with each property once.
  private mutating func cascadedDeclarations(
    for tag: TemplateTag, inside ancestors: [TemplateTag]
  ) -> [(property: String, value: String)] {
    let tag = StyledTag(tag)
    let ancestors = ancestors.map { StyledTag($0) }
    var matches = tag.keys.flatMap { rulesByKey[$0] ?? [] }.filter { index in
      rules[index].selector.matches(tag, inside: ancestors)
    }
    usedRules.formUnion(matches)
    // Rules with the same specificity keep their order, since their indices are compared, too.
    matches.sort {
      (rules[$0].selector.specificity, $0) < (rules[$1].selector.specificity, $1)
    }
    var result: [(property: String, value: String)] = []
    for declaration in matches.flatMap({ declarations[$0] }) {
      result.removeAll { $0.property.isOverridden(by: declaration.property) }
      result.append(declaration)
    }
    return result
  }

  private func addStyle(
    of declarations: [(property: String, value: String)], for tag: TemplateTag,
    to edit: inout TagEdit
  ) {
    var text = declarations.map { "\($0.property):\($0.value)" }.joined(separator: ";")
    if let attribute = tag.attribute("style") {
      guard attribute.isConstant, let value = attribute.value else {
        edit.faults.append("a style with a field or a section cannot be used in a mail")
        return
      }
      edit.faults += linter.faults(ofStyle: value)
      edit.removed.insert("style")
      text += (text.isEmpty ? "" : ";") + value
    }
    for (property, value) in declarations {
      if property == "background-color", value.hasPrefix("#"), tag.hasLegacyAttributes,
        tag.attribute("bgcolor") == nil
      {
        edit.added.append(("bgcolor", value))
      } else if property == "width", value.hasSuffix("px"),
        tag.hasLegacyAttributes || tag.name == "img",
        tag.attribute("width") == nil
      {
        edit.added.append(("width", String(value.dropLast(2))))
      }
    }
    if !text.isEmpty { edit.added.append(("style", text)) }
  }
}

extension TemplateTag {
  /// The classes that the tag always has (HTML, 3.2.6.3).
  fileprivate var classes: [String] {
    (constantValue(ofAttribute: "class") ?? "").utf8.split(whereSeparator: isHTMLSpace).map {
      String(Substring($0))
    }
  }

  /// True if old clients read the background color and the width of the element from attributes.
  fileprivate var hasLegacyAttributes: Bool {
    ["table", "tr", "td", "th", "body"].contains(name)
  }
}

extension EmailDeclaration {
  /// True if the value contains a color, which differs in dark mode.
  var isColored: Bool { light.utf8.contains(UInt8(ascii: "#")) }
}

/// The parts of a tag that selectors match.
private struct StyledTag {
  let name: String
  let classes: [String]

  init(_ tag: TemplateTag) {
    name = tag.name
    classes = tag.classes
  }

  /// The keys of all selectors whose last part can match the tag.
  var keys: [String] { ["", name] + classes.map { ".\($0)" } }
}

extension EmailSelector {
  /// The key of the last part: its first class, such as `.author`, or else its element, or else an
  /// empty string.
  fileprivate var key: String {
    parts.last.flatMap { part in part.classes.first.map { ".\($0)" } ?? part.element } ?? ""
  }

  fileprivate func matches(_ tag: StyledTag, inside ancestors: [StyledTag]) -> Bool {
    guard let last = parts.last, last.matches(tag) else { return false }
    // The indices of the ancestors that match the latest part and are below matches of all earlier
    // parts.
    var candidates: Set<Int>?
    for part in parts.dropLast() {
      let before = candidates
      candidates = Set(
        ancestors.indices.filter { index in
          part.matches(ancestors[index])
            && Self.isBelow(index, anyOf: before, asChild: part.isChild)
        })
    }
    return Self.isBelow(ancestors.count, anyOf: candidates, asChild: last.isChild)
  }

  private static func isBelow(_ index: Int, anyOf before: Set<Int>?, asChild: Bool) -> Bool {
    guard let before else { return true }
    return asChild ? before.contains(index - 1) : before.contains { $0 < index }
  }
}

extension EmailSelector.Part {
  fileprivate func matches(_ tag: StyledTag) -> Bool {
    if let element, element != tag.name { return false }
    return classes.allSatisfy { tag.classes.contains($0) }
  }
}

extension String {
  /// Returns the physical property for a logical one, such as `margin-left` for
  /// `margin-inline-start`.
  ///
  /// Hardly any mail client supports logical properties.
  func physicalProperty(isRightToLeft: Bool) -> String {
    var words = split(separator: "-", omittingEmptySubsequences: false)
    guard let inlineIndex = words.firstIndex(of: "inline"), inlineIndex + 1 < words.count else {
      return self
    }
    switch words[inlineIndex + 1] {
    case "start": words[inlineIndex] = isRightToLeft ? "right" : "left"
    case "end": words[inlineIndex] = isRightToLeft ? "left" : "right"
    case _: return self
    }
    words.remove(at: inlineIndex + 1)
    return words.joined(separator: "-")
  }

  /// Returns whether a later declaration of `property` overrides a declaration of this property.
  fileprivate func isOverridden(by property: String) -> Bool {
    self == property || hasPrefix(property + "-") || property == "font" && self == "line-height"
  }
}
