import AtollBytes
import AtollPageShots
import AtollSnapshots

/// The screenshots and accessibility trees of one run: draws them, compares them with their
/// references, and diagnoses those that differ.
struct ScreenshotRun {
  let storeFolder: String
  let work: String
  let manifest: ScreenshotManifest
  let environment: BrowserEnvironment
  let browserCount: Int
  let retakesAllScreenshots: Bool

  private(set) var entries: [RunRecord.Entry] = []
  /// The screenshots whose hash differs from the hash in the manifest.
  private(set) var mismatches: [ScreenshotJob] = []
  /// The paths of the pages that load each missing file, by the path of the file.
  private(set) var pagesByMissingFile: [String: Set<String>] = [:]
  /// The hashes of the new screenshots in `mismatches`.
  private(set) var mismatchHashes: [SnapshotName: String] = [:]
  private(set) var engine = ""

  /// The result for a screenshot or an accessibility tree: it was drawn, or is known to be
  /// unchanged.
  private struct DrawingResult: Sendable {
    enum Outcome: Sendable {
      case same
      case verified(RunRecord.Entry)
      case mismatch(hash: String)
    }

    var outcome = Outcome.same
    let engine: String
    /// The key of the page in the index.
    let key: String
    /// The page's entry for the index; `nil` for an accessibility tree, or if the hashes of the
    /// files that the page loads are uncertain.
    var indexEntry: ScreenshotIndex.Entry?
    /// The paths of the files that the page loads, but that do not exist.
    var missingFiles: [String] = []
  }

  /// The files that pages load, but that do not exist, sorted by their paths.
  var missingFiles: [MissingFile] {
    pagesByMissingFile.sorted { $0.key < $1.key }.map { path, pages in
      MissingFile(path: path, pages: pages.sorted())
    }
  }

  // MARK: Drawing

  /// Draws all screenshots that are not known from an earlier run, and records the results.
  ///
  /// Screenshots that differ are not recorded, but added to `mismatches`.
  mutating func draw(_ pictures: [ScreenshotJob]) {
    let index = ScreenshotIndex(below: work)
    let files = LoadedFileHashes(below: work)
    let (storeFolder, manifest, retakesAllScreenshots) = (
      storeFolder, manifest, retakesAllScreenshots
    )
    let results = BrowserPool.map(pictures.count, browserCount: browserCount, in: environment) {
      number, browser in
      let job = pictures[number]
      let engine = browser.fingerprint
      var drawn = DrawingResult(engine: engine, key: job.key(engine: engine))
      let reference = manifest[job.name]
      if job.request.wantsScreenshot, !retakesAllScreenshots, let known = index.entries[drawn.key],
        known.hash == reference?.hash, files.match(known.fileHashes)
      {
        drawn.indexEntry = known
        drawn.missingFiles = known.missingFiles
        return drawn
      }
      let screenshot = try browser.takeScreenshot(of: job.request)
      drawn.missingFiles = screenshot.loadedFiles?.missingPaths ?? []
      if let text = screenshot.accessibilityTree, !job.request.wantsScreenshot {
        let store = SnapshotStore(folder: storeFolder)
        drawn.outcome = .verified(store.verifiedEntry(of: Array(text.utf8), as: job.name))
      } else {
        let hash = ScreenshotCache.hash(of: screenshot.file)
        drawn.indexEntry = files.hashes(of: screenshot.loadedFiles).map {
          .init(hash: hash, fileHashes: $0)
        }
        drawn.outcome = hash == reference?.hash ? .same : .mismatch(hash: hash)
      }
      return drawn
    }
    var newEntries: [String: ScreenshotIndex.Entry] = [:]
    for (job, result) in zip(pictures, results) {
      switch result {
      case .success(let drawn):
        engine = drawn.engine
        if let known = drawn.indexEntry { newEntries[drawn.key] = known }
        for file in drawn.missingFiles {
          pagesByMissingFile[file, default: []].insert(job.request.path)
        }
        record(drawn.outcome, of: job)
      case .failure(let error): recordFailure(of: job, error: error)
      }
    }
    index.write(newEntries)
  }

  private mutating func record(_ outcome: DrawingResult.Outcome, of job: ScreenshotJob) {
    switch outcome {
    case .same: entries.append(.init(job.name.text, state: .same))
    case .verified(let entry): entries.append(entry)
    case .mismatch(let hash):
      mismatches.append(job)
      mismatchHashes[job.name] = hash
    }
  }

  private mutating func recordFailure(of job: ScreenshotJob, error: any Error) {
    let failure = Failure(error)
    var entry = RunRecord.Entry(
      job.name.text, state: failure.isCausedByMachine ? .failed : .refused,
      note: failure.locatedMessage)
    if error is SnapshotError { entry.fileFailure = failure.locatedMessage }
    entries.append(entry)
  }

  // MARK: Diagnosing

  /// Returns whether another engine, or the same one with other fonts, drew the reference.
  func isFromOtherEngine(_ name: SnapshotName) -> Bool {
    manifest[name].map { $0.fingerprint != engine } ?? false
  }

  /// True if the reference of any mismatch is not in the cache or was drawn by another engine.
  var needsBaseline: Bool {
    let cache = ScreenshotCache(below: work)
    return mismatches.contains { job in
      manifest[job.name].map { isFromOtherEngine(job.name) || !cache.contains($0.hash) } ?? false
    }
  }

  /// Finds the differences in each mismatch, and writes the new screenshot as pending.
  mutating func diagnose(against baseline: borrowing Baseline) {
    let diagnosis = ScreenshotDiagnosis(
      storeFolder: storeFolder, manifest: manifest, cache: ScreenshotCache(below: work),
      coverage: FontCoverage(of: environment.fonts), baseline: baseline.pages)
    let (mismatches, mismatchHashes) = (mismatches, mismatchHashes)
    let results = BrowserPool.map(mismatches.count, browserCount: browserCount, in: environment) {
      number, browser in
      let job = mismatches[number]
      return try diagnosis.entry(
        of: job, earlierHash: mismatchHashes[job.name] ?? "", with: &browser)
    }
    for (job, result) in zip(mismatches, results) {
      switch result {
      case .success(let entry): entries.append(entry)
      case .failure(let error): recordFailure(of: job, error: error)
      }
    }
  }
}
