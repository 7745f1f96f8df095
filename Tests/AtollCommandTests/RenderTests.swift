import Foundation
import Testing

/// `atoll render` and similar commands, through the real binary.
struct RenderTests {
  @Test func readsFilesAndStandardInputAlike() throws {
    let folder = try Fixture.folder()
    let file = try Command.atoll(["render", "thread.json"], in: folder)
    let piped = try Command.atoll(["render"], in: folder, input: Fixture.small)
    let dashed = try Command.atoll(["render", "-"], in: folder, input: Fixture.small)
    #expect(file.status == 0)
    #expect(file.output.hasPrefix("<!DOCTYPE html>"))
    #expect(file.output.contains("Hello <em>you</em>"))
    #expect(piped.output == file.output)
    #expect(dashed.output == file.output)
    #expect(file.errors == "thread.json: note: read as an Atoll document: 3 comments\n")
    #expect(piped.errors == "standard input: note: read as an Atoll document: 3 comments\n")
  }

  @Test(arguments: [
    ("page", "<!DOCTYPE html>"), ("fragment", "<section"), ("card", "<section"), ("json", "["),
  ])
  func writesHTMLFormatsAndJSON(format: String, beginning: String) throws {
    let folder = try Fixture.folder()
    let comment = format == "card" ? ["--comment", "2"] : []
    let line = ["render", "-q", "--format", format] + comment + ["thread.json"]
    let outcome = try Command.atoll(line, in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.output.lowercased().hasPrefix(beginning.lowercased()))
    #expect(outcome.errors == "")
  }

  @Test(arguments: [("auto", 2), ("on", 2), ("off", 0)])
  func writesRanksToJSONUnlessSortControlsAreOff(controls: String, count: Int) throws {
    let json = try Command.atoll(
      ["render", "-q", "-f", "json", "--sort-controls", controls, "thread.json"],
      in: try Fixture.folder())
    let ranks = json.output.matches(of: /"ranks":{([^}]*)}/).map { String($0.1) }
    #expect(ranks.count == count)
    if count > 0 { #expect(ranks.first == #""newest":0,"oldest":1,"likes":0,"replies":1"#) }
  }

  @Test func rejectsARangeBeyondTheLastRootComment() throws {
    let folder = try Fixture.folder()
    for format in ["page", "email", "text", "json"] {
      let outcome = try Command.atoll(
        ["render", "thread.json", "-f", format, "--roots", "5000..5050"], in: folder)
      #expect(outcome.status == 65 && outcome.output.isEmpty)
      #expect(outcome.errors.contains("so --roots 5000..5050 shows none"), "\(outcome.errors)")
    }
    let line = try Command.bash(
      "jq -c . thread.json | atoll batch -f text --roots 5000..5050", in: folder)
    #expect(line.output.contains(#""code":"no-roots""#))
  }

