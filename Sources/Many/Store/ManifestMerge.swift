import Bytes
import OperatingSystem
import Hashing

/// Writes the manifest of a run, and finds out which stories of the one before are no longer there.
struct ManifestMerge: ~Copyable {
  private let folder: StoreFolder
  private let lookHash: ContentHash
  private let oldLook: ContentHash?
  private let keepsMissing: Bool
  private var old: ManifestReader?
  /// The entry of the run before that has not been passed yet.
  private var waiting: ManifestEntry?
  /// The last of the new entries, which another one with its key would replace.
  private var candidate: DraftEntry?
  private var totals = ManifestReader.Totals()
  private var removedCount = 0
  private var keptCount = 0
  private var repeatedCount = 0
  private var repeatedKey: [UInt8]?
  private let path: String
  private var file: NewFile
  private var text = OutputBuffer(capacity: 1 << 17)
  /// How much of it was written out.
  private var written = 0
  private var packer: Packer?

  init(
    _ folder: StoreFolder, _ look: StoreLook, previous: ContentHash?, keepsMissing: Bool,
    packing: Packing? = nil
  ) throws(StoreError) {
    let file = try folder.newFile("manifest")
    var old: ManifestReader?
    if let previous { old = try ManifestReader(folder, previous) }
    let first = try old?.next()?.entry
    self.folder = folder
    self.keepsMissing = keepsMissing
    path = file.path
    self.file = file
    if let packing { packer = Packer(folder, packing) } else { packer = nil }
    lookHash = look.hash
    oldLook = old?.look.hash
    waiting = first
    var header = look
    if keepsMissing, old?.look.hasGivenKeys == true { header.hasGivenKeys = true }
    self.old = old
    text.append(contentsOf: header.headerLine())
  }

  mutating func run(
    _ sorter: consuming RecordSorter, removed: ([UInt8]) -> Void
  ) throws(StoreError) {
    var sorter = sorter
    let failure = try sorter.finish { (_, value) throws(StoreError) in
      try take(value, removed)
    }
    if let failure { throw StoreError(failure, folder.workplace, "cannot be read") }
    try settleCandidate(removed)
    try passOld(before: nil, removed)
  }

  private mutating func take(
    _ value: Span<UInt8>, _ removed: ([UInt8]) -> Void
  ) throws(StoreError) {
    guard let next = DraftEntry(value) else {
      throw .corrupt(path, line: totals.stories, "an entry cannot be read back")
    }
    if let candidate, candidate.entry.key == next.entry.key {
      repeatedCount += 1
      repeatedKey = repeatedKey ?? next.entry.key
      if candidate.number < next.number { self.candidate = next }
      return
    }
    try settleCandidate(removed)
    candidate = next
  }

  private mutating func settleCandidate(
    _ removed: ([UInt8]) -> Void
  ) throws(StoreError) {
    guard let next = candidate else { return }
    candidate = nil
    try passOld(before: next.entry.key, removed)
    if waiting?.key == next.entry.key { waiting = try old?.next()?.entry }
    try write(next.entry, from: next.waiting)
  }

  /// Goes past the stories of the run before that are not there any more.
  private mutating func passOld(
    before key: [UInt8]?, _ removed: ([UInt8]) -> Void
  ) throws(StoreError) {
    while var entry = waiting {
      if let key, !entry.key.lexicographicallyPrecedes(key) { return }
      waiting = try old?.next()?.entry
      if keepsMissing {
        keptCount += 1
        let look = entry.look ?? oldLook
        entry.look = look == lookHash ? nil : look
        try write(entry)
      } else {
        removedCount += 1
        removed(entry.key)
      }
    }
  }

  private mutating func write(
    _ entry: ManifestEntry, from place: WaitingPlace? = nil
  ) throws(StoreError) {
    guard totals.add(entry) else {
      throw .corrupt(path, line: totals.stories, "no store could hold so much")
    }
    if let place { try pack(entry, from: place) } else { text.append(entry) }
    if text.count > 1 << 17 { try writeOut() }
  }

  private mutating func pack(
    _ entry: ManifestEntry, from place: WaitingPlace
  ) throws(StoreError) {
    if packer?.isFull(for: entry.size) == true { try closePack() }
    var entry = entry
    entry.place = try packer?.add(entry, from: place)
    text.append(frontOf: entry)
    packer?.leaveBlank(at: written + text.count)
    text.append(backOf: entry)
  }

  /// Closes the pack, whose name goes into the lines of what it holds.
  private mutating func closePack() throws(StoreError) {
    try writeOut()
    try packer?.close(manifest: file.descriptor)
  }

  private mutating func writeOut() throws(StoreError) {
    let descriptor = file.descriptor
    try naming(path, "cannot be written") { () throws(SystemError) in
      try unsafe text.withBytes { (bytes) throws(SystemError) in
        try unsafe writeAll(bytes, to: descriptor)
      }
    }
    written += text.count
    text.clear()
  }

  /// Gives the manifest its name, and waits until the disk has it; and all outputs, if the rules say so.
  consuming func finish(_ rules: PublishingRules) throws(StoreError) -> StoreRun.Outcome {
    if totals.stories == 0, removedCount > 0 {
      throw StoreError(
        .emptied, folder.path,
        "no story came in, and the current run has \(removedCount); the store stays as it is",
        advice: "see that the input is the one you mean; for an empty store remove its folder")
    }
    text.append(contentsOf: totals.line())
    try closePack()
    // Names of packs were filled in behind what had been written.
    let run = try StoreFile(path).hash()
    var outcome = StoreRun.Outcome(run: run, totals: totals, removed: removedCount, kept: keptCount)
    outcome.previousStories = old?.totals.stories ?? 0
    outcome.repeated = repeatedCount
    outcome.repeatedKey = repeatedKey
    let target = folder.manifest(run)
    do throws(SystemError) {
      try file.synchronize()
      try file.finish(as: target)
      // Only now: the name of the manifest has to be on the disk, too, before CURRENT names it.
      if rules.waitsForDisk { try Folders.synchronizeAll(onDiskOf: folder.path) }
      try Folders.synchronize(folder.manifestsFolder)
    } catch {
      throw StoreError(error, target, "cannot be put in its place")
    }
    return outcome
  }
}

/// The bytes of a span.
func array(_ span: Span<UInt8>) -> [UInt8] {
  unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
}
