import AtollBytes
import AtollComments

/// Reading the object `story` of a document.
extension AtollDocumentDecoder {
  mutating func readStory(_ reader: inout JSONReader) throws(JSONError) {
    try readObject(from: &reader, keys: AtollStoryKey.table, of: .document(.story)) {
      (decoder: inout Self, key, reader) throws(JSONError) in
      if try !reader.skipNullIfNext() { try decoder.readStoryField(key, from: &reader) }
    }
  }

  private mutating func readStoryField(
    _ key: AtollStoryKey, from reader: inout JSONReader
  ) throws(JSONError) {
    let field = Field.story(key)
    switch key {
    case .createdAt:
      if let time = try time(from: &reader, of: field) { builder.metadata.createdAt = time }
    case .server:
      builder.metadata.server =
        try word(from: &reader, in: StoryMetadata.Server.table, of: field) ?? .unknown
    case .mode:
      builder.metadata.mode =
        try word(from: &reader, in: StoryMode.table, of: field) ?? .comments
    case .closed: try readClosed(&reader)
    case .questionBox: try readQuestionBox(&reader)
    case .commentCount:
      if let count = try count(from: &reader, of: field) {
        builder.metadata.commentCount = Int(count)
      }
    case .featuredCount:
      if let count = try count(from: &reader, of: field) {
        builder.metadata.featuredCount = Int(count)
      }
    case .hasMore:
      if let flag = try flag(from: &reader, of: field) { builder.metadata.hasMoreRoots = flag }
    case .ratings: try readRatings(&reader)
    case .id, .url, .title, .locale, .organization, .announcement, .infobox, .closedMessage,
      .disabledMessage, .likeLabel, .likeSortLabel, .staffLabel, .moderatorLabel, .adminLabel,
      .memberLabel:
      if let path = key.textPath, let text = try text(from: &reader, of: field) {
        builder.metadata[keyPath: path] = text
      }
    }
  }

  // MARK: Values of several forms

  /// Reads a Boolean, the word `siteWide` or `archived`, or an object with the closing time and a
  /// message.
  private mutating func readClosed(_ reader: inout JSONReader) throws(JSONError) {
    switch reader.peek() {
    case .bool: builder.metadata.commentingStatus = try reader.bool() ? .closed : .open
    case .string:
      let words = KeyTable<StoryMetadata.CommentingStatusKind>([
        (AtollClosedKey.siteWide, .siteWide), (AtollClosedKey.archived, .archived),
      ])
      if let closing = try word(from: &reader, in: words, of: .story(.closed)) {
        builder.metadata.commentingStatus = closing
      }
    case .object:
      builder.metadata.commentingStatus = .closed
      try readObject(from: &reader, keys: AtollClosedKey.table, of: .story(.closed)) {
        (decoder: inout Self, key, reader) throws(JSONError) in
        switch key {
        case .at:
          guard let time = try decoder.time(from: &reader, of: .closed(key)) else { return }
          decoder.builder.metadata.closedAt = time
          decoder.builder.metadata.commentingStatus = .timed
        case .message:
          if let text = try decoder.text(from: &reader, of: .closed(key)) {
            decoder.builder.metadata.closedMessage = text
          }
        }
      }
    case .array, .number, .null, .end, .invalid:
      try skipWrongType(
        from: &reader,
        expected: "true, false, \u{201C}siteWide\u{201D}, \u{201C}archived\u{201D} or an object",
        of: .story(.closed))
    }
  }

  /// Reads a string, or an object with a text and an icon.
  private mutating func readQuestionBox(_ reader: inout JSONReader) throws(JSONError) {
    guard reader.peek() == .object else {
      if let text = try text(from: &reader, of: .story(.questionBox)) {
        builder.metadata.questionBox = text
      }
      return
    }
    try readObject(from: &reader, keys: AtollQuestionBoxKey.table, of: .story(.questionBox)) {
      (decoder: inout Self, key, reader) throws(JSONError) in
      guard let text = try decoder.text(from: &reader, of: .questionBox(key)) else { return }
      switch key {
      case .text: decoder.builder.metadata.questionBox = text
      case .icon: decoder.builder.metadata.questionIcon = text
      }
    }
  }

  private mutating func readRatings(_ reader: inout JSONReader) throws(JSONError) {
    guard try expect(.object, from: &reader, of: .story(.ratings)) else { return }
    var (average, count): (Double?, Int?)
    try readObject(from: &reader, keys: AtollRatingsKey.table, of: .story(.ratings)) {
      (decoder: inout Self, key, reader) throws(JSONError) in
      switch key {
      case .average:
        guard try decoder.expect(.number, from: &reader, of: .ratings(key)) else { return }
        average = try reader.double()
      case .count:
        count = try decoder.count(from: &reader, of: .ratings(key)).map { Int($0) }
      }
    }
    useRatings(average: average, count: count ?? 0)
  }

  private mutating func useRatings(average: Double?, count: Int) {
    if count == 0 { return }
    guard let average else {
      return report(
        .unknownValue, message: "ratings without an average are not shown", at: .story(.ratings))
    }
    let used = min(max(average, 1), 5)
    if used != average {
      report(
        .unknownValue, message: "an average is 1 to 5, not \(average); \(Int(used)) is used",
        at: .ratings(.average))
    }
    builder.metadata.ratingHundredths = Int(used * 100 + 0.5)
    builder.metadata.ratingCount = count
  }
}
