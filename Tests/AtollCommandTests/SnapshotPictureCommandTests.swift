import Foundation
import Testing

/// `atoll snapshot` with screenshots of a real browser.
@Suite(.enabled(if: hasBrowser, "there is no Chromium"), .serialized)
struct SnapshotPictureCommandTests {
  static let suite = """
    {"suite": "look", "widths": [390], "styles": ["style"],
     "cases": [{"id": "small", "story": "thread.json", "schemes": ["light", "dark"]}]}
    """

  /// Creates a project with a story, a custom theme and accepted screenshots, committed to git.
  static func project(_ prepare: (URL) throws -> Void = { _ in }) throws -> URL {
    let folder = try knowingFonts(SnapshotTextCommandTests.project(suite))
    let style = Command.package.appending(path: "Styles/ign")
    try FileManager.default.copyItem(at: style, to: folder.appending(path: "style"))
    try Data(".work/\n*.pending\n".utf8).write(to: folder.appending(path: ".gitignore"))
    try prepare(folder)
    let first = try atoll("verify", in: folder)
    #expect(first.status == 2, "\(first.output) \(first.errors)")
    #expect(try atoll("accept --all", in: folder).status == 0)
    let made = try Command.bash(
      "git init -q && git add -A && git -c user.name=a -c user.email=a@b commit -qm one",
      in: folder)
    #expect(made.status == 0, "\(made.errors)")
    return folder
  }

  /// The hashes of the fonts after a first run; computing them takes long in a debug build.
  private static let fontHashes: Data? = {
    guard let folder = try? Command.makeFolder() else { return nil }
    _ = try? atoll("doctor", in: folder)
    return try? Data(contentsOf: folder.appending(path: "Snapshots/.work/font-hashes"))
  }()

  static func knowingFonts(_ folder: URL) throws -> URL {
    let work = folder.appending(path: "Snapshots/.work")
    try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
    try fontHashes?.write(to: work.appending(path: "font-hashes"))
    return folder
  }

  static func atoll(_ line: String, in folder: URL) throws -> Command.Outcome {
    try SnapshotTextCommandTests.atoll(line, in: folder)
  }

  /// Changes the token `sizes.meta` of the theme.
  static func change(_ folder: URL) throws {
    let file = folder.appending(path: "style/theme.json")
    let text = try String(contentsOf: file, encoding: .utf8)
    try Data(text.replacing("\"meta\": \"13/18\"", with: "\"meta\": \"14/18\"").utf8)
      .write(to: file)
  }

