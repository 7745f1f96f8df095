import AtollBytes
import AtollOperatingSystem

/// The pending snapshots of a store, and the ways to decide about them.
///
/// Each step renames or replaces one file. If the process is killed between two steps, every
/// reference is either the old or the new one.
package struct PendingSnapshots: Sendable {
  package let folder: String
  package private(set) var all: [Snapshot] = []
  private var runs: [RunRecord]
  private var manifest: ScreenshotManifest

  package struct Snapshot: Hashable, Sendable {
    package var name: SnapshotName
    package var entry: RunRecord.Entry
    package var isScreenshot: Bool { name.isScreenshot }
  }

  package init(ofStoreIn folder: String) throws(SnapshotError) {
    self.folder = folder
    manifest = try ScreenshotManifest(ofStoreIn: folder)
    runs = try RunRecord.all(ofStoreIn: folder)
    for path in try StoreFiles.list(folder) where path.hasSuffix(SnapshotName.pendingSuffix) {
      let text = String(path.dropLast(SnapshotName.pendingSuffix.utf8.count))
      guard let name = SnapshotName(text) else { continue }
      if let run = runs.last(where: { $0[text].map { $0.state != .same } ?? false }),
        let recorded = run[text]
      {
        // A later run of tests may have ended before it was recorded.
        var entry = recorded
        if run.isOfTests, try pendingTextHash(of: name) != recorded.textHash {
          entry = try unrecordedEntry(of: name)
        }
        all.append(Snapshot(name: name, entry: entry))
        continue
      }
      // A suite's run removes the pending file of output that is the same, so it wrote no such file.
      if runs.contains(where: { !$0.isOfTests && $0[text]?.state == .same }) { continue }
      all.append(Snapshot(name: name, entry: try unrecordedEntry(of: name)))
    }
  }

  private func pendingTextHash(of name: SnapshotName) throws(SnapshotError) -> String {
    SHA256.hexadecimal(of: try StoreFiles.contents(of: pendingPath(of: name)) ?? [])
  }

  /// Returns an entry for a pending file that no run recorded, such as one from a test without a
  /// session.
  private func unrecordedEntry(of name: SnapshotName) throws(SnapshotError) -> RunRecord.Entry {
    guard !name.isScreenshot, let old = try StoreFiles.contents(of: "\(folder)/\(name)") else {
      return RunRecord.Entry(name.text, state: .missing)
    }
    var entry = RunRecord.Entry(name.text, state: .changed)
    let new = try StoreFiles.contents(of: pendingPath(of: name)) ?? []
    entry.findings = [LineDifference(from: old, to: new).finding]
    return entry
  }

  package func pendingPath(of name: SnapshotName) -> String {
    name.pendingPath(inStore: folder)
  }

  /// Returns the manifest entry for the accepted screenshot with a name; `nil` if there is none.
  package func acceptedScreenshot(of name: SnapshotName) -> ScreenshotManifest.Entry? {
    manifest[name]
  }

  // MARK: Deciding

  /// Makes pending outputs the references, and returns an error for each output that cannot be a
  /// reference.
  ///
  /// The records of runs are updated once, at the end.
  package mutating func accept(_ snapshots: [Snapshot]) throws(SnapshotError) -> [SnapshotError] {
    // Another process may have accepted screenshots since the manifest was read.
    manifest = try ScreenshotManifest(ofStoreIn: folder)
    var accepted: [Snapshot] = []
    var refusals: [SnapshotError] = []
    for snapshot in snapshots {
      if let refusal = try refusal(of: snapshot) {
        refusals.append(refusal)
        continue
      }
      accepted.append(snapshot)
      if snapshot.isScreenshot { manifest[snapshot.name] = snapshot.entry.screenshot }
    }
    if accepted.contains(where: \.isScreenshot) { try manifest.write(toStoreIn: folder) }
    for snapshot in accepted {
      let path = pendingPath(of: snapshot.name)
      if snapshot.isScreenshot {
        try StoreFiles.remove(path)
      } else {
        try StoreFiles.move(path, to: "\(folder)/\(snapshot.name)")
      }
    }
    try recordAsSame(accepted)
    return refusals
  }

  /// Returns the reason why pending output cannot become a reference; `nil` if it can.
  private func refusal(of snapshot: Snapshot) throws(SnapshotError) -> SnapshotError? {
    let path = pendingPath(of: snapshot.name)
    switch snapshot.entry.state {
    case .refused, .skipped, .failed:
      return SnapshotError(path, message: "the last run could not make it: \(snapshot.entry.note)")
    case .same, .changed, .missing, .corrupt, .otherEngine: break
    }
    guard let bytes = try StoreFiles.contents(of: path) else {
      return SnapshotError(path, message: "it is no longer pending")
    }
    guard snapshot.isScreenshot else {
      if let damage = Damage(in: bytes) {
        return SnapshotError(
          path, message: "the output cannot be a reference: \(damage)", isDamage: true)
      }
      let hash = snapshot.entry.textHash
      if hash.isEmpty || SHA256.hexadecimal(of: bytes) == hash { return nil }
      return SnapshotError(
        path, message: "this is not the text that the run wrote; run 'atoll snapshot verify'",
        isDamage: true)
    }
    guard let picture = snapshot.entry.screenshot else {
      return SnapshotError(
        path, message: "no run has recorded this screenshot; run 'atoll snapshot verify'")
    }
    guard SHA256.hexadecimal(of: bytes) == picture.hash else {
      return SnapshotError(
        path, message: "this is not the screenshot that the run took; run 'atoll snapshot verify'",
        isDamage: true)
    }
    return nil
  }

  private mutating func recordAsSame(_ accepted: [Snapshot]) throws(SnapshotError) {
    let names = Set(accepted.map(\.name))
    all.removeAll { names.contains($0.name) }
    try update(accepted) { RunRecord.Entry($0.name.text, state: .same) }
  }

  /// Replaces the entries of snapshots in the runs that have them.
  ///
  /// The records are read again, since another process may have replaced them. What that process
  /// recorded about other output stays.
  private mutating func update(
    _ snapshots: [Snapshot], by replacement: (Snapshot) -> RunRecord.Entry
  ) throws(SnapshotError) {
    for index in runs.indices {
      guard let current = try RunRecord(ofStoreIn: folder, runName: runs[index].runName) else {
        continue
      }
      runs[index] = current
      let recorded = snapshots.filter {
        current[$0.name.text]?.isOfSameOutput(as: $0.entry) == true
      }
      if recorded.isEmpty { continue }
      for snapshot in recorded { runs[index][snapshot.name.text] = replacement(snapshot) }
      try runs[index].write(toStoreIn: folder)
    }
  }

  /// Records causes as accepted, and returns the snapshots whose causes are now all accepted.
  ///
  /// Output that shows two edits cannot be a reference until both are accepted.
  package mutating func accept(causes: Set<String>) throws(SnapshotError) -> [Snapshot] {
    var complete: [Snapshot] = []
    var waiting: [Snapshot] = []
    for index in all.indices {
      let names = all[index].entry.causes.map(\.name)
      if causes.isDisjoint(with: names) { continue }
      let accepted = causes.union(all[index].entry.acceptedCauses)
      if accepted.isSuperset(of: names) {
        complete.append(all[index])
      } else {
        all[index].entry.acceptedCauses = names.filter(accepted.contains)
        waiting.append(all[index])
      }
    }
    if !waiting.isEmpty { try update(waiting) { $0.entry } }
    return complete
  }

  /// Deletes pending output; the next run writes it again if it still differs.
  package mutating func reject(_ snapshots: [Snapshot]) throws(SnapshotError) {
    for snapshot in snapshots { try StoreFiles.remove(pendingPath(of: snapshot.name)) }
    let names = Set(snapshots.map(\.name))
    all.removeAll { names.contains($0.name) }
  }

  // MARK: Obsolete references

  /// True if the records cover all of a suite, so that obsolete references are known.
  package var coversWholeSuite: Bool {
    Dictionary(grouping: runs, by: \.suite).values.contains {
      RunRecord.isWholeSuiteCovered(by: $0)
    }
  }

  /// The path of a suite that was edited after its last complete run; `nil` if there is no such
  /// suite.
  package var editedSuitePath: String? {
    runs.lazy.filter(\.isComplete).compactMap(\.suiteFile).first(where: \.isChanged)?.path
  }

  /// The stories, pages, themes and templates that were edited after the last complete run of their
  /// suite; pending output may not show these edits.
  package var editedSourcePaths: [String] {
    // Runs of parts of a suite, and of suites with the same theme, have the same sources.
    Set(Set(runs.flatMap(\.sources)).filter(\.isChanged).map(\.path)).sorted()
  }

  /// Returns the references that no suite asks for any more, sorted by the bytes of their names.
  package func obsoleteReferenceNames() throws(SnapshotError) -> [SnapshotName] {
    obsoleteNames(among: try referenceNames())
  }

  /// Deletes the pending output that no suite asks for any more, because a case was renamed or
  /// removed.
  package mutating func rejectObsoleteOutput() throws(SnapshotError) {
    let names = Set(obsoleteNames(among: all.map(\.name)))
    try reject(all.filter { names.contains($0.name) })
  }

  /// Returns the names in folders that runs cover, but for which no run has a snapshot.
  ///
  /// The runs of a whole suite cover the top-level folders of its snapshots, from the smallest
  /// depth of a snapshot on. For example, if all snapshots of such a folder are in subfolders,
  /// `look/notes.txt` is not covered, unless a snapshot has the same file name. The output of a
  /// suite file is always in subfolders such as `look/demo`.
  private func obsoleteNames(among names: [SnapshotName]) -> [SnapshotName] {
    var coveredDepths: [String: Int] = [:]
    var uncertain: Set<String> = []
    var recordedNames: Set<String> = []
    var recordedFileNames: Set<Substring> = []
    for (suite, runs) in Dictionary(grouping: runs, by: \.suite) {
      let isWholeSuiteCovered = RunRecord.isWholeSuiteCovered(by: runs)
      for entry in runs.lazy.flatMap(\.entries) {
        recordedNames.insert(entry.name)
        recordedFileNames.insert(Self.fileName(of: entry.name))
        let topFolder = String(entry.name.prefix { $0 != "/" })
        if !isWholeSuiteCovered { uncertain.insert(topFolder) }
        let depth =
          topFolder == suite ? Self.depthOfSuiteOutput : Self.depth(of: entry.name)
        coveredDepths[topFolder] = min(depth, coveredDepths[topFolder] ?? .max)
      }
    }
    for folder in uncertain { coveredDepths[folder] = nil }
    return names.filter { name in
      guard let depth = coveredDepths[String(name.text.prefix { $0 != "/" })] else { return false }
      let isOfARun =
        Self.depth(of: name.text) >= depth
        || recordedFileNames.contains(Self.fileName(of: name.text))
      return isOfARun && !recordedNames.contains(name.text)
    }
  }

  private static func fileName(of name: String) -> Substring {
    name[(name.lastIndex(of: "/").map(name.index(after:)) ?? name.startIndex)...]
  }

  /// The smallest depth of an output of a suite file, such as `look/demo/page.html`.
  private static let depthOfSuiteOutput = 2

  private static func depth(of name: String) -> Int { name.utf8.count { $0 == UInt8(ascii: "/") } }

  package func referenceNames() throws(SnapshotError) -> [SnapshotName] {
    let files = try StoreFiles.list(folder).compactMap { SnapshotName($0) }
    return (files + manifest.names.compactMap { SnapshotName($0) }).sorted {
      $0.text.utf8.lexicographicallyPrecedes($1.text.utf8)
    }
  }

  package mutating func removeReferences(_ names: [SnapshotName]) throws(SnapshotError) {
    manifest = try ScreenshotManifest(ofStoreIn: folder)
    let pictures = names.filter { $0.isScreenshot && manifest[$0] != nil }
    for name in pictures { manifest[name] = nil }
    if !pictures.isEmpty { try manifest.write(toStoreIn: folder) }
    let removedScreenshots = Set(pictures)
    for name in names where !removedScreenshots.contains(name) {
      try StoreFiles.remove("\(folder)/\(name)")
    }
  }

  /// The maximum total size, in bytes, of unused screenshots that a run keeps, in case another
  /// branch is checked out again.
  package static let maximumUnusedBytes = 64 << 20

  /// Removes unused screenshots and layouts from the cache, oldest first, until the remaining ones
  /// have at most `maximumBytes` bytes.
  ///
  /// Also removes the baselines of snapshots that are not pending.
  package func pruneCache(toAtMost maximumBytes: Int = 0) throws(SnapshotError) {
    let kept = Set(
      manifest.entries.values.map(\.hash) + all.compactMap { $0.entry.screenshot?.hash })
    let cache = "\(folder)/\(RunRecord.folderName)/cache"
    var unused: [(path: String, metadata: FileMetadata)] = []
    for name in try StoreFiles.names(in: cache)
    where name.utf8.count > 64 && !kept.contains(String(name.prefix(64))) {
      let path = "\(cache)/\(name)"
      if let metadata = try? FileMetadata(of: path) { unused.append((path, metadata)) }
    }
    var remainingBytes = unused.reduce(0) { $0 + $1.metadata.size }
    for (path, metadata) in unused.sorted(by: {
      $0.metadata.modificationTime < $1.metadata.modificationTime
    })
    where remainingBytes > maximumBytes {
      try StoreFiles.remove(path)
      remainingBytes -= metadata.size
    }
    let waiting = Set(all.map(\.name.text))
    for name in try StoreFiles.list("\(cache)/before") where !waiting.contains(name) {
      try StoreFiles.remove("\(cache)/before/\(name)")
    }
  }
}

extension RunRecord.Entry {
  fileprivate func isOfSameOutput(as other: RunRecord.Entry) -> Bool {
    state == other.state && textHash == other.textHash && screenshot == other.screenshot
  }
}

extension SnapshotName {
  /// True if the snapshot is a screenshot, of which only the hash is kept.
  package var isScreenshot: Bool { text.hasSuffix(".png") }
}
