extension Story {
  /// Creates a story that has a title, optionally a publisher's name, and no comments.
  package init(titled title: String, organization: String = "") {
    var builder = StoryBuilder(bytes: [])
    builder.metadata.title = builder.add(text: title)
    builder.metadata.organization = builder.add(text: organization)
    self = builder.finish()
  }
}
