import Foundation
import Testing

@testable import CoralClient

/// The five actions and every outcome of them, from the command line to the server and back.
@Suite struct CommandLineTests {
  private func word(_ outcome: CommandRun.Outcome) -> String {
    outcome.output.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
  }

  @Test(arguments: StandIn.Kind.allCases)
  func postsRepliesEditsLikesAndReports(kind: StandIn.Kind) async throws {
    let server = try await StandIn(kind, "--settings", #"{"rateLimit":false}"#)
    let user = try CommandRun(server)
    defer { user.remove() }
    #expect(try await !user.signIn("alice").isEmpty)

    let text = "Hello <you> & all\nhttps://example.org/?a=1&b=2"
    let posted = try await user.run("post", "--story-id", "story-empty", input: text + "\n")
    #expect(posted.status == 0, "\(posted.errors)")
    let id = String(word(posted).dropFirst("published ".count))
    let reply = try await user.run("reply", id, "--text", "An answer")
    #expect(word(reply).hasPrefix("published "))
    let edited = try await user.run("edit", id, "--text", "Hello again")
    #expect(word(edited) == "published \(id)")
    #expect(word(try await user.run("like", id)).hasPrefix("liked"))
    #expect(word(try await user.run("like", id)).hasPrefix("liked"))
    #expect(try await server.allComments(of: "story-empty").first?["likes"]?.count == 1)
    #expect(word(try await user.run("unlike", id)).hasPrefix("unliked"))
    #expect(word(try await user.run("unlike", id)).hasPrefix("unliked"))
    #expect(
      word(try await user.run("report", id, "--reason", "spam", "--details", "It is."))
        == "reported")
    #expect(word(try await user.run("report", id, "--reason", "spam")) == "reported")

    let comments = try await server.allComments(of: "story-empty")
    #expect(comments.count == 2)
    #expect(comments.first?["body"]?.text?.contains("Hello again") == true)
    #expect(comments.first?["likes"]?.count == 0)
    #expect(comments.last?["parent"]?.id == id)
    #expect(user.drafts.isEmpty)
    #expect(try await user.run("sign-out").status == 0)
    #expect(word(try await user.run("like", id)) == "refused not-signed-in")
  }

  @Test(arguments: StandIn.Kind.allCases)
  func keepsTheWordsOfABannedWord(kind: StandIn.Kind) async throws {
    let server = try await StandIn(kind)
    let user = try CommandRun(server)
    defer { user.remove() }
    try await user.signIn("alice")
    let outcome = try await user.run(
      "post", "--story-id", "story-1", input: "I grow cabbage.\nA lot of it.\n")
    #expect(outcome.status == 77)
    #expect(word(outcome).hasPrefix("banned-word "))
    #expect(outcome.errors.contains("a word that the site does not allow"))
    #expect(outcome.errors.contains(".local/state/atoll/drafts/"))
    #expect(user.drafts == ["I grow cabbage.\nA lot of it.\n"])
  }

