import Atoll
import Bytes
import PageShots
import Snapshots
import Synchronization

/// `atoll snapshot mutate`: a suite that cannot fail proves nothing.
///
/// One property of the style is changed at a time. The suite is drawn until a picture differs from
/// what the style unchanged comes to, on the same browser; then the difference has to name the
/// property.
struct SnapshotMutate {
  private let run: SuiteRun
  private let environment: ShotEnvironment
  private let work: String

  /// What came of one edit.
  private enum Fate: Sendable {
    /// The style no longer loads, which anybody notices.
    case refused
    /// No picture differs.
    case unseen
    case seen(name: String, finding: String?)
  }

  static func run(_ invocation: Invocation) throws(Stop) {
    let run = try SnapshotCommands.suiteRun(invocation)
    let work: String
    do { work = try RunRecord.makeWorkFolder(ofStoreIn: run.store) } catch { throw Stop(error) }
    let environment: ShotEnvironment
    do {
      environment = try ShotEnvironment(storeFolder: run.store, workFolder: absolutePath(work))
    } catch {
      throw .failure(.environment, error.description, advice: "see 'atoll snapshot doctor'")
    }
    let mutate = SnapshotMutate(run: run, environment: environment, work: work)
    try mutate.all(invocation)
  }

  private func all(_ invocation: Invocation) throws(Stop) {
    let style = run.plan.first { $0.kind == .picture }?.style
    guard let style else { throw .failure(.noInput, "the suite draws no picture") }
    let files = try files(of: style)
    var edits = StyleEdits(files: files).all()
    if let limit = invocation.count(SnapshotOptions.limit), limit < edits.count {
      edits = (0..<limit).map { edits[$0 * edits.count / limit] }
    }
    let snapshots = run.plan.filter { $0.kind == .picture && $0.style == style }
    let pages = PageFiles(below: absolutePath(work))
    defer { pages.remove() }
    var unchanged = run.maker
    unchanged.style = .files(name: "unchanged", files)
    let before = try requests(snapshots, unchanged, pages)
    var after: [[PageRequest]?] = []
    for edit in edits {
      var maker = CaseMaker(root: run.maker.root)
      maker.style = .files(name: "edited", edit.files)
      after.append(try? requests(snapshots, maker, pages))
    }
    let fates = try draw(before, after, snapshots)
    try tell(edits, fates, invocation)
  }

  /// The files of a style: of one in a folder, or of one that is built in.
  private func files(of style: String) throws(Stop) -> [StyleSource] {
    let folder =
      Words.styles.contains(style) ? "\(run.maker.root)/Styles/\(style)" : run.maker.path(style)
    guard case .files(_, let files) = try LookFiles.style(folder) else { return [] }
    return files
  }

  private func requests(
    _ snapshots: [PlannedSnapshot], _ maker: CaseMaker, _ pages: PageFiles
  ) throws(Stop) -> [PageRequest] {
    var maker = maker
    var requests: [PageRequest] = []
    for snapshot in snapshots {
      let bytes = try maker.bytes(of: run.suite.cases[snapshot.caseIndex], as: "page", snapshot)
      let path: String
      do { path = try pages.file(with: bytes) } catch { throw Stop(error) }
      var request = PageRequest(path: path, width: snapshot.width)
      request.isDark = snapshot.scheme == .dark
      request.isPrint = snapshot.medium == .print
      requests.append(request)
    }
    return requests
  }

  private func draw(
    _ before: [PageRequest], _ after: [[PageRequest]?], _ snapshots: [PlannedSnapshot]
  ) throws(Stop) -> [Fate] {
    let shots = Mutex<[Int: Shot]>([:])
    var failures = BrowserPool.forEach(before.count, jobs: 2, in: environment) {
      (index, browser) throws(ShotError) in
      var request = before[index]
      request.wantsLayout = true
      let shot = try browser.shoot(request)
      shots.withLock { $0[index] = shot }
    }
    let old = shots.withLock { $0 }
    let fates = Mutex<[Int: Fate]>([:])
    if failures.isEmpty {
      failures = BrowserPool.forEach(after.count, jobs: 2, in: environment) {
        (index, browser) throws(ShotError) in
        guard let requests = after[index] else {
          return fates.withLock { $0[index] = .refused }
        }
        let fate = try Self.fate(requests, old, snapshots, &browser)
        fates.withLock { $0[index] = fate }
      }
    }
    if let failure = failures.values.first {
      throw .failure(.environment, failure.description)
    }
    let all = fates.withLock { $0 }
    return after.indices.map { all[$0] ?? .unseen }
  }

  private static func fate(
    _ requests: [PageRequest], _ old: [Int: Shot], _ snapshots: [PlannedSnapshot],
    _ browser: inout Browser
  ) throws(ShotError) -> Fate {
    for (place, request) in requests.enumerated() {
      guard let before = old[place], try browser.shoot(request).file != before.file else {
        continue
      }
      var request = request
      request.wantsLayout = true
      let shot = try browser.shoot(request)
      var finding: String?
      if let oldLayout = before.layout?.read(), let newLayout = shot.layout?.read(),
        let left = try? PNGReader.read(before.file), let right = try? PNGReader.read(shot.file)
      {
        let comparison = Comparison(left, right)
        let findings = Findings.between(
          oldLayout, newLayout, boxes: comparison.boxes, comparison: comparison)
        finding = findings.first { $0.kind == .declaration }?.description
      }
      return .seen(name: snapshots[place].name.text, finding: finding)
    }
    return .unseen
  }

  // MARK: Telling

  private func tell(
    _ edits: [StyleEdit], _ fates: [Fate], _ invocation: Invocation
  ) throws(Stop) {
    let isJSON = invocation.has(SnapshotOptions.json)
    var counts = (seen: 0, named: 0, unseen: 0, refused: 0)
    var text = ""
    for (edit, fate) in zip(edits, fates) {
      var members: [String: JSONTree] = ["edit": .string(edit.description)]
      switch fate {
      case .refused:
        counts.refused += 1
        members["fate"] = "refused"
      case .unseen:
        counts.unseen += 1
        members["fate"] = "unseen"
        if !isJSON { text += "unseen   \(edit.description)\n" }
      case .seen(let name, let finding):
        counts.seen += 1
        if let finding {
          counts.named += 1
          members["finding"] = .string(finding)
        } else if !isJSON {
          text += "unnamed  \(edit.description)  in \(name)\n"
        }
        members["fate"] = "seen"
        members["name"] = .string(name)
      }
      if isJSON { text += JSONTree.object(members).text + "\n" }
    }
    let tried = edits.count - counts.refused
    let score =
      "\(counts.seen) of \(tried) edits seen, \(counts.named) named"
      + (counts.refused > 0 ? "; \(counts.refused) more do not load" : "")
    if isJSON {
      try Console(invocation).print(text)
    } else {
      try Console(invocation).print(text + score + "\n")
    }
    if counts.unseen > 0 {
      throw .failure(
        .failure, "\(counts.unseen) edits of the style change nothing that the suite looks at",
        advice: "add cases that show them, or take out rules that do nothing")
    }
  }
}
