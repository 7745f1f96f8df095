import Bytes
import OperatingSystem
import PageShots
import Snapshots

/// `atoll snapshot`.
enum SnapshotCommands {
  static func run(_ invocation: Invocation) throws(Stop) {
    switch invocation.path.last {
    case "init": try SnapshotInit.run(invocation)
    case "verify": try verify(invocation)
    case "list": try SnapshotDeciding.list(invocation)
    case "show": try SnapshotDeciding.show(invocation)
    case "review": try SnapshotReview.run(invocation)
    case "accept": try SnapshotDeciding.decide(invocation, accepts: true)
    case "reject": try SnapshotDeciding.decide(invocation, accepts: false)
    case "prune": try SnapshotDeciding.prune(invocation)
    case "report": try SnapshotReport.write(invocation)
    case "doctor": try SnapshotDoctor.run(invocation)
    case "mutate": try SnapshotMutate.run(invocation)
    case let name: throw .failure(.internalError, "no command 'snapshot \(name ?? "")'")
    }
  }

  static func store(_ invocation: Invocation) -> String {
    invocation.value(SnapshotOptions.store) ?? SnapshotOptions.usualStore
  }

  /// Whether nobody is here to look at anything.
  static var isUnattended: Bool {
    Environment.ofProcess[.ci].map { $0 != "0" && $0 != "false" } ?? false
  }

  // MARK: Verifying

  private static func verify(_ invocation: Invocation) throws(Stop) {
    let console = Console(invocation)
    var run = try suiteRun(invocation)
    run.isWhole = run.isComplete
    if let part = try shard(invocation) {
      run.isWhole = false
      // Every case is drawn in one part, so that its page is made once.
      run.plan = run.plan.filter { $0.caseIndex % part.count == part.index }
      run.part += "-\(part.index + 1)-of-\(part.count)"
    }
    run.commit = invocation.value(SnapshotOptions.against)
    run.jobs = jobs(invocation)
    run.isFresh = invocation.has(SnapshotOptions.fresh)
    run.requiresBrowser = invocation.has(SnapshotOptions.requireBrowser, default: isUnattended)
    try run.run()
    let names = Set(run.plan.map(\.name.text))
    let entries = run.entries.filter { names.contains($0.name) }
    let obsolete = run.isComplete ? try obsolete(run.store) : []
    var lines = ""
    for entry in entries where invocation.has(SnapshotOptions.json) {
      lines += entry.json.text + "\n"
    }
    for entry in entries where !invocation.has(SnapshotOptions.json) && !entry.state.isSettled {
      lines += SnapshotText.line(entry)
    }
    for name in obsolete {
      lines +=
        invocation.has(SnapshotOptions.json)
        ? "{\"name\":\"\(name)\",\"state\":\"obsolete\"}\n" : "obsolete     \(name)\n"
    }
    for edit in run.unseen {
      lines +=
        invocation.has(SnapshotOptions.json)
        ? JSONTree.object(["state": "unseen", "finding": edit.json]).text + "\n"
        : SnapshotText.line(unseen: edit)
    }
    try console.print(lines)
    console.say(.note, SnapshotText.summary(entries, obsolete: obsolete.count))
    for proof in SnapshotText.proofs(entries) { console.say(.note, proof) }
    if !run.unseen.isEmpty {
      console.say(
        .note, SnapshotText.unseenSummary(run.unseen.count),
        advice: "add a case, a state, a scheme, a width or a scale that shows each")
    }
    try finish(entries, obsolete, run, console)
  }

  private static func obsolete(_ store: String) throws(Stop) -> [SnapshotName] {
    do { return try Decisions(ofStoreIn: store).obsolete() } catch { throw Stop(error) }
  }

  /// Ends with what is worst.
  private static func finish(
    _ entries: [RunRecord.Entry], _ obsolete: [SnapshotName], _ run: SuiteRun, _ console: Console
  ) throws(Stop) {
    let states = Set(entries.map(\.state))
    let code: ExitCode
    if let failure = run.fileFailure {
      throw .failure(.inputOutput, "not every picture could be taken: \(failure)")
    } else if states.contains(.corrupt) {
      code = .corrupt
    } else if states.contains(.changed) || states.contains(.refused) {
      code = .failure
    } else if states.contains(.failed) || states.contains(.environment) {
      code = .environment
    } else if states.contains(.missing) {
      code = .missing
    } else if !obsolete.isEmpty {
      code = .obsolete
    } else {
      return
    }
    throw .failure(code, SnapshotText.advice(code, store: run.store))
  }

  /// How many browsers draw at a time.
  static func jobs(_ invocation: Invocation) -> Int {
    invocation.count(SnapshotOptions.jobs)
      ?? max(1, min(4, processorCount))
  }

  // MARK: Suites

  /// What a command line asks to be looked at.
  static func suiteRun(_ invocation: Invocation) throws(Stop) -> SuiteRun {
    let store = store(invocation)
    var run: SuiteRun
    if let folder = invocation.value(SnapshotOptions.html) {
      run = SuiteRun(
        store: store, suite: try PageFolder.suite(of: folder, invocation),
        root: absolutePath(folder))
      run.part = "html"
    } else {
      let path = invocation.value(SnapshotOptions.suite) ?? "\(store)/\(Suite.fileName)"
      let suite: Suite
      do {
        guard let text = try StoreFiles.contents(of: path) else {
          throw Stop.failure(
            .noInput, "there is no suite here", at: path,
            advice: """
              write one with 'atoll snapshot init\(SnapshotText.storeOption(store))', or name a \
              folder of pages: --html DIR
              """)
        }
        suite = try Suite(text, named: path)
      } catch let stop as Stop {
        throw stop
      } catch let error as SnapshotError {
        throw .failure(.badInput, error.message, at: error.path)
      } catch {
        throw .failure(.internalError, "\(error)")
      }
      // Paths in a suite begin where the folder of its file is.
      run = SuiteRun(
        store: store, suite: suite, root: absolutePath("\(folderOfFile(path))/.."))
      run.part = suite.id
    }
    try choose(invocation, &run)
    return run
  }

  /// Leaves in the plan what the command line names.
  private static func choose(_ invocation: Invocation, _ run: inout SuiteRun) throws(Stop) {
    do { run.plan = try run.suite.plan() } catch {
      throw .failure(.badInput, error.message, at: error.path)
    }
    if !invocation.operands.isEmpty {
      for name in invocation.operands
      where !run.plan.contains(where: { $0.name.text.hasPrefix(name) }) {
        throw .failure(
          .noInput, "no snapshot's name begins with '\(name)'",
          advice: nearest(to: name, among: run.plan.map(\.name.text).filter { $0 != name }).map {
            "did you mean '\($0)'?"
          })
      }
      run.plan = run.plan.filter { snapshot in
        invocation.operands.contains { snapshot.name.text.hasPrefix($0) }
      }
      run.isComplete = false
    }
  }

  /// The part that the command line asks for, counted from 0, and how many there are.
  static func shard(_ invocation: Invocation) throws(Stop) -> (index: Int, count: Int)? {
    guard let shard = invocation.value(SnapshotOptions.shard) else { return nil }
    let numbers = shard.split(separator: "/").compactMap { Int($0) }
    guard numbers.count == 2, (1...1000).contains(numbers[1]), (1...numbers[1]).contains(numbers[0])
    else {
      throw .usage(
        UsageError(
          invocation.path, "wrong value '\(shard)' for option '--shard'",
          advice: "give a part and how many there are, such as 1/4"))
    }
    return (numbers[0] - 1, numbers[1])
  }
}
