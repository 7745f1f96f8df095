import AtollBytes
import AtollOperatingSystem
import AtollPictureTests
import AtollSnapshots

enum SnapshotVerify {
  static func run(_ arguments: SnapshotArguments) throws {
    let console = Console(arguments.common)
    try arguments.checkPageFolderOptions()
    let run = try finishedRun(for: arguments, on: console)
    let names = Set(run.plan.map(\.name.text))
    let entries = run.record.entries.filter { names.contains($0.name) }
    var results = VerifyResults(
      runName: run.runName, storeFolder: run.storeFolder, entries: entries,
      obsoleteReferences: run.coversWholeShard
        ? try obsoleteReferences(inStore: run.storeFolder) : [],
      unseenEdits: run.unseenEdits)
    let sharedReason = SnapshotText.sharedReason(entries)
    var failures = OutputFailures()
    try failures.collect {
      try console.print(
        arguments.writesJSON ? results.json : results.text(knownReason: sharedReason))
    }
    sayProblems(of: run, on: console)
    if let sharedReason { console.say(.error, message: sharedReason) }
    console.note(results.headline)
    for reason in SnapshotText.reasonsForSameResults(entries) {
      console.note(reason)
    }
    if !run.unseenEdits.isEmpty {
      let edits = counted(run.unseenEdits.count, noun: "edit")
      console.note(
        "\(edits) that no snapshot of this suite shows",
        advice: "add a case, a format, a state, a scheme, a width or a scale that shows each")
    }
    try failures.collect {
      results.screenshotFolder = try ScreenshotFolder.write(entries, for: arguments)
    }
    try results.writeOutputs(for: arguments, on: console, recording: &failures)
    if let reason = run.fileFailure {
      failures.all.append(
        Failure(.inputOutput, message: "a file could not be read or written: \(reason)"))
    }
    try end(with: results, after: failures, for: arguments, on: console)
  }

  /// Runs the suite; if nothing can be checked, the result files say so.
  private static func finishedRun(
    for arguments: SnapshotArguments, on console: Console
  ) throws -> SuiteRun {
    let result = Result {
      var run = try checkedRun(for: arguments)
      writeGitIgnore(inNewStore: run.storeFolder)
      try run.run()
      return run
    }
    if case .failure(let error) = result {
      try writeResults(of: Failure(error), for: arguments, on: console)
    }
    return try result.get()
  }

  /// Writes the results of a run in which nothing was checked, unless the command line is wrong.
  private static func writeResults(
    of failure: Failure, for arguments: SnapshotArguments, on console: Console
  ) throws {
    let suite = [arguments.suitePath].compactMap(\.self)
    let inputs = SnapshotInputs.paths(ofStoreIn: arguments.storeFolder) + suite
    guard failure.kind != .commandLine, failure.kind != .usage, failure.kind != .cannotCreate,
      (try? arguments.results.checkDoNotReplace(inputs, ofKind: .ofSuite, for: [])) != nil
    else { return }
    var failures = OutputFailures()
    try VerifyResults(failure: failure, for: arguments).writeOutputs(
      for: arguments, on: console, recording: &failures)
    for other in failures.all { console.say(other) }
  }

  /// Returns the run that the command line asks for; its results replace none of its inputs.
  private static func checkedRun(for arguments: SnapshotArguments) throws -> SuiteRun {
    var run = try SuiteCommand.suiteRun(for: arguments)
    run.coversWholeSuite = run.coversWholeShard
    if let shard = arguments.shard {
      run.coversWholeSuite = false
      // All snapshots of a case are in one shard, so that its page is rendered once.
      run.plan = run.plan.filter { $0.caseIndex % shard.count == shard.index }
      run.runName += "-\(shard.index + 1)-of-\(shard.count)"
    }
    run.baselineCommit = arguments.baselineCommit
    run.retakesAllScreenshots = arguments.retakesAllScreenshots
    run.requiresBrowser = arguments.requiresBrowser
    try arguments.results.checkDoNotReplace(
      SnapshotInputs.paths(of: run),
      ofKind: arguments.pagesFolder == nil ? .ofSuite : .pages, for: run.plan)
    return run
  }

