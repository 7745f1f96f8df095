import Bytes
import Files
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
  /// Who only wants to know gives `isDry`.
  package func sweep(keeping count: Int, isDry: Bool) throws(StoreError) -> Swept {
    let lock = try locked()
    let history = try history()
    guard !history.isEmpty else {
      throw StoreError(
        .missing, path, "the store has no run", advice: "atoll batch --store makes one")
    }
    let kept = Array(history.prefix(max(1, count)))
    var needed = Needed()
    let parts = try finishedParts().map(\.run)
    for run in kept + parts { try needed.add(run, of: self) }
    needed.sort()
    var swept = Swept()
    // First the pointer: whatever is removed must not be pointed to.
    if !isDry {
      try point(to: kept)
      try clearWorkplace()
    }
    let names = Set((kept + parts).map { "\($0.text).ndjson" })
    try sweep("\(path)/manifests", isDry, &swept) { !names.contains($0) }
    swept.runs = swept.files
    for parent in try listed("\(path)/objects") {
      try sweep("\(path)/objects/\(parent)", isDry, &swept) { !needed.hasObject(parent + $0) }
    }
    try sweep("\(path)/packs", isDry, &swept) { !needed.packs.contains($0) }
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
  /// A part that waits for others is no run.
  package func rollBack(to run: ContentHash?) throws(StoreError) -> ContentHash {
    let lock = try locked()
    let history = try history()
    let target: ContentHash
    if let run {
      target = run
    } else if history.count > 1 {
      target = history[1]
    } else {
      throw StoreError(.missing, path, "there is no run before the current one")
    }
    if !history.contains(target), try finishedParts().contains(where: { $0.run == target }) {
      throw StoreError(
        .incomplete, path, "this is no run, but a part of one, which waits for the others",
        advice: "atoll store publish makes one run of all parts")
    }
    // What cannot be read is not to be pointed to.
    var reader = try ManifestReader(self, target)
    while try reader.next() != nil {}
    if let place = history.firstIndex(of: target) {
      try point(to: Array(history[place...]))
    } else {
      try point(to: [target] + history)
    }
    _ = consume lock
    return target
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
