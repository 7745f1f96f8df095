import AtollBodyText
import AtollBytes
import AtollComments
import AtollLayout
import AtollMarkupWriting

/// The structured data of a page for search engines: an item of one of the kinds, with a tree of
/// `Comment` items (schema.org).
///
/// The data is gathered while the comments are written, so that no body is parsed twice, and is
/// written after them. Google requires an author, a text and a time for every `Comment` item. So a
/// tombstone's label is used as its author and as its text. A comment without a time is left out,
/// unless it is described as a question, an answer or a review.
struct StructuredData: ~Copyable {
  /// The maximum number of comments that are described, unless the thread is divided into pages.
  ///
  /// The data repeats the text of each comment, so describing all comments of a large thread would
  /// double the size of the page.
  static let commentLimit = 200

  /// The deepest level at which items are nested; deeper comments become siblings on this level.
  ///
  /// JSON parsers limit the nesting of their input.
  private static let maximumLevel: Int32 = 64

  private static let maximumReusedSize = 1 << 20

  /// The comments so far, as JSON; the next story reuses the memory.
  private var comments: OutputBuffer
  private let kind: StructuredDataKind
  /// The `@id` of the article or of the reviewed thing.
  private let subject: AddressTemplate
  private let addresses: CommentAddressPattern
  /// The maximum number of described comments: `commentLimit`, or no limit on a page of a divided
  /// thread, since such a page is short.
  private let limit: Int
  private var count = 0
  /// The number of answers to the question, including those on other pages.
  private var answerCount = 0
  private var openComments: [OpenComment] = []
  /// The level of a review that was left out with everything below it; `nil` if there is no such
  /// review.
  private var skippedLevel: Int32?
  /// The time of the earliest comment, in milliseconds since 1970: the story cannot be younger.
  private var earliest: Int64?

  /// A comment whose item is still open, so that replies can be nested in it.
  private struct OpenComment {
    let position: Int32
    let level: Int32
    let role: Role
    /// The number of comments or answers directly inside this one.
    var count = 0
  }

  /// The role of a comment in the data, on which the item's type and properties depend.
  private enum Role {
    case comment, question, answer, review
  }

  init(
    _ kind: StructuredDataKind, subject: AddressTemplate, permalinks: Permalinks,
    isPaged: Bool = false, in buffer: consuming OutputBuffer
  ) {
    self.kind = kind
    self.subject = subject
    limit = isPaged ? Int.max : Self.commentLimit
    comments = buffer
    comments.clear()
    addresses = permalinks.jsonAddressPattern
  }

  mutating func removeAllComments() {
    comments.clear()
    count = 0
    openComments = []
    skippedLevel = nil
  }

  /// Closes all open comments, and appends the JSON of all comments.
  mutating func appendComments(to out: inout OutputBuffer) {
    close(downTo: 0)
    out.append(contentsOf: comments)
  }

  /// Returns the memory of the comments for the next story; `nil` if it is unusually large.
  mutating func takeBuffer() -> OutputBuffer? {
    guard comments.count <= Self.maximumReusedSize else { return nil }
    var buffer = OutputBuffer(capacity: 0)
    swap(&buffer, &comments)
    return buffer
  }

  /// Adds the comment that is being written.
  mutating func add(_ filler: inout TemplateFiller, body: borrowing RichText) {
    // Ancestors come before their replies, so the comments up to the limit always include them.
    guard count < limit else { return }
    let level = min(filler.scope.block.level, Self.maximumLevel)
    close(downTo: level)
    // If the parent is on another page, none of the open comments contains this one.
    if filler.list.pagination?.otherPage(with: filler.scope.view.parentPosition) != nil {
      close(downTo: 0)
    }
    if let skippedLevel {
      if level > skippedLevel { return }
      self.skippedLevel = nil
    }
    let role = nextRole
    let time = filler.scope.view.createdAt
    guard isValid(role, for: filler.scope.view) else {
      // If a review is left out, so are the replies to it; the replies to any other comment that is
      // left out take its place.
      if case .review = role { skippedLevel = level }
      return
    }
    if let time { earliest = min(earliest ?? time, time) }
    let parent = parentIfUnnested(of: filler.scope.view, at: filler.scope.block, in: filler.list)
    if case .question = role {
      answerCount = filler.list.directReplyCount(of: filler.scope.block.position)
    }
    begin(role, at: filler.scope.block.position, level: level)
    if let parent { appendParent(parent, using: filler) }
    if mayHaveUnnestedReplies(filler.scope.block, in: filler.list) {
      appendAddress(
        filler.scope.view, isPlain: filler.scope.isIDPlain, as: ",\"@id\":\"", using: filler)
    }
    if filler.scope.view.tombstone != nil { comments.append(",\"creativeWorkStatus\":\"Deleted\"") }
    appendAddress(
      filler.scope.view, isPlain: filler.scope.isIDPlain, as: ",\"url\":\"", using: filler)
    comments.append(inlined: ",\"author\":{\"@type\":\"Person\",\"name\":\"")
    appendName(filler.scope.view, in: filler.list)
    if let time {
      comments.append(inlined: "\"},\"datePublished\":\"")
      filler.wording.appendISO8601(time, to: &comments, reusing: &filler.dateCache)
      comments.append(UInt8(ascii: "\""))
      if filler.scope.view.isEdited { appendEditTime(notBefore: time, using: &filler) }
    } else {
      comments.append("\"}")
    }
    if filler.scope.view.likes > 0 { appendLikes(filler.scope.view.likes, of: role) }
    switch role {
    case .comment, .answer: comments.append(inlined: ",\"text\":\"")
    case .question:
      comments.append(",\"name\":\"")
      appendText(of: filler.scope.view, body: body, in: filler.list)
      comments.append("\",\"text\":\"")
    case .review:
      comments.append(",\"reviewRating\":{\"@type\":\"Rating\",\"ratingValue\":")
      comments.append(decimal: filler.scope.view.rating)
      comments.append(",\"bestRating\":5},\"reviewBody\":\"")
    }
    appendText(of: filler.scope.view, body: body, in: filler.list)
    comments.append("\"")
  }

