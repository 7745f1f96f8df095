import Foundation
import Testing

/// The files that `atoll snapshot verify` writes for continuous integration.
@Suite struct SnapshotResultTests {
  private typealias Project = SnapshotTextCommandTests

  /// Creates a project with four accepted snapshots, and then changes the text of a comment.
  private static func changed(to text: String) throws -> URL {
    let folder = try Project.project()
    #expect(try Project.atoll("verify", in: folder).status == 2)
    #expect(try Project.atoll("accept --all", in: folder).status == 0)
    let file = folder.appending(path: "thread.json")
    let thread = try String(contentsOf: file, encoding: .utf8)
    try Data(thread.replacing("Late", with: text).utf8).write(to: file)
    return folder
  }

  private static func read(_ name: String, in folder: URL) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  @Test func writesEveryResultFileOfAFailingRun() throws {
    let folder = try Self.changed(to: "@team </details> ``x`` ]]> & <b>::error::%0A")
    let line = "verify --summary s.md --junit j.xml --code-quality q.json --annotations"
    let outcome = try Project.atoll(line, in: folder)
    #expect(outcome.status == 1)

    let summary = try Self.read("s.md", in: folder)
    #expect(summary.hasPrefix("### look: 4 snapshots: 4 changed\n"), "\(summary)")
    #expect(summary.contains("To accept: `atoll snapshot accept --cause "))
    // Text of users is in code spans only, with fences of three backticks, as the text has two.
    let quotes = summary.split(separator: "\n").filter { $0.contains("@team") }
    #expect(!quotes.isEmpty && quotes.allSatisfy { $0.contains("```") }, "\(summary)")

    let junit = try Self.read("j.xml", in: folder)
    let check = "python3 -c 'import xml.dom.minidom; xml.dom.minidom.parse(\"j.xml\")'"
    let parsed = try Command.bash(check, in: folder)
    #expect(parsed.status == 0, "\(parsed.errors) \(junit)")
    #expect(junit.contains("tests=\"4\" failures=\"4\" errors=\"0\" skipped=\"0\""))
    #expect(junit.contains("<testcase classname=\"look.small\" name=\"page.html\">"))

    let report = try JSONSerialization.jsonObject(with: Data(Self.read("q.json", in: folder).utf8))
    let issues = try #require(report as? [[String: Any]])
    #expect(issues.count == 4)
    #expect(Set(issues.compactMap { $0["fingerprint"] as? String }).count == 4)
    let paths = issues.compactMap { ($0["location"] as? [String: Any])?["path"] as? String }
    #expect(paths.contains("Snapshots/look/small/page.html"))

    let commands = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("::") }
    #expect(!commands.isEmpty && commands.allSatisfy { $0.hasPrefix("::error file=Snapshots/") })
  }

  /// Creates a project in a subfolder of a repository, and edits two lines in a commit after the references.
  private static func edited() throws -> (folder: URL, lines: [Int]) {
    let top = try Self.changed(to: "Late")
    let made = try Command.bash(
      """
      mkdir site && mv Snapshots thread.json site
      commit() { git add -A && git -c user.name=a -c user.email=a@b commit -qm "$1"; }
      git init -q && commit one
      sed -i -e 's/Late/Later/' -e 's/"Ann"/"Anne"/' site/thread.json && commit two
      grep -nE 'Later|Anne' site/thread.json | cut -d: -f1
      """, in: top)
    #expect(made.status == 0, "\(made.errors)")
    return (top.appending(path: "site"), made.output.split(separator: "\n").compactMap { Int($0) })
  }

  @Test(arguments: ["", " --against HEAD~1"])
  func annotatesTheEditedLineOfEachCause(commit: String) throws {
    let (folder, lines) = try Self.edited()
    try #require(lines.count == 2)
    let outcome = try Project.atoll(
      "verify --annotations --code-quality q.json\(commit)", in: folder)
    let commands = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("::error") }
    let places = commands.map { $0.split(separator: ",").prefix(2).joined(separator: ",") }
    #expect(
      places == lines.map { "::error file=site/thread.json,line=\($0)" }, "\(outcome.errors)")
    let report = try Self.read("q.json", in: folder)
    #expect(
      report.contains("\"lines\":{\"begin\":\(lines[0])},\"path\":\"site/thread.json\"}"),
      "\(report)")
  }

  @Test func writesResultFilesForAPassingRun() throws {
    let folder = try Self.changed(to: "Late")
    let outcome = try Project.atoll("verify --summary s.md --junit j.xml --annotations", in: folder)
    #expect(outcome.status == 0)
    #expect(try Self.read("s.md", in: folder) == "### look: 4 snapshots: 4 the same\n")
    #expect(try Self.read("j.xml", in: folder).contains("failures=\"0\""))
    #expect(!outcome.errors.contains("::"))
  }

  @Test func failsBeforeRenderingIfTheJUnitFileCannotBeWritten() throws {
    let folder = try Self.changed(to: "Late")
    let outcome = try Project.atoll("verify --junit no/such/folder/j.xml", in: folder)
    #expect(outcome.status == 73)
    #expect(outcome.output.isEmpty)
  }

  @Test func reportsChangesEvenIfResultsCannotBeWritten() throws {
    let folder = try Self.changed(to: "Later")
    try Data().write(to: folder.appending(path: "file"))
    let line = "atoll snapshot verify --summary /dev/full --screenshots file/x --junit j.xml"
    for output in ["", " > /dev/full"] {
      let changed = try Command.bash(line + output, in: folder)
      #expect(changed.ended(with: 1, saying: "cannot write to /dev/full"))
      #expect(try Self.read("j.xml", in: folder).contains("failures=\"4\""))
    }
    #expect(try Project.atoll("accept --all", in: folder).status == 0)
    #expect(try Command.bash(line, in: folder).status == 74)
    #expect(try Self.read("j.xml", in: folder).contains("failures=\"0\""))
  }

  @Test(arguments: ["nosuch", "--output=x", "HEAD:thread.json"])
  func rejectsAnUnknownCommitBeforeRendering(name: String) throws {
    let folder = try Self.changed(to: "Late")
    #expect(try Command.bash("git init -q", in: folder).status == 0)
    let outcome = try Project.atoll("verify --against=\(name)", in: folder)
    #expect(outcome.status == 66, "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("git has no commit '\(name)' of this folder"))
  }
}

