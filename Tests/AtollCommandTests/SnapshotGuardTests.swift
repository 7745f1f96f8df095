import Foundation
import Testing

/// The refusals and warnings of `atoll snapshot`, so that nothing is lost or passes unseen.
@Suite struct SnapshotGuardTests {
  private typealias Project = SnapshotTextCommandTests

  private static func atoll(_ line: String, in folder: URL) throws -> Command.Outcome {
    try Project.atoll(line, in: folder)
  }

  /// Creates a project whose snapshots are accepted.
  private static func accepted(_ suite: String) throws -> URL {
    let folder = try Project.project(suite)
    #expect(try atoll("verify", in: folder).status == 2)
    #expect(try atoll("accept --all", in: folder).status == 0)
    return folder
  }

  private static func suite(_ members: String) -> String {
    "{\"suite\": \"look\", \"cases\": [{\"id\": \"a\", \"demo\": \"story\", \(members)}]}"
  }

  @Test(arguments: [
    ("verify --junit", "Snapshots/suite.json"), ("verify --summary", "thread.json"),
    ("verify --code-quality", "Snapshots/look/small/page.html"),
    ("verify --summary", "style/theme.json"), ("report -o", "Snapshots/suite.json"),
    ("report -o", "Snapshots/pictures.manifest"), ("report -o", "thread.json"),
    ("show look --format json -o", "Snapshots/look/small/json.json"),
    ("report -o", "style/theme.json"),
  ])
  func doesNotReplaceAFileOfTheSuite(command: String, path: String) throws {
    let folder = try Self.accepted(Project.suite)
    try Project.use(
      Project.suite.replacing("\"pictures\"", with: "\"styles\": [\"style\"], \"pictures\""),
      in: folder)
    _ = try Command.bash(
      "atoll theme copy -q ign style; : > Snapshots/pictures.manifest", in: folder)
    try Project.change(folder)
    #expect(try Self.atoll("verify", in: folder).status == 1)
    let file = folder.appending(path: path)
    let before = try Data(contentsOf: file)
    let outcome = try Self.atoll("\(command) \(path)", in: folder)
    #expect(outcome.ended(with: 64, saying: "\(path): error: the output would replace the input"))
    #expect(try Data(contentsOf: file) == before)
  }

