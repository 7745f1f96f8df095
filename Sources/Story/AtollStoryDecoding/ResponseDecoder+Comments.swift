import AtollBytes
import AtollComments

private enum CommentField: Sendable {
  case id, body, richText, deleted, status, createdAt, author, parent, parentID, ancestors, replies
  case replyCount, editing, bodyHistory, actionCounts, actionSummaries, tags, revision, rating
  case permalink, story, viewerActions

  /// The fields of Talk 4's type `Comment`.
  static let talk4 = KeyTable<CommentField>([
    ("id", .id), ("body", .body), ("richTextBody", .richText), ("status", .status),
    ("created_at", .createdAt), ("user", .author), ("parent", .parent), ("parent_id", .parentID),
    ("replies", .replies), ("replyCount", .replyCount), ("tags", .tags), ("editing", .editing),
    ("body_history", .bodyHistory), ("url", .permalink), ("asset", .story),
    ("action_summaries", .actionSummaries),
  ])

  /// The fields of Coral's type `Comment`.
  static let coral = KeyTable<CommentField>([
    ("id", .id), ("body", .body), ("deleted", .deleted), ("status", .status),
    ("createdAt", .createdAt), ("author", .author), ("parent", .parent), ("parentID", .parentID),
    ("rootParent", .ancestors), ("parents", .ancestors), ("replies", .replies),
    ("allChildComments", .replies), ("replyCount", .replyCount), ("editing", .editing),
    ("actionCounts", .actionCounts), ("tags", .tags), ("revision", .revision),
    ("rating", .rating), ("permalink", .permalink), ("story", .story),
    ("viewerActionPresence", .viewerActions),
  ])
}

extension ResponseDecoder {
  /// Reads a comment's fields; returns `false` if the object only refers to a comment.
  mutating func readFields(of object: Int, into comment: inout CommentRecord) -> Bool {
    let table = isTalk4 ? CommentField.talk4 : CommentField.coral
    comment.syntax = isTalk4 ? .plain : .html
    var hasBody = false
    var isDeleted: Bool?
    var richText = Slice.empty
    for field in page.children(of: object) {
      let key = page.key(of: field, in: table)
      if key == .body || key == .richText { hasBody = true }
      if page.isNull(field) { continue }
      switch key {
      case .richText?: if let text = page.text(field) { richText = text }
      case .deleted?: isDeleted = isDeletion(field) || isDeleted == true
      case let key?: readField(key, at: field, into: &comment)
      case nil:
        if isCommentList(field) {
          innerLists.append(InnerList(entry: field))
        } else {
          noteHidingReferences(in: field)
        }
      }
    }
    // The first revision has a time, too, but is not an edit.
    if !comment.flags.contains(.edited) { comment.editedAt = .unknown }
    if isTalk4 {
      if !richText.isEmpty {
        comment.body = richText
        comment.syntax = .html
      }
      if hasBody, comment.body.isEmpty, isTextNull(in: object) {
        // A comment that was written as plain text has a null rich text but is not deleted.
        isCurrentCommentDeleted = page.isWhole(object) && page.hasMember("body", of: object)
        if comment.tombstone == nil { comment.tombstone = .deleted }
      }
      return hasBody
    }
    isCurrentCommentDeleted =
      isDeleted ?? (hasBody && isEmptied(object, decodedAs: comment))
    if isCurrentCommentDeleted { comment.delete() }
    return hasBody || isCurrentCommentDeleted || comment.media >= 0
  }

