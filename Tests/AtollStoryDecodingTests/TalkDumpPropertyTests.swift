import AtollComments
import AtollStoryDecoding
import TestSupport
import Testing

/// Random exports of Talk's database, compared with what Talk would have shown to a reader.
///
/// The reader queries as Talk's own page does: the published comments of an asset without a parent, then the
/// published replies to each comment whose reply count is not zero. It shares no code with the decoder.
@Suite struct TalkDumpPropertyTests {
  /// A row of `comments`, with the fields of Talk's model.
  private struct Stored {
    var id: String
    var asset: Int
    var parent: String?
    var status: String
    var author: Int
    var versions: Int
    var isDeleted: Bool
    var hasRichText: Bool
    var respects: Int
    var likes: Int
    var isFeatured: Bool
    var replyCount = 0
    var time: Int

    var isPublished: Bool { ["NONE", "ACCEPTED"].contains(status) }
  }

  private struct Database {
    var comments: [Stored] = []
    /// The infobox of the site, and those of assets that override it; an inner `nil` is one that is switched off.
    var infobox: String?
    var infoboxes: [String??] = []

    static let assets = 4
    static let users = 5

    init(seed: Int) {
      var generator = SeededGenerator(seed: seed)
      let statuses = ["NONE", "ACCEPTED", "NONE", "REJECTED", "PREMOD", "SYSTEM_WITHHELD"]
      infobox = generator.chance(0.5) ? "Site rules" : nil
      for asset in 0..<Self.assets {
        let own: String?? =
          generator.chance(0.5) ? nil : .some(generator.chance(0.5) ? "Rules \(asset)" : nil)
        infoboxes.append(own)
      }
      for number in 0..<(10 + generator.next(below: 80)) {
        let asset = generator.next(below: Self.assets)
        let others = comments.filter { $0.asset == asset }
        let parent = generator.chance(0.6) && !others.isEmpty ? generator.pick(others).id : nil
        comments.append(
          Stored(
            id: "c\(number)", asset: asset, parent: parent, status: generator.pick(statuses),
            author: generator.next(below: Self.users), versions: 1 + generator.next(below: 3),
            isDeleted: generator.chance(0.1), hasRichText: generator.chance(0.3),
            respects: generator.next(below: 3), likes: generator.next(below: 3),
            isFeatured: generator.chance(0.1), time: number))
      }
      // Talk counts published replies only.
      for index in comments.indices {
        comments[index].replyCount = comments.count {
          $0.parent == comments[index].id && $0.isPublished
        }
      }
    }

    /// Returns the comments that a reader of an asset gets.
    func shown(asset: Int) -> [String: Stored] {
      var shown: [String: Stored] = [:]
      var asked: [String?] = [nil]
      while let parent = asked.popLast() {
        for comment in comments
        where comment.asset == asset && comment.parent == parent && comment.isPublished {
          shown[comment.id] = comment
          if comment.replyCount > 0 { asked.append(comment.id) }
        }
      }
      return shown
    }

    func shownInfobox(asset: Int) -> String { (infoboxes[asset] ?? infobox) ?? "" }

    // MARK: Rows

    func rows(_ generator: inout SeededGenerator) -> [String] {
      var rows = comments.map { row(of: $0) }
      rows.append(
        #"{"id":"1","moderation":"POST","organizationName":"The Paper","infoBoxEnable":\#(infobox != nil),"#
          + #""infoBoxContent":"Site rules","closedMessage":"Closed","wordlist":{"banned":["secret"]},"closedTimeout":1}"#
      )
      for asset in 0..<Self.assets {
        var settings = ""
        if let own = infoboxes[asset] {
          settings = #""infoBoxEnable":\#(own != nil),"infoBoxContent":"\#(own ?? "Hidden")""#
        }
        rows.append(
          #"{"id":"a\#(asset)","url":"https://example.com/\#(asset)","type":"assets","title":"Asset \#(asset)","scraped":null,"closedAt":null,"#
            + #""settings":{\#(settings)},"tags":[],"metadata":{},"created_at":{"$date":"2018-01-01T00:00:00Z"}}"#
        )
      }
      for user in 0..<Self.users {
        rows.append(
          #"{"id":"u\#(user)","username":"User \#(user)","lowercaseUsername":"user \#(user)","password":"secret","profiles":[],"role":"COMMENTER"}"#
        )
      }
      for number in 0..<5 {
        rows.append(
          #"{"id":"x\#(number)","action_type":"RESPECT","item_type":"COMMENTS","item_id":"c\#(number)","user_id":"u0","created_at":{"$date":"2018-06-01T10:00:00Z"}}"#
        )
      }
      rows.shuffle(using: &generator)
      return rows
    }