  /// What is done to the server first, who posts where, and what the first line says.
  static let outcomes: [(StandIn.Kind?, String, String, String, String, String)] = [
    (nil, "{}", "alice", "story-closed", "Hello", "refused story-closed"),
    (nil, #"{"disabled":true}"#, "alice", "story-1", "Hello", "refused commenting-disabled"),
    (nil, #"{"moderation":"PRE"}"#, "alice", "story-1", "Hello", "held-for-review"),
    (nil, "{}", "peter", "story-1", "Hello", "held-for-review"),
    (nil, "{}", "bill", "story-1", "Hello", "refused banned"),
    (nil, "{}", "sue", "story-1", "Hello", "refused suspended"),
    (nil, "{}", "", "story-1", "Hello", "refused not-signed-in"),
    (nil, "{}", "alice", "nowhere", "Hello", "refused story-not-found"),
    (
      nil, #"{"charCount":{"enabled":true,"min":1,"max":5}}"#, "alice", "story-1", "Hello!",
      "refused too-long"
    ),
    (.talk4, "{}", "alice", "story-1", "x", "refused too-short"),
    (
      .coral, #"{"charCount":{"enabled":true,"min":3,"max":9}}"#, "alice", "story-1", "x",
      "refused too-short"
    ),
    (.coral, "{}", "alice", "story-archived", "Hello", "refused story-archived"),
    (.coral, "{}", "wanda", "story-1", "Hello", "refused warned"),
    (nil, "{}", "alice", "story-1", "That is venomous", "refused toxic"),
    (nil, "{}", "alice", "story-1", "Buy wristwatches", "refused spam"),
    (
      nil, #"{"premodLinksEnable":true}"#, "alice", "story-1", "See https://a.example",
      "held-for-review"
    ),
    (nil, "{}", "alice", "story-1", "I like turnip", "published"),
  ]

  @Test(arguments: outcomes.indices)
  func tellsWhatCameOfAPost(index: Int) async throws {
    let (only, settings, name, story, text, expected) = Self.outcomes[index]
    for kind in StandIn.Kind.allCases where only == nil || only == kind {
      let plugins = kind == .talk4 ? ["--plugins", "like,toxic,spam"] : []
      let server = try await StandIn(kind, ["--settings", settings] + plugins)
      let user = try CommandRun(server)
      defer { user.remove() }
      var environment: [String: String] = [:]
      if !name.isEmpty { environment["ATOLL_TOKEN"] = try await server.token(of: name) }
      let outcome = try await user.run(
        "post", "--story-id", story, "--text", text, environment: environment)
      #expect(word(outcome).hasPrefix(expected), "\(kind): \(outcome.everything)")
      let isTaken = !expected.hasPrefix("refused")
      #expect(outcome.status == (isTaken ? 0 : 77))
      // What did not arrive is kept, and its place is named.
      #expect(user.drafts == (isTaken ? [] : [text + "\n"]))
      #expect(outcome.errors.contains("/drafts/") == !isTaken)
      if expected == "refused suspended" { #expect(outcome.errors.contains("2099-01-01")) }
      if expected == "refused toxic" || expected == "refused spam" {
        #expect(outcome.errors.contains("--send-anyway"))
        let anyway = try await user.run(
          "post", "--story-id", story, "--text", text, "--send-anyway", environment: environment)
        #expect(word(anyway).hasPrefix("held-for-review"), "\(kind): \(anyway.everything)")
      }
    }
  }

  @Test func tellsThatTheSameWasSaidBefore() async throws {
    let server = try await StandIn(.coral, "--settings", #"{"rateLimit":false}"#)
    let user = try CommandRun(server)
    defer { user.remove() }
    try await user.signIn("alice")
    let post = ["post", "--story-id", "story-1", "--text", "Twice"]
    #expect(
      word(try await user.run(post[0], post[1], post[2], post[3], post[4])).hasPrefix("published"))
    #expect(
      word(try await user.run(post[0], post[1], post[2], post[3], post[4])) == "refused repeated")
  }

  @Test(arguments: StandIn.Kind.allCases)
  func refusesToEditTooLateOrWhatIsAnothers(kind: StandIn.Kind) async throws {
    let server = try await StandIn(kind)
    let user = try CommandRun(server)
    defer { user.remove() }
    try await user.signIn("alice")
    let posted = try await user.run("post", "--story-id", "story-1", "--text", "Mine")
    let id = String(word(posted).dropFirst("published ".count))
    let others = try await server.control(
      "comment", ["story": "story-1", "author": "user-bob", "body": "His"])
    let other = try #require((others["comment"] ?? others)["id"]?.id)
    let refused = try await user.run("edit", other, "--text", "Mine now", "--timeout", "1")
    #expect(refused.status != 0)
    try await server.control("clock", ["advance": 31])
    let late = try await user.run("edit", id, "--text", "Too late")
    #expect(word(late) == "refused edit-window-over")
    #expect(user.drafts.contains("Too late\n"))
  }

  @Test(arguments: StandIn.Kind.allCases)
  func waitsWhereTheServerIsAskedTooOften(kind: StandIn.Kind) async throws {
    let server = try await StandIn(kind)
    let user = try CommandRun(server)
    defer { user.remove() }
    try await user.signIn("alice")
    let once: JSONValue = [
      "fault": "too-many", "operation": "CreateComment", "times": 1, "retryAfter": 1,
    ]
    try await server.control("faults", ["rules": .array([once])])
    #expect(
      word(try await user.run("post", "--story-id", "story-1", "--text", "Soon")).hasPrefix(
        "published"))
    let always: JSONValue = [
      "fault": "too-many", "operation": "CreateComment", "retryAfter": 600,
    ]
    try await server.control("faults", ["rules": .array([always])])
    let outcome = try await user.run("post", "--story-id", "story-1", "--text", "Never")
    #expect(word(outcome) == "refused rate-limited")
    #expect(outcome.errors.contains("600 s"))
    #expect(user.drafts == ["Never\n"])
  }

  @Test(arguments: StandIn.Kind.allCases)
  func showsNoTokenAnywhere(kind: StandIn.Kind) async throws {
    let server = try await StandIn(kind)
    let user = try CommandRun(server)
    defer { user.remove() }
    let token = try await user.signIn("alice")
    let signature = try #require(token.split(separator: ".").last.map(String.init))
    var said = ""
    said += try await user.run("fetch", "--story-id", "story-1", "-o", "thread.json").everything
    said += try await user.run("post", "--story-id", "story-1", "--text", "Hello").everything
    said += try await user.run("post", "--story-id", "story-1", "--text", "cabbage").everything
    said += try await user.run("fetch", "--story-id", "nowhere").everything
    let tokenFile = user.home.appending(path: "token")
    try Data((token + "\n").utf8).write(to: tokenFile)
    said += try await user.run(
      "post", "--story-id", "story-1", "--text", "Hi", "--token-file", tokenFile.path
    ).everything
    said += try await user.run(
      "post", "--story-id", "story-1", "--text", "Ho", "--token-file", "-", input: token
    ).everything
    said += user.drafts.joined()
    said += try String(contentsOf: user.home.appending(path: "thread.json"), encoding: .utf8)
    #expect(!said.contains(signature))
    #expect(!said.contains("alice-password"))
    let folder = user.home.appending(path: ".local/state/atoll/tokens")
    let file = try #require(FileManager.default.contentsOfDirectory(atPath: folder.path).first)
    let facts = try FileManager.default.attributesOfItem(atPath: folder.appending(path: file).path)
    #expect((facts[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    for request in try await server.log() {
      #expect(request["path"]?.text?.contains(signature) != true)
      #expect(request["query"]?.text?.contains(signature) != true)
    }
  }