  @Test(arguments: [
    ["--locale", "de"], ["--zone", "+02:00"], ["--zone", "Europe/Berlin"],
    ["--now", "2026-07-31T13:00:00Z"], ["--since", "2026-07-31T11:30:00Z"], ["--sort", "oldest"],
    ["--fold", "1"], ["--fold-depth", "1"], ["--fold-size", "1"],
    ["--max-depth", "1"], ["--max-comments", "1"], ["--roots", "0..1"], ["--body", "plain"],
    ["--scheme", "dark"], ["--style", "plain"], ["--sort-controls", "off"], ["--no-json-ld"],
    ["--coral-classes"], ["--talk-classes"], ["--depth-cap", "1"],
  ])
  func changesThePageForEveryDisplayOption(options: [String]) throws {
    let story = Fixture.small.replacing(
      "]}", with: #",{"id":"4","parentId":"1","createdAt":"2026-07-31T13:00:00Z","body":"x"}]}"#)
    let folder = try Fixture.folder(story)
    let plain = try Command.atoll(["render", "-q", "thread.json"], in: folder)
    let changed = try Command.atoll(["render", "-q", "thread.json"] + options, in: folder)
    #expect(changed.status == 0, "\(changed.errors)")
    #expect(changed.output != plain.output)
  }

  @Test func foldsLongThreadsByDefault() throws {
    let comments = (0..<205).map { index in
      let parent = index % 5 == 0 ? "" : #","parentId":"\#(index - 1)""#
      return #"{"id":"\#(index)","createdAt":"2026-07-31","body":"x"\#(parent)}"#
    }
    let folder = try Fixture.folder(
      #"{"atoll":1,"story":{"id":"s"},"comments":[\#(comments.joined(separator: ","))]}"#)
    func closed(_ options: [String] = []) throws -> Int {
      let outcome = try Command.atoll(["render", "-q", "thread.json"] + options, in: folder)
      return outcome.output.components(separatedBy: #"<details class="a-r">"#).count - 1
    }
    #expect(try closed() == 41)
    #expect(try closed(["--fold-depth", "none"]) == 0)
    #expect(try closed(["--fold-depth", "1"]) == 41)
    #expect(try closed(["--fold", "0"]) == 42, "a fold by id leaves the others")
    #expect(try closed(["--max-comments", "200"]) == 0)
    #expect(try closed(["-f", "text"]) == 0)
    let wrong = try Command.atoll(["render", "thread.json", "--fold-depth", "0"], in: folder)
    #expect(wrong.ended(with: 64, saying: "expected a whole number, 1 or more, or none"))
  }

  @Test func printsHeadersInsteadOfThePage() throws {
    let folder = try Fixture.folder()
    let alone = try Command.atoll(["render", "-q", "--print-headers", "thread.json"], in: folder)
    #expect(alone.output.hasPrefix("Content-Type: text/html; charset=utf-8\n"))
    #expect(alone.output.contains("\nContent-Security-Policy: default-src 'none'"))
    #expect(!alone.output.contains("<"))
    let both = try Command.atoll(
      ["render", "-q", "--print-headers", "thread.json", "-o", "a.html"], in: folder)
    #expect(both.output == alone.output)
    let page = try String(contentsOf: folder.appending(path: "a.html"), encoding: .utf8)
    #expect(page.contains("</html>"))
  }

  @Test(arguments: ["", "-o a.html", "--pages 2 -o pages"])
  func printsNoHeadersInStrictModeIfThereAreWarnings(options: String) throws {
    let long = Fixture.small.replacing("Late", with: String(repeating: "long ", count: 20))
    let outcome = try Command.bash(
      "atoll render thread.json --strict --print-headers --max-body-bytes 64 \(options); echo $?; ls",
      in: try Fixture.folder(long))
    #expect(outcome.output == "65\nthread.json\n", "\(outcome)")
  }

  @Test func printsTheHeadersOfJSON() throws {
    let folder = try Fixture.folder()
    let outcome = try Command.atoll(
      ["render", "-q", "--format", "json", "--print-headers", "thread.json"], in: folder)
    #expect(
      outcome.output == "Content-Type: application/json\nX-Content-Type-Options: nosniff\n")
  }

  @Test func readsTheEarlierVersionOfAThreadFromAPipe() throws {
    let folder = try Fixture.folder()
    try Data(Fixture.small.replacing("\"id\":\"3\"", with: "\"id\":\"4\"").utf8)
      .write(to: folder.appending(path: "old.json"))
    let file = try Command.atoll(
      ["render", "-q", "thread.json", "--previous", "old.json", "-f", "text"], in: folder)
    #expect(file.output.contains("Late") && !file.output.contains("Hello"))
    for line in [
      "atoll render -q thread.json --previous <(cat old.json) -f text",
      "cat old.json | atoll render -q thread.json --previous - -f text",
      "atoll render -q <(cat thread.json) --previous <(cat old.json) -f text",
    ] {
      let piped = try Command.bash(line, in: folder)
      #expect(piped.status == 0 && piped.output == file.output, "\(line): \(piped.errors)")
    }
  }

  @Test(arguments: ["page", "json", "email"])
  func writesNothingWithTheOptionSkipEmptyIfNoCommentIsNew(format: String) throws {
    let folder = try Fixture.folder()
    let arguments = [
      "render", "thread.json", "-f", format, "--previous", "thread.json", "-o", "out",
    ]
    try Data("as it was".utf8).write(to: folder.appending(path: "out"))
    let outcome = try Command.atoll(
      arguments + ["--skip-empty", "--report=report.json"], in: folder)
    #expect(outcome.status == 6 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("note: no comment is new; nothing was written"))
    let kept = try String(contentsOf: folder.appending(path: "out"), encoding: .utf8)
    #expect(kept == "as it was")
    let report = try String(contentsOf: folder.appending(path: "report.json"), encoding: .utf8)
    #expect(report.contains("\"bytes\": 0") || report.contains("\"bytes\":0"))
    #expect(try Command.atoll(arguments + ["--skip-empty", "-q"], in: folder).errors.isEmpty)
    #expect(try Command.atoll(arguments, in: folder).status == 0)
    let news = ["render", "-q", "thread.json", "--since", "2020-01-01T00:00:00Z", "--skip-empty"]
    #expect(try Command.atoll(news, in: folder).status == 0)
  }

  @Test(arguments: [("render -f json", 3), ("render -f text", 3), ("rows --fold 1", 2)])
  func reportsTheNumberOfCommentsForEveryKindOfOutput(command: String, count: Int) throws {
    let outcome = try Command.bash(
      "atoll \(command) thread.json --report 2>&1 > out", in: try Fixture.folder())
    #expect(outcome.output.contains("\"comments\": \(count),"), "\(outcome)")
  }

  @Test(arguments: ["json", "text"])
  func failsOnLayoutWarningsInStrictMode(format: String) throws {
    let name = String(repeating: "n", count: 10_000)
    let folder = try Fixture.folder(Fixture.small.replacing("Ann", with: name))
    let outcome = try Command.atoll(
      ["render", "thread.json", "-f", format, "--strict"], in: folder)
    #expect(outcome.status == 65 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("[name-cut]"), "\(outcome.errors)")
  }

  /// An option that would have no effect is an error; it is not ignored.
  @Test(arguments: [
    (
      ["--comment", "1"],
      "--comment is for the formats card, ansi, text, email, email-html, email-text"
    ),
    (["--ancestors", "2"], "--ancestors is about one comment"),
    (["--notify", "reply", "-f", "email"], "--notify is about one comment"),
    (["--comment", "1", "-f", "fragment"], "not for fragment"),
    (["--comment", "1", "-f", "json"], "not for json"),
    (["--comment", "1", "-f", "text", "--since", "2020-01-01"], "--since is about threads"),
    (["--comment", "1", "-f", "card", "--max-comments", "2"], "--max-comments is about threads"),
    (["--comment", "1", "-f", "ansi", "--sort", "oldest"], "--sort is about threads"),
    (
      ["--comment", "1", "-f", "email", "--previous", "thread.json"], "--previous is about threads"
    ),
    (["--comment", "1", "-f", "email", "--notification", "n.json"], "both name a comment"),
    (["--notification", "-", "-", "-f", "email"], "can be read only once"),
    (["--skip-empty"], "--skip-empty needs to know which comments are new"),
    (
      ["--mail-from", "a@b.example"],
      "--mail-from is for the formats email, email-html, email-text, not for page"
    ),
    (["-f", "json", "--footer", "Us"], "email-text, not for json"),
  ])
  func rejectsOptionsThatTheFormatCannotUse(options: [String], message: String) throws {
    let folder = try Fixture.folder()
    let outcome = try Command.atoll(["render", "thread.json"] + options, in: folder)
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    #expect(outcome.errors.contains(message))
    for format in ["text", "ansi", "email", "email-html", "email-text"] {
      let one = ["render", "-q", "thread.json", "-f", format, "--comment", "1", "--ancestors", "2"]
      #expect(try Command.atoll(one, in: folder).status == 0)
      let none = ["render", "thread.json", "-f", format, "--comment", "none"]
      #expect(try Command.atoll(none, in: folder).status == 64)
    }
    let card = ["render", "-q", "thread.json", "-f", "card", "--comment", "1", "--ancestors", "2"]
    #expect(try Command.atoll(card, in: folder).status == 0)
    let others = [
      ["--skip-empty"], ["--comment", "1"], ["--previous", "thread.json"], ["--reason", "None."],
    ]
    for option in others {
      #expect(try Command.atoll(["batch"] + option, in: folder).status == 64)
    }
  }

  @Test func rendersTheCommentOfANotification() throws {
    let folder = try Fixture.folder()
    let fixtures = Command.package.appending(path: "Tests/Fixtures/coral-notifications").path
    let alone = try Command.bash(
      "atoll render --notification \(fixtures)/reply.json -f email-text", in: folder)
    #expect(alone.status == 0 && alone.errors.isEmpty)
    #expect(alone.output.hasPrefix("Example Weekly\n\nDana Okafor replied to you\n"))
    let piped = try Command.bash(
      "atoll render --notification - -f email-text < \(fixtures)/reply.json", in: folder)
    #expect(piped.output == alone.output)
    try Data(Fixture.small.replacing(#""id":"s1""#, with: #""id":"tidewalker""#).utf8)
      .write(to: folder.appending(path: "other.json"))
    let other = try Command.bash(
      "atoll render other.json --notification \(fixtures)/rejected.json -f email", in: folder)
    #expect(other.status == 0 && other.output.contains("To: priya@example.com\r\n"))
    #expect(other.errors.contains("the story does not have the comment"))
    let whole = try Command.bash(
      """
      atoll render -q \(fixtures)/story.json --notification \(fixtures)/reply.json -f email-text \
      --ancestors 0
      """, in: folder)
    #expect(whole.output.contains("green door") && !whole.output.contains("\n> "))
    let broken = try Command.bash(
      "atoll render --notification thread.json -f email", in: folder)
    #expect(broken.status == 65 && broken.errors.contains("not a notification of Coral"))
  }

  @Test(arguments: ["rejected", "deleted", "withheld", "ignored"])
  func mailsNothingAboutACommentThatReadersCannotSeeAnyMore(tombstone: String) throws {
    let fixtures = Command.package.appending(path: "Tests/Fixtures/coral-notifications").path
    let story = try Command.text(of: "Tests/Fixtures/coral-notifications/story.json")
    let folder = try Fixture.folder(
      story.replacing(#""id": "b2","#, with: #""id": "b2", "tombstone": "\#(tombstone)","#))
    func render(_ thread: String, _ kind: String) throws -> Command.Outcome {
      try Command.bash(
        "atoll render \(thread) --notification \(kind) -f email-text -o out", in: folder)
    }
    for kind in ["reply", "followed", "mentioned"] {
      let item = try Command.text(of: "Tests/Fixtures/coral-notifications/reply.json")
        .replacing("CoralReply", with: kind == "reply" ? "CoralReply" : kind)
      try Data(item.utf8).write(to: folder.appending(path: "\(kind).json"))
      let outcome = try render("thread.json", "\(kind).json")
      #expect(outcome.ended(with: 6, saying: "readers cannot see the comment 'b2' any more"))
      #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "out").path))
    }
    // The author of a rejected comment is told what became of it.
    try Data(
      story.replacing(#""id": "a1","#, with: #""id": "a1", "tombstone": "\#(tombstone)","#).utf8
    ).write(to: folder.appending(path: "thread.json"))
    #expect(try render("thread.json", "\(fixtures)/rejected.json").status == 0)
  }

  /// A rejected comment without replies is left out of a story.
  @Test func mailsNothingAboutACommentThatMayBeUnpublished() throws {
    let response = { (status: String) in
      #"{"data":{"story":{"id":"tidewalker","url":"https://www.example.com/t","comments":{"edges":[{"node":{"#
        + #""id":"a1","body":"Mine","status":"NONE","replies":{"edges":[{"node":{"id":"x","body":"Other","#
        + #""status":"\#(status)"}}]}}}]}}}}"#
    }
    let fixture = Command.package.appending(
      path: "Tests/Fixtures/coral-notifications/reply.json"
    ).path
    for (status, code) in [("REJECTED", 6), ("NONE", 0)] {
      let outcome = try Command.atoll(
        ["render", "thread.json", "--notification", fixture, "-f", "email-text"],
        in: Fixture.folder(response(status)))
      #expect(outcome.status == Int32(code), "\(outcome.errors)")
      #expect(outcome.output.contains("Dana Okafor replied to you") == (code == 0))
    }
  }

  @Test func reportsProblemsInAPreviousStory() throws {
    let folder = try Fixture.folder()
    let cut = String(Fixture.small.prefix(Fixture.small.count - 60))
    try Data(cut.utf8).write(to: folder.appending(path: "cut.json"))
    let other = Fixture.small.replacing(#""id":"s1""#, with: #""id":"s2""#)
    try Data(other.utf8).write(to: folder.appending(path: "other.json"))
    func render(_ previous: String, _ options: [String] = []) throws -> Command.Outcome {
      try Command.atoll(
        ["render", "thread.json", "--previous", previous, "-f", "email-text"] + options, in: folder)
    }
    let warned = try render("cut.json")
    #expect(warned.status == 0 && warned.errors.contains("[truncated-input]"), "\(warned.errors)")
    let strict = try render("cut.json", ["--strict"])
    #expect(strict.status == 65 && strict.errors.contains("1 problem in the input"))
    #expect(strict.output.isEmpty)
    #expect(
      try render("other.json").ended(with: 65, saying: "other.json: error: --previous: this is"))
    #expect(try !render("thread.json").errors.contains("warning"))
  }

  @Test func treatsAPreviouslyWithheldCommentAsNew() throws {
    let folder = try Fixture.folder()
    let earlier = Fixture.small.replacing(#""id":"3","#, with: #""id":"3","tombstone":"withheld","#)
    try Data(earlier.utf8).write(to: folder.appending(path: "earlier.json"))
    let outcome = try Command.atoll(
      ["render", "thread.json", "--previous", "earlier.json", "--skip-empty", "-f", "email-text"],
      in: folder)
    #expect(outcome.status == 0 && outcome.output.contains("1 new comment"), "\(outcome)")
    #expect(outcome.output.contains("Late") && !outcome.output.contains("Hello"))
  }

  @Test(arguments: [[], ["-"], ["thread.json", "-"]])
  func rejectsStandardInputForMoreThanOneFile(operands: [String]) throws {
    let folder = try Fixture.folder()
    let outcome = try Command.atoll(
      ["render", "--previous", "-"] + operands, in: folder, input: Fixture.small)
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("standard input is the story, and can be read only once"))
  }

  @Test(arguments: ["a.txt", "./a.txt", "../there/a.txt", "link.txt"], [true, false])
  func neverWritesTheReportOverTheOutput(path: String, isThere: Bool) throws {
    let parent = try Command.makeFolder()
    let folder = parent.appending(path: "there")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(Fixture.small.utf8).write(to: folder.appending(path: "thread.json"))
    if isThere || path == "link.txt" {
      try Data("old".utf8).write(to: folder.appending(path: "a.txt"))
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.appending(path: "link.txt").path, withDestinationPath: "a.txt")
    let outcome = try Command.atoll(
      ["render", "thread.json", "-f", "text", "-o", "a.txt", "--report=\(path)"], in: folder)
    #expect(outcome.ended(with: 64, saying: "name the same file"))
    let both = try Command.atoll(
      ["render", "-q", "thread.json", "-o", "/dev/null", "--report=/dev/null"], in: folder)
    #expect(both.status == 0, "\(both.errors)")
  }

  @Test func readsOnlyJSONFilesFromAFolder() throws {
    let folder = try Command.makeFolder()
    let dump = folder.appending(path: "dump")
    try FileManager.default.createDirectory(at: dump, withIntermediateDirectories: true)
    try Data(Fixture.small.utf8).write(to: dump.appending(path: "a.json"))
    try Data("not to be read".utf8).write(to: dump.appending(path: "notes.txt"))
    let outcome = try Command.atoll(["rows", "-q", "dump/"], in: folder)
    #expect(outcome.output == "- 3  Cy: Late\n- 1  Ann: Hello you\n  - 2  Bo: Hi\n")
    let empty = try Command.atoll(["rows", "."], in: folder)
    #expect(empty.status == 66)
  }

  @Test func printsWarningsAboutTheInput() throws {
    let folder = try Fixture.folder(Fixture.odd)
    let outcome = try Command.atoll(["render", "thread.json"], in: folder)
    #expect(
      outcome.ended(with: 0, saying: "thread.json: comment 2: warning: ", "[missing-parent]\n"))
    let quiet = try Command.atoll(["render", "-q", "thread.json"], in: folder)
    #expect(quiet.errors == "")
  }

  @Test func writesNothingInStrictModeIfThereAreWarnings() throws {
    let folder = try Fixture.folder(Fixture.odd)
    let page = folder.appending(path: "a.html")
    try Data("old".utf8).write(to: page)
    let outcome = try Command.atoll(
      ["render", "--strict", "thread.json", "-o", "a.html"], in: folder)
    #expect(outcome.status == 65)
    #expect(try String(contentsOf: page, encoding: .utf8) == "old")
    let shown = try Command.atoll(["render", "--strict", "thread.json"], in: folder)
    #expect(shown.status == 65)
    #expect(shown.output == "")
    let flawless = try Command.atoll(
      ["render", "--strict"], in: folder, input: Fixture.small)
    #expect(flawless.status == 0)
    #expect(flawless.output.contains("</html>"))
  }

  @Test func writesAReportInJSON() throws {
    let folder = try Fixture.folder(Fixture.odd)
    let outcome = try Command.atoll(["render", "--report", "thread.json"], in: folder)
    let told = try JSONSerialization.jsonObject(with: Data(outcome.errors.utf8))
    let report = try #require(told as? [String: Any])
    #expect(report["form"] as? String == "atoll")
    #expect(report["inputs"] as? [String] == ["thread.json"])
    #expect(report["comments"] as? Int == 3)
    #expect(report["bytes"] as? Int == outcome.output.utf8.count)
    let diagnostics = try #require(report["diagnostics"] as? [[String: Any]])
    #expect(diagnostics.map { $0["code"] as? String } == ["missing-parent"])
    #expect(diagnostics.first?["comment"] as? String == "2")

    let filed = try Command.atoll(
      ["render", "--report=r.json", "--strict", "thread.json"], in: folder)
    #expect(filed.status == 65)
    let kept = try Data(contentsOf: folder.appending(path: "r.json"))
    #expect((try JSONSerialization.jsonObject(with: kept) as? [String: Any])?["bytes"] as? Int == 0)
  }

  @Test func writesTheSameBytesInAnyEnvironment() throws {
    let folder = try Fixture.folder(Fixture.large(comments: 300))
    let first = try Command.atoll(["render", "-q", "thread.json"], in: folder)
    let second = try Command.atoll(
      ["render", "-q", "thread.json"], in: folder,
      environment: ["TZ": "Asia/Tokyo", "LC_ALL": "de_DE.UTF-8", "LANG": "ja_JP"])
    #expect(first.output == second.output)
  }

  @Test func findsNothingNewIfTheRangeOfRootsHasNoNewComment() throws {
    let folder = try Fixture.folder(
      """
      {"atoll":1,"comments":[{"id":"a","createdAt":"2026-01-01","body":"x"},
      {"id":"b","createdAt":"2026-01-02","body":"y"},
      {"id":"a1","parentId":"a","createdAt":"2026-01-09","body":"z"}]}
      """)
    for (roots, code) in [("0..1", Int32(0)), ("1..2", 6)] {
      let outcome = try Command.atoll(
        ["render", "-q", "thread.json", "-f", "json", "--since", "2026-01-05", "--skip-empty"]
          + ["--roots", roots], in: folder)
      #expect(outcome.status == code)
      #expect(outcome.output.contains(#""id":"a1""#) == (code == 0))
    }
  }
}
