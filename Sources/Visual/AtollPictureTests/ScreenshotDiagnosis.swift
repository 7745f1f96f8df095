import AtollBytes
import AtollPageShots
import AtollSnapshots

/// The diagnosis of screenshots that differ from their references.
///
/// Each screenshot is drawn again with its layout and compared with its reference. Findings
/// describe the differences.
struct ScreenshotDiagnosis: Sendable {
  let storeFolder: String
  let manifest: ScreenshotManifest
  let cache: ScreenshotCache
  let coverage: FontCoverage
  let baseline: BaselinePages

  private struct Reference {
    var file: [UInt8]
    var layout: UnparsedLayout?
    var origin: ScreenshotDifference.Origin
  }

  /// Returns a screenshot's entry, and writes the screenshot as pending if it differs from the
  /// reference.
  ///
  /// The page is drawn again. If the result does not have the hash `earlierHash`, a new browser
  /// draws the page twice. If these two screenshots differ as well, the screenshot is refused.
  func entry(
    of job: ScreenshotJob, earlierHash: String, with browser: inout Browser
  ) throws -> RunRecord.Entry {
    guard let screenshot = try repeatedScreenshot(of: job, earlierHash: earlierHash, with: &browser)
    else {
      return .init(
        job.name.text, state: .refused,
        note: "two screenshots of the same page differ: the page is not deterministic "
          + "(animation, time, loading)")
    }
    let hash = ScreenshotCache.hash(of: screenshot.file)
    if hash == manifest[job.name]?.hash { return .init(job.name.text, state: .same) }
    let reference = try reference(of: job.name, in: &browser)
    let old: Bitmap?
    let new: Bitmap
    do throws(Failure) {
      (old, new) = try Self.readPictures(reference?.file, screenshot.file)
      if new.isOneColor { throw .pictureOfOneColor }
      let missing = coverage.missingCharacters(in: screenshot.characters)
      if !missing.isEmpty { throw .missingGlyphs(missing) }
    } catch {
      return .init(job.name.text, state: .refused, note: Failure.refusedScreenshot(error).message)
    }
    cache.store(screenshot, for: hash)
    var entry = RunRecord.Entry(job.name.text, state: .missing)
    entry.screenshot = .init(
      hash: hash, width: new.width, height: new.height, fingerprint: browser.fingerprint)
    if let reference, let old {
      let difference = ScreenshotDifference(
        old: old, new: new, oldLayout: reference.layout?.read(),
        newLayout: screenshot.layout?.read())
      let engines = Fingerprint.difference(
        of: manifest[job.name]?.fingerprint ?? "", from: browser.fingerprint)
      difference.describe(in: &entry, origin: reference.origin, engines: engines, advice: advice)
    } else if let accepted = manifest[job.name] {
      describeUncompared(accepted, fingerprint: browser.fingerprint, in: &entry)
    }
    // The difference is reported even if the disk is full.
    do {
      if entry.state.isPending {
        try StoreFiles.replace(job.name.pendingPath(inStore: storeFolder), with: screenshot.file)
      }
    } catch {
      entry.fileFailure = Failure(error).locatedMessage
    }
    return entry
  }

  /// Returns a screenshot with its layout; `nil` if a restarted browser draws two different
  /// screenshots.
  private func repeatedScreenshot(
    of job: ScreenshotJob, earlierHash: String, with browser: inout Browser
  ) throws -> Screenshot? {
    var request = job.request
    request.wantsLayout = true
    let screenshot = try browser.takeScreenshot(of: request)
    if ScreenshotCache.hash(of: screenshot.file) == earlierHash { return screenshot }
    try browser.restart()
    let first = try browser.takeScreenshot(of: request)
    return try browser.takeScreenshot(of: request).file == first.file ? first : nil
  }

  /// Returns the screenshot to compare with; `nil` if there is none.
  ///
  /// If the page of the baseline is authoritative, this is the screenshot drawn from it. Otherwise,
  /// this is the accepted screenshot, from the cache or drawn again.
  private func reference(
    of name: SnapshotName, in browser: inout Browser
  ) throws -> Reference? {
    let accepted = manifest[name]
    let isAuthoritative = baseline.authoritativeSnapshots.contains(name)
    let isSameEngine = accepted?.fingerprint == browser.fingerprint
    if let accepted, !isAuthoritative, let file = cache.picture(withHash: accepted.hash) {
      cache.removeBaseline(of: name)
      return Reference(
        file: file, layout: cache.layout(ofPictureWithHash: accepted.hash),
        origin: isSameEngine ? .acceptedEngine : .otherEngine)
    }
    guard var request = baseline.requests[name] else { return nil }
    request.wantsLayout = true
    let screenshot = try browser.takeScreenshot(of: request)
    let hash = ScreenshotCache.hash(of: screenshot.file)
    if hash == accepted?.hash {
      cache.store(screenshot, for: hash)
      cache.removeBaseline(of: name)
    } else {
      cache.storeBaseline(screenshot.file, of: name)
      guard isAuthoritative else { return nil }
    }
    let origin: ScreenshotDifference.Origin =
      if let commit = baseline.namedCommit { .commit(commit) } else {
        isSameEngine ? .acceptedEngine : .redrawn
      }
    return Reference(file: screenshot.file, layout: screenshot.layout, origin: origin)
  }

  private static func readPictures(
    _ old: [UInt8]?, _ new: [UInt8]
  ) throws(Failure) -> (Bitmap?, Bitmap) {
    guard let old else { return (nil, try PNGReader.read(new)) }
    return try PNGReader.read(old, new)
  }

  private func describeUncompared(
    _ accepted: ScreenshotManifest.Entry, fingerprint own: String, in entry: inout RunRecord.Entry
  ) {
    if accepted.fingerprint == own {
      entry.state = .changed
      entry.note = "the accepted screenshot is not on this machine; \(advice)"
    } else {
      entry.state = .otherEngine
      entry.note = "\(Fingerprint.difference(of: accepted.fingerprint, from: own)); \(advice)"
    }
  }

  /// Advice for users on how to draw the accepted screenshot with this engine.
  private var advice: String {
    baseline.isHistoryShallow
      ? "this clone is shallow, so the accepted page cannot be rendered again: "
        + "fetch its whole history (git fetch --unshallow; in CI fetch-depth: 0, or GIT_DEPTH: 0)"
      : "--against REF renders it again here"
  }
}
