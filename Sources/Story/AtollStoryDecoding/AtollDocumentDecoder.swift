import AtollBytes
import AtollComments

/// A decoder of Atoll documents that needs one pass and no allocation per comment.
///
/// Strings become slices of the bytes being read. Nested replies need no recursion: the comments
/// whose `replies` are being read are on a stack.
struct AtollDocumentDecoder {
  var builder = StoryBuilder(bytes: [])
  private(set) var hasStory = false
  private(set) var hasComments = false
  /// The path of the first value that should be a list of comments or a comment, but has another
  /// type; `nil` if there is none.
  private(set) var firstUnusablePath: String?
  /// True if the comments of the last document were read to the end of their list.
  private(set) var hasAllComments = false
  /// True if the last document that was read has a story.
  private var documentHasStory = false
  /// The name that precedes paths in messages; empty if there is only one input.
  var inputName = ""

  /// The comments whose `replies` are being read: all ancestors of the current comment.
  private var openComments: [OpenComment] = []
  /// The index of the current comment in its list.
  private var elementIndex = -1
  var predictors: AtollKeyPredictors
  var hidingKeys = HidingKeys()
  /// The name of the person who featured the comment being read; empty if there is none.
  var featuredByName = Slice.empty

  init(_ predictors: consuming AtollKeyPredictors) { self.predictors = predictors }

  private struct OpenComment {
    var index: Int
    var elementIndex: Int
    var keyState: Int
  }

  /// A state to which the decoder can be reset.
  struct Checkpoint {
    fileprivate var metadata: StoryMetadata
    fileprivate var diagnostics: DiagnosticList
    fileprivate var hasStory: Bool
    fileprivate var hasComments: Bool
    fileprivate var firstUnusablePath: String?
    private(set) var commentCount: Int
    fileprivate var authorCount: Int
    fileprivate var mediaCount: Int
    fileprivate var labelCount: Int
    fileprivate var featureCreditCount: Int
  }

  var checkpoint: Checkpoint {
    Checkpoint(
      metadata: builder.metadata, diagnostics: builder.diagnostics, hasStory: hasStory,
      hasComments: hasComments, firstUnusablePath: firstUnusablePath,
      commentCount: builder.comments.count, authorCount: builder.authors.count,
      mediaCount: builder.media.count, labelCount: builder.labels.count,
      featureCreditCount: builder.featureCredits.count)
  }

  /// Drops everything that was read after a checkpoint.
  mutating func reset(to checkpoint: Checkpoint) {
    builder.metadata = checkpoint.metadata
    builder.diagnostics = checkpoint.diagnostics
    hasStory = checkpoint.hasStory
    hasComments = checkpoint.hasComments
    firstUnusablePath = checkpoint.firstUnusablePath
    builder.comments.removeSubrange(checkpoint.commentCount...)
    builder.authors.removeSubrange(checkpoint.authorCount...)
    builder.media.removeSubrange(checkpoint.mediaCount...)
    builder.labels.removeSubrange(checkpoint.labelCount...)
    builder.featureCredits.removeSubrange(checkpoint.featureCreditCount...)
    builder.unregister()
  }

  // MARK: The document

  /// Reads one document; after an error, the builder has what was read before the error.
  mutating func read(_ reader: inout JSONReader) throws(JSONError) {
    hasAllComments = false
    documentHasStory = false
    do throws(JSONError) {
      try reader.beginObject()
      while let name = try reader.nextKey() { try readMember(name, from: &reader) }
    } catch {
      withholdUnfinished()
      throw error
    }
  }

  private mutating func readMember(
    _ name: Slice, from reader: inout JSONReader
  ) throws(JSONError) {
    switch AtollDocumentKey.table.key(name, in: reader) {
    case .atoll: try readVersion(&reader)
    case .schema: _ = try text(from: &reader, of: .document(.schema))
    // The recipients of emails are not part of the thread.
    case .recipients: try reader.skip()
    case .story:
      guard try expect(.object, from: &reader, of: .document(.story)) else { return }
      if documentHasStory { reportSecond(.story) }
      hasStory = true
      documentHasStory = true
      try readStory(&reader)
    case .comments:
      if hasAllComments { reportSecond(.comments) }
      hasComments = true
      let kind = reader.peek()
      if try expect(.array, from: &reader, of: .document(.comments)) {
        try readComments(&reader)
      } else if kind != .null {
        noteUnusable(.document(.comments))
      }
      hasAllComments = true
    case nil:
      try skipUnknownKey(name, keys: AtollDocumentKey.table, of: .input, from: &reader)
    }
  }

