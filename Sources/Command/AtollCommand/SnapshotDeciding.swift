import Bytes
import PageShots
import Snapshots

/// The commands that decide about what is pending, without a terminal.
enum SnapshotDeciding {
  /// `atoll snapshot list`.
  static func list(_ invocation: Invocation) throws(Stop) {
    let decisions = try decisions(invocation)
    if invocation.has(SnapshotOptions.all) { return try listAll(decisions, invocation) }
    if invocation.has(SnapshotOptions.json) {
      return try Console(invocation).print(
        decisions.pending.map { $0.entry.json.text + "\n" }.joined())
    }
    var text = ""
    for group in groups(decisions.pending) {
      text += "\(group.name)  \(visible(headline(group)))\n"
      for snapshot in group.snapshots { text += "  \(snapshot.name)\n" }
    }
    try Console(invocation).print(text)
  }

  private static func listAll(_ decisions: Decisions, _ invocation: Invocation) throws(Stop) {
    let names: [SnapshotName]
    do { names = try decisions.references() } catch { throw Stop(error) }
    let isJSON = invocation.has(SnapshotOptions.json)
    try Console(invocation).print(
      names.map { isJSON ? "{\"name\":\"\($0)\"}\n" : "\($0)\n" }.joined())
  }

  /// Snapshots with one cause, in the order in which the causes come up.
  struct Group {
    var name: String
    var cause: String
    var snapshots: [Decisions.Pending]
  }

  static func groups(_ pending: [Decisions.Pending]) -> [Group] {
    var groups: [Group] = []
    for snapshot in pending {
      let name = snapshot.entry.causeName
      if let index = groups.firstIndex(where: { $0.name == name }) {
        groups[index].snapshots.append(snapshot)
      } else {
        groups.append(Group(name: name, cause: snapshot.entry.cause, snapshots: [snapshot]))
      }
    }
    return groups
  }

  /// What a group is about, in a line.
  static func headline(_ group: Group) -> String {
    let lines = group.cause.split(separator: "\n")
    let more = lines.count > 1 ? " (and \(lines.count - 1) more)" : ""
    let count = group.snapshots.count
    return "\(lines.first ?? "")\(more), \(count) \(count == 1 ? "snapshot" : "snapshots")"
  }

  // MARK: Deciding

  /// `atoll snapshot accept` and `atoll snapshot reject`.
  static func decide(_ invocation: Invocation, accepts: Bool) throws(Stop) {
    if accepts { try refuseUnattended("accepted") }
    var decisions = try decisions(invocation)
    let chosen = try chosen(invocation, decisions)
    var refusals: [SnapshotError] = []
    do {
      if accepts {
        refusals = try accept(chosen, &decisions)
      } else {
        try decisions.reject(chosen)
      }
    } catch {
      throw Stop(error)
    }
    let console = Console(invocation)
    let word = accepts ? "accepted" : "rejected"
    let refused = Set(refusals.map(\.path))
    let done = chosen.filter { !refused.contains(decisions.pendingPath(of: $0.name)) }
    if !console.isQuiet { try console.print(done.map { "\(word)  \($0.name)\n" }.joined()) }
    for refusal in refusals { console.say(.warning, refusal.message, at: refusal.path) }
    console.say(.note, "\(done.count) \(word), \(decisions.pending.count) left")
    if !refusals.isEmpty {
      throw .failure(
        refusals.contains(where: \.isDamage) ? .corrupt : .failure,
        "passed over \(refusals.count) of \(chosen.count), which cannot be references")
    }
  }

  /// Accepts, and notes the fonts that the first pictures were drawn with.
  static func accept(
    _ chosen: [Decisions.Pending], _ decisions: inout Decisions
  ) throws(SnapshotError) -> [SnapshotError] {
    let refusals = try decisions.accept(chosen)
    let refused = Set(refusals.map(\.path))
    let hasPictures = chosen.contains {
      $0.isPicture && !refused.contains(decisions.pendingPath(of: $0.name))
    }
    if hasPictures { try FontRecording.writeFirst(toStoreIn: decisions.folder) }
    return refusals
  }

  private static func refuseUnattended(_ word: String) throws(Stop) {
    guard SnapshotCommands.isUnattended else { return }
    throw .failure(
      .failure, "nothing is \(word) where CI is set: nobody would look at it",
      advice: "take the pending files from the run, and decide on a machine of your own")
  }

  private static func chosen(
    _ invocation: Invocation, _ decisions: Decisions
  ) throws(Stop) -> [Decisions.Pending] {
    if invocation.has(SnapshotOptions.all) { return decisions.pending }
    let causes = invocation.values(SnapshotOptions.cause)
    guard !causes.isEmpty || !invocation.operands.isEmpty else {
      throw .usage(
        UsageError(
          invocation.path, "nothing is named",
          advice: "name snapshots or a --cause, as 'atoll snapshot list' has them, or --all"))
    }
    for cause in causes where !decisions.pending.contains(where: { $0.entry.causeName == cause }) {
      throw .failure(.noInput, "nothing that is pending has the cause '\(cause)'")
    }
    for name in invocation.operands
    where !decisions.pending.contains(where: { $0.name.text.hasPrefix(name) }) {
      throw .failure(.noInput, "nothing is pending whose name begins with '\(name)'")
    }
    return decisions.pending.filter { snapshot in
      causes.contains(snapshot.entry.causeName)
        || invocation.operands.contains { snapshot.name.text.hasPrefix($0) }
    }
  }

