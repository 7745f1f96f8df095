import Bytes
import OperatingSystem
package import Hashing

extension StoreFolder {
  /// What a sweep removes.
  package struct Swept: Hashable, Sendable {
    package var runs = 0
    package var files = 0
    package var bytes = 0
  }

  /// Removes the outputs that none of the newest runs needs, and the older runs themselves.
  ///
  /// What parts need that wait to be published stays, and the run that a rollback left last. With `isDry` nothing
  /// is removed.
  package func sweep(keeping count: Int, isDry: Bool) throws(StoreError) -> Swept {
    let lock = try locked()
    var history = try history()
    let old = history
    guard let current = history.current else {
      throw StoreError(
        .missing, path, "the store has no run", advice: "atoll batch --store makes one")
    }
    history.keep(newest: max(1, count))
    let parts = try waitingParts(upon: current)
    let kept = history.runs + history.left + parts.map(\.run)
    var needed = Needed()
    for run in kept { try needed.add(run, of: self) }
    needed.sort()
    if !isDry {
      if parts.isEmpty, try !finishedParts().isEmpty { try discardParts() }
      // First the pointer: what is removed must not be pointed to. A full disk has room for a shorter one.
      if try !shortenPointer(to: history) { try point(to: history) }
      try clearWorkplace()
    }
    var swept = Swept()
    let names = Set(kept.map { "\($0.text).ndjson" })
    try sweep(manifestsFolder, isDry, &swept) { !names.contains($0) }
    swept.runs = swept.files
    for parent in try listed("\(path)/objects") {
      try sweep("\(path)/objects/\(parent)", isDry, &swept) { !needed.hasObject(parent + $0) }
    }
    try sweep("\(path)/packs", isDry, &swept) { !needed.packs.contains($0) }
    if !isDry, history != old { try recordChange(history) }
    // Held until here.
    _ = consume lock
    return swept
  }

  /// The names of what is in a folder, if there is one.
  func listed(_ folder: String) throws(StoreError) -> [String] {
    do throws(SystemError) {
      return try Folders.names(in: folder)
    } catch {
      if error.isMissing { return [] }
      throw StoreError(error, folder, "cannot be listed")
    }
  }

  private func sweep(
    _ folder: String, _ isDry: Bool, _ swept: inout Swept, _ isRubbish: (String) -> Bool
  ) throws(StoreError) {
    for name in try listed(folder) where isRubbish(name) {
      let file = "\(folder)/\(name)"
      swept.files += 1
      swept.bytes += (try? FileFacts(of: file).size) ?? 0
      if isDry { continue }
      try naming(file, "cannot be removed") { () throws(SystemError) in
        try Folders.removeFile(file)
      }
    }
  }

  /// Makes an older run the current one; without a name the one before the current one.
  ///
  /// A part that waits for others is no run. Where `CURRENT` is damaged, a named run becomes the current one, and what
  /// was before it is forgotten.
  package func rollBack(to run: ContentHash?) throws(StoreError) -> StoreHistory {
    let lock = try locked()
    var history: StoreHistory
    do {
      history = try self.history()
    } catch {
      if run == nil { throw error }
      history = StoreHistory()
    }
    guard let target = run ?? history.runs.dropFirst().first else {
      throw StoreError(
        .missing, path, "there is no run before the current one",
        advice: "--run names one of atoll store list --all")
    }
    let known = history.runs + history.left
    if !known.contains(target), try finishedParts().contains(where: { $0.run == target }) {
      throw StoreError(
        .incomplete, path, "this is no run, but a part of one, which waits for the others",
        advice: "atoll store publish makes one run of all parts")
    }
    if target == history.current, !history.isRestored { return history }
    try checkNoPartsWait(upon: history.current)
    // What cannot be read is not to be pointed to.
    _ = try totals(of: target)
    if target != history.current { history.go(to: target) }
    try point(to: history)
    _ = consume lock
    return history
  }

  /// The beginnings of the hashes of what has to stay: eight bytes for each, and one too many does no harm.
  private struct Needed {
    private var objects: [UInt64] = []
    /// The files of packs that anything is needed of.
    private(set) var packs: Set<String> = []

    mutating func add(_ run: ContentHash, of folder: StoreFolder) throws(StoreError) {
      var reader = try ManifestReader(folder, run)
      var lastPack: PackName?
      while let (entry, _) = try reader.next() {
        if let place = entry.place {
          if lastPack != place.pack { packs.insert(place.pack.text) }
          lastPack = place.pack
        } else {
          objects.append(entry.output.prefix)
        }
      }
    }

    mutating func sort() { objects.sort() }

    func hasObject(_ name: String) -> Bool {
      guard let prefix = ContentHash(hexadecimal: name.utf8)?.prefix else { return false }
      let place = partition(objects) { $0 < prefix }
      return place < objects.count && objects[place] == prefix
    }
  }
}
