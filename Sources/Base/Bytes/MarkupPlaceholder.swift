/// Bytes in place of fields and sections where a template's markup is checked before it is filled.
package enum MarkupPlaceholder {
  /// Any value of a field.
  package static let value: UInt8 = 0
  /// The beginning or end of a section, which may be missing or repeated.
  package static let boundary: UInt8 = 1
}
