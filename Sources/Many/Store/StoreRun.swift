import Bytes
import OperatingSystem
package import Hashing
import Synchronization

/// A run that fills a store: outputs go in as they come, and only a clean end makes them current.
///
/// Until then the store is what it was, whatever happens to the process.
package final class StoreRun: Sendable {
  package let folder: StoreFolder
  package let look: StoreLook
  private let part: StorePart?
  private let lookHash: ContentHash
  /// What the current run knows; nothing in a new store.
  private let previous: ManifestLookup?
  private let history: StoreHistory
  private let lock: StoreLock
  /// How large the packs are that the current run needs, of those that are there.
  private let packSizes: [PackName: Int]
  /// Packs of which less than half is still an output; what is left of them moves into new ones.
  private let thinPacks: Set<PackName>
  private let draft: Mutex<Draft>

  private struct Draft {
    var entries: RecordSorter
    var unread = UnreadLines()
    var packing: Packing?

    mutating func makeWaitingRoom(
      in folder: StoreFolder
    ) throws(SystemError) -> (file: NamelessFile, number: Int)? {
      guard let number = packing?.files.count else { return nil }
      let file = try NamelessFile(in: folder.workplace)
      packing?.files.append(file)
      return (file, number)
    }
  }

  /// Holds the lock as long as the run goes on.
  private final class StoreLock: Sendable {
    private let lock: FileLock
    init(_ folder: StoreFolder, shared: Bool) throws(StoreError) {
      lock = try folder.locked(shared: shared)
    }
  }

  /// Begins a run in a folder, which is made if need be.
  ///
  /// A part of a run waits for the others at its end; several may be drawn at once.
  /// Where stories come without keys, those of the current run are found by their inputs, unless that one had keys
  /// from outside. Small outputs that are new go into packs, if it is said how.
  package init(
    _ folder: StoreFolder, look: StoreLook, findsByInput: Bool, packing: Packing? = nil,
    part: StorePart? = nil
  ) throws(StoreError) {
    self.part = part
    self.folder = folder
    var look = look
    look.hasGivenKeys = !findsByInput
    self.look = look
    lookHash = look.hash
    do { try Folders.make(folder.path) } catch {
      throw StoreError(.unmade(error), folder.path, "cannot be made: \(error.message)")
    }
    lock = try StoreLock(folder, shared: part != nil)
    history = try folder.history()
    if part == nil {
      try folder.checkNoPartsWait(upon: history.current)
      try folder.clearWorkplace()
    } else {
      try naming(folder.path, "cannot be written") { () throws(SystemError) in
        try Folders.make(folder.workplace)
        // Since it is there, nobody takes the parts that were published last for those that are drawn now.
        try Folders.make(folder.partsFolder)
      }
    }
    if let current = history.current {
      previous = try ManifestLookup(folder, current, byInput: findsByInput)
    } else {
      previous = nil
    }
    let packs = previous?.packs ?? [:]
    let sizes = Self.sizes(of: packs.keys, in: folder)
    packSizes = sizes
    let thin = packs.filter { name, used in sizes[name].map { used < $0 - used } ?? false }
    thinPacks = packing == nil ? [] : Set(thin.keys)
    draft = Mutex(
      Draft(
        entries: RecordSorter(folder: folder.workplace), packing: packing))
  }

  private static func sizes(
    of packs: some Sequence<PackName>, in folder: StoreFolder
  ) -> [PackName: Int] {
    var sizes: [PackName: Int] = [:]
    for name in packs { sizes[name] = try? FileFacts(of: folder.pack(name)).size }
    return sizes
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
    if let place = entry.place {
      return packSizes[place.pack].map { $0 >= place.offset + place.length } ?? false
    }
    return (try? FileFacts(of: folder.object(entry.output)).size) == entry.size
  }

  /// What is known of a story, if an output that is the same can stay in its pack.
  package func packed(_ key: [UInt8]) throws(StoreError) -> ManifestEntry? {
    guard let known = try previous?.entry(of: key), let place = known.place,
      !thinPacks.contains(place.pack), isThere(known)
    else { return nil }
    return known
  }

  /// The output of an entry whose pack is to be given up; nothing where it can stay.
  ///
  /// The pack it is read from stays open for the next.
  package func outputToMove(
    _ entry: ManifestEntry, from pack: inout OpenPack
  ) throws(StoreError) -> [UInt8]? {
    guard let place = entry.place, thinPacks.contains(place.pack) else { return nil }
    return try pack.output(of: entry, in: folder) ?? []
  }

  // MARK: What is new

  /// A file of one writer for outputs that wait to be packed, and its number; nothing if none are.
  func makeWaitingRoom() throws(StoreError) -> (file: NamelessFile, number: Int)? {
    try naming(folder.workplace, "cannot be written") { () throws(SystemError) in
      try draft.withLock { (draft) throws(SystemError) in try draft.makeWaitingRoom(in: folder) }
    }
  }

  /// Adds the entry of a story; of two with one key, the one with the greater number counts.
  package func add(
    _ entry: ManifestEntry, number: Int, waiting: WaitingPlace? = nil
  ) throws(StoreError) {
    var entry = entry
    if entry.look == lookHash { entry.look = nil }
    let bytes = DraftEntry.value(entry, number: number, waiting: waiting).bytes()
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

  /// Takes note of a line that cannot be read, so that it may be of any story that did not come in.
  package func noteUnread(_ line: Int) { draft.withLock { $0.unread.add(line) } }

  // MARK: The end

  /// What became of a run.
  package struct Outcome: Hashable, Sendable {
    package let run: ContentHash
    package let totals: ManifestReader.Totals
    /// Stories that were there before and are no longer; no part knows that.
    package var removed: Int?
    /// Stories of the run before.
    package var previousStories = 0
    /// Stories that were there before and did not come in, but may be those of lines that cannot be read.
    package var kept = 0
    /// Lines that cannot be read, and may be of any story.
    package var unread = 0
    /// The first of them; no parts know that.
    package var firstUnread: Int?
    /// Stories that came in again under a key that was there already; the last one counts.
    package var repeated = 0
    /// One of their keys.
    package var repeatedKey: [UInt8]?
  }

  /// Makes what was added the current run, and tells which stories are no longer there; or a part that waits for
  /// the others.
  package func publish(
    _ results: DrawingResults, _ rules: PublishingRules, removed: (_ key: [UInt8]) -> Void
  ) throws(StoreError) -> Outcome {
    if part == nil { try rules.check(results, of: folder) }
    let draft = draft.withLock {
      let draft = $0
      $0 = Draft(entries: RecordSorter(folder: folder.workplace))
      return draft
    }
    let unread = rules.keepsMissing ? draft.unread : UnreadLines()
    var merge = try ManifestMerge(
      folder, look, previous: part == nil ? history.current : nil,
      keepsMissing: unread.count > 0, packing: draft.packing)
    try merge.run(draft.entries, removed: removed)
    var outcome = try merge.finish(rules)
    outcome.unread = draft.unread.count
    outcome.firstUnread = draft.unread.first
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

/// The lines of a run that cannot be read, and may be of any story.
struct UnreadLines {
  private(set) var count = 0
  /// The number of the first.
  private(set) var first: Int?

  mutating func add(_ line: Int) {
    count += 1
    first = min(first ?? line, line)
  }
}

extension StoreFolder {
  /// Checks that not too much of the current run would disappear.
  func checkRemoval(
    _ outcome: StoreRun.Outcome, _ rules: PublishingRules,
    advice: (_ run: String, _ removed: Int) -> String
  ) throws(StoreError) {
    let removed = outcome.removed ?? 0
    guard rules.holdsBack(removed: removed, of: outcome.previousStories) else { return }
    throw StoreError(
      .heldBack, path,
      "\(removed) of \(outcome.previousStories) stories would disappear, more than --max-removed allows; "
        + "the current run stays",
      advice: "if they are meant to, " + advice(String(outcome.run.text.prefix(12)), removed))
  }

  /// Makes a run the current one, unless it is that already.
  func makeCurrent(
    _ run: ContentHash, after history: StoreHistory, by change: StoreHistory.Change
  ) throws(StoreError) {
    var next = history
    if run != history.current {
      next.add(run, by: change)
      return try point(to: next)
    }
    if history.isRestored { try point(to: next) }
    if next.change != change, change == .publish {
      next.change = change
      try recordChange(next)
    }
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