  @Test func namesThePropertyThatChangedAndAcceptsItsCause() throws {
    let folder = try Self.project()
    try FileManager.default.createDirectory(
      at: folder.appending(path: "out"), withIntermediateDirectories: true)
    let manifest = try String(
      contentsOf: folder.appending(path: "Snapshots/pictures.manifest"), encoding: .utf8)
    #expect(manifest.split(separator: "\n").count == 2)
    #expect(try Self.atoll("verify --fresh", in: folder).status == 0)
    try Self.change(folder)
    let changed = try Self.atoll(
      "verify --screenshots out/screenshots --summary out/summary.md --annotations", in: folder)
    #expect(changed.status == 1, "\(changed.output) \(changed.errors)")
    let token = try Command.bash("grep -n '\"14/18\"' style/theme.json", in: folder)
    let line = token.output.prefix { $0 != ":" }
    #expect(
      changed.errors.contains("::error file=style/theme.json,line=\(line),"), "\(changed.errors)")
    let summary = try String(
      contentsOf: folder.appending(path: "out/summary.md"), encoding: .utf8)
    #expect(summary.contains("`screenshots/look/small/w390-light.png`"), "\(summary)")
    for ending in ["png", "old.png", "diff.png"] {
      let file = folder.appending(path: "out/screenshots/look/small/w390-dark.\(ending)")
      #expect(try Data(contentsOf: file).starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }
    let shown = try Self.atoll("show look/small/w390-light.png", in: folder).output
    #expect(shown.contains("13px"), "\(shown)")
    #expect(shown.contains("font-size 13px → 14px"), "\(shown)")
    let diff = try Self.atoll(
      "show look/small/w390-light.png --format diff -o diff.png", in: folder)
    #expect(diff.status == 0)
    #expect(try Data(contentsOf: folder.appending(path: "diff.png")).count > 500)
    let cause = try #require(
      try Self.atoll("list", in: folder).output.split(separator: " ").first)
    let accepted = try Self.atoll("accept --cause \(cause)", in: folder)
    #expect(accepted.errors.contains("2 accepted, 0 left"), "\(accepted.errors)")
    #expect(try Self.atoll("verify --screenshots out/screenshots", in: folder).status == 0)
    let left = try Command.bash("find out/screenshots -type f", in: folder)
    #expect(left.output == "", "screenshots of an earlier run: \(left.output)")
  }

  @Test func comparesWithTheCommittedPageIfAnotherEngineDrewTheReference() throws {
    let folder = try Self.project()
    let file = folder.appending(path: "Snapshots/pictures.manifest")
    let manifest = try String(contentsOf: file, encoding: .utf8)
    // As if another engine had rendered other bytes.
    let foreign = manifest.split(separator: "\n").map { line in
      let words = line.split(separator: " ")
      return "\(words[0]) \(String(repeating: "0", count: 64)) \(words[2]) 0123456789abcdef\n"
    }
    try Data(foreign.joined().utf8).write(to: file)
    let blind = try Self.atoll("verify", in: folder)
    #expect(blind.status == 4, "no commit has this manifest: \(blind.output)")
    let proven = try Self.atoll("verify --against HEAD", in: folder)
    #expect(proven.status == 0, "\(proven.output)")
    let made = try Command.bash(
      "git add -A && git -c user.name=a -c user.email=a@b commit -qm two", in: folder)
    #expect(made.status == 0, "\(made.errors)")
    let found = try Self.atoll("verify", in: folder)
    #expect(found.status == 0, "the commit that accepted them tells: \(found.output)")
    #expect(
      found.errors.contains("2 screenshots: ")
        && found.errors.contains("this engine renders the accepted page the same"),
      "\(found.errors)")
    try Self.saysThatTheHistoryIsCutShort(of: folder)
    try Self.change(folder)
    let changed = try Self.atoll("verify --against HEAD", in: folder)
    #expect(changed.status == 1, "\(changed.output)")
  }

  @Test func comparesToANamedCommitWhetherOrNotThereIsACache() throws {
    let folder = try Self.project()
    let commit = "git add -A && git -c user.name=a -c user.email=a@b commit -qm more"
    try Self.change(folder)
    #expect(try Self.atoll("verify", in: folder).status == 1)
    #expect(try Self.atoll("accept --all", in: folder).status == 0)
    // A change that is committed and not accepted.
    #expect(
      try Command.bash(
        "\(commit) && sed -i 's|14/18|15/18|' style/theme.json && \(commit)", in: folder
      ).status == 0)
    #expect(try Self.atoll("verify", in: folder).status == 1)
    let cache = folder.appending(path: "Snapshots/.work/cache")
    for hasCache in [true, false] {
      if !hasCache { try FileManager.default.removeItem(at: cache) }
      let same = try Self.atoll("verify --against HEAD", in: folder)
      #expect(
        same.ended(
          with: 0, saying: "2 screenshots: not the reference, but the same as the page of HEAD"))
      let changed = try Self.atoll("verify --against HEAD~1", in: folder)
      #expect(changed.status == 1, "\(changed.output)")
      #expect(changed.output.contains("max(14px, 0.875rem) → max(15px"))
    }
  }

  @Test func reportsAndReplacesADamagedListOfFonts() throws {
    let folder = try Self.project()
    let file = folder.appending(path: "Snapshots/env/fonts.txt")
    let list = try String(contentsOf: file, encoding: .utf8)
    let other = list.replacing("a", with: "b")
    let conflict = "<<<<<<< ours\n\(list)=======\n\(other)>>>>>>> theirs\n"
    try Data(conflict.utf8).write(to: file)
    for command in ["verify", "doctor", "mutate --limit 1"] {
      let outcome = try Self.atoll(command, in: folder)
      #expect(outcome.status == 5, "\(outcome.errors)")
      #expect(
        outcome.errors.hasPrefix("Snapshots/env/fonts.txt:1: error: the line does not have "),
        "\(outcome.errors)")
      #expect(
        outcome.errors.split(separator: "\n").allSatisfy { $0.ranges(of: "error: ").count < 2 })
    }
    let recorded = try Self.atoll("doctor --record-fonts", in: folder)
    #expect(try String(contentsOf: file, encoding: .utf8) == list, "\(recorded.errors)")
    #expect(try Self.atoll("verify", in: folder).status == 0)
  }

  /// Checks that, in a clone without the commit that accepted the references, the command explains
  /// why it cannot render them.
  static func saysThatTheHistoryIsCutShort(of folder: URL) throws {
    let cloned = try Command.bash(
      "git -c user.name=a -c user.email=a@b commit -q --allow-empty -m three "
        + "&& git clone -q --depth 1 \"file://$PWD\" shallow", in: folder)
    #expect(cloned.status == 0, "\(cloned.errors)")
    let clone = try knowingFonts(folder.appending(path: "shallow"))
    let outcome = try atoll("verify", in: clone)
    #expect(outcome.status == 4, "\(outcome.output)")
    #expect(outcome.output.contains("this clone is shallow"), "\(outcome.output)")
    #expect(outcome.output.contains("git fetch --unshallow"))
  }

  /// Rules that no screenshot of the suite shows, and an edit of each.
  static let unseen = [
    (".atoll .a-r:not([open]) > summary::before { color: #112233 }", "#112233", "#223344"),
    ("@media (forced-colors: active) { .atoll .a-g { margin: 1px } }", "1px", "2px"),
    ("@media print { .atoll .a-c { break-inside: avoid } }", "avoid", "auto"),
    ("@container atoll (width < 351px) { .atoll .a-c { margin: 5px } }", "351px", "350px"),
    (".atoll .a-b code { font-weight: 600 }", "600", "700"),
    (".atoll .a-c { outline: 1px solid #fff; outline-offset: 0 }", "1px", "1.4px"),
  ]

  @Test func reportsEditsThatNoScreenshotShows() throws {
    let folder = try Self.project { folder in
      let file = folder.appending(path: "style/body.css")
      let text = try String(contentsOf: file, encoding: .utf8)
      try Data((text + Self.unseen.map { "\n\($0.0)" }.joined()).utf8).write(to: file)
    }
    #expect(try Self.atoll("verify", in: folder).output == "")
    let file = folder.appending(path: "style/body.css")
    let rules = try String(contentsOf: file, encoding: .utf8)
    var edited = rules
    for (rule, old, new) in Self.unseen {
      edited = edited.replacing(rule, with: rule.replacing(old, with: new))
    }
    try Data(edited.utf8).write(to: file)
    let outcome = try Self.atoll("verify", in: folder)
    #expect(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
    for words in [
      "summary::before { color: rgb(17, 34, 51) → rgb(34, 51, 68) }",
      "@media (forced-colors: active) .atoll .a-g { margin: 1px → 2px }",
      "@media print .atoll .a-c { break-inside: avoid → auto }", "(width < 350px)",
      "code { font-weight: 600 → 700 }", "solid 1px → rgb(255, 255, 255) solid 1.4px }",
    ] {
      let line = outcome.output.split(separator: "\n").first {
        $0.hasPrefix("unseen ") && $0.contains(words)
      }
      #expect(line != nil, "\(words) in \(outcome.output)")
    }
    #expect(outcome.errors.contains("that no snapshot of this suite shows"))
    // An edit that a screenshot shows is not listed, and hides none of the others.
    try Self.change(folder)
    let changed = try Self.atoll("verify", in: folder)
    #expect(changed.status == 1)
    #expect(!changed.output.contains("unseen       @layer atoll :root"), "\(changed.output)")
    #expect(changed.output.contains("summary::before { color"), "\(changed.output)")
  }

  /// Replaces text in a file of the theme.
  private static func edit(
    _ name: String, _ old: String, _ new: String, in folder: URL
  ) throws {
    let file = folder.appending(path: "style/\(name)")
    let text = try String(contentsOf: file, encoding: .utf8)
    try #require(text.contains(old))
    try Data(text.replacing(old, with: new).utf8).write(to: file)
  }

  @Test func namesOnlyEditsThatAScreenshotShows() throws {
    let folder = try Self.project()
    try Self.edit("theme.json", "\"focus\": \"#0B5CAD\"", "\"focus\": \"#FF0000\"", in: folder)
    try Self.edit("theme.json", "\"page\": \"#F6F8F7\"", "\"page\": \"#F6F8F0\"", in: folder)
    try Self.change(folder)
    let outcome = try Self.atoll("verify", in: folder)
    #expect(outcome.status == 1, "\(outcome.errors)")
    let unseen = outcome.output.split(separator: "\n").filter { $0.hasPrefix("unseen") }
    #expect(unseen.count == 1 && unseen[0].contains("--atoll-focus"), "\(outcome.output)")
    let list = try Self.atoll("list", in: folder).output
    #expect(!list.contains("--atoll-focus"), "\(list)")
    let page = list.split(separator: "\n").first { $0.contains("--atoll-page") }
    #expect(page?.hasSuffix(", 1 snapshot") == true, "the page is dark in dark pictures: \(list)")
    let size = list.split(separator: "\n").first { $0.contains("14px") }
    #expect(size?.hasSuffix(", 2 snapshots") == true, "\(list)")
  }

  @Test func namesAnEditThatShowsOnlyTogetherWithAnother() throws {
    let folder = try Self.project { folder in
      let file = folder.appending(path: "style/body.css")
      let text = try String(contentsOf: file, encoding: .utf8)
      let rule = "\n.atoll .a-c {\n  outline-color: #fff;\n  outline-style: none;\n}\n"
      try Data((text + rule).utf8).write(to: file)
    }
    try Self.edit("body.css", "outline-color: #fff", "outline-color: #123456", in: folder)
    try Self.edit("body.css", "outline-style: none", "outline-style: solid", in: folder)
    let outcome = try Self.atoll("verify", in: folder)
    #expect(outcome.status == 1, "\(outcome.errors)")
    #expect(!outcome.output.contains("unseen"), "\(outcome.output)")
    let list = try Self.atoll("list", in: folder).output
    #expect(list.split(separator: "\n").count { $0.contains("outline") } == 2, "\(list)")
  }

  /// Edits of rules for blocks that no page has, and of branches of templates that are not reached.
  @Test func reportsEffectiveEditsThatNoOutputOfTheSuiteShows() throws {
    let folder = try Self.project { folder in
      let copied = try Command.atoll(
        ["template", "copy", "-q", "comment", "templates"], in: folder)
      #expect(copied.status == 0, "\(copied.errors)")
      let suite = Self.suite.replacing(
        "\"widths\"", with: "\"templates\": \"templates\", \"widths\"")
      try SnapshotTextCommandTests.use(suite, in: folder)
    }
    try Self.edit(
      "theme.json", "\"brand-hover\": \"#9C0F0F\"", "\"brand-hover\": \"#9C0F00\"", in: folder)
    let edited = try Command.bash(
      """
      sed -i '/^.atoll .a-stars {/,/}/s/color: .*/color: lime;/' style/body.css
      sed -i 's/class="a-stars"/class="a-stars x"/; s/^/ /' templates/comment.mustache
      echo '/* A comment has no effect. */' >> style/thread.css
      git diff --stat
      """, in: folder)
    try #require(edited.output.contains("4 files changed"), "\(edited)")
    let outcome = try Self.atoll("verify", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let unseen = outcome.output.split(separator: "\n").filter { $0.hasPrefix("unseen") }
    #expect(unseen.count == 3, "\(outcome.output)")
    for place in ["style/body.css:", "style/theme.json:", "templates/comment.mustache:"] {
      #expect(unseen.contains { $0.contains(place) }, "\(outcome.output)")
    }
  }

  @Test func takesScreenshotsOfAnyFolderOfPages() throws {
    let folder = try Self.knowingFonts(Command.makeFolder())
    let page = "<!doctype html><title>x</title><link rel=stylesheet href=a.css><h1>Hello</h1>"
    try FileManager.default.createDirectory(
      at: folder.appending(path: "site"), withIntermediateDirectories: true)
    try Data(page.utf8).write(to: folder.appending(path: "site/Index.html"))
    try Data("h1 { color: #123456 }".utf8).write(to: folder.appending(path: "site/a.css"))
    #expect(try Self.atoll("verify --html site --width 390", in: folder).status == 2)
    #expect(try Self.atoll("accept --all", in: folder).status == 0)
    #expect(try Self.atoll("verify --html site --width 390", in: folder).status == 0)
    try Data("h1 { color: #123457 }".utf8).write(to: folder.appending(path: "site/a.css"))
    let changed = try Self.atoll("verify --html site --width 390", in: folder)
    #expect(changed.status == 1)
    let shown = try Self.atoll("show", in: folder).output
    #expect(shown.contains("h1 color #123456 → #123457"), "\(shown)")
  }

  @Test func detectsChangesToFilesThatAPageLoads() throws {
    let folder = try Self.knowingFonts(Command.makeFolder())
    func write(_ text: String, _ path: String) throws {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let page = "<!doctype html><title>x</title><link rel=stylesheet href=../style.css>"
    try write("\(page)<h1>Hello</h1>", "site/blog/a.html")
    try write("\(page)<h1>Hello</h1>", "site/blog/b.html")
    try write("<!doctype html><title>x</title><h1>Hi</h1><iframe src=d.html>", "site/c.html")
    try write("\(page)<h1>Hello</h1>", "site/deep/d.html")
    try write("@import 'more%20of.css?v=3'; h1 { margin: 1px }", "site/style.css")
    try write("h2 { color: red }", "site/more of.css")
    let verify = "verify --html site --width 390"
    #expect(try Self.atoll(verify, in: folder).status == 2)
    #expect(try Self.atoll("accept --all", in: folder).status == 0)
    #expect(try Self.atoll(verify, in: folder).status == 0)
    let known = try String(
      contentsOf: folder.appending(path: "Snapshots/.work/known-pictures"), encoding: .utf8)
    #expect(known.split(separator: "\n").count == 3, "what has a frame is drawn anew: \(known)")
    #expect(known.split(separator: " ").count { $0.hasSuffix("more%20of.css") } == 3)
    try write("h1 { color: #123457 }", "site/more of.css")
    let changed = try Self.atoll(verify, in: folder)
    #expect(changed.status == 1)
    for page in ["blog/a", "blog/b", "deep/d"] {
      #expect(changed.output.contains("changed      html/\(page)/"), "\(changed.output)")
    }
    try write("h2 { color: red }", "site/more of.css")
    #expect(try Self.atoll(verify, in: folder).status == 0)
    // A missing file is tracked like an existing one.
    try FileManager.default.removeItem(at: folder.appending(path: "site/more of.css"))
    #expect(try Self.atoll(verify, in: folder).status == 0)
    try write("h1 { color: #123457 }", "site/more of.css")
    #expect(try Self.atoll(verify, in: folder).status == 1)
  }

  private static let rootSuite = """
    {"suite": "look", "widths": [390],
     "cases": [{"id": "a", "html": "site/sub/a.html", "root": "site"}]}
    """

  @Test(arguments: [true, false])
  func loadsFilesFromTheRootOfASite(hasSuite: Bool) throws {
    let folder = try Self.knowingFonts(Command.makeFolder())
    let made = try Command.bash(
      """
      mkdir -p site/sub
      echo 'h1 { color: #123456 }' > 'site/a style.css'
      echo '<!doctype html><link rel=stylesheet href="/a%20style.css?v=2"><h1>Hello</h1>' > site/sub/a.html
      echo '<!doctype html><link rel=stylesheet href="/nope.css"><h1>Hello</h1>' > site/b.html
      """, in: folder)
    #expect(made.status == 0, "\(made.errors)")
    let verify = hasSuite ? "verify" : "verify --html site --width 390"
    if hasSuite { try SnapshotTextCommandTests.use(Self.rootSuite, in: folder) }
    let missing = "site/nope.css: warning: there is no such file, and 1 page loads it: site/b.html"
    for status: Int32 in [2, 0] {
      let outcome = try Self.atoll(verify, in: folder)
      #expect(outcome.status == status, "\(outcome.output) \(outcome.errors)")
      #expect(outcome.errors.contains(missing) != hasSuite, "\(outcome.errors)")
      _ = try Self.atoll("accept --all", in: folder)
    }
    _ = try Command.bash("sed -i s/123456/123457/ 'site/a style.css'", in: folder)
    let changed = try Self.atoll(verify, in: folder)
    #expect(changed.status == 1, "\(changed.output)")
    let name = hasSuite ? "look/a/" : "html/sub/a/"
    #expect(changed.output.hasPrefix("changed      \(name)"), "\(changed.output)")
  }

  @Test func loadsNoFilesFromOutsideOfASite() throws {
    let folder = try Self.knowingFonts(Command.makeFolder())
    let made = try Command.bash(
      """
      mkdir site && echo 'h1 { color: #123456 }' > outside.css
      for address in "$PWD/outside.css" "file://$PWD/outside.css" ../outside.css \
        "/..%2F..$PWD/outside.css"; do
        echo "<link rel=stylesheet href=\"$address\">"
      done > links
      (echo '<!doctype html>'; cat links; echo "<h1>Hello</h1><iframe src=$PWD/links></iframe>") > site/a.html
      echo '<!doctype html><h1>Hello</h1><iframe src=/nothing></iframe>' > site/b.html
      """, in: folder)
    #expect(made.status == 0, "\(made.errors)")
    let outcome = try Self.atoll("verify --html site --width 390", in: folder)
    #expect(outcome.status == 2, "\(outcome.output) \(outcome.errors)")
    #expect(
      outcome.errors.ranges(of: "/outside.css: warning: there is no such file").count == 1,
      "\(outcome.errors)")
    let names = ["a", "b"].map { "Snapshots/html/\($0)/w390-light.png.pending" }
    let same = try Command.bash("cmp \(names[0]) \(names[1])", in: folder)
    #expect(same.status == 0, "\(same.output)")
  }

  @Test func rejectsAPageThatIsTallerThanAScreenshot() throws {
    let folder = try Self.knowingFonts(Command.makeFolder())
    try Data("<!doctype html><title>x</title>top<p style='margin-top: 60000px'>end".utf8)
      .write(to: folder.appending(path: "a.html"))
    let outcome = try Self.atoll("verify --html . --width 390", in: folder)
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("pixels tall, and screenshots show 60000"), "\(outcome.output)")
    #expect(try Self.atoll("accept --all", in: folder).output == "")
  }

  /// The commands of the document, from an empty folder to a committed suite.
  @Test func createsAndCommitsASuiteByTheDocumentedSteps() throws {
    let page = try Command.text(of: "docs/snapshots.md")
    let start = try #require(page.range(of: "```sh\n"))
    let end = try #require(page.range(of: "\n```", range: start.upperBound..<page.endIndex))
    let walk = String(page[start.upperBound..<end.lowerBound])
    #expect(walk.split(separator: "\n").count { $0.hasPrefix("atoll ") } == 6, "\(walk)")
    let folder = try Self.knowingFonts(Command.makeFolder())
    let outcome = try Command.bash(
      "set -e; git init -q; git config user.name a; git config user.email a@b; \(walk)", in: folder)
    #expect(outcome.ended(with: 0, saying: "the same"))
    let files = try Command.bash("git ls-files; git status --short", in: folder).output
    for file in ["pictures.manifest", "env/fonts.txt", ".gitignore", "suite.json"] {
      #expect(files.contains("Snapshots/\(file)\n"), "\(files)")
    }
    #expect(!files.contains(".pending") && !files.contains(".work"), "\(files)")
  }

  @Test func limitsTheCacheOfUnusedScreenshots() throws {
    let folder = try Self.project()
    let cache = folder.appending(path: "Snapshots/.work/cache")
    let names = ["a", "b"].map { String(repeating: $0, count: 64) + ".png" }
    for name in names { try Data(count: 40 << 20).write(to: cache.appending(path: name)) }
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)],
      ofItemAtPath: cache.appending(path: names[0]).path)
    #expect(try Self.atoll("verify", in: folder).status == 0)
    let left = try FileManager.default.contentsOfDirectory(atPath: cache.path)
    #expect(!left.contains(names[0]) && left.contains(names[1]), "\(left)")
    #expect(left.count { $0.hasSuffix(".png") } == 3, "\(left)")
  }

  @Test func rejectsAnEmptyPage() throws {
    let folder = try Self.knowingFonts(Command.makeFolder())
    try Data("<!doctype html><title>x</title>".utf8).write(to: folder.appending(path: "a.html"))
    let outcome = try Self.atoll("verify --html . --width 390", in: folder)
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("all of it is one colour"), "\(outcome.output)")
  }
}
