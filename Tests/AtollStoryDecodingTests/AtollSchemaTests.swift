import AtollBytes
import AtollComments
import TestSupport
import Testing

@testable import AtollStoryDecoding

/// The schema and the documentation of the Atoll document, compared with the decoder.
@Suite struct AtollSchemaTests {
  /// Returns the schema file as parsed JSON.
  private func schema() throws -> JSONPage {
    var page = JSONPage(bytes: try Repository.bytes("docs/atoll-document.schema.json"))
    let part = JoinedInput.Part(name: "schema", range: 0..<page.bytes.count, start: 0)
    var cursor = JSONPage.Cursor(position: 0, lineStart: 0)
    #expect(page.readValue(of: part, at: &cursor) == nil)
    return page
  }

  private func value(_ path: [StaticString], in page: JSONPage) throws -> Int {
    var index = 0
    for key in path { index = try #require(page.value(key, of: index)) }
    return index
  }

  /// Returns the keys of a definition's properties.
  private func keys(_ definition: StaticString?, in page: JSONPage) throws -> Set<String> {
    var path: [StaticString] = ["properties"]
    if let definition { path = ["$defs", definition] + path }
    let properties = try value(path, in: page)
    return Set(
      page.children(of: properties).map { page.bytes.string(page.tape.entries[$0].key) })
  }

  /// Returns the allowed values of a property, without null.
  private func words(_ path: [StaticString], in page: JSONPage) throws -> Set<String> {
    let list = try value(path + ["enum"], in: page)
    return Set(
      page.children(of: list).filter { !page.isNull($0) }
        .map { page.bytes.string(page.tape.entries[$0].text) })
  }

  private func all<Key: CaseIterable & RawRepresentable<String>>(_ type: Key.Type) -> Set<String> {
    Set(type.allCases.map(\.rawValue))
  }

  @Test func schemaListsTheKeysThatTheDecoderReads() throws {
    let page = try schema()
    #expect(try keys(nil, in: page) == all(AtollDocumentKey.self))
    #expect(try keys("story", in: page) == all(AtollStoryKey.self))
    #expect(try keys("closed", in: page) == all(AtollClosedKey.self))
    #expect(try keys("questionBox", in: page) == all(AtollQuestionBoxKey.self))
    #expect(try keys("ratings", in: page) == all(AtollRatingsKey.self))
    #expect(try keys("comment", in: page) == all(AtollCommentKey.self))
    #expect(try keys("author", in: page) == all(AtollAuthorKey.self))
    #expect(try keys("media", in: page) == all(AtollMediaKey.self))
  }

  @Test func schemaListsTheValuesThatTheDecoderAccepts() throws {
    let page = try schema()
    func words(_ definition: StaticString, _ key: StaticString) throws -> Set<String> {
      try self.words(["$defs", definition, "properties", key], in: page)
    }
    #expect(try words("story", "server") == all(StoryMetadata.Server.self))
    #expect(try words("story", "mode") == all(StoryMode.self))
    #expect(try words("comment", "bodySyntax") == all(Body.Syntax.self))
    #expect(try words("comment", "tombstone") == all(Tombstone.self))
    #expect(try words("media", "kind") == all(Media.Kind.self))
  }

  @Test func schemaPatternMatchesTheTimesThatTheDecoderReads() throws {
    let page = try schema()
    let pattern = page.bytes.string(
      page.tape.entries[try value(["$defs", "time", "pattern"], in: page)].text)
    #expect(try Repository.text("docs/atoll-document.schema.json").occurrences(of: pattern) == 2)
    let regex = try Regex(pattern)
    let texts = [
      "2024-03-01", "2024-03-01T09:00:00.000Z", "2024-03-01 09:00", "2024-03-01t23:59:60,5z",
      "2024-12-31T24:00:00+02:00", "2024-12-31T00:00-0530", "2024-12-31T00:00+23", "0001-02-01",
      "2024-13-01", "2024-00-01", "2024-01-00", "2024-01-32", "2024-01-01T25:00",
      "2024-01-01T00:60",
      "2024-01-01T00:00:61", "2024-01-01T00:00+24:00", "2024-01-01T00:00+01:60", "2024-1-1", "soon",
      "2024-01-01T", "2024-01-01T00:00:00.",
    ]
    for text in texts {
      #expect(
        (try regex.wholeMatch(in: text) != nil) == (Timestamp(iso8601: text) != nil), "\(text)")
    }
    #expect(try regex.wholeMatch(in: "0000-01-01") == nil)
  }

  @Test func documentsEveryKeyAndEveryTag() throws {
    let page = try Repository.text("docs/atoll-document.md")
    let keys = all(AtollDocumentKey.self).union(all(AtollStoryKey.self))
      .union(all(AtollCommentKey.self))
    for key in keys { #expect(page.contains("`\(key)`")) }
    let tags = [
      "featured", "staff", "admin", "moderator", "member", "expert", "unanswered",
      "review", "question", "offTopic", "subscriber", "topCommenter", "newCommenter",
    ]
    #expect(tags.count == Tags.names.count)
    for tag in tags {
      #expect(page.contains("`\(tag)`"))
      let name = Array(tag.utf8)
      #expect(Tags(name: name.span) != nil)
    }
  }

  @Test func decodesTheExamplesInTheDocumentation() throws {
    let page = try Repository.text("docs/atoll-document.md")
    let examples = page.split(separator: "```json\n").dropFirst().compactMap {
      $0.split(separator: "```").first
    }
    #expect(examples.count == 2)
    for example in examples {
      let decoded = try StoryDecoder.decode(Array(example.utf8))
      #expect(decoded.problems == [])
      #expect(decoded.story.count > 1)
    }
  }
}

extension String {
  /// Returns how often the text contains another.
  fileprivate func occurrences(of text: String) -> Int { split(separator: text).count - 1 }
}
