import AtollBytes
import AtollComments
import AtollStoryDecoding
import Testing

@Suite struct Talk4ResponseTests {
  @Test func readsAssetsWithoutADataMember() throws {
    let decoded = try decode(#"{"asset":{"id":"a","comments":{"nodes":[{"id":"c","body":"x"}]}}}"#)
    #expect(decoded.form == .talk4)
    #expect(decoded.comments.map(\.id) == ["c"])
    #expect(decoded.comments[0].tombstone == nil)
  }

  @Test func reportsRepliesThatTheServerHasOnAnotherPage() throws {
    let first =
      #"{"data":{"asset":{"id":"s","comments":{"hasNextPage":false,"nodes":[{"id":"a","body":"x","replies":{"hasNextPage":true,"nodes":[{"id":"r","body":"x"}]}}]}}}}"#
    #expect(try decode(first).problems.map(\.code) == [.incompleteStory])
    for hasNext in [false, true] {
      let more =
        #"{"data":{"comments":{"hasNextPage":\#(hasNext),"nodes":[{"id":"r2","parent":{"id":"a"},"body":"x"}]}}}"#
      let decoded = try decode("\(first)\n\(more)")
      #expect(decoded.comments.map(\.parentID) == [nil, "a", "a"])
      #expect(decoded.problems.map(\.code) == (hasNext ? [.incompleteStory] : []))
    }
  }

  @Test func countsReactionsButNoFlagsOrDownvotesAsLikes() throws {
    let decoded = try decode(
      #"""
      {"data":{"asset":{"id":"a","comments":{"nodes":[{"id":"c","body":"x","action_summaries":[
        {"__typename":"FlagActionSummary","count":5},{"__typename":"DontAgreeActionSummary","count":3},
        {"__typename":"LoveActionSummary","count":2},{"__typename":"UpvoteActionSummary","count":4},
        {"__typename":"DownvoteActionSummary","count":8},{"count":1},null]}]}}}}
      """#)
    #expect(decoded.comments[0].likes == 6)
    #expect(decoded.fact(\.likeLabel) == "Love")
  }

  @Test func appliesTheSettingsThatDisableNoticesAndCommenting() throws {
    func story(_ settings: String, _ asset: String = "") throws -> DecodedStory {
      try decode(#"{"data":{"asset":{"id":"a",\#(asset)"settings":{\#(settings)}}}}"#)
    }
    let off = try story(
      #""infoBoxEnable":false,"infoBoxContent":"i","questionBoxEnable":false,"questionBoxContent":"q","questionBoxIcon":"x""#
    )
    #expect(off.fact(\.infobox) == "" && off.fact(\.questionBox) == "")
    #expect(off.fact(\.questionIcon) == "")
    let disabled = try story(
      #""disableCommenting":true,"disableCommentingMessage":"Pause","closedMessage":"Shut""#)
    #expect(disabled.story.metadata.commentingStatus == .siteWide)
    #expect(disabled.fact(\.disabledMessage) == "Pause")
    #expect(disabled.fact(\.closedMessage) == "Shut")
    let reopened = try story(
      #""autoCloseStream":true,"closedTimeout":60"#, #""created_at":"2024-01-01T00:00:00Z","#)
    #expect(reopened.story.metadata.commentingStatus == .open)
    let closed = try story("", #""isClosed":true,"closedAt":"2024-01-01T00:00:00Z","#)
    #expect(closed.story.metadata.commentingStatus == .closed)
  }

  @Test func hidesUnpublishedComments() throws {
    let decoded = try decode(
      #"""
      {"data":{"asset":{"id":"a","comments":{"nodes":[
        {"id":"c1","body":"bad","status":"REJECTED","replies":{"nodes":[
          {"id":"c2","body":"good","status":"ACCEPTED"}]}},
        {"id":"c3","body":"worse","status":"REJECTED"},
        {"id":"c4","body":"later","status":"PREMOD"},
        {"id":"c5","body":"?","status":"LOST"}]}}}}
      """#)
    #expect(decoded.comments.map(\.id) == ["c1", "c2"])
    #expect(decoded.comments[0].tombstone == .rejected)
    #expect(decoded.droppedCount == 3)
    #expect(decoded.problems.map(\.code) == [.hiddenComment])
    #expect(decoded.problems[0].place == .path("$.data.asset.comments.nodes[3].status"))
  }

  @Test func hidesCommentsOfIgnoredUsers() throws {
    let decoded = try decode(
      #"""
      {"data":{"me":{"id":"r","ignoredUsers":[{"id":"u1"}]},"asset":{"id":"a","comments":{"nodes":[
        {"id":"c1","body":"x","user":{"id":"u1","username":"Troll"}},
        {"id":"c2","body":"y","user":{"id":"u2","username":"Friend"}}]}}}}
      """#)
    #expect(decoded.comments.map(\.tombstone) == [.ignored, nil])
  }

  @Test func doesNotCountRepliesToIgnoredUsersAsUnpublished() throws {
    let decoded = try decode(
      #"""
      {"data":{"me":{"id":"r","ignoredUsers":[{"id":"u1"}]},"asset":{"id":"a","comments":{"nodes":[
        {"id":"c1","body":"x","user":{"id":"u1","username":"Troll"},"replies":{"nodes":[
          {"id":"c2","body":"y"},{"id":"c3","body":"z"}]}},
        {"id":"c4","body":"worse","status":"REJECTED"}]}}}}
      """#)
    #expect(decoded.comments.map(\.id) == ["c1"])
    #expect(decoded.droppedCount == 1)
  }

  @Test func prefersTheSettingsOfTheAssetOverSiteSettingsInAnyOrder() throws {
    let site =
      #""settings":{"questionBoxEnable":false,"questionBoxContent":"SITE","closedMessage":"C"}"#
    let asset =
      #""asset":{"id":"a","settings":{"questionBoxEnable":true,"questionBoxContent":"ASSET"},"comments":{"nodes":[{"id":"c","body":"x"}]}}"#
    for text in [
      #"{"data":{\#(site),\#(asset)}}"#, #"{"data":{\#(asset),\#(site)}}"#,
      #"{"data":{\#(asset)}}\#n{"data":{\#(site)}}"#,
    ] {
      let decoded = try decode(text)
      #expect(decoded.fact(\.questionBox) == "ASSET")
      #expect(decoded.fact(\.closedMessage) == "C")
    }
  }

  @Test func prefersTheClosedStatusOfAStoryToTheStatusOfTheSite() throws {
    let site =
      #"{"disableCommenting":true,"disableCommentingMessage":"SITE","closedMessage":"OWN"}"#
    let answer = try decode(
      #"{"data":{"settings":\#(site),"asset":{"id":"a","isClosed":true,"comments":{"nodes":[]}}}}"#)
    #expect(answer.story.commentingStatus == .closed)
    let rows = try decode(
      #"""
      {"id":"1","infoBoxEnable":false,"disableCommenting":true,"closedMessage":"OWN"}
      {"id":"a","url":"http://e.com/","closedAt":{"$date":"2019-03-01T00:00:00Z"},"scraped":{"$date":"2019-03-02T00:00:00Z"}}
      """#, as: .talk4Dump)
    #expect(rows.story.commentingStatus == .closed)
  }

  /// Moderators get all tags, without a sign of which ones are public.
  @Test func showsOnlyTheTagsThatTalksOwnPageShows() throws {
    let tags = ["TROLL_SUSPECT", "OFF_TOPIC"].map { #"{"tag":{"name":"\#($0)"}}"# }
    let decoded = try decode(
      #"""
      {"data":{"asset":{"id":"a","comments":{"nodes":[
        {"id":"c","body":"x","tags":[\#(tags.joined(separator: ","))]}]}}}}
      """#)
    #expect(decoded.comments[0].tags == .offTopic)
    #expect(decoded.comments[0].otherTags == [])
  }

  @Test func mergesListsAndPagesByID() throws {
    let pages = [
      #"""
      {"data":{"asset":{"id":"a","title":"T","totalCommentCount":9,
        "featured":{"nodes":[{"id":"c2","body":"two","tags":[{"tag":{"name":"FEATURED"}}]}]},
        "comments":{"nodes":[{"id":"c1","body":"one","replies":{"nodes":[{"id":"c2","body":"two",
          "user":{"id":"u","username":"Ann"}}],"hasNextPage":true}}],"hasNextPage":true}}}}
      """#,
      #"{"data":{"comments":{"nodes":[{"id":"c3","body":"three","parent":{"id":"c1"}}]}}}"#,
      #"{"data":{"asset":{"id":"a","comments":{"nodes":[{"id":"c4","body":"four"}],"hasNextPage":false}}}}"#,
    ]
    let files = pages.enumerated().map {
      InputFile(name: "page-\($0.offset + 1).json", bytes: Array($0.element.utf8))
    }
    let expected = ["c2": "c1", "c1": nil, "c3": "c1", "c4": nil]
    for inputs in [
      files, [InputFile(name: "all", bytes: Array(pages.joined(separator: "\n").utf8))],
    ] {
      let decoded = try StoryDecoder.decode(inputs)
      #expect(decoded.problems == [])
      #expect(
        Dictionary(uniqueKeysWithValues: decoded.comments.map { ($0.id, $0.parentID) }) == expected)
      let second = try #require(decoded.comments.first { $0.id == "c2" })
      #expect(second.tags == .featured)
      #expect(second.author?.name == "Ann")
      #expect(!decoded.story.hasMore)
      #expect(decoded.notes[0] == "read as a Talk 4 response: 4 comments of 9, 3 pages")
    }
    let first = try StoryDecoder.decode([files[0]])
    #expect(first.story.hasMore)
    #expect(first.problems.map(\.code) == [.incompleteStory])
    let batch = try decode("[\(pages.joined(separator: ","))]")
    #expect(batch.comments.count == 4)
  }

  @Test func doesNotRestoreADeletedCommentFromAnOlderCopy() throws {
    let old = #"{"id":"c1","body":"old","user":{"id":"u","username":"Ann"}}"#
    let gone = #"{"id":"c1","body":null,"user":null}"#
    for comments in ["\(old),\(gone)", "\(gone),\(old)"] {
      let decoded = try decode(
        #"{"data":{"asset":{"id":"a","comments":{"nodes":[\#(comments)]}}}}"#)
      #expect(decoded.comments.map(\.tombstone) == [.deleted])
      #expect(decoded.comments[0].body.text == "" && decoded.comments[0].author == nil)
    }
    let rich = #"{"id":"c1","richTextBody":null}"#
    let decoded = try decode(
      #"{"data":{"asset":{"id":"a","comments":{"nodes":[\#(rich),\#(old)]}}}}"#)
    #expect(decoded.comments.map(\.body.text) == ["old"])
  }

  @Test func reportsServerErrors() throws {
    let error = #"{"message":"Not found","extensions":{"code":"NOT_FOUND"}}"#
    let decoded = try decode(
      #"{"errors":[\#(error)],"data":{"asset":{"id":"a","comments":{"nodes":[{"id":"c","body":"x"},null]}}}}"#
    )
    #expect(decoded.comments.count == 1)
    #expect(decoded.problems.map(\.code) == [.serverError, .unusableRow])
    #expect(decoded.problems[0].message.contains("Not found (NOT_FOUND)"))
    let none = #expect(throws: StoryError.self) {
      try decode(#"{"errors":[\#(error)],"data":null}"#)
    }
    #expect(none?.reason == .noStory)
    #expect(none?.message.contains("Not found (NOT_FOUND)") == true)
  }

  @Test func requiresAStoryIDWhenTheInputHasMultipleStories() throws {
    let text = #"""
      [{"data":{"asset":{"id":"a","comments":{"nodes":[{"id":"c1","body":"x"}]}}}},
       {"data":{"asset":{"id":"b","comments":{"nodes":[{"id":"c2","body":"y"}]}}}}]
      """#
    let error = #expect(throws: StoryError.self) { try decode(text) }
    #expect(error?.reason == .multipleStories)
    #expect(error?.message.contains("a, b") == true)
    #expect(try decode(text, storyID: "b").comments.map(\.id) == ["c2"])
    #expect(throws: StoryError.self) { try decode(text, storyID: "z") }
  }
}
