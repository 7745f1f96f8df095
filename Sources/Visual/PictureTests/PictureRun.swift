import PageShots
import Snapshots
import Synchronization

/// The pictures and accessibility trees of one run: drawn, compared with the manifest, and diagnosed
/// where they differ.
struct PictureRun {
  let store: String
  let work: String
  let manifest: PictureManifest
  let environment: ShotEnvironment
  let jobs: Int
  let isFresh: Bool

  private(set) var entries: [RunRecord.Entry] = []
  /// The pictures whose hash is not the one in the manifest.
  private(set) var mismatches: [PictureJob] = []
  /// The hashes of the mismatches.
  private var hashes: [SnapshotName: String] = [:]
  private var engine = ""
  /// The reason why a file of the store could not be read or written.
  private(set) var fileFailure: String?

  init(
    store: String, work: String, manifest: PictureManifest, environment: ShotEnvironment,
    jobs: Int, isFresh: Bool
  ) {
    self.store = store
    self.work = work
    self.manifest = manifest
    self.environment = environment
    self.jobs = jobs
    self.isFresh = isFresh
  }

  /// The result of drawing one picture.
  private enum Result: Sendable {
    case same
    case verified(RunRecord.Entry)
    case mismatch(hash: String)
  }

  // MARK: Drawing

  /// Draws everything, records what is as it was, and leaves the rest in `mismatches`.
  mutating func draw(_ pictures: [PictureJob]) {
    let index = KnownPictures(below: work)
    let files = LoadedFileHashes(below: work)
    let results = Mutex<[Int: Result]>([:])
    let learnt = Mutex<[String: KnownPictures.Picture]>([:])
    let engines = Mutex("")
    let (store, manifest, isFresh) = (store, manifest, isFresh)
    let failures = BrowserPool.forEach(pictures.count, jobs: jobs, in: environment) {
      (number, browser) throws(ShotError) in
      let job = pictures[number]
      engines.withLock { $0 = browser.fingerprint }
      let key = job.key(engine: browser.fingerprint)
      let reference = manifest[job.name]
      if job.request.wantsPicture, !isFresh, let known = index.pictures[key],
        known.hash == reference?.hash, files.areUnchanged(since: known.files)
      {
        learnt.withLock { $0[key] = known }
        results.withLock { $0[number] = .same }
        return
      }
      let shot = try browser.shoot(job.request)
      let result: Result
      if let text = shot.accessibility, !job.request.wantsPicture {
        result = .verified(Self.verify(Array(text.utf8), job.name, store))
      } else {
        let hash = PictureCache.hash(of: shot.file)
        if let loaded = files.hashes(of: shot.files) {
          learnt.withLock { $0[key] = .init(hash: hash, files: loaded) }
        }
        result = hash == reference?.hash ? .same : .mismatch(hash: hash)
      }
      results.withLock { $0[number] = result }
    }
    engine = engines.withLock { $0 }
    record(pictures, results.withLock { $0 }, failures)
    index.write(learnt.withLock { $0 })
  }

  private mutating func record(
    _ pictures: [PictureJob], _ results: [Int: Result], _ failures: [Int: ShotError]
  ) {
    for (number, job) in pictures.enumerated() {
      switch results[number] {
      case .same?: entries.append(.init(job.name.text, .same))
      case .verified(let entry)?: entries.append(entry)
      case .mismatch(let hash)?:
        mismatches.append(job)
        hashes[job.name] = hash
      case nil: recordFailure(of: job, failures[number])
      }
    }
  }

  private mutating func recordFailure(of job: PictureJob, _ error: ShotError?) {
    let error = error ?? .ended(lastWords: "")
    if case .file(let reason) = error { fileFailure = fileFailure ?? reason }
    entries.append(
      .init(job.name.text, error.isEnvironment ? .failed : .refused, note: error.description))
  }

  private static func verify(
    _ bytes: [UInt8], _ name: SnapshotName, _ store: String
  ) -> RunRecord.Entry {
    do {
      return .init(name, try SnapshotStore(folder: store).verify(bytes, as: name))
    } catch {
      return .init(name.text, .refused, note: error.description)
    }
  }

  // MARK: Diagnosing

  /// Returns whether another engine, or the same one with other fonts, drew the reference.
  func isForeign(_ name: SnapshotName) -> Bool {
    manifest[name].map { $0.fingerprint != engine } ?? false
  }

  /// The reference of some mismatch is not in the cache, or this engine cannot be compared with it.
  var needsBaseline: Bool {
    let cache = PictureCache(below: work)
    return mismatches.contains { job in
      manifest[job.name].map { isForeign(job.name) || !cache.contains($0.hash) } ?? false
    }
  }

  /// Finds what differs in each mismatch, and leaves the new picture pending.
  mutating func diagnose(against baseline: borrowing Baseline) {
    let diagnosis = PictureDiagnosis(
      store: store, manifest: manifest, cache: PictureCache(below: work),
      coverage: FontCoverage(of: environment.fonts), baseline: baseline.pages)
    let (mismatches, hashes) = (mismatches, hashes)
    let found = Mutex<[Int: RunRecord.Entry]>([:])
    let failures = BrowserPool.forEach(mismatches.count, jobs: jobs, in: environment) {
      (number, browser) throws(ShotError) in
      let job = mismatches[number]
      let entry = try diagnosis.entry(
        of: job, drawnBefore: hashes[job.name] ?? "", with: &browser)
      found.withLock { $0[number] = entry }
    }
    let diagnosed = found.withLock { $0 }
    for (number, job) in mismatches.enumerated() {
      if let entry = diagnosed[number] {
        entries.append(entry)
      } else {
        recordFailure(of: job, failures[number])
      }
    }
  }
}
