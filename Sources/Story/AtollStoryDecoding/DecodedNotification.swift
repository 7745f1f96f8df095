import AtollBytes
package import AtollComments

/// A notification of Coral, which a service of the publisher emails to the reader.
///
/// Coral sends it to the service in a GraphQL mutation:
/// `{"query": …, "variables": {"input": {"items": […]}}}`. A list of items and a single item can be
/// read, too. `docs/notifications.md` lists the fields.
package struct DecodedNotification: Sendable {
  package let kind: NotificationKind
  /// The id of the comment that the notification is about: the reply if there is one, or else the
  /// comment itself.
  package let commentID: String
  /// The reader's email address, as received; empty if there is none.
  package let recipient: String
  /// The reason for a rejection; `nil` if none is given or the comment was not rejected.
  package let rejection: RejectionReason?
  /// A story made from the notification alone.
  ///
  /// It has the first words of the comment and, if the comment is a reply, the first words of its
  /// parent.
  package let story: Story

  /// The maximum size of an input in bytes; a larger input is an error.
  ///
  /// Coral's own notifications have about 2 kB each.
  private static let maximumInputSize = 4 << 20

  /// Creates a notification from a request with only one item, or from the item itself.
  package init(_ bytes: [UInt8], named name: String) throws(StoryError) {
    let items = try Self.items(in: bytes, named: name)
    guard items.count <= 1 else {
      throw StoryError(
        .multipleStories, message: "the request has \(items.count) notifications", input: name,
        advice: "give one notification at a time, or the request on one line of a batch",
        about: .notification)
    }
    guard let item = items.first else {
      throw StoryError(
        .unknownForm, message: "the request has no notification", input: name,
        advice: "give one notification of Coral")
    }
    try self.init(item)
  }

  /// Returns the notifications of a request, each of which can fail on its own; a request may have
  /// none.
  ///
  /// `nil` stands for a notification of a like, which is not mailed.
  package static func all(
    in bytes: [UInt8], named name: String
  ) throws(StoryError) -> [Result<DecodedNotification?, StoryError>] {
    try items(in: bytes, named: name).map { item in
      Result { () throws(StoryError) in
        item.object["type"]?.string == likeType ? nil : try DecodedNotification(item)
      }
    }
  }

  private static func items(
    in bytes: [UInt8], named name: String
  ) throws(StoryError) -> [NotificationFields] {
    guard bytes.count <= maximumInputSize else {
      throw StoryError(
        .tooLarge, message: "the notification has more than \(maximumInputSize >> 20) MiB",
        input: name,
        advice: "give one notification of Coral")
    }
    let json = try translatingErrors(of: JSONValue(parsing: bytes, repairing: true)) {
      (error: JSONError) in
      StoryError(
        .brokenJSON, message: "this is not JSON: \(error.reason.message)", input: name,
        advice: "give a notification of Coral, as its server sends it")
    }
    guard json["type"] == nil else {
      return [NotificationFields(object: json, input: name, path: "$")]
    }
    let (list, path) =
      json["variables"]?["input"]?["items"].map { ($0, "$.variables.input.items") }
      ?? json["items"].map { ($0, "$.items") } ?? (json, "$")
    guard let items = list.array else {
      throw StoryError(
        .unknownForm, message: "this is not a notification of Coral", input: name,
        advice: "give the request that Coral sends, or one of its items")
    }
    return items.enumerated().map {
      NotificationFields(object: $1, input: name, path: "\(path)[\($0)]")
    }
  }

  private init(_ fields: NotificationFields) throws(StoryError) {
    kind = try Self.kind(fields)
    let comment = try fields.object("comment")
    let isAboutReply = kind.isReply || kind == .mentioned && fields.object["reply"] != nil
    let subject = isAboutReply ? try fields.object("reply") : comment
    commentID = try subject.text("id")
    let recipientFields = try fields.object("to")
    recipient = recipientFields.textIfPresent("email")
    rejection = kind == .rejected ? Self.rejection(fields.object["rejectionReason"]) : nil
    var builder = NotificationStory(try fields.object("story"), site: fields.object["site"])
    // In a `reply` or `staff` notification, the comment that is replied to is the reader's own,
    // unless it names its author.
    let author = comment.object["author"] == nil ? nil : try comment.object("author")
    if isAboutReply {
      builder.add(comment, by: author ?? (kind == .reply || kind == .staff ? recipientFields : nil))
      builder.add(subject, by: try fields.object("from"))
    } else if kind.isAboutOwnComment {
      builder.add(comment, by: recipientFields)
    } else if let author {
      builder.add(comment, by: author)
    } else {
      builder.add(comment, by: try fields.object("from"))
    }
    story = builder.finish()
  }

  /// Returns the reason for a rejection, which is given as a string or as Coral's object.
  private static func rejection(_ value: JSONValue?) -> RejectionReason? {
    if let text = value?.string { return text.isEmpty ? nil : RejectionReason(text) }
    let code = value?["code"]?.string.flatMap { RejectionReason.Code(rawValue: $0) }
    let words = ["customReason", "detailedExplanation"].compactMap { value?[$0]?.string }
    let explanation = words.filter { !$0.isEmpty }.joined(separator: " · ")
    if code == nil, explanation.isEmpty { return nil }
    return RejectionReason(code: code, explanation: explanation)
  }

  /// Coral's name for a notification of a like.
  private static let likeType = "CoralRec"

  /// Coral's names for the notifications that are emailed: all kinds except those about likes.
  private static let kindsByCoralName: [String: NotificationKind] = [
    "CoralReply": .reply, "CoralCommentFeatured": .featured, "CoralCommentApproved": .approved,
    "CoralCommentRejected": .rejected,
  ]

  private static func kind(_ fields: NotificationFields) throws(StoryError) -> NotificationKind {
    let type = try fields.text("type")
    // A publisher's service may send kinds that Coral does not have, by their raw values.
    if let kind = kindsByCoralName[type] ?? NotificationKind(rawValue: type) { return kind }
    throw StoryError(
      .wrongForm, message: "a notification of the type '\(type)' is not mailed",
      input: fields.input, path: "\(fields.path).type",
      advice: "give one of "
        + (kindsByCoralName.keys.sorted() + NotificationKind.allCases.map(\.rawValue))
        .joined(separator: ", "))
  }
}

