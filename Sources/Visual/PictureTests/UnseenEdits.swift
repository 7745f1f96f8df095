import OperatingSystem
import PageShots
import Snapshots

/// A search for the edits of style sheets, since the references were accepted, that no picture shows.
///
/// Nothing is drawn: the pages of then and now are opened, and the declarations of their style sheets
/// are compared.
struct UnseenEdits {
  let run: SuiteRun
  let environment: ShotEnvironment
  let work: String

  /// The most pages with a style sheet of their own that are opened.
  private static let pageLimit = 50

  /// Returns the edits, or nothing if git does not have the style sheets that the references show.
  func find(
    _ manifest: PictureManifest, _ entries: [RunRecord.Entry], _ pages: SuitePages
  ) -> [Finding] {
    // If pictures were accepted and not committed yet, the commit has other pictures.
    guard
      case .found(let accepted) = AcceptedCommit.find(
        ofStoreIn: absolutePath(run.store), below: work),
      accepted.manifest.entries == manifest.entries, isEdited(since: accepted.name),
      let tree = try? GitCheckout.unpack(accepted.name, of: run.renderer.root, below: work)
    else { return [] }
    let edits = edits(from: tree, to: pages)
    let seen = SeenEdits(entries.map(\.findings))
    var unseen: [Finding] = []
    for edit in edits where !seen.contain(edit) && !unseen.contains(where: edit.isSameEdit) {
      unseen.append(edit)
    }
    return unseen
  }

  private func isEdited(since commit: String) -> Bool {
    Program.run([
      "git", "-C", run.renderer.root, "diff", "--quiet", commit, "--", "*.css", "*.json", "*.html",
    ]) == 1
  }

  /// A page before and after the edits.
  private typealias PagePair = (old: PageRequest, new: PageRequest)

  /// Returns one page for each style sheet of the suite.
  private func pairs(_ pages: SuitePages, _ tree: borrowing GitCheckout) -> [PagePair] {
    var now = pages
    var then = SuitePages(
      suite: run.suite, renderer: SuiteRenderer(root: tree.files, inputs: run.renderer.inputs),
      files: pages.files)
    var known: Set<[String]> = []
    var pairs: [PagePair] = []
    for snapshot in run.plan where snapshot.kind == .picture && pairs.count < Self.pageLimit {
      let one = run.suite.cases[snapshot.caseIndex]
      var sheet = [snapshot.style, one.picturedForm?.rawValue ?? ""]
      if case .html(let path) = one.source { sheet = ["html", path] }
      guard known.insert(sheet).inserted, let old = try? then.job(for: snapshot).request,
        let new = try? now.job(for: snapshot).request, old != new
      else { continue }
      pairs.append((old, new))
    }
    return pairs
  }

  private func edits(from tree: borrowing GitCheckout, to pages: SuitePages) -> [Finding] {
    let pairs = pairs(pages, tree)
    let found = BrowserPool.map(pairs.count, jobs: run.jobs, in: environment) {
      (index, browser) throws(ShotError) in
      let before = try browser.declarations(of: pairs[index].old)
      let after = try browser.declarations(of: pairs[index].new)
      return StyleSheetFindings.between(before, after)
    }
    // A page that cannot be opened is reported as a picture.
    return found.flatMap { (try? $0.get()) ?? [] }
  }
}
