import Bytes
import Files
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
  private var candidate: (key: [UInt8], number: [UInt8], value: [UInt8])?
  private var totals = ManifestReader.Totals()
  private var removedCount = 0
  private var keptCount = 0
  private let path: String
  private var file: NewFile
  private var text = OutputBuffer(capacity: 1 << 17)
  private var hasher = ContentHasher()

  init(
    _ folder: StoreFolder, _ look: StoreLook, previous: ContentHash?, keepsMissing: Bool
  ) throws(StoreError) {
    let path = "\(folder.workplace)/manifest"
    let file = try naming(path, "cannot be written") { () throws(SystemError) in
      try Folders.removeFile(path)
      return try NewFile(at: path)
    }
    var old: ManifestReader?
    if let previous { old = try ManifestReader(folder, previous) }
    let first = try old?.next()?.entry
    self.folder = folder
    self.keepsMissing = keepsMissing
    self.path = path
    self.file = file
    self.old = old
    lookHash = look.hash
    oldLook = old?.look.hash
    waiting = first
    text.append(contentsOf: look.headerLine())
  }

  mutating func run(
    _ sorter: consuming RecordSorter, removed: ([UInt8]) -> Void
  ) throws(StoreError) {
    var sorter = sorter
    let failure = try sorter.finish { (key, value) throws(StoreError) in
      try take(key, value, removed)
    }
    if let failure { throw StoreError(failure, folder.workplace, "cannot be read") }
    try settleCandidate(removed)
    try passOld(before: nil, removed)
  }

  private mutating func take(
    _ key: Span<UInt8>, _ value: Span<UInt8>, _ removed: ([UInt8]) -> Void
  ) throws(StoreError) {
    let key = array(key)
    let next = (
      key: key, number: array(value.extracting(0..<8)), value: array(value.extracting(8...))
    )
    if let candidate, candidate.key == key {
      if candidate.number.lexicographicallyPrecedes(next.number) { self.candidate = next }
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
    try passOld(before: next.key, removed)
    if waiting?.key == next.key { waiting = try old?.next()?.entry }
    guard let entry = ManifestEntry(line: next.value.dropLast()) else {
      throw .corrupt(path, line: totals.stories, "an entry cannot be read back")
    }
    try write(next.value, entry)
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
        var line = OutputBuffer(capacity: 512)
        line.append(entry)
        try write(line.bytes(), entry)
      } else {
        removedCount += 1
        removed(entry.key)
      }
    }
  }

  private mutating func write(_ line: [UInt8], _ entry: ManifestEntry) throws(StoreError) {
    totals.stories += 1
    totals.bytes += entry.size
    text.append(contentsOf: line)
    if text.count > 1 << 17 { try writeOut() }
  }

  private mutating func writeOut() throws(StoreError) {
    let descriptor = file.descriptor
    unsafe text.withBytes { unsafe hasher.update($0) }
    try naming(path, "cannot be written") { () throws(SystemError) in
      try unsafe text.withBytes { (bytes) throws(SystemError) in
        try unsafe writeAll(bytes, to: descriptor)
      }
    }
    text.clear()
  }

  /// Gives the manifest its name.
  consuming func finish(waitsForDisk: Bool) throws(StoreError) -> StoreRun.Outcome {
    text.append(contentsOf: totals.line())
    try writeOut()
    let run = hasher.finish()
    let outcome = StoreRun.Outcome(
      run: run, totals: totals, removed: removedCount, kept: keptCount)
    let target = folder.manifest(run)
    do throws(SystemError) {
      if waitsForDisk { Folders.synchronizeAll() }
      try file.finish(as: target)
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
