import Bytes
import OperatingSystem
import PageShots
import Snapshots

/// One run over a suite: what it looks at, where, and how.
struct SuiteRun {
  var store: String
  var suite: Suite
  var maker: CaseMaker
  /// Everything the suite asks for, and which of it this run looks at.
  var plan: [PlannedSnapshot] = []
  var isComplete = true
  var part = "all"
  /// The commit to compare with.
  var commit: String?
  var jobs = 2
  var isFresh = false
  var requiresBrowser = false
  /// Whether this run looks at everything, and not at a part or at some that were named.
  var isWhole = false

  private(set) var record: RunRecord
  /// Whether pictures were wanted and nothing here can take them.
  private(set) var lacksBrowser = false
  /// What kept files of the store from being read or written while pictures were taken.
  private(set) var fileFailure: String?
  /// The edits of style sheets that no picture shows; only a whole run knows them.
  private(set) var unseen: [Finding] = []
  var entries: [RunRecord.Entry] { record.entries }

  init(store: String, suite: Suite, root: String) {
    self.store = store
    self.suite = suite
    maker = CaseMaker(root: root)
    record = RunRecord(part: part)
  }

  /// Looks at everything, and notes what came of it below the store.
  mutating func run() throws(Stop) {
    do throws(SnapshotError) {
      let manifest = try PictureManifest(ofStoreIn: store)
      record = try startRecord()
      let outcome = try texts()
      for entry in outcome { record[entry.name] = entry }
      let work = absolutePath(try RunRecord.makeWorkFolder(ofStoreIn: store))
      try pictures(manifest, work)
      for entry in try SharedCauses(of: record, plan: plan, folder: store).entries() {
        record[entry.name] = entry
      }
      try removeStale()
      try record.write(toStoreIn: store)
      try record.supersedeOthers(inStoreIn: store)
      try Decisions(ofStoreIn: store).sweep(leaving: Decisions.mostUnusedBytes)
    } catch {
      throw Stop(error)
    }
  }

  /// Takes away what an earlier run left of snapshots of which this one has no output: nobody is to
  /// accept what is not made any more.
  private func removeStale() throws(SnapshotError) {
    for snapshot in plan where record[snapshot.name.text]?.hasOutput == false {
      try StoreFiles.remove("\(store)/\(snapshot.name).pending")
    }
  }

  /// A run of a few goes into what the last run of everything noted.
  private func startRecord() throws(SnapshotError) -> RunRecord {
    if !isComplete, var known = try RunRecord(ofStoreIn: store, part: part) {
      let names = Set(plan.map(\.name.text))
      let isStillWhole = known.isComplete && names.allSatisfy { known[$0] != nil }
      known.isComplete = isStillWhole
      return known
    }
    return RunRecord(part: part, isComplete: isComplete)
  }

  // MARK: Texts

  private mutating func texts() throws(SnapshotError) -> [RunRecord.Entry] {
    var entries: [RunRecord.Entry] = []
    let store = SnapshotStore(folder: store)
    for snapshot in plan {
      guard case .text(let format) = snapshot.kind else { continue }
      let bytes: [UInt8]
      do throws(Stop) {
        bytes = try maker.bytes(of: suite.cases[snapshot.caseIndex], as: format, snapshot)
      } catch {
        entries.append(unmade(snapshot, error))
        continue
      }
      entries.append(.init(snapshot.name, try store.verify(bytes, as: snapshot.name)))
    }
    return entries
  }

  /// Notes output that could not be made: for what the case says, or for want of room on the disk.
  private mutating func unmade(_ snapshot: PlannedSnapshot, _ stop: Stop) -> RunRecord.Entry {
    guard case .failure(let failure) = stop, failure.code == .inputOutput else {
      return .init(snapshot.name.text, .refused, note: stop.note)
    }
    fileFailure = fileFailure ?? stop.note
    return .init(snapshot.name.text, .failed, note: stop.note)
  }

  // MARK: Pictures

  private mutating func pictures(
    _ manifest: PictureManifest, _ work: String
  ) throws(SnapshotError) {
    let wanted = plan.filter(\.needsBrowser)
    if wanted.isEmpty { return }
    let environment: ShotEnvironment
    do throws(ShotError) {
      environment = try ShotEnvironment(storeFolder: store, workFolder: work)
    } catch {
      if case .file(let why) = error { fileFailure = why }
      lacksBrowser = true
      if case .noProgram = error { requiresBrowser = true }
      for snapshot in wanted {
        record[snapshot.name.text] = .init(
          snapshot.name.text, requiresBrowser ? .failed : .skipped, note: error.description)
      }
      return
    }
    let pages = PageFiles(below: work)
    defer { pages.remove() }
    var draws: [PictureRun.Draw] = []
    for snapshot in wanted {
      do throws(Stop) {
        draws.append(try draw(snapshot, pages))
      } catch {
        record[snapshot.name.text] = unmade(snapshot, error)
      }
    }
    // A browser has one scale, and is started anew for another.
    draws =
      draws.filter { $0.request.scale == 1 }
      + draws.filter { $0.request.scale > 1 }.sorted { $0.request.scale < $1.request.scale }
    var run = PictureRun(
      store: store, work: work, manifest: manifest, environment: environment, jobs: jobs,
      isFresh: isFresh)
    run.look(at: draws)
    let open = run.open
    if !open.isEmpty {
      try withOldPages(open, pages, work, run) { old in run.explain(open, old: old) }
    }
    let entries = run.finish()
    for entry in entries { record[entry.name] = entry }
    if isWhole {
      let edits = UnseenEdits(run: self, environment: environment, work: work)
      unseen = edits.find(manifest, entries, pages)
    }
    fileFailure = fileFailure ?? run.fileFailure
  }