  private mutating func readField(
    _ key: CommentField, at field: Int, into comment: inout CommentRecord
  ) {
    switch key {
    case .id: if let id = page.id(field) { comment.id = id }
    case .body: if let text = page.text(field) { comment.body = text }
    case .status: page.readStatus(field, into: &comment)
    case .createdAt: if let time = page.time(field) { comment.createdAt = time }
    case .author: readAuthor(field, into: &comment)
    case .parent: readParent(field, into: &comment)
    case .parentID: if let id = page.id(field) { comment.parentID = id }
    case .ancestors:
      if isCommentList(field) || isComment(field) {
        innerLists.append(InnerList(entry: field, areReplies: false))
      } else {
        noteHidingReferences(in: field)
      }
    case .replies: innerLists.append(InnerList(entry: field))
    case .replyCount: if let count = page.count(field) { comment.replyCount = Int32(count) }
    case .editing:
      if page.flag("edited", of: field) == true { comment.flags.insert(.edited) }
      // Talk gives this time to every reader, Coral only to the author.
      if let until = page.value("editableUntil", of: field) {
        viewerState.editableUntil = page.time(until)
      }
    case .bodyHistory: _ = page.readVersions(field, timeKey: "created_at", into: &comment)
    case .actionCounts:
      if let reaction = page.value("reaction", of: field),
        let total = page.count("total", of: reaction)
      {
        comment.likes = Int32(total)
      }
    case .actionSummaries: readTalk4Likes(field, into: &comment)
    case .tags:
      page.readTags(at: field, into: &comment, labels: &builder.labels)
      if comment.tags.contains(.featured), let name = page.featuredByName(in: field) {
        featuredByName = name
      }
    case .revision: readRevision(field, into: &comment)
    case .rating: page.readRating(field, into: &comment)
    case .permalink: if let text = page.text(field) { comment.permalink = text }
    case .story: _ = recordStory(ofComment: field)
    case .viewerActions:
      viewerState.hasLiked = page.flag("reaction", of: field) == true
      viewerState.hasDisagreed = page.flag("dontAgree", of: field) == true
      viewerState.hasReported = page.flag("flag", of: field) == true
    case .richText, .deleted: break
    }
  }

  // MARK: Deleted comments

  /// Returns whether the value of `deleted` is anything but `false`.
  private mutating func isDeletion(_ index: Int) -> Bool {
    if page.kind(index) == .bool { return page.flag(index) == true }
    let found = page.kind(index).phrase
    page.report(
      .wrongType, message: "expected true or false, found \(found); the comment is hidden",
      at: index)
    return true
  }

  /// Returns whether a comment is as empty as a deleted one, for responses without `deleted`.
  private func isEmptied(_ object: Int, decodedAs comment: CommentRecord) -> Bool {
    page.isWhole(object) && page.value("body", of: object) == nil && comment.author < 0
      && comment.media < 0 && comment.tombstone == nil
  }

  /// Returns whether both bodies of a comment are null, as in Talk's deleted comments.
  private func isTextNull(in object: Int) -> Bool {
    page.value("body", of: object) == nil && page.value("richTextBody", of: object) == nil
  }

  // MARK: Objects in a comment

  /// Reads an author: an id, a name, badges, and tags that apply to the comment.
  private mutating func readAuthor(_ index: Int, into comment: inout CommentRecord) {
    guard let object = page.object(index) else { return }
    var author = AuthorRecord()
    if let id = page.id("id", of: object) { author.id = id }
    if let name = page.text("username", of: object) { author.name = name }
    let badges = page.badges(of: object)
    author.firstLabel = Int32(truncatingIfNeeded: builder.labels.count)
    author.labelCount = UInt16(clamping: badges.count)
    builder.labels += badges
    if !isTalk4 {
      if let avatar = page.text("avatar", of: object) { author.avatar = avatar }
      if page.flag("featuredCommenter", of: object) == true { comment.tags.insert(.topCommenter) }
      if page.flag("newCommenter", of: object) == true { comment.tags.insert(.newCommenter) }
    }
    if let tags = page.value("tags", of: object) {
      // Only the known tags of an author become tags of the comment.
      var found = CommentRecord()
      page.readTags(at: tags, into: &found, labels: &builder.labels)
      comment.tags.formUnion(found.tags)
    }
    comment.author = Int32(truncatingIfNeeded: builder.authors.count)
    builder.authors.append(author)
  }

