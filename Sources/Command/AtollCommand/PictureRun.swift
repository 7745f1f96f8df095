import Bytes
import Hashing
import PageShots
import Snapshots
import Synchronization

/// Draws pictures and holds them against the manifest; what differs is drawn again with its layout,
/// beside what it was, and explained.
struct PictureRun {
  /// One picture that is wanted.
  struct Draw: Sendable {
    var name: SnapshotName
    var request: PageRequest
    /// Whether the picture is wanted; otherwise the accessibility tree.
    var isPicture: Bool
    /// What names the page's content.
    var inputHash: String
  }

  let store: String
  let work: String
  let manifest: PictureManifest
  let environment: ShotEnvironment
  let jobs: Int
  let isFresh: Bool

  private var entries: [RunRecord.Entry] = []
  /// What has to be explained, with the hash of what was drawn.
  private(set) var open: [Draw] = []
  private var drawn: [SnapshotName: String] = [:]
  private var engine = ""
  /// What kept a file of the store from being read or written, once something did.
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

  private enum Look: Sendable {
    case same
    case entry(RunRecord.Entry)
    case differs(hash: String)
  }

  // MARK: Looking

  /// Draws everything, and settles what is as it was.
  mutating func look(at draws: [Draw]) {
    let memory = PictureMemory(below: work)
    let files = SeenFiles(below: work)
    let looks = Mutex<[Int: Look]>([:])
    let learnt = Mutex<[String: PictureMemory.Known]>([:])
    let engines = Mutex("")
    let (store, manifest, isFresh) = (store, manifest, isFresh)
    let failures = BrowserPool.forEach(draws.count, jobs: jobs, in: environment) {
      (index, browser) throws(ShotError) in
      let draw = draws[index]
      engines.withLock { $0 = browser.fingerprint }
      let key = draw.key(engine: browser.fingerprint)
      let reference = manifest[draw.name]
      if draw.isPicture, !isFresh, let known = memory.known[key], known.hash == reference?.hash,
        files.areStill(known.files)
      {
        learnt.withLock { $0[key] = known }
        looks.withLock { $0[index] = .same }
        return
      }
      let shot = try browser.shoot(draw.request)
      let look: Look
      if let text = shot.accessibility, !draw.isPicture {
        look = .entry(Self.verify(Array(text.utf8), draw.name, store))
      } else {
        let hash = pictureHash(shot.file)
        if let loaded = files.hashes(of: shot.files) {
          learnt.withLock { $0[key] = .init(hash: hash, files: loaded) }
        }
        look = hash == reference?.hash ? .same : .differs(hash: hash)
      }
      looks.withLock { $0[index] = look }
    }
    engine = engines.withLock { $0 }
    settle(draws, looks.withLock { $0 }, failures)
    memory.keep(learnt.withLock { $0 })
  }

  private mutating func settle(
    _ draws: [Draw], _ looks: [Int: Look], _ failures: [Int: ShotError]
  ) {
    for (index, draw) in draws.enumerated() {
      switch looks[index] {
      case .same?: entries.append(.init(draw.name.text, .same))
      case .entry(let entry)?: entries.append(entry)
      case .differs(let hash)?:
        open.append(draw)
        drawn[draw.name] = hash
      case nil:
        entries.append(failed(draw, failures[index]))
      }
    }
  }

