import Foundation
import Testing

/// The examples of sending mail in `docs/email.md` and `docs/notifications.md`.
struct MailDocumentTests {
  /// The shell blocks, each a separate script.
  private static let scripts: [String] = {
    let texts = ["docs/email.md", "docs/notifications.md"].map { try? Command.text(of: $0) }
    return texts.compactMap(\.self).joined(separator: "\n").components(separatedBy: "```sh\n")
      .dropFirst()
      .map { $0.components(separatedBy: "```")[0] }
  }()

  /// Creates a folder with the threads that the documents assume, and with mail programs that write
  /// mails to files instead of sending them.
  private static func folder() throws -> URL {
    let folder = try Command.makeFolder()
    let demo = try Command.text(of: "Sources/Command/AtollCommand/Demo/story.json")
    for name in ["thread.json", "today.json"] {
      try Data(demo.utf8).write(to: folder.appending(path: name))
    }
    let yesterday = Fixture.small.replacing(#""id":"s1""#, with: #""id":"demo""#)
    try Data(yesterday.utf8).write(to: folder.appending(path: "yesterday.json"))
    let stories = ["one", "two"].map { BatchTests.story($0) }.joined(separator: "\n")
    try Data("\(stories)\n".utf8).write(to: folder.appending(path: "stories.ndjson"))
    let request = try Command.text(of: "Tests/Fixtures/coral-notifications/reply.json")
      .replacing("tidewalker", with: "demo")
    try Data(request.utf8).write(to: folder.appending(path: "request.json"))
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "recipes"),
      withDestinationURL: Command.package.appending(path: "recipes"))
    let bin = folder.appending(path: "bin")
    try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
    for name in ["sendmail", "msmtp"] {
      let program = bin.appending(path: name).path
      let text = "#!/bin/sh\n[ \"$*\" = -t ] && exec cat > \(name).eml\n"
      try Data(text.utf8).write(to: URL(filePath: program))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    }
    return folder
  }

  @Test func documentsEveryWayToSendMail() {
    let all = Self.scripts.joined()
    for word in ["sendmail -t", "msmtp -t", "-o block.html", "--previous"] {
      #expect(all.contains(word))
    }
  }

  @Test func countsUnsentMailsIfTheSMTPServerCannotBeReached() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try Command.bash(
      #"""
      printf '{"to":"%s@example.com"}\n' ann bob cy > recipients
      jq -c --slurpfile recipients recipients '. + {$recipients}' thread.json > mailing.ndjson
      atoll batch mailing.ndjson -f email --campaign a --mail-from me@example.com > results
      recipes/mail/send --ledger ledger --smtp localhost:1 < results
      """#, in: folder)
    #expect(outcome.status == 75)
    #expect(outcome.errors.hasSuffix("\n0 sent, 0 refused, 3 open\n"), "\(outcome.errors)")
  }

  @Test(arguments: scripts) func runsEveryExampleAsWritten(script: String) throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try Command.bash(
      "set -eo pipefail; PATH=$PWD/bin:$PATH\n\(script)", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(!outcome.errors.contains("error: "))
    let names =
      FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    let mails = names.filter { $0.hasSuffix(".eml") }.map { folder.appending(path: $0).path }
    let check = Command.package.appending(path: "Tests/EndToEnd/mails/check.py").path
    if mails.isEmpty {
      #expect(names.contains("block.html") || names.contains("mails.ndjson"))
    } else {
      let findings = try Command.bash(
        "python3 \(check) \(mails.joined(separator: " "))", in: folder)
      #expect(findings.output + findings.errors == "")
    }
  }
}
