import Atoll
import Comments
import Testing

/// Every badge in a mail is painted as what it is, whatever stands beside it.
@Suite struct BadgeTests {
  /// So many comments, each by somebody with five badges.
  private func story(of count: Int) throws -> Story {
    let comments = (0..<count).map {
      """
      {"id": "c\($0)", "author": {"name": "Ann", "badges": ["Diver"]}, "body": "Hi.",
       "tags": ["STAFF", "MODERATOR", "EXPERT", "MEMBER"]}
      """
    }
    let document = "{\"atoll\": 1, \"comments\": [\(comments.joined(separator: ","))]}"
    return try Reading([InputSource(name: "thread.json", bytes: Array(document.utf8))]).story
  }

  /// Once, and often enough for what comes up often to be written in a way of its own.
  @Test(arguments: [1, 60])
  func paintsEachOfManyAsWhatItIs(count: Int) throws {
    let html = try Stories.text(story(of: count), .emailHTML) { $0.mail.maxBytes = nil }
    let badges = html.matches(of: /<b class="plate([ a-z]*)"[^>]*>([^<]*)<\/b>/)
      .map { "\($0.2):\($0.1)" }
    let each = [
      "Staff: staff", "Moderator: moderator", "Expert: expert", "Member:", "Diver:",
    ]
    #expect(badges.count == count * each.count)
    for start in stride(from: 0, to: badges.count - each.count + 1, by: each.count) {
      #expect(Set(badges[start..<start + each.count]) == Set(each), "comment \(start / each.count)")
    }
  }
}
