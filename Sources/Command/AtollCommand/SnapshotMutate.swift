import Atoll
import Bytes
import OperatingSystem
import PageShots
import Snapshots
import Synchronization
import Theming

/// `atoll snapshot mutate`: a suite that cannot fail proves nothing.
///
/// One property of the style is changed at a time. The suite is drawn until a picture differs from
/// what the style unchanged comes to, on the same browser; then the difference has to name the
/// property.
struct SnapshotMutate {
  private let run: SuiteRun
  private let environment: ShotEnvironment
  private let work: String
  private let jobs: Int

  /// What came of one edit.
  private enum Fate: Sendable {
    /// The style no longer loads, which anybody notices.
    case refused
    /// No picture differs.
    case unseen
    /// The first of the plan's pictures that differs, and what is said about the property.
    case seen(place: Int, finding: String?)
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
    let mutate = SnapshotMutate(
      run: run, environment: environment, work: work, jobs: SnapshotCommands.jobs(invocation))
    try mutate.all(invocation)
  }

  private func all(_ invocation: Invocation) throws(Stop) {
    let console = Console(invocation)
    let style = run.plan.first { $0.kind == .picture }?.style
    guard let style else { throw .failure(.noInput, "the suite draws no picture") }
    let files = try files(of: style)
    var edits = StyleEdits(files: files).all()
    if let part = try SnapshotCommands.shard(invocation) {
      edits = edits.indices.filter { $0 % part.count == part.index }.map { edits[$0] }
    }
    if let limit = invocation.count(SnapshotOptions.limit), limit < edits.count {
      edits = (0..<limit).map { edits[$0 * edits.count / limit] }
    }
    let snapshots = run.plan.filter { $0.kind == .picture && $0.style == style }
    let old = try drawUnchanged(files, snapshots)
    var fates: [Fate] = []
    var order = Array(snapshots.indices)
    while fates.count < edits.count {
      let next = edits[fates.count..<min(fates.count + Self.atOnce, edits.count)]
      let found = try draw(next, old, snapshots, order)
      order = Self.order(after: found, order)
      fates += found
      console.say(.note, "\(fates.count) of \(edits.count) edits tried")
    }
    try tell(
      edits, fates, snapshots, console, isJSON: invocation.has(SnapshotOptions.json))
  }

  /// The pictures that showed the last edits first: the next ones stand beside them.
  private static func order(after fates: [Fate], _ order: [Int]) -> [Int] {
    var sightings = [Int](repeating: 0, count: order.count)
    for case .seen(let place, _) in fates { sightings[place] += 1 }
    let ranked = order.enumerated().sorted {
      (-sightings[$0.element], $0.offset) < (-sightings[$1.element], $1.offset)
    }
    return ranked.map(\.element)
  }

  /// The pages of so many edits are on disk at a time.
  private static let atOnce = 32

  /// The files of a style: of one in a folder, or of one that is built in.
  private func files(of style: String) throws(Stop) -> [StyleSource] {
    let folder =
      Words.styles.contains(style) ? "\(run.maker.root)/Styles/\(style)" : run.maker.path(style)
    guard case .files(_, let files) = try LookFiles.style(folder) else { return [] }
    return files + Self.builtInSheets(listedIn: files)
  }

  /// The sheets that come with atoll and that the tokens of a style list: they are edited like its own.
  private static func builtInSheets(listedIn files: [StyleSource]) -> [StyleSource] {
    let tokens = files.first { $0.path == Theme.tokenFileName }.flatMap { try? JSONTree($0.bytes) }
    let listed = tokens?["styles"]?.strings ?? []
    return Theme.embeddedNames.flatMap { name in
      Theme.embeddedFiles(of: name).map {
        StyleSource(path: "\(name)/\($0.path)", bytes: $0.bytes)
      }
    }.filter { sheet in
      listed.contains(sheet.path) && !files.contains { $0.path == sheet.path }
    }
  }

