import Bytes
import Comments

/// The facts of the story.
extension AtollDocumentDecoder {
  mutating func readStory(_ reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    while let name = try reader.nextKey() {
      guard let key = AtollStoryKey.table.key(name, in: reader) else {
        try passOverUnknown(name, AtollStoryKey.table, .document(.story), &reader)
        continue
      }
      try readStoryField(key, &reader)
    }
  }

  private mutating func readStoryField(
    _ key: AtollStoryKey, _ reader: inout JSONReader
  ) throws(JSONError) {
    if try reader.readNull() { return }
    let field = Field.story(key)
    switch key {
    case .createdAt:
      if let time = try storyTime(&reader, field) { builder.facts.createdAt = time }
    case .server:
      builder.facts.server = try word(&reader, StoryFacts.Server.table, field) ?? .unknown
    case .mode:
      builder.facts.mode = try word(&reader, StoryFacts.Mode.table, field) ?? .comments
    case .closed: try readClosed(&reader)
    case .questionBox: try readQuestionBox(&reader)
    case .commentCount:
      guard let count = try reader.integerIfNext() else {
        return try passOver(&reader, expected: "a number", field)
      }
      builder.facts.commentCount = Int(min(max(count, 0), Int64(Int32.max)))
    case .hasMore:
      guard reader.peek() == .bool else {
        return try passOver(&reader, expected: "true or false", field)
      }
      builder.facts.hasMoreRoots = try reader.bool()
    case .ratings: try readRatings(&reader)
    case .id, .url, .title, .locale, .organization, .announcement, .infobox, .closedMessage,
      .disabledMessage, .likeLabel, .likeSortLabel, .staffLabel, .moderatorLabel, .adminLabel,
      .memberLabel:
      if let text = try storyText(&reader, field) { keep(text, as: key) }
    }
  }

  /// Keeps the text of a key that is nothing but text.
  private mutating func keep(_ text: Slice, as key: AtollStoryKey) {
    switch key {
    case .id: builder.facts.id = text
    case .url: builder.facts.url = text
    case .title: builder.facts.title = text
    case .locale: builder.facts.locale = text
    case .organization: builder.facts.organization = text
    case .announcement: builder.facts.announcement = text
    case .infobox: builder.facts.infobox = text
    case .closedMessage: builder.facts.closedMessage = text
    case .disabledMessage: builder.facts.disabledMessage = text
    case .likeLabel: builder.facts.likeLabel = text
    case .likeSortLabel: builder.facts.likeSortLabel = text
    case .staffLabel: builder.facts.staffLabel = text
    case .moderatorLabel: builder.facts.moderatorLabel = text
    case .adminLabel: builder.facts.adminLabel = text
    case .memberLabel: builder.facts.memberLabel = text
    case .createdAt, .server, .mode, .closed, .questionBox, .commentCount, .hasMore, .ratings: break
    }
  }

  private mutating func storyText(
    _ reader: inout JSONReader, _ field: Field
  ) throws(JSONError) -> Slice? {
    if let text = try reader.stringIfNext() { return text }
    if try reader.readNull() { return nil }
    // Ids are numbers in many a database.
    if case .story(.id) = field, reader.peek() == .number { return try reader.number() }
    try passOver(&reader, expected: "a string", field)
    return nil
  }

  private mutating func storyTime(
    _ reader: inout JSONReader, _ field: Field
  ) throws(JSONError) -> Timestamp? {
    if let text = try reader.stringIfNext() {
      if let time = reader.milliseconds(of: text) { return Timestamp(milliseconds: time) }
      let written = reader.excerpt(text)
      report(.wrongType, "\u{201C}\(written)\u{201D} is no time in ISO 8601", field)
    } else if let value = try reader.integerIfNext() {
      return Timestamp(milliseconds: value)
    } else if try !reader.readNull() {
      try passOver(&reader, expected: "a time in ISO 8601, or in milliseconds", field)
    }
    return nil
  }

  // MARK: Values of several forms

  private mutating func readClosed(
    _ reader: inout JSONReader
  ) throws(JSONError) {
    switch reader.peek() {
    case .bool: builder.facts.closing = try reader.bool() ? .closed : .open
    case .string:
      switch try word(&reader, AtollClosedWord.table, .story(.closed)) {
      case .siteWide: builder.facts.closing = .closedSiteWide
      case nil: return
      }
    case .object:
      // Closed, unless there is a time at which it closes or closed.
      builder.facts.closing = .closed
      try reader.beginObject()
      while let name = try reader.nextKey() {
        guard let key = AtollClosedKey.table.key(name, in: reader) else {
          try passOverUnknown(name, AtollClosedKey.table, .story(.closed), &reader)
          continue
        }
        switch key {
        case .at:
          guard let time = try storyTime(&reader, .closed(key)) else { continue }
          builder.facts.closedAt = time
          builder.facts.closing = .timed
        case .message:
          if let text = try storyText(&reader, .closed(key)) { builder.facts.closedMessage = text }
        }
      }
    case .array, .number, .null, .end, .invalid:
      try passOver(
        &reader, expected: "true, false, \u{201C}siteWide\u{201D} or an object", .story(.closed))
    }
  }

  private mutating func readQuestionBox(
    _ reader: inout JSONReader
  ) throws(JSONError) {
    guard reader.peek() == .object else {
      if let text = try storyText(&reader, .story(.questionBox)) {
        builder.facts.questionBox = text
      }
      return
    }
    try reader.beginObject()
    while let name = try reader.nextKey() {
      guard let key = AtollQuestionBoxKey.table.key(name, in: reader) else {
        try passOverUnknown(name, AtollQuestionBoxKey.table, .story(.questionBox), &reader)
        continue
      }
      guard let text = try storyText(&reader, .questionBox(key)) else { continue }
      switch key {
      case .text: builder.facts.questionBox = text
      case .icon: builder.facts.questionIcon = text
      }
    }
  }

  private mutating func readRatings(
    _ reader: inout JSONReader
  ) throws(JSONError) {
    guard try begins(.object, &reader, .story(.ratings)) else { return }
    try reader.beginObject()
    while let name = try reader.nextKey() {
      guard let key = AtollRatingsKey.table.key(name, in: reader) else {
        try passOverUnknown(name, AtollRatingsKey.table, .story(.ratings), &reader)
        continue
      }
      guard reader.peek() == .number else {
        if try reader.readNull() { continue }
        try passOver(&reader, expected: "a number", .ratings(key))
        continue
      }
      switch key {
      case .average:
        let average = try reader.double()
        builder.facts.ratingHundredths = Int(min(max(average, 0), 5) * 100 + 0.5)
      case .count:
        let count = try reader.integer()
        builder.facts.ratingCount = Int(min(max(count, 0), Int64(Int32.max)))
      }
    }
  }
}
