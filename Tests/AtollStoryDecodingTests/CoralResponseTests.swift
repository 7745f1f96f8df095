import AtollBytes
import AtollComments
import AtollStoryDecoding
import Testing

@Suite struct CoralResponseTests {
  func story(_ comments: String, _ more: String = "", root: String = "") throws -> DecodedStory {
    try decode(
      #"{"data":{\#(root)"story":{"id":"s",\#(more)"comments":{"nodes":[\#(comments)]}}}}"#)
  }

  @Test(arguments: [
    ("GiphyMedia", Media.Kind.gif), ("TenorMedia", .gif), ("KlipyMedia", .gif),
    ("YouTubeMedia", .youTube), ("TwitterMedia", .x), ("BlueskyMedia", .bluesky),
    ("ExternalMedia", .image),
  ])
  func readsEveryKindOfMedia(name: String, kind: Media.Kind) throws {
    let decoded = try story(
      #"""
      {"id":"c","body":"","author":null,"revision":{"id":"r","gif":{"__typename":"\#(name)",
        "url":"https://e.com/1","title":"T","youtubeStill":"https://e.com/still"}}}
      """#)
    #expect(decoded.comments[0].media == Media(kind: kind, url: "https://e.com/1", title: "T"))
    #expect(decoded.comments[0].tombstone == nil)
  }

  @Test func infersTheKindOfMediaFromTheHost() throws {
    let hosts: [(String, Media.Kind)] = [
      ("https://www.youtube.com/watch?v=1", .youTube), ("https://youtu.be/1", .youTube),
      ("https://X.com/a/status/1", .x), ("https://bsky.app/p", .bluesky),
      ("https://media.giphy.com/1.gif", .gif), ("https://notx.com/1", .image),
    ]
    for (url, kind) in hosts {
      let decoded = try story(#"{"id":"c","body":"x","revision":{"media":{"url":"\#(url)"}}}"#)
      #expect(decoded.comments[0].media?.kind == kind)
    }
  }

  @Test func hidesMediaDisabledByTheSite() throws {
    let decoded = try story(
      #"{"id":"c","body":"x","revision":{"media":{"url":"https://youtu.be/1"}}}"#,
      root: #""settings":{"media":{"youtube":{"enabled":false}}},"#)
    #expect(decoded.comments[0].media == nil)
  }

  @Test func reportsRepliesThatTheServerHasOnAnotherPage() throws {
    func node(_ id: String, _ replies: String, hasNext: Bool) -> String {
      #"{"id":"\#(id)","body":"x","replies":{"edges":[\#(replies)],"pageInfo":{"hasNextPage":\#(hasNext)}}}"#
    }
    let reply = #"{"node":{"id":"r","body":"x"}}"#
    let first = node("a", reply, hasNext: true) + "," + node("b", "", hasNext: false)
    let decoded = try story(first)
    #expect(decoded.problems.map(\.code) == [.incompleteStory])
    #expect(
      decoded.problems[0].message
        == "the server has more replies to 1 comment than the input holds")
    let start = #"{"data":{"story":{"id":"s","comments":{"nodes":[\#(first)]}}}}"#
    let second = #"{"node":{"id":"r2","body":"x"}}"#
    func page(_ more: Bool) -> String {
      let comment = node("a", second, hasNext: more)
      return #"{"data":{"comment":\#(comment)}}"#
    }
    #expect(try decode("\(start)\n\(page(true))").problems.map(\.code) == [.incompleteStory])
    for pages in [[start, page(true), page(false)], [page(false), start]] {
      let whole = try decode(pages.joined(separator: "\n"))
      #expect(whole.problems == [])
      #expect(whole.comments.map(\.parentID).filter { $0 == "a" }.count == 2)
    }
  }

  @Test func readsTombstones() throws {
    let decoded = try story(
      #"""
      {"id":"d","deleted":true,"body":null,"author":null},{"id":"e","body":null,"author":null},
      {"id":"i","body":"x","author":{"id":"u1","username":"Troll"}},
      {"id":"k","body":"y","author":{"id":"u2","username":"Friend"}}
      """#, root: #""viewer":{"ignoredUsers":[{"id":"u1"}]},"#)
    #expect(decoded.comments.map(\.tombstone) == [.deleted, .deleted, .ignored, nil])
    #expect(decoded.problems == [])
  }

  @Test func readsTheFieldsOfAComment() throws {
    let decoded = try story(
      #"""
      {"id":"c","body":"<b>x</b>","createdAt":"2024-01-01T00:00:00.001Z","rating":4,
       "tags":[{"code":"REVIEW"},{"code":"EXPERT"},{"code":"NEW_ONE"}],"replyCount":3,
       "author":{"id":"u","username":"Ann","badges":["gold","vip"]},"editing":{"edited":true},
       "actionCounts":{"reaction":{"total":9}},"permalink":"https://e.com?commentID=c"}
      """#)
    #expect(
      decoded.comments == [
        Comment(
          id: "c", author: Author(id: "u", name: "Ann", badges: ["gold", "vip"]),
          body: Body("<b>x</b>", syntax: .html),
          createdAt: Timestamp(milliseconds: 1_704_067_200_001), isEdited: true, likes: 9,
          replyCount: 3, tags: [.review, .expert], otherTags: ["NEW_ONE"], rating: 4,
          permalink: "https://e.com?commentID=c")
      ])
  }

  @Test func readsTheTimeOfAnEdit() throws {
    let decoded = try story(
      #"""
      {"id":"a","body":"x","editing":{"edited":true},"revision":{"id":"r","createdAt":"2024-01-01T00:00:00Z"}},
      {"id":"b","body":"x","revision":{"id":"r","createdAt":"2024-01-01T00:00:00Z"},"editing":{"edited":false}},
      {"id":"c","body":"x","editing":{"edited":true},"revision":{"id":"r"}}
      """#)
    #expect(decoded.comments.map(\.isEdited) == [true, false, true])
    #expect(
      decoded.comments.map(\.editedAt) == [Timestamp(milliseconds: 1_704_067_200_000), nil, nil])
  }

  @Test func readsStoryMetadataAndSiteSettings() throws {
    let decoded = try story(
      "",
      #"""
      "url":"https://e.com/a","isClosed":true,"closedAt":"2024-01-01T00:00:00Z",
      "ratings":{"average":3.456,"count":12},"commentCounts":{"totalPublished":40},
      "metadata":{"title":"T"},"settings":{"mode":"RATINGS_AND_REVIEWS","messageBox":{"enabled":false,"content":"q"}},
      """#,
      root: #"""
        "settings":{"locale":"de-DE","organization":{"name":"O"},"announcement":{"id":"1","content":"News"},
         "communityGuidelines":{"enabled":true,"content":"Rules"},"closeCommenting":{"message":"Shut"},
         "disableCommenting":{"enabled":false,"message":"Off"},
         "reaction":{"label":"Respect","sortLabel":"Most respected"},
         "badges":{"staffLabel":"S","moderatorLabel":"M","adminLabel":"A","memberLabel":"B"}},
        """#)
    let metadata = decoded.story.metadata
    #expect(metadata.mode == .ratingsAndReviews)
    #expect(metadata.commentingStatus == .closed)
    #expect(metadata.ratingHundredths == 346 && metadata.ratingCount == 12)
    #expect(metadata.commentCount == 40)
    let texts: [(KeyPath<StoryMetadata, Slice>, String)] = [
      (\.title, "T"), (\.locale, "de-DE"), (\.organization, "O"), (\.announcement, "News"),
      (\.infobox, "Rules"), (\.questionBox, ""), (\.closedMessage, "Shut"),
      (\.disabledMessage, "Off"), (\.likeLabel, "Respect"), (\.likeSortLabel, "Most respected"),
      (\.staffLabel, "S"), (\.moderatorLabel, "M"), (\.adminLabel, "A"), (\.memberLabel, "B"),
    ]
    for (path, text) in texts { #expect(decoded.fact(path) == text) }
  }

  @Test func readsAPageOfRepliesWithoutTheirParent() throws {
    let settings = #"{"mode":"COMMENTS"}"#
    let decoded = try decode(
      #"{"data":{"comment":{"id":"c1","story":{"id":"s","settings":\#(settings)},"replies":{"nodes":["#
        + #"{"id":"c2","body":"2","rating":4}]}}}}"#)
    #expect(decoded.comments.map(\.rating) == [nil])
    #expect(decoded.problems == [])
    let unnamed = try decode(
      #"{"data":{"story":{"id":"s","comments":{"nodes":[{"id":"c1"},{"id":"c2","body":"2"}]}}}}"#)
    #expect(unnamed.problems.map(\.code) == [.unusableRow])
  }

  @Test func joinsReplyPagesAndFlattenedListsIntoOneThread() throws {
    let pages = [
      #"{"data":{"story":{"id":"s","comments":{"edges":[{"node":{"id":"c1","body":"1"}}],"pageInfo":{"hasNextPage":false}}}}}"#,
      #"""
      {"data":{"comment":{"id":"c1","replies":{"edges":[
        {"node":{"id":"c2","body":"2","parent":{"id":"c1"}}},
        {"node":{"id":"c3","body":"3","parent":{"id":"c2"}}},{"node":{"id":"c4","body":"4"}}]}}}}
      """#,
      #"""
      {"data":{"comment":{"id":"c9","body":"9","parent":{"id":"c8","body":"8","parent":{"id":"c3"}},
        "rootParent":{"id":"c1","body":"1"},"story":{"id":"s"}}}}
      """#,
    ]
    let decoded = try decode(pages.joined(separator: "\n"))
    let parents = Dictionary(uniqueKeysWithValues: decoded.comments.map { ($0.id, $0.parentID) })
    #expect(
      parents == ["c1": nil, "c2": "c1", "c3": "c2", "c4": "c1", "c8": "c3", "c9": "c8"])
    #expect(decoded.problems == [])
    #expect(decoded.notes[0] == "read as a Coral response: 6 comments, 3 pages")
  }

  @Test func marksCommentsInTheFeaturedListAsFeatured() throws {
    let decoded = try story(
      #"{"id":"c1","body":"1"}"#,
      #""featuredComments":{"edges":[{"node":{"id":"c1","body":"1"}},{"node":{"id":"c2","body":"2"}}]},"#
    )
    #expect(decoded.comments.count == 2)
    #expect(decoded.comments.allSatisfy { $0.tags == .featured })
  }

  @Test func doesNotRestoreADeletedCommentFromAnotherListOrPage() throws {
    let old =
      #"{"id":"c1","body":"OLD TEXT","author":{"id":"u","username":"Ann"},"tags":[{"code":"STAFF"}]}"#
    let gone = #"{"id":"c1","body":null,"author":null,"deleted":true}"#
    for (first, second) in [(old, gone), (gone, old)] {
      let lists = try story(second, #""featuredComments":{"edges":[{"node":\#(first)}]},"#)
      let pages = try decode(
        [first, second].map { #"{"data":{"story":{"id":"s","comments":{"nodes":[\#($0)]}}}}"# }
          .joined(separator: "\n"))
      for decoded in [lists, pages] {
        #expect(
          decoded.comments == [
            Comment(id: "c1", body: Body("", syntax: .html), tombstone: .deleted)
          ])
        #expect(decoded.problems == [])
      }
    }
    // The same if the query did not ask for `deleted`.
    let asked = try story(#"{"id":"c1","body":null,"author":null},\#(old)"#)
    #expect(asked.comments.map(\.tombstone) == [.deleted])
  }

  @Test func reportsCommentsWithNothingButAnID() throws {
    let decoded = try story(#"{"id":"c1"},{"id":"c2","body":"2"}"#)
    #expect(decoded.comments.map(\.id) == ["c2"])
    #expect(decoded.problems.map(\.place) == [.comment("c1")])
  }

  @Test func skipsValuesOfTheWrongType() throws {
    let decoded = try story(
      #"""
      {"id":"c","body":[],"createdAt":"soon","author":7,"parent":"x","replies":3,"replyCount":"n",
       "tags":{},"editing":{"edited":"yes"},"actionCounts":{"reaction":{"total":[]}},
       "revision":[],"rating":9,"permalink":false,"status":{}}
      """#)
    // The comment may be hidden: its status cannot be read.
    #expect(decoded.comments.isEmpty)
    let paths = Set(
      decoded.problems.map { problem in
        guard case .path(let path) = problem.place else { return "" }
        return String(path.dropFirst("$.data.story.comments.nodes[0].".count))
      })
    #expect(
      paths == [
        "body", "createdAt", "author", "parent", "replies", "replyCount", "tags", "editing.edited",
        "actionCounts.reaction.total", "revision", "rating", "permalink", "status",
      ])
    #expect(decoded.problems.map(\.message).contains("a rating is 1 to 5, not 9"))
  }
}