  /// The role of the next comment, given the comments that are open.
  private var nextRole: Role {
    switch kind {
    case .article, .forum: .comment
    case .question: openComments.isEmpty ? .question : openComments.count == 1 ? .answer : .comment
    case .reviews: openComments.isEmpty ? .review : .comment
    }
  }

  /// Returns whether a comment has what search engines require of an item with this role.
  private func isValid(_ role: Role, for view: CommentView) -> Bool {
    switch role {
    case .comment: view.createdAt != nil
    case .question, .answer: true
    case .review: view.rating > 0 && view.tombstone == nil
    }
  }

  /// Begins an item, inside the innermost open item if there is one.
  private mutating func begin(_ role: Role, at position: Int32, level: Int32) {
    if let last = openComments.indices.last {
      comments.append(UInt8(ascii: ","))
      if openComments[last].count == 0 {
        if case .question = openComments[last].role {
          comments.append("\"suggestedAnswer\":[")
        } else {
          comments.append(inlined: "\"comment\":[")
        }
      }
      openComments[last].count += 1
    } else if count > 0 {
      comments.append(UInt8(ascii: ","))
    }
    count += 1
    openComments.append(OpenComment(position: position, level: level, role: role))
    switch role {
    case .comment: comments.append(inlined: "{\"@type\":\"Comment\"")
    case .question: comments.append("{\"@type\":\"Question\"")
    case .answer: comments.append("{\"@type\":\"Answer\"")
    case .review: comments.append("{\"@type\":\"Review\"")
    }
  }

  private mutating func appendLikes(_ likes: Int, of role: Role) {
    switch role {
    case .question, .answer:
      comments.append(",\"upvoteCount\":")
      comments.append(decimal: likes)
    case .comment, .review:
      comments.append(
        inlined: ",\"interactionStatistic\":{\"@type\":\"InteractionCounter\",")
      comments.append(
        inlined:
          "\"interactionType\":\"https://schema.org/LikeAction\",\"userInteractionCount\":")
      comments.append(decimal: likes)
      comments.append("}")
    }
  }

  /// Writes all structured data as JSON that is safe inside a script element, or nothing if a
  /// required value is missing.
  mutating func finish(
    _ list: BlockList, permalinks: borrowing Permalinks, to out: inout OutputBuffer
  ) {
    close(downTo: 0)
    switch kind {
    case .article: writeArticle(list, permalinks: permalinks, to: &out)
    case .forum:
      if let time = list.header.createdAt ?? earliest {
        writePosting(list, permalinks: permalinks, time: time, to: &out)
      }
    case .question:
      out.append("{\"@context\":\"https://schema.org\",\"@type\":\"QAPage\",\"mainEntity\":")
      out.append(contentsOf: comments)
      out.append("}")
    case .reviews(let type): writeReviewedThing(type, list: list, permalinks: permalinks, to: &out)
    }
  }

  private func writeArticle(
    _ list: BlockList, permalinks: borrowing Permalinks, to out: inout OutputBuffer
  ) {
    out.append("{\"@context\":\"https://schema.org\",\"@type\":\"Article\"")
    writeSubject(list, permalinks: permalinks, to: &out)
    let title = json(list.header.title, of: list.bytes)
    if title.count > 0 { write(title, as: ",\"headline\":\"", to: &out) }
    let publisher = json(list.header.organization, of: list.bytes)
    if publisher.count > 0 {
      write(publisher, as: ",\"publisher\":{\"@type\":\"Organization\",\"name\":\"", to: &out)
      out.append("}")
    }
    endItem(withCommentsOf: list, to: &out)
  }

