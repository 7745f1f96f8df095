import Foundation
import Testing

/// `atoll batch`, which writes one result line for each input line.
struct BatchTests {
  /// A story as one line.
  static func story(_ id: String, comments: Int = 2) -> String {
    let list = (0..<comments).map {
      #"{"id":"\#($0)","author":{"name":"A"},"createdAt":"2026-07-31T10:00:00Z","body":"Text *\#($0)* of \#(id)"}"#
    }
    return #"{"atoll":1,"story":{"id":"\#(id)","url":"https://example.com/\#(id)","title":"T"},"#
      + #""comments":[\#(list.joined(separator: ","))]}"#
  }

  struct Result: Decodable {
    struct Failure: Decodable {
      var code: String
      var at: Int?
      var message: String
    }
    struct Trailer: Decodable {
      var `in`: Int
      var empty: Int
      var out: Int
      var bad: Int
      var comments: Int
      var broken: Int
      var version: String
    }
    struct Warning: Decodable {
      var code: String
      var comment: String?
    }
    var v: Int?
    var key: String?
    var seq: Int?
    var ok: Bool?
    var `in`: String?
    var out: String?
    var output: String?
    var comments: Int?
    var warnings: [Warning]?
    var error: Failure?
    var trailer: Trailer?
  }

  static func results(_ output: String) throws -> [Result] {
    try output.split(separator: "\n").map {
      try JSONDecoder().decode(Result.self, from: Data($0.utf8))
    }
  }

  static func batch(_ input: String, _ options: String...) throws -> Command.Outcome {
    try Command.atoll(["batch"] + options, in: try Command.makeFolder(), input: input)
  }

