import AtollArguments
import AtollBytes
import AtollOperatingSystem
import AtollPageShots
import AtollPictureTests
import AtollSnapshots

/// The non-interactive commands for deciding about snapshots: `list`, `accept`,
/// `reject` and `prune`.
enum SnapshotDecisionCommands {
  static func list(_ arguments: SnapshotArguments) throws {
    let pendingSnapshots = try PendingSnapshots.inExistingStore(arguments.storeFolder)
    let isJSON = arguments.writesJSON
    var text = ""
    if arguments.includesAll {
      for name in try pendingSnapshots.referenceNames() {
        text += isJSON ? JSONValue(sorted: ["name": .string("\(name)")]).serialized : "\(name)"
        text += "\n"
      }
    } else if isJSON {
      text = pendingSnapshots.all.map { $0.entry.json.serialized + "\n" }.joined()
    } else {
      for group in PendingGroup.all(of: pendingSnapshots.all) {
        text += "\(group.name)  \(escapingInvisibles(group.headline))\n"
        for snapshot in group.snapshots { text += "  \(snapshot.name)\n" }
      }
    }
    let console = Console(arguments.common)
    try console.print(text)
    if !arguments.includesAll { pendingSnapshots.warnAboutEditedSources(on: console) }
  }

  /// Runs `atoll snapshot accept` or `atoll snapshot reject`.
  static func decide(_ arguments: SnapshotArguments, accepts: Bool) throws {
    if accepts { try throwIfInCI(nothingCanBe: "accepted") }
    var pendingSnapshots = try PendingSnapshots.inExistingStore(arguments.storeFolder)
    var chosen = try chosenSnapshots(by: arguments, in: pendingSnapshots)
    let console = Console(arguments.common)
    var waiting = 0
    var refusals: [SnapshotError] = []
    if accepts {
      try pendingSnapshots.throwIfRunIsUnfinished(of: chosen)
      pendingSnapshots.warnAboutEditedSources(on: console)
      let complete = Set(try pendingSnapshots.accept(causes: Set(arguments.causes)))
      let all = chosen
      chosen = all.filter {
        complete.contains($0) || isChosenRegardlessOfCause($0, by: arguments)
      }
      waiting = all.count - chosen.count
      refusals = try accept(chosen, in: &pendingSnapshots)
    } else {
      try pendingSnapshots.reject(chosen)
    }
    let word = accepts ? "accepted" : "rejected"
    let refused = Set(refusals.map(\.path))
    let done = chosen.filter { !refused.contains(pendingSnapshots.pendingPath(of: $0.name)) }
    if !console.isQuiet { try console.print(done.map { "\(word)  \($0.name)\n" }.joined()) }
    for refusal in refusals { console.warn(refusal.message, at: refusal.path) }
    console.note("\(done.count) \(word), \(pendingSnapshots.all.count) left")
    if waiting > 0 {
      console.note(
        "\(counted(waiting, noun: "snapshot")) with other causes too, which wait for a decision")
    }
    if !refusals.isEmpty {
      throw Failure(
        refusals.contains(where: \.isDamage) ? .corrupt : .other,
        message: "\(refusals.count) of \(chosen.count) cannot be references and were skipped")
    }
  }

  /// Accepts snapshots, and returns an error for each that cannot be a reference.
  ///
  /// When the store gets its first pictures, the fonts are recorded.
  static func accept(
    _ chosen: [PendingSnapshots.Snapshot], in pendingSnapshots: inout PendingSnapshots
  ) throws -> [SnapshotError] {
    let refusals = try pendingSnapshots.accept(chosen)
    let refused = Set(refusals.map(\.path))
    let hasScreenshots = chosen.contains {
      $0.isScreenshot && !refused.contains(pendingSnapshots.pendingPath(of: $0.name))
    }
    if hasScreenshots { try FontSet.recordIfMissing(inStore: pendingSnapshots.folder) }
    return refusals
  }

  /// Throws an error in CI, because a person must look at what is accepted or removed.
  ///
  /// `word` completes the message: `accepted`.
  static func throwIfInCI(nothingCanBe word: String) throws {
    guard Environment.ofProcess.isInCI else { return }
    throw Failure(
      .other,
      message:
        "nothing can be \(word) in CI (the variable CI is set), because nobody has looked at it",
      advice: "download the pending files of the run, and decide on your own machine")
  }

  private static func chosenSnapshots(
    by arguments: SnapshotArguments, in pendingSnapshots: PendingSnapshots
  ) throws -> [PendingSnapshots.Snapshot] {
    let causes = arguments.causes
    if arguments.includesAll {
      guard causes.isEmpty, arguments.names.isEmpty else {
        throw Failure(
          commandLine: "--all is for all pending snapshots, and some are named",
          advice: "leave one of them out")
      }
      return pendingSnapshots.all
    }
    guard !causes.isEmpty || !arguments.names.isEmpty else {
      throw Failure(
        commandLine: "no snapshot is named",
        advice: "name snapshots or a --cause from 'atoll snapshot list', or give --all")
    }
    let known = Set(pendingSnapshots.all.flatMap { $0.entry.causes.map(\.name) })
    for cause in causes where !known.contains(cause) {
      throw Failure(.noInput, message: "no pending snapshot has the cause '\(cause)'")
    }
    for name in arguments.names
    where !pendingSnapshots.all.contains(where: { $0.name.text.hasPrefix(name) }) {
      throw Failure(.noInput, message: "no pending snapshot's name begins with '\(name)'")
    }
    return pendingSnapshots.all.filter { snapshot in
      snapshot.entry.causes.contains { causes.contains($0.name) }
        || isChosenRegardlessOfCause(snapshot, by: arguments)
    }
  }

  /// Returns whether a snapshot is chosen by its name or by `--all`.
  private static func isChosenRegardlessOfCause(
    _ snapshot: PendingSnapshots.Snapshot, by arguments: SnapshotArguments
  ) -> Bool {
    arguments.includesAll || arguments.names.contains { snapshot.name.text.hasPrefix($0) }
  }

  static func prune(_ arguments: SnapshotArguments) throws {
    let isDryRun = arguments.isDryRun
    if !isDryRun { try throwIfInCI(nothingCanBe: "removed") }
    var pendingSnapshots = try PendingSnapshots.inExistingStore(arguments.storeFolder)
    if let suite = pendingSnapshots.editedSuitePath {
      let option = SnapshotText.storeOption(pendingSnapshots.folder)
      throw Failure(
        .other, message: "the suite has changed since the last run of all of it",
        at: shownPath(suite), advice: "run 'atoll snapshot verify\(option)' first")
    }
    let names = try pendingSnapshots.obsoleteReferenceNames()
    if !isDryRun {
      try pendingSnapshots.removeReferences(names)
      try pendingSnapshots.pruneCache()
    }
    let console = Console(arguments.common)
    if names.isEmpty {
      let option = SnapshotText.storeOption(pendingSnapshots.folder)
      console.note(
        pendingSnapshots.coversWholeSuite
          ? "no reference is obsolete"
          : "no run of the whole suite is recorded, and only such a run shows what is obsolete",
        advice: pendingSnapshots.coversWholeSuite
          ? nil : "run 'atoll snapshot verify\(option)' without names")
    }
    for name in names {
      try? console.print("\(isDryRun ? "would be removed" : "removed")  \(name)\n")
    }
  }
}
