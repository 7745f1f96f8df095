extension Story {
  package init(titled title: String, organization: String = "") {
    var builder = StoryBuilder(bytes: [])
    builder.metadata.title = builder.add(text: title)
    builder.metadata.organization = builder.add(text: organization)
    self = builder.finish()
  }
}
