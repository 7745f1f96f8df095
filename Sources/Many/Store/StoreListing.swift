package import Hashing

/// A run in the list of a store's runs.
package struct ListedRun: Hashable, Sendable {
  package enum State: String, CaseIterable, Sendable {
    case current
    /// It was current earlier.
    case before
    /// It was rolled back.
    case rolledBack = "left"
    /// Its manifest exists, but it never was current, or is not remembered.
    case other
  }

  package let name: ContentHash
  package let state: State
}

extension StoreFolder {
  /// Returns the remembered runs, the current one first; with `others`, also those of which only manifests exist.
  package func listedRuns(of history: StoreHistory, others: Bool) throws(StoreError) -> [ListedRun]
  {
    var runs: [ListedRun] = []
    for (index, run) in history.runs.enumerated() {
      runs.append(ListedRun(name: run, state: index == 0 ? .current : .before))
    }
    runs += history.rolledBack.map { ListedRun(name: $0, state: .rolledBack) }
    if others {
      let parts = (try? finishedParts()) ?? []
      let known = Set(runs.map(\.name) + parts.map(\.run))
      runs += try allRuns().filter { !known.contains($0) }
        .map { ListedRun(name: $0, state: .other) }
    }
    return runs
  }

  /// The runs of all manifests, whether they are in the history or not, in the order of their names.
  func allRuns() throws(StoreError) -> [ContentHash] {
    try names(in: manifestsFolder).compactMap {
      ContentHash(hexadecimal: $0.utf8.prefix(ContentHash.digitCount))
    }
  }

  /// Returns the run whose name begins with a prefix, among those whose manifests exist.
  package func run(named prefix: String) throws(StoreError) -> ContentHash {
    let found = try allRuns().filter { $0.text.hasPrefix(prefix) }
    if found.count > 1 {
      throw StoreError(.ambiguous, path, "several runs have names that begin with '\(prefix)'")
    }
    guard let run = found.first else {
      throw StoreError(
        .missing, path, "there is no run '\(prefix)'",
        advice: "list the runs: atoll store list --all")
    }
    return run
  }
}
