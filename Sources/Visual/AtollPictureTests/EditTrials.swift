import AtollPageShots
import AtollSnapshots

/// Trials that find out which of several edits a changed screenshot shows.
///
/// A screenshot shows an edit if the edit alone changes it, or if it looks different with all edits
/// but this one. For example, a new color of a border shows only together with the edit that adds
/// the border.
struct EditTrials {
  let folder: EditedSources
  let edits: [SourceEdit]
  let environment: BrowserEnvironment
  let pages: PageFiles

  /// A page as a trial draws it.
  struct TrialPage: Hashable {
    let request: PageRequest
    /// The edits made, if the page loads files, since an edit may change these files although the
    /// request stays the same; otherwise empty.
    let edits: [Int]
  }

  /// The hashes of the screenshots drawn so far.
  private(set) var knownHashes: [TrialPage: String] = [:]

  /// The number of screenshots above which no trial is made.
  private static let maximumScreenshotCount = 1_000

  /// Returns the edits that each screenshot shows, as indices in `edits`.
  ///
  /// - Parameter candidates: The edits that each screenshot may show.
  mutating func shownEdits(among candidates: [SnapshotName: [Int]]) -> [SnapshotName: [Int]] {
    let count = candidates.values.reduce(0) { $0 + 2 + 2 * $1.count }
    if candidates.isEmpty || count > Self.maximumScreenshotCount { return [:] }
    // A browser restarts for each scale.
    let snapshots = folder.run.plan.filter { candidates[$0.name] != nil }
      .sorted { $0.view.scale < $1.view.scale }
    let unedited = pictureHashes(of: snapshots, with: [])
    let edited = pictureHashes(of: snapshots, with: Array(edits.indices))
    var shown: [SnapshotName: [Int]] = [:]
    for edit in edits.indices {
      let chosen = snapshots.filter { candidates[$0.name]?.contains(edit) == true }
      let alone = pictureHashes(of: chosen, with: [edit])
      let unchanged = chosen.filter { alone[$0.name] == unedited[$0.name] }
      let without = pictureHashes(of: unchanged, with: edits.indices.filter { $0 != edit })
      for name in chosen.map(\.name)
      where alone[name] != unedited[name] || without[name] != edited[name] {
        shown[name, default: []].append(edit)
      }
    }
    return shown
  }

  /// Returns the hashes of the screenshots with exactly these edits made; screenshots that cannot
  /// be drawn are left out.
  private mutating func pictureHashes(
    of snapshots: [PlannedSnapshot], with chosenEdits: [Int]
  ) -> [SnapshotName: String] {
    if snapshots.isEmpty { return [:] }
    let joined = SourceEdit(hunks: chosenEdits.flatMap { edits[$0].hunks })
    var known = Set(knownHashes.keys)
    let (wanted, new, results) = folder.applying(joined) {
      let wanted = folder.requests(for: snapshots, files: pages).map { request in
        request.map { TrialPage(request: $0, edits: $0.wantsFiles ? chosenEdits : []) }
      }
      let new = wanted.compactMap(\.self).filter { known.insert($0).inserted }
      let results = BrowserPool.map(
        new.count, browserCount: folder.run.browserCount, in: environment
      ) { index, browser in
        ScreenshotCache.hash(of: try browser.takeScreenshot(of: new[index].request).file)
      }
      return (wanted, new, results)
    }
    for (page, result) in zip(new, results) { knownHashes[page] = try? result.get() }
    var hashes: [SnapshotName: String] = [:]
    for case (let snapshot, let page?) in zip(snapshots, wanted) {
      hashes[snapshot.name] = knownHashes[page]
    }
    return hashes
  }
}
