import AtollBytes

/// The kind of name in a template, which determines where the name is allowed.
package enum FieldKind: UInt8, Hashable, Sendable {
  /// User text: allowed between tags and in prose attributes.
  case text
  /// Markup made by a writer: `{{{name}}}` between elements and nowhere else.
  case html
  /// A checked URL: the only kind with which `href`, `src`, `cite` and `action` may begin; also
  /// allowed as text.
  case url
  /// Digits with an optional sign; allowed in the same places as `token`.
  case number
  /// Letters, digits, `_` and `-` only: for `class`, `id`, `lang` and the like.
  case token
  /// True or false: opens sections, has no text.
  case flag
  /// A section that repeats and has further names inside.
  case list
  /// A place written `{{> name}}` where the writer inserts other output.
  case mark
}

/// The names that one template may use, given by the writer that executes the compiled program.
///
/// A name may contain dots, which have no special meaning: `story.title`. A field named `.` in a
/// list is the value of `{{.}}` inside the list.
package struct TemplateSchema: Sendable {
  /// A name, and the id that stands for it in the program.
  ///
  /// Ids must be unique in the whole schema, including the fields of lists.
  package struct Field: Sendable {
    package let name: String
    package let kind: FieldKind
    package let id: UInt16
    /// True if a section may test whether the field is present.
    var isOptional = false
    /// True if a mark must occur exactly once, outside all sections.
    package private(set) var isRequired = false
    /// The names inside a list.
    package private(set) var fields: [Field] = []
    /// The ids of the fields that are not available after this mark; empty for other fields.
    private(set) var unavailableIDs: [UInt16] = []
    /// The markup that a writer inserts at a mark, if not every element may contain it.
    var insertedContent: InsertedContent?

    package static func value(_ name: String, as kind: FieldKind, id: UInt16) -> Field {
      Field(name: name, kind: kind, id: id)
    }

    package static func flag(_ name: String, id: UInt16) -> Field {
      Field(name: name, kind: .flag, id: id)
    }

    package static func list(_ name: String, id: UInt16, of fields: [Field]) -> Field {
      Field(name: name, kind: .list, id: id, fields: fields)
    }

    /// Returns a mark; `unavailableIDs` are the ids of the fields that are allowed only before it.
    package static func mark(
      _ name: String, id: UInt16, isRequired: Bool = true,
      inserting content: InsertedContent? = nil, fieldsBefore unavailableIDs: [UInt16] = []
    ) -> Field {
      Field(
        name: name, kind: .mark, id: id, isRequired: isRequired, unavailableIDs: unavailableIDs,
        insertedContent: content)
    }
  }

  package let fields: [Field]
  /// True if the template is plain text, in which no character is markup.
  package var isPlainText = false

  package init(_ fields: [Field]) { self.fields = fields }

  /// All fields; each list is followed by the fields inside it.
  package var allFields: [Field] {
    var found: [Field] = []
    var waiting = Array(fields.reversed())
    while let field = waiting.popLast() {
      found.append(field)
      waiting.append(contentsOf: field.fields.reversed())
    }
    return found
  }

  /// Returns the name of the list inside which a name is known, or `nil` if there is no such list.
  func nameOfList(around name: String) -> String? {
    allFields.first { list in list.fields.contains { $0.name == name } }?.name
  }
}

extension TemplateSchema.Field {
  func isNamed(_ slice: Slice, in text: [UInt8]) -> Bool {
    slice.count == name.utf8.count && text[slice.range].elementsEqual(name.utf8)
  }
}
