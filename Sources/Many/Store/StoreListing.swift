import OperatingSystem
package import Hashing

/// A run whose manifest is in a store, or should be.
package struct ListedRun: Hashable, Sendable {
  package enum State: String, CaseIterable, Sendable {
    case current
    /// It was current before, and nothing has been rolled back since.
    case before
    /// A rollback has left it.
    case left
    /// Its manifest is there, and neither `CURRENT` nor a rollback names it.
    case other
  }

  package let name: ContentHash
  package let state: State
}

extension StoreFolder {
  /// The runs that a store knows, the current one first; with `others`, also those whose manifests are merely there.
  package func listedRuns(of history: StoreHistory, others: Bool) throws(StoreError) -> [ListedRun]
  {
    var runs: [ListedRun] = []
    for (index, run) in history.runs.enumerated() {
      runs.append(ListedRun(name: run, state: index == 0 ? .current : .before))
    }
    runs += history.left.map { ListedRun(name: $0, state: .left) }
    if others {
      let parts = (try? finishedParts()) ?? []
      let known = Set(runs.map(\.name) + parts.map(\.run))
      for file in try listed(manifestsFolder) {
        guard let run = ContentHash(hexadecimal: file.utf8.prefix(ContentHash.digitCount)),
          !known.contains(run)
        else { continue }
        runs.append(ListedRun(name: run, state: .other))
      }
    }
    return runs
  }

  /// Reads all of a manifest.
  package func totals(of run: ContentHash) throws(StoreError) -> ManifestReader.Totals {
    var reader = try ManifestReader(self, run)
    while try reader.next() != nil {}
    return reader.totals
  }

  /// Removes files that are not what was stored, so that the next run writes them again; only for the holder of the
  /// lock.
  package func remove(_ faults: Set<String>) throws(StoreError) {
    for path in faults.sorted() {
      try naming(path, "cannot be removed") { () throws(SystemError) in
        try Folders.removeFile(path)
      }
    }
  }
}
