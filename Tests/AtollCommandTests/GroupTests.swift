import Foundation
import Testing

/// `atoll batch --group`, which reads rows of a database that are sorted by story, as Spark passes them.
struct GroupTests {
  /// Returns rows of comments with the ID of the story in them, as `mongoexport` writes them.
  static func rows(_ story: String, comments: Int) -> [String] {
    (0..<comments).map { index in
      let parent = index % 3 == 0 ? "null" : "\"\(story)-\(index / 3 * 3)\""
      return
        #"{"tenantID":"t","id":"\#(story)-\#(index)","storyID":"\#(story)","authorID":"u\#(index % 5)","#
        + #""parentID":\#(parent),"revisions":[{"id":"r","body":"Text \#(index) of \#(story)"}],"#
        + #""status":"NONE","actionCounts":{"REACTION":\#(index)},"tags":[],"#
        + #""createdAt":{"$date":"2024-03-01T09:\#(10 + index % 50):00Z"},"_id":{"$oid":"0"}}"#
    }
  }

  /// Returns rows with the key of their story and a tab before each.
  static func keyed(_ rows: [String]) -> [String] {
    rows.map { row in
      let key = row.split(separator: "\"storyID\":\"").last?.prefix { $0 != "\"" } ?? ""
      return "\(key)\t\(row)"
    }
  }

  private static func results(_ outcome: Command.Outcome) throws -> [BatchTests.Result] {
    try BatchTests.results(outcome.output)
  }

  @Test func findsTheStoryIDDespiteWhiteSpaceBeforeIt() throws {
    let rows = Self.rows("a", comments: 3).joined(separator: "\n")
    let spaced = rows.replacingOccurrences(of: "\"storyID\":", with: "\"storyID\"\t: \t")
    let results = try [rows, spaced].map {
      try Self.results(try BatchTests.batch($0, "--from", "coral-dump", "-f", "text"))[0]
    }
    #expect(results[0].key == "a" && results[1].key == "a")
    #expect(results[0].output == results[1].output)
  }

  @Test func rendersTheSameOutputForAnyRowOrder() throws {
    let rows = Self.rows("a", comments: 40)
    let input = [rows, rows.reversed(), rows + rows.prefix(7)].map { $0.joined(separator: "\n") }
    let results = try input.map {
      try Self.results(try BatchTests.batch($0, "--from", "coral-dump", "--hashes", "-f", "text"))[
        0]
    }
    #expect(results[0].output?.contains("Text 39 of a") == true)
    #expect(results[0].output == results[1].output)
    #expect(results[0].in == results[1].in)
    // A row that came twice is shown once.
    #expect(results[0].output == results[2].output)
    #expect(results[0].in != results[2].in)
  }

  @Test func writesTheSameBytesWithAnyNumberOfThreads() throws {
    let folder = try Command.makeFolder()
    let rows = (100..<160).flatMap { Self.rows("s\($0)", comments: $0 == 130 ? 1500 : $0 % 5 + 1) }
    let lines = Self.keyed(rows).map { "\($0)\n" }
    try Data(lines.joined().utf8).write(to: folder.appending(path: "rows"))
    let outcome = try Command.bash(
      """
      for n in 1 2 4; do atoll batch --group --strip-key rows -f fragment --threads $n | sha256sum; done
      atoll batch --group --strip-key rows -f fragment | grep -vc trailer
      """, in: folder)
    let sums = outcome.output.split(separator: "\n")
    #expect(Set(sums.filter { $0.hasSuffix("-") }).count == 1, "\(outcome)")
    #expect(sums.contains("60"))
  }

  @Test func assemblesALargeStoryFromRowsInAnyOrder() throws {
    let folder = try Command.makeFolder()
    let words = String(repeating: "word ", count: 20)
    let rows = Self.rows("a", comments: 17_000).map { $0.replacing("Text", with: "\(words)Text") }
    try Data(rows.map { "\($0)\n" }.joined().utf8).write(to: folder.appending(path: "rows"))
    let outcome = try Command.bash(
      """
      atoll batch rows -f fragment --max-comments 20000 > one
      tac rows | atoll batch --from coral-dump -f fragment --max-comments 20000 > two
      cmp <(head -n 1 one) <(head -n 1 two) && grep -o 'word Text [0-9]* of a' one | sort -u | wc -l
      grep -o '"comments":[0-9]*' one
      """, in: folder)
    let counts = "17000\n\"comments\":17000\n\"comments\":17000\n"
    #expect(outcome.output == counts, "\(outcome.errors)")
  }

  @Test func reportsEveryBrokenRow() throws {
    var rows = Self.keyed(Self.rows("a", comments: 3)) + ["nonsense", "", "{\"id\":\"x\"}"]
    rows += Self.keyed(Self.rows("b", comments: 2))
    let broken = Self.rows("b", comments: 4)[3].replacing("\"status\":", with: "\"status\"")
    rows.insert("b\t\(broken)", at: 7)
    let outcome = try BatchTests.batch(
      rows.joined(separator: "\n"), "--group", "--strip-key", "-f", "text", "--threads", "1")
    let results = try Self.results(outcome)
    // The results are in the order in which the stories and the rows without a key begin.
    #expect(results.map { $0.error?.code } == [nil, "no_key", "no_key", nil, nil])
    #expect(results.map(\.key) == ["a", nil, nil, "b", nil])
    #expect(results.map(\.seq) == [1, 4, 6, 7, nil])
    #expect(results[3].warnings?.map(\.code) == ["unusable-row"])
    let trailer = try #require(results.last?.trailer)
    #expect(trailer.in == 8 && trailer.empty == 1 && trailer.out == 4 && trailer.bad == 2)
    #expect(trailer.broken == 1)
  }

