import Bytes
import OperatingSystem
import PageShots
package import Snapshots
import Theming

/// The lines of themes, templates, stories and pages that were edited after the references were accepted.
///
/// They come from `git diff`, so that results can point at the edit and not at the snapshot that it changed.
package struct EditedLines: Sendable {
  /// A line in a file of the repository.
  package struct Place: Hashable, Sendable {
    /// The path, from the top of the repository.
    package let path: String
    package let line: Int

    package init(path: String, line: Int) { (self.path, self.line) = (path, line) }
  }

  /// Consecutive lines that were replaced, removed or added.
  private struct Hunk {
    let path: String
    /// The first line of the new text, or the line before removed ones.
    let line: Int
    var removed: [String] = []
    var added: [String] = []
  }

  private var hunks: [Hunk]

  /// The lines that differ from `run.commit`, or from the commit in which the references were accepted;
  /// none if git does not have it.
  package init(of run: SuiteRun) { self.init(diff: Self.diff(of: run) ?? "") }

  /// Returns the edits of everything that the suite is made from as a unified diff without context lines.
  private static func diff(of run: SuiteRun) -> String? {
    let root = run.renderer.root
    let work = absolutePath("\(run.store)/\(RunRecord.folderName)")
    let output = "\(work)/edits-\(currentProcess).diff"
    defer { try? StoreFiles.remove(output) }
    let paths = run.suite.sourcePaths.map { run.renderer.path(of: $0) }
    let words = ["sh", "-c", script, "sh", absolutePath(run.store), run.commit ?? "", root, output]
    // A commit that begins with '-' would be an option.
    guard !paths.isEmpty, run.commit?.hasPrefix("-") != true, Program.run(words + paths) == 0,
      let bytes = try? StoreFiles.contents(of: output)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A suite without screenshots has no manifest; its references were accepted in the last commit of any of them.
  private static let script = """
    store=$1 commit=$2 root=$3 output=$4
    shift 4
    cd "$store" || exit 1
    last() { git log -1 --format=%H -- "$1"; }
    [ -n "$commit" ] || commit=$(last \(PictureManifest.fileName))
    [ -n "$commit" ] || commit=$(last .)
    [ -n "$commit" ] || exit 1
    cd "$root" && git -c core.quotePath=false diff --unified=0 --no-color --no-ext-diff --no-renames \\
      --src-prefix=a/ --dst-prefix=b/ "$commit" -- "$@" > "$output"
    """

  /// Reads a unified diff without context lines.
  init(diff: String) {
    hunks = []
    var path: String?
    let lines = diff.split(
      separator: "\n", maxSplits: Self.mostLines, omittingEmptySubsequences: false)
    for line in lines.prefix(Self.mostLines) {
      if line.hasPrefix("+++ ") {
        path = line.hasPrefix("+++ b/") ? String(line.dropFirst(6)) : nil
      } else if line.hasPrefix("@@ "), let path, let number = Self.newLine(ofHead: line) {
        hunks.append(Hunk(path: path, line: max(number, 1)))
      } else if line.hasPrefix("-"), path != nil, !hunks.isEmpty {
        hunks[hunks.count - 1].removed.append(String(line.dropFirst()))
      } else if line.hasPrefix("+"), path != nil, !hunks.isEmpty {
        hunks[hunks.count - 1].added.append(String(line.dropFirst()))
      } else if line.hasPrefix("diff ") {
        path = nil
      }
    }
  }

  /// The most lines of a diff that are read; a story that was written anew may have any number.
  private static let mostLines = 5_000

  /// Returns the 44 of `@@ -44 +44,2 @@`.
  private static func newLine(ofHead line: Substring) -> Int? {
    let part = line.split(separator: " ").first { $0.hasPrefix("+") }
    return part.flatMap { Int($0.dropFirst().prefix { $0 != "," }) }
  }

  // MARK: Finding the edit

  /// Returns the line that has most in common with the findings of a cause; if only one edit was made, its line.
  package func place(of findings: [Finding]) -> Place? {
    if hunks.count == 1, let only = hunks.first { return place(Line(only, 0)) }
    let traces = findings.filter(\.isCause).prefix(Self.mostFindings).map(Traces.init)
    var best: (score: Int, line: Line)?
    for hunk in hunks {
      for index in 0..<max(hunk.added.count, 1) {
        let line = Line(hunk, index)
        let score = traces.map { $0.score(removed: line.removed, added: line.added) }.max() ?? 0
        if score > best?.score ?? 0 { best = (score, line) }
      }
    }
    return best.map { place($0.line) }
  }

  /// The most findings of a cause that are looked for.
  private static let mostFindings = 8

  /// A line of a hunk, with the line that it replaced.
  private struct Line {
    let path: String
    let number: Int
    let removed: String
    let added: String

    init(_ hunk: Hunk, _ index: Int) {
      path = hunk.path
      number = hunk.line + index
      // Hunks with as many lines on both sides replace each line by one.
      let isPaired = hunk.removed.count == hunk.added.count
      removed = isPaired ? hunk.removed[index] : hunk.removed.joined(separator: "\n")
      added = hunk.added.isEmpty ? "" : hunk.added[index]
    }
  }

  private func place(_ line: Line) -> Place { Place(path: line.path, line: line.number) }

  /// The words of a finding by which its edit is recognised.
  private struct Traces {
    /// The property, or the names that a theme may give a token: `size-meta` and `meta`.
    let names: [String]
    let classes: [String]
    let old: [String]
    let new: [String]

    init(_ finding: Finding) {
      let property = finding.property
      if property.hasPrefix(Theme.tokenPrefix) {
        let token = property.dropFirst(Theme.tokenPrefix.count)
        let last = token.drop { $0 != "-" }.dropFirst()
        names = [token, last].filter { !$0.isEmpty }.map { "\"\($0)\"" }
      } else {
        names = [property]
      }
      classes = finding.selector.split { !($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
        .map(String.init)
      let replaced = WordReplacement.all(from: finding.old, to: finding.new)
      old = Self.forms(finding.old) + replaced.map(\.old)
      new = Self.forms(finding.new) + replaced.map(\.new)
    }

    /// Returns a value as a browser writes it, and as a theme may have it.
    private static func forms(_ value: String) -> [String] {
      [value, shortColor(value)] + (value.hasSuffix("px") ? [String(value.dropLast(2))] : [])
    }

    /// Returns how much of the finding the two sides of an edit contain.
    func score(removed: String, added: String) -> Int {
      let (removed, added) = (removed.lowercased(), added.lowercased())
      func isIn(_ text: String, _ words: [String]) -> Bool {
        words.contains { !$0.isEmpty && text.contains(text: $0.lowercased()) }
      }
      var score = 0
      // A word on both sides, such as a colon, is not part of the edit.
      if isIn(added, new.filter { !isIn(removed, [$0]) }) { score += 4 }
      if isIn(removed, old.filter { !isIn(added, [$0]) }) { score += 4 }
      if isIn(added, names) || isIn(removed, names) { score += 2 }
      if isIn(added, classes) || isIn(removed, classes) { score += 1 }
      return score
    }
  }
}

extension Suite {
  /// The files and folders that the cases are made from.
  var sourcePaths: [String] {
    var paths: Set<String> = []
    for one in cases {
      switch one.source {
      case .demo: break
      case .story(let files): paths.formUnion(files)
      case .html(let page): paths.insert(folderOfFile(page))
      }
      if let templates = one.templates { paths.insert(templates) }
      paths.formUnion(one.styles.filter { !Theme.embeddedNames.contains($0) })
    }
    return paths.sorted()
  }
}
