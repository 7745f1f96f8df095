import Testing

/// `atoll batch --store` with a dump that has lost rows.
struct DumpLossTests {
  /// Makes two runs of the demo dump, the second one after `changes`.
  private static func outcome(after changes: String, options: String = "") throws -> Command.Outcome
  {
    try Command.bash(
      """
      atoll demo -o demo > demo.log; cp -r demo/dump d; cd d
      batch() { atoll batch . --store ../s.db -f text --no-sync "$@" > ../results; }
      batch 2> /dev/null
      \(changes)
      batch \(options); echo $?
      atoll store list ../s.db; atoll store get ../s.db 17 | grep -c 'No comments'
      """, in: Command.makeFolder())
  }

  private static let unchangedList = """
    17  3 comments  Tidewalker's photo mode, in your pictures
    18  2 comments  Tidewalker patch 1.2: the ferry sails
    0

    """

  @Test func keepsStoriesWhoseCommentsAllHaveUnknownStatuses() throws {
    let outcome = try Self.outcome(
      after: #"sed -i 's/"status":"NONE"/"status":"PUBLISHED"/' comments.ndjson"#)
    #expect(outcome.output == "1\n" + Self.unchangedList, "\(outcome)")
    #expect(
      outcome.errors.contains(
        "none of its comments can be shown: the status \u{201C}PUBLISHED\u{201D} is unknown"),
      "\(outcome)")
  }

  /// The parent of a reply can be missing because it was rejected, and so is not in the export.
  @Test func removesAStoryWhoseOnlyCommentsAreRepliesToOnesThatAreNotExported() throws {
    let outcome = try Self.outcome(
      after: #"sed -i '/"id":"c[13]"/d' comments.ndjson"#, options: "--max-removed 100%")
    #expect(outcome.output.hasPrefix("0\n17  0 comments"), "\(outcome)")
    #expect(outcome.output.hasSuffix("\n1\n"), "\(outcome)")
    #expect(outcome.errors.contains("missing-parent"), "\(outcome)")
  }

  @Test func countsLostCommentsOnStandardError() throws {
    let outcome = try Self.outcome(
      after: #"sed -i '/"id":"c3"/s/"status":"NONE"/"status":"PUBLISHED"/' comments.ndjson"#)
    #expect(outcome.output.hasPrefix("0\n"), "\(outcome)")
    #expect(
      outcome.errors.contains(
        "warning: hidden-comment: 1 in 1 story, the first in '17': the status \u{201C}PUBLISHED\u{201D} is unknown"
      ), "\(outcome)")
  }

  @Test func countsCommentsAndStoriesWithoutTheirRows() throws {
    let outcome = try Self.outcome(after: "sed -i 2,3d users.ndjson; sed -i 2d stories.ndjson")
    #expect(outcome.output.hasPrefix("0\n"), "\(outcome)")
    #expect(
      outcome.errors.contains(
        "comments whose authors have no names, because their users are missing: 4"),
      "\(outcome)")
    #expect(outcome.errors.contains("because their rows are missing: 1;"), "\(outcome)")
  }

  @Test func storesOnlyThePersonsWhomReadersSee() throws {
    let outcome = try Self.outcome(
      after: #"sed -i '/"id":"c1"/s/"status":"NONE"/"status":"PREMOD"/' comments.ndjson"#,
      options: "--keep 0")
    let people = try Command.bash(
      """
      atoll demo -o demo > demo.log
      sed -i '/"id":"c1"/s/"status":"NONE"/"status":"PREMOD"/' demo/dump/comments.ndjson
      atoll batch demo/dump --store s.db -f page > results
      sqlite3 s.db "select key from person join appears on person.id = person
        join story on story.id = version where name = 'lanternjaw'"
      """, in: Command.makeFolder())
    #expect(people.output.isEmpty && people.status == 0, "\(people) \(outcome)")
  }

  @Test func rejectsAStoryAmongRows() throws {
    let outcome = try Command.bash(
      """
      atoll demo -o demo > demo.log
      (cat demo/dump/*.ndjson; jq -c . demo/thread.json) | atoll batch --store k.db -f text; echo $?
      (cat demo/dump/*.ndjson; echo '{"_id":"a","data":{"key":"v"}}') | atoll batch --store l.db -f text -o out
      echo $?
      """, in: Command.makeFolder())
    #expect(outcome.output == "65\n0\n", "\(outcome)")
    #expect(outcome.errors.contains("this line is a whole story"), "\(outcome)")
  }

  @Test func abandonsARunWhoseResultsCannotBeWritten() throws {
    let outcome = try Command.bash(
      """
      story() { echo '{"atoll":1,"story":{"id":"s","title":"'$1'"},"comments":[{"id":"1","body":"b"}]}'; }
      story T | atoll batch --store p.db -f text > /dev/null
      story U | atoll batch --store p.db -f text > /dev/full; echo $?
      atoll store runs p.db | wc -l
      story U | atoll batch --store p.db -f text > /dev/null; echo $?
      atoll store runs p.db | wc -l
      """, in: Command.makeFolder())
    #expect(outcome.output == "74\n1\n0\n2\n", "\(outcome)")
  }
}