  @Test(arguments: [
    (#"{"comments":[{"id":"c1","author":"Ann","body":"x"}]}"#, #"add "atoll": 1"#),
    (#"{"comments":[{"id":"c1","user":"Ann","text":"x"}]}"#, "text to body"),
    (
      #"{"author":"pg","children":[],"created_at":"2006-10-09T18:21:51.000Z","id":1,"points":57,"story_id":1,"type":"story","url":"http://y.com"}"#,
      "this looks like an export of Hacker News"
    ),
  ])
  func explainsWhyALineIsNotAStory(line: String, words: String) throws {
    let outcome = try Self.batch([Self.story("a"), line].joined(separator: "\n"))
    let failure = try #require(Self.results(outcome.output)[1].error)
    #expect(failure.message.contains(words))
  }

  @Test func rendersEachStoryLikeTheRenderCommand() throws {
    let lines = (1...9).map { Self.story("s\($0)", comments: $0 * 3) }
    let outcome = try Self.batch(lines.joined(separator: "\n"), "--format", "fragment")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    let results = try Self.results(outcome.output)
    #expect(results.count == 10)
    for (index, line) in lines.enumerated() {
      let alone = try Command.atoll(
        ["render", "-q", "--format", "fragment"], in: try Command.makeFolder(), input: line)
      #expect(results[index].output == alone.output)
      #expect(results[index].key == "s\(index + 1)")
      #expect(results[index].seq == index + 1)
      #expect(results[index].ok == true)
      #expect(results[index].comments == (index + 1) * 3)
    }
    let trailer = try #require(results.last?.trailer)
    #expect(trailer.in == 9 && trailer.out == 9 && trailer.bad == 0 && trailer.empty == 0)
    #expect(trailer.comments == (1...9).reduce(0) { $0 + $1 * 3 })
  }

  @Test func writesTheSameBytesWithAnyNumberOfThreads() throws {
    let folder = try Command.makeFolder()
    let lines = (1...150).map { Self.story("s\($0)", comments: $0 % 50 == 0 ? 2000 : $0 % 7) }
    try Data(lines.joined(separator: "\n").utf8).write(to: folder.appending(path: "in"))
    let sums = try Command.bash(
      "for n in 1 2 3 8; do atoll batch in --threads $n | sha256sum; done", in: folder)
    #expect(Set(sums.output.split(separator: "\n")).count == 1, "\(sums.errors)")
    #expect(sums.errors == "")
  }

  @Test func reportsInvalidLinesAndContinues() throws {
    let input = [
      "\u{FEFF}" + Self.story("a"), "", "nonsense", Self.story("b") + "\r", " \t", #"{"x":1}"#,
      String(Self.story("c").dropLast(30)), Self.story("d", comments: 50), Self.story("e"), "[1,2",
      String(repeating: "x", count: 9000), Self.story("f"),
    ].joined(separator: "\n")
    let outcome = try Self.batch(
      input, "--max-line", "8000", "--max-story-comments", "40", "-f", "text", "--max-errors",
      "100%")
    #expect(outcome.status == 0)
    let results = try Self.results(outcome.output)
    #expect(
      results.map { $0.error?.code } == [
        nil, "bad_json", nil, "schema", "bad_json", "too_large", nil, "bad_json", "too_large", nil,
        nil,
      ])
    #expect(results.map(\.seq) == [1, 3, 4, 6, 7, 8, 9, 10, 11, 12, nil])
    #expect(results[4].error?.at != nil)
    let trailer = try #require(results.last?.trailer)
    #expect(trailer.in == 10 && trailer.empty == 2 && trailer.out == 10 && trailer.bad == 6)
  }

  @Test func usesTheTextBeforeTheTabOfALineAsItsKey() throws {
    let outcome = try Self.batch(
      "k\u{1}\"1\t\(Self.story("a"))\nk2\tnonsense\n", "--strip-key", "-f", "text")
    let results = try Self.results(outcome.output)
    #expect(results.map(\.key) == ["k\u{1}\"1", "k2", nil])
    #expect(results.map(\.ok) == [true, false, nil])
  }

  @Test(arguments: ["page", "fragment", "fragment --style-sheet /a.css", "text", "email"])
  func hashesInputAndOutputOnRequest(format: String) throws {
    let folder = try Fixture.folder(Self.story("a"))
    let outcome = try Command.bash(
      """
      atoll batch --hashes -f \(format) thread.json > result
      sha256sum < thread.json
      atoll render -q -f \(format) thread.json | sha256sum
      """, in: folder)
    let sums = outcome.output.split(separator: "\n").map { String($0.prefix(64)) }
    let result = try Self.results(
      String(contentsOf: folder.appending(path: "result"), encoding: .utf8))[0]
    #expect(result.in == sums[0])
    #expect(result.out == sums[1])
  }

  @Test func omitsMailsOfStoriesWithoutNewCommentsIfAsked() throws {
    let folder = try Command.makeFolder()
    let late = Self.story("b").replacing("T10:00:00Z", with: "T12:00:00Z")
    let input = "\(Self.story("a"))\n\(late)\n"
    let arguments = [
      "batch", "-f", "email-text", "--since", "2026-07-31T11:00:00Z", "--no-trailer",
    ]
    let all = try Command.atoll(arguments, in: folder, input: input)
    #expect(all.status == 0 && all.output.contains("2 new comments"), "\(all.errors)")
    let news = try Command.atoll(arguments + ["--skip-empty"], in: folder, input: input)
    let lines = news.output.split(separator: "\n")
    #expect(news.status == 0 && lines.count == 2)
    #expect(lines[0].contains("\"ok\":true") && !lines[0].contains("\"output\""))
    #expect(all.output.split(separator: "\n")[1] == lines[1])
    let store = try Command.atoll(arguments + ["--skip-empty", "--store", "s"], in: folder)
    #expect(store.status == 64 && store.errors.contains("a store removes stories"))
    let since = try Command.atoll(["batch", "--skip-empty"], in: folder, input: input)
    #expect(since.status == 64 && since.errors.contains("add --since"))
  }

  @Test func omitsHashesUnlessRequested() throws {
    let results = try Self.results(Self.batch(Self.story("a"), "-f", "text").output)
    #expect(results[0].ok == true && results[0].in == nil && results[0].out == nil)
    let refused = try Self.batch(Self.story("a"), "--hashes", "--store", "s")
    #expect(refused.ended(with: 64, saying: "--hashes is for results without a store"))
  }

  @Test func writesTheCardAddressOfTheMostLikedComment() throws {
    let story = """
      {"atoll":1,"story":{"id":"s 1"},"comments":[{"id":"a","body":"x"},{"id":"b/c","body":"y","likes":2}]}
      """
    let empty = #"{"atoll":1,"story":{"id":"s2"},"comments":[]}"#
    let outcome = try Self.batch(
      "\(story)\n\(empty)\n", "-f", "text", "--cards", "https://example.com/c/", "--no-trailer")
    let lines = outcome.output.split(separator: "\n")
    #expect(
      lines[0].contains(#""card":"https://example.com/c/s%25201/b%252Fc/card.png""#), "\(lines)")
    #expect(!lines[1].contains("\"card\""))
  }

  @Test(arguments: [
    (["ftp://example.com/"], "--cards 'ftp://example.com/' cannot be the address of a folder"),
    (["https://example.com/", "--store", "s"], "--cards is for results without a store"),
  ])
  func rejectsAnInvalidCardsOptionOrOneWithAStore(words: [String], message: String)
    throws
  {
    let refused = try Command.atoll(
      ["batch", "--cards"] + words, in: Command.makeFolder(), input: Self.story("a"))
    #expect(refused.status == 64 && refused.errors.contains(message), "\(refused.errors)")
  }

  /// The style element is escaped once for all results, wherever a piece of a long output ends.
  @Test func writesTheStyleSheetIntoEveryResult() throws {
    let stories = [Self.story("a"), Self.story("b", comments: 2_500), Self.story("c")]
    for format in ["page", "fragment"] {
      let results = try Self.results(
        Self.batch(stories.joined(separator: "\n"), "-f", format, "--threads", "1").output)
      for (story, result) in zip(stories, results) {
        let alone = try Command.atoll(
          ["render", "-q", "-f", format], in: try Command.makeFolder(), input: story)
        #expect(alone.output.contains("<style>"))
        #expect(result.output == alone.output)
      }
    }
  }

  @Test func escapesControlCharactersInItsOutput() throws {
    let outcome = try Self.batch(
      Self.story("a\\u0001\\tb\\u007f"), "-f", "ansi", "--color", "always")
    #expect(outcome.output.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A })
    #expect(try Self.results(outcome.output)[0].output?.contains("\u{1B}[") == true)
  }

  @Test func putsWarningsIntoTheResultOfTheStory() throws {
    let odd = Fixture.odd.replacing("\n", with: "")
    let results = try Self.results(try Self.batch("\(odd)\n").output)
    #expect(results[0].warnings?.map(\.code) == ["missing-parent"])
    #expect(results[0].warnings?.first?.comment == "2")
  }

  @Test(arguments: [
    ("1", 1), ("2", 0), ("49%", 1), ("50%", 0), ("0", 1), ("100%", 0),
  ])
  func exitsWith1IfTooManyStoriesFail(limit: String, status: Int32) throws {
    let input = "x\n\(Self.story("a"))\ny\n\(Self.story("b"))\n"
    let outcome = try Self.batch(input, "--max-errors", limit)
    #expect(outcome.status == status)
    #expect(outcome.output.contains("\"trailer\"") == (status == 0))
  }

  @Test func warnsEvenIfOnlyAFewStoriesFail() throws {
    let outcome = try Self.batch(
      "\(Self.story("a"))\n{\"id\" 3}\n{\"id\" 4}\n", "--max-errors", "2")
    #expect(outcome.ended(with: 0, saying: ":2: warning: 2 of 3 stories failed; the first: "))
  }

  @Test func exitsWith1IfEveryStoryFails() throws {
    let folder = try Command.makeFolder()
    try Data("\(Self.story("a"))\n".utf8).write(to: folder.appending(path: "good"))
    try Data("x\n{broken\n".utf8).write(to: folder.appending(path: "bad"))
    let outcome = try Command.bash(
      """
      atoll batch good --store site > /dev/null
      atoll batch bad --store site | grep -c '"ok":false'; echo ${PIPESTATUS[0]}
      atoll store runs site | wc -l
      atoll batch bad > /dev/null; echo $?
      atoll batch bad --max-errors 100% | tail -n 1 | grep -o '"bad":2'
      atoll batch < /dev/null | grep -o '"out":0'
      """, in: folder)
    #expect(outcome.output == "2\n1\n1\n1\n\"bad\":2\n\"out\":0\n", "\(outcome)")
    #expect(
      outcome.errors.contains(
        "error: 2 of 2 stories failed, more than --max-errors allows; if that is intended"))
  }

  @Test(arguments: ["-o results", "--store site", "> results"])
  func explainsThatEveryLineMustContainAStory(options: String) throws {
    let outcome = try Command.bash(
      "atoll demo -q; atoll batch demo/thread.json \(options)", in: try Command.makeFolder())
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.hasPrefix(
        "demo/thread.json:1: error: the JSON does not end on this line; each line must be one "
          + "story; write a document on one line with: jq -c . FILE\n"), "\(outcome.errors)")
  }

