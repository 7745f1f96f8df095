import Bytes
import OperatingSystem
package import Hashing

/// The runs of a store: the current one, those that it can go back to, and those that it went back from.
package struct StoreHistory: Hashable, Sendable {
  /// The current run, and after it those that were current before, the newest first.
  package fileprivate(set) var runs: [ContentHash] = []
  /// The run that was current until the current one was.
  ///
  /// It is the second of the runs, except after a rollback: then it is the run that was left.
  package fileprivate(set) var replaced: ContentHash?
  /// The runs that rollbacks have left, the newest first.
  package fileprivate(set) var left: [ContentHash] = []
  /// How the current run became it, if that is known.
  var change: Change?
  /// Whether `CURRENT` cannot be read, and this was taken from the copy of it.
  package fileprivate(set) var isRestored = false

  /// A way in which a run becomes the current one.
  enum Change: String, CaseIterable, Sendable {
    case batch, publish, rollback
  }

  package var current: ContentHash? { runs.first }

  package init() {}

  /// The run that was current before another one; of a run that was never current, the current one.
  package func runBefore(_ run: ContentHash) -> ContentHash? {
    if run == current { return replaced }
    guard let place = runs.firstIndex(of: run) else { return current }
    return runs.dropFirst(place + 1).first
  }

  /// Adds a run, which becomes the current one.
  mutating func add(_ run: ContentHash, by change: Change) {
    replaced = runs.first
    runs = Array(([run] + runs).prefix(Self.mostRuns))
    left = []
    self.change = change
  }

  /// Goes back to a run, or forward to one that is not among those before.
  mutating func go(to run: ContentHash) {
    replaced = runs.first
    change = .rollback
    var known = left
    if let place = runs.firstIndex(of: run) {
      known = runs[..<place] + known
      runs = Array(runs[place...])
    } else {
      runs.insert(run, at: 0)
    }
    runs = Array(runs.prefix(Self.mostRuns))
    left = Array(known.filter { $0 != run }.prefix(Self.mostRuns))
  }

  /// Forgets all but the newest runs, and all runs that were left but the last.
  mutating func keep(newest count: Int) {
    runs = Array(runs.prefix(count))
    left = left.filter { $0 == replaced }
  }

  /// The runs that a store remembers, at most.
  static let mostRuns = 100
}

// MARK: The two files

extension StoreHistory {
  /// The text of `CURRENT`.
  var pointerText: [UInt8] {
    var text = OutputBuffer()
    for run in runs {
      text.append(run)
      text.append("\n")
    }
    return text.bytes()
  }

  /// The runs that `CURRENT` names, unless it has another text.
  static func runs(inPointer text: [UInt8]) -> [ContentHash]? {
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
    line.append("{\"change\":1,\"runs\":")
    line.append(runs)
    if let change {
      line.append(",\"by\":")
      line.append(jsonString: change.rawValue)
    }
    if let replaced {
      line.append(",\"replaced\":\"")
      line.append(replaced)
      line.append("\"")
    }
    line.append(",\"left\":")
    line.append(left)
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
    guard scanner.skip(",\"left\":"), let left = scanner.hashes(), scanner.skip("}\n"),
      scanner.isAtEnd
    else { return nil }
    self.left = left
  }
}

extension ManifestScanner {
  /// The hashes of a list.
  fileprivate mutating func hashes() -> [ContentHash]? {
    guard skip("[") else { return nil }
    var hashes: [ContentHash] = []
    while let hash = hash() {
      hashes.append(hash)
      if !skip(",") { break }
    }
    return skip("]") ? hashes : nil
  }
}

extension OutputBuffer {
  fileprivate mutating func append(_ hashes: [ContentHash]) {
    append("[")
    for (index, hash) in hashes.enumerated() {
      append(index > 0 ? ",\"" : "\"")
      append(hash)
      append("\"")
    }
    append("]")
  }
}

extension StoreFolder {
  private var changeFile: String { "\(path)/change.json" }

  /// The most bytes that either of the two files can have.
  private static let mostBytes = 1 << 16

  /// Reads which runs there are; none in a new store.
  ///
  /// Where `CURRENT` is damaged or gone, its copy in `change.json` counts. It was written just before, when the disk
  /// had all of the run.
  package func history() throws(StoreError) -> StoreHistory {
    let pointer = try small(pointer)
    let copy = try small(changeFile).flatMap(StoreHistory.init(changeText:))
    guard let pointer else {
      return copy.map(Self.restored) ?? StoreHistory()
    }
    guard let runs = StoreHistory.runs(inPointer: pointer) else {
      if let copy { return Self.restored(copy) }
      throw StoreError(
        .corrupt, self.pointer, "this is not a list of runs",
        advice: "make one of atoll store list --all the current one: atoll store rollback --run RUN"
      )
    }
    var history = StoreHistory()
    history.runs = runs
    history.replaced = runs.dropFirst().first
    if let copy, copy.current == runs.first {
      history.change = copy.change
      history.replaced = copy.replaced
      history.left = copy.left
    }
    return history
  }

  private static func restored(_ copy: StoreHistory) -> StoreHistory {
    var copy = copy
    copy.isRestored = true
    return copy
  }

  /// The bytes of a small file, if it is there.
  private func small(_ path: String) throws(StoreError) -> [UInt8]? {
    do throws(StoreError) {
      return try StoreFile(path).bytes(at: 0, count: Self.mostBytes)
    } catch {
      if case .system(let reason) = error.kind, reason.isMissing { return nil }
      throw error
    }
  }

  /// Makes the first run of a history the current one, at once.
  func point(to history: StoreHistory) throws(StoreError) {
    // First the copy, which counts only for the same current run.
    try replace(changeFile, with: history.changeText)
    try replace(pointer, with: history.pointerText)
  }

  /// Cuts off the end of `CURRENT`, which needs no room on the disk; false if that does not lead to this history.
  func shortenPointer(to history: StoreHistory) throws(StoreError) -> Bool {
    if history.isRestored { return false }
    let text = history.pointerText
    guard try small(pointer)?.starts(with: text) == true else { return false }
    try naming(pointer, "cannot be shortened") { () throws(SystemError) in
      let file = try OpenFile(writing: pointer)
      try file.shorten(to: text.count)
      try file.synchronize()
    }
    return true
  }

  /// Writes the copy of `CURRENT` anew.
  func recordChange(_ history: StoreHistory) throws(StoreError) {
    try replace(changeFile, with: history.changeText)
  }
}