  /// What is to be drawn for a snapshot; its page is made and put in a file.
  mutating func draw(
    _ snapshot: PlannedSnapshot, _ pages: PageFiles
  ) throws(Stop) -> PictureRun.Draw {
    let one = suite.cases[snapshot.caseIndex]
    let form = one.picturedForm ?? .page
    var bytes = try maker.bytes(of: one, as: form.rawValue, snapshot)
    // What stands in a page of somebody else is drawn in one of no looks.
    if form != .page { bytes = Array("<!doctype html><meta charset=\"utf-8\">\n".utf8) + bytes }
    var request: PageRequest
    if case .html(let path) = one.source {
      request = PageRequest(path: maker.path(path), width: snapshot.width)
      request.isMirrored = snapshot.direction == .rtl
      // It may name files beside itself; what atoll makes holds everything.
      request.wantsFiles = true
    } else {
      let path: String
      do { path = try pages.file(with: bytes) } catch { throw Stop(error) }
      request = PageRequest(path: path, width: snapshot.width)
    }
    request.isDark = snapshot.scheme.isDark
    request.hasContrast = snapshot.scheme.hasContrast
    request.hasForcedColors = snapshot.scheme.hasForcedColors
    request.medium = snapshot.medium
    request.state = snapshot.state
    request.scale = snapshot.scale
    request.wantsAccessibility = snapshot.kind == .accessibility
    request.wantsPicture = snapshot.kind == .picture
    return PictureRun.Draw(
      name: snapshot.name, request: request, isPicture: snapshot.kind == .picture,
      inputHash: SHA256.hexadecimal(of: bytes))
  }

  /// Makes the pages as git has them for what differs, where that is asked for or would help: at the
  /// commit that is named, or where the references were accepted.
  private func withOldPages(
    _ open: [PictureRun.Draw], _ pages: PageFiles, _ work: String, _ run: borrowing PictureRun,
    _ body: (OldPages) throws(SnapshotError) -> Void
  ) throws(SnapshotError) {
    var old = OldPages()
    guard commit != nil || run.needsOld else { return try body(old) }
    var accepted: AcceptedCommit?
    if commit == nil {
      switch AcceptedCommit.find(ofStoreIn: absolutePath(store), below: work) {
      case .found(let known): accepted = known
      case .cutShort: old.isHistoryCutShort = true
      case .unknown: break
      }
    }
    let tree: GitTree
    do throws(Stop) {
      tree = try GitTree.unpack(commit ?? accepted?.name ?? "HEAD", of: maker.root, below: work)
    } catch {
      if commit != nil { throw SnapshotError(maker.root, error.note) }
      return try body(old)
    }
    var maker = SuiteRun(store: store, suite: suite, root: tree.files)
    let planned = Dictionary(uniqueKeysWithValues: plan.map { ($0.name, $0) })
    for draw in open {
      // A case that is new has no page there, and that is no trouble.
      guard let snapshot = planned[draw.name], let made = try? maker.draw(snapshot, pages) else {
        continue
      }
      old.requests[draw.name] = made.request
      let isAccepted = accepted.map { $0.manifest[draw.name] == run.manifest[draw.name] } ?? false
      if commit != nil || (isAccepted && run.isForeign(draw.name)) { old.proofs.insert(draw.name) }
    }
    try body(old)
  }
}

/// The files in which pages are handed to a browser.
final class PageFiles {
  private let folder: String
  private var paths: [[UInt8]: String] = [:]

  init(below work: String) { folder = "\(work)/pages/\(currentProcess)" }

  /// A file with this content; the same one for the same content.
  func file(with bytes: [UInt8]) throws(SnapshotError) -> String {
    if let path = paths[bytes] { return path }
    let path = absolutePath("\(folder)/\(paths.count + 1).html")
    try StoreFiles.replace(path, with: bytes)
    paths[bytes] = path
    return path
  }

  func remove() { try? StoreFiles.removeTree(folder) }
}

extension Stop {
  /// What happened, in a line.
  var note: String {
    switch self {
    case .failure(let failure):
      let place = failure.place.map { "\($0): " } ?? ""
      let detail = failure.details.first.map { ": \($0)" } ?? ""
      return place + failure.message + detail
    case .usage(let error): return error.message
    case .closedPipe: return "the pipe is closed"
    case .nothingNew: return "nothing is new"
    case .interrupted, .terminated: return "interrupted"
    }
  }
}
