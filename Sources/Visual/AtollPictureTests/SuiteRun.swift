import Atoll
import AtollBytes
import AtollOperatingSystem
import AtollPageShots
package import AtollSnapshots

/// A run of a suite: renders texts, draws screenshots, compares both with their references, and
/// records the differences.
package struct SuiteRun {
  package let storeFolder: String
  package let suite: Suite
  package let renderer: SuiteRenderer
  /// The snapshots of this run: all snapshots of the suite, or some of them.
  package var plan: [PlannedSnapshot] = []
  /// True if the run covers all snapshots of the suite, or of one shard of it.
  package var coversWholeShard = true
  package var coversWholeSuite = false
  /// The name under which the run is recorded: that of the suite or of a shard of it.
  package var runName: String
  /// The commit whose pages the screenshots are compared with; `nil` to compare with the accepted
  /// screenshots.
  package var baselineCommit: String?
  package var browserCount = 2
  /// True if screenshots are drawn even if the same page was drawn before.
  package var retakesAllScreenshots = false
  package var requiresBrowser = false

  package private(set) var record: RunRecord
  /// The reason why a file of the store could not be read or written; `nil` if there was no
  /// failure.
  package var fileFailure: String? {
    record.entries.lazy.compactMap(\.fileFailure).first ?? recordWriteFailure
  }
  /// The reason why the record of the run could not be written; `nil` if it was written.
  private var recordWriteFailure: String?
  /// The edits of sources that no snapshot shows; only a run of the whole suite finds them.
  package private(set) var unseenEdits: [Finding] = []
  package private(set) var storyProblems: [StoryProblems] = []
  /// The files that pages from other programs load, but that do not exist.
  package private(set) var missingFiles: [MissingFile] = []

  package init(storeFolder: String, suite: Suite, root: String, inputs: any SuiteInputs) {
    self.storeFolder = storeFolder
    self.suite = suite
    renderer = SuiteRenderer(root: root, inputs: inputs)
    runName = suite.id
    record = RunRecord(runName: runName)
  }

  /// Runs the suite and records the results in the store.
  package mutating func run() throws {
    if let baselineCommit { try GitCheckout.checkCommit(baselineCommit, of: renderer.root) }
    let manifest = try ScreenshotManifest(ofStoreIn: storeFolder)
    record = try recordToFill()
    let unfinished = try? UnfinishedRuns.names(inStore: storeFolder)
    let isAfterInterruption = unfinished?.contains(runName) == true
    try? UnfinishedRuns.add(runName, inStore: storeFolder)
    var renderer = renderer
    for entry in verifyTexts(&renderer) { record[entry.name] = entry }
    storyProblems = renderer.storyProblems
    let work = absolutePath(try RunRecord.makeWorkFolder(ofStoreIn: storeFolder))
    let environment = try verifyPictures(against: manifest, in: work, by: renderer)
    if let edits = SourceEdits(of: self, manifest: manifest, environment: environment, work: work) {
      for entry in edits.entriesCausedByEdits(in: record) { record[entry.name] = entry }
      if coversWholeSuite, baselineCommit == nil, record.entries.allSatisfy(\.state.isResult) {
        unseenEdits = edits.unseenEdits(record)
      }
    }
    for entry in try SharedCauses(of: record, plan: plan, folder: storeFolder).entries() {
      record[entry.name] = entry
    }
    try carryOverAcceptedCauses()
    do {
      try finish()
      // A run of some snapshots leaves other output of an interrupted run as it is.
      if coversWholeShard || !isAfterInterruption {
        try UnfinishedRuns.remove(for: record, inStore: storeFolder)
      }
    } catch {
      let failure = Failure(error)
      if failure.kind == .corrupt { throw failure }
      recordWriteFailure = failure.locatedMessage
    }
  }

  private mutating func carryOverAcceptedCauses() throws {
    guard let earlier = try RunRecord(ofStoreIn: storeFolder, runName: runName) else { return }
    for before in earlier.entries where !before.acceptedCauses.isEmpty {
      record[before.name]?.carryOverAcceptedCauses(from: before)
    }
  }

  /// Writes the record, and removes files that no later command needs.
  private func finish() throws {
    try removeStalePendingFiles()
    try record.write(toStoreIn: storeFolder)
    try record.supersedeOthers(inStoreIn: storeFolder)
    try PendingSnapshots(ofStoreIn: storeFolder).pruneCache(
      toAtMost: PendingSnapshots.maximumUnusedBytes)
  }

  /// Removes the pending files of snapshots for which this run wrote no output, so that the output
  /// of an older run cannot be accepted.
  private func removeStalePendingFiles() throws {
    for snapshot in plan where record[snapshot.name.text]?.state.isPending == false {
      try StoreFiles.remove(snapshot.name.pendingPath(inStore: storeFolder))
    }
  }

  /// Returns the record to fill: the record of the last run if this run has only some snapshots;
  /// otherwise a new one.
  private func recordToFill() throws -> RunRecord {
    if !coversWholeShard, var earlier = try RunRecord(ofStoreIn: storeFolder, runName: runName) {
      earlier.isComplete = earlier.isComplete && plan.allSatisfy { earlier[$0.name.text] != nil }
      return earlier
    }
    var record = RunRecord(runName: runName, isComplete: coversWholeShard)
    record.suiteFile = suite.contentHash.map { .init(path: absolutePath(suite.file), hash: $0) }
    record.sources = suite.inputPaths(below: renderer.root).sorted().map {
      .init(path: absolutePath($0))
    }
    return record
  }

  private mutating func verifyTexts(
    _ renderer: inout SuiteRenderer
  ) -> [RunRecord.Entry] {
    var entries: [RunRecord.Entry] = []
    let store = SnapshotStore(folder: storeFolder)
    for snapshot in plan {
      guard case .text(let format) = snapshot.kind else { continue }
      let bytes: [UInt8]
      do {
        bytes = try renderer.output(
          of: suite.cases[snapshot.caseIndex], as: format, for: snapshot)
      } catch {
        entries.append(failureEntry(of: snapshot, error: error))
        continue
      }
      entries.append(store.verifiedEntry(of: bytes, as: snapshot.name))
    }
    return entries
  }

  /// Returns the entry for output that could not be made: because of the case, or because a file
  /// could not be read or written.
  private func failureEntry(of snapshot: PlannedSnapshot, error: any Error) -> RunRecord.Entry {
    let failure = Failure(error)
    guard failure.kind == .inputOutput else {
      let more = failure.details.count > 1 ? " (and \(failure.details.count - 1) more)" : ""
      var entry = RunRecord.Entry(
        snapshot.name.text, state: .refused, note: failure.locatedMessage + more)
      entry.isMisconfigured = [.configuration, .usage].contains(failure.kind)
      if let first = (error as? AtollError)?.sourceErrors?.errors.first, first.line > 0 {
        entry.place = SourcePlace(path: first.file, line: first.line)
      }
      return entry
    }
    var entry = RunRecord.Entry(snapshot.name.text, state: .failed, note: failure.locatedMessage)
    entry.fileFailure = failure.locatedMessage
    return entry
  }

  // MARK: Screenshots

  /// Compares screenshots and accessibility trees, and returns the browser's environment; `nil` if
  /// no browser was needed or found.
  private mutating func verifyPictures(
    against manifest: ScreenshotManifest, in work: String, by renderer: SuiteRenderer
  ) throws -> BrowserEnvironment? {
    let wanted = plan.filter(\.needsBrowser)
    if wanted.isEmpty { return nil }
    let environment: BrowserEnvironment
    do {
      environment = try BrowserEnvironment(storeFolder: storeFolder, workFolder: work)
    } catch {
      if Failure(error).kind == .corrupt { throw error }
      recordMissingBrowser(error, for: wanted)
      return nil
    }
    let files = PageFiles(below: work)
    defer { files.remove() }
    var pages = SuitePages(suite: suite, renderer: renderer, files: files)
    var pictures: [ScreenshotJob] = []
    for snapshot in wanted {
      do {
        pictures.append(try pages.makeJob(for: snapshot))
      } catch {
        record[snapshot.name.text] = failureEntry(of: snapshot, error: error)
      }
    }
    storyProblems = pages.renderer.storyProblems
    var run = ScreenshotRun(
      storeFolder: storeFolder, work: work, manifest: manifest, environment: environment,
      browserCount: browserCount, retakesAllScreenshots: retakesAllScreenshots)
    run.draw(Self.sortedByScale(pictures))
    missingFiles = run.missingFiles
    if !run.mismatches.isEmpty {
      let baseline = try Baseline.render(for: run, of: self, current: pages)
      run.diagnose(against: baseline)
    }
    for entry in run.entries { record[entry.name] = entry }
    return environment
  }

  private mutating func recordMissingBrowser(
    _ error: any Error, for wanted: [PlannedSnapshot]
  ) {
    let failure = Failure(error)
    if failure.kind == .environment, BrowserEnvironment.requestedProgram != nil {
      requiresBrowser = true
    }
    for snapshot in wanted {
      var entry = RunRecord.Entry(
        snapshot.name.text, state: requiresBrowser ? .failed : .skipped,
        note: failure.locatedMessage)
      if failure.kind == .inputOutput { entry.fileFailure = failure.locatedMessage }
      record[snapshot.name.text] = entry
    }
  }

  /// Returns screenshots sorted by scale: each browser has one scale, and is restarted for another.
  private static func sortedByScale(_ pictures: [ScreenshotJob]) -> [ScreenshotJob] {
    pictures.filter { $0.request.scale == 1 }
      + pictures.filter { $0.request.scale > 1 }.sorted { $0.request.scale < $1.request.scale }
  }
}
