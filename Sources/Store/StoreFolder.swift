import Bytes
import Files
package import Hashing

/// A folder of outputs that are named by their content, and of the runs that made them.
///
///     objects/ab/cdef…       an output, named by its SHA-256
///     manifests/….ndjson     a run: which story has which output
///     CURRENT                which run is the current one, and which ones came before it
///
/// Whatever is there was written beside and renamed, and never changes. Only `CURRENT` does, at once.
package struct StoreFolder: Hashable, Sendable {
  package let path: String

  package init(_ path: String) { self.path = path }

  /// The runs that a store remembers, at most.
  static let longestHistory = 100

  func object(_ name: ContentHash) -> String {
    let text = name.text
    return "\(path)/objects/\(text.prefix(2))/\(text.dropFirst(2))"
  }

  func manifest(_ name: ContentHash) -> String { "\(path)/manifests/\(name.text).ndjson" }

  var pointer: String { "\(path)/CURRENT" }
  var lock: String { "\(path)/lock" }
  /// Where files are written before they get their names.
  var workplace: String { "\(path)/tmp" }

  // MARK: Runs

  /// The current run, and behind it those that were current before; empty where there is none.
  package func history() throws(StoreError) -> [ContentHash] {
    let text: [UInt8]
    do throws(StoreError) {
      text = try StoreFile(pointer).bytes(at: 0, count: 65 * Self.longestHistory + 1)
    } catch {
      if case .system(let reason) = error.kind, reason.isMissing { return [] }
      throw error
    }
    var runs: [ContentHash] = []
    for line in text.split(separator: 0x0A) {
      guard let name = ContentHash(hexadecimal: line) else {
        throw .corrupt(pointer, line: runs.count + 1, "this is not the name of a run")
      }
      runs.append(name)
    }
    return runs
  }

  /// The run whose name begins like this, among those whose manifests are there.
  package func run(named prefix: String) throws(StoreError) -> ContentHash {
    let names = try naming(path, "cannot be read") { () throws(SystemError) in
      try Folders.names(in: "\(path)/manifests")
    }
    let found = names.filter { $0.hasPrefix(prefix) }
    if found.count > 1 {
      throw StoreError(.unclear, path, "several runs have names that begin with '\(prefix)'")
    }
    guard let name = found.first?.utf8.prefix(64), let run = ContentHash(hexadecimal: name) else {
      throw StoreError(
        .missing, path, "there is no run '\(prefix)'", advice: "atoll store list names the runs")
    }
    return run
  }

  /// Makes another run the current one, at once.
  func point(to runs: [ContentHash]) throws(StoreError) {
    var text = OutputBuffer()
    for run in runs.prefix(Self.longestHistory) {
      text.append(run)
      text.append("\n")
    }
    let bytes = text.bytes()
    try naming(pointer, "cannot be replaced") { () throws(SystemError) in
      let beside = "\(workplace)/CURRENT"
      try Folders.make(workplace)
      try Folders.removeFile(beside)
      let file = try NewFile(at: beside)
      try writeAll(bytes, to: file.descriptor)
      try file.synchronize()
      try file.finish(as: pointer)
      try Folders.synchronize(path)
    }
  }

  /// Keeps others from writing, until the lock is gone.
  func locked() throws(StoreError) -> FileLock {
    let path = lock
    let taken = try naming(path, "cannot be locked") { () throws(SystemError) in
      try FileLock.take(at: path)
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
      for name in try Folders.names(in: workplace) {
        try Folders.removeFile("\(workplace)/\(name)")
      }
    }
  }
}
