import Foundation
import Testing

/// Comments of a database that no reader of the server sees, through `atoll batch` and `atoll render`.
struct HiddenCommentTests {
  private static func comment(
    _ id: String, under parent: String? = nil, status: String? = "NONE"
  ) -> String {
    let parent = parent.map { #""\#($0)""# } ?? "null"
    let status = status.map { #""status":"\#($0)","# } ?? ""
    return
      #"{"tenantID":"t","id":"\#(id)","storyID":"s","authorID":"u","parentID":\#(parent),\#(status)"#
      + #""revisions":[{"id":"r","body":"Text of \#(id)"}],"createdAt":{"$date":"2024-03-01T09:00:00Z"}}"#
  }

  /// Runs a script in a folder with a dump of these comments, `dump/comments.json`.
  private static func run(_ rows: [String], _ script: String) throws -> Command.Outcome {
    let folder = try Command.makeFolder()
    let dump = folder.appending(path: "dump")
    try FileManager.default.createDirectory(at: dump, withIntermediateDirectories: true)
    try Data(rows.map { "\($0)\n" }.joined().utf8).write(
      to: dump.appending(path: "comments.json"))
    return try Command.bash(script, in: folder)
  }

  /// Prints the comments that each command shows: of a dump, of sorted rows, and of a single story.
  private static let shownByEachCommand = """
    texts() { grep -o 'Text of [a-z]*' | sort | tr '\\n' ' '; echo; }
    atoll batch dump -f text | texts
    sed 's/^/s\\t/' dump/comments.json | atoll batch --group --strip-key -f text | texts
    atoll render dump -f text -q | texts
    """

  @Test func publishesNoReplyWithoutItsParent() throws {
    let root = Self.comment("root")
    let rejected = Self.comment("rejected", under: "root", status: "REJECTED")
    let replies = [
      Self.comment("reply", under: "rejected"), Self.comment("below", under: "reply"),
      Self.comment("seen", under: "root"),
    ]
    let rows = [
      [root, rejected] + replies, [root] + replies, replies + [root],
      [root, String(rejected.dropLast(30))] + replies,
    ]
    for rows in rows {
      let outcome = try Self.run(rows, Self.shownByEachCommand)
      let expected = "Text of root Text of seen \n"
      #expect(outcome.output == String(repeating: expected, count: 3), "\(outcome)")
    }
    let told = try Self.run([root] + replies, "atoll batch dump -f text; atoll render dump -f text")
    #expect(told.output.contains(#""code":"missing-parent""#))
    #expect(
      told.errors.contains(
        "comment reply: warning: its parent rejected is not in the input; the comment is left out"))
  }

  @Test func publishesNoCommentWithoutAStatus() throws {
    let rows = [
      Self.comment("root"), Self.comment("unknown", status: nil),
      Self.comment("reply", under: "unknown"),
    ]
    let outcome = try Self.run(rows, Self.shownByEachCommand)
    #expect(outcome.output == String(repeating: "Text of root \n", count: 3), "\(outcome)")
    let told = try Self.run(rows, "atoll batch dump -f text")
    #expect(told.output.contains("the comment unknown has no status"))
  }

  @Test func rejectsADumpWithoutStatuses() throws {
    let rows = ["a", "b"].map { Self.comment($0, status: nil) }
    let outcome = try Self.run(
      rows,
      """
      atoll batch dump -f text --store site.db; echo $?
      atoll render dump -f text; echo $?
      """)
    #expect(!outcome.output.contains("Text of"))
    #expect(outcome.output.hasSuffix("1\n65\n"), "\(outcome)")
    #expect(outcome.output.contains("export the comments with all their fields"))
    #expect(outcome.errors.contains("export the comments with all their fields"))
  }

  @Test func rejectsAStoryWithRowsOfCoralAndOfTalk() throws {
    let old =
      #"{"id":"old","asset_id":"s","author_id":"u","body":"Text of old","status":"ACCEPTED","created_at":{"$date":"2019-03-01T09:00:00Z"}}"#
    let outcome = try Self.run(
      [Self.comment("new")],
      """
      echo '\(old)' > dump/talk-comments.json
      atoll batch dump -f text; echo $?
      atoll batch dump/talk-comments.json --from coral-dump -f text; echo $?
      """)
    #expect(!outcome.output.contains("Text of"))
    #expect(outcome.output.contains("give rows of one server only"), "\(outcome)")
    #expect(
      outcome.output.contains(
        "these look like rows of a Talk 4 database, not like rows of a Coral database"))
  }
}
