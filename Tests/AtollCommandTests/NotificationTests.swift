import Foundation
import Testing

/// `atoll batch --notification`: a mail for each notification of Coral, as its server sends them.
struct NotificationTests {
  private struct Result: Decodable {
    struct Failure: Decodable { var message: String }
    var key: String?
    var to: String?
    var ok: Bool?
    var output: String?
    var error: Failure?
  }

  /// Returns the request of a fixture, addressed to another reader.
  private static func request(
    _ kind: String, to address: String = "priya@example.com"
  ) throws -> [String: Any] {
    let text = try Command.text(of: "Tests/Fixtures/coral-notifications/\(kind).json")
      .replacing("priya@example.com", with: address)
    return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private static func items(of request: [String: Any]) throws -> [Any] {
    let variables = try #require(request["variables"] as? [String: [String: Any]])
    return try #require(variables["input"]?["items"] as? [Any])
  }

  private static func line(_ value: Any) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: value), as: UTF8.self)
  }

  private static func results(
    _ lines: [String], _ options: [String] = []
  ) throws -> [Result] {
    let outcome = try Command.atoll(
      [
        "batch", "--notification", "-f", "email", "--mail-from", "News <n@example.com>",
        "--max-errors", "100%", "--no-trailer",
      ] + options, in: try Command.makeFolder(), input: lines.joined(separator: "\n"))
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try outcome.output.split(separator: "\n").map {
      try JSONDecoder().decode(Result.self, from: Data($0.utf8))
    }
  }

  @Test func writesAMailForEachItemOfARequest() throws {
    let kinds = ["approved", "featured", "reply", "rejected"]
    let items = try kinds.flatMap { try Self.items(of: Self.request($0, to: "\($0)@example.com")) }
    let list = try Self.line(["variables": ["input": ["items": items]]])
    let results = try Self.results([list])
    #expect(results.map(\.ok) == [true, true, true, true])
    #expect(results.map(\.to) == kinds.map { "\($0)@example.com" })
    for result in results {
      let mail = try #require(result.output)
      #expect(mail.contains("To: \(result.to ?? "")\r\n"))
      #expect(mail.contains("Subject: Re: Tidewalker: the review\r\n"))
      #expect(!mail.contains("0 comments"))
    }
    // Other forms of the request give the same mails.
    for lines in [[try Self.line(items)], try items.map(Self.line)] {
      #expect(try Self.results(lines).map(\.output) == results.map(\.output))
    }
  }

  @Test func skipsANotificationThatCannotBeMailed() throws {
    var like = try #require(try Self.items(of: Self.request("featured"))[0] as? [String: Any])
    like["type"] = "CoralRec"
    let bad = try Self.items(of: Self.request("approved", to: "automated-moderator"))
    let good = try Self.items(of: Self.request("reply"))
    let results = try Self.results([try Self.line([like] + bad + good), "{", "{}"])
    // A like is not mailed, so it is no failure.
    #expect(results.map(\.ok) == [true, false, true, false, false])
    #expect(results[0].output == nil && results[2].output != nil)
    #expect(results[1].error?.message.contains("'automated-moderator' is not an address") == true)
    #expect(results[1].to == "automated-moderator")
    #expect(results[4].error?.message.contains("this is not a notification of Coral") == true)
  }

  @Test func combinesAReadersNotificationsIntoOneMailOnRequest() throws {
    let ann = try ["approved", "featured", "rejected", "reply"].flatMap {
      try Self.items(of: Self.request($0, to: "Ann@example.com"))
    }
    var elsewhere = try #require(ann[1] as? [String: Any])
    elsewhere["story"] = ["id": "s2", "title": "Another", "url": "https://www.example.com/s2"]
    let bob = try Self.items(of: Self.request("approved", to: "bob@example.com"))
    let bad = try Self.items(of: Self.request("approved", to: "moderator"))
    let list = [ann[0]] + bad + [ann[2]] + bob + [["type": "CoralRec"], ann[3], elsewhere]
    let results = try Self.results([try Self.line(list)], ["--combine"])
    #expect(results.map(\.to) == ["Ann@example.com", "moderator", "bob@example.com", nil])
    #expect(results.map(\.ok) == [true, false, true, true])
    #expect(results[3].output == nil)
    let mail = try #require(results[0].output)
    #expect(mail.contains("To: Ann@example.com\r\n"))
    #expect(mail.contains("Subject: Re: Tidewalker: the review and 1 more story\r\n"))
    // A line break of the HTML can be between any two words.
    let parts = mail.replacing("\r\n", with: " ")
      .components(separatedBy: "Content-Type: text/html")
    #expect(parts.count == 2)
    for part in parts {
      let news = [
        "Your comment was approved", "Your comment was rejected", "Dana Okafor replied to you",
        "Your comment was featured",
      ]
      let places = news.compactMap { part.range(of: $0)?.lowerBound }
      #expect(places.count == 4 && places == places.sorted())
    }
    #expect(results[2].output?.contains("Subject: Re: Tidewalker: the review\r\n") == true)
    let again = try Self.results([try Self.line(list)], ["--combine"])
    #expect(again.map(\.output) == results.map(\.output))
    let one = try Self.results([try Self.line(bob)], ["--combine"])
    #expect(one[0].output == results[2].output)
  }

  @Test func limitsAMailToTenNotifications() throws {
    let items = try (0..<25).map { number in
      var item = try #require(try Self.items(of: Self.request("featured"))[0] as? [String: Any])
      var comment = try #require(item["comment"] as? [String: Any])
      comment["id"] = "a\(number)"
      item["comment"] = comment
      return item
    }
    let results = try Self.results([try Self.line(items)], ["--combine"])
    let counts = results.map {
      ($0.output ?? "").components(separatedBy: "Content-Type: text/html")[0]
        .components(separatedBy: "\r\nYour comment was featured\r\n").count - 1
    }
    #expect(counts == [10, 10, 5])
  }

  /// Coral repeats a request whose answer it did not get.
  @Test func includesARepeatedNotificationOnceInACombinedMail() throws {
    let items = try ["approved", "reply", "approved", "reply"].flatMap {
      try Self.items(of: Self.request($0))
    }
    let once = try Self.results([try Self.line(Array(items.prefix(2)))], ["--combine"])
    let twice = try Self.results([try Self.line(items)], ["--combine"])
    #expect(twice.count == 1 && twice[0].output == once[0].output)
    let one = try Self.results([try Self.line([items[0]])], ["--combine"])
    let same = try Self.results([try Self.line([items[0], items[2]])], ["--combine"])
    #expect(same.count == 1 && same[0].output == one[0].output)
  }

  @Test func keepsTheMessageIDOfACombinedMailWhenOptionsOrTimeChange() throws {
    let items = try ["approved", "featured", "reply"].flatMap {
      try Self.items(of: Self.request($0, to: "ann@example.com"))
    }
    func id(_ items: [Any], _ options: [String] = []) throws -> String {
      let results = try Self.results([try Self.line(items)], ["--combine"] + options)
      let mail = try #require(results.first?.output)
      return try #require(
        mail.components(separatedBy: "\r\n").first { $0.hasPrefix("Message-ID: ") })
    }
    let first = try id(items, ["--now", "2026-08-01"])
    #expect(first.hasSuffix("@example.com>"))
    #expect(try id(items, ["--now", "2026-08-02", "--footer", "x", "--locale", "de"]) == first)
    #expect(try id(items.reversed()) == first)
    #expect(try id(Array(items.prefix(2))) != first)
    let bob = try ["approved", "featured", "reply"].flatMap {
      try Self.items(of: Self.request($0, to: "bob@example.com"))
    }
    #expect(try id(bob) != first)
  }

  /// Other services of a publisher send kinds that Coral does not have.
  @Test func acceptsNotificationKindsThatCoralDoesNotHave() throws {
    var item = try #require(try Self.items(of: Self.request("reply"))[0] as? [String: Any])
    var comment = try #require(item["comment"] as? [String: Any])
    comment["author"] = ["id": "user-bo", "username": "Bo"]
    item["comment"] = comment
    for (kind, headline) in [
      ("followed", "Dana Okafor replied to Bo"), ("staff", "Dana Okafor (staff) replied to you"),
      ("mentioned", "Dana Okafor mentioned you"),
    ] {
      item["type"] = kind
      let mail = try #require(try Self.results([try Self.line(item)])[0].output)
      #expect(mail.contains("\r\n\(headline)\r\n"))
    }
  }

  /// Without the option, a notification is not mistaken for a story without comments.
  @Test(arguments: ["", "[]", #"{"items": []}"#, #"{"variables": {"input": {"items": []}}}"#])
  func writesNoMailForARequestWithoutNotifications(line: String) throws {
    #expect(try Self.results([line]).isEmpty)
    #expect(try Self.results([line, try Self.line(try Self.request("reply"))]).count == 1)
    let outcome = try Command.atoll(
      ["batch", "--notification", "-f", "email", "--mail-from", "News <n@example.com>"],
      in: try Command.makeFolder(), input: line + "\n")
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test func rejectsANotificationAboutAnotherStory() throws {
    let folder = try Command.makeFolder()
    let story = #"{"atoll": 1, "story": {"id": "other"}, "comments": [{"id": "b2", "body": "Hi"}]}"#
    try Data(story.utf8).write(to: folder.appending(path: "thread.json"))
    let fixture = "Tests/Fixtures/coral-notifications/reply.json"
    try Data(try Command.text(of: fixture).utf8).write(to: folder.appending(path: "reply.json"))
    let outcome = try Command.atoll(
      ["render", "thread.json", "--notification", "reply.json", "-f", "email-text"], in: folder)
    #expect(outcome.status == 65 && outcome.output.isEmpty)
    #expect(
      outcome.errors.contains(
        "reply.json: error: the notification is about the story 'tidewalker', and the input is "
          + "'other'"))
  }

  @Test func rejectsTwoNotificationsInOneCommand() throws {
    let outcome = try Command.atoll(
      ["render", "--notification", "a.json", "--notification", "b.json", "-f", "email"],
      in: try Command.makeFolder())
    #expect(outcome.ended(with: 64, saying: "--notification is given twice"))
  }

  @Test(arguments: ["batch", "render"])
  func rejectsANotificationWithoutTheNotificationOption(command: String) throws {
    let request = try Self.request("reply")
    let forms: [Any] = [request, try Self.items(of: request)[0], try Self.items(of: request)]
    for form in forms {
      let outcome = try Command.atoll(
        [command, "-f", "email", "-"], in: try Command.makeFolder(), input: try Self.line(form))
      #expect(outcome.status == (command == "batch" ? 1 : 65))
      #expect((outcome.output + outcome.errors).contains("this is a notification of Coral"))
      #expect(!outcome.output.contains("0 comments"))
    }
  }

  @Test(arguments: [
    ([], "--notification writes mails"),
    (["-f", "email", "--store", "a.db"], "--store has no effect"),
    (["-f", "email", "--campaign", "july"], "--campaign has no effect"),
    (["-f", "email", "--max-comments", "3"], "--max-comments has no effect"),
  ])
  func rejectsOptionsWithoutEffect(options: [String], message: String) throws {
    #expect(
      try Command.atoll(["batch", "--combine"], in: Command.makeFolder()).errors
        .contains("add --notification"))
    let outcome = try Command.atoll(
      ["batch", "--notification"] + options, in: try Command.makeFolder(), input: "")
    #expect(outcome.status == 64 && outcome.errors.contains(message))
  }
}
