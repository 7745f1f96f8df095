package enum RenderReason: String, CaseIterable, Sendable {
  /// The current run does not have the story.
  case new
  /// The story has changed.
  case input
  /// The rows that the story is joined with have changed: names, a title, settings.
  case joined
  case version
  case options
  case templates
  case style
  /// The stored output is damaged, or its recipe is unknown.
  case unusable = "missing"
}
