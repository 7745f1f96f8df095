/// The rules of a theme's mail sheets, in their order, every token resolved.
///
/// A mail has no custom properties and hardly a cascade: the rules are written into the tags of its
/// templates, once, when those are compiled.
package struct EmailStyles: Sendable {
  package let rules: [EmailRule]
}

/// One selector of a mail sheet with the declarations of its rule.
package struct EmailRule: Hashable, Sendable {
  package let selector: EmailSelector
  package let declarations: [EmailDeclaration]
}

/// Elements and classes, bound by blanks and `>`.
package struct EmailSelector: Hashable, Sendable {
  /// What one element must be.
  package struct Part: Hashable, Sendable {
    package let element: String?
    package let classes: [String]
    /// Whether it must stand right inside what the part before it matches.
    package let isChild: Bool
  }

  /// The parts, the outermost first; never empty.
  package let parts: [Part]
  /// The selector as it is written into a mail's head.
  package let text: String

  /// How much it weighs among others: classes before elements.
  package var specificity: Int {
    parts.reduce(0) { $0 + $1.classes.count * 256 + ($1.element == nil ? 0 : 1) }
  }
}

/// A property with its value on light and on dark.
package struct EmailDeclaration: Hashable, Sendable {
  package let property: String
  package let light: String
  package let dark: String
  /// Where it stands, with the message still to be written.
  package let place: ThemeError
}
