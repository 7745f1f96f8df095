import OperatingSystem
import PageShots
import Snapshots
import Synchronization

/// Finds the edits of style sheets, since the references were accepted, that no picture of a suite shows.
///
/// Nothing is drawn: the pages of then and of now are opened, and what their style sheets declare is
/// compared.
struct UnseenEdits {
  let run: SuiteRun
  let environment: ShotEnvironment
  let work: String

  /// Of pages that something else made, so many are opened.
  private static let mostPages = 50

  /// Finds them, or nothing where git does not know the style sheets that the references show.
  func find(
    _ manifest: PictureManifest, _ entries: [RunRecord.Entry], _ pages: PageFiles
  ) -> [Finding] {
    let store = absolutePath(run.store)
    // Where something was accepted and not committed yet, the commit has other pictures.
    guard case .found(let accepted) = AcceptedCommit.find(ofStoreIn: store, below: work),
      accepted.manifest.entries == manifest.entries, wasEdited(since: accepted.name),
      let tree = try? GitTree.unpack(accepted.name, of: run.maker.root, below: work)
    else { return [] }
    let pairs = self.pairs(tree, pages)
    let edits = Mutex<[Int: [Finding]]>([:])
    // A page that cannot be opened is reported as a picture.
    _ = BrowserPool.forEach(pairs.count, jobs: run.jobs, in: environment) {
      (index, browser) throws(ShotError) in
      let before = try browser.declarations(of: pairs[index].old)
      let after = try browser.declarations(of: pairs[index].new)
      let found = StyleSheetFindings.between(before, after)
      edits.withLock { $0[index] = found }
    }
    let seen = SeenEdits(entries.map(\.findings))
    var unseen: [Finding] = []
    for (_, found) in edits.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
      for edit in found where !seen.contain(edit) && !unseen.contains(where: edit.isSameEdit) {
        unseen.append(edit)
      }
    }
    return unseen
  }

  private func wasEdited(since commit: String) -> Bool {
    Program.run([
      "git", "-C", run.maker.root, "diff", "--quiet", commit, "--", "*.css", "*.json", "*.html",
    ]) == 1
  }

  /// One page for each style sheet of the suite, as it was and as it is.
  private func pairs(
    _ tree: borrowing GitTree, _ pages: PageFiles
  ) -> [(old: PageRequest, new: PageRequest)] {
    var now = run
    var then = SuiteRun(store: run.store, suite: run.suite, root: tree.files)
    var known: Set<[String]> = []
    var pairs: [(old: PageRequest, new: PageRequest)] = []
    for snapshot in run.plan where snapshot.kind == .picture && pairs.count < Self.mostPages {
      let one = run.suite.cases[snapshot.caseIndex]
      var sheet = [snapshot.style, one.picturedForm?.rawValue ?? ""]
      if case .html(let path) = one.source { sheet = ["html", path] }
      guard known.insert(sheet).inserted, let old = try? then.draw(snapshot, pages).request,
        let new = try? now.draw(snapshot, pages).request, old != new
      else { continue }
      pairs.append((old, new))
    }
    return pairs
  }
}
