import AtollBytes
import AtollComments
import AtollStoryDecoding
import Testing

// Swift Testing has a type `Comment`, too.
typealias Comment = AtollComments.Comment

/// Decodes text with the public decoder.
func decode(
  _ text: String, as form: InputForm? = nil, storyID: String? = nil
) throws(StoryError) -> DecodedStory {
  try StoryDecoder.decode(Array(text.utf8), as: form, storyID: storyID)
}

extension DecodedStory {
  var comments: [Comment] { story.positions.map { story.comment(at: $0) } }
  var problems: [Diagnostic] { diagnostics.list() }
  func fact(_ fact: KeyPath<StoryMetadata, Slice>) -> String {
    story.bytes.string(story.metadata[keyPath: fact])
  }
}

@Suite struct AtollDocumentTests {
  @Test func readsEveryField() throws {
    let decoded = try decode(
      #"""
      {"atoll":1,"$schema":"x","x-mine":[{}],
       "story":{"id":"s1","url":"https://e.com/a","title":"A \"title\"","createdAt":"2024-05-01",
        "locale":"en-US","organization":"IGN","server":"talk4","mode":"ratingsAndReviews",
        "closed":{"at":"2024-06-01T00:00:00Z","message":"Closed"},"announcement":"News",
        "infobox":"Be *kind*","questionBox":{"text":"Why?","icon":"help"},
        "disabledMessage":"Off","likeLabel":"Respect","likeSortLabel":"Most respected",
        "staffLabel":"S","moderatorLabel":"M","adminLabel":"A","memberLabel":"B",
        "commentCount":99,"hasMore":true,"ratings":{"average":4.25,"count":8}},
       "comments":[
        {"id":"c1","parentId":null,"author":{"id":"u1","name":"Zoë","badges":["vip","x"]},
         "createdAt":"2024-05-01T12:00:00.250+02:00","body":"Hi\nthere","bodySyntax":"html",
         "likes":3,"replyCount":7,"tags":["FEATURED","offTopic","local hero"],"edited":true,
         "rating":5,"media":{"kind":"youTube","url":"https://y.com/1","title":"Clip"},
         "permalink":"https://e.com/a#c1"},
        {"id":"c2","parentId":"c1","author":"Plain name","createdAt":1000,"body":"x",
         "editedAt":"2024-05-01T12:00:00Z","tombstone":"rejected"},
        {"id":3,"author":null,"replies":[{"id":"c4","body":"inner","replies":[]}],"body":"outer"}
       ]}
      """#)
    #expect(decoded.problems == [])
    #expect(decoded.form == .atoll)
    #expect(decoded.notes == ["read as an Atoll document: 4 comments"])
    #expect(decoded.comments == Self.expected)
    let metadata = decoded.story.metadata
    #expect(metadata.server == .talk4)
    #expect(metadata.mode == .ratingsAndReviews)
    #expect(metadata.commentingStatus == .timed)
    #expect(metadata.closedAt.milliseconds == 1_717_200_000_000)
    #expect(metadata.createdAt.milliseconds == 1_714_521_600_000)
    #expect(metadata.commentCount == 99)
    #expect(metadata.hasMoreRoots == true)
    #expect(metadata.ratingHundredths == 425)
    #expect(metadata.ratingCount == 8)
    let texts: [(KeyPath<StoryMetadata, Slice>, String)] = [
      (\.id, "s1"), (\.url, "https://e.com/a"), (\.title, "A \"title\""), (\.locale, "en-US"),
      (\.organization, "IGN"), (\.closedMessage, "Closed"), (\.announcement, "News"),
      (\.infobox, "Be *kind*"), (\.questionBox, "Why?"), (\.questionIcon, "help"),
      (\.disabledMessage, "Off"), (\.likeLabel, "Respect"), (\.likeSortLabel, "Most respected"),
      (\.staffLabel, "S"), (\.moderatorLabel, "M"), (\.adminLabel, "A"), (\.memberLabel, "B"),
    ]
    for (path, text) in texts { #expect(decoded.fact(path) == text) }
  }

  @Test(arguments: [
    ("1577923200", 1_577_923_200_000), ("1577923200.0", 1_577_923_200_000), ("-86400", -86_400_000),
    ("99999999999", 99_999_999_999_000), ("100000000000", 100_000_000_000),
    ("1577923200123", 1_577_923_200_123), ("1.577923200123e12", 1_577_923_200_123),
  ])
  func readsTimesInSecondsAndInMilliseconds(number: String, milliseconds: Int64) throws {
    let decoded = try decode(
      #"{"atoll":1,"story":{"createdAt":\#(number)},"comments":[{"id":"c","createdAt":\#(number)}]}"#
    )
    #expect(decoded.problems.isEmpty)
    #expect(decoded.comments.first?.createdAt?.milliseconds == milliseconds)
    #expect(decoded.story.metadata.createdAt.milliseconds == milliseconds)
  }

  @Test func roundTripsTimes() throws {
    for time in ["1970-01-01T00:00:05Z", "1966-11-01T00:00:00.001Z", "2024-01-01T00:00:00Z"] {
      let decoded = try decode(
        #"{"atoll":1,"story":{"closed":{"at":"\#(time)"}},"comments":[{"id":"c","createdAt":"\#(time)"}]}"#
      )
      let again = try StoryDecoder.decode(AtollDocumentWriter.document(of: decoded.story))
      #expect(again.problems.isEmpty)
      #expect(again.comments == decoded.comments)
      #expect(again.story.metadata.closedAt == decoded.story.metadata.closedAt)
    }
  }

  @Test func ignoresDocumentsOfOtherStories() throws {
    let documents = ["other", "wanted"].map { id in
      let editor = id == "other" ? #","tags":["featured"],"featuredBy":"Editor of another""# : ""
      return
        #"{"atoll":1,"story":{"id":"\#(id)"},"comments":[{"id":"c1","body":"\#(id)"\#(editor)}]}"#
    }
    for order in [documents, documents.reversed()] {
      let decoded = try decode(order.joined(separator: "\n"), storyID: "wanted")
      #expect(decoded.comments.map(\.body.text) == ["wanted"])
      #expect(decoded.story.featuredByNames().isEmpty)
    }
  }

  static let expected = [
    Comment(
      id: "c1", author: Author(id: "u1", name: "Zoë", badges: ["vip", "x"]),
      body: Body("Hi\nthere", syntax: .html),
      createdAt: Timestamp(milliseconds: 1_714_557_600_250), isEdited: true, likes: 3,
      replyCount: 7, tags: [.featured, .offTopic], otherTags: ["local hero"], rating: 5,
      media: Media(kind: .youTube, url: "https://y.com/1", title: "Clip"),
      permalink: "https://e.com/a#c1"),
    Comment(
      id: "c2", parentID: "c1", author: Author(name: "Plain name"),
      body: Body("x", syntax: .markdown), createdAt: Timestamp(milliseconds: 1_000_000),
      isEdited: true,
      editedAt: Timestamp(milliseconds: 1_714_564_800_000), tombstone: .rejected),
    Comment(id: "3", body: Body("outer", syntax: .markdown)),
    Comment(id: "c4", parentID: "3", body: Body("inner", syntax: .markdown)),
  ]
}
