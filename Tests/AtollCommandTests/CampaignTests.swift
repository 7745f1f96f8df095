import Foundation
import Testing

/// `atoll batch --campaign`: a mail to each recipient that a line names.
struct CampaignTests {
  private struct Result: Decodable {
    struct Failure: Decodable {
      var code: String
      var message: String
    }
    struct Trailer: Decodable {
      var `in`: Int
      var out: Int
      var bad: Int
    }
    var key: String?
    var to: String?
    var ok: Bool?
    var output: String?
    var error: Failure?
    var trailer: Trailer?

    var header: (String) -> String? {
      { name in
        output?.components(separatedBy: "\r\n").first { $0.hasPrefix("\(name): ") }
          .map { String($0.dropFirst(name.count + 2)) }
      }
    }
  }

  /// The schema of the Atoll document.
  private struct Schema: Decodable {
    struct Definition: Decodable { var properties: [String: Property]? }
    struct Property: Decodable {}
    var definitions: [String: Definition]

    private enum CodingKeys: String, CodingKey { case definitions = "$defs" }
  }

  private static func line(_ recipients: String, id: String = "one") -> String {
    String(BatchTests.story(id).dropLast()) + #","recipients":[\#(recipients)]}"#
  }

  private static func results(
    _ lines: [String], _ options: [String] = []
  ) throws -> [Result] {
    let outcome = try Command.atoll(
      [
        "batch", "--format", "email", "--campaign", "july", "--mail-from", "News <n@example.com>",
        "--max-errors", "100%",
      ] + options, in: try Command.makeFolder(), input: lines.joined(separator: "\n"))
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try outcome.output.split(separator: "\n").map {
      try JSONDecoder().decode(Result.self, from: Data($0.utf8))
    }
  }

