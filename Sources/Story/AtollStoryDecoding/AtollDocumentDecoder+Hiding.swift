import AtollBytes
import AtollComments

/// Keys that say that a comment must not be shown.
extension AtollDocumentDecoder {
  /// Reads the key `tombstone`; an unknown value hides the comment, too.
  mutating func readTombstone(
    from reader: inout JSONReader, into comment: inout CommentRecord
  ) throws(JSONError) {
    if try reader.skipNullIfNext() { return }
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
  /// A misspelt `tombstone`, or the key of another system in its place, must not publish a comment
  /// that was to be hidden.
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
    guard let reason = try hiding.reason(nextIn: &reader) else {
      return report(
        .unknownValue, key: key, of: .thisComment,
        message: "there is no such key\(AtollCommentKey.table.suggestion(for: key))")
    }
    if comment.tombstone == nil { comment.tombstone = reason }
    report(
      .hiddenComment, key: key, of: .thisComment,
      message: "the comment is hidden, since this key seems to say so; the key for that is "
        + "\u{201C}tombstone\u{201D}, and a key of your own begins with \u{201C}x-\u{201D}")
  }
}

/// The meaning of an unknown key that may say that a comment must not be shown.
enum HidingKey: Sendable {
  /// A misspelt `tombstone`: any value but null hides the comment.
  case tombstone
  /// Such as `deleted`: the comment is hidden unless the value says no.
  case flag(Tombstone)
  /// Such as `deletedBy`: the comment is hidden unless the value says no. Any other word is a
  /// moderator's name, and any number is an id, even if it could be a date.
  case moderator(Tombstone)
  /// The key `spam`: like a flag, but a number between 0 and 0.5 is a probability that says no.
  case spam
  /// Such as `approved`: the comment is hidden unless the value says that it may be shown, or is a
  /// time.
  case permission
  /// Such as `approvedAt`: like a permission, but `null` hides the comment, too, because databases
  /// have it until the comment is approved.
  case permissionTime
  /// Such as `publishedAt`: the comment is hidden unless the value is a yes or a time in any
  /// notation.
  case publicationTime
  /// Such as `status`: the comment is hidden unless the value says that it may be shown.
  case status

  /// Reads the value of the key, and returns why it hides the comment; `nil` if it does not.
  func reason(nextIn reader: inout JSONReader) throws(JSONError) -> Tombstone? {
    if try reader.skipNullIfNext() {
      switch self {
      case .permissionTime, .publicationTime: return .withheld
      case .tombstone, .flag, .moderator, .spam, .permission, .status: return nil
      }
    }
    switch reader.peek() {
    case .bool: return reason(for: try reader.bool() ? "true" : "false")
    case .number: return reason(for: HidingWords.normalized(reader.string(try reader.number())))
    case .string: return reason(for: HidingWords.normalized(reader.excerpt(try reader.string())))
    case .object, .array, .null, .end, .invalid:
      try reader.skip()
      return reason(for: "{}")
    }
  }

  private func reason(for word: String) -> Tombstone? {
    let listed = HidingWords.flags[word]
    let isShown = HidingWords.shownStatuses.contains(word)
    let answer = HidingWords.answer(word)
    switch self {
    case .tombstone: return .withheld
    case .flag(let reason):
      return isShown || listed == nil && answer == false ? nil : reason
    case .spam:
      let isHam = HidingWords.number(word).map { $0 > 0 && $0 < 0.5 } == true
      return isHam ? nil : Self.flag(.rejected).reason(for: word)
    case .permission, .permissionTime:
      return isShown || answer == true ? nil : listed ?? .withheld
    case .moderator(let reason):
      return HidingWords.denials.contains(word) || HidingWords.number(word) == 0 ? nil : reason
    case .publicationTime:
      let isTime = answer ?? (isShown || word.utf8.contains(where: isDigit))
      return isTime ? nil : listed ?? .withheld
    case .status:
      return isShown || HidingWords.missingValues.contains(word) ? nil : listed ?? .withheld
    }
  }
}

/// A lookup of what unknown keys mean; it remembers its first results.
struct HidingKeys: Sendable {
  /// The first results, by key; `nil` if a key hides nothing.
  private var known: [[UInt8]: HidingKey?] = [:]
  private static let maximumKnownCount = 64

  /// Returns the meaning of an unknown key; `nil` if it hides nothing.
  mutating func meaning(of name: Span<UInt8>) -> HidingKey? {
    // Names that begin with `x-` are the user's own.
    guard name.count <= 24,
      name.count < 2 || name[0] != UInt8(ascii: "x") || name[1] != UInt8(ascii: "-")
    else { return nil }
    let key = Array(name)
    if let meaning = known[key] { return meaning }
    let meaning = Self.meaning(of: key)
    if known.count < Self.maximumKnownCount { known[key] = .some(meaning) }
    return meaning
  }

  private static func meaning(of key: [UInt8]) -> HidingKey? {
    var word = String(decoding: key, as: UTF8.self).lowercased()
    word.unicodeScalars.removeAll { !("a"..."z" ~= $0 || "0"..."9" ~= $0) }
    for beginning in ["", "is", "was"] where word.hasPrefix(beginning) {
      if let meaning = meaning(of: String(word.dropFirst(beginning.count))) { return meaning }
    }
    let name = AtollCommentKey.tombstone.rawValue
    return nearest(to: String(decoding: key, as: UTF8.self), among: [name]) == nil
      ? nil : .tombstone
  }

  private static func meaning(of word: String) -> HidingKey? {
    if HidingWords.statusKeys.contains(word) { return .status }
    if HidingWords.publicationTimes.contains(word) { return .publicationTime }
    if HidingWords.permissions.contains(word) {
      return isTime(word) ? .permissionTime : .permission
    }
    if let reason = HidingWords.flags[word] { return word == "spam" ? .spam : .flag(reason) }
    for ending in ["by", "byid"] where word.hasSuffix(ending) {
      let reason = HidingWords.flags[String(word.dropLast(ending.count))]
      if let reason { return .moderator(reason) }
    }
    let date = word.hasPrefix("date") ? HidingWords.flags[String(word.dropFirst(4))] : nil
    let ending = timeEndings.first(where: word.hasSuffix)
    let flag = ending.flatMap { HidingWords.flags[String(word.dropLast($0.count))] } ?? date
    return flag.map { .flag($0) }
  }

  private static let timeEndings = ["at", "on", "date", "time"]

  private static func isTime(_ word: String) -> Bool {
    word.hasPrefix("date") || timeEndings.contains(where: word.hasSuffix)
  }
}
