import AtollBytes
import AtollComments
import AtollRows
import Testing

@testable import AtollLayout

@Suite("Comment views") struct CommentViewTests {
  /// Returns the view of the comment `b` under `a`, after a change.
  static func view(
    options: LayoutOptions = LayoutOptions(), _ change: (inout CommentRecord) -> Void
  ) throws -> (CommentView, BlockList) {
    var sketch = Sketch("a b<a")
    sketch.change("b", change)
    let list = sketch.list(options)
    let block = try #require(list.blocks.last { $0.level == 2 })
    return (list.view(of: block), list)
  }

  @Test func namesTheParentAndItsAuthor() throws {
    let (view, list) = try Self.view { _ in }
    #expect(list.bytes.string(view.author) == "author of b")
    #expect(list.bytes.string(view.parentID) == "a")
    #expect(list.bytes.string(view.parentAuthor) == "author of a")
    #expect(view.createdAt == 1_556_973_180_000)
  }

  @Test func doesNotNameATombstonesAuthorInReplies() throws {
    var sketch = Sketch("a b<a")
    sketch.change("a") { $0.tombstone = .ignored }
    let list = sketch.list()
    let view = list.view(of: try #require(list.blocks.last))
    #expect(view.parentAuthor.isEmpty)
    #expect(list.bytes.string(view.parentID) == "a")
  }

  @Test(arguments: Tombstone.allCases)
  func keepsOnlyTheReasonOfATombstone(tombstone: Tombstone) throws {
    let (view, list) = try Self.view {
      $0.tombstone = tombstone
      $0.likes = 5
      $0.rating = 3
      $0.tags = [.featured, .staff, .offTopic]
      $0.flags.insert(.edited)
    }
    #expect(list.thread == ["a@1", "gap b@2"])
    #expect(view.tombstone == tombstone)
    #expect(view.author.isEmpty && view.badges.isEmpty && view.marks.isEmpty && !view.isEdited)
    #expect(view.likes == 0 && view.rating == 0)
    #expect(list.firstBody(.tombstone) == nil)
  }

  @Test(arguments: [
    (Tags.featured, CommentView.Marks.featured), (.offTopic, .offTopic),
    (.unanswered, .unanswered), (.question, .question), (.review, .review),
    (.staff, CommentView.Marks()),
  ])
  func derivesMarksFromTags(tag: Tags, mark: CommentView.Marks) throws {
    #expect(try Self.view { $0.tags = tag }.0.marks == mark)
  }

  @Test(arguments: [
    (Tags.admin, BadgeKind.admin), (.moderator, .moderator), (.staff, .staff), (.expert, .expert),
    (.member, .member), (.subscriber, .subscriber), (.topCommenter, .topCommenter),
    (.newCommenter, .newCommenter),
  ])
  func derivesBadgesFromTags(tag: Tags, kind: BadgeKind) throws {
    let badges = try Self.view { $0.tags = tag }.0.badges
    #expect(badges.builtInBits == 1 << kind.rawValue)
    #expect(!badges.isEmpty)
  }

  @Test func hasABitForEveryKnownBadge() {
    let kinds = BadgeKind.allCases.filter { $0 != .custom }
    #expect(kinds.allSatisfy { Int($0.rawValue) < CommentBadges().builtInBits.bitWidth })
  }

  @Test func marksCommentsPostedAfterATimeAsNew() throws {
    var sketch = Sketch("a b<a c")
    sketch.change("c") { $0.createdAt = .unknown }
    func marks(_ milliseconds: Int64) -> [CommentView.Marks] {
      var selection = StorySelection()
      selection.newComments = CommentSet(
        newIn: sketch.story(), since: Timestamp(milliseconds: milliseconds), seen: nil)
      let list = BlockList(sketch.story(), selecting: selection)
      return list.blocks.filter { $0.position >= 0 }.map { list.view(of: $0).marks }
    }
    #expect(marks(1_556_973_180_000) == [.new, [], []])
    #expect(marks(1_556_973_179_999) == [.new, .new, []])
  }

  @Test func combinesTheBadgesOfTheAuthorWithTheTagsOfTheComment() throws {
    var sketch = Sketch()
    sketch.add("a")
    sketch.add("b")
    sketch.add("c")
    sketch.builder.labels = ["Gold", "Tag 1", "Tag 2"].map { sketch.builder.add(text: $0) }
    sketch.builder.authors[0].labelCount = 1
    sketch.builder.authors[1].labelCount = 1
    for index in [0, 2] {
      sketch.builder.comments[index].firstLabel = 1
      sketch.builder.comments[index].labelCount = 2
    }
    let list = sketch.list { $0.sort = .newest }
    let labels = list.blocks.filter { $0.kind == .comment }.map { block in
      list.labelRange(of: list.view(of: block).badges).map { list.bytes.string(list.labels[$0]) }
    }
    #expect(labels == [["Gold", "Tag 1", "Tag 2"], ["Gold"], ["Tag 1", "Tag 2"]])
  }

  /// Spaces of several scripts and invisible characters are not a name.
  @Test(arguments: [
    "", " \t", "\u{200B}", "\u{A0}\u{3000}", "\u{2800}", "\u{202E}\u{2066}", "\u{3164}\u{115F}",
    "\u{FEFF} \u{E0041}", "\u{301}", String(repeating: "\u{200B}", count: 200) + "Ann",
  ])
  func treatsAnInvisibleNameAsMissing(name: String) throws {
    var sketch = Sketch()
    sketch.add("a", by: name)
    sketch.add("b", under: "a", by: "\(String(name.unicodeScalars.prefix(2)))B")
    let list = sketch.list()
    #expect(list.view(of: list.blocks[1]).author.isEmpty)
    let reply = list.view(of: list.blocks[2])
    #expect(reply.parentAuthor.isEmpty)
    #expect(list.bytes.string(reply.author).hasSuffix("B"))
  }

  @Test(arguments: [
    ("  Ann\t", "Ann"), ("Ann B.", "Ann B."), ("\u{3000}Ann\u{3000}", "Ann"),
    ("Ann\u{600} ", "Ann\u{600}"), ("Ann \u{200B}\u{FEFF}", "Ann"), ("\u{200F} Ann", "Ann"),
    ("❤️", "❤️"), ("❤️ ", "❤️"), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"), ("دانا\u{200D}", "دانا\u{200D}"), ("é\u{2028}", "é"),
  ])
  func trimsInvisibleCharactersFromNames(name: String, shown: String) throws {
    var sketch = Sketch()
    sketch.add("a", by: name)
    sketch.add("b", under: "a", by: "Bob")
    let list = sketch.list()
    #expect(list.bytes.string(list.view(of: list.blocks[1]).author) == shown)
    #expect(list.bytes.string(list.view(of: list.blocks[2]).parentAuthor) == shown)
  }

  @Test func omitsInvisibleLabels() throws {
    var sketch = Sketch()
    for id in ["a", "b", "c"] { sketch.add(id) }
    sketch.builder.labels = ["Gold", "\u{200B}", "\u{A0}", "Tag"].map {
      sketch.builder.add(text: $0)
    }
    sketch.builder.authors[0].labelCount = 2
    sketch.builder.authors[1].firstLabel = 1
    sketch.builder.authors[1].labelCount = 2
    for index in [0, 2] {
      sketch.builder.comments[index].firstLabel = 2
      sketch.builder.comments[index].labelCount = 2
    }
    let list = sketch.list()
    let labels = list.blocks.filter { $0.kind == .comment }.map { block in
      list.labelRange(of: list.view(of: block).badges).map { list.bytes.string(list.labels[$0]) }
    }
    #expect(labels == [["Gold", "Tag"], [], ["Tag"]])
  }

  @Test func limitsTheLengthOfNamesAndTheNumberOfLabels() throws {
    var sketch = Sketch()
    sketch.add("a", by: String(repeating: "é", count: 500) + "x")
    sketch.add("b", under: "a") {
      $0.labelCount = 40
    }
    let long = sketch.builder.add(text: String(repeating: "日", count: 100))
    sketch.builder.labels = Array(repeating: long, count: 40)
    sketch.builder.authors[1].labelCount = 40
    sketch.set(\.likeLabel, String(repeating: "y", count: 1000))
    let list = sketch.list()
    let root = list.view(of: list.blocks[1])
    let reply = list.view(of: list.blocks[2])
    #expect(list.bytes.string(root.author) == String(repeating: "é", count: 128))
    #expect(list.bytes.string(reply.parentAuthor) == String(repeating: "é", count: 128))
    #expect(reply.badges.customCount == 16)
    let labels = list.labelRange(of: reply.badges).map { list.bytes.string(list.labels[$0]) }
    #expect(Set(labels) == [String(repeating: "日", count: 42)])
    #expect(list.wording.text(.like).utf8.count == 128)
    #expect(list.diagnostics.count(of: .nameCut) == 41)
  }

  @Test(arguments: [(16, 0, 0), (17, 0, 1), (0, 17, 1), (10, 6, 0), (10, 7, 1)])
  func reportsBadgesAndTagsBeyondTheLimit(badges: UInt16, tags: UInt16, reports: Int) {
    var sketch = Sketch("a b<a")
    sketch.change("b") {
      $0.firstLabel = Int32(badges)
      $0.labelCount = tags
    }
    let word = sketch.builder.add(text: "word")
    sketch.builder.labels = Array(repeating: word, count: Int(badges + tags))
    sketch.builder.authors[1].labelCount = badges
    let diagnostics = sketch.list().diagnostics
    #expect(diagnostics.count(of: .labelsLeftOut) == reports)
    let message = "of its \(badges + tags) badges and tags, the first 16 are shown"
    #expect(diagnostics.list().allSatisfy { $0.message == message && $0.place == .comment("b") })
  }

  @Test func ignoresOutOfRangeNumbers() throws {
    #expect(try Self.view { $0.likes = -4 }.0.likes == 0)
    #expect(try Self.view { $0.rating = 200 }.0.rating == 0)
    #expect(try Self.view { $0.rating = 5 }.0.rating == 5)
    #expect(try Self.view { $0.createdAt = .unknown }.0.createdAt == nil)
    #expect(try Self.view { $0.createdAt = Timestamp(milliseconds: .max) }.0.createdAt == nil)
  }

  @Test func returnsTheMediaOfAComment() throws {
    var sketch = Sketch("a")
    for kind in Media.Kind.allCases {
      sketch.builder.media = [
        MediaRecord(
          kind: kind, url: sketch.builder.add(text: "https://e.example/x"),
          title: sketch.builder.add(text: "A title"))
      ]
      sketch.builder.comments[0].media = 0
      let list = sketch.list()
      let block = try #require(list.first(.comment))
      let media = try #require(list.view(of: block).media)
      #expect(media.kind == kind)
      #expect(list.bytes.string(media.url) == "https://e.example/x")
      #expect(list.bytes.string(media.title) == "A title")
    }
  }

  @Test func marksOrphansAndEditedComments() throws {
    var sketch = Sketch("a<nowhere")
    sketch.change("a") { $0.flags.insert(.edited) }
    let list = sketch.list()
    let view = list.view(of: try #require(list.first(.comment)))
    #expect(view.isOrphan && view.isEdited && view.parentID.isEmpty)
  }

  @Test func givesRootCommentsTheirRanksInEverySortOrder() throws {
    var sketch = Sketch("a b b1<b c")
    sketch.change("c") { $0.likes = 9 }
    let list = sketch.list(ranksRoots: true)
    let ranks = list.blocks.filter { $0.level == 1 }.map { list.ranks(of: $0) }
    #expect(ranks.map { $0?.newest } == [0, 1, 2])
    #expect(ranks.map { $0?.oldest } == [2, 1, 0])
    #expect(ranks.map { $0?.mostLiked } == [1, 2, 0])
    #expect(ranks.map { $0?.mostReplies } == [1, 0, 2])
    #expect(list.blocks.filter { $0.level == 2 }.allSatisfy { list.ranks(of: $0) == nil })
    #expect(sketch.list().ranks(of: list.blocks[1]) == nil)
  }

  @Test func setsTheSortOrderAndTheServerAndTheModeOfTheHeader() {
    var sketch = Sketch("a")
    sketch.builder.metadata.server = .talk4
    sketch.builder.metadata.mode = .questionsAndAnswers
    let header = sketch.list { $0.sort = .mostLiked }.header
    #expect(
      header.sort == .mostLiked && header.server == .talk4 && header.mode == .questionsAndAnswers)
  }
}
