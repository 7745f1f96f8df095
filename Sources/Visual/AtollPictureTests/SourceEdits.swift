import AtollOperatingSystem
import AtollPageShots
import AtollSnapshots

/// The edits of a suite's sources since the references were accepted, with their effects.
///
/// Each edit is applied alone to the sources of the commit that accepted the references, and all
/// output is rendered again. For style sheets, which are part of every page, a browser lists the
/// declarations that differ.
struct SourceEdits {
  /// An edit and the output that it changes.
  struct Effect {
    let edit: SourceEdit
    /// The path of the suite's root below the root of the repository, such as `site/`; empty if
    /// they are the same folder.
    let pathPrefix: String
    /// The texts that change, and the pages that change outside of their style sheets.
    var outputs: Set<SnapshotName> = []
    /// The declarations that change, for each style sheet of the suite.
    var declarations: [[Finding]] = []
    /// True if the edit changes what the theme or the templates can write, but no output of the
    /// suite.
    var hasOtherEffect = false

    /// Returns whether the finding is about a declaration that this edit changed.
    func isCause(of finding: Finding) -> Bool {
      finding.isStyleSheetEdit && declarations.joined().contains(where: finding.isSameEdit)
    }

    /// The declarations that the edit changes in the first style sheet that it changes; if it
    /// changes none, the edited line of the source.
    var findings: [Finding] {
      let declared = declarations.first { !$0.isEmpty } ?? []
      return declared.isEmpty
        ? [marked(edit.finding)] : declared.map { marked($0.withoutPageDetails) }
    }

    /// Returns a finding with the hash and the location of this edit.
    func marked(_ finding: Finding) -> Finding {
      var copy = finding
      copy.editHash = edit.editHash
      copy.source = edit.hunks.first.map { SourcePlace(path: pathPrefix + $0.path, line: $0.line) }
      return copy
    }
  }

  private(set) var effects: [Effect] = []
  /// The effects that each changed screenshot shows, as indices in `effects`, if several may have
  /// changed it.
  private var shownEffects: [SnapshotName: [Int]] = [:]
  private let run: SuiteRun
  /// The snapshots whose references are equal to the output of the commit's sources.
  private var matchingSnapshots: Set<SnapshotName> = []

  /// The number of edits above which the edits of each file are made together.
  private static let maximumEditCount = 24
  /// The maximum number of style sheets for which a page is opened.
  private static let maximumStyleSheetCount = 50

  /// Finds the edits and their effects; `nil` if there are none.
  ///
  /// The result is also `nil` if git does not have the sources of the references, if too many files
  /// were edited, or if an edit cannot be rendered without the others.
  init?(
    of run: SuiteRun, manifest: ScreenshotManifest, environment: BrowserEnvironment?, work: String
  ) {
    self.run = run
    let sources = SourceFiles(of: run)
    let root = run.renderer.root
    guard case .found(let commit) = ComparisonCommit.find(for: run, below: work),
      Program.run(["git", "-C", root, "diff", "--quiet", commit.name, "--"] + sources.paths) == 1,
      let tree = try? GitCheckout.unpack(commit.name, of: root, below: work)
    else { return nil }
    var edits = sources.edits(fromRoot: tree.filesFolder, toRoot: root)
    if edits.count > Self.maximumEditCount { edits = Self.mergedByFile(edits) }
    guard !edits.isEmpty, edits.count <= Self.maximumEditCount else { return nil }
    let folder = EditedSources(path: tree.filesFolder, suitePath: sources.suitePath, run: run)
    let unedited = folder.outputs()
    matchingSnapshots = folder.snapshotsWithMatchingReferences(
      unedited, manifest: manifest, accepted: commit.manifest)
    guard
      let found = effects(
        of: edits, in: folder, unedited: unedited, pathPrefix: commit.pathPrefix)
    else { return nil }
    effects = found
    if let environment {
      addDeclarations(of: folder, in: environment, work: work)
      findShownEffects(of: folder, in: environment, work: work)
    }
    var probe = EffectProbe(folder: folder)
    for index in effects.indices
    where effects[index].outputs.isEmpty && effects[index].declarations.allSatisfy(\.isEmpty) {
      effects[index].hasOtherEffect = probe.findsEffect(of: effects[index].edit)
    }
  }

  private static func mergedByFile(_ edits: [SourceEdit]) -> [SourceEdit] {
    var joined: [SourceEdit] = []
    for edit in edits {
      if let last = joined.last, last.hunks.first?.path == edit.hunks.first?.path {
        joined[joined.count - 1].hunks += edit.hunks
      } else {
        joined.append(edit)
      }
    }
    return joined
  }

  /// Returns the edits with the outputs that they change.
  ///
  /// If an output cannot be rendered with one edit alone, the edits of each file are made together.
  /// If it still cannot be rendered, the result is `nil`.
  private func effects(
    of edits: [SourceEdit], in folder: EditedSources,
    unedited: [SnapshotName: EditedSources.Output], pathPrefix: String
  ) -> [Effect]? {
    for edits in [edits, Self.mergedByFile(edits)] {
      let effects = edits.compactMap { edit -> Effect? in
        let outputs = folder.applying(edit) { folder.outputs() }
        guard outputs.count >= unedited.count else { return nil }
        var effect = Effect(edit: edit, pathPrefix: pathPrefix)
        for (name, output) in outputs where output.contentHash != unedited[name]?.contentHash {
          effect.outputs.insert(name)
        }
        return effect
      }
      if effects.count == edits.count { return effects }
    }
    return nil
  }

