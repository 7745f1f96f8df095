import Bytes
package import Comments

/// Writes a story as an Atoll document, a comment a line, which reads back as the same story.
package struct AtollDocumentWriter: ~Copyable {
  private let story: Story
  private var out: OutputBuffer
  private var needsComma = false

  /// The document of a story.
  package static func document(of story: Story) -> [UInt8] {
    var writer = AtollDocumentWriter(story)
    writer.writeStory()
    writer.out.append("  \"comments\": [")
    writer.needsComma = false
    for record in story.comments { writer.write(record) }
    writer.out.append("\n  ]\n}\n")
    return writer.out.bytes()
  }

  private init(_ story: Story) {
    self.story = story
    out = OutputBuffer(capacity: story.bytes.count + story.count * 160 + 1024)
  }

  // MARK: The story

  private mutating func writeStory() {
    let facts = story.facts
    out.append("{\n  \"atoll\": 1,\n  \"story\": {")
    for (key, text) in Self.texts(of: facts) where !text.isEmpty { add(key, text) }
    if facts.createdAt.isKnown { add(.createdAt, facts.createdAt) }
    if facts.server != .unknown {
      add(AtollStoryKey.server.rawValue, word: facts.server.rawValue)
    }
    if facts.mode != .comments { add(AtollStoryKey.mode.rawValue, word: facts.mode.rawValue) }
    writeClosing(facts)
    if !facts.questionBox.isEmpty {
      begin(AtollStoryKey.questionBox.rawValue, "{")
      add(AtollQuestionBoxKey.text.rawValue, facts.questionBox)
      if !facts.questionIcon.isEmpty { add(AtollQuestionBoxKey.icon.rawValue, facts.questionIcon) }
      end("}")
    }
    if facts.commentCount >= 0 { add(AtollStoryKey.commentCount.rawValue, facts.commentCount) }
    if facts.hasMoreRoots { add(AtollStoryKey.hasMore.rawValue, flag: true) }
    if facts.ratingCount > 0 {
      begin(AtollStoryKey.ratings.rawValue, "{")
      key(AtollRatingsKey.average.rawValue)
      out.append(decimal: facts.ratingHundredths / 100)
      out.append(".")
      out.append(decimal: facts.ratingHundredths / 10 % 10)
      out.append(decimal: facts.ratingHundredths % 10)
      add(AtollRatingsKey.count.rawValue, facts.ratingCount)
      end("}")
    }
    out.append("},\n")
  }

  private static func texts(of facts: StoryFacts) -> [(AtollStoryKey, Slice)] {
    [
      (.id, facts.id), (.url, facts.url), (.title, facts.title), (.locale, facts.locale),
      (.organization, facts.organization), (.announcement, facts.announcement),
      (.infobox, facts.infobox), (.closedMessage, facts.closedMessage),
      (.disabledMessage, facts.disabledMessage), (.likeLabel, facts.likeLabel),
      (.likeSortLabel, facts.likeSortLabel), (.staffLabel, facts.staffLabel),
      (.moderatorLabel, facts.moderatorLabel), (.adminLabel, facts.adminLabel),
      (.memberLabel, facts.memberLabel),
    ]
  }

  private mutating func writeClosing(_ facts: StoryFacts) {
    switch facts.closing {
    case .open: return
    case .closed: add(AtollStoryKey.closed.rawValue, flag: true)
    case .closedSiteWide:
      add(AtollStoryKey.closed.rawValue, word: AtollClosedWord.siteWide.rawValue)
    case .timed:
      begin(AtollStoryKey.closed.rawValue, "{")
      add(AtollClosedKey.at.rawValue, Int(facts.closedAt.milliseconds))
      end("}")
    }
  }

  // MARK: Comments

  private mutating func write(_ comment: CommentRecord) {
    out.append(needsComma ? ",\n    {" : "\n    {")
    needsComma = false
    add(AtollCommentKey.id, comment.id)
    if comment.parent >= 0 {
      add(.parentId, story.comments[Int(comment.parent)].id)
    } else if !comment.parentID.isEmpty {
      add(.parentId, comment.parentID)
    }
    if comment.author >= 0 { write(story.authors[Int(comment.author)]) }
    if comment.createdAt.isKnown {
      add(AtollCommentKey.createdAt.rawValue, Int(comment.createdAt.milliseconds))
    }
    add(.body, comment.body)
    if comment.syntax != .markdown {
      add(AtollCommentKey.bodySyntax.rawValue, word: comment.syntax.rawValue)
    }
    if comment.likes != 0 { add(AtollCommentKey.likes.rawValue, Int(comment.likes)) }
    if comment.replyCount >= 0 { add(AtollCommentKey.replyCount.rawValue, Int(comment.replyCount)) }
    writeTags(of: comment)
    if comment.marks.contains(.edited) { add(AtollCommentKey.edited.rawValue, flag: true) }
    if comment.rating > 0 { add(AtollCommentKey.rating.rawValue, Int(comment.rating)) }
    if comment.media >= 0 { write(story.media[Int(comment.media)]) }
    if !comment.permalink.isEmpty { add(.permalink, comment.permalink) }
    if let tombstone = comment.tombstone {
      add(AtollCommentKey.tombstone.rawValue, word: tombstone.rawValue)
    }
    out.append("}")
    needsComma = true
  }

  private mutating func write(_ author: AuthorRecord) {
    begin(AtollCommentKey.author.rawValue, "{")
    if !author.id.isEmpty { add(AtollAuthorKey.id.rawValue, author.id) }
    add(AtollAuthorKey.name.rawValue, author.name)
    if author.labelCount > 0 {
      begin(AtollAuthorKey.badges.rawValue, "[")
      writeLabels(author.firstLabel, author.labelCount)
      end("]")
    }
    end("}")
  }

  private mutating func writeTags(of comment: CommentRecord) {
    guard !comment.tags.isEmpty || comment.labelCount > 0 else { return }
    begin(AtollCommentKey.tags.rawValue, "[")
    for name in TagName.allCases where comment.tags.contains(name.tag) {
      separate()
      string(name.rawValue)
    }
    writeLabels(comment.firstLabel, comment.labelCount)
    end("]")
  }

  private mutating func writeLabels(_ first: Int32, _ count: UInt16) {
    for index in Int(first)..<Int(first) + Int(count) {
      separate()
      out.append(json: story.labels[index], of: story.bytes)
    }
  }

  private mutating func write(_ media: MediaRecord) {
    begin(AtollCommentKey.media.rawValue, "{")
    add(AtollMediaKey.kind.rawValue, word: media.kind.rawValue)
    add(AtollMediaKey.url.rawValue, media.url)
    if !media.title.isEmpty { add(AtollMediaKey.title.rawValue, media.title) }
    end("}")
  }

  // MARK: JSON

  private mutating func separate() {
    if needsComma { out.append(", ") }
    needsComma = true
  }

  private mutating func key(_ name: String) {
    separate()
    string(name)
    out.append(": ")
  }

  private mutating func string(_ text: String) { out.append(json: text) }

  private mutating func begin(_ name: String, _ bracket: StaticString) {
    key(name)
    out.append(bracket)
    needsComma = false
  }

  private mutating func end(_ bracket: StaticString) {
    out.append(bracket)
    needsComma = true
  }

  private mutating func add(_ name: String, _ text: Slice) {
    key(name)
    out.append(json: text, of: story.bytes)
  }

  private mutating func add(_ name: String, _ number: Int) {
    key(name)
    out.append(decimal: number)
  }

  private mutating func add(_ name: String, word: String) {
    key(name)
    string(word)
  }

  private mutating func add(_ name: String, flag: Bool) {
    key(name)
    if flag { out.append("true") } else { out.append("false") }
  }

  private mutating func add(_ key: AtollStoryKey, _ text: Slice) { add(key.rawValue, text) }
  private mutating func add(_ key: AtollCommentKey, _ text: Slice) { add(key.rawValue, text) }
  private mutating func add(_ key: AtollStoryKey, _ time: Timestamp) {
    add(key.rawValue, Int(time.milliseconds))
  }
}
