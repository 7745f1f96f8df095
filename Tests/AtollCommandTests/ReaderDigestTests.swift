import Foundation
import Testing

/// `atoll digest --campaign`: a mail to each reader, with what is new to them.
struct ReaderDigestTests {
  private struct Result: Decodable {
    struct Failure: Decodable { var message: String }
    struct Trailer: Decodable {
      var `in`: Int
      var out: Int
      var bad: Int
      var comments: Int
    }
    var to: String?
    var ok: Bool?
    var output: String?
    var comments: Int?
    var error: Failure?
    var trailer: Trailer?

    /// The value of a header that is on one line.
    func header(_ name: String) -> String? {
      output?.components(separatedBy: "\r\n").first { $0.hasPrefix("\(name): ") }
        .map { String($0.dropFirst(name.count + 2)) }
    }

    /// The comments in the text part: a letter for the story, and a number.
    var shown: [String] {
      guard let text = output?.components(separatedBy: "Content-Type: text/html").first else {
        return []
      }
      return text.matches(of: /words of (\w\d)/).map { String($0.output.1) }
    }
  }

  /// A comment of a story, written at an hour of 31 July, by an author with an id.
  private struct Comment {
    var id: String
    var hour: Int
    var author: String
    var likes = 0
    var parent: String?
    var tags: [String] = []
  }

  private static func story(
    _ id: String, _ comments: [Comment], recipients: String? = nil
  ) throws -> String {
    let document: [String: Any] = [
      "atoll": 1,
      "story": ["id": id, "title": "Story \(id)", "url": "https://www.example.com/\(id)"],
      "comments": comments.map { comment in
        var members: [String: Any] = [
          "id": comment.id, "author": ["id": comment.author, "name": "Name of \(comment.author)"],
          "likes": comment.likes, "body": "words of \(comment.id)", "tags": comment.tags,
          "createdAt": 1_785_456_000_000 + comment.hour * 3_600_000,
        ]
        members["parentId"] = comment.parent
        return members
      },
    ]
    let line = String(
      decoding: try JSONSerialization.data(withJSONObject: document), as: UTF8.self)
    return recipients.map { String(line.dropLast()) + #","recipients":[\#($0)]}"# } ?? line
  }

  private static let stories = [
    [
      Comment(id: "a1", hour: 9, author: "ann", likes: 2),
      Comment(id: "a2", hour: 11, author: "bob", likes: 1, parent: "a1"),
      Comment(id: "a3", hour: 12, author: "cleo", likes: 40),
      Comment(id: "a4", hour: 13, author: "dan", likes: 30),
      Comment(id: "a5", hour: 14, author: "dan", likes: 20),
      Comment(id: "a6", hour: 15, author: "dan", likes: 10),
    ],
    [
      Comment(id: "b1", hour: 10, author: "bob", likes: 5),
      Comment(id: "b2", hour: 16, author: "ann", likes: 60, parent: "b1"),
    ],
    [Comment(id: "c1", hour: 8, author: "cleo", likes: 90, tags: ["FEATURED"])],
  ]

  private static func results(
    _ readers: [String], _ options: [String] = [], stories: [String]? = nil, status: Int32 = 0
  ) throws -> [Result] {
    let folder = try Command.makeFolder()
    let lines = try stories ?? zip(["a", "b", "c"], Self.stories).map { try story($0, $1) }
    try Data(lines.joined(separator: "\n").utf8)
      .write(to: folder.appending(path: "stories.ndjson"))
    var arguments = ["digest", "stories.ndjson", "-f", "email", "--campaign", "july"]
    if !readers.isEmpty { arguments += ["--recipients", "-"] }
    let outcome = try Command.atoll(
      arguments + ["--mail-from", "n@example.com", "--max-errors", "100%"] + options, in: folder,
      input: readers.joined(separator: "\n"))
    #expect(outcome.status == status, "\(outcome.errors)")
    return try outcome.output.split(separator: "\n").map {
      try JSONDecoder().decode(Result.self, from: Data($0.utf8))
    }
  }

  @Test func mailsEachReaderTheCommentsSinceTheirLastVisit() throws {
    let results = try Self.results([
      #"{"to":"x@example.com","since":"2026-07-31T12:30:00Z"}"#,
      #"{"to":"y@example.com","since":"2026-07-31T15:30:00Z","locale":"de"}"#,
      #"{"to":"z@example.com","since":1785508200000}"#,
      #"{"to":"new@example.com"}"#,
    ])
    #expect(results.map(\.ok) == [true, true, true, true, nil])
    #expect(Set(results[0].shown) == ["a4", "a5", "a6", "b2"])
    #expect(results[1].shown == ["b2"])
    #expect(results[1].header("Subject") == "1 neuer Kommentar zu Story b")
    #expect(Set(results[2].shown) == ["a6", "b2"] && results[2].header("To") == "z@example.com")
    // Without a last visit, all comments can be chosen: up to three of each story, and ten in all.
    #expect(Set(results[3].shown) == ["a3", "a4", "a5", "b1", "b2", "c1"])
    #expect(results[3].header("Subject") == "6 comments: Story c and 2 more stories")
    #expect(results[4].trailer?.out == 4)
  }

  @Test func showsTheSameCommentsInTextAndHTML() throws {
    let results = try Self.results([
      #"{"to":"ann@example.com","author":"ann","since":"2026-07-31T09:30:00Z"}"#,
      #"{"to":"new@example.com"}"#,
    ])
    for result in results.dropLast() {
      let html = try #require(
        result.output?.components(separatedBy: "Content-Type: text/html").last)
      let words = html.replacing("\r\n", with: " ").matches(of: /<p[^>]*>words of (\w\d)</)
      #expect(words.map { String($0.output.1) } == result.shown && !result.shown.isEmpty)
    }
  }