  /// Writes a `.gitignore` for pending output if the store does not exist yet.
  ///
  /// An error is ignored here: the run then fails when it writes its other files.
  private static func writeGitIgnore(inNewStore store: String) {
    guard (try? FileMetadata(of: store)) == nil else { return }
    try? StoreFiles.replace("\(store)/.gitignore", with: SnapshotInit.gitIgnore)
  }

  private static func sayProblems(of run: SuiteRun, on console: Console) {
    for story in run.storyProblems { console.say(story.diagnostics, in: story.input) }
    for file in run.missingFiles.prefix(maximumMissingFileCount) {
      let pages = counted(file.pages.count, noun: "page")
      console.warn(
        "there is no such file, and \(pages) \(file.pages.count == 1 ? "loads" : "load") it: "
          + shownPath(file.pages[0]), at: shownPath(file.path))
    }
    let omittedCount = run.missingFiles.count - maximumMissingFileCount
    if omittedCount > 0 {
      console.warn("\(omittedCount) more files that pages load are missing")
    }
  }

  private static let maximumMissingFileCount = 10

  /// Prints the errors from writing the outputs, and ends the command with the worst exit code.
  private static func end(
    with results: VerifyResults, after failures: OutputFailures,
    for arguments: SnapshotArguments, on console: Console
  ) throws {
    let code = results.worstExitCode
    if let failure = failures.all.last, code != .failure, code != .corrupt {
      for other in failures.all.dropLast() { console.say(other) }
      throw failure
    }
    for failure in failures.all { console.say(failure) }
    guard let code else { return }
    console.say(
      .error,
      message: SnapshotText.finalMessage(
        for: code, store: arguments.storeFolder, requiresBrowser: arguments.requiresBrowser,
        hasPendingOutput: results.entries.contains(where: \.state.isPending)))
    throw CommandEnding.silent(code)
  }

  /// Deletes obsolete pending output, and returns the obsolete references.
  private static func obsoleteReferences(inStore store: String) throws -> [SnapshotName] {
    var pendingSnapshots = try PendingSnapshots(ofStoreIn: store)
    try pendingSnapshots.rejectObsoleteOutput()
    return try pendingSnapshots.obsoleteReferenceNames()
  }
}

extension VerifyResults {
  /// Returns a line for each unsettled snapshot, each obsolete reference and each uncovered edit.
  fileprivate func text(knownReason: String?) -> String {
    entries.filter { !$0.state.isSettled }
      .map { SnapshotText.line($0, knownReason: knownReason) }.joined()
      + obsoleteReferences.map { SnapshotText.line(state: "obsolete", rest: "\($0)") }.joined()
      + unseenEdits.map {
        SnapshotText.line(state: "unseen", rest: escapingInvisibles($0.description))
      }.joined()
  }

  fileprivate var json: String {
    let lines =
      entries.map(\.json.serialized)
      + obsoleteReferences.map {
        JSONValue(sorted: ["name": .string("\($0)"), "state": "obsolete"]).serialized
      }
      + unseenEdits.map {
        JSONValue(sorted: ["state": "unseen", "finding": $0.json]).serialized
      }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The exit code for the worst result; `nil` if nothing changed.
  fileprivate var worstExitCode: ExitCode? {
    let states = Set(entries.map(\.state))
    let refusesOutput = entries.contains { $0.state == .refused && !$0.isMisconfigured }
    if states.contains(.changed) || refusesOutput { return .failure }
    if states.contains(.refused) { return .configuration }
    if states.contains(.corrupt) { return .corrupt }
    if states.contains(.failed) || states.contains(.otherEngine) { return .environment }
    if states.contains(.missing) { return .missing }
    return obsoleteReferences.isEmpty ? nil : .obsolete
  }
}
