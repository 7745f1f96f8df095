import AtollBytes
import AtollComments
import AtollStoryDecoding
import Testing

/// Fields that readers see on Coral and Talk, in responses by the real schemas and rows by the real models.
@Suite struct ReaderFieldTests {
  // MARK: Responses of Coral

  private func coral(
    _ comments: String, settings: String = "", story: String = "", viewer: String = "null"
  ) throws -> DecodedStory {
    try decode(
      #"{"data":{"viewer":\#(viewer),"settings":{"locale":"en-US"\#(settings)},"#
        + #""story":{"id":"s","url":"https://example.com/s"\#(story),"comments":{"edges":[\#(comments)],"#
        + #""pageInfo":{"hasNextPage":false,"endCursor":null}}}}}"#)
  }

  private func comment(_ id: String, _ more: String = "", author: String = "") -> String {
    #"{"cursor":"","node":{"id":"\#(id)","body":"<div>Words</div>","status":"NONE","deleted":false,"#
      + #""createdAt":"2024-06-01T10:00:00.000Z","author":{"id":"u-\#(id)","username":"Ann"\#(author)}"#
      + #"\#(more)}}"#
  }

  @Test(arguments: [true, false])
  func marksTopAndNewCommentersOnlyIfTheSiteDoes(isOn: Bool) throws {
    let decoded = try coral(
      comment("c", author: #","featuredCommenter":true,"newCommenter":true"#),
      settings: #","topCommenter":{"enabled":\#(isOn)},"newCommenter":{"enabled":\#(isOn)}"#)
    #expect(decoded.comments[0].tags == (isOn ? [.topCommenter, .newCommenter] : []))
    #expect(decoded.problems == [])
  }

  @Test(arguments: [true, false])
  func namesTheEditorWhoFeaturedACommentOnlyIfTheSiteShowsEditors(isOn: Bool) throws {
    let decoded = try coral(
      comment("c", #","tags":[{"code":"FEATURED","createdBy":{"username":"Ed"}}]"#),
      settings: #","featuredBy":\#(isOn)"#)
    let names = decoded.story.featuredByNames()
    #expect(names.mapValues { decoded.story.bytes.string($0) } == (isOn ? [0: "Ed"] : [:]))
    // An Atoll document has the same names.
    let document = AtollDocumentWriter.document(of: decoded.story)
    let again = try StoryDecoder.decode(document, named: "document").story
    #expect(again.featuredByNames().count == names.count)
  }

  @Test(arguments: [true, false])
  func readsAvatarsIfTheSiteShowsThem(isOn: Bool) throws {
    let flags = isOn ? #"["AVATARS"]"# : "[]"
    let decoded = try coral(
      comment("c", author: #","avatar":"https://p.example/a.png""#),
      settings: #","featureFlags":\#(flags)"#)
    #expect(decoded.comments[0].author?.avatar == (isOn ? "https://p.example/a.png" : ""))
    let rows =
      #"{"id":"c","tenantID":"t","storyID":"s","authorID":"u","revisions":[{"body":"Hi"}],"status":"NONE","createdAt":{"$date":"2024-06-01T10:00:00Z"}}"#
      + "\n"
      + #"{"id":"u","tenantID":"t","username":"Ann","profiles":[],"avatar":"https://p.example/a.png"}"#
      + "\n"
      + #"{"id":"t","domain":"d","locale":"en-US","organization":{"name":"P"},"featureFlags":\#(flags)}"#
    let dumped = try decode(rows, as: .coralDump)
    #expect(
      dumped.comments[0].author
        == decoded.comments[0].author.map {
          Author(id: "u", name: "Ann", avatar: $0.avatar)
        })
    let document = AtollDocumentWriter.document(of: decoded.story)
    #expect(
      try StoryDecoder.decode(document, named: "d").comments[0].author == decoded.comments[0].author
    )
  }

  @Test(arguments: [
    ("GiphyMedia", "giphy", Media.Kind.gif), ("TenorMedia", "tenor", .gif),
    ("KlipyMedia", "klipy", .gif), ("YouTubeMedia", "youtube", .youTube),
    ("ExternalMedia", "external", .image),
  ])
  func readsThePreviewImageAndSizeOfMedia(type: String, row: String, kind: Media.Kind) throws {
    let fields =
      #""url":"https://m.example/1","title":"T","still":"https://m.example/1.png","width":480,"height":270"#
    let wanted = Media(
      kind: kind, url: "https://m.example/1", title: "T", still: "https://m.example/1.png",
      size: Media.Size(width: 480, height: 270))
    let decoded = try coral(
      comment("c", #","revision":{"id":"r","media":{"__typename":"\#(type)",\#(fields)}}"#))
    #expect(decoded.comments[0].media == wanted)
    let dumped = try decode(
      #"{"id":"c","tenantID":"t","storyID":"s","authorID":"u","revisions":[{"body":"Hi","media":{"type":"\#(row)",\#(fields)}}],"#
        + #""status":"NONE","createdAt":{"$date":"2024-06-01T10:00:00Z"}}"#
        + #"{"id":"t","domain":"d","communityGuidelines":{},"featureFlags":["EXTERNAL_MEDIA"],"#
        + #""media":{"gifs":{"enabled":true},"youtube":{"enabled":true}}}"#, as: .coralDump)
    #expect(dumped.comments[0].media == wanted)
    let document = AtollDocumentWriter.document(of: decoded.story)
    #expect(try StoryDecoder.decode(document, named: "d").comments[0].media == wanted)
  }

  @Test(arguments: ["isArchived", "isArchiving"])
  func recognizesArchivedStories(field: String) throws {
    let decoded = try coral(comment("c"), story: #","isClosed":false,"\#(field)":true"#)
    #expect(decoded.story.commentingStatus == .archived)
    let document = AtollDocumentWriter.document(of: decoded.story)
    #expect(try StoryDecoder.decode(document, named: "d").story.commentingStatus == .archived)
  }

  @Test func keepsOnlyTagsAndRatingsThatMatchTheStoryMode() throws {
    let tags =
      #","tags":[{"code":"EXPERT"},{"code":"UNANSWERED"},{"code":"REVIEW"},{"code":"QUESTION"}]"#
    let ratings = #","ratings":{"average":4.5,"count":2}"#
    func marks(in mode: String) throws -> (Tags, Int?, StoryRatings?) {
      let decoded = try coral(
        comment("c", tags + #","rating":4"#),
        story: #","settings":{"mode":"\#(mode)"}\#(ratings)"#)
      return (decoded.comments[0].tags, decoded.comments[0].rating, decoded.story.ratings)
    }
    let (ordinary, noStars, none) = try marks(in: "COMMENTS")
    #expect(ordinary == [] && noStars == nil && none == nil)
    let (asked, _, _) = try marks(in: "QA")
    #expect(asked == [.expert, .unanswered])
    let (reviewed, stars, mean) = try marks(in: "RATINGS_AND_REVIEWS")
    #expect(reviewed == [.review, .question] && stars == 4)
    #expect(mean == StoryRatings(average: 4.5, count: 2))
  }

  @Test func leavesOutRootCommentsThatAreNeitherReviewsNorQuestions() throws {
    let page = try coral(
      [
        comment("review", #","tags":[{"code":"REVIEW"}],"rating":4"#),
        comment("answer", #","parent":{"id":"review"}"#), comment("stars", #","rating":3"#),
        comment("x"), comment("reply", #","parent":{"id":"x"}"#),
        comment("question", #","tags":[{"code":"QUESTION"}]"#),
      ].joined(separator: ","),
      story: #","settings":{"mode":"RATINGS_AND_REVIEWS"},"commentCounts":{"totalPublished":9}"#)
    let document = try decode(
      #"{"atoll":1,"story":{"id":"s","server":"coral","mode":"ratingsAndReviews","commentCount":9},"comments":["#
        + #"{"id":"review","author":"A","body":"b","tags":["review"],"rating":4},"#
        + #"{"id":"answer","parentId":"review","author":"A","body":"b"},"#
        + #"{"id":"stars","author":"A","body":"b","rating":3},"#
        + #"{"id":"x","author":"A","body":"b"},{"id":"reply","parentId":"x","author":"A","body":"b"},"#
        + #"{"id":"question","author":"A","body":"b","tags":["question"]}]}"#)
    for decoded in [page, document] {
      #expect(decoded.comments.map(\.id) == ["review", "answer", "question"])
      #expect(decoded.story.commentCount == 6)
      #expect(decoded.diagnostics.count(of: .notListed) == 1)
    }
    let ordinary = try coral(comment("x") + "," + comment("reply", #","parent":{"id":"x"}"#))
    #expect(ordinary.comments.count == 2 && ordinary.diagnostics.count(of: .notListed) == 0)
  }

  @Test func keepsFeaturedCommentsAndRepliesWithoutParentsInAStoryWithRatings() throws {
    let decoded = try coral(
      [
        comment("late", #","parent":{"id":"elsewhere"}"#),
        comment("last", #","parent":{"id":"late"}"#),
        comment("featured", #","tags":[{"code":"FEATURED"}]"#),
      ].joined(separator: ","),
      story: #","settings":{"mode":"RATINGS_AND_REVIEWS"}"#)
    #expect(decoded.comments.map(\.id) == ["late", "last", "featured"])
    #expect(decoded.diagnostics.count(of: .notListed) == 0)
  }

  @Test func readsBadgeLabelsFromOlderCoralVersions() throws {
    let old = try coral(comment("c"), settings: #","staff":{"label":"Crew"}"#)
    #expect(old.story.publisherLabels.staff == "Crew")
    let new = try coral(
      comment("c"),
      settings:
        #","staff":{"label":"Old"},"badges":{"staffLabel":"Crew","adminLabel":"Boss","moderatorLabel":"Guide","memberLabel":"Fan"}"#
    )
    #expect(
      new.story.publisherLabels
        == StoryLabels(staff: "Crew", moderator: "Guide", admin: "Boss", member: "Fan"))
    let between = try coral(
      comment("c"), settings: #","badges":{"label":"Team","adminLabel":"Boss"}"#)
    #expect(
      between.story.publisherLabels == StoryLabels(staff: "Team", moderator: "Team", admin: "Boss"))
  }

  @Test func hidesTheRepliesToAnIgnoredAuthor() throws {
    let decoded = try coral(
      comment("c1", author: #","x":1"#)
        + "," + comment("c2", #","parent":{"id":"c1"}"#) + ","
        + comment("c3", #","parent":{"id":"c2"}"#) + "," + comment("c4"),
      viewer: #"{"id":"me","ignoredUsers":[{"id":"u-c1"}]}"#)
    #expect(decoded.comments.map(\.id) == ["c1", "c4"])
    #expect(decoded.comments.map(\.tombstone) == [.ignored, nil])
  }

  @Test func readsTheServersCountOfFeaturedComments() throws {
    let decoded = try coral(
      comment("c"), story: #","commentCounts":{"totalPublished":90,"tags":{"FEATURED":7}}"#)
    #expect(decoded.story.metadata.featuredCount == 7)
    #expect(decoded.story.commentCount == 90)
  }

  @Test func readsTheViewersStateAndTheCharacterLimits() throws {
    let until = "2024-06-01T10:00:30.000Z"
    let decoded = try coral(
      comment(
        "c1",
        #","viewerActionPresence":{"reaction":true,"dontAgree":false,"flag":false},"editing":{"edited":false,"editableUntil":null}"#
      ) + ","
        + comment("c2", #","editing":{"edited":false,"editableUntil":"\#(until)"}"#),
      settings: #","charCount":{"enabled":true,"min":3,"max":500}"#,
      viewer: #"{"id":"u-c2","ignoredUsers":[]}"#)
    #expect(decoded.story.viewerState(of: "c1") == ViewerState(hasLiked: true))
    let own = decoded.story.viewerState(of: "c2")
    #expect(own.isOwn)
    #expect(own.editableUntil == Timestamp(iso8601: until))
    #expect(own.canEdit(at: Timestamp(milliseconds: 0)))
    #expect(decoded.story.characterLimits == CharacterLimits(minimum: 3, maximum: 500))
    #expect(
      decoded.story.characterLimits.allows(" abc ") && !decoded.story.characterLimits.allows("ab "))
  }

  // MARK: Responses of Talk

  @Test func readsTalkBodiesAsPlainTextOrRichText() throws {
    let decoded = try decode(
      #"""
      {"data":{"me":{"id":"r","ignoredUsers":[]},"asset":{"id":"a","comments":{"nodes":[
        {"id":"c1","body":"*x*\nTitle\n---","user":{"id":"u","username":"Ann"}},
        {"id":"c2","body":"*x*","richTextBody":"<b>x</b>","user":{"id":"u","username":"Ann"},
         "action_summaries":[{"__typename":"RespectActionSummary","count":2,"current_user":{"id":"1"}},
          {"__typename":"DownvoteActionSummary","count":9,"current_user":null}]}]}}}}
      """#)
    #expect(decoded.comments[0].body == Body("*x*\nTitle\n---", syntax: .plain))
    #expect(decoded.comments[1].body == Body("<b>x</b>", syntax: .html))
    // Reactions of all kinds are added up, without downvotes.
    #expect(decoded.comments[1].likes == 2)
    #expect(decoded.story.viewerState(of: "c2").hasLiked)
  }

  // MARK: Rows

  private func row(_ id: String, _ more: String = "") -> String {
    #"{"id":"\#(id)","tenantID":"t","storyID":"s","authorID":"u","parentID":null,"#
      + #""revisions":[{"id":"r","body":"Words"}],"status":"NONE","createdAt":{"$date":"2024-06-01T10:00:00Z"}\#(more)}"#
  }
  private func story(_ settings: String) -> String {
    #"{"id":"s","tenantID":"t","url":"https://example.com/s","settings":{\#(settings)},"createdAt":{"$date":"2024-06-01T09:00:00Z"}}"#
  }
  private func tenant(_ more: String) -> String {
    #"{"id":"t","domain":"example.com","locale":"en-US","organization":{"name":"Paper"}\#(more)}"#
  }

  @Test(arguments: [
    ("QA", ["ENABLE_QA"], StoryMode.questionsAndAnswers), ("QA", [], .comments),
    ("RATINGS_AND_REVIEWS", ["ENABLE_RATINGS_AND_REVIEWS"], .ratingsAndReviews),
    ("RATINGS_AND_REVIEWS", ["ENABLE_QA"], .comments),
    ("COMMENTS", ["DEFAULT_QA_STORY_MODE"], .questionsAndAnswers),
    ("RATINGS_AND_REVIEWS", ["DEFAULT_QA_STORY_MODE"], .questionsAndAnswers),
  ])
  func derivesTheStoryModeFromTenantFlags(mode: String, flags: [String], shown: StoryMode) throws {
    let list = flags.map { #""\#($0)""# }.joined(separator: ",")
    let decoded = try decode(
      [row("c"), story(#""mode":"\#(mode)""#), tenant(#","featureFlags":[\#(list)]"#)]
        .joined(separator: "\n"))
    #expect(decoded.story.mode == shown)
  }

  @Test func derivesTheSameStoryModeForAnyOrderOfSettings() throws {
    let settings = [tenant(""), tenant(#","featureFlags":[]"#)]
    let modes = try [settings, settings.reversed()].map { rows in
      let decoded = try decode(
        ([row("c"), story(#""mode":"QA""#)] + rows).joined(separator: "\n"))
      #expect(decoded.problems.map(\.code) == [.duplicateID])
      return decoded.story.mode
    }
    #expect(modes[0] == modes[1])
  }

  @Test(arguments: [
    ("QA", StoryMode.questionsAndAnswers), ("RATINGS_AND_REVIEWS", .ratingsAndReviews),
  ])
  func usesTheStoredStoryModeWhenTheTenantHasNoFlags(mode: String, shown: StoryMode) throws {
    let tags = #","tags":[{"type":"REVIEW"},{"type":"QUESTION"},{"type":"UNANSWERED"}],"rating":4"#
    let flags =
      #","actionCounts":{"REACTION":2,"FLAG":7,"FLAG__COMMENT_REPORTED_SPAM":7,"DONT_AGREE":3}"#
    let decoded = try decode(
      [row("c", tags + flags), story(#""mode":"\#(mode)""#), tenant("")].joined(separator: "\n"))
    let comment = try #require(decoded.comments.first)
    let isReview = mode != "QA"
    #expect(decoded.story.mode == shown)
    #expect(comment.tags == (isReview ? [.review, .question] : .unanswered))
    #expect(comment.rating == (isReview ? 4 : nil))
    #expect(comment.likes == 2)
    #expect(decoded.problems.isEmpty)
  }

  @Test func averagesTheRatingsOfPublishedRootComments() throws {
    let rows = [
      row("c1", #","rating":5"#), row("c2", #","rating":4"#),
      row("c3", #","rating":1,"status":"REJECTED""#).replacing(#""status":"NONE","#, with: ""),
      row("c4", #","rating":1,"parentID":"c1""#).replacing(#""parentID":null,"#, with: ""),
      story(#""mode":"RATINGS_AND_REVIEWS""#),
    ]
    let decoded = try decode(rows.joined(separator: "\n"))
    #expect(decoded.story.ratings == StoryRatings(average: 4.5, count: 2))
  }

  @Test func readsSecretBadgesAndTheNameOfTheEditorWhoFeaturedAComment() throws {
    let rows = [
      row("c", #","tags":[{"type":"FEATURED","createdBy":"ed"}]"#), story(""),
      #"{"id":"u","tenantID":"t","username":"Ann","badges":["Open"],"secretBadges":["Closed"],"profiles":[]}"#,
      #"{"id":"ed","tenantID":"t","username":"Ed","profiles":[]}"#,
      tenant(#","featuredBy":true"#),
    ]
    let decoded = try decode(rows.joined(separator: "\n"))
    #expect(decoded.comments[0].author?.badges == ["Open", "Closed"])
    let names = decoded.story.featuredByNames()
    #expect(names.mapValues { decoded.story.bytes.string($0) } == [0: "Ed"])
  }

  @Test func recognizesAnArchivedStoryInRows() throws {
    let archived = story("").replacing(#""url""#, with: #""isArchived":true,"url""#)
    #expect(
      try decode([row("c"), archived].joined(separator: "\n")).story.commentingStatus == .archived)
  }
}
