import Atoll
import Bytes

/// A recipient in the line of a story.
struct LineRecipient {
  var mailbox = ""
  var settings = RecipientSettings()
  var values: [String: String] = [:]
  /// The reason why there can be no mail; `nil` if there can.
  var fault: String?
}

/// The member `recipients` in the line of a story.
struct LineRecipients {
  private static let member = "recipients"

  private(set) var list: [LineRecipient] = []

  /// Reads the recipients of a line; the line itself is not changed.
  init(in line: Range<Int>, of bytes: [UInt8]) throws(StoryFailure) {
    var copy = Array(bytes[line])
    var found: [LineRecipient]?
    do throws(JSONError) {
      try JSONReader.read(&copy, mending: true) { (reader: inout JSONReader) throws(JSONError) in
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
    } catch {
      throw StoryFailure(
        .badJSON, "the line is not valid JSON: \(error.reason.message)", at: error.offset)
    }
    guard let found else {
      throw StoryFailure(
        .schema, #"the line names no recipients; add "recipients": [{"to": "ann@example.com"}]"#)
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
        let address = MailRecipient(recipient.mailbox, identity: "").address
        if let address {
          if !addresses.insert(address).inserted { recipient.fault = "\(address) occurs twice" }
        } else {
          recipient.fault =
            "'\(recipient.mailbox)' is not an address such as Ann <ann@example.com>"
        }
      }
      list.append(recipient)
    }
    return list
  }

  private static func one(_ reader: inout JSONReader) throws(JSONError) -> LineRecipient {
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
      case "to": recipient.mailbox = try text(key, &reader, &recipient) ?? ""
      case "locale": recipient.settings.locale = try text(key, &reader, &recipient)
      case "zone": recipient.settings.zone = try text(key, &reader, &recipient)
      case "merge" where reader.peek() == .object: try readValues(&reader, of: &recipient)
      case _:
        try reader.skip()
        recipient.fault =
          "a recipient has no '\(key)'; the keys are to, locale, zone, and merge, an object of texts and numbers"
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
      if let value = try text(key, &reader, &recipient) { recipient.values[key] = value }
    }
  }

  /// Reads a text or a number; `null` is no value, and anything else is an error.
  private static func text(
    _ key: String, _ reader: inout JSONReader, _ recipient: inout LineRecipient
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
