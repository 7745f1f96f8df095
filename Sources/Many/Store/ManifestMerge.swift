import Bytes
import Hashing
import OperatingSystem

/// The writing of a new manifest: the entries of a run are merged with those of the run before.
struct ManifestMerge: ~Copyable {
  private let folder: StoreFolder
  private let fingerprintHash: ContentHash
  private let oldFingerprintHash: ContentHash?
  private let keepsMissing: Bool
  private var old: ManifestReader?
  /// The next entry of the run before.
  private var oldEntry: ManifestEntry?
  /// The last new entry; another one with the same key may still replace it.
  private var candidate: PendingEntry?
  private var removedCount = 0
  private var keptCount = 0
  private var repeatedCount = 0
  private var repeatedKey: [UInt8]?
  private var writer: ManifestWriter
  private let packing: Packing?
  private var pack: PackWriter?

  init(
    _ folder: StoreFolder, _ fingerprint: OutputFingerprint, previous: ContentHash?,
    keepsMissing: Bool, packing: Packing? = nil
  ) throws(StoreError) {
    var old: ManifestReader?
    if let previous { old = try ManifestReader(folder, previous) }
    let first = try old?.next()?.entry
    var header = fingerprint
    if keepsMissing, old?.fingerprint.hasGivenKeys == true { header.hasGivenKeys = true }
    writer = try ManifestWriter(folder, header)
    self.folder = folder
    self.keepsMissing = keepsMissing
    self.packing = packing
    fingerprintHash = fingerprint.hash
    oldFingerprintHash = old?.fingerprint.hash
    oldEntry = first
    self.old = old
  }

  /// A function that receives the key of a story that is no longer in the run.
  typealias Removal = (_ key: [UInt8]) -> Void

  /// Merges all entries.
  mutating func run(
    _ sorter: consuming RecordSorter, removed: Removal
  ) throws(StoreError) {
    var sorter = sorter
    let failure = try sorter.finish { (_, record) throws(StoreError) in try add(record, removed) }
    if let failure { throw StoreError(failure, folder.workFolder, "cannot be read") }
    try writeCandidate(removed)
    try passOldEntries(before: nil, removed)
  }

  private mutating func add(_ record: Span<UInt8>, _ removed: Removal) throws(StoreError) {
    guard let next = PendingEntry(record) else { throw writer.unreadableEntry() }
    if let candidate, candidate.entry.key == next.entry.key {
      repeatedCount += 1
      repeatedKey = repeatedKey ?? next.entry.key
      if candidate.number < next.number { self.candidate = next }
      return
    }
    try writeCandidate(removed)
    candidate = next
  }

  private mutating func writeCandidate(_ removed: Removal) throws(StoreError) {
    guard let next = candidate else { return }
    candidate = nil
    try passOldEntries(before: next.entry.key, removed)
    if oldEntry?.key == next.entry.key { oldEntry = try old?.next()?.entry }
    try write(next.entry, staged: next.staged)
  }

  /// Keeps or removes the stories of the run before that are not in this one.
  private mutating func passOldEntries(
    before key: [UInt8]?, _ removed: Removal
  ) throws(StoreError) {
    while var entry = oldEntry {
      if let key, !entry.key.lexicographicallyPrecedes(key) { return }
      oldEntry = try old?.next()?.entry
      if keepsMissing {
        keptCount += 1
        let fingerprint = entry.fingerprint ?? oldFingerprintHash
        entry.fingerprint = fingerprint == fingerprintHash ? nil : fingerprint
        try write(entry)
      } else {
        removedCount += 1
        removed(entry.key)
      }
    }
  }

  private mutating func write(
    _ entry: ManifestEntry, staged: StagedPlace? = nil
  ) throws(StoreError) {
    guard let staged, let packing else { return try writer.add(entry) }
    let output = try packing.output(at: staged, count: entry.size)
    if pack?.isFull(for: entry.size) == true { try closePack() }
    if pack == nil { pack = try PackWriter(folder, packing) }
    var entry = entry
    entry.place = try pack?.add(entry, output)
    try writer.add(entry, isInOpenPack: true)
  }

  private mutating func closePack() throws(StoreError) {
    if let pack = pack.take() { try writer.closePack(try pack.finish()) }
  }

  /// Completes the manifest and waits until the disk has it, and all outputs if the rules say so.
  consuming func finish(_ rules: PublishingRules) throws(StoreError) -> StoreRun.Outcome {
    let totals = writer.totals
    if totals.stories == 0, removedCount > 0 {
      throw StoreError(
        .emptied, folder.path,
        "the input has no story, but the current run has \(removedCount); the store is unchanged",
        advice: "check the input; to empty the store, remove its folder")
    }
    try closePack()
    var outcome = StoreRun.Outcome(
      run: .zero, totals: totals, removed: removedCount, kept: keptCount)
    outcome.previousStories = old?.totals.stories ?? 0
    outcome.repeated = repeatedCount
    outcome.repeatedKey = repeatedKey
    let folder = folder
    outcome.run = try writer.finish()
    // The name of the manifest has to be on the disk before CURRENT refers to it.
    try attributing(to: folder.path, "cannot be synchronized") { () throws(SystemError) in
      if rules.waitsForDisk { try Folders.synchronizeAll(onDiskOf: folder.path) }
      try Folders.synchronize(folder.manifestsFolder)
    }
    return outcome
  }
}
