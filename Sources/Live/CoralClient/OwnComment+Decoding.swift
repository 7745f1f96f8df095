import AtollBytes
import AtollComments
import AtollStoryDecoding

extension OwnComment {
  /// Reads a comment from an answer, whether it is published or not.
  init?(_ value: JSONValue, from api: GraphQLClient) async {
    guard case .object(let members) = value, value["id"] != nil else { return nil }
    // The decoder hides unpublished comments from readers, but their authors may see them.
    let shown = JSONValue.object(members.filter { $0.key != "status" })
    let settings = await api.detector.settings
    let answer: JSONValue = ["data": ["settings": settings, "comment": shown]]
    let form = api.server.form
    guard let decoded = try? StoryDecoder.decode(answer.bytes, named: "answer", as: form),
      decoded.story.count > 0
    else { return nil }
    let until = value["editing"]?["editableUntil"]?.string.flatMap { Timestamp(iso8601: $0) }
    self.init(decoded.story.comment(at: Position(0)), editableUntil: until)
  }
}

extension PostOutcome {
  /// Creates the outcome of a post from the comment in an answer, judging by its moderation status.
  ///
  /// The web client's persisted operations may not give the status of a comment, which is then
  /// visible.
  init?(
    _ value: JSONValue, from api: GraphQLClient, reasons: [String] = []
  ) async throws(ClientError) {
    guard let own = await OwnComment(value, from: api) else { return nil }
    switch value["status"]?.string {
    case "REJECTED"?: self = .rejected(own, hasBannedWord: reasons.contains("BANNED_WORD"))
    case "PREMOD"?, "SYSTEM_WITHHELD"?: self = .heldForReview(own)
    case "NONE"?, "APPROVED"?, "ACCEPTED"?, nil: self = .published(own)
    case let status?:
      throw ClientError(
        .outcomeUnknown,
        message: "the comment \(own.comment.id) arrived, but its status “\(status)” is unknown",
        advice: "look at the story before you post it again")
    }
  }
}
