import Bytes
import Comments

/// Keys that say that a comment must not be shown.
extension AtollDocumentDecoder {
  /// Reads the key `tombstone`; an unknown value hides the comment, too.
  mutating func readTombstone(
    from reader: inout JSONReader, into comment: inout CommentRecord
  ) throws(JSONError) {
    if try reader.readNull() { return }
    let table = Tombstone.table
    guard let text = try reader.stringIfNext() else {
      comment.tombstone = .withheld
      let kind = reader.peek()
      try reader.skip()
      return report(
        .hiddenComment,
        message:
          "expected one of \(table.words.joined(separator: ", ")), found \(kind.phrase); the comment "
          + "is hidden, since only null or no key at all shows it", at: .comment(.tombstone))
    }
    comment.tombstone = table.key(text, in: reader) ?? .withheld
    if table.key(text, in: reader) != nil { return }
    let written = reader.excerpt(text)
    report(
      .hiddenComment,
      message: "the comment is hidden, but \u{201C}\(written)\u{201D} is not one of "
        + table.words.joined(separator: ", ") + table.suggestion(for: written),
      at: .comment(.tombstone))
  }

  /// Skips an unknown key of a comment, and hides the comment if the key seems to say so.
  ///
  /// Whoever misspells `tombstone`, or writes another system's key in its place, must not publish
  /// what was to be hidden.
  @inline(never)
  mutating func skipUnknownCommentKey(
    _ name: Slice, from reader: inout JSONReader, into comment: inout CommentRecord
  ) throws(JSONError) {
    let hiding = reader.withBytes(of: name) { hidingKeys.meaning(of: $0) }
    guard let hiding else {
      return try skipUnknownKey(
        name, keys: AtollCommentKey.table, of: .thisComment, from: &reader)
    }
    let key = reader.string(name)
    if try !hiding.hides(nextIn: &reader) {
      let suggestion = AtollCommentKey.table.suggestion(for: key)
      return report(
        .unknownValue, key: key, of: .thisComment, message: "there is no such key\(suggestion)")
    }
    if comment.tombstone == nil { comment.tombstone = hiding.tombstone }
    report(
      .hiddenComment, key: key, of: .thisComment,
      message: "the comment is hidden, since this key seems to say so; the key for that is "
        + "\u{201C}tombstone\u{201D}, and a key of your own begins with \u{201C}x-\u{201D}")
  }
}

/// The meaning of an unknown key that may say that a comment must not be shown.
enum HidingKey: Sendable {
  /// Similar to `tombstone`: any value but null hides the comment.
  case tombstone
  /// Such as `deleted`: the comment is hidden unless the value says no.
  case flag(Tombstone)
  /// Such as `approved`: the comment is hidden unless the value says that it may be shown, or is a
  /// time.
  case permission
  /// Such as `status`: the comment is hidden unless the value says that it may be shown.
  case status

  var tombstone: Tombstone {
    switch self {
    case .flag(let tombstone): tombstone
    case .tombstone, .permission, .status: .withheld
    }
  }

  /// Reads the value of the key, and returns whether it hides the comment; `null` never does.
  func hides(nextIn reader: inout JSONReader) throws(JSONError) -> Bool {
    if try reader.readNull() { return false }
    let word: String
    switch reader.peek() {
    case .bool: word = try reader.bool() ? "true" : "false"
    case .number:
      let number = reader.string(try reader.number())
      word = Double(number).map { $0 == 0 ? "0" : $0 == 1 ? "1" : number } ?? number
    case .string: word = reader.excerpt(try reader.string()).lowercased()
    case .object, .array, .null, .end, .invalid:
      try reader.skip()
      word = "{}"
    }
    return switch self {
    case .tombstone: true
    case .flag: !word.isEmpty && !Self.refusals.contains(word)
    case .permission: !Self.publicStatuses.contains(word) && !Self.isTime(word)
    case .status: !word.isEmpty && word != "none" && !Self.publicStatuses.contains(word)
    }
  }

  private static let refusals: Set<String> = ["false", "0", "no", "none", "never", "off"]
  private static let publicStatuses: Set<String> = [
    "true", "1", "yes", "approved", "approve", "accepted", "published", "publish", "public",
    "visible", "active", "live", "ok", "open", "normal", "posted", "featured", "everyone",
  ]

  /// Returns whether a word is a time after 1970: an ISO 8601 date, or a number of seconds or
  /// milliseconds; databases write zeros for a time that never was.
  private static func isTime(_ word: String) -> Bool {
    if word.utf8.allSatisfy(isDigit) { return word.utf8.count >= 8 && (Double(word) ?? 0) > 0 }
    return Timestamp(iso8601: word).map { $0.milliseconds > 0 } ?? false
  }
}

/// The keys that may hide a comment, with the unknown keys that were looked up before.
struct HidingKeys: Sendable {
  /// The meanings of the first unknown keys; `nil` if a key hides nothing.
  private var known: [[UInt8]: HidingKey?] = [:]
  private static let limit = 64

  /// Returns the meaning of an unknown key; `nil` if it hides nothing.
  mutating func meaning(of name: Span<UInt8>) -> HidingKey? {
    // Names that begin with `x-` are the user's own.
    guard name.count <= 24,
      name.count < 2 || name[0] != UInt8(ascii: "x") || name[1] != UInt8(ascii: "-")
    else { return nil }
    let key = Array(name)
    if let meaning = known[key] { return meaning }
    let meaning = Self.meaning(of: key)
    if known.count < Self.limit { known[key] = .some(meaning) }
    return meaning
  }

  private static func meaning(of key: [UInt8]) -> HidingKey? {
    let letters = key.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }
    var word = String(decoding: letters, as: UTF8.self).lowercased()
    if word.hasPrefix("is"), word.utf8.count > 4 { word.removeFirst(2) }
    switch word {
    case "deleted", "deletedat", "removed", "removedat": return .flag(.deleted)
    case "rejected", "spam", "trash", "trashed": return .flag(.rejected)
    case "hidden", "withheld", "pending", "unpublished", "unapproved", "blocked", "banned":
      return .flag(.withheld)
    case "approved", "published", "visible", "public": return .permission
    case "status", "moderationstatus": return .status
    default:
      let name = AtollCommentKey.tombstone.rawValue
      return nearest(to: String(decoding: key, as: UTF8.self), among: [name]) == nil
        ? nil : .tombstone
    }
  }
}
