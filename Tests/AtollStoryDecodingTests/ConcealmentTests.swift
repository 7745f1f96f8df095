import AtollBytes
import AtollComments
import AtollStoryDecoding
import Testing

/// Comments that one part of the input hides, whatever the others say and whichever come first.
@Suite struct ConcealmentTests {
  // MARK: Responses

  private func page(_ comments: String) -> String {
    #"{"data":{"story":{"id":"s","url":"http://e.com/","comments":{"nodes":[\#(comments)]}}}}"#
  }

  /// Returns the ids of the comments whose text is shown, apart from `y`.
  private func shown(_ text: String) throws -> [String] {
    try decode(text).comments.filter { $0.tombstone == nil && $0.id != "y" }.map(\.id)
  }

  @Test(arguments: [
    #"{"data":{"story":{"id":"s","featuredComments":{"nodes":[{"id":"x","status":"REJECTED"}]}}}}"#,
    #"{"data":{"story":{"id":"s","comments":{"nodes":[{"id":"y","body":"reply","parent":{"id":"x","status":"REJECTED"}}]}}}}"#,
    #"{"data":{"story":{"id":"s","comments":{"nodes":[{"id":"y","body":"reply","parent":{"id":"x","deleted":true}}]}}}}"#,
    #"{"data":{"comment":{"id":"y","body":"reply","rootParent":{"id":"x","deleted":true}}}}"#,
    #"{"data":{"comment":{"id":"y","body":"reply","parents":{"nodes":[{"id":"x","status":"REJECTED"}]}}}}"#,
    #"{"data":{"comment":{"id":"y","body":"reply","parents":{"edges":[{"node":{"id":"x","deleted":true}}]}}}}"#,
    #"{"data":{"comment":{"id":"y","body":"reply","parents":{"nodes":[{"id":"a","deleted":false},{"id":"x","deleted":true}]}}}}"#,
    #"{"data":{"comment":{"id":"y","body":"reply","parents":{"edges":[null,{"node":{"id":"x","deleted":true}}]}}}}"#,
    #"{"data":{"comment":{"id":"y","body":"reply","parents":{"edges":[null,{"node":{"id":"x","body":"B","status":"REJECTED"}}]}}}}"#,
    #"{"data":{"comment":{"id":"y","body":"reply","parent":{"id":"x","deleted":"yes"}}}}"#,
    #"{"data":{"comment":{"id":"y","body":"reply","parent":{"id":"x","status":7}}}}"#,
    #"{"data":{"comment":{"id":"y","body":"reply","rootParent":{"id":"x","status":["NONE"]}}}}"#,
    #"{"data":{"comment":{"id":"y","body":"reply","above":{"id":"x","status":"PREMOD"}}}}"#,
    #"{"data":{"comment":{"id":"y","body":"reply","above":[{"id":"x","deleted":true}]}}}"#,
    #"{"data":{"comment":{"id":"y","body":"reply","statusOf":{"comments":{"nodes":[{"id":"x","status":"REJECTED"}]}}}}}"#,
    #"{"data":{"story":{"id":"s","pinned":{"nodes":[{"id":"x","status":"REJECTED"}]}}}}"#,
    #"{"data":{"story":{"id":"s","pinned":{"nodes":[{"id":"a","status":"NONE"},{"id":"x","deleted":true}]}}}}"#,
    #"{"data":{"story":{"id":"s","pinned":{"id":"x","status":"NEW"}}}}"#,
    #"{"data":{"story":{"id":"s"},"removed":{"edges":[{"node":{"id":"x","status":"REJECTED"}}]}}}"#,
    #"{"data":{"story":{"id":"s"},"rejectComment":{"comment":{"id":"x","status":"REJECTED"}}}}"#,
    #"{"data":{"viewer":{"id":"v","comments":{"nodes":[{"id":"x","status":"REJECTED"}]}}}}"#,
    #"{"data":{"node":{"id":"x","status":"REJECTED"}}}"#,
  ])
  func hidesACommentThatAReferenceMarksAsRejectedOrDeleted(reference: String) throws {
    let whole = page(#"{"id":"x","body":"SECRET"}"#)
    for text in [reference + "\n" + whole, whole + "\n" + reference] {
      #expect(try shown(text).isEmpty)
    }
  }

  @Test(arguments: [
    #""pinned":{"nodes":[{"id":"x","status":"APPROVED","deleted":false}]}"#,
    #""history":{"nodes":[{"id":"z","status":"REJECTED"},{"id":"w","deleted":true}]}"#,
    #""people":{"nodes":[{"id":"x","username":"x","status":{"current":["BANNED"]}}]}"#,
    #""others":[{"id":"x","status":"CLOSED"}]"#, #""deleted":{"nodes":[{"id":"x"}]}"#,
  ])
  func showsACommentIfUnknownListsDoNotHideIt(list: String) throws {
    let whole = page(#"{"id":"x","body":"text"}"#)
    let decoded = try decode(whole + "\n" + #"{"data":{"story":{"id":"s",\#(list)}}}"#)
    #expect(decoded.comments.map(\.id) == ["x"])
    #expect(decoded.comments[0].tombstone == nil)
    #expect(decoded.problems == [])
  }

  @Test func hidesATalkCommentThatAnotherListMarksAsRejected() throws {
    let whole =
      #"{"data":{"asset":{"id":"s","comments":{"nodes":[{"id":"x","body":"SECRET","created_at":1}]}}}}"#
    let other =
      #"{"data":{"asset":{"id":"s","featuredComments":{"nodes":[{"id":"x","status":"REJECTED"}]},"comments":{"nodes":[]}}}}"#
    for text in [whole + "\n" + other, other + "\n" + whole] { #expect(try shown(text).isEmpty) }
  }

  private static let cut =
    #"{"data":{"story":{"id":"s","comments":{"nodes":[{"id":"x","body":"<p>SECRET</p>","author":{"id":"u","username":"Bad"},"tags":[],"sta"#

  @Test(arguments: [
    #"{"data":{"comment":{"id":"x","replies":{"nodes":[{"id":"y","body":"reply"}]}}}}"#,
    #"{"data":{"story":{"id":"s","featuredComments":{"nodes":[{"id":"x","tags":[]},{"id":"y","body":"reply"}]}}}}"#,
    #"{"data":{"story":{"id":"s","featuredComments":{"nodes":[{"id":"x","status":"REJECTED"},{"id":"y","body":"reply"}]}}}}"#,
  ])
  func hidesATruncatedCommentIfOtherRecordsOnlyReferToIt(other: String) throws {
    for text in [Self.cut + "\n" + other, other + "\n" + Self.cut] {
      #expect(try shown(text).isEmpty)
    }
  }

  @Test func replacesATruncatedCommentWithACompleteOne() throws {
    let whole = page(#"{"id":"x","body":"new","author":{"id":"u","username":"Good"}}"#)
    for text in [Self.cut + "\n" + whole, whole + "\n" + Self.cut] {
      let comment = try #require(try decode(text).comments.first)
      #expect(comment.body.text == "new")
      #expect(comment.author?.name == "Good")
      #expect(comment.tombstone == nil)
    }
  }

  @Test func hidesACommentThatATruncatedRecordMarksAsRejected() throws {
    let cut =
      #"{"data":{"story":{"id":"s","comments":{"nodes":[{"id":"x","status":"REJECTED","body":"SEC"#
    let whole = page(#"{"id":"y","body":"reply"},{"id":"x","body":"SECRET"}"#)
    for text in [cut + "\n" + whole, whole + "\n" + cut] { #expect(try shown(text).isEmpty) }
  }

  @Test(arguments: ["3", #"["REJECTED"]"#, "{}", "true", #""NONE","status":7"#])
  func withholdsACommentWithAStatusOfTheWrongType(status: String) throws {
    let decoded = try decode(page(#"{"id":"x","body":"SECRET","status":\#(status)}"#))
    #expect(decoded.comments.isEmpty)
    #expect(decoded.problems.map(\.code) == [.hiddenComment])
    #expect(decoded.problems[0].message.hasSuffix("; the comment is withheld"))
  }

  @Test(arguments: ["1", #""true""#, "[]", #"true,"deleted":false"#, #"false,"deleted":true"#])
  func hidesACommentUnlessItsDeletedFieldIsFalse(deleted: String) throws {
    let decoded = try decode(page(#"{"id":"x","body":"SECRET","deleted":\#(deleted)}"#))
    #expect(decoded.comments.map(\.tombstone) == [.deleted])
    #expect(decoded.comments[0].body.text.isEmpty)
  }

  @Test func hidesACommentThatWasDeletedBetweenTwoPages() throws {
    let empty = page(#"{"id":"a","body":null,"author":null}"#)
    let full = page(#"{"id":"a","body":"FULL","author":{"id":"u","username":"U"}}"#)
    for text in [empty + "\n" + full, full + "\n" + empty] {
      let decoded = try decode(text)
      #expect(decoded.comments.map(\.tombstone) == [.deleted])
      #expect(decoded.comments[0].author == nil)
    }
  }

  // MARK: Rows

  private func row(media: String, settings: String?) -> String {
    let comment =
      #"{"id":"c","tenantID":"t","storyID":"s","status":"NONE","authorID":"u","revisions":[{"body":"Hi","media":\#(media)}],"createdAt":{"$date":"2024-01-01T00:00:00Z"}}"#
    let tenant = settings.map {
      #"{"id":"t","domain":"d","communityGuidelines":{},"organization":{"name":"O"},\#($0)}"#
    }
    return comment + "\n" + (tenant ?? "")
  }

  @Test(arguments: [
    ("giphy", #""media":{"gifs":{"enabled":true}}"#, true),
    ("giphy", #""media":{"giphy":{"enabled":false},"gifs":{"enabled":true}}"#, true),
    ("giphy", #""media":{"giphy":{"enabled":true}}"#, true),
    ("giphy", #""media":{"giphy":{"enabled":true},"gifs":{"enabled":false}}"#, false),
    ("giphy", #""media":{"gifs":{}}"#, false), ("tenor", #""media":{}"#, false),
    ("youtube", #""media":{"youtube":{"enabled":true}}"#, true),
    ("youtube", #""media":{"gifs":{"enabled":true}}"#, false),
    ("twitter", #""featureFlags":[]"#, false),
    ("bluesky", #""media":{"bluesky":{"enabled":true}}"#, true),
    ("external", #""media":{"external":{"enabled":true}},"featureFlags":[]"#, false),
    (
      "external", #""media":{"external":{"enabled":false}},"featureFlags":["EXTERNAL_MEDIA"]"#, true
    ),
  ])
  func showsMediaOfRowsOnlyIfTheSiteEnablesThem(
    type: String, settings: String, isShown: Bool
  ) throws {
    let media = #"{"type":"\#(type)","url":"https://e.example/1"}"#
    let decoded = try decode(row(media: media, settings: settings))
    #expect((decoded.comments[0].media != nil) == isShown)
    #expect(decoded.problems == [])
  }

  @Test(arguments: [
    #""status":"REJECTED","authorID":"u","revisions":[{"body":"SECR"#,
    #""status":"REJECTED","revi"#, #""status":"PREMOD""#, #""status":["NONE"],"revisions":[]"#,
    #""status":"NONE","deletedAt":{"$date":"2024-02-01T00:00:00Z"},"revisions":[{"bo"#,
  ])
  func hidesACommentIfItsTruncatedRowSaysThatItIsHidden(end: String) throws {
    let whole = row(media: "null", settings: nil)
    let reply = whole.replacing(#""id":"c""#, with: #""id":"y","parentID":"c""#)
    let cut = #"{"id":"c","tenantID":"t","storyID":"s",\#(end)"#
    let other = whole.replacing(#""id":"c""#, with: #""id":"z""#)
    for rows in [[whole, reply, cut, other], [reply, cut, whole, other]] {
      let decoded = try decode(rows.joined(separator: "\n"))
      let comments = decoded.comments.sorted { $0.id < $1.id }
      #expect(comments.map(\.id) == (end.contains("deletedAt") ? ["c", "y", "z"] : ["z"]))
      #expect(
        comments.allSatisfy { $0.id != "c" || $0.tombstone == .deleted && $0.body.text.isEmpty })
      #expect(decoded.problems.map(\.code) == [.unusableRow])
      var collector = RowCollector(form: .coralDump)
      for (number, row) in rows.enumerated() {
        var bytes = Array(row.utf8)
        collector.add(0..<bytes.count, of: &bytes, number: number)
      }
      #expect(try collector.finish().comments == comments)
    }
  }

  @Test func showsACommentIfItsTruncatedRowDoesNotHideIt() throws {
    let whole = row(media: "null", settings: nil)
    for cut in [
      #"{"id":"c","storyID":"s","status":"NONE","revisions":[{"bo"#, #"{"id":"c","storyID":"s""#,
      #"{"id":"z","storyID":"s","status":"REJECTED""#, #"{"status":"REJECTED""#,
    ] {
      #expect(try decode(whole + cut).comments.map(\.body.text) == ["Hi"])
    }
  }

  @Test func rejectsRowsWhoseCommentsCannotBeRead() throws {
    let story = #"{"tenantID":"t","id":"s","url":"https://e.com","metadata":{"title":"T"}}"#
    let whole = row(media: "null", settings: nil)
    let broken = String(whole.dropLast(2))
    let rejected = whole.replacing("NONE", with: "REJECTED").replacing(#""c""#, with: #""r""#)
    for rows in [
      [story, broken], [broken, story], [rejected, broken, story], [rejected, broken],
      [story, "nonsense", rejected],
    ] {
      #expect(throws: StoryError.self) { try decode(rows.joined(separator: "\n")) }
    }
    // Nothing is lost if another comment is shown, or if the row is of another story or hidden.
    let other = broken.replacing(#""storyID":"s""#, with: #""storyID":"other""#)
    let user = #"{"id":"u","username":"Ann","profiles":[]"#
    let hidden = broken.replacing("NONE", with: "REJECTED")
    for rows in [[rejected, other, story], [rejected, hidden, story], [story, user]] {
      #expect(try decode(rows.joined(separator: "\n"), storyID: "s").comments.isEmpty)
    }
    let shown = whole.replacing(#""c""#, with: #""d""#)
    #expect(try decode([shown, broken].joined(separator: "\n")).comments.count == 1)
  }

  @Test func namesTheRowThatMayHaveHeldAPublishedComment() {
    let broken = String(row(media: "null", settings: nil).dropLast(2))
    let hidden = broken.replacing("NONE", with: "REJECTED")
    for (number, rows) in [(2, [hidden, broken]), (1, [broken, hidden])] {
      var collector = RowCollector(form: .coralDump)
      for (index, row) in rows.enumerated() {
        var bytes = Array(row.utf8)
        collector.add(0..<bytes.count, of: &bytes, number: index + 1)
      }
      #expect(collector.problemWithPublishedComments?.hasPrefix("row \(number) ") == true)
    }
  }

  @Test func reportsThatMediaAreLeftOutIfTheSettingsAreMissing() throws {
    let media = #"{"type":"youtube","url":"https://e.example/1"}"#
    let decoded = try decode(row(media: media, settings: nil))
    #expect(decoded.comments[0].media == nil)
    #expect(decoded.problems.map(\.code) == [.unusableRow])
    #expect(decoded.problems[0].message.hasPrefix("the media of 1 comment are left out"))
  }

  @Test func usesTheNewestSettings() throws {
    func tenant(_ name: String, year: Int) -> String {
      #"{"id":"t","domain":"d","communityGuidelines":{},"organization":{"name":"\#(name)"},"updatedAt":{"$date":"\#(year)-01-01T00:00:00Z"}}"#
    }
    let comment = row(media: "null", settings: nil)
    let rows = [tenant("OLD", year: 2020), tenant("NEW", year: 2024)]
    for settings in [rows, rows.reversed()] {
      let decoded = try decode(([comment] + settings).joined(separator: "\n"))
      #expect(decoded.fact(\.organization) == "NEW")
      #expect(decoded.problems == [])
    }
    let same = [tenant("ONE", year: 2020), tenant("TWO", year: 2020)]
    for settings in [same, same.reversed()] {
      let decoded = try decode(([comment] + settings).joined(separator: "\n"))
      #expect(decoded.fact(\.organization) == "TWO")
      #expect(decoded.problems.map(\.code) == [.duplicateID])
    }
  }

  @Test(arguments: [true, false])
  func showsMediaAccordingToTheNewestSettings(isShown: Bool) throws {
    func tenant(year: Int, _ media: String) -> String {
      #"{"id":"t","domain":"d","communityGuidelines":{},"media":\#(media),"updatedAt":{"$date":"\#(year)-01-01T00:00:00Z"}}"#
    }
    let comment = row(media: #"{"type":"giphy","url":"https://e.example/1"}"#, settings: nil)
    let (on, off) = (#"{"gifs":{"enabled":true}}"#, #"{"gifs":{"enabled":false}}"#)
    for other in [isShown ? off : on, "{}", #"{"gifs":{}}"#] {
      let last = isShown ? on : other == on ? off : other
      let rows = [tenant(year: 2020, isShown ? other : on), tenant(year: 2024, last)]
      for settings in [rows, rows.reversed()] {
        let decoded = try decode(([comment] + settings).joined(separator: "\n"))
        #expect((decoded.comments[0].media != nil) == isShown, "\(settings)")
      }
    }
  }

  @Test func showsOnlyTextsOfTheNewestSettings() throws {
    func tenant(year: Int, rules: String, message: String) -> String {
      #"{"id":"t","domain":"d","communityGuidelines":{"enabled":true,"content":"\#(rules)"},"closeCommenting":{"message":"\#(message)","auto":\#(year < 2022),"timeout":1},"updatedAt":{"$date":"\#(year)-01-01T00:00:00Z"}}"#
    }
    let comment = row(media: "null", settings: nil)
    let rows = [
      tenant(year: 2020, rules: "OLD", message: "OLD"), tenant(year: 2024, rules: "", message: ""),
    ]
    for settings in [rows, rows.reversed()] {
      let decoded = try decode(([comment] + settings).joined(separator: "\n"))
      #expect(decoded.fact(\.infobox) == "" && decoded.fact(\.closedMessage) == "")
      #expect(decoded.problems == [])
    }
  }

  // MARK: Documents

  private func document(_ comments: String) -> String {
    #"{"atoll":1,"story":{"id":"s"},"comments":[\#(comments)]}"#
  }

  @Test func hidesACommentIfOneOfTwoDocumentsHidesIt() throws {
    let shown = document(
      #"{"id":"z","author":"A","body":"SECRET"},{"id":"q","parentId":"z","body":"answer"}"#)
    let changed = document(#"{"id":"z","author":"A","body":"SECRET, too"}"#)
    let hidden = document(#"{"id":"z","tombstone":"rejected"}"#)
    for documents in [
      [shown, hidden], [hidden, shown], [shown, changed, hidden], [hidden, changed, shown],
    ] {
      let decoded = try decode(documents.joined(separator: "\n"))
      #expect(decoded.comments.map(\.id).sorted() == ["q", "z"])
      #expect(decoded.comments.first { $0.id == "z" }?.tombstone == .rejected)
      #expect(decoded.comments.first { $0.id == "q" }?.parentID == "z")
      #expect(decoded.problems.allSatisfy { $0.code == .duplicateID })
      #expect(decoded.problems.count == documents.count - 1)
    }
  }

  @Test func replacesATruncatedCommentOfADocumentWithItsCompleteRecord() throws {
    let cut = document(#"{"id":"a","body":"x"},{"id":"z","author":"Z","body":"whole te"#)
    let whole = document(
      #"{"id":"a","body":"x"},{"id":"z","author":"Z","body":"whole text"},{"id":"q","parentId":"z","body":"answer"}"#
    )
    for text in [String(cut.dropLast(2)) + "\n" + whole, whole + "\n" + cut.dropLast(2)] {
      let decoded = try decode(text)
      #expect(decoded.comments.map(\.id) == ["a", "z", "q"])
      #expect(decoded.comments[1].body.text == "whole text")
      #expect(decoded.comments[2].parentID == "z")
    }
  }

  @Test func hidesACommentWhoseTruncatedRecordHasATombstone() throws {
    let cut = document(#"{"id":"z","tombstone":"withheld","body":"SEC"#).dropLast(2)
    let whole = document(#"{"id":"z","body":"SECRET"}"#)
    for text in [cut + "\n" + whole, whole + "\n" + cut] {
      #expect(try decode(String(text)).comments.map(\.tombstone) == [.withheld])
    }
  }
}
