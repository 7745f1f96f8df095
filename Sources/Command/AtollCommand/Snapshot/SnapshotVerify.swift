import Bytes
import PictureTests
import Snapshots

/// The work of `atoll snapshot verify`.
enum SnapshotVerify {
  static func run(_ arguments: SnapshotArguments) throws {
    let console = Console(arguments.common)
    try arguments.checkPageFolderOptions()
    var run = try SuiteCommand.run(arguments)
    run.coversWholeSuite = run.coversWholePart
    if let shard = arguments.shard {
      run.coversWholeSuite = false
      // All snapshots of a case are in one shard, so that its page is rendered once.
      run.plan = run.plan.filter { $0.caseIndex % shard.count == shard.index }
      run.runName += "-\(shard.index + 1)-of-\(shard.count)"
    }
    run.baselineCommit = arguments.baselineCommit
    run.retakesAllScreenshots = arguments.retakesAllScreenshots
    run.requiresBrowser = arguments.requiresBrowser
    try arguments.results.check()
    try run.run()
    let names = Set(run.plan.map(\.name.text))
    let entries = run.record.entries.filter { names.contains($0.name) }
    let obsolete = run.coversWholePart ? try obsolete(run.store) : []
    let sharedReason = SnapshotText.sharedReason(entries)
    var failures = OutputFailures()
    try failures.collect {
      try console.print(
        arguments.writesJSON
          ? json(entries, obsolete: obsolete, uncoveredEdits: run.uncoveredEdits)
          : text(
            entries, obsolete: obsolete, uncoveredEdits: run.uncoveredEdits,
            knownReason: sharedReason))
    }
    if let sharedReason { console.say(.error, message: sharedReason) }
    console.say(.note, message: SnapshotText.summary(entries, obsolete: obsolete.count))
    for reason in SnapshotText.reasonsForSameResults(entries) {
      console.say(.note, message: reason)
    }
    if !run.uncoveredEdits.isEmpty {
      let edits = counted(run.uncoveredEdits.count, noun: "edit")
      console.say(
        .note, message: "\(edits) that no snapshot of this suite shows",
        advice: "add a case, a format, a state, a scheme, a width or a scale that shows each")
    }
    var results = VerifyResults(
      runName: run.runName, store: run.store, entries: entries, obsolete: obsolete,
      uncoveredEdits: run.uncoveredEdits)
    try failures.collect {
      results.screenshots = try ScreenshotFolder.write(entries, for: arguments)
    }
    try results.writeOutputs(for: arguments, on: console, recording: &failures)
    if let reason = run.fileFailure {
      failures.all.append(
        Failure(.inputOutput, message: "a file could not be read or written: \(reason)"))
    }
    try end(worst(of: entries, obsolete: obsolete), after: failures, of: run.store, on: console)
  }

  /// Prints the failures to write outputs, and ends the command with the worst exit code.
  private static func end(
    _ code: ExitCode?, after failures: OutputFailures, of store: String, on console: Console
  ) throws {
    if let failure = failures.all.last, code != .failure, code != .corrupt {
      for other in failures.all.dropLast() { console.say(other) }
      throw failure
    }
    for failure in failures.all { console.say(failure) }
    guard let code else { return }
    console.say(.error, message: SnapshotText.advice(code, store: store))
    throw CommandEnding.silent(code)
  }

  /// Deletes obsolete pending output, and returns the obsolete references.
  private static func obsolete(_ store: String) throws -> [SnapshotName] {
    var pendingSnapshots = try PendingSnapshots(ofStoreIn: store)
    try pendingSnapshots.rejectObsoleteOutput()
    return try pendingSnapshots.obsoleteReferences()
  }

  private static func text(
    _ entries: [RunRecord.Entry], obsolete: [SnapshotName], uncoveredEdits: [Finding],
    knownReason: String?
  ) -> String {
    entries.filter { !$0.state.isSettled }
      .map { SnapshotText.line($0, knownReason: knownReason) }.joined()
      + obsolete.map { SnapshotText.line(state: "obsolete", rest: "\($0)") }.joined()
      + uncoveredEdits.map {
        SnapshotText.line(state: "unseen", rest: escapingInvisibles($0.description))
      }.joined()
  }

  private static func json(
    _ entries: [RunRecord.Entry], obsolete: [SnapshotName], uncoveredEdits: [Finding]
  ) -> String {
    let lines =
      entries.map(\.json.serialized)
      + obsolete.map {
        JSONValue(sorted: ["name": .string("\($0)"), "state": "obsolete"]).serialized
      }
      + uncoveredEdits.map {
        JSONValue(sorted: ["state": "unseen", "finding": $0.json]).serialized
      }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Returns the exit code for the worst result; `nil` if nothing changed.
  private static func worst(of entries: [RunRecord.Entry], obsolete: [SnapshotName]) -> ExitCode? {
    let states = Set(entries.map(\.state))
    if states.contains(.changed) || states.contains(.refused) { return .failure }
    if states.contains(.corrupt) { return .corrupt }
    if states.contains(.failed) || states.contains(.otherEngine) { return .environment }
    if states.contains(.missing) { return .missing }
    return obsolete.isEmpty ? nil : .obsolete
  }
}
