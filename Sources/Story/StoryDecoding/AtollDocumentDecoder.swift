import Bytes
import Comments

/// Reads Atoll documents into a builder, in one pass and without a string or an allocation a comment.
///
/// Strings become slices of the bytes being read. Nested replies cost no recursion: the comments
/// whose `replies` are open lie on a stack.
struct AtollDocumentDecoder {
  var builder = StoryBuilder(bytes: [])
  /// Whether any document had a story, and comments.
  private(set) var hasStory = false
  private(set) var hasComments = false
  /// The name that goes before the paths; empty when there is but one input.
  var input = ""

  /// The comments around the present one whose `replies` are being read, and their places.
  private var open: [OpenComment] = []
  /// Where the present comment stands in the list it stands in.
  private var element = -1
  var guesses: AtollKeyGuesses

  init(_ guesses: consuming AtollKeyGuesses) { self.guesses = guesses }

  private struct OpenComment {
    var index: Int
    var element: Int
    var place: Int
  }

  /// How far the builder was filled.
  struct Mark {
    fileprivate var facts: StoryFacts
    fileprivate var diagnostics: DiagnosticList
    fileprivate var has: (story: Bool, comments: Bool)
    fileprivate var counts: (comments: Int, authors: Int, media: Int, labels: Int)
  }

  var mark: Mark {
    Mark(
      facts: builder.facts, diagnostics: builder.diagnostics,
      has: (hasStory, hasComments),
      counts: (
        builder.comments.count, builder.authors.count, builder.media.count, builder.labels.count
      ))
  }

  /// Forgets all that was read since.
  mutating func goBack(to mark: Mark) {
    builder.facts = mark.facts
    builder.diagnostics = mark.diagnostics
    (hasStory, hasComments) = mark.has
    builder.comments.removeSubrange(mark.counts.comments...)
    builder.authors.removeSubrange(mark.counts.authors...)
    builder.media.removeSubrange(mark.counts.media...)
    builder.labels.removeSubrange(mark.counts.labels...)
    builder.unregister()
  }

  // MARK: The document

  /// Reads one document.
  ///
  /// After an error, what was whole is in the builder.
  mutating func read(_ reader: inout JSONReader) throws(JSONError) {
    do throws(JSONError) {
      try reader.beginObject()
      while let name = try reader.nextKey() { try readMember(name, &reader) }
    } catch {
      withholdUnfinished()
      throw error
    }
  }

  private mutating func readMember(
    _ name: Slice, _ reader: inout JSONReader
  ) throws(JSONError) {
    switch AtollDocumentKey.table.key(name, in: reader) {
    case .atoll: try readVersion(&reader)
    case .schema: try reader.skip()
    case .story:
      guard try begins(.object, &reader, .document(.story)) else { return }
      hasStory = true
      try readStory(&reader)
    case .comments:
      hasComments = true
      guard try begins(.array, &reader, .document(.comments)) else { return }
      try readComments(&reader)
    case nil:
      try passOverUnknown(name, AtollDocumentKey.table, .input, &reader)
    }
  }

  private mutating func readVersion(_ reader: inout JSONReader) throws(JSONError) {
    if reader.peek() == .number {
      let version = try reader.integer()
      if version == 1 { return }
      report(
        .unknownValue,
        "the document says it is of version \(version); it is read as version 1, the one known here",
        .document(.atoll))
    } else {
      try passOver(&reader, expected: "the number 1", .document(.atoll))
    }
  }

  // MARK: Comments

  private mutating func readComments(_ reader: inout JSONReader) throws(JSONError) {
    try reader.beginArray()
    open.removeAll(keepingCapacity: true)
    element = -1
    while true {
      if try reader.nextElement() {
        element &+= 1
        try readElement(&reader)
      } else {
        guard let frame = open.popLast() else { return }
        element = frame.element
        var comment = builder.comments[frame.index]
        var place = frame.place
        var index = frame.index
        try readFields(&reader, &comment, &index, &place)
      }
    }
  }

  private mutating func readElement(_ reader: inout JSONReader) throws(JSONError) {
    guard reader.peek() == .object else {
      report(.unusableRow, "a comment must be an object; it was passed over", .thisComment)
      return try reader.skip()
    }
    try reader.beginObject()
    var comment = CommentRecord()
    if let parent = open.last { comment.parent = Int32(truncatingIfNeeded: parent.index) }
    var place = KeyGuesses<AtollCommentKey>.start
    var index = -1
    try readFields(&reader, &comment, &index, &place)
  }