  private func writePosting(
    _ list: BlockList, permalinks: borrowing Permalinks, time: Int64, to out: inout OutputBuffer
  ) {
    out.append("{\"@context\":\"https://schema.org\",\"@type\":\"DiscussionForumPosting\"")
    let title = json(list.header.title, of: list.bytes)
    if title.count > 0 { write(title, as: ",\"headline\":\"", to: &out) }
    if let url = permalinks.canonicalAddress ?? permalinks.storyAddress {
      write(json(of: url), as: ",\"url\":\"", to: &out)
    }
    out.append(",\"author\":{\"@type\":\"Organization\",\"name\":\"")
    let publisher = json(list.header.organization, of: list.bytes)
    if publisher.count > 0 {
      out.append(contentsOf: publisher)
    } else if let story = permalinks.storyAddress {
      let host = story.host
      out.appendJSON(Slice(host.indices), of: story.bytes, as: .line)
    } else {
      out.appendJSON(.unknownAuthor, in: list.wording)
    }
    out.append("\"},\"text\":\"")
    if title.count > 0 {
      out.append(contentsOf: title)
    } else {
      out.appendJSON(.comments, in: list.wording)
    }
    out.append("\",\"datePublished\":\"")
    list.wording.appendISO8601(time, to: &out)
    out.append("\"")
    endItem(withCommentsOf: list, to: &out)
  }

  /// Writes the number of comments and the comments themselves, and ends the item.
  private func endItem(withCommentsOf list: BlockList, to out: inout OutputBuffer) {
    // In a divided thread, a change of the count would change all pages.
    if list.pagination == nil {
      out.append(",\"commentCount\":")
      out.append(decimal: list.header.commentCount)
    }
    if count > 0 {
      out.append(",\"comment\":[")
      out.append(contentsOf: comments)
      out.append("]")
    }
    out.append("}")
  }

  private func writeReviewedThing(
    _ type: String, list: BlockList, permalinks: borrowing Permalinks, to out: inout OutputBuffer
  ) {
    out.append("{\"@context\":\"https://schema.org\",\"@type\":\"")
    out.append(verbatim: type)
    out.append("\"")
    writeSubject(list, permalinks: permalinks, to: &out)
    write(json(list.header.title, of: list.bytes), as: ",\"name\":\"", to: &out)
    if list.header.ratingCount > 0, list.pagination == nil {
      out.append(",\"aggregateRating\":{\"@type\":\"AggregateRating\",\"ratingValue\":")
      let hundredths = min(max(list.header.ratingHundredths, 100), 500)
      out.append(decimal: hundredths / 100)
      out.append(".")
      out.append(decimal: hundredths / 10 % 10)
      out.append(decimal: hundredths % 10)
      out.append(",\"bestRating\":5,\"ratingCount\":")
      out.append(decimal: list.header.ratingCount)
      out.append("}")
    }
    if count > 0 {
      out.append(",\"review\":[")
      out.append(contentsOf: comments)
      out.append("]")
    }
    out.append("}")
  }

  /// Writes the `@id` under which the publisher describes the article or the reviewed thing, and
  /// the address of the story.
  private func writeSubject(
    _ list: BlockList, permalinks: borrowing Permalinks, to out: inout OutputBuffer
  ) {
    let name =
      subject == .story
      ? permalinks.storyAddress
      : subject.address(of: list.header, in: list.bytes, url: permalinks.storyAddress)
    if let name { write(json(of: name), as: ",\"@id\":\"", to: &out) }
    if let story = permalinks.storyAddress { write(json(of: story), as: ",\"url\":\"", to: &out) }
  }

  private func write(
    _ text: borrowing OutputBuffer, as member: StaticString, to out: inout OutputBuffer
  ) {
    out.append(member)
    out.append(contentsOf: text)
    out.append("\"")
  }

  private func json(of url: SafeURL) -> OutputBuffer {
    json(Slice(0..<url.bytes.count), of: url.bytes)
  }

  /// Returns a line of text as the contents of a JSON string; empty if nothing in it can be shown.
  private func json(_ line: Slice, of bytes: [UInt8]) -> OutputBuffer {
    var json = OutputBuffer(capacity: Int(line.count) + 32)
    json.appendJSON(line, of: bytes, as: .line)
    return json
  }

  private mutating func close(downTo level: Int32) {
    while let last = openComments.last, last.level >= level {
      if last.count > 0 { comments.append(UInt8(ascii: "]")) }
      if case .question = last.role {
        comments.append(",\"answerCount\":")
        comments.append(decimal: answerCount)
      }
      comments.append(UInt8(ascii: "}"))
      openComments.removeLast()
    }
  }