  @Test func writesEachMailInItsRecipientsLanguageAndTimeZone() throws {
    let results = try Self.results(
      [
        Self.line(
          #"{"to":"Ann <ann@example.com>","locale":"de-AT","zone":"Europe/Berlin","merge":{"name":"Ann"}},"#
            + #"{"to":"bob@example.com","zone":null,"merge":{"name":8}}"#)
      ], ["--reason", "Dear {{ name }}!"])
    #expect(results.count == 3)
    #expect(results.map(\.to) == ["Ann <ann@example.com>", "bob@example.com", nil])
    #expect(results[0].header("To") == "Ann <ann@example.com>")
    #expect(results[0].header("Content-Language") == "de")
    #expect(results[1].header("Content-Language") == "en")
    let german = try #require(results[0].output)
    #expect(german.contains("12:00") && german.contains("Dear Ann!"))
    let english = try #require(results[1].output)
    #expect(english.contains("10:00") && english.contains("Dear 8!") && !english.contains("Ann"))
    let trailer = try #require(results[2].trailer)
    #expect(trailer.in == 1 && trailer.out == 2 && trailer.bad == 0)
  }

  @Test func usesALanguageFileOnlyForReadersOfItsLanguage() throws {
    let file = try Command.makeFolder().appending(path: "our.json")
    let words =
      #"{"language": "ca", "extends": "es", "words": {"read_and_reply_on": "Llegeix a @"}}"#
    try Data(words.utf8).write(to: file)
    let results = try Self.results(
      [
        Self.line(
          #"{"to":"a@example.com"},{"to":"b@example.com","locale":"ca-ES"},{"to":"c@example.com","locale":"es"}"#
        )
      ],
      ["--locale-file", file.path])
    #expect(results.dropLast().map { $0.header("Content-Language") } == ["ca", "ca", "es"])
  }

  @Test func keepsTheMessageIDOfAMailWhenItsContentChanges() throws {
    let lines = ["one", "two"].map { Self.line(#"{"to":"A <a@example.com>"}"#, id: $0) }
    func ids(_ options: [String], _ lines: [String]) throws -> [String] {
      try Self.results(lines, options).compactMap { $0.header("Message-ID") }
    }
    let first = try ids(["--now", "2026-08-01"], lines)
    #expect(Set(first).count == 2 && first.allSatisfy { $0.hasSuffix("@example.com>") })
    #expect(try ids(["--now", "now", "--subject", "Other"], lines) == first)
    #expect(try ids(["--threads", "1"], lines) == first)
    let other = lines.map { $0.replacing("A <a@example.com>", with: "A@example.com") }
    #expect(try ids([], other) == first)
    #expect(
      try ids([], lines.map { $0.replacing("a@", with: "b@") }).allSatisfy { !first.contains($0) })
    #expect(try Set(ids(["--campaign", "august"], lines)).isDisjoint(with: first))
  }

  @Test(arguments: [
    (#"{"to":"ann"}"#, "'ann' is not an address"),
    (#"{"to":"a@example.com\r\nBcc: b@example.com"}"#, "is not an address"),
    (#"{"to":"a@example.com","name":"A"}"#, "a recipient has no 'name'"),
    (#"{"to":"a@example.com","merge":["A"]}"#, "'merge' is not an object"),
    (#"{"to":"a@example.com","stories":"s1"}"#, "'stories' is neither a list"),
    (#"{"to":"a@example.com","locale":"xx"}"#, "unknown language 'xx'"),
    (#"{"to":"a@example.com","zone":"Mars/North"}"#, "unknown time zone 'Mars/North'"),
    (#"{"to":"a@example.com","zone":"../../etc/passwd"}"#, "invalid value"),
    (#"{"to":"a@example.com","merge":{"other":"x"}}"#, "no value for {{name}}"),
    (#"{"to":"a@example.com","merge":{"name":true}}"#, "'name' is neither a text nor a number"),
    (#"{"to":"GOOD@example.com","merge":{"name":"x"}}"#, "good@example.com occurs twice"),
    ("7", "a recipient is an object"),
  ])
  func skipsAnInvalidRecipientAndMailsTheOthers(recipient: String, message: String) throws {
    let good = #"{"to":"good@example.com","merge":{"name":"x"}}"#
    let results = try Self.results(
      [Self.line("\(good),\(recipient),\(good.replacing("good", with: "last"))")],
      ["--reason", "Dear {{name}}"])
    #expect(results.map { $0.ok == true } == [true, false, true, false])
    let failure = try #require(results[1].error)
    #expect(failure.message.contains(message), "\(failure.message)")
    #expect(results[1].key == "one" && results[3].trailer?.bad == 1)
  }

  @Test func rejectsAFooterLinkThatOnlyBeginsWithAMergeTag() throws {
    let recipient = #"{"to":"a@example.com","merge":{"u":"https://e.com/a"}}"#
    let results = try Self.results([Self.line(recipient)], ["--footer", "[R]({{u}}/x)"])
    #expect(
      results[0].error?.message.contains("'{{u}}' is only the beginning of an address") == true)
  }

  @Test func acceptsTheSameRecipientFieldsAsTheSchema() throws {
    let text = try Command.text(of: "docs/atoll-document.schema.json")
    let schema = try JSONDecoder().decode(Schema.self, from: Data(text.utf8))
    let members = try #require(schema.definitions["recipient"]?.properties)
    let results = try Self.results([Self.line(#"{"to":"a@example.com","other":1}"#)])
    let list = try #require(results[0].error?.message.split(separator: "; the keys are ").last)
    // The message also says, in parentheses, what two of the members are.
    let accepted = list.replacing(/\s\([^)]*\)/, with: "").replacing(" and ", with: ", ")
      .split(separator: ", ").map(String.init)
    // The stories that a reader follows are not in the line of a story.
    #expect(Set(members.keys) == Set(accepted).subtracting(["stories"]), "\(list)")
  }

  @Test func rejectsALineWithoutRecipients() throws {
    let results = try Self.results([BatchTests.story("one"), Self.line("", id: "two")])
    #expect(results.count == 2)
    #expect(results[0].error?.message.contains("names no recipients") == true)
  }

  @Test func namesTheFirstFailedMailIfTooManyMailsFail() throws {
    let line = Self.line(#"{"to":"ann@example.com"},7,8"#)
    let outcome = try Command.atoll(
      [
        "batch", "--format", "email", "--campaign", "july", "--mail-from", "News <n@example.com>",
        "--max-errors", "1",
      ], in: try Command.makeFolder(), input: "\n\(line)\n")
    #expect(outcome.ended(with: 1, saying: "standard input:2: error: a recipient is an object"))
  }

  @Test func readsRecipientsFromAServersResponse() throws {
    let response = try Command.text(of: "Tests/Fixtures/coral-response.json")
    let object = try JSONSerialization.jsonObject(with: Data(response.utf8))
    var members = try #require(object as? [String: Any])
    members["recipients"] = [["to": "a@example.com"]]
    let line = try JSONSerialization.data(withJSONObject: members)
    let results = try Self.results([String(decoding: line, as: UTF8.self)])
    #expect(results.first?.ok == true, "\(results)")
  }

  @Test func skipsStoriesWithoutNewComments() throws {
    let results = try Self.results(
      [Self.line(#"{"to":"a@example.com"}"#)], ["--since", "2027-01-01", "--skip-empty"])
    #expect(results.count == 2 && results[0].ok == true)
    #expect(results[0].to == "a@example.com" && results[0].output == nil)
  }

  @Test func mailsEachReaderTheCommentsSinceTheirLastVisit() throws {
    let comment = { (id: String, author: String, day: Int) in
      #"{"id":"\#(id)","author":{"id":"\#(author)","name":"A"},"createdAt":"2026-07-\#(day)","body":"words of \#(id)"}"#
    }
    let story =
      #"{"atoll":1,"story":{"id":"one","title":"T"},"comments":["#
      + [comment("c1", "ann", 10), comment("c2", "bob", 20)].joined(separator: ",")
      + #"],"recipients":["#
    let readers = [
      #"{"to":"a@example.com","since":"2026-07-15"}"#,
      #"{"to":"b@example.com","since":"2026-07-25"}"#,
      #"{"to":"c@example.com"}"#, #"{"to":"d@example.com","since":"2026-07-15","author":"bob"}"#,
      #"{"to":"e@example.com","stories":["one"]}"#,
    ]
    let results = try Self.results([story + readers.joined(separator: ",") + "]}"])
    let subjects = results.map { $0.header("Subject") }
    #expect(subjects == ["1 new comment on T", nil, "2 comments on T", nil, nil, nil])
    #expect(results[0].output?.contains("words of c1") == false)
    // The line next to the subject and the heading count the new comments, too.
    #expect(results[0].output?.contains("2 comments") == false)
    #expect(results.map(\.ok) == [true, true, true, true, false, nil])
    #expect(results[4].error?.message.contains("'stories' is only for atoll digest") == true)
  }

  @Test(arguments: [
    (["--format", "page"], "--campaign writes mails"),
    (["--format", "email", "--hashes"], "--hashes"),
    (["--format", "email", "--store", "s"], "--store"),
    (["--format", "email", "--group"], "--group"),
  ])
  func rejectsIncompatibleOptions(options: [String], message: String) throws {
    let outcome = try Command.atoll(
      ["batch", "--campaign", "july"] + options, in: Command.makeFolder(), input: "")
    #expect(outcome.status == 64 && outcome.errors.contains(message), "\(outcome.errors)")
  }
}
