package import AtollBytes

/// The rules of a theme's mail sheets in order, with all tokens resolved.
///
/// Many mail clients support neither custom properties nor style sheets, so the rules are written
/// into the tags of the templates when these are compiled.
package struct EmailStyles: Sendable {
  package let rules: [EmailRule]
}

/// One selector of a mail sheet with the declarations of its rule.
package struct EmailRule: Sendable {
  package let selector: EmailSelector
  package let declarations: [EmailDeclaration]
}

/// Elements and classes, with spaces and `>` as combinators.
package struct EmailSelector: Hashable, Sendable {
  /// The conditions for one element.
  package struct Part: Hashable, Sendable {
    package let element: String?
    package let classes: [String]
    /// True if the element must be a child of the previous part's element.
    package let isChild: Bool
  }

  /// The parts, the outermost first; never empty.
  package let parts: [Part]
  /// The selector as it is written into an email's head.
  package let text: String

  /// The specificity: classes before elements (Selectors 4, 17).
  package var specificity: Int {
    parts.reduce(0) { $0 + $1.classes.count * 256 + ($1.element == nil ? 0 : 1) }
  }
}

/// A property with its values in light and in dark mode.
package struct EmailDeclaration: Sendable {
  package let property: String
  package let light: String
  package let dark: String
  /// The sheet that contains the declaration, and the declaration's offset in bytes there.
  let file: StyleFile
  let offset: Int

  package func error(_ message: String) -> SourceError {
    file.error(message, at: offset)
  }
}