  @Test func doesNotMailReadersWithoutNewComments() throws {
    let results = try Self.results([
      #"{"to":"x@example.com","since":"2026-08-01"}"#,
      #"{"to":"ann@example.com","author":"ann","since":"2026-07-31T15:30:00Z"}"#,
    ])
    // The only later comment is ann's own.
    #expect(results.prefix(2).allSatisfy { $0.ok == true && $0.output == nil && $0.comments == 0 })
    #expect(results[2].trailer?.comments == 0)
  }

  @Test func putsRepliesToTheReadersOwnCommentsFirst() throws {
    let results = try Self.results([
      #"{"to":"ann@example.com","author":"ann","since":"2026-07-31T09:30:00Z"}"#
    ])
    #expect(results[0].shown == ["a2", "a3", "a4", "b1"])
    #expect(results[0].header("Subject") == "4 new comments: Story a and 1 more story")
    let mail = try #require(results[0].output)
    #expect(mail.contains("content=\"Name of bob replied to you: words of a2\""))
  }

  @Test func includesOnlyTheStoriesThatAReaderFollows() throws {
    let results = try Self.results([
      #"{"to":"x@example.com","stories":["b","unknown"]}"#,
      #"{"to":"y@example.com","since":"2026-08-01","stories":{"a":"2026-07-31T14:30:00Z","c":null}}"#,
    ])
    #expect(results[0].shown == ["b2", "b1"])
    #expect(results[1].shown == ["a6"])
  }

  /// A day halves the likes: of two comments, the one that is a day older needs about twice as many.
  @Test(arguments: [(61, ["b1", "a1"]), (63, ["a1", "b1"])])
  func ranksCommentsByFreshnessAndLikes(likes: Int, shown: [String]) throws {
    let stories = [
      try Self.story("a", [Comment(id: "a1", hour: -12, author: "ann", likes: likes)]),
      try Self.story("b", [Comment(id: "b1", hour: 12, author: "bob", likes: 30)]),
    ]
    #expect(try Self.results([#"{"to":"x@example.com"}"#], stories: stories)[0].shown == shown)
  }

