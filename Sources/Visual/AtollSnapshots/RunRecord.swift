package import AtollBytes

/// The results of one run, in a file that git ignores.
///
/// Later commands can show, accept and count snapshots without running the suite again.
package struct RunRecord: Sendable {
  /// The result of one snapshot.
  package struct Entry: Hashable, Sendable {
    package enum State: String, Hashable, Sendable, CaseIterable {
      case same
      case changed
      /// There is no reference.
      case missing
      /// The reference is damaged.
      case corrupt
      /// Another engine drew the reference, so the comparison proves nothing.
      case otherEngine = "environment"
      /// The browser failed, a required browser is missing, or a file could not be read or written.
      case failed
      /// There is no browser.
      case skipped
      /// The output could not be made, or cannot be a reference, for example because the screenshot
      /// is empty.
      case refused

      /// True if the run wrote the output next to the reference, so that it can be accepted or
      /// rejected.
      package var isPending: Bool {
        switch self {
        case .changed, .missing, .corrupt, .otherEngine: true
        case .same, .failed, .skipped, .refused: false
        }
      }

      /// True if the output was made, and compared if there is a reference.
      package var isResult: Bool { isPending && self != .corrupt || self == .same }

      /// True if the entry needs no attention from a person.
      package var isSettled: Bool { self == .same || self == .skipped }
    }

    package var name: String
    package var state: State
    /// A remark for people; empty if there is none.
    package var note = ""
    package var findings: [Finding] = []
    /// The manifest entry for the new screenshot; `nil` if there is none.
    package var screenshot: ScreenshotManifest.Entry?
    /// The SHA-256 of a text that the run wrote as pending, in hexadecimal; empty if it is unknown.
    package var textHash = ""
    /// The reason why a file could not be read or written, or `nil`; not saved with the entry.
    package var fileFailure: String?
    /// True if the case has no output because of its options, theme or templates; not saved.
    package var isMisconfigured = false
    /// The line that is the reason why the output could not be made, if it is known; not saved.
    package var place: SourcePlace?

    package init(_ name: String, state: State, note: String = "") {
      self.name = name
      self.state = state
      self.note = note
    }

    /// The names of the causes that were accepted so far, while others wait for a decision.
    package var acceptedCauses: [String] = []
  }

  /// The name of the suite or test suite, such as `look`, or of a shard of it, such as
  /// `look-2-of-5`.
  package var runName: String
  /// True if the run covers every snapshot of the suite or, for a shard, of the shard.
  package var isComplete: Bool
  package private(set) var entries: [Entry]
  /// The file of the suite as the run read it; `nil` for a run without such a file, such as a run
  /// of tests.
  package var suiteFile: SourceFile?
  /// The stories, pages, themes and templates of the suite as the run read them.
  package var sources: [SourceFile] = []
  private var indexOfName: [String: Int]

  package struct SourceFile: Hashable, Sendable {
    /// The absolute path.
    package let path: String
    /// The SHA-256 of its content, in hexadecimal; empty if there is no such file.
    package let hash: String

    package init(path: String, hash: String) { (self.path, self.hash) = (path, hash) }

    /// Creates a value for a file as it is now.
    package init(path: String) {
      let bytes = try? StoreFiles.contents(of: path)
      self.init(path: path, hash: bytes.map { SHA256.hexadecimal(of: $0) } ?? "")
    }

    /// True if the file has other content now, or is gone.
    var isChanged: Bool { SourceFile(path: path).hash != hash }
  }

  /// The folder below a store for everything that git ignores.
  package static let folderName = ".work"

  package init(runName: String, isComplete: Bool = true, entries: [Entry] = []) {
    self.runName = runName
    self.isComplete = isComplete
    self.entries = []
    indexOfName = [:]
    for entry in entries { self[entry.name] = entry }
  }

  package subscript(_ name: String) -> Entry? {
    get { indexOfName[name].map { entries[$0] } }
    set {
      guard let newValue else { return }
      if let index = indexOfName[name] {
        entries[index] = newValue
      } else {
        indexOfName[name] = entries.count
        entries.append(newValue)
      }
    }
  }

  // MARK: Parts

  /// The suite of the run: `look` for both `look` and `look-2-of-3`.
  package var suite: String { Self.suite(ofRun: runName) }

  package static func suite(ofRun runName: String) -> String { shard(runName)?.suite ?? runName }

  /// True if this is a run of tests.
  ///
  /// A test without a session writes pending output that is in no record.
  var isOfTests: Bool { runName.hasPrefix(Self.prefixOfTests) }

  static let prefixOfTests = "tests-"

  static func isShard(runName: String) -> Bool { shard(runName) != nil }

  /// Returns the suite, the shard and the number of shards in a name such as `look-2-of-3`; `nil` for
  /// any other name.
  private static func shard(_ runName: String) -> (suite: String, index: Int, count: Int)? {
    let words = runName.split(separator: "-", omittingEmptySubsequences: false)
    guard words.count >= 3, words[words.count - 2] == "of", let count = Int(words[words.count - 1]),
      let index = Int(words[words.count - 3]), (1...1000).contains(count),
      (1...count).contains(index)
    else { return nil }
    return (words.dropLast(3).joined(separator: "-"), index, count)
  }

  /// Returns whether the runs of one suite cover all of it: one run is of the whole suite, or there
  /// is one for each shard, such as `look-1-of-2` and `look-2-of-2`.
  ///
  /// A run in which something was refused, for example because of a missing style, does not count.
  static func isWholeSuiteCovered(by runs: [RunRecord]) -> Bool {
    let complete = runs.filter { $0.isComplete && !$0.entries.contains { $0.state == .refused } }
    if complete.contains(where: { shard($0.runName) == nil }) { return true }
    // Shards of different versions of the suite divide it in different ways.
    return Dictionary(grouping: complete, by: \.suiteFile).values.contains { runs in
      let shards = runs.compactMap { shard($0.runName) }
      let parts = Dictionary(grouping: shards) { $0.count }
      return parts.contains { count, parts in Set(parts.map { $0.index }).count == count }
    }
  }

  /// Removes the snapshots of this run from the records of the suite's other runs.
  ///
  /// A complete run of the whole suite replaces the runs of all shards. A complete run of a shard, such
  /// as `look-1-of-2`, replaces a run of the whole suite and runs such as `look-1-of-3`, but their
  /// pending snapshots are kept, as are all snapshots of a run that is not complete.
  package func supersedeOthers(inStoreIn folder: String) throws(SnapshotError) {
    let ownCount = Self.shard(runName)?.count
    for name in try Self.runNames(ofStoreIn: folder)
    where name != runName && Self.suite(ofRun: name) == suite {
      guard let other = try RunRecord(ofStoreIn: folder, runName: name) else { continue }
      var kept = other.entries.filter { self[$0.name] == nil }
      let isSuperseded = isComplete && Self.shard(name)?.count != ownCount
      if isSuperseded, ownCount == nil {
        kept = []
      } else if isSuperseded, other.isComplete {
        // An incomplete run has snapshots that it took out of complete ones.
        kept = kept.filter(\.state.isPending)
      }
      var remaining = RunRecord(
        runName: name, isComplete: other.isComplete && !isSuperseded, entries: kept)
      (remaining.suiteFile, remaining.sources) = (other.suiteFile, other.sources)
      if kept.isEmpty && !remaining.isComplete {
        try remaining.remove(fromStoreIn: folder)
      } else if kept.count != other.entries.count || remaining.isComplete != other.isComplete {
        try remaining.write(toStoreIn: folder)
      }
    }
  }

  // MARK: Files

  /// Makes the folder that git ignores, with its `.gitignore`, and returns its path.
  package static func makeWorkFolder(ofStoreIn folder: String) throws(SnapshotError) -> String {
    let work = "\(folder)/\(folderName)"
    let ignoring = "\(work)/.gitignore"
    if try StoreFiles.contents(of: ignoring) == nil {
      try StoreFiles.replace(ignoring, with: Array("*\n".utf8))
    }
    return work
  }

  private static func path(in folder: String, runName: String) -> String {
    "\(folder)/\(folderName)/runs/\(runName).jsonl"
  }

  /// Returns all runs recorded in a store, sorted by name.
  package static func all(ofStoreIn folder: String) throws(SnapshotError) -> [RunRecord] {
    var records: [RunRecord] = []
    for runName in try runNames(ofStoreIn: folder) {
      if let record = try RunRecord(ofStoreIn: folder, runName: runName) { records.append(record) }
    }
    return records
  }

  private static func runNames(ofStoreIn folder: String) throws(SnapshotError) -> [String] {
    try StoreFiles.list("\(folder)/\(folderName)/runs").compactMap { name in
      name.hasSuffix(".jsonl") ? String(name.dropLast(".jsonl".utf8.count)) : nil
    }
  }

  /// Reads the record of a run, or returns `nil` if there is none.
  ///
  /// Reading stops at a damaged line, and the record is then incomplete. The next run writes it
  /// again.
  package init?(ofStoreIn folder: String, runName: String) throws(SnapshotError) {
    guard let bytes = try StoreFiles.contents(of: Self.path(in: folder, runName: runName)) else {
      return nil
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    let head = lines.first.flatMap { try? JSONValue(parsing: Array($0), repairing: true) }
    self.init(runName: runName, isComplete: head?["complete"]?.bool == true)
    if let path = head?["suite"]?.string, let hash = head?["suite-hash"]?.string {
      suiteFile = SourceFile(path: path, hash: hash)
    }
    sources = (head?["sources"]?.array ?? []).compactMap { source in
      guard let path = source["path"]?.string, let hash = source["hash"]?.string else { return nil }
      return SourceFile(path: path, hash: hash)
    }
    for line in lines.dropFirst() {
      guard let json = try? JSONValue(parsing: Array(line), repairing: true),
        let entry = Entry(json)
      else {
        isComplete = false
        return
      }
      self[entry.name] = entry
    }
  }

  package func write(toStoreIn folder: String) throws(SnapshotError) {
    _ = try Self.makeWorkFolder(ofStoreIn: folder)
    var head: [String: JSONValue] = ["part": .string(runName), "complete": .bool(isComplete)]
    if let suiteFile {
      head["suite"] = .string(suiteFile.path)
      head["suite-hash"] = .string(suiteFile.hash)
    }
    head["sources"] = .array(
      sources.map { ["hash": .string($0.hash), "path": .string($0.path)] })
    var text = JSONValue(sorted: head).serialized + "\n"
    for entry in entries { text += entry.json.serialized + "\n" }
    try StoreFiles.replace(Self.path(in: folder, runName: runName), with: Array(text.utf8))
  }

  package func remove(fromStoreIn folder: String) throws(SnapshotError) {
    try StoreFiles.remove(Self.path(in: folder, runName: runName))
  }
}

extension RunRecord.Entry {
  package var json: JSONValue {
    var members: [String: JSONValue] = [
      "name": .string(name), "state": .string(state.rawValue),
    ]
    if !note.isEmpty { members["note"] = .string(note) }
    if !findings.isEmpty { members["findings"] = .array(findings.map(\.json)) }
    if state.isPending { members["causes"] = .array(causes.map { .string($0.name) }) }
    if !acceptedCauses.isEmpty { members["accepted"] = .array(acceptedCauses.map { .string($0) }) }
    if !textHash.isEmpty { members["text-hash"] = .string(textHash) }
    if let screenshot {
      members["picture"] = [
        "fingerprint": .string(screenshot.fingerprint), "hash": .string(screenshot.hash),
        "height": JSONValue(screenshot.height), "width": JSONValue(screenshot.width),
      ]
    }
    return JSONValue(sorted: members)
  }

  package init?(_ json: JSONValue) {
    guard let name = json["name"]?.string,
      let state = json["state"]?.string.flatMap(State.init(rawValue:))
    else { return nil }
    self.init(name, state: state, note: json["note"]?.string ?? "")
    findings = (json["findings"]?.array ?? []).compactMap(Finding.init)
    acceptedCauses = json["accepted"]?.strings ?? []
    textHash = json["text-hash"]?.string ?? ""
    if let picture = json["picture"], let hash = picture["hash"]?.string,
      let width = picture["width"]?.int, let height = picture["height"]?.int,
      let fingerprint = picture["fingerprint"]?.string
    {
      self.screenshot = .init(hash: hash, width: width, height: height, fingerprint: fingerprint)
    }
  }
}
