import Foundation
import Testing

/// `atoll digest`, which writes one output for several stories.
struct DigestTests {
  static func folder() throws -> URL {
    let folder = try Fixture.folder()
    let lines = ["one", "two"].map { BatchTests.story($0) }.joined(separator: "\n")
    try Data("\(lines)\n\n".utf8).write(to: folder.appending(path: "stories.ndjson"))
    return folder
  }

  @Test func readsStoriesFromFilesAndLines() throws {
    let folder = try Self.folder()
    let outcome = try Command.atoll(
      ["digest", "thread.json", "stories.ndjson", "-f", "text"], in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains(", 3 stories") && outcome.output.contains("A story"))
    let piped = try Command.bash(
      "cat stories.ndjson | atoll digest -f text", in: folder)
    #expect(piped.output.contains(", 2 stories"), "\(piped.errors)")
    let single = try Command.bash(
      "(echo ' {'; tail -c +2 thread.json) | atoll digest -f text", in: folder)
    #expect(single.output.contains("A story"), "\(single)")
    let broken = try Command.bash(
      "echo '{\"atoll\":1' >> stories.ndjson; atoll digest stories.ndjson", in: folder)
    #expect(broken.status != 0 && broken.errors.contains("stories.ndjson, line 4"))
  }

  @Test func readsStandardInputOnlyOnce() throws {
    for command in [["digest"], ["card", "--top=1", "--address=https://example.com/", "-o", "c"]] {
      let outcome = try Command.atoll(
        command + ["-", "-"], in: Command.makeFolder(), input: BatchTests.story("one"))
      #expect(outcome.status == 64)
      #expect(
        outcome.errors == "error: standard input can be read only once; write - only once\n")
    }
  }

  @Test func reportsTheFilesOfAFolderThatAreNotRead() throws {
    let folder = try Fixture.folder()
    try Data("x".utf8).write(to: folder.appending(path: "a.html"))
    let outcome = try Command.atoll(["digest", ".", "-f", "text"], in: folder)
    #expect(outcome.status == 0 && outcome.output.contains("A story"))
    #expect(outcome.errors.contains("note: not read: ./a.html; of a folder, only files"))
  }

  @Test func rejectsLinesWithRowsOfADatabase() throws {
    let folder = try Command.makeFolder()
    let rows = ["1", "2"].map {
      #"{"id":"\#($0)","tenantID":"t","storyID":"17","status":"NONE","authorID":"u","revisions":[{"id":"r","body":"a"}]}"#
    }
    try Data(rows.joined(separator: "\n").utf8).write(to: folder.appending(path: "rows.ndjson"))
    let outcome = try Command.atoll(["digest", "rows.ndjson", "-f", "text"], in: folder)
    #expect(outcome.status == 65 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("rows.ndjson, line 1: error: this is a row of a database"))
  }

  /// Otherwise, its comments would seem to belong to the story before.
  @Test(arguments: ["text", "ansi", "email-text", "email-html", "fragment"])
  func givesAStoryWithoutATitleAHeading(format: String) throws {
    let folder = try Command.makeFolder()
    let lines = [("a", #""title":"First","#), ("b", "")].map { id, title in
      #"{"atoll":1,"story":{\#(title)"id":"\#(id)","url":"https://www.example.com/\#(id)"},"#
        + #""comments":[{"id":"1","author":"Writer \#(id)","body":"Words","likes":1}]}"#
    }
    try Data(lines.joined(separator: "\n").utf8).write(to: folder.appending(path: "s.ndjson"))
    let outcome = try Command.atoll(["digest", "s.ndjson", "-q", "-f", format], in: folder)
    let between = try #require(outcome.output.firstMatch(of: /Writer a(?s:.*)Writer b/))
    #expect(between.output.contains("Comments"))
    #expect(format == "ansi" || between.output.contains("https://www.example.com/b"))
  }

  @Test func skipsTheLinesOfStoriesThatWereNotFetched() throws {
    let outcome = try Command.bash(
      """
      echo '{"notFetched":"s5"}' >> stories.ndjson
      atoll digest stories.ndjson -f text | head -n 1
      """, in: Self.folder())
    #expect(outcome.output.contains("4 comments, 2 stories"))
    #expect(outcome.errors.contains("warning: the story 's5' was not fetched"))
  }

  @Test func warnsThatOnlyTheLastOccurrenceOfAStoryCounts() throws {
    let outcome = try Command.bash(
      "atoll digest stories.ndjson stories.ndjson -f text | head -n 1", in: Self.folder())
    #expect(outcome.output.contains("4 comments, 2 stories"))
    #expect(outcome.errors.contains("only its last occurrence counts"))
  }

  @Test func describesADigestPageByItsNumbersOfCommentsAndStories() throws {
    let outcome = try Command.atoll(
      ["digest", "stories.ndjson", "-f", "page"], in: Self.folder())
    let description = outcome.output.firstMatch(of: /name="description" content="([^"]*)"/)?.1
    #expect(description == "4 comments, 2 stories")
  }

  @Test func showsOnlyCommentsMissingFromAnEarlierRun() throws {
    let folder = try Self.folder()
    let outcome = try Command.bash(
      """
      # A story with a comment in each of the given hours, the body of which is the hour.
      story() {
        printf '{"atoll":1,"story":{"id":"%s","url":"https://example.com/%s","title":"%s"},"comments":[' "$1" "$1" "$1"
        for hour in "${@:2}"; do
          printf '{"id":"c%s","author":{"name":"A"},"createdAt":"2026-07-31T%s:00:00Z","body":"at %s"},' $hour $hour $hour
        done | sed 's/,$//'
        echo ']}'
      }
      digest() { atoll digest - --only new --since-store site.db --top-per-story 9 -f text "$@" < stories; }
      { story early 10; story late 15; story quiet; story "odd key/" 12; } > stories
      atoll batch stories --store site.db -f text --no-sync > results
      before=1
      digest --skip-empty; echo $?
      # Early has a comment that is older than the latest of the other story.
      { story early 10 11; story late 15; story quiet 09; story "odd key/" 12 13; story added 08; } > stories
      digest | grep -oE '^(at [0-9]*|early|late|quiet|odd key/|added)'
      atoll batch stories --store site.db -f text --no-sync > results
      digest --skip-empty; echo $?
      digest --since-run $before | grep -c '^at '
      atoll batch stories -f text --since-store site.db --since-run $before --skip-empty --no-trailer \
        | grep -oE '"key":"[^"]*"|at [0-9]+|"comments":[0-9]'
      """, in: folder)
    #expect(
      outcome.output == """
        6
        early
        at 11
        quiet
        at 09
        odd key/
        at 13
        added
        at 08
        6
        4
        "key":"early"
        at 11
        "comments":1
        "key":"late"
        "comments":0
        "key":"quiet"
        at 09
        "comments":1
        "key":"odd key/"
        at 13
        "comments":1
        "key":"added"
        at 08
        "comments":1

        """, "\(outcome)")
  }

  @Test func mailsNoCommentTwiceAfterAnErasureOrARollback() throws {
    let outcome = try Command.bash(
      #"""
      comment() { echo '{"id":"'$1'","author":{"name":"'$2'"},"createdAt":"2026-07-'$3'T10:00:00Z","body":"on '$3'"}'; }
      story() { local IFS=,; echo '{"atoll":1,"story":{"id":"s","title":"T"},"comments":['"$*"']}' > stories; }
      draw() {
        before=$(sqlite3 site.db 'select max(number) from run')
        atoll batch stories --store site.db -f text --no-sync > /dev/null
      }
      digest() {
        atoll digest stories --only new --since-store site.db --since-run $before --top-per-story 9 --skip-empty -f text |
          grep -o '^on [0-9]*'
      }
      zoe=$(comment a Zoe 01) ken=$(comment b Ken 02) late=$(comment c Ken 03)
      story "$zoe" "$ken"; draw; story "$zoe" "$ken" "$late"; draw; digest
      echo rollback
      atoll store rollback site.db > /dev/null; draw; digest
      echo forget
      story "$ken" "$late" "$(comment d Ken 04)"; draw
      atoll store forget site.db --author Zoe > /dev/null; digest
      echo again
      atoll store forget site.db --author Ken --max-removed 100% > /dev/null
      story "$late" "$(comment e Eve 05)"; draw; digest
      sqlite3 site.db 'select count(*) from erased_time'
      atoll store forget site.db --key s --max-removed 100% > /dev/null; sqlite3 site.db 'select count(*) from erased_time'
      """#, in: Self.folder())
    #expect(
      outcome.output == "on 03\nrollback\nforget\non 04\nagain\non 05\n5\n0\n", "\(outcome)")
  }

  @Test(arguments: [
    ["--since-run", "1"], ["--since-store", "s", "--since", "2026-07-31"],
    ["--since-store", "nowhere"],
  ])
  func rejectsInvalidOptionsForAnEarlierRun(options: [String]) throws {
    for command in [["digest"], ["batch"]] {
      let outcome = try Command.atoll(command + ["thread.json"] + options, in: Self.folder())
      #expect(outcome.status == (options.count == 4 || options[0] == "--since-run" ? 64 : 66))
    }
  }

  @Test func rejectsStoreTogetherWithSinceStore() throws {
    let outcome = try Command.bash(
      "atoll batch stories.ndjson --store s -f text > r; atoll batch stories.ndjson --store s -f text --since-store s",
      in: Self.folder())
    #expect(outcome.status == 64 && outcome.errors.contains("leave out --store"))
  }

  @Test func writesNothingWithTheOptionSkipEmptyIfNoCommentIsSelected() throws {
    let folder = try Self.folder()
    let arguments = ["digest", "thread.json", "--min-likes", "99", "-f", "email", "-o", "out.eml"]
    let outcome = try Command.atoll(arguments + ["--skip-empty"], in: folder)
    #expect(outcome.status == 6)
    #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "out.eml").path))
    #expect(try Command.atoll(arguments, in: folder).status == 0)
  }

  @Test func writesNothingWithTheOptionSkipEmptyIfEveryCommentIsTooLarge() throws {
    let large = String(repeating: "[a](http://b.cc)\\n", count: 960)
    let folder = try Fixture.folder(
      #"{"atoll":1,"story":{"id":"s","title":"T"},"comments":[{"id":"c","body":"\#(large)"}]}"#)
    let arguments = ["digest", "thread.json", "-f", "email", "-o", "out.eml"]
    let outcome = try Command.atoll(arguments + ["--skip-empty"], in: folder)
    #expect(outcome.status == 6 && outcome.errors.contains("[comment-too-large]"), "\(outcome)")
    #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "out.eml").path))
  }

  @Test func showsTheLastVersionIfAStoryIsOnSeveralLines() throws {
    let old = BatchTests.story("one")
    let new = old.replacing(#""title":"T""#, with: #""title":"A newer title""#)
    let folder = try Command.makeFolder()
    try Data("\(old)\n\(BatchTests.story("two"))\n\(new)\n".utf8)
      .write(to: folder.appending(path: "stories.ndjson"))
    let outcome = try Command.atoll(["digest", "stories.ndjson", "-f", "text"], in: folder)
    #expect(outcome.output.contains(", 2 stories"), "\(outcome)")
    #expect(outcome.output.contains("A newer title"))
  }

  @Test func ignoresCommentDatesInTheFarFutureInAStore() throws {
    let outcome = try Command.bash(
      """
      story() {
        printf '{"atoll":1,"story":{"id":"s","title":"T"},"comments":['
        for date in "$@"; do printf '{"id":"c%s","createdAt":"%s","body":"of %s"},' $date $date $date; done | sed 's/,$//'
        echo ']}'
      }
      story 2026-07-30 2099-01-01 > stories
      atoll batch stories --store site.db -f text --no-sync --now 2026-07-31 > results
      story 2026-07-30 2099-01-01 2026-08-01 > stories.ndjson
      atoll digest stories.ndjson --only new --since-store site.db -f text --now 2026-08-02 | grep '^of'
      atoll batch stories --store old.db -f text --no-sync > results
      atoll digest stories.ndjson --only new --since-store old.db -f text --now 2026-08-02 --skip-empty
      # A later run without the wrong date is enough.
      atoll batch stories --store old.db -f text --no-sync --now 2026-07-31 > results
      atoll digest stories.ndjson --only new --since-store old.db -f text --now 2026-08-02 | grep '^of'
      """, in: Command.makeFolder())
    #expect(outcome.output == "of 2026-08-01\nof 2026-08-01\n", "\(outcome)")
    #expect(outcome.errors.contains("was written after --now"), "\(outcome.errors)")
  }

  @Test func showsNewCommentsDespiteAWrongDateInAnEarlierRun() throws {
    let outcome = try Command.bash(
      """
      story() {
        printf '{"atoll":1,"story":{"id":"s","title":"T"},"comments":['
        for date in "$@"; do printf '{"id":"c%s","createdAt":"%s","body":"of %s"},' $date $date $date; done | sed 's/,$//'
        echo ']}'
      }
      story 2099-01-01 > f1; story 2026-01-02 > f2; story 2026-01-02 2026-01-03 > f3; story 2026-01-04 > f4
      echo '{"atoll":1,"story":{"id":"other"},"comments":[{"id":"1","createdAt":"2026-01-01","body":"b"}]}' > other
      new() { atoll digest $1 --only new --since-store site.db -f text --now 2026-01-05 --skip-empty | grep '^of'; }
      for run in f1 f3 f2 other; do
        atoll batch $run --store site.db -f text --no-sync --max-removed 100% > results
        # The run with the wrong date, then one of all comments, a rollback and a removal.
        [ $run = f3 ] || { echo after $run; new f3; new f4; }
      done
      """, in: Command.makeFolder())
    #expect(
      outcome.output
        == "after f1\nafter f2\nof 2026-01-04\nafter other\nof 2026-01-04\n", "\(outcome)")
  }

  @Test func ignoresFutureCommentsInTheDateOfAFeed() throws {
    let outcome = try Command.bash(
      """
      for date in 2026-07-30 2099-01-01; do printf '{"id":"c%s","createdAt":"%s","body":"of %s"},' $date $date $date; done |
        sed 's#^#{"atoll":1,"story":{"id":"s","url":"https://example.com/s"},"comments":[#; s/,$/]}/' > story
      atoll render story -q -f atom --now 2026-08-02 | grep -o '^<updated>[^<]*' | head -n 1
      atoll render story -q -f atom | grep -o '^<updated>[^<]*' | head -n 1
      sed 's/"url"/"createdAt":"2096-01-01",&/; s/2026-07-30/2098-01-01/g' story > later
      atoll render later -q -f atom --now 2026-08-02 | grep -o '^<updated>[^<]*' | head -n 1
      sed 's/2099-01-01","body/2026-08-01","editedAt":"2098-01-01","body/' story > edited
      atoll render edited -q -f atom --now 2026-08-02 | grep -o '^<updated>[^<]*' | head -n 1
      """, in: Command.makeFolder())
    #expect(
      outcome.output.split(separator: "\n") == [
        "<updated>2026-07-30T00:00:00Z", "<updated>2099-01-01T00:00:00Z",
        "<updated>2026-08-02T00:00:00Z", "<updated>2026-08-01T00:00:00Z",
      ], "\(outcome)")
  }

  @Test func appliesTheLimitOnCommentsToAMailThatIsTooLarge() throws {
    let outcome = try Command.bash(
      #"""
      awk 'BEGIN { while (i++ < 399) w = w " word"
        for (n = 100; n < 400; n++) printf "{\"id\":\"c%d\",\"createdAt\":\"2026-01-0%dT00:%02d:00Z\",\"body\":\"No%d %s\"},", n, n / 50, n % 50, n, w }' |
        sed 's/^/{"atoll":1,"story":{"id":"s"},"comments":[/; s/,$/]}/' > story
      atoll render story -q -f email-text --sort newest --max-comments 60 | grep -o 'No[0-9]*' | sort | sed -n '1p;$p'
      """#, in: Command.makeFolder())
    let numbers = outcome.output.split(separator: "\n").compactMap { Int($0.dropFirst(2)) }
    #expect(numbers.last == 399 && numbers[0] >= 340, "\(outcome)")
  }

  @Test(arguments: ["best", "newest", "most-liked", "most-replies"])
  func sortsFutureCommentsLast(order: String) throws {
    let outcome = try Command.bash(
      """
      for date in 2026-07-30 2099-01-01 2026-07-29; do
        printf '{"id":"c%s","createdAt":"%s","likes":%s,"body":"of %s"},' $date $date ${date%%-*} $date
      done | sed 's/^/{"atoll":1,"story":{"id":"s","title":"T"},"comments":[/; s/,$/]}/' > stories
      atoll digest stories --sort \(order) -f text --now 2026-08-02 | grep '^of'
      atoll digest stories --sort \(order) -f text --now 2026-08-02 --top 1 | grep '^of'
      """, in: Command.makeFolder())
    #expect(
      outcome.output == "of 2026-07-30\nof 2026-07-29\nof 2099-01-01\nof 2026-07-30\n", "\(outcome)"
    )
  }

  @Test(arguments: [#"\u00a0"#, #"\u3000\u200b"#, "  ", #"\u2060"#])
  func treatsAnInvisibleTitleAsMissing(title: String) throws {
    let outcome = try Command.bash(
      """
      echo '{"atoll":1,"story":{"id":"s","title":"\(title)"},"comments":[{"id":"a","body":"x"}]}' > s
      subject() { grep ^Subject | tr -d '\\r'; }
      atoll digest s -f text | head -n 1
      atoll render s -f email | subject
      atoll render s -f page | grep -o '<title>.*</title>'
      atoll digest s --title '  ' -f email | subject
      atoll render s -f email --subject ' ' | subject
      """, in: Command.makeFolder())
    let subject = "Subject: 1 comment"
    #expect(
      outcome.output.split(separator: "\n").map(String.init) == [
        "1 comment, 1 story", subject, "<title>Comments</title>", "\(subject), 1 story", subject,
      ], "\(outcome)")
  }

  @Test func countsACommentAsNewIfTheEarlierRunWithheldIt() throws {
    let outcome = try Command.bash(
      """
      story() {
        printf '{"atoll":1,"story":{"id":"s","title":"T"},"comments":['
        printf '{"id":"a","createdAt":"2026-07-30","body":"of a"},{"id":"b","createdAt":"2026-08-05","body":"of b"%s}' "$1"
        echo ']}'
      }
      story ',"tombstone":"withheld"' > stories
      atoll batch stories --store site.db -f text --no-sync > results
      story > stories.ndjson
      atoll digest stories.ndjson --only new --since-store site.db -f text | grep '^of'
      """, in: Command.makeFolder())
    #expect(outcome.output == "of b\n", "\(outcome)")
  }

  @Test func findsNewCommentsIfTheEarlierRunHasOnlyDeletedOnes() throws {
    let outcome = try Command.bash(
      """
      story() {
        printf '{"atoll":1,"story":{"id":"s","title":"T"},"comments":['
        printf '{"id":"a","createdAt":"2026-07-30","tombstone":"deleted"}%s]}\\n' "$1"
      }
      story '' > stories
      atoll batch stories --store site.db -f text --no-sync > results
      story ',{"id":"b","createdAt":"2026-08-05","body":"of b"}' > stories.ndjson
      atoll digest stories.ndjson --only new --since-store site.db -f text | grep '^of'
      """, in: Command.makeFolder())
    #expect(outcome.output == "of b\n", "\(outcome)")
  }

  @Test(arguments: [
    (["--only", "new"], "--only new needs to know which comments are new"),
    (["--only", "old"], "'old'"), (["--top", "0"], "--top"), (["-f", "card"], "card"),
    (["--comment", "1"], "--comment"), (["--rejection-reason", "SPAM"], "--rejection-reason"),
    (["--guidelines", "https://example.com/"], "--guidelines"),
  ])
  func rejectsInvalidOptions(options: [String], message: String) throws {
    let outcome = try Command.atoll(["digest", "thread.json"] + options, in: Self.folder())
    #expect(outcome.status == 64 && outcome.errors.contains(message), "\(outcome.errors)")
  }

  /// Neither `digest` nor `card --top` has an option that chooses a story by its id in such a file.
  @Test(arguments: ["digest", "card --top 1 --address https://example.com/ -o out"])
  func saysHowToGiveSeveralStories(command: String) throws {
    let outcome = try Command.bash(
      """
      for id in a b; do
        echo '{"atoll":1,"story":{"id":"'$id'"},"comments":[{"id":"1","body":"Hi"}]}' >> stories.json
      done
      atoll \(command) stories.json; echo $?
      """, in: Command.makeFolder())
    #expect(outcome.output == "65\n", "\(outcome)")
    #expect(
      outcome.errors.contains("2 stories: a, b") && outcome.errors.contains(".ndjson")
        && !outcome.errors.contains("--story"), "\(outcome.errors)")
  }

  @Test func writesTheSameBytesInAnyTimeZone() throws {
    let folder = try Self.folder()
    let arguments = ["digest", "-q", "thread.json", "stories.ndjson", "-f", "email"]
    let first = try Command.atoll(arguments, in: folder)
    let second = try Command.atoll(arguments, in: folder, environment: ["TZ": "Asia/Tokyo"])
    #expect(first.status == 0 && first.output == second.output)
  }
}