  @Test(arguments: ["--top-per-story=2", "--misspelt"])
  func doesNotReplaceAFileGivenInAnOptionOfADigest(other: String) throws {
    let options = #""--locale-file", "words.json", "--subject", "x", "\#(other)""#
    let folder = try Project.project(
      #"{"suite": "look", "cases": [{"id": "d", "digest": ["thread.json"], "formats": ["email"], "#
        + #""pictures": false, "options": [\#(options)]}]}"#)
    let file = folder.appending(path: "words.json")
    try Data(#"{"extends":"nl"}"#.utf8).write(to: file)
    let outcome = try Self.atoll("verify --junit words.json", in: folder)
    #expect(outcome.status == 64, "\(outcome.errors)")
    #expect(try Data(contentsOf: file) == Data(#"{"extends":"nl"}"#.utf8))
  }

  @Test(arguments: [
    "\"pictures\": false", "\"widths\": []", "\"directions\": [], \"formats\": [\"page\"]",
  ])
  func rejectsACaseThatMakesNoSnapshot(members: String) throws {
    let outcome = try Self.atoll("verify", in: Project.project(Self.suite(members)))
    #expect(
      outcome.ended(
        with: 65,
        saying: "suite.json (cases[0]): error: the case 'a' makes no snapshot; give it formats"))
  }

  @Test(arguments: [
    ("\"--format\", \"email\"", "'formats'"), ("\"--style\", \"plain\"", "'styles'"),
    ("\"--templates\", \"t\"", "'templates'"), ("\"-o\", \"x\"", "leave it out"),
  ])
  func rejectsOptionsThatACaseCannotHave(options: String, advice: String) throws {
    let outcome = try Self.atoll(
      "verify",
      in: Project.project(
        Self.suite("\"formats\": [\"page\"], \"pictures\": false, \"options\": [\(options)]")))
    #expect(outcome.ended(with: 78, saying: "(cases[0].options)", advice))
  }

  @Test(arguments: [
    "--strict", "--server=https://nowhere.example", "--story-id=s", "--notification=n.json",
    "--report=r.json", "--print-headers", "--skip-empty", "--story=17", "--from=coral",
    "--no-pager", "--progress=json", "--quiet",
  ])
  func refusesOptionsWithoutEffect(option: String) throws {
    let members = "\"formats\": [\"page\"], \"pictures\": false, \"options\": [\"\(option)\"]"
    let outcome = try Self.atoll("verify", in: Project.project(Self.suite(members)))
    #expect(outcome.ended(with: 78, saying: "(cases[0].options)", "is not for a suite"))
  }

  @Test(arguments: ["x/1/4", "1/4/", "/1/4", "1//4", "1", "5/4", "0/4"])
  func rejectsInvalidShards(text: String) throws {
    let outcome = try Self.atoll("verify --shard \(text)", in: Project.project())
    #expect(outcome.status == 64 && outcome.errors.contains("1/4"), "\(outcome.errors)")
  }

  @Test(arguments: [
    ("--only-new", "--only-new needs to know which comments are new"),
    ("other.json", "unexpected argument 'other.json'"),
  ])
  func reportsInvalidArgumentsInTheOptionsOfACase(option: String, message: String) throws {
    let members = "\"formats\": [\"page\"], \"pictures\": false, \"options\": [\"\(option)\"]"
    let outcome = try Self.atoll("verify", in: Project.project(Self.suite(members)))
    #expect(outcome.status == 78 && outcome.output.contains(message), "\(outcome)")
  }

  @Test(arguments: [
    "--campaign=c", "--recipients=r", "--since-store=s.db", "--since-run=2", "--skip-empty",
    "--max-errors=1", "--from=coral", "--quiet",
  ])
  func refusesDigestOptionsWithoutEffect(option: String) throws {
    let members = "\"formats\": [\"text\"], \"pictures\": false, \"options\": [\"\(option)\"]"
    let suite =
      "{\"suite\": \"look\", \"cases\": [{\"id\": \"a\", \"digest\": [\"thread.json\"], \(members)}]}"
    let outcome = try Self.atoll("verify", in: Project.project(suite))
    #expect(outcome.status == 78, "\(outcome.errors)")
    let name = option.prefix { $0 != "=" }
    #expect(
      outcome.errors.contains("error: the option \(name) is not for a suite"), "\(outcome.errors)")
  }

  @Test func reportsStoriesThatWereNotFetchedUnlessQuiet() throws {
    let folder = try Project.project(
      #"{"suite": "look", "cases": [{"id": "d", "digest": ["stories.ndjson"], "formats": ["text"], "pictures": false}]}"#
    )
    let stories = #"{"atoll":1,"story":{"id":"s"},"comments":[{"id":"a","body":"b"}]}"#
    try Data("\(stories)\n{\"notFetched\":\"s5\"}\n".utf8)
      .write(to: folder.appending(path: "stories.ndjson"))
    #expect(try Self.atoll("verify", in: folder).errors.contains("'s5' was not fetched"))
    let quiet = try Self.atoll("verify -q", in: folder)
    #expect(!quiet.errors.contains("not fetched"), "\(quiet)")
  }

  @Test func choosesAStoryOfADump() throws {
    let files = ["comments", "stories", "users"].map { "\"demo/dump/\($0).ndjson\"" }
    let cases = ["17", "18"].map {
      "{\"id\": \"s\($0)\", \"story\": [\(files.joined(separator: ","))], \"options\": [\"--story\", \"\($0)\"]}"
    }
    let folder = try Project.project(
      "{\"suite\": \"look\", \"pictures\": false, \"formats\": [\"text\"], \"cases\": [\(cases.joined(separator: ","))]}"
    )
    let outcome = try Command.bash(
      """
      atoll demo -q; atoll snapshot verify -q > out; echo $?
      for n in 17 18; do
        atoll render -q demo/dump --story $n -f text | cmp - Snapshots/look/s$n/text.txt.pending
      done
      """, in: folder)
    #expect(outcome.output == "2\n", "\(outcome)")
  }

