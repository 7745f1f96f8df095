import Bytes
import Comments

/// The fields of a comment.
extension AtollDocumentDecoder {
  @inline(never)
  mutating func readRareField(
    _ key: AtollCommentKey, _ reader: inout JSONReader, _ comment: inout CommentRecord
  ) throws(JSONError) {
    switch key {
    case .replyCount: if let count = try count(&reader, key) { comment.replyCount = count }
    case .permalink: if let text = try text(&reader, .comment(key)) { comment.permalink = text }
    case .editedAt: if try time(&reader, key) != nil { comment.marks.insert(.edited) }
    case .edited: try readEdited(&reader, &comment)
    case .rating: try readRating(&reader, &comment)
    case .media: try readMedia(&reader, &comment)
    case .bodySyntax: try readSyntax(&reader, &comment)
    case .tombstone: try readTombstone(&reader, &comment)
    case .replies:
      if try reader.readNull() { return }
      try passOver(&reader, expected: "a list of comments", .comment(key))
    case .id, .parentId, .body, .author, .createdAt, .likes, .tags: try reader.skip()
    }
  }

  // MARK: Plain values

  /// A string; nothing for null or, with a diagnostic, for anything else.
  @inline(__always)
  mutating func text(
    _ reader: inout JSONReader, _ field: Field
  ) throws(JSONError) -> Slice? {
    if let text = try reader.stringIfNext() { return text }
    return try wrongText(&reader, field)
  }

  @inline(never)
  private mutating func wrongText(
    _ reader: inout JSONReader, _ field: Field
  ) throws(JSONError) -> Slice? {
    if try reader.readNull() { return nil }
    if reader.peek() == .number {
      // Ids are numbers in many a database.
      switch field {
      case .comment(.id), .comment(.parentId), .author(.id): return try reader.number()
      case .input, .document, .story, .closed, .questionBox, .ratings, .thisComment, .comment,
        .author, .media:
        break
      }
    }
    try passOver(&reader, expected: "a string", field)
    return nil
  }

  /// A count, held between 0 and the greatest `Int32`.
  @inline(__always)
  mutating func count(
    _ reader: inout JSONReader, _ key: AtollCommentKey
  ) throws(JSONError) -> Int32? {
    guard let value = try reader.integerIfNext() else {
      try passOverUnlessNull(&reader, expected: "a number", .comment(key))
      return nil
    }
    return Int32(truncatingIfNeeded: min(max(value, 0), Int64(Int32.max)))
  }

  @inline(__always)
  mutating func time(
    _ reader: inout JSONReader, _ key: AtollCommentKey
  ) throws(JSONError) -> Timestamp? {
    if let time = reader.usualTimeIfNext() { return Timestamp(milliseconds: time) }
    return try unusualTime(&reader, key)
  }

  @inline(never)
  private mutating func unusualTime(
    _ reader: inout JSONReader, _ key: AtollCommentKey
  ) throws(JSONError) -> Timestamp? {
    if let text = try reader.stringIfNext() {
      if let time = reader.milliseconds(of: text) { return Timestamp(milliseconds: time) }
      let written = reader.excerpt(text)
      report(
        .wrongType, "\u{201C}\(written)\u{201D} is no time in ISO 8601", .comment(key))
    } else if let value = try reader.integerIfNext() {
      return Timestamp(milliseconds: value)
    } else if try !reader.readNull() {
      try passOver(
        &reader, expected: "a time in ISO 8601, or in milliseconds", .comment(key))
    }
    return nil
  }

  private mutating func readEdited(
    _ reader: inout JSONReader, _ comment: inout CommentRecord
  ) throws(JSONError) {
    if reader.peek() == .bool {
      if try reader.bool() { comment.marks.insert(.edited) }
    } else if try !reader.readNull() {
      try passOver(&reader, expected: "true or false", .comment(.edited))
    }
  }

  private mutating func readRating(
    _ reader: inout JSONReader, _ comment: inout CommentRecord
  ) throws(JSONError) {
    if let value = try reader.integerIfNext() {
      guard value >= 1, value <= 5 else {
        return report(.unknownValue, "a rating is 1 to 5, not \(value)", .comment(.rating))
      }
      comment.rating = UInt8(truncatingIfNeeded: value)
    } else if try !reader.readNull() {
      try passOver(&reader, expected: "a number from 1 to 5", .comment(.rating))
    }
  }

  // MARK: Words