/// The recipes for continuous integration, whose scripts are run as the services run them.
@Suite struct ContinuousIntegrationRecipeTests {
  private static let recipes = Command.package.appending(path: "recipes").path

  /// Prints the script of a recipe, without its indent.
  private static let scripts = [
    "github":
      "sed -n '/^      run: |$/,/^    - if:/p' \(recipes)/ci/github/action.yml | sed '1d;$d'",
    "gitlab":
      "sed -n '/^    - |$/,/^  artifacts:/p' \(recipes)/ci/gitlab/snapshots.yml | sed '1d;$d'",
  ]

  @Test(arguments: ["github", "gitlab"]) func writesResultsAndAReport(service: String) throws {
    let folder = try SnapshotTextCommandTests.project()
    let script = try #require(Self.scripts[service])
    let outcome = try Command.bash(
      """
      export RECIPES=\(Self.recipes) STORE=Snapshots ARGUMENTS='look/small -q'
      \(service == "github" ? "export GITHUB_ACTIONS=true GITHUB_STEP_SUMMARY=$PWD/job.md" : "")
      echo before > job.md
      bash -e -c "$(\(script))"
      """, in: folder)
    #expect(outcome.status == 2, "\(outcome.errors)")
    let text = { (name: String) in
      try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
    for name in ["summary.md", "junit.xml", "code-quality.json", "report.html"] {
      #expect(try !text("snapshot-results/\(name)").isEmpty)
    }
    let isGitHub = service == "github"
    #expect(try text("job.md").hasPrefix(isGitHub ? "before\n### look:" : "before\n"))
    #expect(outcome.errors.contains("::error file=") == isGitHub)
  }

  @Test func deletesResultsOfAnEarlierRun() throws {
    let outcome = try Command.bash(
      """
      mkdir -p results/screenshots/look && touch results/summary.md results/junit.xml results/screenshots/look/a.png
      \(Self.recipes)/ci/verify results --html nowhere || echo $?
      grep -l small -r results; find results -name '*.png'
      """, in: try SnapshotTextCommandTests.project())
    #expect(outcome.output == "66\n", "\(outcome.errors)")
  }
}
