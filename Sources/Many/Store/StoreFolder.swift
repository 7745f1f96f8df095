import Bytes
package import OperatingSystem
package import Hashing

/// A folder of outputs that are named by their content, and of the runs that made them.
///
///     objects/ab/cdef…       an output, named by its SHA-256
///     packs/….tar            many outputs, named by the SHA-256 of them all; or ….ndjson
///     manifests/….ndjson     a run: which story has which output
///     CURRENT                which run is the current one, and which ones came before it
///     change.json            how `CURRENT` was changed the last time, with a copy of it
///
/// Files are written elsewhere and renamed, and never change. Only `CURRENT` and `change.json` do, at once.
package struct StoreFolder: Hashable, Sendable {
  package let path: String

  package init(_ path: String) { self.path = path }

  /// The runs that a store remembers, at most.
  static let longestHistory = 100

  func object(_ name: ContentHash) -> String {
    let text = name.text
    return "\(path)/objects/\(text.prefix(2))/\(text.dropFirst(2))"
  }

  func pack(_ name: PackName) -> String { "\(path)/packs/\(name.text)" }

  /// The file that an output is in.
  func file(of entry: ManifestEntry) -> String {
    entry.place.map { pack($0.pack) } ?? object(entry.output)
  }

  func manifest(_ name: ContentHash) -> String { "\(manifestsFolder)/\(name.text).ndjson" }

  var manifestsFolder: String { "\(path)/manifests" }
  /// Where parts wait until all are there.
  var partsFolder: String { "\(path)/parts" }

  var pointer: String { "\(path)/CURRENT" }
  var lock: String { "\(path)/lock" }
  /// Where files are written before they get their names.
  var workplace: String { "\(path)/tmp" }

  /// Makes a file where files are written before they get their names.
  ///
  /// Its name is random, so that however many others work there or were killed, the first try succeeds.
  func newFile(_ stem: String) throws(StoreError) -> NewFile {
    try naming("\(workplace)/\(stem)", "cannot be written") { () throws(SystemError) in
      for _ in 1..<Self.mostTries {
        if let file = try Self.newFile(randomPath(stem)) { return file }
      }
      return try NewFile(at: randomPath(stem))
    }
  }

  private static let mostTries = 8

  /// A path in the workplace that nothing else has.
  func randomPath(_ stem: String) -> String {
    "\(workplace)/\(stem)-\(String(UInt64.random(in: .min ... .max), radix: 36))"
  }

  /// A new file, unless there is one of that name.
  private static func newFile(_ path: String) throws(SystemError) -> NewFile? {
    do throws(SystemError) {
      return try NewFile(at: path)
    } catch {
      if error.isTaken { return nil }
      throw error
    }
  }

  // MARK: Runs

  /// The run whose name begins like this, among those whose manifests are there.
  package func run(named prefix: String) throws(StoreError) -> ContentHash {
    let found = try listed("\(path)/manifests").filter { $0.hasPrefix(prefix) }
    if found.count > 1 {
      throw StoreError(.unclear, path, "several runs have names that begin with '\(prefix)'")
    }
    guard let name = found.first?.utf8.prefix(64), let run = ContentHash(hexadecimal: name) else {
      throw StoreError(
        .missing, path, "there is no run '\(prefix)'",
        advice: "these are there: atoll store list --all")
    }
    return run
  }

  /// Writes a small file anew, at once and for good.
  func replace(_ target: String, with bytes: [UInt8]) throws(StoreError) {
    try naming(workplace, "cannot be made") { () throws(SystemError) in
      try Folders.make(workplace)
    }
    let file = try newFile("small")
    do throws(SystemError) {
      try writeAll(bytes, to: file.descriptor)
      try file.synchronize()
      try file.finish(as: target)
      // The folder may be new, too.
      try Folders.synchronize(folder(of: target))
      try Folders.synchronize(path)
    } catch {
      throw StoreError(error, target, "cannot be replaced")
    }
  }

  private func folder(of target: String) -> String {
    target.lastIndex(of: "/").map { String(target[..<$0]) } ?? path
  }

  /// Keeps others from writing, until the lock is gone; but for those who share it.
  package func locked(shared: Bool = false) throws(StoreError) -> FileLock {
    let path = lock
    let taken = try naming(path, "cannot be locked") { () throws(SystemError) in
      try FileLock.take(at: path, shared: shared)
    }
    guard let taken else {
      throw StoreError(
        .inUse, self.path, "another process is writing to this store", advice: "wait for it")
    }
    return taken
  }

  /// Removes what a run that was killed left behind; only for who holds the lock.
  func clearWorkplace() throws(StoreError) {
    try naming(workplace, "cannot be emptied") { () throws(SystemError) in
      try Folders.make(workplace)
      for name in try Folders.names(in: workplace, withHidden: true) {
        try Folders.removeTree("\(workplace)/\(name)")
      }
    }
  }
}