    private func row(of comment: Stored) -> String {
      let parent = comment.parent.map { #""\#($0)""# } ?? "null"
      let time = "2018-06-01T10:\(comment.time / 50 + 10):\(comment.time % 50 + 10).000Z"
      let common =
        #""id":"\#(comment.id)","asset_id":"a\#(comment.asset)","parent_id":\#(parent),"status":"\#(comment.status)","#
        + #""reply_count":\#(comment.replyCount),"created_at":{"$date":"\#(time)"},"updated_at":{"$date":"\#(time)"}"#
      // The row that remains after the account of the author was deleted.
      if comment.isDeleted {
        return
          #"{\#(common),"body":null,"body_history":[],"author_id":null,"status_history":[],"action_counts":{},"tags":[],"#
          + #""metadata":{},"deleted_at":{"$date":"2019-01-01T00:00:00.000Z"}}"#
      }
      let versions = (0..<comment.versions).map {
        #"{"body":"old \#($0)","created_at":{"$date":"\#(time)"}}"#
      }.joined(separator: ",")
      let richText = comment.hasRichText ? #""richTextBody":"<b>\#(comment.id)</b>""# : ""
      let tag = comment.isFeatured ? #"{"tag":{"name":"FEATURED"},"assigned_by":"u0"}"# : ""
      return
        #"{\#(common),"body":"*\#(comment.id)*","body_history":[\#(versions)],"author_id":"u\#(comment.author)","#
        + #""status_history":[{"type":"PREMOD"}],"action_counts":{"respect":\#(comment.respects),"like":\#(comment.likes),"flag":9},"#
        + #""tags":[\#(tag)],"metadata":{\#(richText)}}"#
    }
  }

  /// 40 blocks of 50 seeds: 2,000 databases, with one asset of each.
  @Test(arguments: 0..<40)
  func showsTheSameCommentsAsTalk(block: Int) throws {
    for seed in block * 50..<(block + 1) * 50 {
      let database = Database(seed: seed)
      var generator = SeededGenerator(seed: ~seed)
      let text = database.rows(&generator).joined(separator: "\n")
      let asset = seed % Database.assets
      let decoded = try decode(text, as: .talk4Dump, storyID: "a\(asset)")
      try check(decoded, database.shown(asset: asset), "seed \(seed)")
      #expect(decoded.fact(\.organization) == "The Paper", "seed \(seed)")
      #expect(decoded.fact(\.title) == "Asset \(asset)", "seed \(seed)")
      #expect(decoded.fact(\.infobox) == database.shownInfobox(asset: asset), "seed \(seed)")
    }
  }

  private func check(
    _ decoded: DecodedStory, _ expected: [String: Stored], _ name: String
  ) throws {
    try #require(Set(decoded.comments.map(\.id)) == Set(expected.keys), "\(name)")
    for comment in decoded.comments {
      let stored = try #require(expected[comment.id])
      #expect(comment.parentID == stored.parent, "\(name)")
      #expect(comment.replyCount == stored.replyCount, "\(name)")
      if stored.isDeleted {
        #expect(comment.tombstone == .deleted && comment.author == nil, "\(name)")
        continue
      }
      #expect(comment.tombstone == nil, "\(name)")
      #expect(comment.author?.name == "User \(stored.author)", "\(name)")
      #expect(
        comment.body
          == (stored.hasRichText
            ? Body("<b>\(comment.id)</b>", syntax: .html)
            : Body("*\(comment.id)*", syntax: .plain)),
        "\(name)")
      #expect(comment.isEdited == (stored.versions > 1), "\(name)")
      #expect(comment.likes == stored.respects + stored.likes, "\(name)")
      #expect(comment.tags.contains(.featured) == stored.isFeatured, "\(name)")
    }
    #expect(decoded.problems == [], "\(name)")
  }
}
