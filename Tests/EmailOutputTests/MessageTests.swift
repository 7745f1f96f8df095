import Atoll
import Comments
import Foundation
import Testing

/// What Python's mail parser, in its strictest setting, makes of every mail.
@Suite struct MessageTests {
  /// Runs `script/mails/check.py` over mails and gives back what it found.
  static func findings(in mails: [String: [UInt8]]) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "mails-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var paths: [String] = []
    for (name, bytes) in mails.sorted(by: { $0.key < $1.key }) {
      let path = folder.appending(path: "\(name).eml")
      try Data(bytes).write(to: path)
      paths.append(path.path)
    }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["python3", Stories.package.appending(path: "script/mails/check.py").path] + paths
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: said, as: UTF8.self)
  }

  @Test(arguments: ["en", "de", "ja", "ar"])
  func everyFixtureIsReadWithoutADefectAndSaysTheSameTwice(language: String) throws {
    var mails: [String: [UInt8]] = [:]
    for path in Stories.files {
      mails[path.replacing("/", with: "-")] = try Stories.mail(Stories.story(at: path)) {
        $0.language = language
        $0.mail.from = "Tidewalker – the \"Sea\" <sea@example.com>"
        $0.mail.to = ["Ann <ann@example.com>", "bob@example.com"]
        $0.mail.unsubscribe = ["https://example.com/u?id=1&x=2", "mailto:u@example.com"]
        $0.mail.listID = "tidewalker.comments.example.com"
        $0.mail.references = ["1@example.com", "<2@example.com>"]
      }
    }
    #expect(try Self.findings(in: mails) == "")
  }

  @Test func aThreadOfAnySizeIsReadWithoutADefect() throws {
    var mails: [String: [UInt8]] = [:]
    for count in [0, 1, 2, 40, 1000] {
      mails["\(count)"] = try Stories.mail(Stories.story(of: count))
    }
    #expect(try Self.findings(in: mails) == "")
  }

  @Test func theSameStoryMakesTheSameMessage() throws {
    let story = try Stories.story(at: "Sources/AtollCommand/Demo/story.json")
    #expect(try Stories.mail(story) == Stories.mail(story))
  }

  @Test func aChangedCommentMakesAnotherMessage() throws {
    func id(_ mail: String) -> Substring? {
      mail.split(separator: "\r\n").first { $0.hasPrefix("Message-ID") }
    }
    let first = try Stories.text(Stories.story(of: 2), .email)
    let second = try Stories.text(Stories.story(of: 3), .email)
    #expect(id(first) != nil)
    #expect(id(first) != id(second))
  }

  @Test func aMailFromNobodyIsADraft() throws {
    let story = try Stories.story(of: 1)
    #expect(try Stories.text(story, .email).hasPrefix("X-Unsent: 1\r\n"))
    let sent = try Stories.text(story, .email) { $0.mail.from = "ann@example.com" }
    #expect(sent.hasPrefix("From: ann@example.com\r\n"))
  }

  /// A part that is passed on as it grows is the one that a message has.
  @Test(arguments: [Options.Format.emailHTML, .emailText])
  func aPartIsTheSameWithAndWithoutALimit(part: Options.Format) throws {
    let story = try Stories.story(at: "Sources/AtollCommand/Demo/story.json")
    let unlimited = try Stories.mail(story, part) { $0.mail.maxBytes = nil }
    #expect(try Stories.mail(story, part) { $0.mail.maxBytes = 1_000_000 } == unlimited)
  }

  @Test func everyPartCanBeHadAlone() throws {
    let story = try Stories.story(of: 3)
    #expect(try Stories.text(story, .emailHTML).hasPrefix("<!DOCTYPE html>"))
    #expect(try Stories.text(story, .emailText).hasPrefix("A story\n"))
  }
}