  private mutating func addDeclarations(
    of folder: EditedSources, in environment: BrowserEnvironment, work: String
  ) {
    let pages = PageFiles(below: work)
    defer { pages.remove() }
    let sheets = folder.styleSheetScreenshots(atMost: Self.maximumStyleSheetCount)
    func declarations() -> [[Declaration]] {
      let requests = folder.requests(for: sheets, files: pages)
      return BrowserPool.map(requests.count, browserCount: run.browserCount, in: environment) {
        index, browser in
        guard let request = requests[index] else { return [] }
        return try browser.declarations(of: request)
      }.map { (try? $0.get()) ?? [] }
    }
    let old = declarations()
    for index in effects.indices where folder.mayChangeStyleSheet(effects[index].edit) {
      let new = folder.applying(effects[index].edit) { declarations() }
      effects[index].declarations = zip(old, new).map { StyleSheetFindings.between($0, $1) }
    }
  }

  // MARK: Causes

  /// Returns the entries of the snapshots that the edits changed; the edits become their causes.
  func entriesCausedByEdits(in record: RunRecord) -> [RunRecord.Entry] {
    run.plan.compactMap { snapshot in
      guard let entry = record[snapshot.name.text] else { return nil }
      let causes = shownEffects[snapshot.name] ?? possibleCauses(of: entry, for: snapshot)
      return causes.isEmpty ? nil : Self.entry(entry, withCauses: causes.map { effects[$0] })
    }
  }

  /// Returns the effects that may have changed a snapshot, as indices in `effects`.
  ///
  /// They change its text or page outside of the style sheets, or a declaration of its page.
  private func possibleCauses(of entry: RunRecord.Entry, for snapshot: PlannedSnapshot) -> [Int] {
    guard entry.state == .changed, matchingSnapshots.contains(snapshot.name) else { return [] }
    let ofStyle = effects.indices.filter { entry.findings.contains(where: effects[$0].isCause) }
    let visibleEdits = VisibleEdits([entry.findings])
    let visible = ofStyle.filter {
      effects[$0].declarations.joined().contains(where: visibleEdits.contains)
    }
    let causes = Set(visible.isEmpty ? ofStyle : visible)
    return effects.indices.filter {
      effects[$0].outputs.contains(snapshot.name) || causes.contains($0)
    }
  }

  /// Finds out which effects each changed screenshot shows, if several may have changed it.
  private mutating func findShownEffects(
    of folder: EditedSources, in environment: BrowserEnvironment, work: String
  ) {
    var candidates: [SnapshotName: [Int]] = [:]
    for snapshot in run.plan where snapshot.kind == .screenshot {
      guard let entry = run.record[snapshot.name.text] else { continue }
      let causes = possibleCauses(of: entry, for: snapshot)
      if causes.count > 1 { candidates[snapshot.name] = causes }
    }
    let pages = PageFiles(below: work)
    defer { pages.remove() }
    var trials = EditTrials(
      folder: folder, edits: effects.map(\.edit), environment: environment, pages: pages)
    shownEffects = trials.shownEdits(among: candidates)
  }

  /// Returns an entry with the edits in `causes` as its causes.
  ///
  /// A finding that one of the edits causes gets the hash and the location of this edit. All other
  /// findings are marked as derived. If an edit causes no finding of the entry, the edit's own
  /// findings are added.
  private static func entry(_ entry: RunRecord.Entry, withCauses causes: [Effect])
    -> RunRecord.Entry
  {
    var entry = entry
    var named: Set<String> = []
    for index in entry.findings.indices {
      let finding = entry.findings[index]
      if let cause = causes.first(where: { $0.isCause(of: finding) }) {
        entry.findings[index] = cause.marked(finding)
        named.insert(cause.edit.editHash)
      } else {
        entry.findings[index].isDerived = true
      }
    }
    entry.findings =
      causes.filter { !named.contains($0.edit.editHash) }.flatMap(\.findings) + entry.findings
    return entry
  }

  // MARK: Edits without a snapshot

  /// Returns the edits that change output, but change no snapshot of a run of the whole suite.
  ///
  /// The result is empty if any reference differs from the output of the commit's sources: such a
  /// reference may already show an edit, so that this run does not report the edit as a change.
  func unseenEdits(_ record: RunRecord) -> [Finding] {
    let allReferencesMatch = run.plan.allSatisfy { snapshot in
      matchingSnapshots.contains(snapshot.name) || record[snapshot.name.text]?.state == .missing
    }
    guard allReferencesMatch else { return [] }
    let changed = record.entries.filter { $0.state == .changed }
    let known = Set(changed.flatMap(\.findings).filter(\.isCause).map(\.editHash))
    let visibleEdits = VisibleEdits(changed.map(\.findings))
    return effects.flatMap { effect -> [Finding] in
      let declared = effect.declarations.joined()
      // An edit such as a new case is seen in a snapshot that has no reference yet.
      let isSeen =
        known.contains(effect.edit.editHash)
        || effect.outputs.contains { record[$0.text]?.state == .missing }
      if !isSeen {
        let hasEffect = !declared.isEmpty || !effect.outputs.isEmpty || effect.hasOtherEffect
        return hasEffect ? effect.findings : []
      }
      // If the edits of a file are made together, snapshots may show only some of them.
      guard effect.edit.hunks.count > 1, !declared.isEmpty else { return [] }
      return effect.findings.filter { !visibleEdits.contains($0) }
    }
  }
}
