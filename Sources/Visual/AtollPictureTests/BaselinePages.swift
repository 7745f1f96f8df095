import AtollOperatingSystem
import AtollPageShots
import AtollSnapshots

/// Pages that are rendered from the sources of a commit, so that a browser can draw the baseline.
///
/// The baseline is the set of screenshots with which the current screenshots are compared.
struct BaselinePages {
  var requests: [SnapshotName: PageRequest] = [:]
  /// The snapshots for which the page at the commit is the baseline, whatever screenshot was
  /// accepted.
  ///
  /// For another snapshot, the page is the baseline only if the screenshot drawn from it equals the
  /// accepted screenshot.
  var authoritativeSnapshots: Set<SnapshotName> = []
  /// The commit that the user named; `nil` if none was named.
  var namedCommit: String?
  /// True if git cannot tell which commit accepted the references, because the clone is shallow.
  var isHistoryShallow = false
}

/// The pages of a commit; their files stay unpacked as long as this value exists.
struct Baseline: ~Copyable {
  let pages: BaselinePages
  private let checkout: GitCheckout?

  /// Renders the pages of all screenshots that differ, if a commit was named or a baseline is
  /// needed.
  ///
  /// The sources are those of the named commit, of the commit that accepted the references, or of
  /// `HEAD`: the first of these that is known.
  static func render(
    for pictures: borrowing ScreenshotRun, of run: SuiteRun, current: SuitePages
  ) throws -> Baseline {
    var found = BaselinePages()
    let commit = run.baselineCommit
    found.namedCommit = commit
    var accepted: ComparisonCommit?
    if commit == nil {
      guard pictures.needsBaseline else { return Baseline(pages: found, checkout: nil) }
      switch ComparisonCommit.find(for: run, below: pictures.work) {
      case .found(let known): accepted = known
      case .shallowHistory: found.isHistoryShallow = true
      case .unknown: break
      }
    }
    let root = run.renderer.root
    let tree: GitCheckout
    do {
      tree = try .unpack(commit ?? accepted?.name ?? "HEAD", of: root, below: pictures.work)
    } catch {
      if commit != nil { throw error }
      return Baseline(pages: found, checkout: nil)
    }
    var old = SuitePages(
      suite: run.suite,
      renderer: SuiteRenderer(root: tree.filesFolder, inputs: run.renderer.inputs),
      files: current.files)
    let planned = Dictionary(uniqueKeysWithValues: run.plan.map { ($0.name, $0) })
    for job in pictures.mismatches {
      let name = job.name
      // A new case has no page at the commit, which is not an error.
      guard let snapshot = planned[name], let then = try? old.makeJob(for: snapshot) else {
        continue
      }
      found.requests[name] = then.request
      let isAccepted = accepted.map { $0.manifest[name] == pictures.manifest[name] } ?? false
      if commit != nil || (isAccepted && pictures.isFromOtherEngine(name)) {
        found.authoritativeSnapshots.insert(name)
      }
    }
    return Baseline(pages: found, checkout: tree)
  }
}