  @Test func rejectsRowsThatAreNotSortedByKey() throws {
    let rows =
      Self.rows("a", comments: 2) + Self.rows("b", comments: 2) + Self.rows("a", comments: 1)
    let outcome = try BatchTests.batch(
      Self.keyed(rows).joined(separator: "\n"), "--group", "--strip-key", "-f", "text")
    #expect(outcome.ended(with: 65, saying: "line 5 has a smaller key than the line before it"))
    #expect(!outcome.output.contains("trailer"))
  }

  @Test func comparesKeysByteForByte() throws {
    let row = Self.rows("a", comments: 1)[0]
    let outcome = try Command.bash(
      """
      row='\(row)'
      for key in ' b' ' a' a 'a ' $'\\xfe' $'\\xff' é; do printf '%s\\t%s\\r\\n' "$key" "$row"; done |
        LC_ALL=C sort -t $'\\t' -k 1,1 > rows
      atoll batch --group --strip-key -f text rows
      """, in: try Command.makeFolder())
    let results = try Self.results(outcome)
    #expect(
      results.map(\.key) == [" a", " b", "a", "a ", "é", "\u{FFFD}", "\u{FFFD}", nil],
      "\(outcome.errors)")
    #expect(results.last?.trailer?.out == 7)
  }

  @Test func doesNotStoreAStoryWithANonUTF8Key() throws {
    let row = Self.rows("a", comments: 1)[0]
    let outcome = try Command.bash(
      """
      printf '%s\\t%s\\n' a '\(row)' $'\\xff' '\(row)' |
        atoll batch --group --strip-key -f text --store site.db --no-sync
      """, in: try Command.makeFolder())
    let results = try Self.results(outcome)
    #expect(results.map { $0.error?.code } == ["no_key", nil], "\(outcome.errors)")
    #expect(outcome.output.contains("\"stories\":1,"))
  }

  @Test func rejectsTruncatedRows() throws {
    let rows = Self.keyed(Self.rows("a", comments: 2)).joined(separator: "\n").dropLast(9)
    let outcome = try BatchTests.batch(String(rows), "--group", "--strip-key", "-f", "text")
    #expect(outcome.status == 65)
    #expect(outcome.output == "")
  }

  @Test func rejectsALastRowWithoutALineFeedOnlyIfItIsCutOff() throws {
    let rows = Self.rows("a", comments: 2)
    let cut = try #require(rows[1].range(of: "}"))
    for (last, status) in [
      // Cut after the first of several closing brackets; complete; complete but invalid; not JSON.
      (String(rows[1][..<cut.upperBound]), 65), (rows[1], 0), (#"{"id":}"#, 0), ("nonsense", 0),
    ] {
      let outcome = try BatchTests.batch(
        "a\t\(rows[0])\na\t\(last)", "--group", "--strip-key", "-f", "text")
      #expect(outcome.status == status, "\(last): \(outcome)")
      #expect(outcome.output.contains("trailer") == (status == 0))
    }
  }

  @Test(arguments: ["k\t\n", "k\t   \r\nk\t{\"id\":\"c\",\"storyID\":\"k\",\"status\":\"NONE\"}\n"])
  func countsARowWithoutContentAsBroken(input: String) throws {
    let outcome = try BatchTests.batch(
      input, "--group", "--strip-key", "-f", "text", "--max-errors", "100%")
    #expect(outcome.status == 0)
    let results = try Self.results(outcome)
    #expect(results.map(\.key) == ["k", nil])
    #expect(results.last?.trailer?.broken == 1)
    #expect(results.last?.trailer?.in == input.utf8.count { $0 == 0x0A })
  }

  @Test func matchesIDsThatAreEscapedDifferently() throws {
    let folder = try Command.makeFolder()
    let outcome = try Command.bash(
      #"""
      cat > rows << 'EOF'
      {"id":"c1","storyID":"a\/b","authorID":"u\/1","status":"NONE","revisions":[{"body":"Hi"}],"createdAt":"2026-07-31T10:00:01Z"}
      {"id":"c2","storyID":"a\u002fb","authorID":"u\u002F1","status":"NONE","revisions":[{"body":"Ho"}],"createdAt":"2026-07-31T10:00:02Z"}
      EOF
      echo '{"id":"a/b","url":"https://example.com/","metadata":{"title":"The title"}}' > stories
      echo '{"id":"u\/1","username":"Ann","profiles":[]}' > users
      draw() {
        atoll batch rows users stories --store site.db --no-sync -f page --explain |
          grep -o '"key":"[^"]*"\|"why.*\]\|"unchanged":.'
      }
      draw
      atoll store get site.db a/b > page; grep -c 'The title' page; grep -o 'Ann' page | sort -u
      sed -i s/Ann/Bea/ users; draw
      """#, in: folder)
    let parts = outcome.output.split(separator: "\n")
    #expect(parts.first == #""key":"a/b""#, "\(outcome)")
    #expect(
      outcome.output.contains("\nAnn\n\"key\":\"a/b\"\n\"why\":[\"joined\"]"), "\(outcome)")
  }

  @Test func rejectsAStoryWithTooManyRows() throws {
    let outcome = try BatchTests.batch(
      Self.rows("a", comments: 9).joined(separator: "\n"), "--from", "coral-dump",
      "--max-story-comments", "8")
    #expect(try Self.results(outcome)[0].error?.code == "too_large")
  }
}
