import Bytes
import OperatingSystem
import Store
import Hashing

/// `atoll store`.
enum StoreCommands {
  static func run(_ invocation: Invocation) throws(Stop) {
    let folder = StoreFolder(invocation.operands.first ?? "")
    switch invocation.path.last {
    case "list": try list(folder, invocation)
    case "verify": try verify(folder, invocation)
    case "diff": try diff(folder, invocation)
    case "get": try get(folder, invocation)
    case "publish": try publish(folder, invocation)
    case "abandon": try abandon(folder, invocation)
    case "rollback": try rollback(folder, invocation)
    case "sweep": try sweep(folder, invocation)
    case let name: throw .failure(.internalError, "no command 'store \(name ?? "")'")
    }
  }

  /// The runs of a store, which has to have one.
  private static func history(
    _ folder: StoreFolder, _ invocation: Invocation
  ) throws(Stop) -> StoreHistory {
    let history = try told { () throws(StoreError) in try folder.history() }
    guard let current = history.current else {
      let isEmpty = try told { () throws(StoreError) in
        try folder.listedRuns(of: history, others: true).isEmpty
      }
      throw .failure(
        .noInput, "there is no store here, or it has no current run", at: folder.path,
        advice: isEmpty
          ? "atoll batch --store makes one"
          : "make one of atoll store list --all the current one: atoll store rollback --run RUN")
    }
    if history.isRestored {
      Console(invocation).say(
        .warning, "CURRENT is gone or damaged; its copy in change.json is used", at: folder.path,
        advice: "write it anew: atoll store rollback --run \(current.text.prefix(12))")
    }
    return history
  }

  /// Runs a body and says in words what is wrong with the store.
  private static func told<Value: ~Copyable>(
    _ body: () throws(StoreError) -> Value
  ) throws(Stop) -> Value {
    do { return try body() } catch { throw Stop(error) }
  }

  /// The run that an option names, or the current one.
  private static func chosen(
    _ folder: StoreFolder, _ invocation: Invocation, _ option: OptionDescription
  ) throws(Stop) -> ContentHash? {
    try told { () throws(StoreError) in
      if let name = invocation.value(option) { return try folder.run(named: name) }
      return nil
    }
  }

  private static func current(
    _ folder: StoreFolder, _ invocation: Invocation
  ) throws(Stop) -> ContentHash {
    if let run = try chosen(folder, invocation, StoreOptions.run) { return run }
    guard let run = try history(folder, invocation).current else {
      throw .failure(.noInput, "the store has no run")
    }
    return run
  }

  // MARK: The commands

  private static func list(_ folder: StoreFolder, _ invocation: Invocation) throws(Stop) {
    let showsAll = invocation.has(StoreOptions.allManifests)
    let history =
      showsAll
      ? (try? folder.history()) ?? StoreHistory() : try history(folder, invocation)
    let runs = try told { () throws(StoreError) in
      try folder.listedRuns(of: history, others: showsAll)
    }
    var lines = ""
    var faults = 0
    for run in runs {
      let facts: RunFacts
      do {
        facts = .totals(try folder.totals(of: run.name))
      } catch {
        faults += 1
        facts = .fault(error.message)
      }
      lines += invocation.has(StoreOptions.json) ? json(run, facts) : line(run, facts)
    }
    try Console(invocation).print(lines)
    if faults > 0 {
      throw .failure(
        .corrupt, "\(faults) of \(runs.count) manifests cannot be read", at: folder.path,
        advice: "go to another run: atoll store rollback --run RUN")
    }
  }

  /// All that a manifest tells of a run, or why it cannot be read.
  private enum RunFacts {
    case totals(ManifestReader.Totals)
    case fault(String)
  }

  private static func line(_ run: ListedRun, _ facts: RunFacts) -> String {
    let (mark, note) =
      switch run.state {
      case .current: ("*", "")
      case .before: (" ", "")
      case .left: (" ", "  rolled back")
      case .other: (" ", "  not in CURRENT")
      }
    let name = "\(mark) \(run.name.text.prefix(12))  "
    switch facts {
    case .totals(let totals):
      return
        "\(name)\(grouped(totals.stories)) stories  \(grouped(totals.bytes)) bytes\(note)\n"
    case .fault(let message): return "\(name)\(message)\(note)\n"
    }
  }

