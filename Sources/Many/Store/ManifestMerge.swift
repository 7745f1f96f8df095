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
  private var totals = ManifestReader.Totals()
  private var removedCount = 0
  private var keptCount = 0
  private var repeatedCount = 0
  private var repeatedKey: [UInt8]?
  private var file: NewFile
  private var text = OutputBuffer(capacity: pieceSize)
  /// The number of bytes already written to the file.
  private var written = 0
  private let packing: Packing?
  private var pack: PackWriter?
  /// The offsets in the manifest of the name of the open pack, which is known only when the pack is complete.
  private var packNameOffsets: [Int] = []

  private static let pieceSize = 1 << 17

  init(
    _ folder: StoreFolder, _ fingerprint: OutputFingerprint, previous: ContentHash?,
    keepsMissing: Bool, packing: Packing? = nil
  ) throws(StoreError) {
    let file = try folder.newFile("manifest")
    var old: ManifestReader?
    if let previous { old = try ManifestReader(folder, previous) }
    let first = try old?.next()?.entry
    self.folder = folder
    self.keepsMissing = keepsMissing
    self.file = file
    self.packing = packing
    fingerprintHash = fingerprint.hash
    oldFingerprintHash = old?.fingerprint.hash
    oldEntry = first
    var header = fingerprint
    if keepsMissing, old?.fingerprint.hasGivenKeys == true { header.hasGivenKeys = true }
    self.old = old
    text.append(contentsOf: header.headerLine())
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
    guard let next = PendingEntry(record) else {
      throw .corrupt(file.path, line: totals.stories, "an entry cannot be read back")
    }
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
    guard totals.add(entry) else {
      throw .corrupt(file.path, line: totals.stories, "the sum of the sizes overflows")
    }
    if let staged, let packing {
      try write(entry, packing: staged, packing)
    } else {
      text.append(entry)
    }
    if text.count > Self.pieceSize { try writeOut() }
  }

  private mutating func write(
    _ entry: ManifestEntry, packing staged: StagedPlace, _ packing: Packing
  ) throws(StoreError) {
    let output = try packing.output(at: staged, count: entry.size)
    if pack?.isFull(for: entry.size) == true { try closePack() }
    if pack == nil { pack = try PackWriter(folder, packing) }
    var entry = entry
    entry.place = try pack?.add(entry, output)
    text.append(beforePackOf: entry)
    packNameOffsets.append(written + text.count)
    text.append(packOf: entry)
  }

  /// Completes the pack and writes its name into the lines of its outputs.
  private mutating func closePack() throws(StoreError) {
    try writeOut()
    guard let pack = pack.take() else { return }
    let name = Array(try pack.finish().hash.text.utf8)
    let descriptor = file.descriptor
    for offset in packNameOffsets {
      try attributing(to: file.path, "cannot be written") { () throws(SystemError) in
        try writeAll(name, to: descriptor, at: offset)
      }
    }
    packNameOffsets.removeAll(keepingCapacity: true)
  }

  private mutating func writeOut() throws(StoreError) {
    written += text.count
    try text.writeOut(to: file.descriptor, at: file.path)
  }

  /// Completes the manifest and waits until the disk has it, and all outputs if the rules say so.
  consuming func finish(_ rules: PublishingRules) throws(StoreError) -> StoreRun.Outcome {
    if totals.stories == 0, removedCount > 0 {
      throw StoreError(
        .emptied, folder.path,
        "the input has no story, but the current run has \(removedCount); the store is unchanged",
        advice: "check the input; to empty the store, remove its folder")
    }
    text.append(contentsOf: totals.line())
    try closePack()
    // Names of packs were filled in after the text around them had been written.
    let run = try StoreFile(file.path).hash()
    var outcome = StoreRun.Outcome(run: run, totals: totals, removed: removedCount, kept: keptCount)
    outcome.previousStories = old?.totals.stories ?? 0
    outcome.repeated = repeatedCount
    outcome.repeatedKey = repeatedKey
    let target = folder.manifest(run)
    do throws(SystemError) {
      try file.synchronize()
      try file.finish(as: target)
      // After the renaming: the name of the manifest has to be on the disk before CURRENT refers to it.
      if rules.waitsForDisk { try Folders.synchronizeAll(onDiskOf: folder.path) }
      try Folders.synchronize(folder.manifestsFolder)
    } catch {
      throw StoreError(error, target, "cannot be renamed into place")
    }
    return outcome
  }
}
