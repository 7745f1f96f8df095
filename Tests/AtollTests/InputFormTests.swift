import Atoll
import AtollComments
import AtollLayout
import AtollRows
import Foundation
import TestSupport
import Testing

/// The same thread in every form of input gives the same page.
@Suite struct InputFormTests {
  /// A file of `Tests/Fixtures`, or a folder with the files of a dump.
  struct Fixture: Sendable, CustomTestStringConvertible {
    var name: String
    var form: InputForm
    var files: [String]
    var testDescription: String { name }

    init(_ name: String, _ form: InputForm, _ files: [String] = []) {
      self.name = name
      self.form = form
      self.files = files
    }

    func read() throws -> Reading {
      let folder = Repository.url("Tests/Fixtures")
      let paths = files.isEmpty ? [name] : files.map { "\(name)/\($0).ndjson" }
      return try Reading(
        paths.map {
          InputSource(name: $0, bytes: Array(try Data(contentsOf: folder.appending(path: $0))))
        })
    }
  }

  static let document = Fixture("atoll-document.json", .atoll)
  static let others = [
    Fixture("talk4-response.json", .talk4), Fixture("coral-response.json", .coral),
    Fixture("talk4-dump-relaxed", .talk4Dump, ["comments", "assets", "users", "settings"]),
    Fixture("talk4-dump-canonical", .talk4Dump, ["comments", "assets", "users", "settings"]),
    Fixture("coral-dump-relaxed", .coralDump, ["users", "stories", "comments", "tenants"]),
    Fixture("coral-dump-canonical", .coralDump, ["users", "stories", "comments", "tenants"]),
  ]

  /// Talk's bodies are plain text; here they are read as Markdown, as in the document.
  @Test(arguments: others)
  func rendersTheSamePageFromEveryInputFormat(fixture: Fixture) throws {
    let isTalk = fixture.form == .talk4 || fixture.form == .talk4Dump
    let file = Repository.url("Tests/Fixtures/\(Self.document.name)")
    let text = try String(contentsOf: file, encoding: .utf8)
      .replacing(#""server": "coral""#, with: #""server": "\#(isTalk ? "talk4" : "coral")""#)
    let document = try Reading([InputSource(name: "document", bytes: Array(text.utf8))])
    let expected = try Self.page(document.story)
    let reading = try fixture.read()
    #expect(reading.form == fixture.form)
    let found = try Self.page(Self.asDocument(reading.story))
    #expect(found.contains("?commentId=") == isTalk)
    #expect(found.contains("?commentID=") != isTalk)
    #expect(found == expected)
  }

  /// Returns the story in the form of the document: with Markdown instead of plain text, and without the times of
  /// edits, which only dumps contain.
  private static func asDocument(_ story: Story) -> Story {
    var feed = CommentFeed(story)
    for position in story.positions {
      var comment = story.comment(at: position)
      if comment.body.syntax == .plain { comment.body.syntax = .markdown }
      comment.editedAt = nil
      feed.update(comment)
    }
    return feed.story
  }

  private static func page(_ story: Story) throws -> String {
    onLines(String(decoding: try Renderer().render(story).bytes, as: UTF8.self))
  }
}
