/// A start tag in a template, as its author wrote it.
package struct TemplateTag: Hashable, Sendable {
  package struct Attribute: Hashable, Sendable {
    /// The name in lower case.
    package let name: String
    /// The text between the quotes, or `nil` for an attribute without a value.
    package let value: String?
    /// True if the tag always has the attribute with this value.
    ///
    /// In this case, the value contains no field or section, and no section within the tag
    /// surrounds the attribute.
    package let isConstant: Bool

    package init(name: String, value: String?, isConstant: Bool) {
      self.name = name
      self.value = value
      self.isConstant = isConstant
    }
  }

  /// The element's name in lower case.
  package let name: String
  package let attributes: [Attribute]

  package init(name: String, attributes: [Attribute] = []) {
    self.name = name
    self.attributes = attributes
  }

  package func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name } }

  /// Returns the value of a constant attribute; `nil` if the tag has none of this name.
  package func constantValue(ofAttribute name: String) -> String? {
    attribute(name).flatMap { $0.isConstant ? $0.value : nil }
  }
}

/// The changes to a tag.
package struct TagEdit: Sendable {
  /// The names of constant attributes to remove.
  package var removed: Set<String> = []
  /// The attributes to add; their values must not contain quotation marks.
  package var added: [(name: String, value: String)] = []
  package var faults: [String] = []

  package init() {}
}

/// Changes the attributes of tags while their template is compiled.
///
/// It has access to templates only, never to users' text.
package protocol TagEditor {
  /// Returns the changes to a tag; `ancestors` are the tags around it, the outermost first.
  mutating func edit(_ tag: TemplateTag, inside ancestors: [TemplateTag]) -> TagEdit
  /// Records where other output is inserted: at a field (`{{{name}}}`) or a mark (`{{> name}}`).
  mutating func recordInsertionPoint(_ field: UInt16, inside ancestors: [TemplateTag])
  /// Records a template's verbatim texts (`{{"text"}}`), which must stay unchanged in the output.
  mutating func recordVerbatims(_ verbatims: Set<[UInt8]>)
}
