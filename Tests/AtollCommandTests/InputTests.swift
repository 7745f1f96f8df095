import Foundation
import Testing

/// Every form of input from a server or its database, through the real binary.
struct InputTests {
  /// The ID of the story in all fixtures.
  static let storyID = "7f3c1a52-6d0e-4a55-9a0b-0f6d5c7e2b11"
  private static let fixtures = Command.package.appending(path: "Tests/Fixtures")

  private static func atoll(_ arguments: String...) throws -> Command.Outcome {
    try Command.atoll(arguments, in: fixtures)
  }

  /// The pages of Talk differ in two things only: the parameter of permalinks is `commentId`, and a line end in the
  /// infobox is a space.
  ///
  /// Only dumps have the times of edits, which only structured data shows.
  @Test(arguments: [
    ("talk4", "talk4-response.json", "a Talk 4 response"),
    ("coral", "coral-response.json", "a Coral response"),
    ("talk4-dump", "talk4-dump-relaxed", "rows of a Talk 4 database"),
    ("talk4-dump", "talk4-dump-canonical", "rows of a Talk 4 database"),
    ("coral-dump", "coral-dump-relaxed", "rows of a Coral database"),
    ("coral-dump", "coral-dump-canonical", "rows of a Coral database"),
  ])
  func rendersTheSamePageFromEveryForm(form: String, path: String, description: String) throws {
    let document = try Self.atoll("render", "-q", "--no-json-ld", "atoll-document.json")
    #expect(document.status == 0)
    let guessed = try Self.atoll("render", "--no-json-ld", path)
    #expect(guessed.status == 0)
    let page = guessed.output.replacing("?commentId=", with: "?commentID=")
      .replacing("act. Read", with: "act.<br>Read")
    let isSame = page == document.output
    #expect(isSame)
    #expect(guessed.errors.contains("note: read as \(description): 12 comments"))
    #expect(!guessed.output.contains("SECRET-"))
    let forced = try Self.atoll("render", "--no-json-ld", "--from", form, path)
    #expect(forced.status == 0)
    let isSameWhenForced = forced.output == guessed.output
    #expect(isSameWhenForced)
    #expect(forced.errors == guessed.errors)
  }

  @Test(arguments: [
    ("talk4-dump-relaxed", ["settings", "comments", "assets", "users"]),
    ("talk4-dump-canonical", ["users", "assets", "settings", "comments"]),
    ("coral-dump-relaxed", ["tenants", "users", "stories", "comments"]),
    ("coral-dump-canonical", ["comments", "stories", "users", "tenants"]),
  ])
  func readsTheFilesOfADumpInAnyOrder(folder: String, names: [String]) throws {
    let whole = try Self.atoll("render", "-q", folder)
    let files = try Command.atoll(
      ["render", "-q"] + names.map { "\(folder)/\($0).ndjson" }, in: Self.fixtures)
    #expect(files.status == 0)
    #expect(files.output == whole.output)
    let texts = try names.map { try Command.text(of: "Tests/Fixtures/\(folder)/\($0).ndjson") }
    let piped = try Command.atoll(["render", "-q"], in: Self.fixtures, input: texts.joined())
    #expect(piped.output == whole.output)
  }

  @Test func reportsCommentsOmittedFromADump() throws {
    let outcome = try Self.atoll("rows", "coral-dump-relaxed/")
    #expect(outcome.output.split(separator: "\n").count == 12)
    #expect(outcome.errors.hasPrefix("note: read as rows of a Coral database: 12 comments; 1 that"))
    #expect(outcome.errors.contains("\nnote: coral-dump-relaxed/comments.ndjson: 13 rows\n"))
  }