  @Test func prunesOnlyFilesThatARunCanHaveWritten() throws {
    let folder = try Self.accepted(Project.suite)
    for name in ["notes.txt", "style.css"] {
      try Data("mine".utf8).write(to: folder.appending(path: "Snapshots/look/\(name)"))
    }
    let verified = try Self.atoll("verify", in: folder)
    #expect(verified.status == 0 && !verified.output.contains("obsolete"), "\(verified.output)")
    #expect(try Self.atoll("prune", in: folder).output == "")
  }

  @Test func refusesInputsInTheFolderOfTheReferences() throws {
    let folder = try Fixture.folder()
    let outcome = try Command.bash(
      """
      mkdir html look; echo '<!doctype html>' > html/index.html; cp thread.json look
      atoll snapshot verify --html html --store . --no-require-browser; echo $?
      echo '{"suite":"look","pictures":false,"formats":["page"],"cases":[{"id":"a","story":"'$PWD'/look/thread.json"}]}' > suite.json
      atoll snapshot verify --store .; echo $?
      """, in: folder)
    #expect(outcome.output == "64\n64\n", "\(outcome)")
    #expect(
      outcome.errors.contains("html/index.html is in the folder of the suite's references"),
      "\(outcome.errors)")
    #expect(outcome.errors.contains("look/thread.json is in the folder"), "\(outcome.errors)")
  }

  @Test func resolvesStoryPathsOfTheInitCommandAgainstTheCurrentFolder() throws {
    let outcome = try Command.bash(
      """
      mkdir look below; mv thread.json look; cd look
      atoll snapshot init -q thread.json --store .; grep -c "$PWD/thread.json" suite.json
      cd ../below; cp ../look/thread.json .; atoll snapshot init -q thread.json --store ..; grep -c "$PWD/thread.json" ../suite.json
      """, in: try Fixture.folder())
    #expect(outcome.output == "1\n1\n", "\(outcome)")
  }

  @Test(arguments: [
    ("\"options\": [\"--nope\"]", 78), ("\"styles\": [\"nope\"]", 78),
    ("\"templates\": \"nope\"", 78),
  ])
  func exitsWith78IfACaseCannotBeRendered(members: String, code: Int32) throws {
    let outcome = try Self.atoll(
      "verify",
      in: Project.project(Self.suite("\"pictures\": false, \"formats\": [\"page\"], \(members)")))
    #expect(outcome.status == code, "\(outcome.output) \(outcome.errors)")
  }

  @Test(arguments: [
    ("\"formats\": [\"pagee\"]", "did you mean 'page'?"),
    ("\"formats\": [\"ansi\"], \"colors\": [\"17\"]", "'17' is not one of"),
  ])
  func rejectsUnknownFormatsAndColors(members: String, words: String) throws {
    let outcome = try Self.atoll("verify", in: Project.project(Self.suite(members)))
    #expect(outcome.ended(with: 65, saying: words))
  }

  @Test func rejectsAnUnknownDemo() throws {
    let suite = Self.suite("\"formats\": [\"page\"]").replacing("\"story\"", with: "\"stroy\"")
    let outcome = try Self.atoll("verify", in: Project.project(suite))
    #expect(outcome.ended(with: 65, saying: "did you mean 'story'?"))
  }

  @Test func prunesNothingAfterAnEditOfTheSuite() throws {
    let folder = try Self.accepted(Project.suite)
    try Project.use(Project.smallSuite, in: folder)
    #expect(try Self.atoll("verify", in: folder).status == 3)
    try Project.use(Project.suite, in: folder)
    for command in ["prune", "prune --dry-run"] {
      let outcome = try Self.atoll(command, in: folder)
      #expect(outcome.status == 1 && outcome.output == "", "\(outcome.output)")
      #expect(
        outcome.errors.contains("suite.json: error: the suite has changed since"),
        "\(outcome.errors)")
    }
    #expect(try Self.atoll("verify", in: folder).status == 0)
    #expect(try Self.atoll("prune", in: folder).status == 0)
  }

  @Test func namesTheLineOfAThemeThatDoesNotLoad() throws {
    let folder = try Project.project(
      Self.suite("\"formats\": [\"page\"], \"pictures\": false, \"styles\": [\"style\"]"))
    #expect(try Command.atoll(["theme", "copy", "-q", "ign", "style"], in: folder).status == 0)
    try Data("\n.atoll { x }\n.atoll { y }\n".utf8)
      .write(to: folder.appending(path: "style/thread.css"))
    let outcome = try Self.atoll("verify --annotations", in: folder)
    #expect(outcome.status == 78, "\(outcome.errors)")
    #expect(
      outcome.output.contains("the theme does not load: style/thread.css:2:"), "\(outcome.output)")
    #expect(outcome.output.contains(" more)"), "\(outcome.output)")
    #expect(outcome.errors.contains("::error file=style/thread.css,line=2,"), "\(outcome.errors)")
  }

  @Test func warnsAboutATruncatedStory() throws {
    let folder = try Self.accepted(Project.suite)
    let file = folder.appending(path: "thread.json")
    try Data(contentsOf: file).dropLast(20).write(to: file)
    let outcome = try Self.atoll("verify", in: folder)
    #expect(outcome.errors.contains("[truncated-input]"), "\(outcome.errors)")
    #expect(outcome.errors.hasPrefix("thread.json"), "\(outcome.errors)")
  }

  @Test func reportsAMissingStoryByItsPathInTheSuite() throws {
    let folder = try Project.project(Project.suite)
    try FileManager.default.removeItem(at: folder.appending(path: "thread.json"))
    let outcome = try Self.atoll("verify", in: folder)
    #expect(
      outcome.output.contains("look/small/page.html  thread.json: there is no such file"),
      "\(outcome.output)")
  }

  @Test func keepsPendingOutputOfAFolderOfPagesOutOfGit() throws {
    let folder = try Command.makeFolder()
    try Data("<!doctype html>".utf8).write(to: folder.appending(path: "a.html"))
    let outcome = try Project.atoll(
      "verify --html . --no-require-browser", in: folder, environment: ["PATH": folder.path])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let text = try String(
      contentsOf: folder.appending(path: "Snapshots/.gitignore"), encoding: .utf8)
    #expect(text == "*.pending\n")
  }

  @Test func doesNotAdviseAnOptionThatWasGiven() throws {
    let folder = try Project.project(Project.pictured)
    let outcome = try Project.atoll(
      "verify --no-require-browser", in: folder, environment: ["CHROMIUM": "/nonexistent"])
    #expect(outcome.status == 4)
    #expect(!outcome.errors.contains("--no-require-browser"), "\(outcome.errors)")
  }

  @Test func keepsTheReferencesOfARunOfOneCaseBetweenShards() throws {
    let folder = try Self.accepted(Project.suite)
    for line in ["verify --shard 1/2", "verify --shard 2/2", "verify look/late"] {
      #expect(try Self.atoll(line, in: folder).status == 0)
    }
    let outcome = try Self.atoll("verify --shard 1/2", in: folder)
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(try Self.atoll("prune", in: folder).output.isEmpty)
  }

  @Test func reportsNothingAsObsoleteAfterShardsOfAnEarlierSuite() throws {
    let folder = try Self.accepted(Project.suite)
    for line in ["verify --shard 1/2", "verify --shard 2/2"] {
      #expect(try Self.atoll(line, in: folder).status == 0)
    }
    let more = "{\"id\": \"first\", \"demo\": \"story\"},\n{\"id\": \"small\""
    try Project.use(Project.suite.replacing("{\"id\": \"small\"", with: more), in: folder)
    let outcome = try Self.atoll("verify --shard 1/2", in: folder)
    #expect(outcome.status == 2 && !outcome.output.contains("obsolete"), "\(outcome.output)")
  }

  @Test func doesNotReportANewCaseAsAnUnseenEdit() throws {
    let folder = try Self.accepted(Project.smallSuite)
    let committed = try Command.bash(
      "git init -q && git add -A && git -c user.name=a -c user.email=a@b commit -qm one", in: folder
    )
    #expect(committed.status == 0, "\(committed.errors)")
    let more =
      "\n{\"id\": \"more\", \"demo\": \"story\", \"formats\": [\"text\"]},\n{\"id\": \"small\""
    try Project.use(
      Project.smallSuite.replacing("{\"id\": \"small\"", with: more), in: folder)
    let outcome = try Self.atoll("verify", in: folder)
    #expect(outcome.output == "missing      look/more/text.txt\n", "\(outcome.output)")
    #expect(outcome.status == 2)
  }
}
