import Bytes
import Comments

/// The facts of the story.
extension AtollDocumentDecoder {
  mutating func readStory(_ reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    let story = documentPath("story")
    while let name = try reader.nextKey() {
      guard let key = AtollStoryKey.table.key(name, in: reader) else {
        try passOverUnknown(name, AtollStoryKey.table, story, &reader)
        continue
      }
      var path = story
      path.append(key.rawValue)
      if let fact = Self.textFact(of: key) {
        if let text = try storyText(&reader, path) { builder.facts[keyPath: fact] = text }
      } else {
        try readStoryField(key, &reader, path)
      }
    }
  }

  /// Where a key's text goes, for the keys that are nothing but text.
  private static func textFact(of key: AtollStoryKey) -> WritableKeyPath<StoryFacts, Slice>? {
    switch key {
    case .id: \.id
    case .url: \.url
    case .title: \.title
    case .locale: \.locale
    case .organization: \.organization
    case .announcement: \.announcement
    case .infobox: \.infobox
    case .closedMessage: \.closedMessage
    case .disabledMessage: \.disabledMessage
    case .likeLabel: \.likeLabel
    case .likeSortLabel: \.likeSortLabel
    case .staffLabel: \.staffLabel
    case .moderatorLabel: \.moderatorLabel
    case .adminLabel: \.adminLabel
    case .memberLabel: \.memberLabel
    case .createdAt, .server, .mode, .closed, .questionBox, .commentCount, .hasMore, .ratings: nil
    }
  }

  private mutating func readStoryField(
    _ key: AtollStoryKey, _ reader: inout JSONReader, _ path: JSONPath
  ) throws(JSONError) {
    if try reader.readNull() { return }
    switch key {
    case .createdAt:
      if let time = try storyTime(&reader, path) { builder.facts.createdAt = time }
    case .server:
      switch try word(&reader, AtollServerWord.table, path) {
      case .talk4: builder.facts.server = .talk4
      case .coral: builder.facts.server = .coral
      case .unknown, nil: builder.facts.server = .unknown
      }
    case .mode:
      switch try word(&reader, AtollModeWord.table, path) {
      case .questionsAndAnswers: builder.facts.mode = .questionsAndAnswers
      case .ratingsAndReviews: builder.facts.mode = .ratingsAndReviews
      case .chat: builder.facts.mode = .chat
      case .comments, nil: builder.facts.mode = .comments
      }
    case .closed: try readClosed(&reader, path)
    case .questionBox: try readQuestionBox(&reader, path)
    case .commentCount:
      guard let count = try reader.integerIfNext() else {
        return try passOver(&reader, expected: "a number", path)
      }
      builder.facts.commentCount = Int(min(max(count, 0), Int64(Int32.max)))
    case .hasMore:
      guard reader.peek() == .bool else {
        return try passOver(&reader, expected: "true or false", path)
      }
      builder.facts.hasMoreRoots = try reader.bool()
    case .ratings: try readRatings(&reader, path)
    case .id, .url, .title, .locale, .organization, .announcement, .infobox, .closedMessage,
      .disabledMessage, .likeLabel, .likeSortLabel, .staffLabel, .moderatorLabel, .adminLabel,
      .memberLabel:
      try reader.skip()
    }
  }

  private mutating func storyText(
    _ reader: inout JSONReader, _ path: JSONPath
  ) throws(JSONError) -> Slice? {
    if let text = try reader.stringIfNext() { return text }
    if try reader.readNull() { return nil }
    if reader.peek() == .number, path.text.hasSuffix(".id") { return try reader.number() }
    try passOver(&reader, expected: "a string", path)
    return nil
  }

  private mutating func storyTime(
    _ reader: inout JSONReader, _ path: JSONPath
  ) throws(JSONError) -> Timestamp? {
    if let text = try reader.stringIfNext() {
      if let time = reader.milliseconds(of: text) { return Timestamp(milliseconds: time) }
      let written = reader.excerpt(text)
      report(.wrongType, "\u{201C}\(written)\u{201D} is no time in ISO 8601", path)
    } else if let value = try reader.integerIfNext() {
      return Timestamp(milliseconds: value)
    } else if try !reader.readNull() {
      try passOver(&reader, expected: "a time in ISO 8601, or in milliseconds", path)
    }
    return nil
  }

  // MARK: Values of several forms

  private mutating func readClosed(
    _ reader: inout JSONReader, _ path: JSONPath
  ) throws(JSONError) {
    switch reader.peek() {
    case .bool: builder.facts.closing = try reader.bool() ? .closed : .open
    case .string:
      switch try word(&reader, AtollClosedWord.table, path) {
      case .siteWide: builder.facts.closing = .closedSiteWide
      case nil: return
      }
    case .object:
      // Closed, unless there is a time at which it closes or closed.
      builder.facts.closing = .closed
      try reader.beginObject()
      while let name = try reader.nextKey() {
        guard let key = AtollClosedKey.table.key(name, in: reader) else {
          try passOverUnknown(name, AtollClosedKey.table, path, &reader)
          continue
        }
        var inner = path
        inner.append(key.rawValue)
        switch key {
        case .at:
          guard let time = try storyTime(&reader, inner) else { continue }
          builder.facts.closedAt = time
          builder.facts.closing = .timed
        case .message:
          if let text = try storyText(&reader, inner) { builder.facts.closedMessage = text }
        }
      }
    case .array, .number, .null, .end, .invalid:
      try passOver(&reader, expected: "true, false, \u{201C}siteWide\u{201D} or an object", path)
    }
  }

  private mutating func readQuestionBox(
    _ reader: inout JSONReader, _ path: JSONPath
  ) throws(JSONError) {
    guard reader.peek() == .object else {
      if let text = try storyText(&reader, path) { builder.facts.questionBox = text }
      return
    }
    try reader.beginObject()
    while let name = try reader.nextKey() {
      guard let key = AtollQuestionBoxKey.table.key(name, in: reader) else {
        try passOverUnknown(name, AtollQuestionBoxKey.table, path, &reader)
        continue
      }
      var inner = path
      inner.append(key.rawValue)
      guard let text = try storyText(&reader, inner) else { continue }
      switch key {
      case .text: builder.facts.questionBox = text
      case .icon: builder.facts.questionIcon = text
      }
    }
  }

  private mutating func readRatings(
    _ reader: inout JSONReader, _ path: JSONPath
  ) throws(JSONError) {
    guard try begins(.object, &reader, path) else { return }
    try reader.beginObject()
    while let name = try reader.nextKey() {
      guard let key = AtollRatingsKey.table.key(name, in: reader) else {
        try passOverUnknown(name, AtollRatingsKey.table, path, &reader)
        continue
      }
      guard reader.peek() == .number else {
        if try reader.readNull() { continue }
        var inner = path
        inner.append(key.rawValue)
        try passOver(&reader, expected: "a number", inner)
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
