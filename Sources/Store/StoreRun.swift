import Bytes
import Files
import Synchronization
package import Hashing

/// A run that fills a store: outputs go in as they come, and only a clean end makes them current.
///
/// Until then the store is what it was, whatever happens to the process.
package final class StoreRun: Sendable {
  package let folder: StoreFolder
  package let look: StoreLook
  private let lookHash: ContentHash
  /// What the current run knows; nothing in a new store.
  private let previous: ManifestLookup?
  private let history: [ContentHash]
  private let lock: StoreLock
  private let draft: Mutex<Draft>

  private struct Draft {
    var entries: RecordSorter
    var keepsMissing = false
    var writers = 0
  }

  /// Holds the lock as long as the run goes on.
  private final class StoreLock: Sendable {
    private let lock: FileLock
    init(_ folder: StoreFolder) throws(StoreError) { lock = try folder.locked() }
  }

  /// Begins a run in a folder, which is made if need be.
  ///
  /// Where stories come without keys, those of the current run are found by their inputs.
  package init(
    _ folder: StoreFolder, look: StoreLook, findsByInput: Bool
  ) throws(StoreError) {
    self.folder = folder
    self.look = look
    lookHash = look.hash
    try naming(folder.path, "cannot be made") { () throws(SystemError) in
      try Folders.make(folder.path)
    }
    lock = try StoreLock(folder)
    try folder.clearWorkplace()
    history = try folder.history()
    if let current = history.first {
      previous = try ManifestLookup(folder, current, byInput: findsByInput)
    } else {
      previous = nil
    }
    draft = Mutex(Draft(entries: RecordSorter(folder: folder.workplace)))
  }

  // MARK: What was there before

  /// What the current run knows of the story with this key.
  package func entry(of key: [UInt8]) throws(StoreError) -> ManifestEntry? {
    try previous?.entry(of: key)
  }

  /// What the current run knows of a story that came in these very bytes.
  package func entry(ofInput input: ContentHash) throws(StoreError) -> ManifestEntry? {
    try previous?.entry(ofInput: input)
  }

  /// Why a story has to be drawn although there is an entry of it; nothing where it need not.
  package func reasons(
    toDraw input: ContentHash, joined: ContentHash?, insteadOf entry: ManifestEntry
  ) -> [DrawingReason] {
    var reasons: [DrawingReason] = []
    if entry.input != input { reasons.append(.input) }
    if entry.joined != joined { reasons.append(.joined) }
    if let old = previous?.look {
      if old.version != look.version { reasons.append(.version) }
      if old.options != look.options || old.contentType != look.contentType {
        reasons.append(.options)
      }
      if old.templates != look.templates { reasons.append(.templates) }
      if old.style != look.style { reasons.append(.style) }
    }
    if reasons.isEmpty, let look = entry.look, look != lookHash { reasons.append(.failed) }
    if reasons.isEmpty, !isThere(entry) { reasons.append(.missing) }
    return reasons
  }

  /// Whether the output of an entry is in the store, as far as its size tells.
  private func isThere(_ entry: ManifestEntry) -> Bool {
    (try? FileFacts(of: folder.object(entry.output)).size) == entry.size
  }

  // MARK: What is new

  package func makeWriter() -> ObjectWriter {
    let number = draft.withLock {
      $0.writers += 1
      return $0.writers
    }
    return ObjectWriter(folder, number: number)
  }

  /// Adds the entry of a story; of two with one key, the one with the greater number counts.
  package func add(_ entry: ManifestEntry, number: Int) throws(StoreError) {
    var value = OutputBuffer(capacity: 512)
    for shift in stride(from: 56, through: 0, by: -8) {
      value.append(UInt8(truncatingIfNeeded: number >> shift))
    }
    var entry = entry
    if entry.look == lookHash { entry.look = nil }
    value.append(entry)
    let bytes = value.bytes()
    try naming(folder.workplace, "cannot be written") { () throws(SystemError) in
      try draft.withLock { (draft) throws(SystemError) in
        try draft.entries.add(key: entry.key.span, value: bytes.span)
      }
    }
  }

  /// Adds what there was of a story that cannot be drawn now; tells whether there was anything.
  package func keep(_ entry: ManifestEntry, number: Int) throws(StoreError) -> Bool {
    guard isThere(entry), let old = previous?.look.hash else { return false }
    var entry = entry
    entry.look = entry.look ?? old
    try add(entry, number: number)
    return true
  }

  /// A story failed of which nobody knows which it is: so none is taken to have disappeared.
  package func keepMissing() { draft.withLock { $0.keepsMissing = true } }

  // MARK: The end

  /// What became of a run.
  package struct Outcome: Hashable, Sendable {
    package let run: ContentHash
    package let totals: ManifestReader.Totals
    /// Stories that were there before and are no longer.
    package var removed = 0
    /// Stories that were there before and may have disappeared.
    package var kept = 0
  }

  /// Makes what was added the current run, and tells which stories are no longer there.
  package func publish(
    waitsForDisk: Bool = true, removed: (_ key: [UInt8]) -> Void
  ) throws(StoreError) -> Outcome {
    let (sorter, keepsMissing) = draft.withLock {
      let entries = $0.entries
      $0.entries = RecordSorter(folder: folder.workplace)
      return (entries, $0.keepsMissing)
    }
    var merge = try ManifestMerge(
      folder, look, previous: history.first, keepsMissing: keepsMissing)
    try merge.run(sorter, removed: removed)
    let outcome = try merge.finish(waitsForDisk: waitsForDisk)
    if outcome.run != history.first { try folder.point(to: [outcome.run] + history) }
    return outcome
  }
}

/// Why a story is drawn.
package enum DrawingReason: String, CaseIterable, Sendable {
  /// There was no such story before.
  case new
  /// The story is another one than it was.
  case input
  /// What it is joined with is not what it was: names, a title, settings.
  case joined
  case version
  case options
  case templates
  case style
  /// It could not be drawn the last time.
  case failed
  /// The output is not in the store.
  case missing
}
