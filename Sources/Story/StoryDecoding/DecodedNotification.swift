import Bytes
package import Comments

/// A notification that Coral hands to a service of the publisher, which mails it.
///
/// Coral sends the variables of a GraphQL mutation: `{"query": …, "variables": {"input": {"items": […]}}}`. A list of items, and
/// one of them alone, are read, too. `docs/notifications.md` lists the fields.
package struct DecodedNotification: Sendable {
  package let kind: NotificationKind
  /// The id of the comment that it is about: the reply, or the reader's own comment.
  package let commentID: String
  /// The mail address of the reader, as received; empty if there is none.
  package let recipient: String
  /// The reason of a rejection; `nil` if there is none.
  package let rejection: RejectionReason?
  /// The comment as far as the notification itself has it: the first words, below those that it answers.
  package let story: Story

  /// The longest input: Coral's own are of about 2 kB each.
  private static let longestInput = 4 << 20

  /// Reads the only notification of a request, or an item of one.
  package init(_ bytes: [UInt8], named name: String) throws(DecodingError) {
    let items = try Self.items(in: bytes, named: name)
    guard items.count == 1 else {
      throw DecodingError(
        .severalStories, "the request has \(items.count) notifications", input: name,
        advice: "atoll batch --notification makes a mail of each; write the request on one line")
    }
    try self.init(items[0])
  }

  /// Reads the notifications of a request, each of which may fail alone.
  package static func all(
    in bytes: [UInt8], named name: String
  ) throws(DecodingError) -> [Result<DecodedNotification, DecodingError>] {
    try items(in: bytes, named: name).map { item in
      Result { () throws(DecodingError) in try DecodedNotification(item) }
    }
  }

  /// Returns the items of a request.
  private static func items(
    in bytes: [UInt8], named name: String
  ) throws(DecodingError) -> [Fields] {
    guard bytes.count <= longestInput else {
      throw DecodingError(
        .tooLarge, "the notification has more than \(longestInput >> 20) MiB", input: name,
        advice: "give one notification of Coral")
    }
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: bytes, repairing: true)
    } catch {
      throw DecodingError(
        .brokenJSON, "this is not JSON: \(error.reason.message)", input: name,
        advice: "give a notification of Coral, as its server sends it")
    }
    guard json["type"] == nil else { return [Fields(json, input: name, path: "$")] }
    let (list, path) =
      json["variables"]?["input"]?["items"].map { ($0, "$.variables.input.items") }
      ?? json["items"].map { ($0, "$.items") } ?? (json, "$")
    guard let items = list.array, !items.isEmpty else {
      throw DecodingError(
        .unknownForm, "this is not a notification of Coral", input: name,
        advice: "give the request that Coral sends, or one of its items")
    }
    return items.enumerated().map { Fields($1, input: name, path: "\(path)[\($0)]") }
  }

  private init(_ fields: Fields) throws(DecodingError) {
    kind = try Self.kind(fields)
    let comment = try fields.object("comment")
    let isAboutReply = kind.isReply || kind == .mentioned && fields.object["reply"] != nil
    let news = isAboutReply ? try fields.object("reply") : comment
    commentID = try news.text("id")
    let reader = try fields.object("to")
    recipient = reader.optional("email")
    rejection = kind == .rejected ? Self.rejection(fields.object["rejectionReason"]) : nil
    var builder = NotificationStory(try fields.object("story"), site: fields.object["site"])
    // A comment that is answered is the reader's own, unless it names its author.
    let author = comment.object["author"] == nil ? nil : try comment.object("author")
    if isAboutReply {
      builder.add(comment, by: author ?? (kind == .reply || kind == .staff ? reader : nil))
      builder.add(news, by: try fields.object("from"))
    } else if kind.isAboutOwnComment {
      builder.add(comment, by: reader)
    } else if let author {
      builder.add(comment, by: author)
    } else {
      builder.add(comment, by: try fields.object("from"))
    }
    story = builder.finish()
  }

  /// Returns the reason of a rejection, as a text or as Coral's object.
  private static func rejection(_ value: JSONValue?) -> RejectionReason? {
    if let text = value?.string { return text.isEmpty ? nil : RejectionReason(text) }
    let code = value?["code"]?.string.flatMap { RejectionReason.Code(rawValue: $0) }
    let words = ["customReason", "detailedExplanation"].compactMap { value?[$0]?.string }
    let explanation = words.filter { !$0.isEmpty }.joined(separator: " · ")
    if code == nil, explanation.isEmpty { return nil }
    return RejectionReason(code: code, explanation: explanation)
  }

  /// The names that Coral has for the kinds; it also has likes, for which no mail is made.
  private static let kinds: [String: NotificationKind] = [
    "CoralReply": .reply, "CoralCommentFeatured": .featured, "CoralCommentApproved": .approved,
    "CoralCommentRejected": .rejected,
  ]

  private static func kind(_ fields: Fields) throws(DecodingError) -> NotificationKind {
    let type = try fields.text("type")
    // Services of a publisher send kinds that Coral does not have, by our names.
    if let kind = kinds[type] ?? NotificationKind(rawValue: type) { return kind }
    throw DecodingError(
      .wrongForm, "a notification of the type '\(type)' is not mailed",
      input: fields.input, path: "\(fields.path).type",
      advice: "give one of \(kinds.keys.sorted().joined(separator: ", "))")
  }
}

