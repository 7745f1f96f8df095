import AtollBytes
package import AtollComments

/// A writer that turns a story into an Atoll document with one comment per line.
///
/// Reading the document gives the same story, except that it does not have the signed-in reader's
/// states, the limits on the length of comments, or the closing time of a story that is not
/// `timed`.
package struct AtollDocumentWriter: ~Copyable {
  private let story: Story
  private let featuredByNames: [Int32: Slice]
  private var out: OutputBuffer
  private var needsComma = false

  package static func document(of story: Story) -> [UInt8] {
    var writer = AtollDocumentWriter(story)
    writer.writeStory()
    writer.out.append("  \"comments\": [")
    writer.needsComma = false
    for (index, record) in story.comments.enumerated() {
      writer.write(record, featuredBy: writer.featuredByNames[Int32(truncatingIfNeeded: index)])
    }
    writer.out.append("\n  ]\n}\n")
    return writer.out.bytes()
  }

  private init(_ story: Story) {
    self.story = story
    featuredByNames = story.featuredByNames()
    out = OutputBuffer(capacity: story.bytes.count + story.count * 160 + 1024)
  }

  // MARK: The story

  private mutating func writeStory() {
    let metadata = story.metadata
    out.append("{\n  \"atoll\": 1,\n  \"story\": {")
    for key in AtollStoryKey.allCases {
      if let path = key.textPath { add(key, nonempty: metadata[keyPath: path]) }
    }
    add(AtollStoryKey.createdAt, time: metadata.createdAt)
    if metadata.server != .unknown { add(AtollStoryKey.server, word: metadata.server.rawValue) }
    if metadata.mode != .comments { add(AtollStoryKey.mode, word: metadata.mode.rawValue) }
    writeCommentingStatus(metadata)
    if !metadata.questionBox.isEmpty {
      begin(AtollStoryKey.questionBox, with: "{")
      add(AtollQuestionBoxKey.text, text: metadata.questionBox)
      add(AtollQuestionBoxKey.icon, nonempty: metadata.questionIcon)
      end("}")
    }
    add(AtollStoryKey.commentCount, number: metadata.commentCount)
    if metadata.featuredCount >= 0 {
      add(AtollStoryKey.featuredCount, number: metadata.featuredCount)
    }
    if metadata.hasMoreRoots == true { addTrue(AtollStoryKey.hasMore) }
    if metadata.ratingCount > 0 {
      begin(AtollStoryKey.ratings, with: "{")
      writeKey(AtollRatingsKey.average)
      out.append(decimal: metadata.ratingHundredths / 100)
      out.append(".")
      out.append(decimal: metadata.ratingHundredths / 10 % 10)
      out.append(decimal: metadata.ratingHundredths % 10)
      add(AtollRatingsKey.count, number: metadata.ratingCount)
      end("}")
    }
    out.append("},\n")
  }

  private mutating func writeCommentingStatus(_ metadata: StoryMetadata) {
    switch metadata.commentingStatus {
    case .open: return
    case .closed: addTrue(AtollStoryKey.closed)
    case .siteWide: add(AtollStoryKey.closed, word: AtollClosedKey.siteWide)
    case .archived: add(AtollStoryKey.closed, word: AtollClosedKey.archived)
    case .timed:
      begin(AtollStoryKey.closed, with: "{")
      add(AtollClosedKey.at, time: metadata.closedAt)
      end("}")
    }
  }

  // MARK: Comments

  private mutating func write(_ comment: CommentRecord, featuredBy name: Slice?) {
    out.append(needsComma ? ",\n    {" : "\n    {")
    needsComma = false
    add(AtollCommentKey.id, text: comment.id)
    if comment.parent >= 0 {
      add(AtollCommentKey.parentId, text: story.comments[Int(comment.parent)].id)
    } else {
      add(AtollCommentKey.parentId, nonempty: comment.parentID)
    }
    if comment.author >= 0 { write(story.authors[Int(comment.author)]) }
    add(AtollCommentKey.createdAt, time: comment.createdAt)
    add(AtollCommentKey.body, text: comment.body)
    if comment.syntax != .markdown {
      add(AtollCommentKey.bodySyntax, word: comment.syntax.rawValue)
    }
    if comment.likes != 0 { add(AtollCommentKey.likes, number: Int(comment.likes)) }
    if comment.replyCount >= 0 { add(AtollCommentKey.replyCount, number: Int(comment.replyCount)) }
    writeTags(of: comment)
    if let name { add(AtollCommentKey.featuredBy, text: name) }
    if comment.editedAt.isKnown {
      add(AtollCommentKey.editedAt, time: comment.editedAt)
    } else if comment.flags.contains(.edited) {
      addTrue(AtollCommentKey.edited)
    }
    if comment.rating > 0 { add(AtollCommentKey.rating, number: Int(comment.rating)) }
    if comment.media >= 0 { write(story.media[Int(comment.media)]) }
    add(AtollCommentKey.permalink, nonempty: comment.permalink)
    if let tombstone = comment.tombstone {
      add(AtollCommentKey.tombstone, word: tombstone.rawValue)
    }
    out.append("}")
    needsComma = true
  }

  private mutating func write(_ author: AuthorRecord) {
    begin(AtollCommentKey.author, with: "{")
    add(AtollAuthorKey.id, nonempty: author.id)
    add(AtollAuthorKey.name, text: author.name)
    if author.labelCount > 0 {
      begin(AtollAuthorKey.badges, with: "[")
      writeLabels(from: author.firstLabel, count: author.labelCount)
      end("]")
    }
    add(AtollAuthorKey.avatar, nonempty: author.avatar)
    end("}")
  }

  private mutating func writeTags(of comment: CommentRecord) {
    guard !comment.tags.isEmpty || comment.labelCount > 0 else { return }
    begin(AtollCommentKey.tags, with: "[")
    for (name, tag) in Tags.names where comment.tags.contains(tag) {
      writeCommaIfNeeded()
      out.append(fullyEscapedJSONString: name)
    }
    writeLabels(from: comment.firstLabel, count: comment.labelCount)
    end("]")
  }

  private mutating func writeLabels(from first: Int32, count: UInt16) {
    for index in Int(first)..<Int(first) + Int(count) {
      writeCommaIfNeeded()
      out.append(fullyEscapedJSONString: story.labels[index], of: story.bytes)
    }
  }

  private mutating func write(_ media: MediaRecord) {
    begin(AtollCommentKey.media, with: "{")
    add(AtollMediaKey.kind, word: media.kind.rawValue)
    add(AtollMediaKey.url, text: media.url)
    add(AtollMediaKey.title, nonempty: media.title)
    add(AtollMediaKey.still, nonempty: media.still)
    if media.width > 0, media.height > 0 {
      add(AtollMediaKey.width, number: Int(media.width))
      add(AtollMediaKey.height, number: Int(media.height))
    }
    end("}")
  }

  // MARK: JSON

  private mutating func writeCommaIfNeeded() {
    if needsComma { out.append(", ") }
    needsComma = true
  }

  private mutating func writeKey(_ key: some RawRepresentable<String>) {
    writeCommaIfNeeded()
    out.append(fullyEscapedJSONString: key.rawValue)
    out.append(": ")
  }

  private mutating func begin(_ key: some RawRepresentable<String>, with bracket: StaticString) {
    writeKey(key)
    out.append(bracket)
    needsComma = false
  }

  private mutating func end(_ bracket: StaticString) {
    out.append(bracket)
    needsComma = true
  }

  private mutating func add(_ key: some RawRepresentable<String>, text: Slice) {
    writeKey(key)
    out.append(fullyEscapedJSONString: text, of: story.bytes)
  }

  private mutating func add(_ key: some RawRepresentable<String>, nonempty text: Slice) {
    if !text.isEmpty { add(key, text: text) }
  }

  private mutating func add(_ key: some RawRepresentable<String>, number: Int) {
    writeKey(key)
    out.append(decimal: number)
  }

  private mutating func add(_ key: some RawRepresentable<String>, time: Timestamp) {
    if time.isNearEpoch {
      add(key, word: time.iso8601)
    } else if time.isKnown {
      add(key, number: Int(time.milliseconds))
    }
  }

  private mutating func add(_ key: some RawRepresentable<String>, word: String) {
    writeKey(key)
    out.append(fullyEscapedJSONString: word)
  }

  private mutating func addTrue(_ key: some RawRepresentable<String>) {
    writeKey(key)
    out.append("true")
  }
}