  private mutating func noteUnusable(_ field: Field) {
    if firstUnusablePath == nil { firstUnusablePath = path(field).text }
  }

  private mutating func reportSecond(_ key: AtollDocumentKey) {
    report(
      .nonstandardJSON, message: "the key is given twice; both values are read", at: .document(key))
  }

  private mutating func readVersion(_ reader: inout JSONReader) throws(JSONError) {
    if reader.peek() == .number {
      let version = try reader.number()
      let written = reader.string(version)
      if Double(written) == 1 { return }
      report(
        .unknownValue,
        message: "version \(written) of the Atoll document is unknown; it is read as version 1",
        at: .document(.atoll))
    } else {
      let kind = reader.peek()
      try reader.skip()
      report(
        .wrongType, message: "expected the number 1, found \(kind.phrase); it was ignored",
        at: .document(.atoll))
    }
  }

  // MARK: Comments

  private mutating func readComments(_ reader: inout JSONReader) throws(JSONError) {
    try reader.beginArray()
    openComments.removeAll(keepingCapacity: true)
    elementIndex = -1
    while true {
      if try reader.nextElement() {
        elementIndex &+= 1
        try readElement(&reader)
      } else {
        guard let frame = openComments.popLast() else { return }
        elementIndex = frame.elementIndex
        var comment = builder.comments[frame.index]
        var keyState = frame.keyState
        var index = frame.index
        try readFields(from: &reader, into: &comment, index: &index, keyState: &keyState)
      }
    }
  }

  private mutating func readElement(_ reader: inout JSONReader) throws(JSONError) {
    guard reader.peek() == .object else {
      report(.unusableRow, message: "a comment must be an object; it was ignored", at: .thisComment)
      noteUnusable(.thisComment)
      return try reader.skip()
    }
    try reader.beginObject()
    var comment = CommentRecord()
    if let parent = openComments.last { comment.parent = Int32(truncatingIfNeeded: parent.index) }
    var keyState = KeyPredictor<AtollCommentKey>.start
    var index = -1
    try readFields(from: &reader, into: &comment, index: &index, keyState: &keyState)
  }

  /// Reads the fields of a comment up to its end, or up to the start of its replies.
  ///
  /// `index` is the index at which the comment is stored, or -1 if it is not stored yet.
  private mutating func readFields(
    from reader: inout JSONReader, into comment: inout CommentRecord, index: inout Int,
    keyState: inout Int
  ) throws(JSONError) {
    do throws(JSONError) {
      while true {
        switch try predictors.comment.next(after: &keyState, from: &reader) {
        // The fields that nearly every comment has.
        case .key(.id):
          if let text = try text(from: &reader, of: .comment(.id)) { comment.id = text }
        case .key(.parentId):
          if let text = try text(from: &reader, of: .comment(.parentId)) { comment.parentID = text }
        case .key(.body):
          if let text = try text(from: &reader, of: .comment(.body)) { comment.body = text }
        case .key(.author): try readAuthor(from: &reader, into: &comment)
        case .key(.createdAt):
          if let time = try time(from: &reader, of: .comment(.createdAt)) {
            comment.createdAt = time
          }
        case .key(.likes):
          if let count = try count(from: &reader, of: .comment(.likes)) { comment.likes = count }
        case .key(.tags): try readTags(from: &reader, into: &comment)
        case .key(.replies) where reader.peek() == .array:
          try reader.beginArray()
          store(comment, at: &index)
          openComments.append(
            OpenComment(index: index, elementIndex: elementIndex, keyState: keyState))
          elementIndex = -1
          return
        case .key(let key): try readRareField(key, from: &reader, into: &comment)
        case .unknown(let name):
          try skipUnknownCommentKey(name, from: &reader, into: &comment)
        case .end:
          store(comment, at: &index)
          if openComments.isEmpty {
            reader.withAllBytes { builder.registerFullBatch(in: $0) }
          } else if !comment.parentID.isEmpty {
            checkParent(of: comment, in: reader)
          }
          return
        }
      }
    } catch {
      // The lost fields may have included the one that hides the comment.
      store(comment, at: &index)
      withholdCut(index)
      throw error
    }
  }

