import AtollBytes
import AtollLayout
import AtollMarkupWriting
package import AtollTemplating

extension GeneratedSource {
  /// Returns a property of Swift that is a compiled template.
  package static func property(_ name: String, _ program: Program) -> String {
    """

      private static var \(name): Program {
        Program(
          literals: Array(
            \(literal(program.literals)).utf8),
          ops: [
    \(list(program.ops.map(expression), indentation: "        "))
          ])
      }

    """
  }

  private static func expression(of op: Op) -> String {
    switch op {
    case .literal(let slice): ".literal(Slice(start: \(slice.start), count: \(slice.count)))"
    case .field(let id, let kind): ".field(id: \(name(of: id)), kind: .\(kind))"
    case .html(let id): ".html(id: \(name(of: id)))"
    case .mark(let id): ".mark(id: \(name(of: id)))"
    case .sectionBegin(let id, let end): ".sectionBegin(id: \(name(of: id)), end: \(end))"
    case .invertedBegin(let id, let end): ".invertedBegin(id: \(name(of: id)), end: \(end))"
    case .listBegin(let id, let end): ".listBegin(id: \(name(of: id)), end: \(end))"
    case .listEnd(let id, let begin): ".listEnd(id: \(name(of: id)), begin: \(begin))"
    }
  }

  /// Returns the source expression of a field's number, which stays right when fields are added.
  private static func name(of id: UInt16) -> String {
    if let field = FlagField.allCases.first(where: { $0.id == id }) {
      return "FlagField.\(field).id"
    }
    if let field = NumberField.allCases.first(where: { $0.id == id }) {
      return "NumberField.\(field).id"
    }
    if let field = TextField.allCases.first(where: { $0.id == id }) {
      return "TextField.\(field).id"
    }
    if let point = InsertionPoint.allCases.first(where: { $0.id == id }) {
      return "InsertionPoint.\(point).id"
    }
    if let phrase = Phrase.allCases.first(where: { ConstantFields.id(of: $0) == id }) {
      return "ConstantFields.id(of: .\(phrase))"
    }
    return id == badgeListID ? "badgeListID" : id == pageListID ? "pageListID" : "\(id)"
  }
}
