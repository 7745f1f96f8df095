import Bytes
import OperatingSystem

/// What waits for a decision in a store, and what deciding does.
///
/// Every step is one renaming or one replacing of a whole file, so that being killed between two of
/// them leaves every reference either as it was or as it was to be.
package struct Decisions: Sendable {
  package let folder: String
  package private(set) var pending: [Pending] = []
  private var runs: [RunRecord]
  private var manifest: PictureManifest

  /// One snapshot that waits.
  package struct Pending: Hashable, Sendable {
    package var name: SnapshotName
    package var entry: RunRecord.Entry
    package var isPicture: Bool { name.isPicture }
  }

  /// What is noted below a store, and what lies there.
  package init(ofStoreIn folder: String) throws(SnapshotError) {
    self.folder = folder
    manifest = try PictureManifest(ofStoreIn: folder)
    runs = try RunRecord.all(ofStoreIn: folder)
    for path in try StoreFiles.list(folder) where path.hasSuffix(SnapshotName.pendingSuffix) {
      let text = String(path.dropLast(SnapshotName.pendingSuffix.utf8.count))
      guard let name = SnapshotName(text) else { continue }
      let noted = runs.lazy.compactMap { $0[text] }.last { $0.state != .same }
      if let noted {
        pending.append(Pending(name: name, entry: noted))
      } else {
        pending.append(Pending(name: name, entry: try guess(name)))
      }
    }
  }

  /// What came of a snapshot that no run has noted: tests of others write pending files too.
  private func guess(_ name: SnapshotName) throws(SnapshotError) -> RunRecord.Entry {
    guard !name.isPicture, let old = try StoreFiles.contents(of: "\(folder)/\(name)") else {
      return RunRecord.Entry(name.text, .missing)
    }
    var entry = RunRecord.Entry(name.text, .changed)
    let new = try StoreFiles.contents(of: pendingPath(of: name)) ?? []
    entry.findings = [LineDifference(from: old, to: new).finding]
    return entry
  }

  package func pendingPath(of name: SnapshotName) -> String {
    "\(folder)/\(name)\(SnapshotName.pendingSuffix)"
  }

  /// What is known of a picture that was accepted.
  package func reference(of name: SnapshotName) -> PictureManifest.Entry? { manifest[name] }

  // MARK: Deciding

  /// Makes what is pending the references, and tells what of it cannot be one.
  ///
  /// What was accepted is known by its reference alone: what a run noted about it is brought up to
  /// date once, at the end.
  package mutating func accept(_ snapshots: [Pending]) throws(SnapshotError) -> [SnapshotError] {
    // Somebody else may have accepted other pictures since ours was read.
    manifest = try PictureManifest(ofStoreIn: folder)
    var accepted: [Pending] = []
    var refusals: [SnapshotError] = []
    for snapshot in snapshots {
      if let refusal = try refusal(of: snapshot) {
        refusals.append(refusal)
        continue
      }
      accepted.append(snapshot)
      if snapshot.isPicture { manifest[snapshot.name] = snapshot.entry.picture }
    }
    if accepted.contains(where: \.isPicture) { try manifest.write(toStoreIn: folder) }
    for snapshot in accepted {
      let path = pendingPath(of: snapshot.name)
      if snapshot.isPicture {
        try StoreFiles.remove(path)
      } else {
        try StoreFiles.move(path, to: "\(folder)/\(snapshot.name)")
      }
    }
    try noteAsSame(accepted)
    return refusals
  }

  /// Why something pending cannot be a reference, if it cannot.
  private func refusal(of snapshot: Pending) throws(SnapshotError) -> SnapshotError? {
    let path = pendingPath(of: snapshot.name)
    switch snapshot.entry.state {
    case .refused, .skipped, .failed:
      return SnapshotError(path, "the last run did not make it: \(snapshot.entry.note)")
    case .same, .changed, .missing, .corrupt, .environment: break
    }
    guard let bytes = try StoreFiles.contents(of: path) else {
      return SnapshotError(path, "nothing is pending here any more")
    }
    guard snapshot.isPicture else {
      return Damage(in: bytes).map {
        SnapshotError(path, "the output cannot be a reference: \($0)", isDamage: true)
      }
    }
    guard let picture = snapshot.entry.picture else {
      return SnapshotError(
        path, "nothing is known about what drew this picture; run 'atoll snapshot verify'")
    }
    guard SHA256.hexadecimal(of: bytes) == picture.hash else {
      return SnapshotError(
        path, "this is not the picture that was drawn; run 'atoll snapshot verify'",
        isDamage: true)
    }
    return nil
  }

  private mutating func noteAsSame(_ accepted: [Pending]) throws(SnapshotError) {
    let names = Set(accepted.map(\.name))
    pending.removeAll { names.contains($0.name) }
    for index in runs.indices {
      let known = accepted.filter { runs[index][$0.name.text] != nil }
      if known.isEmpty { continue }
      for snapshot in known {
        runs[index][snapshot.name.text] = RunRecord.Entry(snapshot.name.text, .same)
      }
      try runs[index].write(toStoreIn: folder)
    }
  }

  /// Throws away what is pending; the next run makes it again as long as it differs.
  package mutating func reject(_ snapshots: [Pending]) throws(SnapshotError) {
    for snapshot in snapshots { try StoreFiles.remove(pendingPath(of: snapshot.name)) }
    let names = Set(snapshots.map(\.name))
    pending.removeAll { names.contains($0.name) }
  }

  // MARK: What is no longer made

  /// Whether a run of everything, or all parts of one, is noted: only that tells what is obsolete.
  package var hasWholeRun: Bool {
    Dictionary(grouping: runs, by: \.suite).values.contains { RunRecord.areWhole($0) }
  }

  /// The references that runs of everything have not asked for, in the order of their bytes.
  ///
  /// A run speaks for the folders that its snapshots are in. Where a part of it is not there or was
  /// not complete, nothing of its folders is called obsolete.
  package func obsolete() throws(SnapshotError) -> [SnapshotName] {
    var covered: Set<String> = []
    var uncertain: Set<String> = []
    var known: Set<String> = []
    for (_, runs) in Dictionary(grouping: runs, by: \.suite) {
      let areWhole = RunRecord.areWhole(runs)
      for entry in runs.lazy.flatMap(\.entries) {
        known.insert(entry.name)
        let top = String(entry.name.prefix { $0 != "/" })
        if areWhole { covered.insert(top) } else { uncertain.insert(top) }
      }
    }
    covered.subtract(uncertain)
    return try references().filter { name in
      covered.contains(String(name.text.prefix { $0 != "/" })) && !known.contains(name.text)
    }
  }

  /// Every reference there is.
  package func references() throws(SnapshotError) -> [SnapshotName] {
    let files = try StoreFiles.list(folder).compactMap { path -> SnapshotName? in
      SnapshotStore.isReference(path) ? SnapshotName(path) : nil
    }
    return (files + manifest.names.compactMap { SnapshotName($0) }).sorted {
      $0.text.utf8.lexicographicallyPrecedes($1.text.utf8)
    }
  }

  /// Takes references away.
  package mutating func remove(_ names: [SnapshotName]) throws(SnapshotError) {
    manifest = try PictureManifest(ofStoreIn: folder)
    let pictures = names.filter { $0.isPicture && manifest[$0] != nil }
    for name in pictures { manifest[name] = nil }
    if !pictures.isEmpty { try manifest.write(toStoreIn: folder) }
    let drawn = Set(pictures)
    for name in names where !drawn.contains(name) { try StoreFiles.remove("\(folder)/\(name)") }
  }

  /// The most bytes of pictures that nothing refers to any more that a run leaves: those of a branch
  /// that may be checked out again.
  package static let mostUnusedBytes = 64 << 20

  /// Removes pictures and layouts kept for comparing that nothing refers to any more, the oldest
  /// first, until they have no more bytes than this.
  package func sweep(leaving most: Int = 0) throws(SnapshotError) {
    let kept = Set(
      manifest.entries.values.map(\.hash) + pending.compactMap { $0.entry.picture?.hash })
    let cache = "\(folder)/\(RunRecord.folderName)/cache"
    var unused: [(path: String, facts: FileFacts)] = []
    for name in try StoreFiles.names(in: cache)
    where name.utf8.count > 64 && !kept.contains(String(name.prefix(64))) {
      let path = "\(cache)/\(name)"
      if let facts = try? FileFacts(of: path) { unused.append((path, facts)) }
    }
    var left = unused.reduce(0) { $0 + $1.facts.size }
    for (path, facts) in unused.sorted(by: { $0.facts.modified < $1.facts.modified })
    where left > most {
      try StoreFiles.remove(path)
      left -= facts.size
    }
    let waiting = Set(pending.map(\.name.text))
    for name in try StoreFiles.list("\(cache)/before") where !waiting.contains(name) {
      try StoreFiles.remove("\(cache)/before/\(name)")
    }
  }
}

extension SnapshotName {
  /// Whether it is a picture, of which only the hash is kept.
  package var isPicture: Bool { text.hasSuffix(".png") }
}
