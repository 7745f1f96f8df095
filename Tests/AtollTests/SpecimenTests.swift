import Atoll
import AtollBytes
import AtollComments
import AtollLayout
import Foundation
import TestSupport
import Testing

/// The specimen sheets show every element in every state.
@Suite struct SpecimenTests {
  static func lists() throws -> [BlockList] {
    try ["specimen", "specimen-closed"].map { sheet in
      var options = LayoutOptions()
      options.maxDepth = 11
      return BlockList(try Document(demo: sheet).read(), options: options)
    }
  }

  static func views() throws -> [CommentView] {
    try lists().flatMap { list in
      list.blocks.filter { $0.kind == .comment || $0.kind == .tombstone }.map(list.view)
    }
  }

  @Test(arguments: Block.Kind.allCases.filter { $0 != .noComments && $0 != .ancestor })
  func showsEveryBlock(kind: Block.Kind) throws {
    #expect(try Self.lists().contains { $0.blocks.contains { $0.kind == kind } })
  }

  @Test(arguments: BadgeKind.allCases)
  func showsEveryBadge(kind: BadgeKind) throws {
    #expect(
      try Self.views().contains {
        kind == .custom
          ? $0.badges.customCount > 0 : $0.badges.builtInBits & 1 << kind.rawValue != 0
      })
  }

  @Test(arguments: Tombstone.allCases)
  func showsEveryTombstone(reason: Tombstone) throws {
    #expect(try Self.views().contains { $0.tombstone == reason })
  }

  @Test(arguments: Media.Kind.allCases)
  func showsEveryKindOfMedia(kind: Media.Kind) throws {
    #expect(try Self.views().contains { $0.media?.kind == kind })
  }

  @Test(arguments: 1...5)
  func showsEveryRating(stars: Int) throws {
    #expect(try Self.views().contains { $0.rating == stars })
  }

  @Test func showsEveryMarkAndEveryLevelAndSeveralLikeCounts() throws {
    let views = try Self.views()
    let marks: [CommentView.Marks] = [.featured, .offTopic, .unanswered, .question, .review]
    for mark in marks { #expect(views.contains { $0.marks.contains(mark) }) }
    #expect(views.contains { $0.isEdited })
    #expect(views.contains { $0.isOrphan })
    #expect(views.contains { $0.author.isEmpty && $0.tombstone == nil })
    #expect(views.contains { $0.createdAt == nil })
    for likes in [0, 1, 1234] { #expect(views.contains { $0.likes == likes }) }
    let blocks = try Self.lists().flatMap(\.blocks)
    for level in 1...10 { #expect(blocks.contains { $0.level == level }) }
    #expect(blocks.contains { $0.level > $0.depth }, "no flattened level")
  }

  @Test(arguments: [
    "<p>", "<br>", "<p class=\"a-h\">", "<blockquote>", "<ul>", "<ol>", "<ol start=\"7\">",
    "<li>", "<pre><code>", "<hr>", "<code>", "<em>", "<strong>", "<s>", "class=\"a-spoiler\"",
    "class=\"a-sarcasm\"", "rel=\"nofollow ugc", "class=\"a-host\"", "<ul><li>", "<ol><li>",
  ])
  func showsEveryMarkupElement(markup: String) throws {
    let story = try Document(demo: "specimen").read()
    let page = String(decoding: try Renderer().render(story).bytes, as: UTF8.self)
    #expect(page.contains(markup))
  }

  /// The demo is the first thing that users see, and should not cause diagnostics.
  @Test func reportsNoDiagnosticsForTheDemo() throws {
    let file = Repository.url("Sources/Command/AtollCommand/Demo/story.json")
    let reading = try Reading(
      [InputSource(name: "story.json", bytes: Array(try Data(contentsOf: file)))])
    #expect(reading.diagnostics == [])
    #expect(try Renderer().render(reading.story).report.diagnostics == [])
    #expect(reading.story.count == 34)
  }
}
