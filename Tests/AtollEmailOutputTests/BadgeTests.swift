import Atoll
import AtollComments
import Testing

/// Each badge of a mail has the style of its kind, whichever badges are next to it.
@Suite struct BadgeTests {
  /// A story of `count` comments, each by an author with five badges.
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

  /// 60 comments are enough for the templates to be specialized, 1 is not.
  @Test(arguments: [1, 60])
  func givesEachBadgeTheStyleOfItsKind(count: Int) throws {
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
