import PageShots
import Snapshots

/// Finds out what is different in one picture.
struct Explainer: Sendable {
  let store: String
  let manifest: PictureManifest
  let cache: PictureCache
  let coverage: FontCoverage
  let old: OldPages

  /// What there was, and how much that proves.
  private struct Before {
    var file: [UInt8]
    var layout: KeptLayout?
    /// Whether the engine at hand drew it.
    var isOfThisEngine: Bool
    /// Whether the engine at hand drew what was accepted.
    var isOfAcceptedEngine: Bool
  }

  func explain(
    _ draw: PictureRun.Draw, drawn: String, _ browser: inout Browser
  ) throws(ShotError) -> RunRecord.Entry {
    var request = draw.request
    request.wantsLayout = true
    let shot = try browser.shoot(request)
    let hash = pictureHash(shot.file)
    guard hash == drawn else {
      return .init(
        draw.name.text, .refused,
        note: "two pictures of the same page differ; something on it does not hold still")
    }
    let before = try before(draw.name, &browser)
    let old: Picture?
    let picture: Picture
    do throws(PictureError) {
      (old, picture) = try Self.pictures(before?.file, shot.file)
      if picture.isOneColor { throw .oneColor }
      let missing = coverage.missing(in: [shot.characters])
      if !missing.isEmpty { throw .missingGlyphs(missing) }
    } catch {
      return .init(draw.name.text, .refused, note: "the picture is refused: \(error)")
    }
    cache.keep(shot, hash)
    var entry = RunRecord.Entry(draw.name.text, .missing)
    entry.picture = .init(
      hash: hash, width: picture.width, height: picture.height,
      fingerprint: browser.fingerprint)
    if let before, let old {
      let difference = Fingerprint.difference(
        manifest[draw.name]?.fingerprint ?? "", browser.fingerprint)
      compare(before, Comparison(old, picture), (old, picture), shot, difference, &entry)
    } else if let reference = manifest[draw.name] {
      noteUnseen(reference, browser.fingerprint, &entry)
    }
    try leave(entry, shot.file, draw.name)
    return entry
  }

  /// The picture there was: as it was kept, or drawn again from what git has.
  private func before(
    _ name: SnapshotName, _ browser: inout Browser
  ) throws(ShotError) -> Before? {
    let reference = manifest[name]
    let isProof = old.proofs.contains(name)
    let isSameEngine = reference?.fingerprint == browser.fingerprint
    if let reference, isSameEngine || !isProof, let file = cache.picture(reference.hash) {
      return Before(
        file: file, layout: cache.layout(reference.hash), isOfThisEngine: isSameEngine,
        isOfAcceptedEngine: isSameEngine)
    }
    guard var request = old.requests[name] else { return nil }
    request.wantsLayout = true
    let shot = try browser.shoot(request)
    let hash = pictureHash(shot.file)
    if hash == reference?.hash { cache.keep(shot, hash) } else { cache.keepOld(shot.file, name) }
    guard isProof || hash == reference?.hash else { return nil }
    return Before(
      file: shot.file, layout: shot.layout, isOfThisEngine: true, isOfAcceptedEngine: isSameEngine)
  }

  private static func pictures(
    _ old: [UInt8]?, _ new: [UInt8]
  ) throws(PictureError) -> (Picture?, Picture) {
    guard let old else { return (nil, try PNGReader.read(new)) }
    return try PNGReader.read(old, new)
  }

  private func compare(
    _ before: Before, _ comparison: Comparison, _ pictures: (old: Picture, new: Picture),
    _ shot: Shot, _ difference: String, _ entry: inout RunRecord.Entry
  ) {
    if comparison.isSame {
      entry.state = .same
      entry.note =
        before.isOfAcceptedEngine
        ? "the pixels are the same, and the bytes of the file are not"
        : "\(difference); what git has is drawn the same by this one"
      return
    }
    if !before.isOfThisEngine {
      entry.state = .environment
      entry.note =
        Tolerance.accepts(pictures.old, pictures.new)
        ? "\(difference); a tolerant compare finds nothing, which proves nothing; \(advice)"
        : "\(difference), and more differs than that explains; \(advice)"
    } else {
      entry.state = .changed
    }
    if let layout = before.layout?.read(), let newLayout = shot.layout?.read() {
      entry.findings = Findings.between(
        layout, newLayout, boxes: comparison.boxes, comparison: comparison)
    } else {
      entry.findings = [pixels(comparison, pictures.old, pictures.new)]
    }
  }

  /// What can be told from the pictures alone: rows that were put in or taken out, or where they differ.
  private func pixels(_ comparison: Comparison, _ old: Picture, _ new: Picture) -> Finding {
    var told = comparison.boxes.first?.description ?? ""
    if old.width != new.width || old.height != new.height {
      told = "\(old.width)×\(old.height) became \(new.width)×\(new.height)"
    }
    let alignment = RowAlignment(old, new)
    if let band = alignment.bands.first, alignment.changedRows * 4 < new.height {
      told += "; \(alignment.changedRows) rows from row \(band.new.lowerBound) on"
    }
    return Finding(.pixels, "the page", new: "\(told), up to \(comparison.furthest) of 255")
  }

  private func noteUnseen(
    _ reference: PictureManifest.Entry, _ own: String, _ entry: inout RunRecord.Entry
  ) {
    if reference.fingerprint == own {
      entry.state = .changed
      entry.note = "what it was is not here to be compared; \(advice)"
    } else {
      entry.state = .environment
      entry.note = "\(Fingerprint.difference(reference.fingerprint, own)); \(advice)"
    }
  }

  /// How what was accepted can be drawn again by the engine at hand.
  private var advice: String {
    old.isHistoryCutShort
      ? "the history of this clone is cut short, so it cannot be drawn anew: "
        + "fetch all of it (git fetch --unshallow; in CI fetch-depth: 0, or GIT_DEPTH: 0)"
      : "--against REF draws it anew here"
  }

  /// Leaves what waits for a decision beside its reference, and nothing else.
  private func leave(
    _ entry: RunRecord.Entry, _ file: [UInt8], _ name: SnapshotName
  ) throws(ShotError) {
    guard entry.hasOutput else { return }
    do throws(SnapshotError) {
      try StoreFiles.replace("\(store)/\(name).pending", with: file)
    } catch {
      throw .file(error.description)
    }
  }
}