  /// Appends the name of a comment's author or, for a tombstone, its label.
  private mutating func appendName(_ view: CommentView, in list: BlockList) {
    if let reason = view.tombstone {
      comments.appendJSON(Phrase(reason), in: list.wording)
      return
    }
    let start = comments.count
    comments.appendJSON(view.author, of: list.bytes, as: .line)
    if comments.count == start { comments.appendJSON(.unknownAuthor, in: list.wording) }
  }

  /// Appends the text of a comment, or the label of a tombstone.
  ///
  /// If there is no text, appends the media's title or address, the stars, or `…`.
  private mutating func appendText(
    of view: CommentView, body: borrowing RichText, in list: BlockList
  ) {
    let start = comments.count
    if let reason = view.tombstone {
      comments.appendJSON(Phrase(reason), in: list.wording)
    } else {
      comments.appendJSON(textOf: body)
    }
    guard comments.count == start else { return }
    if let media = view.media {
      comments.appendJSON(media.title, of: list.bytes, as: .line)
      if comments.count == start, let url = SafeURL(media.url, of: list.bytes) {
        comments.appendJSON(Slice(0..<url.bytes.count), of: url.bytes, as: .line)
      }
    }
    if comments.count == start, view.rating > 0 {
      list.wording.appendStars(view.rating, to: &comments)
    }
    if comments.count == start { comments.append("…") }
  }
}

// MARK: Addresses, parents and edits

extension StructuredData {
  /// Returns the parent that the data must name, because the comment's item is not inside the
  /// parent's item; otherwise `nil`.
  ///
  /// An item is outside if the parent is on an earlier page, or if the comment is nested too deeply.
  private func parentIfUnnested(of view: CommentView, at block: Block, in list: BlockList)
    -> Block?
  {
    let position = view.parentPosition
    guard position >= 0, openComments.last?.position != position else { return nil }
    if let pagination = list.pagination {
      guard pagination.threadPages.pageNumber(containing: position) != nil else { return nil }
    } else if block.level <= Self.maximumLevel {
      return nil
    }
    return Block(.comment, position: Int(position))
  }

  /// Returns whether some replies to a comment may be outside of the comment's item, so that they
  /// must refer to its `@id`.
  private func mayHaveUnnestedReplies(_ block: Block, in list: BlockList) -> Bool {
    block.count > 0 && block.level >= Self.maximumLevel || list.pagination?.page?.isPartial == true
  }

  private mutating func appendParent(_ block: Block, using filler: borrowing TemplateFiller) {
    let parent = filler.list.view(of: block)
    // A comment without a time is not described.
    guard parent.createdAt != nil else { return }
    let isInOutput =
      filler.permalinks.fallsBackToAnchors && !filler.permalinks.hasExternalAddresses
    let page = isInOutput ? filler.list.pagination?.otherPage(with: block.position) : nil
    let start = comments.count
    appendAddress(
      parent, isPlain: isPlainID(parent.id, of: filler.list.bytes),
      as: ",\"parentItem\":{\"@id\":\"",
      page: page.map { PageName.fileName(ofPage: $0, in: filler.list) } ?? "",
      using: filler)
    if comments.count > start { comments.append("}") }
  }

  /// Appends a member with the address of a comment, or nothing if the comment has none.
  ///
  /// If the comment is on another page, `page` is that page's file name.
  private mutating func appendAddress(
    _ view: CommentView, isPlain: Bool, as member: StaticString, page: String = "",
    using filler: borrowing TemplateFiller
  ) {
    let bytes = filler.list.bytes
    if filler.permalinks.prefersInputAddress, !view.permalink.isEmpty,
      let url = SafeURL(view.permalink, of: bytes)
    {
      comments.append(inlined: member)
      comments.appendJSON(Slice(0..<url.bytes.count), of: url.bytes, as: .line)
    } else if !addresses.isEmpty {
      comments.append(inlined: member)
      if !page.isEmpty { comments.append(verbatim: page) }
      addresses.append(view.id, isPlain: isPlain, of: bytes, to: &comments)
    } else {
      return
    }
    comments.append(UInt8(ascii: "\""))
  }

  /// Appends the time of the last edit, unless it is unknown or earlier than `time`.
  private mutating func appendEditTime(notBefore time: Int64, using filler: inout TemplateFiller) {
    guard let edit = filler.list.editTime(of: filler.scope.block), edit >= time else { return }
    comments.append(",\"dateModified\":\"")
    filler.wording.appendISO8601(edit, to: &comments, reusing: &filler.dateCache)
    comments.append(UInt8(ascii: "\""))
  }
}
