package import Templating

extension TemplateSchema.Field {
  /// The names of some groups, as a schema takes them.
  package static func all(_ entries: [FieldEntry]) -> [TemplateSchema.Field] {
    entries.map { TemplateSchema.Field($0) }
  }

  /// A place where a writer goes on by itself, and the names that it has nothing for any more behind it.
  package static func mark(
    _ name: String, _ field: MarkupField, ending ended: [FieldEntry] = []
  ) -> TemplateSchema.Field {
    .mark(name, field.rawValue, ending: ended.map(\.field.rawValue))
  }

  /// The badges of a comment.
  package static var badges: TemplateSchema.Field {
    .list("badges", MarkupField.badges.rawValue, of: badgeFields)
  }

  /// The same in a mail, where a class cannot be made of a name.
  package static var mailBadges: TemplateSchema.Field {
    .list(
      "badges", MarkupField.badges.rawValue,
      of: badgeFields + [
        .flag("is_staff_badge", MarkupField.isStaffBadge.rawValue),
        .flag("is_moderator_badge", MarkupField.isModeratorBadge.rawValue),
        .flag("is_expert_badge", MarkupField.isExpertBadge.rawValue),
      ])
  }

  private static var badgeFields: [TemplateSchema.Field] {
    [
      .token("badge_kind", MarkupField.badgeKind.rawValue),
      .text("badge_label", MarkupField.badgeLabel.rawValue),
    ]
  }

  private init(_ entry: FieldEntry) {
    let id = entry.field.rawValue
    switch entry.kind {
    case .text: self = .text(entry.name, id)
    case .html: self = .html(entry.name, id)
    case .url: self = .url(entry.name, id)
    case .number: self = .number(entry.name, id)
    case .token: self = .token(entry.name, id)
    case .flag: self = .flag(entry.name, id)
    case .list: self = .list(entry.name, id, of: [])
    case .mark: self = .mark(entry.name, id)
    }
  }
}