/// An object in a notification, with its path and the name of the input.
private struct NotificationFields {
  let object: JSONValue
  let input: String
  let path: String

  func object(_ key: String) throws(StoryError) -> NotificationFields {
    guard let value = object[key], case .object = value else {
      throw missingFieldError(key, expected: "an object")
    }
    return NotificationFields(object: value, input: input, path: "\(path).\(key)")
  }

  func text(_ key: String) throws(StoryError) -> String {
    guard let text = object[key]?.string, !text.isEmpty else {
      throw missingFieldError(key, expected: "a text")
    }
    return text
  }

  /// Returns the string under a key, or an empty string if it is missing.
  func textIfPresent(_ key: String) -> String { object[key]?.string ?? "" }

  private func missingFieldError(_ key: String, expected kind: String) -> StoryError {
    StoryError(
      .wrongForm, message: "the notification needs \(kind) here", input: input,
      path: "\(path).\(key)",
      advice: "give a notification of Coral, as its server sends it")
  }
}

private struct NotificationStory {
  private var builder = StoryBuilder(bytes: [])

  /// The number of words after which Coral cuts a comment.
  private static let maximumWordCount = 50

  init(_ story: NotificationFields, site: JSONValue?) {
    builder.metadata.server = .coral
    builder.metadata.id = builder.add(text: story.textIfPresent("id"))
    builder.metadata.title = builder.add(text: story.textIfPresent("title"))
    builder.metadata.url = builder.add(text: story.textIfPresent("url"))
    builder.metadata.organization = builder.add(text: site?["name"]?.string ?? "")
  }

  /// Adds a comment, as a reply to the previously added comment if there is one.
  mutating func add(_ comment: NotificationFields, by author: NotificationFields?) {
    var record = CommentRecord()
    record.id = builder.add(text: comment.textIfPresent("id"))
    record.permalink = builder.add(text: comment.textIfPresent("url"))
    record.syntax = .plain
    var words = comment.textIfPresent("snippet")
    // Coral does not say that it has cut a comment.
    let isCut = words.split(separator: " ").count >= Self.maximumWordCount
    words = Self.withoutRepeatedAddresses(words)
    if isCut { words += " …" }
    // A comment that is only a picture has no words.
    record.body = builder.add(text: words.isEmpty ? "…" : words)
    record.parent = Int32(builder.comments.count) - 1
    record.author = Int32(builder.authors.count)
    var person = AuthorRecord()
    person.id = builder.add(text: author?.textIfPresent("id") ?? "")
    person.name = builder.add(text: author?.textIfPresent("username") ?? "")
    builder.authors.append(person)
    builder.comments.append(record)
  }

  /// Returns a text with `https://e.com` in place of `https://e.com [https://e.com]`, which Coral
  /// writes for a link whose words are its address.
  private static func withoutRepeatedAddresses(_ words: String) -> String {
    var kept: [Substring] = []
    for word in words.split(separator: " ", omittingEmptySubsequences: false) {
      if let last = kept.last, word == "[\(last)]",
        last.contains(text: "://") || last.hasPrefix("mailto:")
      {
        continue
      }
      kept.append(word)
    }
    return kept.joined(separator: " ")
  }

  mutating func finish() -> Story { builder.finish() }
}
