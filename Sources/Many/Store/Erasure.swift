package import Hashing

/// A request to remove outputs from all runs of a store.
package struct Erasure: Hashable, Sendable {
  /// The keys of stories whose outputs are removed.
  package var keys: [String] = []
  /// Texts; every output that contains one is removed.
  package var patterns: [ErasurePattern] = []
  /// The number of stories of the current run that may be removed; `nil` for the usual limit.
  package var removalLimit: CountLimit?
  /// Nothing is changed.
  package var isDry = false

  package init() {}

  /// The keys with their JSON escapes.
  var escapedKeys: Set<[UInt8]> { Set(keys.map { ManifestEntry.key(Array($0.utf8)) }) }

  /// Returns the keys that no story had.
  package func unmatchedKeys(in report: ErasureReport) -> [String] {
    keys.filter { !report.keys.contains(ManifestEntry.key(Array($0.utf8))) }
  }

  /// Returns the indices of the patterns that occur in a document.
  func matches(in document: [UInt8]) -> [Int] {
    patterns.indices.filter { patterns[$0].occurs(in: document) }
  }
}

/// The effect of an erasure.
package struct ErasureReport: Hashable, Sendable {
  /// The stories that lost an output in any run, in the order of their keys, with their JSON escapes.
  ///
  /// They include those of earlier erasures that were interrupted.
  package var keys: [[UInt8]] = []
  /// The number of stories that the current run lost.
  package var currentCount = 0
  /// The number of outputs that were removed from files and packs, and of their bytes.
  package var outputs = 0
  package var bytes = 0
  /// The number of manifests and packs that were rewritten.
  package var runs = 0
  package var packs = 0
  /// The patterns that occur in no output.
  package var unmatched: [ErasurePattern] = []
  /// Some runs consist of mails, whose texts may be encoded so that a search does not find them.
  package var hasMails = false
  /// The current run, which may have another name than before.
  package var current: ContentHash?
  /// The search of the whole store afterwards; `nil` if nothing was changed.
  package var search: Search?

  /// The result of searching every file of a store.
  package struct Search: Hashable, Sendable {
    package var files = 0
    package var bytes = 0
    /// The files that still contain one of the texts or keys.
    package var found: [String] = []

    package init() {}
  }

  package init() {}
}

/// A stage of an erasure, for a display of progress.
package enum ErasureStage: String, CaseIterable, Sendable {
  case searching, rewriting, removing, checking
}

extension StoreFolder {
  /// Removes outputs from all runs, packs and manifests, and searches the whole store afterwards.
  ///
  /// It can be killed at any time: until `CURRENT` is replaced the store has only files that nothing refers to, and
  /// from then on those that are left over are found again by the next erasure. The keys of removed stories are kept
  /// in a journal until `forgetJournal` is called, so that none is missing from a purge list.
  package func forget(
    _ erasure: Erasure, progress: (ErasureStage, _ files: Int) -> Void
  ) throws(StoreError) -> ErasureReport {
    let lock = try locked()
    let history = try history()
    guard history.current != nil else {
      throw StoreError(
        .missing, path, "the store has no run", advice: "atoll batch --store makes one")
    }
    try checkNoPartsWait(basedOn: history.current)
    if !erasure.isDry {
      try clearWorkFolder()
      if try !finishedParts().isEmpty { try discardParts() }
    }
    var run = try ErasureRun(self, erasure, history)
    try run.find(progress)
    try run.checkLimit()
    if erasure.isDry { return run.report }
    try run.writeJournal()
    try run.rewrite(progress)
    try run.removeOldFiles(progress)
    run.report.search = try ErasureCheck(folder: self, erasure: erasure).run(progress)
    _ = consume lock
    return run.report
  }

  /// The keys of stories that were removed, until their removal was reported.
  var journal: String { "\(path)/forgotten.ndjson" }

  /// Removes the journal of erasures, after the keys in it were reported.
  package func forgetJournal() throws(StoreError) { try removeFile(journal) }

  /// The packs on the disk, whether a run uses them or not.
  func allPacks() throws(StoreError) -> [PackName] {
    try names(in: packsFolder).compactMap { PackName(text: $0) }
  }

  /// Calls a function with every output that has a file for itself, whether a run uses it or not.
  func forEachObject(
    _ body: (_ name: ContentHash, _ path: String) throws(StoreError) -> Void
  ) throws(StoreError) {
    for parent in try names(in: objectsFolder) {
      for name in try names(in: "\(objectsFolder)/\(parent)") {
        guard let output = ContentHash(hexadecimal: (parent + name).utf8) else { continue }
        try body(output, "\(objectsFolder)/\(parent)/\(name)")
      }
    }
  }
}
