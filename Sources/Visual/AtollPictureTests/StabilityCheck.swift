import AtollBytes
package import AtollPageShots
package import AtollSnapshots

/// A check whether browsers that stay open draw each screenshot of a suite in the same way every
/// time.
package struct StabilityCheck {
  package private(set) var pictureCount = 0
  /// The snapshots that were drawn in different ways, with the number of different screenshots.
  package private(set) var unstableSnapshots: [(name: SnapshotName, pictureCount: Int)] = []

  /// Draws every screenshot of a run `times` times.
  package init(
    of run: SuiteRun, times: Int, environment: BrowserEnvironment, work: String
  ) throws {
    let files = PageFiles(below: work)
    defer { files.remove() }
    var pages = SuitePages(suite: run.suite, renderer: run.renderer, files: files)
    var jobs: [ScreenshotJob] = []
    for snapshot in run.plan where snapshot.kind == .screenshot {
      jobs.append(try pages.makeJob(for: snapshot))
    }
    pictureCount = jobs.count
    let list = jobs
    let drawn = BrowserPool.map(list.count * times, browserCount: run.browserCount, in: environment)
    {
      number, browser in
      // All screenshots are drawn once, then all again, so that each is drawn after a different
      // one.
      ScreenshotCache.hash(
        of: try browser.takeScreenshot(of: list[number % list.count].request).file)
    }
    var found = [Set<String>](repeating: [], count: list.count)
    for (number, result) in drawn.enumerated() {
      let index = number % list.count
      switch result {
      case .success(let hash): found[index].insert(hash)
      case .failure(let error):
        var failure = Failure(error)
        failure.place = list[index].name.text
        throw failure
      }
    }
    for (job, hashes) in zip(list, found) where hashes.count > 1 {
      unstableSnapshots.append((job.name, hashes.count))
    }
  }
}