  private static func json(_ run: ListedRun, _ facts: RunFacts) -> String {
    let isCurrent = run.state == .current
    var line = OutputBuffer()
    line.append("{\"run\":")
    line.append(jsonString: run.name.text)
    line.append(isCurrent ? ",\"current\":true" : ",\"current\":false")
    line.append(",\"state\":")
    line.append(jsonString: run.state.rawValue)
    switch facts {
    case .totals(let totals):
      line.append(",\"stories\":")
      line.append(decimal: totals.stories)
      line.append(",\"bytes\":")
      line.append(decimal: totals.bytes)
    case .fault(let message):
      line.append(",\"error\":")
      line.append(jsonString: message)
    }
    line.append("}\n")
    return String(decoding: line.bytes(), as: UTF8.self)
  }

  private static func verify(_ folder: StoreFolder, _ invocation: Invocation) throws(Stop) {
    let removes = invocation.has(StoreOptions.removeFaulty)
    var runs = [try current(folder, invocation)]
    if invocation.has(StoreOptions.all) {
      let history = try history(folder, invocation)
      runs = history.runs + history.left
    }
    // Else a run could put whole files in the place of those that are to be removed.
    var lock: FileLock?
    if removes { lock = try told { () throws(StoreError) in try folder.locked() } }
    let console = Console(invocation)
    var progress = Progress(invocation, isQuiet: false, sharesTerminal: false)
    var faults = 0
    var manifestFaults = 0
    var files: Set<String> = []
    var lines = ""
    for run in runs {
      do {
        let totals = try folder.verify(run) { totals in
          progress.tell(
            Progress.Step(name: "verifying", done: totals.stories, total: nil, unit: "stories"))
        } fault: { fault in
          faults += 1
          files.insert(fault.path)
          let key = visible(String(decoding: fault.key, as: UTF8.self))
          console.say(.error, "the output of '\(key)': \(fault.message)", at: fault.path)
        }
        lines +=
          "\(run.text.prefix(12))  \(grouped(totals.stories)) stories  \(grouped(totals.bytes)) bytes\n"
      } catch {
        guard error.kind == .corrupt, runs.count > 1 else { throw Stop(error) }
        manifestFaults += 1
        console.say(.error, error.message, at: error.path, advice: error.advice)
      }
    }
    progress.finish()
    if removes { try told { () throws(StoreError) in try folder.remove(files) } }
    _ = consume lock
    if faults + manifestFaults > 0 {
      let manifests = manifestFaults > 0 ? " and \(manifestFaults) manifests" : ""
      throw .failure(
        .corrupt, "\(grouped(faults)) outputs\(manifests) are not what was stored", at: folder.path,
        advice: removes
          ? "what was damaged is removed; the next atoll batch --store draws it again"
          : "remove what is damaged with --remove; the next atoll batch --store draws it again")
    }
    try console.print(lines)
  }

  private static func diff(_ folder: StoreFolder, _ invocation: Invocation) throws(Stop) {
    let new = try current(folder, invocation)
    let named = try chosen(folder, invocation, StoreOptions.from)
    let old: ContentHash?
    if let named { old = named } else { old = try history(folder, invocation).runBefore(new) }
    let isPurge = invocation.has(StoreOptions.purge)
    let address = invocation.value(StoreOptions.purge)
    var text: [UInt8] = []
    var failure: SystemError?
    try told { () throws(StoreError) in
      try folder.difference(from: old, to: new) { change, key in
        if isPurge {
          text += purged(key, in: address)
        } else if invocation.has(StoreOptions.json) {
          text += "{\"change\":\"\(change.rawValue)\",\"key\":\"".utf8 + key + "\"}".utf8
        } else {
          text += "\(change.mark) \(visible(String(decoding: key, as: UTF8.self)))".utf8
        }
        text.append(0x0A)
        if text.count > 1 << 16 { failure = failure ?? leave(&text) }
      }
    }
    failure = failure ?? leave(&text)
    if let failure { throw .writing(failure, to: "standard output") }
  }

