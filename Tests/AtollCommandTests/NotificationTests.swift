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

  private static func results(_ lines: [String]) throws -> [Result] {
    let outcome = try Command.atoll(
      [
        "batch", "--notification", "-f", "email", "--mail-from", "News <n@example.com>",
        "--max-errors", "100%", "--no-trailer",
      ], in: try Command.makeFolder(), input: lines.joined(separator: "\n"))
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
    #expect(results.map(\.ok) == [false, false, true, false, false])
    #expect(results[0].error?.message.contains("the type 'CoralRec' is not mailed") == true)
    #expect(results[1].error?.message.contains("'automated-moderator' is not an address") == true)
    #expect(results[1].to == "automated-moderator")
    #expect(results[4].error?.message.contains("this is not a notification of Coral") == true)
  }

  /// Without the option, a notification is not mistaken for a story without comments.
  @Test(arguments: ["batch", "render"])
  func recognizesANotificationWithoutTheOption(command: String) throws {
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
  ])
  func rejectsOptionsWithoutEffect(options: [String], message: String) throws {
    let outcome = try Command.atoll(
      ["batch", "--notification"] + options, in: try Command.makeFolder(), input: "")
    #expect(outcome.status == 64 && outcome.errors.contains(message))
  }
}
