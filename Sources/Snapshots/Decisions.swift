import Bytes

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

  /// Makes what is pending the reference.
  package mutating func accept(_ snapshot: Pending) throws(SnapshotError) {
    let path = pendingPath(of: snapshot.name)
    guard let bytes = try StoreFiles.contents(of: path) else {
      throw SnapshotError(path, "nothing is pending here any more")
    }
    if snapshot.isPicture {
      guard let picture = snapshot.entry.picture else {
        throw SnapshotError(
          path, "nothing is known about what drew this picture; run 'atoll snapshot verify'")
      }
      guard SHA256.hexadecimal(of: bytes) == picture.hash else {
        throw SnapshotError(
          path, "this is not the picture that was drawn; run 'atoll snapshot verify'",
          isDamage: true)
      }
      // Somebody else may have accepted other pictures since ours was read.
      manifest = try PictureManifest(ofStoreIn: folder)
      manifest[snapshot.name] = picture
      try manifest.write(toStoreIn: folder)
      try StoreFiles.remove(path)
    } else {
      if let damage = Damage(in: bytes) {
        throw SnapshotError(path, "the output cannot be a reference: \(damage)", isDamage: true)
      }
      try StoreFiles.move(path, to: "\(folder)/\(snapshot.name)")
    }
    try forget(snapshot, leaving: .same)
  }

  /// Throws away what is pending; the next run makes it again as long as it differs.
  package mutating func reject(_ snapshot: Pending) throws(SnapshotError) {
    try StoreFiles.remove(pendingPath(of: snapshot.name))
    try forget(snapshot, leaving: nil)
  }

  private mutating func forget(
    _ snapshot: Pending, leaving state: RunRecord.Entry.State?
  ) throws(SnapshotError) {
    pending.removeAll { $0.name == snapshot.name }
    for index in runs.indices where runs[index][snapshot.name.text] != nil {
      if let state {
        runs[index][snapshot.name.text] = RunRecord.Entry(snapshot.name.text, state)
      }
      try runs[index].write(toStoreIn: folder)
    }
  }

  // MARK: What is no longer made

  /// The references that runs of everything have not asked for, in the order of their bytes.
  ///
  /// A run speaks for the folders that its snapshots are in. Where a part of it is not there or was
  /// not complete, nothing of its folders is called obsolete.
  package func obsolete() throws(SnapshotError) -> [SnapshotName] {
    var covered: Set<String> = []
    var uncertain: Set<String> = []
    var known: Set<String> = []
    let present = Set(runs.map(\.part))
    for run in runs {
      let isWhole = run.isComplete && Self.parts(of: run.part).allSatisfy(present.contains)
      for entry in run.entries {
        known.insert(entry.name)
        let top = String(entry.name.prefix { $0 != "/" })
        if isWhole { covered.insert(top) } else { uncertain.insert(top) }
      }
    }
    covered.subtract(uncertain)
    return try references().filter { name in
      covered.contains(String(name.text.prefix { $0 != "/" })) && !known.contains(name.text)
    }
  }

  /// All parts that one of a run's parts belongs to: `2-of-3` needs `1-of-3` and `3-of-3`.
  private static func parts(of part: String) -> [String] {
    let words = part.split(separator: "-")
    guard words.count >= 3, words[words.count - 2] == "of", let count = Int(words[words.count - 1]),
      Int(words[words.count - 3]) != nil, (1...1000).contains(count)
    else { return [part] }
    let front = words.dropLast(3).map { "\($0)-" }.joined()
    return (1...count).map { "\(front)\($0)-of-\(count)" }
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

  /// Takes a reference away.
  package mutating func remove(_ name: SnapshotName) throws(SnapshotError) {
    if name.isPicture, manifest[name] != nil {
      manifest = try PictureManifest(ofStoreIn: folder)
      manifest[name] = nil
      try manifest.write(toStoreIn: folder)
    } else {
      try StoreFiles.remove("\(folder)/\(name)")
    }
  }

  /// Removes pictures kept for comparing that nothing refers to any more.
  package func sweep() throws(SnapshotError) {
    let kept = Set(
      manifest.entries.values.map(\.hash) + pending.compactMap { $0.entry.picture?.hash })
    let cache = "\(folder)/\(RunRecord.folderName)/cache"
    for name in try StoreFiles.names(in: cache)
    where name.utf8.count > 64 && !kept.contains(String(name.prefix(64))) {
      try StoreFiles.remove("\(cache)/\(name)")
    }
  }
}

extension SnapshotName {
  /// Whether it is a picture, of which only the hash is kept.
  package var isPicture: Bool { text.hasSuffix(".png") }
}

extension LineDifference {
  /// The difference as a finding: the first line that differs.
  package var finding: Finding {
    Finding(.line, "line \(firstLine)", old: firstOld, new: firstNew)
  }
}
