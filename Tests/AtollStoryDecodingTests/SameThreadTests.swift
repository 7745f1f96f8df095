import AtollBytes
import AtollComments
import AtollStoryDecoding
import Testing

/// The same thread in every form decodes to the same story.
@Suite struct SameThreadTests {
  /// Returns a comment without the fields that differ between the forms.
  static func neutral(_ comment: Comment) -> Comment {
    var comment = comment
    comment.body = Body("", syntax: .plain)
    // Only databases contain the times of edits.
    comment.editedAt = nil
    return comment
  }

  @Test(arguments: Fixture.allCases)
  func detectsTheInputForm(fixture: Fixture) throws {
    let decoded = try fixture.decoded()
    #expect(decoded.form == fixture.form)
    #expect(decoded.notes[0].hasPrefix("read as \(fixture.form.phrase): 12 comments"))
    #expect(decoded.problems == [])
  }

  @Test(arguments: Fixture.allCases)
  func readsTheSameCommentsFromEveryForm(fixture: Fixture) throws {
    let expected = try Fixture.atoll.decoded().comments.map(Self.neutral).sorted { $0.id < $1.id }
    let found = try fixture.decoded().comments.map(Self.neutral).sorted { $0.id < $1.id }
    #expect(found.count == 12)
    for (found, expected) in zip(found, expected) { #expect(found == expected) }
  }

  @Test(arguments: Fixture.allCases)
  func readsTheSameStoryMetadataFromEveryForm(fixture: Fixture) throws {
    let expected = try Fixture.atoll.decoded()
    let found = try fixture.decoded()
    let texts: [KeyPath<StoryMetadata, Slice>] = [
      \.id, \.url, \.title, \.organization, \.announcement, \.infobox, \.questionBox,
      \.questionIcon, \.closedMessage, \.likeLabel, \.likeSortLabel,
    ]
    for text in texts { #expect(found.fact(text) == expected.fact(text)) }
    #expect(found.story.metadata.createdAt == expected.story.metadata.createdAt)
    #expect(found.story.metadata.commentingStatus == .open)
    #expect(found.story.metadata.mode == .comments)
    #expect(found.story.metadata.commentCount == 12)
    #expect(!found.story.hasMore)
  }

  @Test(arguments: [
    (Fixture.talk4, Fixture.talk4Relaxed), (.talk4, .talk4Canonical), (.coral, .coralRelaxed),
    (.coral, .coralCanonical),
  ])
  func readsTheSameBodiesFromResponsesAndDumps(response: Fixture, dump: Fixture) throws {
    let bodies = try response.decoded().comments.sorted { $0.id < $1.id }.map(\.body)
    #expect(try dump.decoded().comments.sorted { $0.id < $1.id }.map(\.body) == bodies)
    let html = bodies.count { $0.syntax == .html }
    #expect(html == (response == .coral ? 12 : 1))
  }

  @Test(arguments: [
    Fixture.talk4Relaxed, .talk4Canonical, .coralRelaxed, .coralCanonical,
  ])
  func discardsSecretDatabaseFields(fixture: Fixture) throws {
    let input = String(decoding: fixture.stream(), as: UTF8.self)
    #expect(input.contains("SECRET-"))
    let decoded = try fixture.decoded()
    let kept = String(decoding: decoded.story.bytes, as: UTF8.self)
    #expect(!kept.contains("SECRET"))
    #expect(decoded.droppedCount == 1)
  }

  @Test(arguments: [
    Fixture.talk4Relaxed, .talk4Canonical, .coralRelaxed, .coralCanonical,
  ])
  func readsMultipleCollectionsFromOneStream(fixture: Fixture) throws {
    let decoded = try StoryDecoder.decode(fixture.stream())
    #expect(decoded.form == fixture.form)
    #expect(decoded.comments == (try fixture.decoded().comments))
  }

  @Test(arguments: [
    Fixture.talk4Relaxed, .talk4Canonical, .coralRelaxed, .coralCanonical,
  ])
  func readsRowsFromAJSONArray(fixture: Fixture) throws {
    let rows = String(decoding: fixture.stream(), as: UTF8.self)
      .split(separator: "\n").joined(separator: ",\n")
    let decoded = try decode("[\(rows)]")
    #expect(decoded.form == fixture.form)
    #expect(decoded.comments == (try fixture.decoded().comments))
  }
}
