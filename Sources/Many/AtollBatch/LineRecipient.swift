package import Atoll
import AtollBytes
import AtollComments
import AtollStoryDecoding

/// A recipient, named in the line of a story or alone on a line.
package struct LineRecipient: Sendable {
  var mailbox = ""
  var settings = RecipientSettings()
  var values: [String: String] = [:]
  /// The recipient as a reader: account id, last visits and followed stories.
  package internal(set) var reader = DigestReader()
  /// The reason why no email can be made; `nil` if an email can be made.
  var fault: String?

  /// The address in lower case, which identifies a recipient; `nil` if the mailbox has none.
  var address: String? { MailRecipient(mailbox, messageIDSeed: "").address }

  /// Creates a recipient from a line that contains only this recipient.
  init(line: Range<Int>, of bytes: [UInt8]) throws {
    self.init(try JSONValue(parsing: Array(bytes[line]), repairing: true))
    if fault == nil, address == nil { fault = addressFault }
  }

  fileprivate init(_ value: JSONValue) {
    guard case .object(let members) = value else {
      fault = #"a recipient is an object such as {"to": "ann@example.com"}"#
      return
    }
    for member in members { read(member.value, of: member.key) }
  }

  fileprivate var addressFault: String {
    "'\(mailbox)' is not an address such as Ann <ann@example.com>"
  }
}

/// The member `recipients` in the line of a story.
extension LineRecipient {
  /// Returns the recipients that a line names, without changing the line itself.
  ///
  /// Throws an error if the line has no array `recipients`.
  static func list(in line: Range<Int>, of bytes: [UInt8]) throws -> [LineRecipient] {
    var copy = Array(bytes[line])
    var found: [LineRecipient]?
    try JSONReader.read(&copy, repairing: true) { (reader: inout JSONReader) throws(JSONError) in
      guard reader.peek() == .object else { return }
      try reader.beginObject()
      while let key = try reader.nextKey() {
        if reader.string(key) == "recipients", reader.peek() == .array {
          found = recipients(in: try JSONValue(reading: &reader).elements)
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
    return found
  }

  private static func recipients(in values: [JSONValue]) -> [LineRecipient] {
    var addresses: Set<String> = []
    return values.map { value in
      var recipient = LineRecipient(value)
      if recipient.fault == nil {
        if let address = recipient.address {
          if !addresses.insert(address).inserted { recipient.fault = "\(address) occurs twice" }
        } else {
          recipient.fault = recipient.addressFault
        }
      }
      return recipient
    }
  }
}

/// Reading a recipient; every problem becomes its `fault`.
extension LineRecipient {
  private mutating func read(_ value: JSONValue, of key: String) {
    switch (key, value) {
    case ("to", _): mailbox = readText(value, of: key) ?? ""
    case ("locale", _): settings.locale = readText(value, of: key)
    case ("zone", _): settings.zone = readText(value, of: key)
    case ("author", _): reader.authorID = readText(value, of: key)
    case ("since", _): reader.since = readMoment(value, of: key)
    // The stories that the reader follows: a list of ids, or an object that maps ids to the last
    // visit to each story.
    case ("stories", .array(let ids)):
      reader.followedStoryIDs = Set(ids.compactMap { readText($0, of: key) })
    case ("stories", .object(let visits)):
      reader.followedStoryIDs = Set(visits.map(\.key))
      for visit in visits {
        if let moment = readMoment(visit.value, of: key) { reader.lastVisits[visit.key] = moment }
      }
    case ("merge", .object(let members)):
      for member in members {
        if let text = readText(member.value, of: member.key) { values[member.key] = text }
      }
    case ("stories", _):
      fault = "'stories' is neither a list of ids nor an object of ids and moments"
    case ("merge", _): fault = "'merge' is not an object of texts and numbers"
    case _:
      fault =
        "a recipient has no '\(key)'; the keys are to, locale, zone, since, author, stories (ids, or an object of "
        + "ids and moments) and merge (an object of texts and numbers)"
    }
  }

  /// Reads a moment: a date with or without a time, or the seconds or milliseconds since 1970.
  private mutating func readMoment(_ value: JSONValue, of key: String) -> Timestamp? {
    guard let text = readText(value, of: key) else { return nil }
    let moment =
      value.string == nil
      ? Int64(text).map { Timestamp(secondsOrMilliseconds: $0) } : Timestamp(iso8601: text)
    if moment == nil { fault = "'\(key)' is not a moment such as 2026-07-31T18:30:00Z" }
    return moment
  }

  /// Returns a string or a number as text; returns `nil` for `null`, and sets a fault for anything
  /// else.
  private mutating func readText(_ value: JSONValue, of key: String) -> String? {
    if value.id == nil, value != .null { fault = "'\(key)' is neither a text nor a number" }
    return value.id
  }
}
