import Bytes
import OperatingSystem
package import Hashing
import Synchronization

/// A run that adds outputs to a store, and becomes the current run only when it is published.
///
/// Until then the store does not change for its readers, whatever happens to the process.
package final class StoreRun: Sendable {
  package let folder: StoreFolder
  package let fingerprint: OutputFingerprint
  package let part: RunPart?
  private let fingerprintHash: ContentHash
  /// The entries of the current run; `nil` in a new store.
  private let previous: ManifestLookup?
  private let history: StoreHistory
  private let lock: StoreLock
  /// The sizes of the existing packs of the current run.
  private let packSizes: [PackName: Int]
  /// The packs of which less than half is still in use; their outputs move to new packs.
  private let sparsePacks: Set<PackName>
  private let pending: Mutex<Pending>

  /// Everything that was added and is not published yet.
  private struct Pending {
    var entries: RecordSorter
    var unread = UnreadLines()
    var packing: Packing?

    mutating func makeStagingFile(
      in folder: StoreFolder
    ) throws(SystemError) -> (file: NamelessFile, number: Int)? {
      guard let number = packing?.files.count else { return nil }
      let file = try NamelessFile(in: folder.workFolder)
      packing?.files.append(file)
      return (file, number)
    }
  }

  /// The lock of the store, shared by copies of the run.
  private final class StoreLock: Sendable {
    private let lock: FileLock
    init(_ folder: StoreFolder, shared: Bool) throws(StoreError) {
      lock = try folder.locked(shared: shared)
    }
  }

  /// Begins a run in a folder, which is created if it does not exist.
  ///
  /// - Parameters:
  ///   - findsByInput: Stories have no keys of their own and are found in the current run by their inputs.
  ///   - packing: The form of packs for small new outputs; without it every output has its own file.
  ///   - part: A part of a run; several parts may be rendered at the same time and are published together.
  package init(
    _ folder: StoreFolder, _ fingerprint: OutputFingerprint, findsByInput: Bool,
    packing: Packing? = nil, part: RunPart? = nil
  ) throws(StoreError) {
    self.part = part
    self.folder = folder
    var fingerprint = fingerprint
    fingerprint.hasGivenKeys = !findsByInput
    self.fingerprint = fingerprint
    fingerprintHash = fingerprint.hash
    do { try Folders.make(folder.path) } catch {
      throw StoreError(.cannotCreate(error), folder.path, "cannot be created: \(error.message)")
    }
    lock = try StoreLock(folder, shared: part != nil)
    history = try folder.history()
    if part == nil {
      try folder.checkNoPartsWait(basedOn: history.current)
      try folder.clearWorkFolder()
    } else {
      try attributing(to: folder.path, "cannot be written") { () throws(SystemError) in
        try Folders.make(folder.workFolder)
        // It shows that parts are being rendered, and not all of them are published.
        try Folders.make(folder.partsFolder)
      }
    }
    if let current = history.current {
      // A part has few of the stories; but inputs are in no order.
      if part != nil, !findsByInput {
        let use = packing == nil ? PackUse() : try folder.packUse(of: current)
        previous = try ManifestLookup(folder, current, packUse: use)
      } else {
        previous = try ManifestLookup(folder, current, byInput: findsByInput)
      }
    } else {
      previous = nil
    }
    let packs = previous?.packUse.bytes ?? [:]
    let sizes = Self.sizes(of: packs.keys, in: folder)
    packSizes = sizes
    let sparse = packs.filter { name, used in sizes[name].map { used < $0 - used } ?? false }
    sparsePacks = packing == nil ? [] : Set(sparse.keys)
    pending = Mutex(
      Pending(entries: RecordSorter(folder: folder.workFolder), packing: packing))
  }

  private static func sizes(
    of packs: some Sequence<PackName>, in folder: StoreFolder
  ) -> [PackName: Int] {
    var sizes: [PackName: Int] = [:]
    for name in packs { sizes[name] = try? FileFacts(of: folder.pack(name)).size }
    return sizes
  }

  // MARK: The current run

  /// Returns the entry of a key in the current run.
  package func entry(of key: [UInt8]) throws(StoreError) -> ManifestEntry? {
    try previous?.entry(of: key)
  }

  /// Returns the entry of an input in the current run.
  package func entry(ofInput input: ContentHash) throws(StoreError) -> ManifestEntry? {
    try previous?.entry(ofInput: input)
  }

  /// Returns the reasons to render a story again; none if the output of its entry can be used.
  package func reasons(
    toRender input: ContentHash, joined: ContentHash?, insteadOf entry: ManifestEntry
  ) -> [RenderReason] {
    var reasons: [RenderReason] = []
    if entry.input != input { reasons.append(.input) }
    if entry.joined != joined { reasons.append(.joined) }
    if let old = previous?.fingerprint {
      if old.version != fingerprint.version { reasons.append(.version) }
      if old.options != fingerprint.options || old.contentType != fingerprint.contentType {
        reasons.append(.options)
      }
      if old.templates != fingerprint.templates { reasons.append(.templates) }
      if old.style != fingerprint.style { reasons.append(.style) }
    }
    if reasons.isEmpty, let used = entry.fingerprint, used != fingerprintHash {
      reasons.append(.failed)
    }
    if reasons.isEmpty, !exists(entry) { reasons.append(.missing) }
    return reasons
  }

  /// Returns whether the output of an entry is in the store; only its size is checked.
  private func exists(_ entry: ManifestEntry) -> Bool {
    if let place = entry.place {
      let size = packSizes[place.pack] ?? (try? FileFacts(of: folder.pack(place.pack)).size)
      return size.map { $0 >= place.offset + place.length } ?? false
    }
    return (try? FileFacts(of: folder.object(entry.output)).size) == entry.size
  }

  /// Returns the entry of a key whose output can stay in its pack if it does not change.
  package func packedEntry(of key: [UInt8]) throws(StoreError) -> ManifestEntry? {
    guard let known = try previous?.entry(of: key), let place = known.place,
      !sparsePacks.contains(place.pack), exists(known)
    else { return nil }
    return known
  }

  /// Returns an output that has to move because its pack is sparse, or `nil` if it can stay.
  ///
  /// The pack stays open for the next output.
  package func outputToMove(
    _ entry: ManifestEntry, from pack: inout OpenPack
  ) throws(StoreError) -> [UInt8]? {
    guard let place = entry.place, sparsePacks.contains(place.pack) else { return nil }
    return try pack.output(of: entry, in: folder) ?? []
  }

  // MARK: New entries

  /// Creates a staging file for one writer, and returns it with its number; `nil` if outputs are not packed.
  func makeStagingFile() throws(StoreError) -> (file: NamelessFile, number: Int)? {
    try attributing(to: folder.workFolder, "cannot be written") { () throws(SystemError) in
      try pending.withLock { (pending) throws(SystemError) in
        try pending.makeStagingFile(in: folder)
      }
    }
  }

  /// Adds the entry of a story; of two with the same key, the one with the greater number counts.
  package func add(
    _ entry: ManifestEntry, number: Int, staged: StagedPlace? = nil
  ) throws(StoreError) {
    var entry = entry
    if entry.fingerprint == fingerprintHash { entry.fingerprint = nil }
    let record = PendingEntry.record(entry, number: number, staged: staged).bytes()
    try attributing(to: folder.workFolder, "cannot be written") { () throws(SystemError) in
      try pending.withLock { (pending) throws(SystemError) in
        try pending.entries.add(key: entry.key.span, value: record.span)
      }
    }
  }

  /// Adds the old entry of a story that cannot be rendered; returns false if its output is missing.
  package func keep(_ entry: ManifestEntry, number: Int) throws(StoreError) -> Bool {
    guard exists(entry), let old = previous?.fingerprint.hash else { return false }
    var entry = entry
    entry.fingerprint = entry.fingerprint ?? old
    try add(entry, number: number)
    return true
  }

  /// Records a line that cannot be read, and so may belong to any story that is missing from the input.
  package func addUnreadLine(_ line: Int) { pending.withLock { $0.unread.add(line) } }

  // MARK: Publishing

  /// The result of a run that was published, or of a part that is finished.
  package struct Outcome: Hashable, Sendable {
    package internal(set) var run: ContentHash
    package let totals: ManifestReader.Totals
    /// The number of stories of the run before that are not in this one; `nil` for a part.
    package var removed: Int?
    /// The number of stories of the run before.
    package var previousStories = 0
    /// The number of stories kept from the run before because lines of the input cannot be read.
    package var kept = 0
    /// The number of lines that cannot be read.
    package var unread = 0
    /// The first of these lines; `nil` for published parts.
    package var firstUnread: Int?
    /// The number of stories with the key of an earlier one, which they replace.
    package var repeated = 0
    /// One of their keys.
    package var repeatedKey: [UInt8]?
  }

  /// Makes the run the current one, and reports stories that are no longer in it; a part is only recorded.
  package func publish(
    _ results: RenderCounts, _ rules: PublishingRules, removed: (_ key: [UInt8]) -> Void
  ) throws(StoreError) -> Outcome {
    if part == nil { try rules.check(results, of: folder.path) }
    let pending = pending.withLock {
      let pending = $0
      $0 = Pending(entries: RecordSorter(folder: folder.workFolder))
      return pending
    }
    let unread = rules.keepsMissing ? pending.unread : UnreadLines()
    var merge = try ManifestMerge(
      folder, fingerprint, previous: part == nil ? history.current : nil,
      keepsMissing: rules.inputIsChanges || unread.count > 0, packing: pending.packing)
    try merge.run(pending.entries, removed: removed)
    var outcome = try merge.finish(rules)
    outcome.unread = pending.unread.count
    outcome.firstUnread = pending.unread.first
    if let part {
      outcome.removed = nil
      try folder.add(
        FinishedPart(
          part: part, run: outcome.run, base: history.current, results: results,
          unreadCount: unread.count))
      return outcome
    }
    try folder.checkRemoval(outcome, rules) {
      "make it the current one: atoll store rollback --run \($0); or run this again with --max-removed \($1)"
    }
    try folder.makeCurrent(outcome.run, after: history, by: .batch)
    return outcome
  }
}

