@testable import Templating

// Fields of schemas, in fewer words.
extension TemplateSchema.Field {
  static func text(_ name: String, id: UInt16, optional: Bool = false) -> Self {
    Self(name, as: .text, id: id, isOptional: optional)
  }

  static func html(_ name: String, id: UInt16, optional: Bool = false) -> Self {
    Self(name, as: .html, id: id, isOptional: optional)
  }

  static func url(_ name: String, id: UInt16, optional: Bool = false) -> Self {
    Self(name, as: .url, id: id, isOptional: optional)
  }

  static func number(_ name: String, id: UInt16, optional: Bool = false) -> Self {
    Self(name, as: .number, id: id, isOptional: optional)
  }

  static func token(_ name: String, id: UInt16, optional: Bool = false) -> Self {
    Self(name, as: .token, id: id, isOptional: optional)
  }
}
