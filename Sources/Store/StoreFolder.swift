import Bytes
import Files
package import Hashing

/// A folder of outputs that are named by their content, and of the runs that made them.
///
///     objects/ab/cdef…       an output, named by its SHA-256
///     packs/….tar            many outputs, named by the SHA-256 of them all; or ….ndjson
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

  func pack(_ name: PackName) -> String { "\(path)/packs/\(name.text)" }

  /// The file that an output is in.
  func file(of entry: ManifestEntry) -> String {
    entry.place.map { pack($0.pack) } ?? object(entry.output)
  }

  func manifest(_ name: ContentHash) -> String { "\(path)/manifests/\(name.text).ndjson" }

  var pointer: String { "\(path)/CURRENT" }
  var lock: String { "\(path)/lock" }
  /// Where files are written before they get their names.
  var workplace: String { "\(path)/tmp" }

  /// A new file where files are written before they get their names.
  ///
  /// What others write at the same time, or left behind, has other names.
  func newFile(_ stem: String) throws(StoreError) -> NewFile {
    try naming("\(workplace)/\(stem)", "cannot be written") { () throws(SystemError) in
      for number in 0..<Self.mostNewFiles {
        if let file = try Self.newFile("\(workplace)/\(stem)-\(number)") { return file }
      }
      throw .taken
    }
  }

  private static let mostNewFiles = 1 << 16

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
    try replace(pointer, with: text.bytes())
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
      try Folders.synchronize(path)
    } catch {
      throw StoreError(error, target, "cannot be replaced")
    }
  }

  /// Keeps others from writing, until the lock is gone; but for those who share it.
  func locked(shared: Bool = false) throws(StoreError) -> FileLock {
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
        try Folders.removeFile("\(workplace)/\(name)")
      }
    }
  }
}
