import AtollComments
import AtollStoryDecoding
import TestSupport
import Testing

/// Random exports of a whole database, compared with what its server would have shown to a reader.
///
/// The reader walks the comments as both web clients do: the published comments at the root, then the published
/// replies to each shown comment. It shares no code with the decoder.
@Suite struct DumpPropertyTests {
  /// A comment of a database with several tenants, sites and stories.
  private struct Stored {
    var id: String
    var tenant: Int
    var story: Int
    var parent: String?
    var status: String
    var isDeleted: Bool
    var isArchived: Bool
    var time: Int
  }

  private struct Database {
    var comments: [Stored] = []
    var tenants = 2
    var storiesPerTenant = 3

    init(seed: Int) {
      var generator = SeededGenerator(seed: seed)
      let statuses = ["NONE", "APPROVED", "NONE", "REJECTED", "PREMOD", "SYSTEM_WITHHELD"]
      for number in 0..<(10 + generator.next(below: 80)) {
        let tenant = generator.next(below: tenants)
        let story = generator.next(below: storiesPerTenant)
        let others = comments.filter { $0.tenant == tenant && $0.story == story }
        let parent = generator.chance(0.6) && !others.isEmpty ? generator.pick(others).id : nil
        comments.append(
          Stored(
            id: "c\(number)", tenant: tenant, story: story, parent: parent,
            status: generator.pick(statuses), isDeleted: generator.chance(0.1),
            isArchived: generator.chance(0.1), time: number))
      }
      // Some rows are missing, as if they were unreadable or not exported.
      if seed.isMultiple(of: 2) { comments.removeAll { _ in generator.chance(0.1) } }
    }

    /// Returns the ids that a reader of a story sees, with their parents; a deleted comment is shown as a tombstone.
    func shown(tenant: Int, story: Int) -> [String: String?] {
      var shown: [String: String?] = [:]
      var lists: [String?] = [nil]
      while let parent = lists.popLast() {
        for comment in comments
        where comment.tenant == tenant && comment.story == story && comment.parent == parent
          && ["NONE", "APPROVED"].contains(comment.status)
        {
          shown[comment.id] = comment.parent
          lists.append(comment.id)
        }
      }
      return shown
    }

    // MARK: Rows

    func rows(_ generator: inout SeededGenerator) -> [String] {
      var rows = comments.map { row(of: $0) }
      // While a story is being archived, its comments are in both collections.
      rows += comments.filter(\.isArchived).map { row(of: $0) }
      for tenant in 0..<tenants {
        rows.append(
          #"{"id":"t\#(tenant)","domain":"t\#(tenant).example.com","locale":"en-US","organization":{"name":"Paper \#(tenant)"},"#
            + #""communityGuidelines":{"enabled":true,"content":"Rules \#(tenant)"},"featureFlags":[]}"#
        )
        for story in 0..<storiesPerTenant {
          rows.append(
            #"{"id":"s\#(tenant)\#(story)","tenantID":"t\#(tenant)","siteID":"i\#(story % 2)","url":"https://example.com/\#(tenant)/\#(story)","#
              + #""settings":{},"createdAt":{"$date":"2024-01-01T00:00:00Z"}}"#)
        }
        for user in 0..<4 {
          rows.append(
            #"{"id":"u\#(user)","tenantID":"t\#(tenant)","username":"User \#(user) of \#(tenant)","profiles":[]}"#
          )
        }
        rows += WholeExportTests.coralRowsWithNothingToShow
      }
      rows.shuffle(using: &generator)
      return rows
    }

    private func row(of comment: Stored) -> String {
      let parent = comment.parent.map { #""\#($0)""# } ?? "null"
      let time = "2024-06-01T10:\(comment.time / 50 + 10):\(comment.time % 50 + 10)Z"
      let author = comment.isDeleted ? "null" : #""u\#(comment.time % 4)""#
      let revisions = comment.isDeleted ? "[]" : #"[{"id":"r","body":"<p>\#(comment.id)</p>"}]"#
      let deleted = comment.isDeleted ? #","deletedAt":{"$date":"\#(time)"}"# : ""
      return
        #"{"id":"\#(comment.id)","tenantID":"t\#(comment.tenant)","siteID":"i","storyID":"s\#(comment.tenant)\#(comment.story)","#
        + #""authorID":\#(author),"parentID":\#(parent),"revisions":\#(revisions),"status":"\#(comment.status)","#
        + #""createdAt":{"$date":"\#(time)"}\#(deleted)}"#
    }
  }

  /// 40 blocks of 50 seeds: 2,000 databases, with one story of each tenant.
  @Test(arguments: 0..<40)
  func showsTheSameCommentsAsTheServer(block: Int) throws {
    for seed in block * 50..<(block + 1) * 50 {
      let database = Database(seed: seed)
      var generator = SeededGenerator(seed: ~seed)
      let text = database.rows(&generator).joined(separator: "\n")
      for tenant in 0..<database.tenants {
        let story = seed % database.storiesPerTenant
        let decoded = try decode(text, as: .coralDump, storyID: "s\(tenant)\(story)")
        try check(decoded, database.shown(tenant: tenant, story: story), tenant, "seed \(seed)")
      }
    }
  }

  private func check(
    _ decoded: DecodedStory, _ expected: [String: String?], _ tenant: Int, _ name: String
  ) throws {
    let comments = decoded.comments
    try #require(Set(comments.map(\.id)) == Set(expected.keys), "\(name)")
    for comment in comments {
      #expect(comment.parentID == expected[comment.id] ?? nil, "\(name)")
      if comment.tombstone == nil {
        #expect(comment.author?.name.hasSuffix("of \(tenant)") == true, "\(name)")
        #expect(comment.body.text == "<p>\(comment.id)</p>", "\(name)")
      } else {
        #expect(comment.tombstone == .deleted, "\(name)")
      }
    }
    #expect(decoded.fact(\.organization) == "Paper \(tenant)", "\(name)")
    #expect(decoded.fact(\.infobox) == "Rules \(tenant)", "\(name)")
    #expect(decoded.problems.allSatisfy { $0.code == .missingParent }, "\(name)")
  }
}