  @inline(__always)
  private mutating func store(_ comment: CommentRecord, at index: inout Int) {
    if !featuredByName.isEmpty { keepFeatureCredit(of: comment) }
    if index < 0 {
      index = builder.comments.count
      builder.comments.append(comment)
    } else {
      builder.comments[index] = comment
    }
  }

  @inline(never)
  private mutating func keepFeatureCredit(of comment: CommentRecord) {
    if !comment.id.isEmpty {
      builder.featureCredits.append(FeatureCredit(commentID: comment.id, name: featuredByName))
    }
    featuredByName = .empty
  }

  /// Reports a nested reply that names another parent than the comment it is nested in.
  @inline(never)
  private mutating func checkParent(of comment: CommentRecord, in reader: borrowing JSONReader) {
    guard let frame = openComments.last, case let id = builder.comments[frame.index].id,
      !id.isEmpty,
      case let (parent, named) = (reader.string(id), reader.string(comment.parentID)),
      parent != named
    else { return }
    report(
      .unknownValue,
      message:
        "it is nested in the replies to \(parent); if there is a comment \(named), it replies to "
        + "that one", at: .comment(.parentId))
  }

  private mutating func withholdUnfinished() {
    for frame in openComments { withholdCut(frame.index) }
    openComments = []
  }

  /// Withholds a comment of which a part is missing, unless its tombstone hides it anyway.
  private mutating func withholdCut(_ index: Int) {
    if builder.comments[index].tombstone == nil { builder.comments[index].withhold() }
  }

  // MARK: Paths

  /// The location of a value; its path is made only if there is something to report.
  enum Field {
    case input
    case document(AtollDocumentKey)
    case story(AtollStoryKey)
    case closed(AtollClosedKey)
    case questionBox(AtollQuestionBoxKey)
    case ratings(AtollRatingsKey)
    case thisComment
    case comment(AtollCommentKey)
    case author(AtollAuthorKey)
    case media(AtollMediaKey)

    var isID: Bool {
      switch self {
      case .story(.id), .comment(.id), .comment(.parentId), .author(.id): true
      case .input, .document, .story, .closed, .questionBox, .ratings, .thisComment, .comment,
        .author, .media:
        false
      }
    }
  }

  func path(_ field: Field) -> JSONPath {
    func path(_ owner: Field, key: String) -> JSONPath {
      var path = self.path(owner)
      path.append(key)
      return path
    }
    switch field {
    case .input: return JSONPath(inputName)
    case .document(let key): return path(.input, key: key.rawValue)
    case .story(let key): return path(.document(.story), key: key.rawValue)
    case .closed(let key): return path(.story(.closed), key: key.rawValue)
    case .questionBox(let key): return path(.story(.questionBox), key: key.rawValue)
    case .ratings(let key): return path(.story(.ratings), key: key.rawValue)
    case .thisComment: return commentPath()
    case .comment(let key): return path(.thisComment, key: key.rawValue)
    case .author(let key): return path(.comment(.author), key: key.rawValue)
    case .media(let key): return path(.comment(.media), key: key.rawValue)
    }
  }

  /// Returns the path of the current comment; in a very deep path, levels in the middle are left
  /// out.
  private func commentPath() -> JSONPath {
    var path = path(.document(.comments))
    let shown = 8
    for (level, frame) in openComments.prefix(shown).enumerated() {
      if level > 0 { path.append("replies") }
      path.append(frame.elementIndex)
    }
    if openComments.count > 2 * shown { path.append(omittedLevels: openComments.count - 2 * shown) }
    for frame in openComments.dropFirst(max(shown, openComments.count - shown)) {
      path.append("replies")
      path.append(frame.elementIndex)
    }
    if !openComments.isEmpty { path.append("replies") }
    path.append(elementIndex)
    return path
  }
}
