import Bytes
import Hashing
import OperatingSystem

/// An erasure while it runs.
struct ErasureRun {
  private let folder: StoreFolder
  private let erasure: Erasure
  private let keys: Set<[UInt8]>
  /// What erasures before this one found, if they were interrupted.
  private let journal: ErasureJournal
  private var history: StoreHistory
  var report = ErasureReport()
  /// The outputs that are removed.
  private var outputs: Set<ContentHash>
  /// The removed parts of packs.
  private var cuts: [PackName: PackCut] = [:]
  private var affectedKeys: Set<[UInt8]>
  /// The manifests that have to be rewritten.
  private var runs: [ContentHash] = []
  private var currentStories = 0

  init(
    _ folder: StoreFolder, _ erasure: Erasure, _ history: StoreHistory
  ) throws(StoreError) {
    journal = try ErasureJournal(of: folder)
    affectedKeys = journal.keys
    outputs = journal.outputs
    self.folder = folder
    self.erasure = erasure
    self.history = history
    keys = erasure.escapedKeys
    report.current = history.current
  }

  // MARK: Finding

  /// Finds the outputs, and the packs and manifests that refer to them.
  mutating func find(_ progress: (ErasureStage, Int) -> Void) throws(StoreError) {
    if !keys.isEmpty || !outputs.isEmpty { try findOutputsOfKeys() }
    var matched: Set<Int> = []
    try searchObjects(&matched, progress)
    try searchPacks(&matched, progress)
    report.unmatched = erasure.patterns.indices.filter { !matched.contains($0) }
      .map { erasure.patterns[$0] }
    report.packs = cuts.count
    for run in try folder.allRuns() { try findEntries(of: run) }
    report.runs = runs.count
    report.keys = affectedKeys.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Finds the outputs of the named stories, and keeps only those that no other story has as well.
  private mutating func findOutputsOfKeys() throws(StoreError) {
    let runs = try folder.allRuns()
    for run in runs {
      var reader = try ManifestReader(folder, run)
      while let (entry, _) = try reader.next() {
        if keys.contains(entry.key) { outputs.insert(entry.output) }
      }
    }
    for run in runs {
      var reader = try ManifestReader(folder, run)
      while let (entry, _) = try reader.next() {
        if !keys.contains(entry.key), !journal.contains(entry) { outputs.remove(entry.output) }
      }
    }
  }

  /// Adds an output if it is to be removed; returns the patterns that it contains.
  private mutating func consider(
    _ output: ContentHash, _ content: () throws(StoreError) -> [UInt8], size: Int
  ) throws(StoreError) -> [Int] {
    let found = erasure.patterns.isEmpty ? [] : erasure.matches(in: try content())
    if !found.isEmpty { outputs.insert(output) }
    if outputs.contains(output) {
      report.bytes += size
      report.outputs += 1
    }
    return found
  }

  private mutating func searchObjects(
    _ matched: inout Set<Int>, _ progress: (ErasureStage, Int) -> Void
  ) throws(StoreError) {
    if erasure.patterns.isEmpty, outputs.isEmpty { return }
    var count = 0
    var run = self
    try folder.forEachObject { (name, path) throws(StoreError) in
      let file = try StoreFile(path)
      matched.formUnion(
        try run.consider(
          name, { () throws(StoreError) in try file.bytes(at: 0, count: file.size) },
          size: file.size))
      count += 1
      progress(.searching, count)
    }
    self = run
  }

  private mutating func searchPacks(
    _ matched: inout Set<Int>, _ progress: (ErasureStage, Int) -> Void
  ) throws(StoreError) {
    if erasure.patterns.isEmpty, outputs.isEmpty { return }
    var count = 0
    for pack in try folder.allPacks() {
      var reader = try PackReader(folder, pack)
      var cut = PackCut()
      while let member = try reader.next() {
        let content = { () throws(StoreError) in try reader.content(of: member) }
        matched.formUnion(try consider(member.output, content, size: member.range.count))
        if outputs.contains(member.output) { cut.add(member.range) }
        count += 1
        progress(.searching, count)
      }
      if !cut.isEmpty { cuts[pack] = cut }
    }
  }

  /// Finds the stories of a run that lose their output.
  private mutating func findEntries(of run: ContentHash) throws(StoreError) {
    var reader = try ManifestReader(folder, run)
    var isAffected = false
    if reader.fingerprint.contentType == "message/rfc822" { report.hasMails = true }
    while let (entry, _) = try reader.next() {
      if isForgotten(entry) {
        affectedKeys.insert(entry.key)
        isAffected = true
        if run == history.current { report.currentCount += 1 }
      } else if let place = entry.place, cuts[place.pack] != nil {
        isAffected = true
      }
    }
    if run == history.current { currentStories = reader.totals.stories }
    if isAffected { runs.append(run) }
  }

  private func isForgotten(_ entry: ManifestEntry) -> Bool {
    outputs.contains(entry.output) || keys.contains(entry.key)
      || !erasure.matches(in: entry.listing.title).isEmpty
  }

  /// Checks that not too many stories of the current run would disappear.
  func checkLimit() throws(StoreError) {
    var rules = PublishingRules()
    rules.removalLimit = erasure.removalLimit
    guard rules.holdsBack(removed: report.currentCount, of: currentStories) else { return }
    throw StoreError(
      .heldBack, folder.path,
      "\(report.currentCount) of \(currentStories) stories of the current run would disappear, "
        + "more than --max-removed allows; nothing was changed",
      advice: "if that is intended, add --max-removed \(report.currentCount)")
  }

  /// Records the stories and outputs before anything else changes.
  func writeJournal() throws(StoreError) {
    let journal = ErasureJournal(keys: affectedKeys, outputs: outputs)
    if !journal.isEmpty { try folder.replace(folder.journal, with: journal.text()) }
  }

  // MARK: Rewriting

  /// Writes new packs and manifests, and then a `CURRENT` that refers to them.
  mutating func rewrite(_ progress: (ErasureStage, Int) -> Void) throws(StoreError) {
    var packs: [PackName: PackName] = [:]
    for (index, pack) in cuts.keys.sorted(by: { $0.text < $1.text }).enumerated() {
      progress(.rewriting, index)
      packs[pack] = try cuts[pack]?.write(pack, of: folder)
    }
    var names: [ContentHash: ContentHash] = [:]
    for (index, run) in runs.enumerated() {
      progress(.rewriting, packs.count + index)
      names[run] = try rewrite(run, packs)
    }
    try synchronize()
    let old = history
    history.rename(names)
    if history != old { try folder.point(to: history) }
    report.current = history.current
  }

  private func rewrite(
    _ run: ContentHash, _ packs: [PackName: PackName]
  ) throws(StoreError) -> ContentHash {
    var reader = try ManifestReader(folder, run)
    var writer = try ManifestWriter(folder, reader.fingerprint)
    while let (entry, _) = try reader.next() {
      if isForgotten(entry) { continue }
      var entry = entry
      if let place = entry.place, let pack = packs[place.pack], let cut = cuts[place.pack] {
        entry.place = PackPlace(
          pack: pack, offset: cut.offset(after: place.offset), length: place.length)
      }
      try writer.add(entry)
    }
    return try writer.finish()
  }

  private func synchronize() throws(StoreError) {
    try attributing(to: folder.path, "cannot be synchronized") { () throws(SystemError) in
      try Folders.synchronizeAll(onDiskOf: folder.path)
    }
  }

  // MARK: Removing

  /// Removes manifests, then packs and outputs: as long as one of them is there, so is everything that leads to it.
  func removeOldFiles(_ progress: (ErasureStage, Int) -> Void) throws(StoreError) {
    for run in runs { try folder.removeFile(folder.manifest(run)) }
    try synchronize()
    for pack in cuts.keys { try folder.removeFile(folder.pack(pack)) }
    for (index, output) in outputs.enumerated() {
      progress(.removing, index)
      try folder.removeFile(folder.object(output))
    }
    try synchronize()
  }
}
