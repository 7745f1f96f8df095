import Bytes
import Comments
import StoryDecoding

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
  init?(_ value: JSONValue, from api: GraphQLClient, reasons: [String] = []) async {
    guard let own = await OwnComment(value, from: api) else { return nil }
    switch value["status"]?.string {
    case "REJECTED"?: self = .rejected(own, hasBannedWord: reasons.contains("BANNED_WORD"))
    case "PREMOD"?, "SYSTEM_WITHHELD"?: self = .heldForReview(own)
    case _: self = .published(own)
    }
  }
}