  @Test func reportsTheFirstFailureWithAnyNumberOfThreads() throws {
    let folder = try Command.makeFolder()
    let lines = (1...600).map { "nonsense \($0)" }
    try Data(lines.joined(separator: "\n").utf8).write(to: folder.appending(path: "in"))
    let outcome = try Command.bash(
      "for n in 1 2 8; do atoll batch in -o out --threads $n 2>&1; done; ls", in: folder)
    let printed = outcome.output.split(separator: "\n")
    #expect(printed.count { $0.hasPrefix("in:1: error: this is not JSON") } == 3, "\(outcome)")
    #expect(printed.last == "in")
  }

  @Test func stopsAfterTheSameFailureWithAnyNumberOfThreads() throws {
    let folder = try Command.makeFolder()
    let lines = (1...600).map { $0 == 500 ? "nonsense" : Self.story("s\($0)", comments: 9) }
    try Data(lines.joined(separator: "\n").utf8).write(to: folder.appending(path: "in"))
    let outcome = try Command.bash(
      """
      for n in 1 2 8 8 8 8; do atoll batch in --max-errors 0 -f text --threads $n | sha256sum; done
      atoll batch in --max-errors 0 -f text --threads 8 | grep -c '"seq":500,"ok":false'
      """, in: folder)
    let printed = outcome.output.split(separator: "\n")
    #expect(printed.last == "1" && Set(printed).count == 2, "\(outcome)")
  }

