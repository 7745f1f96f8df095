import Bytes
package import Hashing

/// The runs of a store: the current one, earlier ones, and those that rollbacks replaced.
package struct StoreHistory: Hashable, Sendable {
  /// The current run, followed by those that were current before it, the newest first.
  package fileprivate(set) var runs: [ContentHash] = []
  /// The run that the current one replaced.
  ///
  /// It is the second of the runs, except after a rollback: then it is the run that was rolled back.
  package fileprivate(set) var replaced: ContentHash?
  /// The runs that were rolled back, the newest first.
  package fileprivate(set) var rolledBack: [ContentHash] = []
  /// The command that made the current run the current one, if it is known.
  var change: Change?
  /// `CURRENT` cannot be read, and this is its copy.
  package fileprivate(set) var isRestored = false

  /// A command that makes a run the current one.
  enum Change: String, CaseIterable, Sendable {
    case batch, publish, rollback
  }

  package var current: ContentHash? { runs.first }
  /// All runs, those that were rolled back last.
  package var known: [ContentHash] { runs + rolledBack }

  /// The number of runs that a store remembers.
  static let mostRuns = 100

  package init() {}

  /// Reads the texts of `CURRENT` and of `change.json`; `nil` if neither can be read.
  init?(pointer: [UInt8]?, copy: StoreHistory?) {
    guard let runs = pointer.flatMap(Self.runs(inPointer:)) else {
      if pointer == nil, copy == nil { return }
      guard let copy else { return nil }
      self = copy
      isRestored = true
      return
    }
    self.runs = runs
    replaced = runs.dropFirst().first
    // A copy of another current run was written by a process that was killed.
    if let copy, copy.current == runs.first {
      change = copy.change
      replaced = copy.replaced
      rolledBack = copy.rolledBack
    }
  }

  /// Returns the run that was current before another one; the current one for a run that never was current.
  package func runBefore(_ run: ContentHash) -> ContentHash? {
    if run == current { return replaced }
    guard let place = runs.firstIndex(of: run) else { return current }
    return runs.dropFirst(place + 1).first
  }

  /// Adds a run, which becomes the current one.
  mutating func add(_ run: ContentHash, by change: Change) {
    replaced = runs.first
    runs = Array(([run] + runs).prefix(Self.mostRuns))
    rolledBack = []
    self.change = change
  }

  /// Makes an earlier run the current one, or one that was rolled back or never was current.
  mutating func go(to run: ContentHash) {
    replaced = runs.first
    change = .rollback
    var known = rolledBack
    if let place = runs.firstIndex(of: run) {
      known = runs[..<place] + known
      runs = Array(runs[place...])
    } else {
      runs.insert(run, at: 0)
    }
    runs = Array(runs.prefix(Self.mostRuns))
    rolledBack = Array(known.filter { $0 != run }.prefix(Self.mostRuns))
  }

  /// Replaces the names of runs whose manifests were rewritten; runs that are now the same become one.
  mutating func rename(_ names: [ContentHash: ContentHash]) {
    func renamed(_ old: [ContentHash]) -> [ContentHash] {
      var known: Set<ContentHash> = []
      return old.map { names[$0] ?? $0 }.filter { known.insert($0).inserted }
    }
    runs = renamed(runs)
    rolledBack = renamed(rolledBack).filter { !runs.contains($0) }
    replaced = replaced.map { names[$0] ?? $0 }
    if replaced == runs.first { replaced = runs.dropFirst().first }
  }

  /// Forgets all but the newest runs, and all rolled back ones except the last.
  mutating func keep(newest count: Int) {
    runs = Array(runs.prefix(count))
    rolledBack = rolledBack.filter { $0 == replaced }
  }
}

// MARK: The two files

extension StoreHistory {
  /// The text of `CURRENT`: a run on each line.
  var pointerText: [UInt8] {
    var text = OutputBuffer()
    for run in runs {
      text.append(run)
      text.append("\n")
    }
    return text.bytes()
  }

  private static func runs(inPointer text: [UInt8]) -> [ContentHash]? {
    var runs: [ContentHash] = []
    for line in text.split(separator: 0x0A) {
      guard let run = ContentHash(hexadecimal: line) else { return nil }
      runs.append(run)
    }
    return runs.isEmpty ? nil : runs
  }

  /// The line of `change.json`.
  var changeText: [UInt8] {
    var line = OutputBuffer()
    line.beginObject()
    line.append(member: "change", 1)
    line.append(member: "runs", runs)
    if let change { line.append(member: "by", string: change.rawValue) }
    if let replaced { line.append(member: "replaced", replaced) }
    line.append(member: "left", rolledBack)
    line.append("}\n")
    return line.bytes()
  }

  init?(changeText line: [UInt8]) {
    var scanner = ManifestScanner(line)
    guard scanner.skip("{\"change\":1,\"runs\":"), let runs = scanner.hashes(), !runs.isEmpty
    else { return nil }
    self.runs = runs
    if scanner.skip(",\"by\":") {
      guard let word = scanner.text() else { return nil }
      change = Change(rawValue: String(decoding: line[word], as: UTF8.self))
    }
    if scanner.skip(",\"replaced\":") {
      guard let run = scanner.hash() else { return nil }
      replaced = run
    }
    guard scanner.skip(",\"left\":"), let rolledBack = scanner.hashes(), scanner.skip("}\n"),
      scanner.isAtEnd
    else { return nil }
    self.rolledBack = rolledBack
  }
}

extension OutputBuffer {
  fileprivate mutating func append(member name: StaticString, _ hashes: [ContentHash]) {
    append(key: name)
    beginArray()
    for hash in hashes {
      separate()
      append("\"")
      append(hash)
      append("\"")
    }
    endArray()
  }
}