  static func decisions(_ invocation: Invocation) throws(Stop) -> Decisions {
    do { return try Decisions(ofStoreIn: SnapshotCommands.store(invocation)) } catch {
      throw Stop(error)
    }
  }

  // MARK: Pruning

  /// `atoll snapshot prune`.
  static func prune(_ invocation: Invocation) throws(Stop) {
    let isDry = invocation.has(SnapshotOptions.dryRun)
    if !isDry { try refuseUnattended("removed") }
    var decisions = try decisions(invocation)
    do {
      let names = try decisions.obsolete()
      if names.isEmpty {
        Console(invocation).say(
          .note,
          decisions.hasWholeRun
            ? "no reference is obsolete"
            : "no run of the whole suite is noted, and only that tells what is obsolete",
          advice: decisions.hasWholeRun
            ? nil
            : "run 'atoll snapshot verify\(SnapshotText.storeOption(decisions.folder))' without names"
        )
      }
      if !isDry {
        try decisions.remove(names)
        try decisions.sweep()
      }
      for name in names {
        try? Console(invocation).print("\(isDry ? "would go" : "removed")  \(name)\n")
      }
    } catch {
      throw Stop(error)
    }
  }

  // MARK: Showing

  /// `atoll snapshot show`.
  static func show(_ invocation: Invocation) throws(Stop) {
    let decisions = try decisions(invocation)
    let shown = decisions.pending.filter { snapshot in
      invocation.operands.isEmpty
        || invocation.operands.contains { snapshot.name.text.hasPrefix($0) }
    }
    guard let first = shown.first else {
      if invocation.operands.isEmpty { return }
      throw .failure(.noInput, "nothing of this name is pending", at: invocation.operands[0])
    }
    let destination = Destination(invocation.value(SnapshotOptions.output))
    switch invocation.value(SnapshotOptions.showFormat) ?? "text" {
    case "text":
      let text = shown.map { words($0, decisions) }.joined(separator: "\n")
      try destination.write(Array(text.utf8))
    case "json":
      try destination.write(Array(shown.map { $0.entry.json.text + "\n" }.joined().utf8))
    case let format:
      guard shown.count == 1 else {
        throw .failure(.usage, "these are \(shown.count) snapshots, and one file is written")
      }
      let sides = Sides(first, decisions)
      let bytes =
        format == "old" ? sides.old : format == "new" ? sides.new : sides.difference(.whole)
      guard let bytes else {
        throw .failure(
          .noInput, "what it was is not here",
          at: first.name.text, advice: "run 'atoll snapshot verify --against REF'")
      }
      try destination.write(bytes)
    }
  }

  /// Returns where a pending picture lies under a name that viewers know.
  static func picture(_ snapshot: Decisions.Pending, _ decisions: Decisions) -> String? {
    guard let hash = snapshot.entry.picture?.hash else { return nil }
    let path = PictureCache("\(decisions.folder)/\(RunRecord.folderName)").path(hash)
    return StoreFiles.stamp(of: path) == nil ? nil : path
  }

  /// Everything that is known about a snapshot, in words.
  static func words(_ snapshot: Decisions.Pending, _ decisions: Decisions) -> String {
    var text =
      "\(snapshot.entry.state.rawValue)  \(snapshot.name)  (cause \(snapshot.entry.causeName))\n"
    if !snapshot.entry.note.isEmpty { text += "  \(visible(snapshot.entry.note))\n" }
    for finding in snapshot.entry.findings where finding.kind != .line {
      text += "  \(visible(finding.description))\n"
    }
    if let path = picture(snapshot, decisions) { text += "  picture \(path)\n" }
    guard !snapshot.isPicture else { return text }
    let sides = Sides(snapshot, decisions)
    if let old = sides.old, let new = sides.new {
      let lines = LineDifference(from: old, to: new).text().split(separator: "\n")
      text += lines.map { "  \(visible(String($0)))\n" }.joined()
    }
    return text
  }
}

/// What a snapshot was and what it is, as files.
struct Sides {
  let old: [UInt8]?
  let new: [UInt8]?
  private let name: SnapshotName
  private var isPicture: Bool { name.isPicture }

  init(_ snapshot: Decisions.Pending, _ decisions: Decisions) {
    name = snapshot.name
    new = (try? StoreFiles.contents(of: decisions.pendingPath(of: snapshot.name))).flatMap { $0 }
    if name.isPicture {
      let cache = PictureCache("\(decisions.folder)/\(RunRecord.folderName)")
      old =
        decisions.reference(of: snapshot.name).flatMap { cache.picture($0.hash) }
        ?? cache.old(snapshot.name)
    } else {
      old = (try? StoreFiles.contents(of: "\(decisions.folder)/\(snapshot.name)")).flatMap { $0 }
    }
  }

  /// Returns the difference: of pictures as a picture, of texts as hunks.
  func difference(_ extent: LineDifference.Extent) -> [UInt8]? {
    guard let old, let new else { return nil }
    guard isPicture else {
      let text = LineDifference(from: old, to: new).text(extent)
      let head = extent == .whole ? "--- \(name)\n+++ \(name)\n" : ""
      return Array("\(head)\(text)".utf8)
    }
    guard let before = try? PNGReader.read(old), let after = try? PNGReader.read(new) else {
      return nil
    }
    return PNGWriter.write(Comparison.picture(of: before, after))
  }
}
