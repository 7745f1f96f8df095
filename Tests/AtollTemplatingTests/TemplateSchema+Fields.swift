@testable import AtollTemplating

// Fields of schemas, in fewer words.
extension TemplateSchema.Field {
  static func text(_ name: String, id: UInt16, optional: Bool = false) -> Self {
    Self(name: name, kind: .text, id: id, isOptional: optional)
  }

  static func html(_ name: String, id: UInt16, optional: Bool = false) -> Self {
    Self(name: name, kind: .html, id: id, isOptional: optional)
  }

  static func url(_ name: String, id: UInt16, optional: Bool = false) -> Self {
    Self(name: name, kind: .url, id: id, isOptional: optional)
  }

  static func number(_ name: String, id: UInt16, optional: Bool = false) -> Self {
    Self(name: name, kind: .number, id: id, isOptional: optional)
  }

  static func token(_ name: String, id: UInt16, optional: Bool = false) -> Self {
    Self(name: name, kind: .token, id: id, isOptional: optional)
  }
}
