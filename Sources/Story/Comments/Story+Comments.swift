extension Story {
  /// Creates a story from comments in any order, for an app that already has them.
  ///
  /// The comments are repaired like those of any other input. A comment without an id, or with the
  /// id of an earlier comment, gets a new id. A comment whose parent is missing becomes a root, and
  /// so does the first comment of a cycle of replies. Comments that do not fit into 4 GiB of text
  /// are left out.
  ///
  /// ```swift
  /// let story = Story(comments: [
  ///   Comment(id: "1", body: Body("First!", syntax: .plain)),
  ///   Comment(id: "2", parentID: "1", body: Body("Second.", syntax: .plain)),
  /// ])
  /// ```
  public init(
    id: String = "", url: String = "", title: String = "", comments: [Comment] = []
  ) {
    var storage = Story(metadata: StoryMetadata())
    storage.metadata.id = storage.add(text: id)
    storage.metadata.url = storage.add(text: url)
    storage.metadata.title = storage.add(text: title)
    for comment in comments where storage.hasRoom(for: comment) {
      var record = CommentRecord()
      record.id = storage.add(text: comment.id)
      record.parentID = storage.add(text: comment.parentID ?? "")
      storage.fill(&record, from: comment)
      storage.comments.append(record)
    }
    var builder = StoryBuilder(bytes: storage.bytes)
    builder.metadata = storage.metadata
    builder.metadata.commentCount = storage.comments.count { $0.tombstone == nil }
    builder.comments = storage.comments
    builder.authors = storage.authors
    builder.media = storage.media
    builder.labels = storage.labels
    self = builder.finish()
  }

  private init(metadata: StoryMetadata) {
    self.init(
      bytes: [], metadata: metadata, comments: [], authors: [], media: [], labels: [],
      ids: IDTable())
  }
}