  private mutating func readSyntax(
    _ reader: inout JSONReader, _ comment: inout CommentRecord
  ) throws(JSONError) {
    if let syntax = try word(&reader, Body.Syntax.table, .comment(.bodySyntax)) {
      comment.syntax = syntax
    }
  }

  private mutating func readTombstone(
    _ reader: inout JSONReader, _ comment: inout CommentRecord
  ) throws(JSONError) {
    if try reader.readNull() { return }
    // A comment with an unknown reason was not meant to be shown either.
    comment.tombstone = try word(&reader, Tombstone.table, .comment(.tombstone)) ?? .withheld
  }

  // MARK: Authors, tags, media

  mutating func readAuthor(
    _ reader: inout JSONReader, _ comment: inout CommentRecord
  ) throws(JSONError) {
    var author = AuthorRecord()
    switch reader.peek() {
    case .object: try readAuthorFields(&reader, &author)
    case .string: author.name = try reader.string()
    case .null: return try reader.null()
    case .array, .number, .bool, .end, .invalid:
      return try passOver(
        &reader, expected: "an object, a name or null", .comment(.author))
    }
    comment.author = Int32(truncatingIfNeeded: builder.authors.count)
    builder.authors.append(author)
  }

  private mutating func readAuthorFields(
    _ reader: inout JSONReader, _ author: inout AuthorRecord
  ) throws(JSONError) {
    try reader.beginObject()
    var place = KeyGuesses<AtollAuthorKey>.start
    while true {
      switch try guesses.author.next(after: &place, &reader) {
      case .key(.id): if let text = try text(&reader, .author(.id)) { author.id = text }
      case .key(.name): if let text = try text(&reader, .author(.name)) { author.name = text }
      case .key(.badges):
        let first = builder.labels.count
        var tags: Tags?
        try readLabels(&reader, .author(.badges), &tags)
        author.firstLabel = Int32(truncatingIfNeeded: first)
        author.labelCount = UInt16(clamping: builder.labels.count - first)
      case .unknown(let name):
        try passOverUnknown(name, AtollAuthorKey.table, .comment(.author), &reader)
      case .end: return
      }
    }
  }

  mutating func readTags(
    _ reader: inout JSONReader, _ comment: inout CommentRecord
  ) throws(JSONError) {
    if reader.emptyArrayIfNext() {
      comment.labelCount = 0
      return
    }
    let first = builder.labels.count
    var tags: Tags? = comment.tags
    try readLabels(&reader, .comment(.tags), &tags)
    comment.tags = tags ?? []
    comment.firstLabel = Int32(truncatingIfNeeded: first)
    comment.labelCount = UInt16(clamping: builder.labels.count - first)
  }

  /// Reads a list of words into the labels.
  ///
  /// With `tags`, known tags go there instead.
  private mutating func readLabels(
    _ reader: inout JSONReader, _ field: Field, _ tags: inout Tags?
  ) throws(JSONError) {
    if reader.emptyArrayIfNext() { return }
    guard reader.peek() == .array else {
      if try !reader.readNull() {
        try passOver(&reader, expected: "a list of words", field)
      }
      return
    }
    try reader.beginArray()
    while try reader.nextElement() {
      guard let text = try reader.stringIfNext() else {
        try passOver(&reader, expected: "a word", field)
        continue
      }
      if tags != nil, let tag = unsafe reader.withBytes(of: text, { unsafe TagName.tag(of: $0) }) {
        tags?.insert(tag)
      } else if !text.isEmpty {
        builder.labels.append(text)
      }
    }
  }

  private mutating func readMedia(
    _ reader: inout JSONReader, _ comment: inout CommentRecord
  ) throws(JSONError) {
    if try reader.readNull() { return }
    guard reader.peek() == .object else {
      return try passOver(&reader, expected: "an object", .comment(.media))
    }
    var found = MediaRecord(kind: .image, url: .empty, title: .empty)
    try reader.beginObject()
    while let name = try reader.nextKey() {
      switch AtollMediaKey.table.key(name, in: reader) {
      case .kind:
        found.kind = try word(&reader, Media.Kind.table, .media(.kind)) ?? .image
      case .url: if let text = try text(&reader, .media(.url)) { found.url = text }
      case .title: if let text = try text(&reader, .media(.title)) { found.title = text }
      case nil:
        try passOverUnknown(name, AtollMediaKey.table, .comment(.media), &reader)
      }
    }
    guard !found.url.isEmpty else {
      return report(
        .unusableRow, "media without an address were passed over", .comment(.media))
    }
    comment.media = Int32(truncatingIfNeeded: builder.media.count)
    builder.media.append(found)
  }
}
