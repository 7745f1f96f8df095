extension Story {
  /// A story without comments that has a title and nothing else.
  package init(titled title: String, organization: String = "") {
    var builder = StoryBuilder(bytes: [])
    builder.facts.title = builder.add(text: title)
    builder.facts.organization = builder.add(text: organization)
    self = builder.finish()
  }
}