  @Test(arguments: [
    ("talk4", "coral-response.json", "looks like a Coral response, not like a Talk 4 response"),
    ("coral", "talk4-response.json", "looks like a Talk 4 response, not like a Coral response"),
    ("coral", "atoll-document.json", "looks like an Atoll document, not like a Coral response"),
    ("atoll", "coral-response.json", "looks like a server's response, not like an Atoll document"),
    (
      "coral-dump", "talk4-dump-relaxed/comments.ndjson",
      "looks like rows of a Talk 4 database, not like rows of a Coral database"
    ),
    (
      "talk4-dump", "atoll-document.json",
      "looks like an Atoll document, not like rows of a Talk 4 database"
    ),
  ])
  func rejectsInputThatDoesNotMatchTheForcedForm(form: String, path: String, words: String) throws {
    let outcome = try Self.atoll("render", "--from", form, path)
    #expect(outcome.status == 65)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("\(path): error: this "))
    #expect(
      outcome.errors.hasSuffix(
        "\(words); let the form be detected, or choose another (--from)\n"))
  }

  @Test func rejectsInputsOfDifferentForms() throws {
    let outcome = try Self.atoll("rows", "coral-dump-relaxed", "talk4-dump-relaxed")
    #expect(outcome.status == 65)
    #expect(
      outcome.errors
        == "coral-dump-relaxed/comments.ndjson: error: this looks like rows of a Coral database, but "
        + "talk4-dump-relaxed/assets.ndjson like rows of a Talk 4 database; "
        + "give inputs of one form only\n")
  }

  @Test(arguments: [
    "atoll-document.json", "talk4-response.json", "coral-response.json", "talk4-dump-relaxed",
    "coral-dump-relaxed",
  ])
  func selectsTheRequestedStory(path: String) throws {
    let alone = try Self.atoll("rows", "-q", path)
    let named = try Self.atoll("rows", "-q", "--story", Self.storyID, path)
    #expect(named.status == 0)
    #expect(named.output == alone.output)
    let unknown = try Self.atoll("rows", "--story", "nowhere", path)
    #expect(unknown.status == 65)
    #expect(unknown.output == "")
    #expect(
      unknown.errors.hasSuffix(
        "error: the input has no story nowhere; its stories are \(Self.storyID)\n"))
    #expect(unknown.errors.contains(path) == path.hasSuffix(".json"))
  }

  @Test(arguments: [("coral-dump-relaxed", "stories"), ("talk4-dump-relaxed", "assets")])
  func asksForAStoryIDIfThereAreMultipleStories(folder: String, stories: String) throws {
    let copy = try Command.makeFolder()
    for name in [stories, "comments"] {
      let rows = try Command.text(of: "Tests/Fixtures/\(folder)/\(name).ndjson")
      let other = rows.replacing(Self.storyID, with: "other")
        .replacing(/"c(\d+|-rejected)"/) { "\"d\($0.1)\"" }
      try Data((rows + other).utf8).write(to: copy.appending(path: "\(name).json"))
    }
    let several = try Command.atoll(["rows", "."], in: copy)
    #expect(several.status == 65)
    #expect(several.errors.hasPrefix("error: the input holds 2 stories: "), "\(several.errors)")
    #expect(several.errors.hasSuffix("; choose one by its id (--story)\n"))
    let one = try Command.atoll(["rows", "-q", "--story", "other", "."], in: copy)
    #expect(one.status == 0)
    #expect(one.output.split(separator: "\n").count == 12)
  }

  @Test func ignoresABrokenDocumentOfAnotherStory() throws {
    let other = Fixture.small.replacing("s1", with: "s2").replacing("A story", with: "Another")
      .replacing("\n", with: "")
    let broken = String(other.prefix(other.count - 30))
    let story = Fixture.small.replacing("\n", with: "")
    for text in ["\(story)\n\(broken)", "\(broken)\n\(story)"] {
      let folder = try Fixture.folder(text)
      let one = try Command.atoll(
        ["render", "--story", "s1", "-f", "text", "thread.json"], in: folder)
      #expect(one.status == 0)
      #expect(one.output.contains("A story") && !one.output.contains("Another"))
      #expect(one.output.count { $0 == "H" } == 2)
      #expect(one.errors.contains("; the document was ignored"))
      let several = try Command.atoll(["render", "thread.json"], in: folder)
      #expect(several.ended(with: 65, saying: "the input holds 2 stories: "))
      let missing = try Command.atoll(["render", "--story", "s3", "thread.json"], in: folder)
      #expect(missing.ended(with: 65, saying: "has no story s3, as far as the input can be read: "))
    }
  }

  /// Otherwise, a row that hides a comment would be lost.
  @Test func readsFilesThatWereJoinedWithTheirByteOrderMarks() throws {
    func line(_ id: String, _ status: String) -> String {
      #"{"id":"\#(id)","tenantID":"t","storyID":"s","authorID":"u","status":"\#(status)","#
        + #""createdAt":{"$date":"2026-07-31T10:00:00Z"},"revisions":[{"id":"r","body":"text \#(id)"}]}"#
    }
    let document = #"{"atoll":1,"story":{"id":"s"},"comments":[{"id":"1","body":"text 1"}MORE]}"#
    let outcome = try Command.bash(
      """
      render() { atoll render -q -f text - | grep -o 'text [12]' | tr '\\n' ';'; }
      batch() { atoll batch -q -f text - | jq -r '.output // ""' | grep -o 'text [12]' | tr '\\n' ';'; }
      printf '%s\\n' '\(line("1", "NONE"))' '\(line("2", "NONE"))' > rows
      printf '\\xEF\\xBB\\xBF%s\\n' '\(line("1", "REJECTED"))' >> rows
      printf '%s\\n' '\(document.replacing("MORE", with: #",{"id":"2","body":"text 2"}"#))' > documents
      printf '\\xEF\\xBB\\xBF%s\\n' \
        '\(document.replacing("MORE", with: "").replacing(#""body""#, with: #""tombstone":"deleted","body""#))' >> documents
      for input in rows documents; do render < $input; done
      batch < rows
      """, in: Command.makeFolder())
    #expect(outcome.output == "text 2;text 2;text 2;", "\(outcome)")
  }

  @Test func rendersRepeatedRowsLikeTheBatchCommand() throws {
    func row(_ id: String, _ status: String = "NONE") -> String {
      #"{"id":"\#(id)","storyID":"s1","authorID":"u","revisions":[{"body":"Body \#(id)"}],"#
        + #""status":"\#(status)","createdAt":{"$date":"2026-07-31T10:00:00Z"}}"#
    }
    let rows = [row("c1"), row("c2"), row("c1"), row("c2", "REJECTED"), row("c3"), row("c2")]
    let folder = try Fixture.folder(rows.joined(separator: "\n") + "\n")
    let page = try Command.atoll(["render", "-f", "text", "thread.json"], in: folder)
    #expect(page.status == 0)
    let batch = try Command.atoll(["batch", "-f", "text", "thread.json"], in: folder)
    #expect(batch.status == 0)
    for output in [page.output, batch.output] {
      #expect(["c1", "c2", "c3"].map { output.ranges(of: "Body \($0)").count } == [1, 0, 1])
    }
  }

  @Test func reportsThreeProblemsOfOneKindAndCountsTheOthers() throws {
    let comments = (1...10).map { #"{"id":"same","body":"Words \#($0)"}"# }
    let folder = try Fixture.folder(
      #"{"atoll":1,"comments":[\#(comments.joined(separator: ","))]}"#)
    let page = try Command.atoll(["render", "-f", "text", "thread.json"], in: folder)
    #expect(page.status == 0)
    #expect(page.errors.ranges(of: "[duplicate-id]").count == 3)
    #expect(page.errors.contains("note: 6 more of duplicate-id; --report=FILE lists"))
  }

  @Test func reportsAllUnreadFilesInOneNote() throws {
    let folder = try Fixture.folder()
    for name in ["a.html", "b.txt", "c.eml"] {
      try Data("x".utf8).write(to: folder.appending(path: name))
    }
    let page = try Command.atoll(["render", "-f", "text", "."], in: folder)
    #expect(page.status == 0)
    #expect(page.errors.ranges(of: "not read").count == 1)
    #expect(page.errors.contains("note: not read: ./a.html and 2 more; of a folder, only files"))
  }

  @Test func printsNothingButAReportToStandardError() throws {
    let folder = try Fixture.folder()
    try Data("x".utf8).write(to: folder.appending(path: "a.html"))
    let page = try Command.atoll(["render", ".", "--report"], in: folder)
    #expect(page.status == 0)
    #expect(page.errors.hasPrefix("{") && page.errors.hasSuffix("}\n"), "\(page.errors)")
  }

  /// In a folder with a long path, the paths of all files are similar.
  @Test(arguments: [("ref.json", "reef.json"), ("weather.json", nil)])
  func suggestsAFileWithASimilarName(name: String, suggestion: String?) throws {
    let folder = try Fixture.folder("{}")
    let long = String(repeating: "long/", count: 20)
    let place = folder.appending(path: long)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    try Data("{}".utf8).write(to: place.appending(path: "reef.json"))
    let missing = try Command.atoll(["render", long + name], in: folder)
    #expect(missing.status == 66)
    let advice = suggestion.map { "; did you mean '\(long)\($0)'?" } ?? ""
    #expect(
      missing.errors
        == "\(long)\(name): error: cannot be read: No such file or directory\(advice)\n")
  }
}
