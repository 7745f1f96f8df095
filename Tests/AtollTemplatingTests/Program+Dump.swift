import AtollBytes
import TestSupport

@testable import AtollTemplating

extension Program {
  /// Returns the program as text, with one op on each line and with the schema's names.
  ///
  ///     0 literal "<p>"
  ///     1 field author.name: text
  ///     2 if isEdited, else to 4
  ///     3   literal " edited"
  ///     4 literal "</p>"
  ///
  /// The text depends only on the program and the schema.
  func dump(schema: TemplateSchema) -> String {
    var names: [UInt16: String] = [:]
    for field in schema.allFields where names[field.id] == nil { names[field.id] = field.name }
    func name(_ id: UInt16) -> String { names[id] ?? "#\(id)" }

    var text = ""
    var ends: [Int] = []
    for (index, op) in ops.enumerated() {
      while ends.last == index { ends.removeLast() }
      text += "\(index) " + String(repeating: "  ", count: ends.count)
      switch op {
      case .literal(let slice): text += "literal \(GeneratedSource.literal(literals[slice.range]))"
      case .field(let id, let kind): text += "field \(name(id)): \(kind.word)"
      case .html(let id): text += "html \(name(id))"
      case .mark(let id): text += "mark \(name(id))"
      case .sectionBegin(let id, let end): text += "if \(name(id)), else to \(end)"
      case .invertedBegin(let id, let end): text += "unless \(name(id)), else to \(end)"
      case .listBegin(let id, let end): text += "each \(name(id)), at last to \(end)"
      case .listEnd(let id, let begin): text += "next \(name(id)), to \(begin)"
      }
      text += "\n"
      if let end = op.sectionEnd { ends.append(end) }
    }
    return text
  }
}

extension FieldKind {
  fileprivate var word: String {
    switch self {
    case .text: "text"
    case .html: "html"
    case .url: "url"
    case .number: "number"
    case .token: "token"
    case .flag: "flag"
    case .list: "list"
    case .mark: "mark"
    }
  }
}