  private func requests(
    _ snapshots: [PlannedSnapshot], _ files: [StyleSource], _ pages: PageFiles
  ) throws(Stop) -> [PageRequest] {
    var run = run
    run.maker = CaseMaker(root: run.maker.root)
    run.maker.style = .files(name: "edited", files)
    var requests: [PageRequest] = []
    for snapshot in snapshots { requests.append(try run.draw(snapshot, pages).request) }
    return requests
  }

  /// What the style unchanged comes to, on this very browser.
  private func drawUnchanged(
    _ files: [StyleSource], _ snapshots: [PlannedSnapshot]
  ) throws(Stop) -> [Int: Shot] {
    let pages = PageFiles(below: absolutePath(work))
    defer { pages.remove() }
    let before = try requests(snapshots, files, pages)
    let shots = Mutex<[Int: Shot]>([:])
    let failures = BrowserPool.forEach(before.count, jobs: jobs, in: environment) {
      (index, browser) throws(ShotError) in
      var request = before[index]
      request.wantsLayout = true
      let shot = try browser.shoot(request)
      shots.withLock { $0[index] = shot }
    }
    try check(failures)
    return shots.withLock { $0 }
  }

  private func draw(
    _ edits: ArraySlice<StyleEdit>, _ old: [Int: Shot], _ snapshots: [PlannedSnapshot],
    _ order: [Int]
  ) throws(Stop) -> [Fate] {
    let pages = PageFiles(below: absolutePath(work))
    defer { pages.remove() }
    let edits = Array(edits)
    let after = edits.map { try? requests(snapshots, $0.files, pages) }
    let fates = Mutex<[Int: Fate]>([:])
    let failures = BrowserPool.forEach(after.count, jobs: jobs, in: environment) {
      (index, browser) throws(ShotError) in
      guard let requests = after[index] else {
        return fates.withLock { $0[index] = .refused }
      }
      let fate = try Self.fate(of: edits[index], requests, old, order, &browser)
      fates.withLock { $0[index] = fate }
    }
    try check(failures)
    let all = fates.withLock { $0 }
    return after.indices.map { all[$0] ?? .unseen }
  }

  private func check(_ failures: [Int: ShotError]) throws(Stop) {
    guard let failure = failures.min(by: { $0.key < $1.key }) else { return }
    throw .failure(.environment, failure.value.description)
  }

  private static func fate(
    of edit: StyleEdit, _ requests: [PageRequest], _ old: [Int: Shot], _ order: [Int],
    _ browser: inout Browser
  ) throws(ShotError) -> Fate {
    for place in order {
      var request = requests[place]
      guard let before = old[place], try browser.shoot(request).file != before.file else {
        continue
      }
      request.wantsLayout = true
      let shot = try browser.shoot(request)
      var finding: String?
      if let oldLayout = before.layout?.read(), let newLayout = shot.layout?.read(),
        let left = try? PNGReader.read(before.file), let right = try? PNGReader.read(shot.file)
      {
        let comparison = Comparison(left, right)
        let findings = Findings.between(
          oldLayout, newLayout, boxes: comparison.boxes, comparison: comparison)
        finding = findings.first(where: edit.isNamed(by:))?.description
      }
      return .seen(place: place, finding: finding)
    }
    return .unseen
  }

  // MARK: Telling

  private func tell(
    _ edits: [StyleEdit], _ fates: [Fate], _ snapshots: [PlannedSnapshot], _ console: Console,
    isJSON: Bool
  ) throws(Stop) {
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
      case .seen(let place, let finding):
        let name = snapshots[place].name.text
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
    try console.print(isJSON ? text : text + score + "\n")
    if counts.unseen > 0 {
      throw .failure(
        .failure, "\(counts.unseen) edits of the style change nothing that the suite looks at",
        advice: "add cases that show them, or take out rules that do nothing")
    }
    if counts.named < counts.seen {
      throw .failure(
        .failure, "\(counts.seen - counts.named) edits are seen, and nothing says what was edited")
    }
  }
}
