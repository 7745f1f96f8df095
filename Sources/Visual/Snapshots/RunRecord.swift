package import Bytes

/// What came of every snapshot of a run, kept where git does not see it, so that later commands can
/// show, accept and count without running anything again.
package struct RunRecord: Sendable {
  /// What came of one snapshot.
  package struct Entry: Hashable, Sendable {
    package enum State: String, Hashable, Sendable, CaseIterable {
      case same
      case changed
      /// There is no reference.
      case missing
      /// The reference is not what was ever accepted.
      case corrupt
      /// The picture was drawn by another engine than the reference, and nothing proves either.
      case environment
      /// The browser did not draw it, or its files could not be read or written.
      case failed
      /// There was no browser to draw it with.
      case skipped
      /// The output cannot be a reference: half a picture, or one with nothing on it.
      case refused

      /// Whether somebody can decide about it.
      package var isPending: Bool {
        switch self {
        case .changed, .missing, .environment: true
        case .same, .corrupt, .failed, .skipped, .refused: false
        }
      }

      package var isSettled: Bool { self == .same || self == .skipped }
    }

    package var name: String
    package var state: State
    /// What is to be said about it, in a sentence.
    package var note = ""
    package var findings: [Finding] = []
    /// Pictures only.
    package var picture: PictureManifest.Entry?

    package init(_ name: String, _ state: State, note: String = "") {
      self.name = name
      self.state = state
      self.note = note
    }

    /// The findings that are its cause: edits, as far as any is found.
    private var causes: [Finding] {
      let causes = findings.filter(\.isCause)
      return causes.isEmpty ? findings.filter { $0.kind != .moved } : causes
    }

    /// The edits that made the difference, one a line; other snapshots may have the same.
    package var cause: String {
      if state == .missing { return "new" }
      let causes = causes
      if causes.isEmpty { return note.isEmpty ? state.rawValue : note }
      return causes.map { finding in
        // Two texts may have the same difference in other lines.
        var one = finding.ofCause
        if one.kind == .line { one.selector = "" }
        return one.description
      }.joined(separator: "\n")
    }

    /// A short name for the cause, to be typed.
    package var causeName: String {
      let edits = state == .missing ? [] : causes.map(\.identity)
      let text = edits.isEmpty ? cause : edits.joined(separator: "\n")
      return String(SHA256.hexadecimal(of: Array(text.utf8)).prefix(6))
    }

    /// Whether the run left something beside the reference for people to look at.
    package var hasOutput: Bool {
      switch state {
      case .changed, .missing, .corrupt, .environment: true
      case .same, .failed, .skipped, .refused: false
      }
    }
  }

  /// Which run it was: `all`, `2-of-5`, or the name of a suite of tests.
  package var part: String
  /// Whether every snapshot of the suite, or of the shard, was looked at.
  package var isComplete: Bool
  package private(set) var entries: [Entry]
  private var places: [String: Int]

  /// The folder below a store in which nothing is a reference and nothing is in git.
  package static let folderName = ".work"

  package init(part: String, isComplete: Bool = true, entries: [Entry] = []) {
    self.part = part
    self.isComplete = isComplete
    self.entries = []
    places = [:]
    for entry in entries { self[entry.name] = entry }
  }

  package subscript(_ name: String) -> Entry? {
    get { places[name].map { entries[$0] } }
    set {
      if let newValue, let place = places[name] {
        entries[place] = newValue
      } else if let newValue {
        places[name] = entries.count
        entries.append(newValue)
      } else if let place = places[name] {
        entries.remove(at: place)
        places = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($1.name, $0) })
      }
    }
  }

  // MARK: Parts

  /// The suite that the run is of: `look` for `look` itself and for `look-2-of-3`.
  package var suite: String { Self.share(part)?.suite ?? part }

  /// Which part of how many a run is, if it is one.
  private static func share(_ part: String) -> (suite: String, index: Int, count: Int)? {
    let words = part.split(separator: "-", omittingEmptySubsequences: false)
    guard words.count >= 3, words[words.count - 2] == "of", let count = Int(words[words.count - 1]),
      let index = Int(words[words.count - 3]), (1...1000).contains(count),
      (1...count).contains(index)
    else { return nil }
    return (words.dropLast(3).joined(separator: "-"), index, count)
  }

  /// Whether runs of one suite looked at all of it: one by itself, or all parts of some number.
  ///
  /// A run that could not make something, as with a style that is not there, has not.
  static func areWhole(_ runs: [RunRecord]) -> Bool {
    let complete = runs.filter { $0.isComplete && !$0.entries.contains { $0.state == .refused } }
    let shares = complete.map { share($0.part) }
    if shares.contains(where: { $0 == nil }) { return true }
    let parts = Dictionary(grouping: shares.compactMap { $0 }) { $0.count }
    return parts.contains { count, parts in Set(parts.map { $0.index }).count == count }
  }

  /// Takes out of what other runs of the suite noted what this one knows better.
  ///
  /// A run of all of it speaks for its parts too, and a part makes both that and parts of another
  /// number a thing of the past; what waits for a decision stays known.
  package func supersedeOthers(inStoreIn folder: String) throws(SnapshotError) {
    let ownCount = Self.share(part)?.count
    for name in try Self.parts(ofStoreIn: folder)
    where name != part && (Self.share(name)?.suite ?? name) == suite {
      guard let other = try RunRecord(ofStoreIn: folder, part: name) else { continue }
      var kept = other.entries.filter { self[$0.name] == nil }
      let isPast = isComplete && Self.share(name)?.count != ownCount
      if isPast { kept = ownCount == nil ? [] : kept.filter(\.state.isPending) }
      let left = RunRecord(part: name, isComplete: other.isComplete && !isPast, entries: kept)
      if kept.isEmpty && !left.isComplete {
        try left.remove(fromStoreIn: folder)
      } else if kept.count != other.entries.count || left.isComplete != other.isComplete {
        try left.write(toStoreIn: folder)
      }
    }
  }

  // MARK: Files

  /// Makes the folder for what git must not see, with the file that tells git so.
  package static func makeWorkFolder(ofStoreIn folder: String) throws(SnapshotError) -> String {
    let work = "\(folder)/\(folderName)"
    let ignoring = "\(work)/.gitignore"
    if try StoreFiles.contents(of: ignoring) == nil {
      try StoreFiles.replace(ignoring, with: Array("*\n".utf8))
    }
    return work
  }

  private static func path(_ folder: String, _ part: String) -> String {
    "\(folder)/\(folderName)/runs/\(part).jsonl"
  }

  /// Every run that is noted below a store, in the order of their names.
  package static func all(ofStoreIn folder: String) throws(SnapshotError) -> [RunRecord] {
    var records: [RunRecord] = []
    for part in try parts(ofStoreIn: folder) {
      if let record = try RunRecord(ofStoreIn: folder, part: part) { records.append(record) }
    }
    return records
  }

  private static func parts(ofStoreIn folder: String) throws(SnapshotError) -> [String] {
    try StoreFiles.list("\(folder)/\(folderName)/runs").compactMap { name in
      name.hasSuffix(".jsonl") ? String(name.dropLast(".jsonl".utf8.count)) : nil
    }
  }

  /// A run that is noted below a store, if it is.
  ///
  /// A line that cannot be read ends it: what was noted is only a memory, and running again mends it.
  package init?(ofStoreIn folder: String, part: String) throws(SnapshotError) {
    guard let bytes = try StoreFiles.contents(of: Self.path(folder, part)) else { return nil }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    let head = lines.first.flatMap { try? JSONTree(Array($0)) }
    self.init(part: part, isComplete: head?["complete"]?.bool == true)
    for line in lines.dropFirst() {
      guard let json = try? JSONTree(Array(line)), let entry = Entry(json) else {
        isComplete = false
        return
      }
      self[entry.name] = entry
    }
  }

  /// Notes the run below a store.
  package func write(toStoreIn folder: String) throws(SnapshotError) {
    _ = try Self.makeWorkFolder(ofStoreIn: folder)
    var text = JSONTree.object(["part": .string(part), "complete": .bool(isComplete)]).text + "\n"
    for entry in entries { text += entry.json.text + "\n" }
    try StoreFiles.replace(Self.path(folder, part), with: Array(text.utf8))
  }

  package func remove(fromStoreIn folder: String) throws(SnapshotError) {
    try StoreFiles.remove(Self.path(folder, part))
  }
}

extension RunRecord.Entry {
  package var json: JSONTree {
    var members: [String: JSONTree] = [
      "name": .string(name), "state": .string(state.rawValue),
    ]
    if !note.isEmpty { members["note"] = .string(note) }
    if !findings.isEmpty { members["findings"] = .array(findings.map(\.json)) }
    if state.isPending {
      members["cause"] = .string(causeName)
    }
    if let picture {
      members["picture"] = [
        "hash": .string(picture.hash), "width": .number(Double(picture.width)),
        "height": .number(Double(picture.height)), "fingerprint": .string(picture.fingerprint),
      ]
    }
    return .object(members)
  }

  package init?(_ json: JSONTree) {
    guard let name = json["name"]?.string,
      let state = json["state"]?.string.flatMap(State.init(rawValue:))
    else { return nil }
    self.init(name, state, note: json["note"]?.string ?? "")
    findings = (json["findings"]?.array ?? []).compactMap(Finding.init)
    if let picture = json["picture"], let hash = picture["hash"]?.string,
      let width = picture["width"]?.int, let height = picture["height"]?.int,
      let fingerprint = picture["fingerprint"]?.string
    {
      self.picture = .init(hash: hash, width: width, height: height, fingerprint: fingerprint)
    }
  }
}