  @Test func reportsAnAbandonedRunWhenTheReaderClosesThePipe() throws {
    let folder = try Fixture.folder(
      (1...500).map { Self.story("s\($0)") }.joined(separator: "\n"))
    let outcome = try Command.bash(
      """
      atoll batch thread.json --store site --explain | head -n 1 > /dev/null; echo ${PIPESTATUS[0]}
      """, in: folder)
    #expect(outcome.output == "141\n")
    #expect(
      outcome.errors.hasPrefix(
        "site: error: the reader of the results closed the pipe, so the run was abandoned"))
  }

  @Test func rejectsATruncatedInput() throws {
    let outcome = try Self.batch("\(Self.story("a"))\n\(Self.story("b").dropLast(20))")
    #expect(outcome.status == 65)
    #expect(
      outcome.errors
        == "standard input: error: the input ends within line 2; send all of it again\n")
    #expect(try Self.results(outcome.output).map(\.ok) == [true, false])
  }

  @Test func omitsTheErrorPrefixFromMessagesInResultLines() throws {
    let outcome = try Self.batch(
      #"{"atoll":1,"story":{"id":"a"},"comments":[]}"#, "-f", "atom")
    #expect(outcome.status == 1 && !outcome.output.contains("error: "), "\(outcome)")
    #expect(
      outcome.output.contains(#""code":"render","message":"the story has no address"#), "\(outcome)"
    )
    #expect(outcome.errors.ranges(of: "error:").count == 2, "\(outcome)")
  }

  @Test func acceptsALastLineWithoutALineFeed() throws {
    for (input, options) in [
      (#"{"x":1}"#, []), ("nonsense", []), ("k\t{\"x\":1}", ["--strip-key"]),
    ] {
      let outcome = try Command.atoll(
        ["batch", "--max-errors", "100%"] + options, in: try Command.makeFolder(), input: input)
      #expect(outcome.status == 0, "\(input): \(outcome.errors)")
      #expect(try Self.results(outcome.output).last?.trailer?.bad == 1)
    }
    for input in ["k\t", "ke", "k\t{\"x\":"] {
      let outcome = try Self.batch(input, "--strip-key")
      #expect(outcome.status == 65, "\(input): \(outcome)")
    }
  }

  @Test func rejectsAnOverlongLineInLinearTime() throws {
    let outcome = try Command.bash(
      """
      head -c 48000000 /dev/zero | tr '\\0' x > line; echo >> line
      ulimit -t 8; atoll batch line --max-line 47000000 | grep -o '"code":"[^"]*"'
      """, in: try Command.makeFolder())
    #expect(outcome.output == "\"code\":\"too_large\"\n", "\(outcome)")
  }

  @Test func runsWithoutEnvironmentVariables() throws {
    let folder = try Fixture.folder(Self.story("a"))
    let outcome = try Command.bash(
      "cd / && env -i \(Command.binary.path) batch < \(folder.path)/thread.json | wc -l", in: folder
    )
    #expect(outcome.output == "2\n")
    #expect(outcome.errors == "")
  }

  @Test func replacesTheOutputFileAtomically() throws {
    let folder = try Fixture.folder(Self.story("a"))
    let outcome = try Command.bash(
      "atoll batch thread.json -o results && wc -l < results; ls -A", in: folder)
    #expect(outcome.output == "2\nresults\nthread.json\n")
    let torn = try Command.bash(
      "head -c 100 thread.json | atoll batch -o results; echo $?; wc -l < results", in: folder)
    #expect(torn.output == "65\n2\n")
  }

  @Test func exitsWith141WhenTheReaderClosesThePipe() throws {
    let folder = try Fixture.folder(
      Array(repeating: Self.story("a"), count: 500).joined(separator: "\n"))
    let outcome = try Command.bash(
      "atoll batch thread.json | head -n 1 > /dev/null; echo ${PIPESTATUS[0]}", in: folder)
    #expect(outcome.output == "141\n")
    #expect(outcome.errors == "")
  }

  // MARK: Conversations

  @Test func answersEachLineBeforeTheNextIsSent() throws {
    let folder = try Fixture.folder(Self.story("a"))
    let outcome = try Command.bash(
      """
      coproc atoll batch -f text
      for n in 1 2 3; do
        cat thread.json >&${COPROC[1]}; echo >&${COPROC[1]}
        read -r -t 120 line <&${COPROC[0]} && echo "${line:0:24}"
      done
      # Bash forgets both ends as soon as the process has ended.
      eval "exec 3<&${COPROC[0]} ${COPROC[1]}>&-"
      read -r -t 120 line <&3 && echo "${line:0:12}"
      """, in: folder)
    #expect(
      outcome.output == (1...3).map { "{\"v\":1,\"key\":\"a\",\"seq\":\($0)\n" }.joined()
        + "{\"trailer\":{\n")
  }

  @Test(arguments: [1, 2])
  func finishesTheCurrentResultOnSIGTERM(threads: Int) throws {
    let folder = try Fixture.folder(Self.story("a", comments: 40) + "\n")
    let outcome = try Command.bash(
      """
      : > results
      (while cat thread.json; do :; done) 2> /dev/null |
        { atoll batch --threads \(threads) & echo $! > id; wait $!; echo $? > status; } > results &
      while ! [[ $(wc -l < results) -gt 20 ]]; do sleep 0.05; done
      kill -TERM $(cat id)
      wait
      cat status
      tail -c 1 results | od -An -c
      tail -n 1 results | cut -c 1-17
      grep -c trailer results
      """, in: folder)
    #expect(outcome.output.hasPrefix("143\n  \\n\n{\"v\":1,\"key\":\"a\""), "\(outcome.output)")
    #expect(outcome.output.hasSuffix("\n0\n"))
    #expect(outcome.errors == "")
  }

  @Test func exitsAtOnceOnSIGTERMWhileWaitingForInput() throws {
    let outcome = try Command.bash(
      """
      atoll batch < <(sleep 5) &
      sleep 0.5; kill -TERM $!; wait $!; echo $?
      """, in: try Command.makeFolder())
    #expect(outcome.output == "143\n")
  }

  @Test func acceptsSpacesAndInvalidUTF8InAKey() throws {
    let story = Self.story("s")
    let outcome = try Command.bash(
      """
      story='\(story)'
      for key in ' a' 'b ' $'\\xffc' ''; do printf '%s\\t %s \\r\\n' "$key" "$story"; done > lines
      printf 'd\\t\\n' >> lines
      atoll batch --strip-key --hashes -f text lines
      """, in: try Command.makeFolder())
    let results = try Self.results(outcome.output)
    #expect(
      results.map(\.key) == [" a", "b ", "\u{FFFD}c", "s", "d", nil], "\(outcome.errors)")
    // The key belongs to the input.
    #expect(Set(results.prefix(4).compactMap(\.in)).count == 4)
    #expect(results[4].error?.code == "schema")
  }

  @Test func printsNoWarningsIfQuiet() throws {
    let folder = try Command.makeFolder()
    let input = "{\n" + BatchTests.story("s") + "\n" + BatchTests.story("t") + "\n"
    let loud = try Command.atoll(["batch"], in: folder, input: input)
    let quiet = try Command.atoll(["batch", "-q"], in: folder, input: input)
    #expect(loud.errors.contains("1 of 3 stories failed"))
    #expect(quiet.errors == "" && quiet.output == loud.output && quiet.status == loud.status)
  }
}
