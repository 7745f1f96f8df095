import AtollComments
import Testing

@Suite struct StoryOfCommentsTests {
  private typealias Comment = AtollComments.Comment

  private func comment(_ id: String, under parent: String? = nil) -> Comment {
    Comment(
      id: id, parentID: parent, author: Author(id: "u", name: "Ann", badges: ["staff"]),
      body: Body("text of \(id)", syntax: .html), createdAt: Timestamp(milliseconds: 5),
      isEdited: true, likes: 3, replyCount: 4, tags: [.featured], otherTags: ["one", "two"],
      rating: 4, media: Media(kind: .gif, url: "https://example.org/a.gif", title: "A"),
      permalink: "https://example.org/\(id)", tombstone: nil)
  }

  @Test func returnsEveryComment() {
    let comments = [comment("a"), comment("b", under: "a"), comment("c", under: "b")]
    let story = Story(id: "7", url: "https://example.org/", title: "Title", comments: comments)
    #expect(story.positions.map { story.comment(at: $0) } == comments)
    #expect(story.id == "7" && story.url == "https://example.org/" && story.title == "Title")
    #expect(story.metadata.commentCount == 3)
  }

  @Test func keepsItsSizeIfTheSameTextIsSetAgain() {
    var story = Story(comments: [comment("a")])
    story.infobox = "Be kind."
    story.publisherLabels = StoryLabels(like: "Cheer", staff: "Crew")
    let size = story.bytes.count
    for _ in 0..<3 {
      story.infobox = "Be kind."
      story.publisherLabels = StoryLabels(like: "Cheer", staff: "Crew")
    }
    #expect(story.bytes.count == size && story.infobox == "Be kind.")
    #expect(story.publisherLabels == StoryLabels(like: "Cheer", staff: "Crew"))
  }

  @Test func findsAParentThatFollowsItsReply() {
    let story = Story(comments: [comment("b", under: "a"), comment("a")])
    #expect(story.position(of: "b").flatMap { story.parent(of: $0) } == story.position(of: "a"))
  }

  @Test func repairsIDsAndParents() {
    let story = Story(comments: [
      comment(""), comment("a"), comment("a"), comment("lost", under: "nowhere"),
      comment("x", under: "y"), comment("y", under: "x"),
    ])
    let comments = story.positions.map { story.comment(at: $0) }
    #expect(Set(comments.map(\.id)).count == 6)
    #expect(comments[1].id == "a" && comments[2].id != "a" && !comments[0].id.isEmpty)
    #expect(story.positions.map { story.parent(of: $0) }.filter { $0 != nil }.count == 1)
  }

  @Test(arguments: [-1, 0, 6, 7, Int.max])
  func ignoresRatingsOtherThan1To5(rating: Int) {
    var rated = comment("a")
    rated.rating = rating
    let story = Story(comments: [rated])
    #expect(story.comment(at: Position(0)).rating == nil)
  }

  @Test func countsOnlyShownCommentsWhenSomeAreAppended() {
    var story = Story(comments: [comment("a")])
    var deleted = comment("b")
    deleted.tombstone = .deleted
    story.append([deleted, comment("c")])
    #expect(story.commentCount == 2)
  }

