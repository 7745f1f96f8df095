package import Atoll
import Bytes
import Comments
import StoryDecoding

/// A recipient, from the line of a story or from a line of its own.
package struct LineRecipient: Sendable {
  var mailbox = ""
  var settings = RecipientSettings()
  var values: [String: String] = [:]
  /// The recipient as a reader: account id, last visits and followed stories.
  package internal(set) var reader = DigestReader()
  /// The reason why no email can be made; `nil` if one can.
  var fault: String?

  /// The address in lower case, by which recipients are told apart; `nil` if the mailbox has none.
  var address: String? { MailRecipient(mailbox, messageIDSeed: "").address }

  /// Creates a recipient from a line that contains only this recipient.
  init(line: Range<Int>, of bytes: [UInt8]) throws {
    var copy = Array(bytes[line])
    self = try JSONReader.read(&copy, repairing: true) {
      (reader: inout JSONReader) throws(JSONError) in
      let recipient = try LineRecipients.one(&reader)
      try reader.finish()
      return recipient
    }
    if fault == nil, address == nil { fault = wrongAddress }
  }

  fileprivate init() {}

  fileprivate var wrongAddress: String {
    "'\(mailbox)' is not an address such as Ann <ann@example.com>"
  }
}

/// The member `recipients` in the line of a story.
struct LineRecipients {
  private static let member = "recipients"

  private(set) var list: [LineRecipient] = []

  /// Creates the recipients that a line names, without changing the line itself.
  ///
  /// Throws an error if the line has no array `recipients`.
  init(in line: Range<Int>, of bytes: [UInt8]) throws {
    var copy = Array(bytes[line])
    var found: [LineRecipient]?
    try JSONReader.read(&copy, repairing: true) { (reader: inout JSONReader) throws(JSONError) in
      guard reader.peek() == .object else { return }
      try reader.beginObject()
      while let key = try reader.nextKey() {
        if reader.string(key) == Self.member, reader.peek() == .array {
          found = try Self.list(&reader)
        } else {
          try reader.skip()
        }
      }
    }
    guard let found else {
      throw StoryError(
        .wrongForm,
        message: #"the line names no recipients; add "recipients": [{"to": "ann@example.com"}]"#)
    }
    list = found
  }

  private static func list(_ reader: inout JSONReader) throws(JSONError) -> [LineRecipient] {
    var list: [LineRecipient] = []
    var addresses: Set<String> = []
    try reader.beginArray()
    while try reader.nextElement() {
      var recipient = try one(&reader)
      if recipient.fault == nil {
        if let address = recipient.address {
          if !addresses.insert(address).inserted { recipient.fault = "\(address) occurs twice" }
        } else {
          recipient.fault = recipient.wrongAddress
        }
      }
      list.append(recipient)
    }
    return list
  }

  fileprivate static func one(_ reader: inout JSONReader) throws(JSONError) -> LineRecipient {
    var recipient = LineRecipient()
    guard reader.peek() == .object else {
      try reader.skip()
      recipient.fault = #"a recipient is an object such as {"to": "ann@example.com"}"#
      return recipient
    }
    try reader.beginObject()
    while let slice = try reader.nextKey() {
      let key = reader.string(slice)
      switch key {
      case "to": recipient.mailbox = try text(key, from: &reader, for: &recipient) ?? ""
      case "locale": recipient.settings.locale = try text(key, from: &reader, for: &recipient)
      case "zone": recipient.settings.zone = try text(key, from: &reader, for: &recipient)
      case "author": recipient.reader.authorID = try text(key, from: &reader, for: &recipient)
      case "since": recipient.reader.since = try moment(key, from: &reader, for: &recipient)
      case "stories" where reader.peek() == .array || reader.peek() == .object:
        try readStories(&reader, of: &recipient)
      case "merge" where reader.peek() == .object: try readValues(&reader, of: &recipient)
      case _:
        try reader.skip()
        recipient.fault =
          "a recipient has no '\(key)'; the keys are to, locale, zone, since, author, stories, a list of ids, "
          + "and merge, an object of texts and numbers"
      }
    }
    return recipient
  }

  private static func readValues(
    _ reader: inout JSONReader, of recipient: inout LineRecipient
  ) throws(JSONError) {
    try reader.beginObject()
    while let slice = try reader.nextKey() {
      let key = reader.string(slice)
      if let value = try text(key, from: &reader, for: &recipient) { recipient.values[key] = value }
    }
  }

  /// Reads the stories that the reader follows: a list of ids, or an object that maps ids to the
  /// last visit to each story.
  private static func readStories(
    _ reader: inout JSONReader, of recipient: inout LineRecipient
  ) throws(JSONError) {
    var followed: Set<String> = []
    if reader.peek() == .array {
      try reader.beginArray()
      while try reader.nextElement() {
        if let id = try text("stories", from: &reader, for: &recipient) { followed.insert(id) }
      }
    } else {
      try reader.beginObject()
      while let slice = try reader.nextKey() {
        let id = reader.string(slice)
        followed.insert(id)
        if let moment = try moment("stories", from: &reader, for: &recipient) {
          recipient.reader.lastVisits[id] = moment
        }
      }
    }
    recipient.reader.followedStoryIDs = followed
  }

  /// Reads a moment: a date with or without a time, or, as in a document, seconds or milliseconds
  /// since 1970.
  private static func moment(
    _ key: String, from reader: inout JSONReader, for recipient: inout LineRecipient
  ) throws(JSONError) -> Timestamp? {
    let isNumber = reader.peek() == .number
    guard let text = try text(key, from: &reader, for: &recipient) else { return nil }
    let moment =
      isNumber
      ? Int64(text).map { Timestamp(secondsOrMilliseconds: $0) } : Timestamp(iso8601: text)
    if moment == nil { recipient.fault = "'\(key)' is not a moment such as 2026-07-31T18:30:00Z" }
    return moment
  }

  /// Reads a string or a number as text; returns `nil` for `null`, and sets a fault for anything
  /// else.
  private static func text(
    _ key: String, from reader: inout JSONReader, for recipient: inout LineRecipient
  ) throws(JSONError) -> String? {
    switch reader.peek() {
    case .string: return reader.string(try reader.string())
    case .number: return reader.string(try reader.number())
    case .null: try reader.null()
    case .object, .array, .bool, .end, .invalid:
      try reader.skip()
      recipient.fault = "'\(key)' is neither a text nor a number"
    }
    return nil
  }
}
