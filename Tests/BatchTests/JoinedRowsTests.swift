import Foundation
import OperatingSystem
import Testing

@testable import Batch

/// Rows that stories are joined with, and the rows of one story.
struct JoinedRowsTests {
  private static func file(_ text: String) throws -> NamelessFile {
    let file = try NamelessFile(in: FileManager.default.temporaryDirectory.path)
    try writeAll(Array(text.utf8), to: file.descriptor, at: 0)
    return file
  }

  private static func rows(_ text: String) throws -> (JoinedRows, NamelessFile) {
    let file = try file(text)
    return (try JoinedRows([("rows", file.descriptor)], keepsDigests: true), file)
  }

  private static func reason(_ text: String) throws -> BatchError? {
    #expect(throws: BatchError.self) { _ = try rows(text) }
  }

  private static func group(_ rows: [String]) -> RowGroup {
    let group = RowGroup(key: Array("a".utf8), number: 1, form: nil, findsAuthors: true)
    for row in rows { group.add(Array(row.utf8)[...]) }
    return group
  }

  private static let story = #"{"id":"a","url":"https://example.com","metadata":{"title":"T"}}"#

  private static func user(_ id: String, _ name: String) -> String {
    #"{"id":"\#(id)","username":"\#(name)","profiles":[]}"#
  }

  private static func comment(_ id: Int, by author: String) -> String {
    #"{"id":"c\#(id)","storyID":"a","authorID":"\#(author)","parentID":null}"#
  }

  @Test func hashesTheRowsOfAStoryAndOfItsAuthorsOnly() throws {
    let group = Self.group([Self.comment(1, by: "u1"), Self.comment(2, by: "u2")])
    _ = group.fingerprint()
    func fingerprint(_ lines: [String]) throws -> String {
      let (rows, file) = try Self.rows(lines.map { "\($0)\n" }.joined())
      return withExtendedLifetime(file) { rows.fingerprint(of: group).text }
    }
    let usual = [Self.story, Self.user("u1", "One"), Self.user("u2", "Two"), Self.user("u3", "X")]
    let first = try fingerprint(usual)
    #expect(try fingerprint(Array(usual.dropLast()) + [Self.user("u3", "Y")]) == first)
    #expect(try fingerprint(Array(usual.reversed())) == first)
    #expect(try fingerprint([Self.story, Self.user("u1", "Other")] + usual[2...]) != first)
    #expect(try fingerprint(Array(usual.dropFirst())) != first)
  }

  @Test func countsRowsThatCannotBeRead() throws {
    let (rows, file) = try Self.rows("rubbish\n\n\(Self.story)\n{\"id\":\n")
    withExtendedLifetime(file) { #expect(rows.brokenCount == 2) }
  }

  @Test func refusesFilesWithoutRowsToJoin() throws {
    #expect(try Self.reason("rubbish\n")?.reason == .nothingToJoin)
    #expect(try Self.reason(Self.comment(1, by: "u") + "\n")?.reason == .nothingToJoin)
    let truncated = try Self.reason(Self.story + "\n" + Self.story.dropLast())
    #expect(truncated == BatchError(.truncated, at: "rows", line: 2))
  }

  @Test func hashesRowsOfAStoryInAnyOrder() {
    let rows = (0..<20).map { Self.comment($0, by: "u\($0)") }
    let first = Self.group(rows)
    let second = Self.group(rows.reversed())
    #expect(first.fingerprint() == second.fingerprint())
    #expect(first.authors.count == 20 && first.authors == second.authors)
    #expect(Self.group(Array(rows.dropLast())).fingerprint() != first.fingerprint())
    #expect(Self.group(rows + [rows[0]]).fingerprint() != first.fingerprint())
  }

  // MARK: Lines

  @Test(arguments: [
    ("", true), ("{", true), ("{\"a\":[1,2", true), ("{\"a\":\"b", true), ("{\"a\":\"}\"", true),
    ("{}", false), ("{\"a\":\"{\"}", false), ("[[]]", false), ("rubbish", false), ("12", false),
    ("{\"a\":\"\\\"}", true),
  ])
  func seesWhetherTheEndOfATextIsMissing(text: String, isTruncated: Bool) {
    let bytes = Array(text.utf8)
    #expect(JSONMember.isTruncated(bytes.indices, of: bytes) == isTruncated)
  }

  @Test(arguments: [
    ("key\t text ", true, "key", "text"), ("\ttext", true, "", "text"), ("a\tb\tc", true, "a", "b\tc"),
    ("text", true, nil, "text"), ("a\tb", false, nil, "a\tb"), (" \t\r", false, nil, ""),
    ("\u{FEFF}text", false, nil, "text"),
  ] as [(String, Bool, String?, String)])
  func splitsALine(line: String, stripsKey: Bool, key: String?, text: String) {
    let bytes = Array(line.utf8)
    let found = KeyedLine(bytes.indices, of: bytes, isFirst: true, stripsKey: stripsKey)
    #expect(found.key.map { String(decoding: bytes[$0], as: UTF8.self) } == key)
    #expect(String(decoding: bytes[found.range], as: UTF8.self) == text)
  }
}