/// The lines of an input that cannot be read.
struct UnreadLines {
  private(set) var count = 0
  /// The number of the first line.
  private(set) var first: Int?

  mutating func add(_ line: Int) {
    count += 1
    first = min(first ?? line, line)
  }
}

extension StoreFolder {
  /// Checks that not too many stories of the current run would disappear.
  func checkRemoval(
    _ outcome: StoreRun.Outcome, _ rules: PublishingRules,
    advice: (_ run: String, _ removed: Int) -> String
  ) throws(StoreError) {
    let removed = outcome.removed ?? 0
    guard rules.holdsBack(removed: removed, of: outcome.previousStories) else { return }
    throw StoreError(
      .heldBack, path,
      "\(removed) of \(outcome.previousStories) stories would disappear, more than --max-removed allows; "
        + "the current run is unchanged",
      advice: "if that is intended, " + advice(String(outcome.run.text.prefix(12)), removed))
  }
}

/// A reason to render a story.
package enum RenderReason: String, CaseIterable, Sendable {
  /// The current run does not have the story.
  case new
  /// The story has changed.
  case input
  /// The rows it is joined with have changed: names, a title, settings.
  case joined
  case version
  case options
  case templates
  case style
  /// It could not be rendered in the current run.
  case failed
  /// The output is not in the store.
  case missing
}