  private static func leave(_ text: inout [UInt8]) -> SystemError? {
    defer { text.removeAll(keepingCapacity: true) }
    do throws(SystemError) {
      try writeAll(text, to: 1)
      return nil
    } catch {
      return error
    }
  }

  /// A key by itself, as it stands in JSON; or in an address, as it is.
  private static func purged(_ key: [UInt8], in address: String?) -> [UInt8] {
    guard let address else { return key }
    var escaped = OutputBuffer(capacity: key.count * 3 + 64)
    for byte in ManifestEntry.text(ofKey: key[...]) {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: escaped.append(byte)
      case _:
        escaped.append("%")
        escaped.append(hexadecimal: [byte])
      }
    }
    let text = String(decoding: escaped.bytes(), as: UTF8.self)
    return Array(address.replacing("{key}", with: text).utf8)
  }

  private static func get(_ folder: StoreFolder, _ invocation: Invocation) throws(Stop) {
    let run = try current(folder, invocation)
    let key = invocation.operands.last ?? ""
    let destination = Destination(invocation.value(OutputOptions.output))
    try destination.check()
    var bytes: [UInt8] = []
    let isThere = try told { () throws(StoreError) in
      try folder.output(of: key, in: run) { bytes += $0 }
    }
    if !isThere { throw .failure(.noInput, "the run has no story '\(key)'", at: folder.path) }
    try destination.write(bytes)
  }

  private static func publish(_ folder: StoreFolder, _ invocation: Invocation) throws(Stop) {
    let outcome = try told { () throws(StoreError) in
      try folder.publishParts(invocation.publishingRules)
    }
    let console = Console(invocation)
    try console.print(
      "\(outcome.run.text.prefix(12)) is the current run, \(grouped(outcome.totals.stories)) stories, "
        + "\(grouped(outcome.removed ?? 0)) removed\n")
    console.warn(of: outcome)
  }

  private static func abandon(_ folder: StoreFolder, _ invocation: Invocation) throws(Stop) {
    let count = try told { () throws(StoreError) in
      try folder.abandonParts(of: invocation.count(StoreOptions.of))
    }
    try Console(invocation).print("\(grouped(count)) \(count == 1 ? "part" : "parts") given up\n")
  }

  private static func rollback(_ folder: StoreFolder, _ invocation: Invocation) throws(Stop) {
    let target = try chosen(folder, invocation, StoreOptions.run)
    if target == nil { _ = try history(folder, invocation) }
    let history = try told { () throws(StoreError) in try folder.rollBack(to: target) }
    let run = history.current?.text.prefix(12) ?? ""
    let left = history.replaced.map { ", in place of \($0.text.prefix(12))" } ?? ""
    try Console(invocation).print("\(run) is the current run\(left)\n")
  }

  private static func sweep(_ folder: StoreFolder, _ invocation: Invocation) throws(Stop) {
    let isDry = invocation.has(StoreOptions.dryRun)
    let swept = try told { () throws(StoreError) in
      try folder.sweep(keeping: invocation.count(StoreOptions.keep) ?? 3, isDry: isDry)
    }
    try Console(invocation).print(
      "\(grouped(swept.runs)) runs, \(grouped(swept.files)) files, \(grouped(swept.bytes)) bytes "
        + "\(isDry ? "would be removed" : "removed")\n")
  }
}

extension StoryChange {
  /// The sign that stands before a key.
  fileprivate var mark: String {
    switch self {
    case .added: "+"
    case .changed: "~"
    case .removed: "-"
    }
  }
}

extension Stop {
  /// What is wrong with a store, with an exit code that tells whether to try again.
  init(_ error: StoreError) {
    let code: ExitCode =
      switch error.kind {
      case .system(let reason): ExitCode(reading: reason)
      case .unmade(let reason): ExitCode(creating: reason)
      case .corrupt: .corrupt
      case .inUse, .incomplete: .temporary
      case .missing: .noInput
      case .emptied: .badInput
      case .failed: .failure
      case .heldBack: .heldBack
      case .unclear: .usage
      }
    self = .failure(code, error.message, at: error.path, advice: error.advice)
  }
}
