/// Bytes that replace the tags of fields and sections while the markup of a template is checked.
package enum MarkupPlaceholder {
  /// Any value of a field.
  package static let value: UInt8 = 0
  /// The beginning or end of a section; its content may occur in the output any number of times.
  package static let boundary: UInt8 = 1
}