  /// Reads the fields of a comment up to its end, or up to the start of its replies.
  ///
  /// `index` is where the comment is stored, or -1 while it is not.
  private mutating func readFields(
    _ reader: inout JSONReader, _ comment: inout CommentRecord, _ index: inout Int,
    _ place: inout Int
  ) throws(JSONError) {
    do throws(JSONError) {
      while true {
        switch try guesses.comment.next(after: &place, &reader) {
        // The fields that every comment has come first, and are read right here.
        case .key(.id):
          if let text = try text(&reader, .comment(.id)) { comment.id = text }
        case .key(.parentId):
          if let text = try text(&reader, .comment(.parentId)) { comment.parentID = text }
        case .key(.body):
          if let text = try text(&reader, .comment(.body)) { comment.body = text }
        case .key(.author): try readAuthor(&reader, &comment)
        case .key(.createdAt):
          if let time = try time(&reader, .createdAt) { comment.createdAt = time }
        case .key(.likes):
          if let count = try count(&reader, .likes) { comment.likes = count }
        case .key(.tags): try readTags(&reader, &comment)
        case .key(.replies) where reader.peek() == .array:
          try reader.beginArray()
          store(comment, &index)
          open.append(OpenComment(index: index, element: element, place: place))
          element = -1
          return
        case .key(let key): try readRareField(key, &reader, &comment)
        case .unknown(let name):
          try passOverUnknown(name, AtollCommentKey.table, .thisComment, &reader)
        case .end:
          store(comment, &index)
          if open.isEmpty { unsafe reader.withAllBytes { unsafe builder.registerIfMany(in: $0) } }
          return
        }
      }
    } catch {
      // The field that was lost may have been the one that says that nobody is to see this.
      store(comment, &index)
      Self.withhold(&builder.comments[index])
      throw error
    }
  }

  @inline(__always)
  private mutating func store(_ comment: CommentRecord, _ index: inout Int) {
    if index < 0 {
      index = builder.comments.count
      builder.comments.append(comment)
    } else {
      builder.comments[index] = comment
    }
  }

  private mutating func withholdUnfinished() {
    for frame in open { Self.withhold(&builder.comments[frame.index]) }
    open = []
  }

  private static func withhold(_ comment: inout CommentRecord) {
    comment.marks.insert(.unpublished)
    if comment.tombstone == nil { comment.tombstone = .withheld }
  }

  // MARK: Where things stand

  /// What a value belongs to, for the path that is only made when something is wrong.
  enum Field {
    /// The input itself.
    case input
    case document(AtollDocumentKey)
    case story(AtollStoryKey)
    case closed(AtollClosedKey)
    case questionBox(AtollQuestionBoxKey)
    case ratings(AtollRatingsKey)
    /// The present comment itself.
    case thisComment
    case comment(AtollCommentKey)
    case author(AtollAuthorKey)
    case media(AtollMediaKey)
  }

  func path(_ field: Field) -> JSONPath {
    func path(_ owner: Field, _ key: String) -> JSONPath {
      var path = self.path(owner)
      path.append(key)
      return path
    }
    switch field {
    case .input: return JSONPath(input)
    case .document(let key): return path(.input, key.rawValue)
    case .story(let key): return path(.document(.story), key.rawValue)
    case .closed(let key): return path(.story(.closed), key.rawValue)
    case .questionBox(let key): return path(.story(.questionBox), key.rawValue)
    case .ratings(let key): return path(.story(.ratings), key.rawValue)
    case .thisComment: return commentPath()
    case .comment(let key): return path(.thisComment, key.rawValue)
    case .author(let key): return path(.comment(.author), key.rawValue)
    case .media(let key): return path(.comment(.media), key.rawValue)
    }
  }

  /// The path of the present comment.
  ///
  /// Very deep ones are cut in the middle.
  private func commentPath() -> JSONPath {
    var path = path(.document(.comments))
    let shown = 8
    for (level, frame) in open.prefix(shown).enumerated() {
      if level > 0 { path.append("replies") }
      path.append(frame.element)
    }
    if open.count > 2 * shown { path.append(levelsLeftOut: open.count - 2 * shown) }
    for frame in open.dropFirst(max(shown, open.count - shown)) {
      path.append("replies")
      path.append(frame.element)
    }
    if !open.isEmpty { path.append("replies") }
    path.append(element)
    return path
  }
}
