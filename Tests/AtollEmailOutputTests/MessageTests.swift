import Atoll
import AtollComments
import Foundation
import TestSupport
import Testing

/// Python's mail parser accepts every mail in its strictest setting.
@Suite struct MessageTests {
  /// Runs a script of `Tests/EndToEnd/mails` over mails and returns its findings; if the HTML of a mail is given too, the
  /// message has to contain the same.
  static func findings(
    in mails: [String: [UInt8]], html: [String: [UInt8]] = [:], by script: String = "check"
  ) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "mails-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var paths: [String] = []
    for (name, bytes) in mails.sorted(by: { $0.key < $1.key }) {
      let path = folder.appending(path: "\(name).eml")
      try Data(bytes).write(to: path)
      paths.append(path.path)
    }
    for (name, bytes) in html { try Data(bytes).write(to: folder.appending(path: "\(name).html")) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["python3", Repository.url("Tests/EndToEnd/mails/\(script).py").path] + paths
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: said, as: UTF8.self)
  }

  @Test(arguments: ["en", "de", "ja", "ar"])
  func writesEveryFixtureAsAValidMailWhosePartsMatch(language: String) throws {
    var mails: [String: [UInt8]] = [:]
    var html: [String: [UInt8]] = [:]
    for path in Stories.files + [MailScreenTests.hard] {
      func set(_ options: inout Options) {
        options.language = language
        options.mail.from = "Tidewalker – the \"Sea\" <sea@example.com>"
        options.mail.to = ["Ann <ann@example.com>", "bob@example.com"]
        options.mail.unsubscribe = ["https://example.com/u?id=1&x=2", "mailto:u@example.com"]
        options.mail.listID = "tidewalker.comments.example.com"
        options.mail.references = ["1@example.com", "<2@example.com>"]
      }
      let name = path.replacing("/", with: "-")
      let story = try Stories.story(at: path)
      mails[name] = try Stories.mail(story, .email, set)
      html[name] = try Stories.mail(story, .emailHTML, set)
    }
    #expect(try Self.findings(in: mails, html: html) == "")
  }

  @Test func writesThreadsOfAnySizeWithoutDefects() throws {
    var mails: [String: [UInt8]] = [:]
    for count in [0, 1, 2, 40, 1000] {
      mails["\(count)"] = try Stories.mail(Stories.story(of: count))
    }
    #expect(try Self.findings(in: mails) == "")
  }

  /// One address that is too long for a line decides the encoding of the whole HTML.
  @Test(arguments: [(0, "7bit"), (1600, "quoted-printable")])
  func writesALargeMessageWithoutDefects(address: Int, encoding: String) throws {
    let story = try Self.largeStory(
      last: "[Last](https://example.com/\(x(address)))", hasLongWords: false)
    let mail = try Stories.mail(story) { $0.mail.maxBytes = nil }
    #expect(mail.count > 1_200_000)
    #expect(try Self.findings(in: ["large": mail]) == "")
    let text = String(decoding: mail, as: UTF8.self)
    #expect(
      text.contains("html;\r\n charset=utf-8\r\nContent-Transfer-Encoding: \(encoding)")
        || text.contains("html; charset=utf-8\r\nContent-Transfer-Encoding: \(encoding)"))
    var pieces: [UInt8] = []
    var options = Options()
    options.format = .email
    options.mail.maxBytes = nil
    _ = try Renderer(options: options).prepare(story).write { piece in
      for index in piece.indices { pieces.append(piece[index]) }
    }
    #expect(pieces == mail)
  }

  @Test func writesTheSamePartAloneAndInALargeMessage() throws {
    let story = try Self.largeStory(last: "[Last](https://example.com/\(x(1600)))")
    let parts = try Self.parts(of: Stories.text(story, .email) { $0.mail.maxBytes = nil })
    for (part, format) in zip(parts, [Options.Format.emailText, .emailHTML]) {
      let alone = try Stories.mail(story, format) { $0.mail.maxBytes = nil }
      #expect(
        TransferEncodingTests.decoded(Array(part.utf8)) == TransferEncodingTests.mailed(alone))
    }
  }

  @Test func derivesTheMessageIDFromTheWholeMessage() throws {
    func id(_ story: Story, _ change: (inout Options) -> Void = { _ in }) throws -> Substring? {
      let mail = try Stories.text(story, .email) {
        $0.mail.maxBytes = nil
        change(&$0)
      }
      return mail.prefix(1000).split(separator: "\r\n").first { $0.hasPrefix("Message-ID") }
    }
    let story = try Self.largeStory(last: "A word.")
    let ids = [
      try id(story), try id(Self.largeStory(last: "A sword.")),
      try id(story) { $0.maxComments = story.count - 1 },
      try id(story) {
        $0.seen = Set((1..<story.count).map { "c\($0)" })
        $0.showsOnlyNew = false
      },
    ]
    #expect(try id(story) == ids[0])
    #expect(Set(ids).count == 4 && !ids.contains(nil))
  }

  /// A story of many scripts, with words that are too long for a line, and a given last comment.
  static func largeStory(last: String, hasLongWords: Bool = true) throws -> Story {
    try Stories.story(of: 1500) { index in
      switch index % 9 {
      // The oldest comment is shown last.
      case 0 where index == 0: last
      case 1: "Une fenêtre, une île."
      case 3: String(repeating: "海の記憶", count: index % 20)
      case 5 where index < 200 && hasLongWords: x(index * 9)
      case 7: "> quoted\n\n--=_atoll_ and *more*\n- one\n- two"
      case _: "Comment number \(index), with a few words more than it needs."
      }
    }
  }

  /// Returns the encoded parts of a message.
  static func parts(of mail: String) throws -> [String] {
    let boundary = try #require(mail.firstMatch(of: /boundary="([^"]+)"/)).1
    return try mail.components(separatedBy: "--\(boundary)\r\n").dropFirst().map { part in
      let head = try #require(part.range(of: "\r\n\r\n"))
      return String(part[head.upperBound...]).replacing("--\(boundary)--\r\n", with: "")
    }
  }

  @Test func writesTheSameMessageForTheSameStory() throws {
    let story = try Stories.story(at: "Sources/Command/AtollCommand/Demo/story.json")
    #expect(try Stories.mail(story) == Stories.mail(story))
  }

  @Test func changesTheMessageIDIfTheCommentsChange() throws {
    func id(_ mail: String) -> Substring? {
      mail.split(separator: "\r\n").first { $0.hasPrefix("Message-ID") }
    }
    let first = try Stories.text(Stories.story(of: 2), .email)
    let second = try Stories.text(Stories.story(of: 3), .email)
    #expect(id(first) != nil)
    #expect(id(first) != id(second))
  }

  @Test func marksAMailWithoutASenderAsADraft() throws {
    let story = try Stories.story(of: 1)
    #expect(try Stories.text(story, .email).hasPrefix("X-Unsent: 1\r\n"))
    let sent = try Stories.text(story, .email) { $0.mail.from = "ann@example.com" }
    #expect(sent.hasPrefix("From: ann@example.com\r\n"))
  }

  @Test(arguments: [Options.Format.emailHTML, .emailText])
  func writesTheSamePartWithALargeLimitAndWithoutALimit(part: Options.Format) throws {
    let story = try Stories.story(at: "Sources/Command/AtollCommand/Demo/story.json")
    let unlimited = try Stories.mail(story, part) { $0.mail.maxBytes = nil }
    #expect(try Stories.mail(story, part) { $0.mail.maxBytes = 1_000_000 } == unlimited)
  }

  @Test func writesTheHTMLOrTextPartAlone() throws {
    let story = try Stories.story(of: 3)
    #expect(try Stories.text(story, .emailHTML).hasPrefix("<!DOCTYPE html>"))
    #expect(try Stories.text(story, .emailText).hasPrefix("example.com\n\nA story\n"))
  }
}

private func x(_ count: Int) -> String { String(repeating: "x", count: count) }