  @Test func storesEveryPropertyThatAPreviewSets() {
    var story = Story(comments: [comment("a")])
    story.closedMessage = "Closed."
    story.commentingStatus = .siteWide
    story.infobox = "Be *kind*."
    story.question = "Which beach?"
    story.announcement = "Down at noon."
    story.organization = "Tides"
    story.locale = "nl"
    story.createdAt = Timestamp(milliseconds: 5)
    story.mode = .ratingsAndReviews
    story.ratings = StoryRatings(average: 4.25, count: 8)
    story.publisherLabels = StoryLabels(like: "Respect", staff: "Crew")
    story.characterLimits = CharacterLimits(minimum: 2, maximum: 9)
    story.commentCount = 12
    story.hasMore = true
    story.setViewerState(ViewerState(isOwn: true), of: "a")
    #expect(story.closedMessage == "Closed." && story.commentingStatus == .siteWide)
    #expect(story.infobox == "Be *kind*." && story.question == "Which beach?")
    #expect(story.announcement == "Down at noon." && story.organization == "Tides")
    #expect(story.locale == "nl" && story.createdAt == Timestamp(milliseconds: 5))
    #expect(story.mode == .ratingsAndReviews)
    #expect(story.ratings == StoryRatings(average: 4.25, count: 8))
    #expect(story.publisherLabels == StoryLabels(like: "Respect", staff: "Crew"))
    #expect(story.characterLimits == CharacterLimits(minimum: 2, maximum: 9))
    #expect(story.commentCount == 12 && story.hasMore && story.viewerState(of: "a").isOwn)
    story.commentingStatus = .closed
    #expect(story.closedMessage == "Closed.")
    story.closedMessage = nil
    story.ratings?.average = .nan
    #expect(story.closedMessage == nil && story.ratings?.average == 1)
    #expect(story.comment(at: Position(0)) == comment("a"))
  }

  @Test func limitsTheCountsThatAnAppSets() {
    var story = Story(comments: [comment("a")])
    story.mode = .ratingsAndReviews
    story.commentCount = .max
    story.ratings = StoryRatings(average: 3, count: .max)
    story.append([comment("b")])
    #expect(story.commentCount > 2 && (story.ratings?.count ?? 0) > 2)
    story.commentCount = .min
    #expect(story.commentCount == 0)
  }

  @Test func distinguishesViewerStatesOfIDsThatAreEqualAsStrings() {
    let ids = ["caf\u{E9}", "cafe\u{301}"]
    var story = Story(comments: ids.map { comment($0) })
    story.setViewerState(ViewerState(hasLiked: true), of: ids[0])
    #expect(story.viewerState(of: ids[0]).hasLiked && !story.viewerState(of: ids[1]).hasLiked)
  }

  @Test(arguments: [
    ("Hello &lt;b&gt;you&lt;/b&gt; &amp; x<br><br>second", "Hello <b>you</b> & x\n\nsecond"),
    ("<div>one</div><div><br></div><div>t<b>w</b>o</div>", "one\n\ntwo"),
    ("<p>one</p>\n<p>two &nbsp; three</p><br>", "one\ntwo three"),
    ("<blockquote>q</blockquote>a<ul><li>x</li><li>y</li></ul>", "q\na\nx\ny"),
    ("<section>a</section><dl><dt>b</dt><dd>c</dd></dl>", "a\nb\nc"),
    ("<table><tr><th>a</th><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"),
    ("1 < 2 <a href=\"/?a=1&amp;b=2\">li<i>nk</i></a> <unended", "1 < 2 link <unended"),
    ("<a title='>' href = \"?a>b\" x=1\">q</a>", "q"),
    ("1 <!-- a > b -->2<!-->3<!--->4<!-- x --!>5", "1 2345"),
    ("<br> <p></p>", ""),
  ])
  func returnsTheTextOfHTML(html: String, text: String) {
    #expect(Body(html, syntax: .html).plainText == text)
    #expect(Body(html, syntax: .markdown).plainText == html)
    #expect(Body(html, syntax: .plain).plainText == html)
  }

  @Test func describesTimesAndTags() {
    #expect("\(Timestamp(milliseconds: 1_790_000_000_123))" == "2026-09-21T14:13:20.123Z")
    #expect("\(Timestamp(milliseconds: -1))" == "1969-12-31T23:59:59.999Z")
    #expect("\(Timestamp(milliseconds: .min))".hasPrefix("0001-01-01T"))
    #expect("\([.offTopic, .featured] as Tags)" == "FEATURED, OFF_TOPIC")
  }

  @Test func acceptsAnEmptyStory() { #expect(Story(comments: []).count == 0) }

  @Test func replacesNULInIDs() {
    let story = Story(comments: [comment("a\0b")])
    #expect(story.positions.map { story.comment(at: $0).id } == ["a\u{FFFD}b"])
  }
}
