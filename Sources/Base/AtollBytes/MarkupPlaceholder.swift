/// Bytes that replace the tags of fields and sections while the markup of a template is checked.
package enum MarkupPlaceholder {
  /// The byte in place of a field, whatever value the field may have.
  package static let value: UInt8 = 0
  /// The byte in place of the opening or closing tag of a section, whose content may occur in the
  /// output any number of times.
  package static let boundary: UInt8 = 1
}