  /// Notes a picture that could not be taken.
  private mutating func failed(_ draw: Draw, _ error: ShotError?) -> RunRecord.Entry {
    let error = error ?? .ended(lastWords: "")
    if case .file(let why) = error { fileFailure = fileFailure ?? why }
    return .init(draw.name.text, error)
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

  // MARK: Explaining

  /// Whether another engine, or one with other fonts, drew the reference.
  func isForeign(_ name: SnapshotName) -> Bool {
    manifest[name].map { $0.fingerprint != engine } ?? false
  }

  /// Whether a picture that differs has a reference that is not here, or that nothing here can be
  /// held against.
  var needsOld: Bool {
    open.contains { draw in
      guard let reference = manifest[draw.name] else { return false }
      return isForeign(draw.name)
        || StoreFiles.stamp(of: PictureCache(work).path(reference.hash)) == nil
    }
  }

  /// Finds out what is different, and leaves the new picture pending.
  ///
  /// Old pages that are no proof only count where they come to the very picture that was accepted.
  mutating func explain(_ draws: [Draw], old: OldPages) {
    let explainer = Explainer(
      store: store, manifest: manifest, cache: PictureCache(work),
      coverage: FontCoverage(of: environment.fonts), old: old)
    let drawn = drawn
    let found = Mutex<[Int: RunRecord.Entry]>([:])
    let failures = BrowserPool.forEach(draws.count, jobs: jobs, in: environment) {
      (index, browser) throws(ShotError) in
      let entry = try explainer.explain(
        draws[index], drawn: drawn[draws[index].name] ?? "", &browser)
      found.withLock { $0[index] = entry }
    }
    let explained = found.withLock { $0 }
    for (index, draw) in draws.enumerated() {
      entries.append(explained[index] ?? failed(draw, failures[index]))
    }
  }

  func finish() -> [RunRecord.Entry] { entries }
}

extension PictureRun.Draw {
  /// What names the picture before it is drawn: the page, how it is looked at, and by what.
  func key(engine: String) -> String {
    // Two pages with the same bytes name different files where they lie in different folders.
    let place = request.wantsFiles ? "\(LoadedFiles.address(of: request.path)) " : ""
    let facts = [
      request.isDark, request.hasContrast, request.hasForcedColors, request.isMirrored,
    ]
    let look =
      "\(place)\(request.width) \(facts.map(\.description).joined(separator: " ")) "
      + "\(request.medium) \(request.state) \(request.scale) \(engine)"
    return SHA256.hexadecimal(of: Array("\(inputHash) \(look)".utf8))
  }
}

extension RunRecord.Entry {
  /// A picture that could not be taken.
  init(_ name: String, _ error: ShotError) {
    self.init(name, error.isEnvironment ? .failed : .refused, note: error.description)
  }
}

/// What a picture's file is known by; the processor makes it, so that to settle one costs no more.
func pictureHash(_ file: [UInt8]) -> String { ContentHash(of: file).text }

/// Pictures and layouts by the hash of the picture, where git does not see them.
struct PictureCache: Sendable {
  private let folder: String

  init(_ work: String) { folder = "\(work)/cache" }

  func path(_ hash: String) -> String { "\(folder)/\(hash).png" }

  func picture(_ hash: String) -> [UInt8]? { Self.picture(hash, in: path(hash)) }

  /// What a file holds, if it is the picture of this hash.
  static func picture(_ hash: String, in path: String) -> [UInt8]? {
    (try? StoreFiles.contents(of: path)).flatMap { $0 }
      .flatMap { pictureHash($0) == hash ? $0 : nil }
  }

  func layout(_ hash: String) -> KeptLayout? {
    (try? StoreFiles.contents(of: "\(folder)/\(hash).layout")).flatMap { $0 }
      .map { KeptLayout($0) }
  }

  /// What a picture was compared with last, where that is not the one that was accepted.
  func old(_ name: SnapshotName) -> [UInt8]? {
    (try? StoreFiles.contents(of: "\(folder)/before/\(name)")).flatMap { $0 }
  }

  func keepOld(_ file: [UInt8], _ name: SnapshotName) {
    try? StoreFiles.replace("\(folder)/before/\(name)", with: file)
  }

  func keep(_ shot: Shot, _ hash: String) {
    try? StoreFiles.replace(path(hash), with: shot.file)
    if let layout = shot.layout {
      try? StoreFiles.replace("\(folder)/\(hash).layout", with: layout.bytes)
    }
  }
}
