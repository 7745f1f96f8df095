/// A start tag of a template as its author wrote it.
package struct TemplateTag: Hashable, Sendable {
  package struct Attribute: Hashable, Sendable {
    /// In lower case.
    package let name: String
    /// What stands between the quotes; nothing for an attribute without a value.
    package let value: String?
    /// Whether the tag always has it and with this value: no hole and no section is in it or around it.
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

  /// An attribute by its name.
  package func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name } }

  /// The value of an attribute that the tag always has; nothing for all others.
  package func constant(_ name: String) -> String? {
    attribute(name).flatMap { $0.isConstant ? $0.value : nil }
  }
}

/// What is to be done with a tag.
package struct TagEdit: Sendable {
  /// The names of constant attributes that go.
  package var removed: Set<String> = []
  /// Attributes that come; their values hold no quotation mark.
  package var added: [(name: String, value: String)] = []
  /// What is wrong with the tag, a message each.
  package var faults: [String] = []

  package init() {}
}

/// Looks at every tag of a template while it is compiled, and may change its attributes.
///
/// It sees templates, never what users wrote: that is not there yet.
package protocol TagEditor {
  /// Says what is to be done with a tag; `ancestors` are those around it, the outermost first.
  mutating func edit(_ tag: TemplateTag, inside ancestors: [TemplateTag]) -> TagEdit
  /// Is told of a place where a writer puts markup of its own: a hole for markup or a mark.
  mutating func reach(_ field: UInt16, inside ancestors: [TemplateTag])
}
