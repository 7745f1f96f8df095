import AtollBytes
import AtollComments

/// The less common fields of a comment, and its author, tags and media.
extension AtollDocumentDecoder {
  @inline(never)
  mutating func readRareField(
    _ key: AtollCommentKey, from reader: inout JSONReader, into comment: inout CommentRecord
  ) throws(JSONError) {
    let field = Field.comment(key)
    switch key {
    case .replyCount:
      if let count = try count(from: &reader, of: field) { comment.replyCount = count }
    case .permalink: if let text = try text(from: &reader, of: field) { comment.permalink = text }
    case .editedAt:
      if let time = try time(from: &reader, of: field) {
        comment.flags.insert(.edited)
        comment.editedAt = time
      }
    case .edited: if try flag(from: &reader, of: field) == true { comment.flags.insert(.edited) }
    case .rating: try readRating(from: &reader, into: &comment)
    case .media: try readMedia(from: &reader, into: &comment)
    case .bodySyntax:
      if let syntax = try word(from: &reader, in: Body.Syntax.table, of: field) {
        comment.syntax = syntax
      }
    case .tombstone: try readTombstone(from: &reader, into: &comment)
    case .featuredBy: if let text = try text(from: &reader, of: field) { featuredByName = text }
    case .replies: try skipWrongType(from: &reader, expected: "a list of comments", of: field)
    case .id, .parentId, .body, .author, .createdAt, .likes, .tags: try reader.skip()
    }
  }

  private mutating func readRating(
    from reader: inout JSONReader, into comment: inout CommentRecord
  ) throws(JSONError) {
    guard let number = try wholeNumber(from: &reader, of: .comment(.rating)) else {
      return try skipWrongType(
        from: &reader, expected: "a number from 1 to 5", of: .comment(.rating))
    }
    if let problem = comment.setRating(Double(number)) {
      report(.unknownValue, message: problem, at: .comment(.rating))
    }
  }

  // MARK: Authors, tags, media

  mutating func readAuthor(
    from reader: inout JSONReader, into comment: inout CommentRecord
  ) throws(JSONError) {
    var author = AuthorRecord()
    switch reader.peek() {
    case .object: try readAuthorFields(from: &reader, into: &author)
    case .string: author.name = try reader.string()
    case .null: return try reader.skipNull()
    case .array, .number, .bool, .end, .invalid:
      return try skipWrongType(
        from: &reader, expected: "an object, a name or null", of: .comment(.author))
    }
    comment.author = Int32(truncatingIfNeeded: builder.authors.count)
    builder.authors.append(author)
  }

  private mutating func readAuthorFields(
    from reader: inout JSONReader, into author: inout AuthorRecord
  ) throws(JSONError) {
    try reader.beginObject()
    var keyState = KeyPredictor<AtollAuthorKey>.start
    while true {
      switch try predictors.author.next(after: &keyState, from: &reader) {
      case .key(.id): if let text = try text(from: &reader, of: .author(.id)) { author.id = text }
      case .key(.name):
        if let text = try text(from: &reader, of: .author(.name)) { author.name = text }
      case .key(.avatar):
        if let text = try text(from: &reader, of: .author(.avatar)) { author.avatar = text }
      case .key(.badges):
        let first = builder.labels.count
        var tags: Tags?
        try readLabels(from: &reader, of: .author(.badges), tags: &tags)
        author.firstLabel = Int32(truncatingIfNeeded: first)
        author.labelCount = UInt16(clamping: builder.labels.count - first)
      case .unknown(let name):
        try skipUnknownKey(name, keys: AtollAuthorKey.table, of: .comment(.author), from: &reader)
      case .end: return
      }
    }
  }

  mutating func readTags(
    from reader: inout JSONReader, into comment: inout CommentRecord
  ) throws(JSONError) {
    if reader.skipEmptyArrayIfNext() {
      comment.labelCount = 0
      return
    }
    let first = builder.labels.count
    var tags: Tags? = comment.tags
    try readLabels(from: &reader, of: .comment(.tags), tags: &tags)
    comment.tags = tags ?? []
    comment.firstLabel = Int32(truncatingIfNeeded: first)
    comment.labelCount = UInt16(clamping: builder.labels.count - first)
  }

  /// Appends a list of strings to the labels; if `tags` is not `nil`, the known tags among them are
  /// inserted into `tags` instead.
  private mutating func readLabels(
    from reader: inout JSONReader, of field: Field, tags: inout Tags?
  ) throws(JSONError) {
    if reader.skipEmptyArrayIfNext() { return }
    guard reader.peek() == .array else {
      return try skipWrongType(from: &reader, expected: "a list of strings", of: field)
    }
    try reader.beginArray()
    while try reader.nextElement() {
      guard let text = try reader.stringIfNext() else {
        let kind = reader.peek()
        try reader.skip()
        report(
          .wrongType, message: "expected a string, found \(kind.phrase); it was ignored", at: field)
        continue
      }
      if tags != nil, let tag = reader.withBytes(of: text, body: { Tags(name: $0) }) {
        tags?.insert(tag)
      } else if !text.isEmpty {
        builder.labels.append(text)
      }
    }
  }

  private mutating func readMedia(
    from reader: inout JSONReader, into comment: inout CommentRecord
  ) throws(JSONError) {
    guard reader.peek() == .object else {
      return try skipWrongType(from: &reader, expected: "an object", of: .comment(.media))
    }
    var media = MediaRecord(kind: .image, url: .empty)
    try readObject(from: &reader, keys: AtollMediaKey.table, of: .comment(.media)) {
      (decoder: inout Self, key, reader) throws(JSONError) in
      let field = Field.media(key)
      switch key {
      case .kind:
        media.kind = try decoder.word(from: &reader, in: Media.Kind.table, of: field) ?? .image
      case .url: if let text = try decoder.text(from: &reader, of: field) { media.url = text }
      case .title: if let text = try decoder.text(from: &reader, of: field) { media.title = text }
      case .still: if let text = try decoder.text(from: &reader, of: field) { media.still = text }
      case .width: media.width = UInt16(clamping: try decoder.count(from: &reader, of: field) ?? 0)
      case .height:
        media.height = UInt16(clamping: try decoder.count(from: &reader, of: field) ?? 0)
      }
    }
    guard !media.url.isEmpty else {
      return report(
        .unusableRow, message: "media without an address were ignored", at: .comment(.media))
    }
    comment.media = Int32(truncatingIfNeeded: builder.media.count)
    builder.media.append(media)
  }
}

extension CommentRecord {
  /// Sets the rating to a number, or returns a message if it is not one from 1 to 5.
  mutating func setRating(_ number: Double) -> String? {
    guard number >= 1, number <= 5 else {
      let text = Int64(exactly: number).map { String($0) } ?? "\(number)"
      return "a rating is 1 to 5, not \(text)"
    }
    rating = UInt8(number)
    return nil
  }
}