/// The fields of an object in a notification, and where it is.
private struct Fields {
  let object: JSONValue
  let input: String
  let path: String

  init(_ object: JSONValue, input: String, path: String) {
    self.object = object
    self.input = input
    self.path = path
  }

  func object(_ key: String) throws(DecodingError) -> Fields {
    guard let value = object[key], case .object = value else { throw missing(key, "an object") }
    return Fields(value, input: input, path: "\(path).\(key)")
  }

  func text(_ key: String) throws(DecodingError) -> String {
    guard let text = object[key]?.string, !text.isEmpty else { throw missing(key, "a text") }
    return text
  }

  /// Returns a text that may be missing; it is empty then.
  func optional(_ key: String) -> String { object[key]?.string ?? "" }

  private func missing(_ key: String, _ kind: String) -> DecodingError {
    DecodingError(
      .wrongForm, "the notification needs \(kind) here", input: input, path: "\(path).\(key)",
      advice: "give a notification of Coral, as its server sends it")
  }
}

/// A story made of the words of a notification.
private struct NotificationStory {
  private var builder = StoryBuilder(bytes: [])

  /// The number of words after which Coral cuts a comment.
  private static let mostWords = 50

  init(_ story: Fields, site: JSONValue?) {
    builder.facts.server = .coral
    builder.facts.id = builder.add(text: story.optional("id"))
    builder.facts.title = builder.add(text: story.optional("title"))
    builder.facts.url = builder.add(text: story.optional("url"))
    builder.facts.organization = builder.add(text: site?["name"]?.string ?? "")
  }

  /// Adds a comment that answers the one added before it.
  mutating func add(_ comment: Fields, by author: Fields?) {
    var record = CommentRecord()
    record.id = builder.add(text: comment.optional("id"))
    record.permalink = builder.add(text: comment.optional("url"))
    record.syntax = .plain
    var words = comment.optional("snippet")
    // Coral does not say that it has cut a comment.
    if words.split(separator: " ").count >= Self.mostWords { words += " …" }
    // A comment that is only a picture has no words.
    record.body = builder.add(text: words.isEmpty ? "…" : words)
    record.parent = Int32(builder.comments.count) - 1
    record.author = Int32(builder.authors.count)
    var person = AuthorRecord()
    person.id = builder.add(text: author?.optional("id") ?? "")
    person.name = builder.add(text: author?.optional("username") ?? "")
    builder.authors.append(person)
    builder.comments.append(record)
  }

  mutating func finish() -> Story { builder.finish() }
}
