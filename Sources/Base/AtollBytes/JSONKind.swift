@usableFromInline
package enum JSONKind: Sendable {
  case object, array, string, number, bool, null
  case end
  /// A byte that does not begin a value.
  case invalid

  package var phrase: String {
    switch self {
    case .object: "an object"
    case .array: "a list"
    case .string: "a string"
    case .number: "a number"
    case .bool: "true or false"
    case .null: "null"
    case .end: "the end of the input"
    case .invalid: "something that is not JSON"
    }
  }
}