  @Test func readsRecipientsFromStoryLines() throws {
    let readers = [
      #"{"to":"x@example.com","since":"2026-07-31T14:30:00Z"},{"to":"only-a@example.com"}"#,
      #"{"to":"X@example.com","since":"2026-07-31"}"#, #"{"to":"bad"}"#,
    ]
    let stories = try zip(zip(["a", "b", "c"], Self.stories), readers).map {
      try Self.story($0.0, $0.1, recipients: $1)
    }
    let results = try Self.results([], stories: stories)
    #expect(results.map(\.to) == ["x@example.com", "only-a@example.com", "bad", nil])
    #expect(results[0].shown == ["b2", "b1", "a6"])
    #expect(results[1].shown == ["a3", "a4", "a5"])
    #expect(results[2].error?.message.contains("is not an address") == true)
  }

  /// Many recipients of one story are divided among lines with the same story.
  @Test func mailsEachReaderOnceIfAStoryIsOnSeveralLines() throws {
    let stories = try ["x", "y"].map {
      try Self.story("a", Self.stories[0], recipients: #"{"to":"\#($0)@example.com"}"#)
    }
    let results = try Self.results([], stories: stories)
    #expect(results.map(\.to) == ["x@example.com", "y@example.com", nil])
    for result in results.dropLast() {
      #expect(result.shown == ["a3", "a4", "a5"])
      #expect(result.header("Subject") == "3 comments on Story a")
    }
  }

  @Test func readsANumericLastVisitInSecondsOrMilliseconds() throws {
    let seconds = 1_785_456_000 + 15 * 3_600 - 1
    let results = try Self.results([
      #"{"to":"x@example.com","since":\#(seconds)}"#,
      #"{"to":"y@example.com","since":\#(seconds)000}"#,
    ])
    #expect(results[0].shown == ["b2", "a6"] && results[1].shown == ["b2", "a6"])
  }

  @Test func doesNotChooseACommentFromTheFuture() throws {
    let comments = [
      Comment(id: "a1", hour: 9, author: "ann", likes: 9),
      Comment(id: "a2", hour: 24 * 9_000, author: "bob"),
      Comment(id: "a3", hour: 10, author: "bob", likes: 9),
    ]
    let results = try Self.results(
      [#"{"to":"x@example.com","since":"2026-07-30"}"#, #"{"to":"y@example.com"}"#],
      ["--now", "2026-08-01"], stories: [try Self.story("a", comments)])
    #expect(results[0].shown == ["a3", "a1"])
    #expect(results[1].shown == ["a3", "a1"])
  }

  @Test func mailsNothingIfEveryCommentIsTooLarge() throws {
    var story = try Self.story("a", [Comment(id: "a1", hour: 9, author: "ann")])
    story.replace(
      "words of a1", with: String(repeating: #"[a](http://b.cc)\n"#, count: 960))
    let results = try Self.results([#"{"to":"x@example.com"}"#], stories: [story])
    #expect(results[0].ok == true && results[0].output == nil && results[0].comments == 0)
    #expect(results[1].trailer?.comments == 0)
  }

  @Test func rejectsStoryLinesWhoseRecipientsListStories() throws {
    let invalid = #"{"to":"x@example.com","stories":["b"]}"#
    let lines = try [#"{"to":"x@example.com"}"#, invalid, invalid].enumerated().map {
      try Self.story(["a", "b", "c"][$0], Self.stories[$0], recipients: $1)
    }
    let results = try Self.results([], stories: lines)
    #expect(results.map(\.ok) == [true, false, nil])
    #expect(results[0].shown.allSatisfy { $0.hasPrefix("a") })
    #expect(
      results[1].error?.message.contains("'stories' is allowed only in a file of recipients")
        == true)
  }

  /// Otherwise, readers of one such story would get the comments of all others.
  @Test func rejectsRecipientsOfAStoryWithoutAnID() throws {
    let lines = try ["x@example.com", "y@example.com"].map {
      try Self.story("", Self.stories[0], recipients: #"{"to":"\#($0)"}"#)
    }
    let results = try Self.results([], stories: lines)
    #expect(results.map(\.ok) == [false, false, nil])
    #expect(results[0].error?.message == "the story of this recipient has no id")
  }

  @Test func countsAFaultyRecipientOnceForAllStories() throws {
    let lines = try zip(["a", "b", "c"], Self.stories).map {
      try Self.story($0, $1, recipients: #"{"to":"no address"},{"to":"x@example.com"}"#)
    }
    let results = try Self.results([], stories: lines)
    #expect(results.map(\.ok) == [false, true, nil])
  }

  @Test func writesNoTrailerIfASignalArrivesBeforeTheLastReader() throws {
    let folder = try Command.makeFolder()
    try Data(Self.story("a", Self.stories[0]).utf8)
      .write(to: folder.appending(path: "stories.ndjson"))
    let outcome = try Command.bash(
      #"""
      python3 -c '
      import subprocess, time
      command = "atoll digest stories.ndjson -q -f email --campaign july --recipients - --mail-from n@example.com"
      with open("results", "wb") as results:
          process = subprocess.Popen(command.split(), stdin=subprocess.PIPE, stdout=results)
      for number in range(500): process.stdin.write(b"{\"to\":\"r%d@example.com\"}\n" % number)
      process.stdin.flush()
      def text(): return open("results").read()
      while text().count("\n") < 20: time.sleep(0.05)
      time.sleep(0.5)
      process.terminate()
      print(process.wait() in (143, -15), text().count("trailer"))'
      """#, in: folder)
    #expect(outcome.output == "True 0\n", "\(outcome)")
  }

  @Test func warnsAboutRecipientsWithoutACampaign() throws {
    let folder = try Command.makeFolder()
    let line = try Self.story("a", Self.stories[0], recipients: #"{"to":"x@example.com"}"#)
    try Data(line.utf8).write(to: folder.appending(path: "stories.ndjson"))
    let outcome = try Command.atoll(["digest", "stories.ndjson", "-f", "text"], in: folder)
    #expect(outcome.status == 0 && outcome.errors.contains("get no mail of their own"))
  }

  @Test func filtersCommentsButKeepsRepliesToTheReader() throws {
    let reader = #"{"to":"ann@example.com","author":"ann","since":"2026-07-30"}"#
    func shown(_ options: [String]) throws -> [String] {
      try Self.results([reader], options)[0].shown
    }
    // Replies to the reader are chosen however few likes they have.
    #expect(try shown(["--min-likes", "30"]) == ["a2", "a3", "a4", "c1"])
    #expect(try shown(["--only", "featured"]) == ["a2", "c1"])
    #expect(try shown(["--top", "2"]) == ["a2", "c1"])
    #expect(try shown(["--top-per-story", "1", "--sort", "oldest"]) == ["a2", "c1", "b1"])
  }

  @Test func usesAnEarlierRunForReadersWithoutALastVisit() throws {
    let folder = try Command.makeFolder()
    let old = try Self.story("a", Array(Self.stories[0].prefix(4)))
    let new = try zip(["a", "b"], Self.stories).map { try Self.story($0, $1) }
    try Data(old.utf8).write(to: folder.appending(path: "old"))
    try Data(new.joined(separator: "\n").utf8).write(to: folder.appending(path: "new.ndjson"))
    let outcome = try Command.bash(
      """
      atoll batch old --store site.db -f text --no-sync > results
      printf '%s\\n' '{"to":"x@example.com"}' '{"to":"y@example.com","since":"2026-07-31T15:30:00Z"}' > readers
      atoll digest new.ndjson --since-store site.db --campaign n --recipients readers -f email
      """, in: folder)
    let results = try outcome.output.split(separator: "\n").map {
      try JSONDecoder().decode(Result.self, from: Data($0.utf8))
    }
    #expect(results.map(\.shown) == [["b2", "b1", "a5", "a6"], ["b2"], []], "\(outcome.errors)")
  }

  @Test func readsRecipientsFromAPipe() throws {
    let folder = try Command.makeFolder()
    let story = try Self.story("a", Self.stories[0])
    try Data(story.utf8).write(to: folder.appending(path: "a.ndjson"))
    let outcome = try Command.bash(
      """
      atoll digest a.ndjson --campaign n -f email --recipients \
        <(printf '%s\\n' '{"to":"x@example.com","since":"2026-07-30T00:00:00Z"}')
      """, in: folder)
    #expect(outcome.output.contains(#""to":"x@example.com","ok":true"#), "\(outcome.errors)")
  }

  @Test func skipsAnInvalidReaderAndMailsTheOthers() throws {
    let good = #"{"to":"good@example.com","merge":{"name":"x"}}"#
    let results = try Self.results(
      [
        good, "", #"{"to":"ann"}"#, #"{"to":"a@example.com","since":"soon"}"#, "{",
        #"{"to":"a@example.com","since":true}"#, #"{"to":"GOOD@example.com"}"#,
        #"{"to":"b@example.com","stories":[1e999,["a"]]}"#, #"{"to":"c@example.com"}"#, "7",
        good.replacing("good", with: "last"),
      ], ["--reason", "Dear {{name}}"])
    #expect(
      results.dropLast().map { $0.ok == true } == [true] + Array(repeating: false, count: 8) + [
        true
      ])
    let messages = results.compactMap(\.error?.message)
    for part in [
      "is not an address", "'since' is not a moment", "not valid JSON", "neither a text nor",
      "occurs twice", "neither a text", "no value for {{name}}", "a recipient is an object",
    ] {
      #expect(messages.contains { $0.contains(part) }, "\(part): \(messages)")
    }
    #expect(results.last?.trailer?.bad == 8)
    #expect(results.allSatisfy { $0.to != "" }, "a line without an address has no 'to'")
  }

  @Test func keepsTheMessageIDOfAMailWhenItsContentChanges() throws {
    let reader = #"{"to":"x@example.com"}"#
    let first = try Self.results([reader])[0].header("Message-ID")
    #expect(first != nil)
    #expect(try Self.results([reader], ["--top", "1"])[0].header("Message-ID") == first)
    #expect(try Self.results([reader], ["--campaign", "august"])[0].header("Message-ID") != first)
  }

  @Test func exitsWith1IfTooManyMailsFail() throws {
    let results = try Self.results(
      [#"{"to":"bad"}"#, #"{"to":"x@example.com"}"#], ["--max-errors", "0"], status: 1)
    // All readers have their results; only the last line is missing.
    #expect(results.map(\.ok) == [false, true] && results.allSatisfy { $0.trailer == nil })
  }

  @Test(arguments: [
    (["--recipients", "readers"], "add --campaign NAME"),
    (["--campaign", "x", "-f", "page"], "--campaign writes mails"),
    (
      ["--campaign", "x", "-f", "email", "--recipients", "-"],
      "standard input can be read only once"
    ),
    (
      ["--campaign", "x", "-f", "email", "--message-id", "a@example.com"],
      "--message-id has no effect"
    ),
    (["--campaign", "x", "-f", "email", "--mail-to", "a@example.com"], "--mail-to has no effect"),
    (["--campaign", "x", "-f", "email", "--skip-empty"], "--skip-empty has no effect"),
  ])
  func rejectsMissingAndIncompatibleOptions(options: [String], message: String) throws {
    let outcome = try Command.atoll(["digest"] + options, in: Command.makeFolder(), input: "{}")
    #expect(outcome.status == 64 && outcome.errors.contains(message), "\(outcome.errors)")
  }

  /// A later run would not send the comments that this one misses.
  @Test func refusesACampaignIfNoStoryWasFetched() throws {
    let folder = try Command.makeFolder()
    try Data(#"{"notFetched":"a","reason":"timeout"}"#.utf8).write(
      to: folder.appending(path: "site.ndjson"))
    let outcome = try Command.atoll(
      ["digest", "--campaign", "x", "-f", "email", "site.ndjson"], in: folder)
    #expect(outcome.ended(with: 65, saying: "the story 'a' was not fetched"))
    #expect(outcome.output.isEmpty)
  }

  @Test func writesNoMailIfThereAreNoStories() throws {
    let folder = try Command.makeFolder()
    try Data(#"{"to":"x@example.com"}"#.utf8).write(to: folder.appending(path: "readers"))
    for (options, count) in [([], 0), (["--recipients", "readers"], 1)] {
      let outcome = try Command.atoll(
        ["digest", "--campaign", "x", "-f", "email"] + options, in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.output.contains(#""out":\#(count),"bad":0"#), "\(outcome.output)")
      #expect(!outcome.output.contains("output"))
    }
  }

  @Test func rejectsStoriesThatNoReaderFollows() throws {
    #expect(try Self.results([], status: 65).isEmpty)
  }
}