  /// Reads the parent of a comment: its id, and the whole comment if the response has it.
  private mutating func readParent(_ index: Int, into comment: inout CommentRecord) {
    guard let object = page.object(index) else { return }
    if let id = page.id("id", of: object) { comment.parentID = id }
    if hasMoreThanReference(object) {
      innerLists.append(InnerList(entry: object, areReplies: false))
    } else {
      noteHidingReferences(in: object)
    }
  }

  /// Returns whether the object of a parent is more than a reference: it has a body or a status, or
  /// says that the comment is deleted.
  private func hasMoreThanReference(_ object: Int) -> Bool {
    page.hasMember("body", of: object) || page.hasMember("status", of: object)
      || page.value("deleted", of: object).map { !page.isFalse($0) } == true
  }

  /// Reads the current revision: its media, its time, and its body if the comment itself has none.
  private mutating func readRevision(_ index: Int, into comment: inout CommentRecord) {
    guard let revision = page.object(index) else { return }
    for field in page.children(of: revision) where page.kind(field) == .object {
      if comment.media < 0, page.hasMember("url", of: field), let media = page.media(field) {
        comment.media = Int32(truncatingIfNeeded: builder.media.count)
        builder.media.append(media)
      }
    }
    if comment.body.isEmpty, let text = page.text("body", of: revision) { comment.body = text }
    if let time = page.time("createdAt", of: revision) { comment.editedAt = time }
  }

  /// Adds up the likes of a Talk 4 comment under all their names.
  ///
  /// Flags, disagreements and downvotes are not counted. Also records the site's name for likes,
  /// and the reader's own actions.
  private mutating func readTalk4Likes(_ index: Int, into comment: inout CommentRecord) {
    guard let list = page.list(index) else { return }
    for summary in page.children(of: list) where page.kind(summary) == .object {
      noteOwnAction(summary)
      guard let type = page.text("__typename", of: summary),
        let name = page.bytes.slice(type, without: "ActionSummary"),
        !page.bytes.isSlice(name, equalTo: "Flag"), !page.bytes.isSlice(name, equalTo: "DontAgree"),
        !page.bytes.isSlice(name, equalTo: "Downvote"), let count = page.count("count", of: summary)
      else { continue }
      comment.addLikes(count)
      // “Like” is translated; a name that the site chose instead is not.
      let known = builder.metadata.likeLabel
      if !page.bytes.isSlice(name, equalTo: "Like"),
        known.isEmpty
          || page.bytes[name.range].lexicographicallyPrecedes(page.bytes[known.range])
      {
        builder.metadata.likeLabel = name
      }
    }
  }
}

// MARK: References

extension ResponseDecoder {
  /// Notes each comment that an object in a field marks as hidden.
  ///
  /// It is called for every part of a response that is not read as comments, because a query may
  /// rename any list or reference.
  mutating func noteHidingReferences(in field: Int) {
    guard page.tape.entries[field].isContainer else { return }
    for index in field..<page.tape.indexAfter(field) where page.kind(index) == .object {
      if let hidden = page.hiddenComment(at: index) { hidingReferences.append(hidden) }
    }
  }

  fileprivate mutating func noteOwnAction(_ summary: Int) {
    guard page.value("current_user", of: summary) != nil,
      let type = page.text("__typename", of: summary)
    else { return }
    switch page.bytes.string(type) {
    case "FlagActionSummary": viewerState.hasReported = true
    case "DontAgreeActionSummary": viewerState.hasDisagreed = true
    case "DownvoteActionSummary": break
    case _: viewerState.hasLiked = true
    }
  }
}

extension [UInt8] {
  /// Returns a slice without this ending, or `nil` if it has another ending.
  fileprivate func slice(_ slice: Slice, without ending: StaticString) -> Slice? {
    let count = UInt32(ending.utf8CodeUnitCount)
    guard slice.count >= count else { return nil }
    let rest = Slice(start: slice.start, count: slice.count - count)
    return self.isSlice(Slice(start: slice.start + rest.count, count: count), equalTo: ending)
      ? rest : nil
  }
}