  @Test func makesTokensThatCoralTakes() async throws {
    let server = try await StandIn(.coral)
    let user = try CommandRun(server)
    defer { user.remove() }
    let secret = user.home.appending(path: "secret")
    try Data("stand-in sso secret\n".utf8).write(to: secret)
    let made = try await user.runAlone(
      "token", "--secret-file", secret.path, "--user-id", "7", "--email", "zoe@example.com",
      "--username", "zoe")
    #expect(made.status == 0, "\(made.errors)")
    #expect(!made.output.contains("stand-in sso secret"))
    let outcome = try await user.run(
      "post", "--story-id", "story-1", "--text", "Signed on", "--token-file", "-",
      input: made.output)
    #expect(word(outcome).hasPrefix("published"), "\(outcome.errors)")
    let claims = try #require(TokenClaims(token: made.output))
    #expect(claims.subject == "7")
    #expect(claims.username == "zoe")
  }

  @Test func drawsAThreadStraightFromAServer() async throws {
    let server = try await StandIn(.coral)
    let user = try CommandRun(server)
    defer { user.remove() }
    let straight = try await user.run("render", "--story-url", "https://example.org/story-1")
    #expect(straight.status == 0)
    #expect(straight.output.contains("</html>"))
    let fetched = try await user.run("fetch", "--story-id", "story-1", "-o", "thread.json")
    #expect(fetched.errors.contains("Coral 9.11.8"))
    let offline = try await user.runAlone("render", "thread.json")
    #expect(offline.output == straight.output)
  }

  @Test func leavesNothingBehindWhenItIsInterrupted() async throws {
    let server = try await StandIn(.coral)
    let user = try CommandRun(server)
    defer { user.remove() }
    for delay in [20, 80, 200] {
      let rule: JSONValue = ["fault": "slow", "seconds": .number("0.1")]
      try await server.control("faults", ["rules": .array([rule])])
      let running = try user.start(["fetch", "--story-id", "story-1", "-o", "thread.json"])
      try await Task.sleep(for: .milliseconds(delay))
      running.process.interrupt()
      await running.end()
      let left = try FileManager.default.contentsOfDirectory(atPath: user.home.path)
        .filter { !$0.hasPrefix(".in-") && !$0.hasPrefix(".out-") && !$0.hasPrefix(".err-") }
      #expect(left.allSatisfy { ["thread.json", ".local", ".cache"].contains($0) })
      if left.contains("thread.json") {
        let data = try Data(contentsOf: user.home.appending(path: "thread.json"))
        #expect(throws: Never.self) { try JSONValue(parsing: Array(data)) }
      }
    }
  }
}
