import Bytes
import OperatingSystem
import Store
import Hashing

/// The work of `atoll store`.
enum StoreCommands {
  /// Returns the runs of a store and the current one, which it must have.
  private static func history(
    of folder: StoreFolder, _ common: CommonArguments
  ) throws(CommandError) -> (history: StoreHistory, current: ContentHash) {
    let history = try wrapped { () throws(StoreError) in try folder.history() }
    guard let current = history.current else {
      let isEmpty = try wrapped { () throws(StoreError) in
        try folder.listedRuns(of: history, others: true).isEmpty
      }
      throw .failure(
        .noInput, "there is no store here, or it has no current run", at: folder.path,
        advice: isEmpty
          ? "atoll batch --store creates one"
          : "make a run of atoll store list --all the current one: atoll store rollback --run RUN")
    }
    if history.isRestored {
      Console(common).say(
        .warning, "CURRENT is missing or damaged; its copy in change.json is used", at: folder.path,
        advice: "write it again: atoll store rollback --run \(current.text.prefix(12))")
    }
    return (history, current)
  }

  /// Runs a body whose errors become those of the command.
  static func wrapped<Value: ~Copyable>(
    _ body: () throws(StoreError) -> Value
  ) throws(CommandError) -> Value {
    do { return try body() } catch { throw CommandError(error) }
  }

  /// Throws an error if a folder of files for readers is itself a store.
  static func checkTarget(_ path: String) throws(CommandError) {
    if StoreFolder(path).exists {
      throw .failure(
        .cannotCreate, "this folder is a store", at: path,
        advice: "name another folder for the files")
    }
  }

  /// Returns the run of a name, or of the beginning of its name.
  static func run(
    named name: String?, in folder: StoreFolder
  ) throws(CommandError) -> ContentHash? {
    guard let name else { return nil }
    return try wrapped { () throws(StoreError) in try folder.run(named: name) }
  }

  /// Returns the run that `--run` names, or the current one.
  static func chosenRun(
    _ name: String?, in folder: StoreFolder, _ common: CommonArguments
  ) throws(CommandError) -> ContentHash {
    if let run = try run(named: name, in: folder) { return run }
    return try history(of: folder, common).current
  }

  private static func chosenRun(_ arguments: StoreArguments) throws(CommandError) -> ContentHash {
    try chosenRun(arguments.run, in: arguments.folder, arguments.common)
  }

  // MARK: The commands

  static func list(_ arguments: StoreArguments) throws(CommandError) {
    let folder = arguments.folder
    let showsAll = arguments.includesAll
    let history =
      showsAll
      ? (try? folder.history()) ?? StoreHistory()
      : try history(of: folder, arguments.common).history
    let runs = try wrapped { () throws(StoreError) in
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
      lines += arguments.writesJSON ? json(run, facts) : line(run, facts)
    }
    try Console(arguments.common).print(lines)
    if faults > 0 {
      throw .failure(
        .corrupt, "\(faults) of \(runs.count) manifests cannot be read", at: folder.path,
        advice: faults < runs.count
          ? "roll back to another run: atoll store rollback --run RUN"
          : "render all stories into a new store: atoll batch --store")
    }
  }

  /// The totals of a run's manifest, or the reason why it cannot be read.
  private enum RunFacts {
    case totals(ManifestReader.Totals)
    case fault(String)
  }

  private static func line(_ run: ListedRun, _ facts: RunFacts) -> String {
    let (mark, note) =
      switch run.state {
      case .current: ("*", "")
      case .before: (" ", "")
      case .rolledBack: (" ", "  rolled back")
      case .other: (" ", "  not in CURRENT")
      }
    let name = "\(mark) \(run.name.text.prefix(12))  "
    switch facts {
    case .totals(let totals):
      return
        "\(name)\(counted(totals.stories, "story"))  \(counted(totals.bytes, "byte"))\(note)\n"
    case .fault(let message): return "\(name)\(message)\(note)\n"
    }
  }

  private static func json(_ run: ListedRun, _ facts: RunFacts) -> String {
    let isCurrent = run.state == .current
    var line = OutputBuffer()
    line.beginObject()
    line.append(member: "run", run.name)
    line.append(member: "current", isCurrent)
    line.append(member: "state", string: run.state.rawValue)
    switch facts {
    case .totals(let totals):
      line.append(member: "stories", totals.stories)
      line.append(member: "bytes", totals.bytes)
    case .fault(let message): line.append(member: "error", string: message)
    }
    line.append("}\n")
    return String(decoding: line.bytes(), as: UTF8.self)
  }

  static func verify(_ arguments: StoreArguments) throws(CommandError) {
    let folder = arguments.folder
    let removes = arguments.removesDamaged
    var runs = [try chosenRun(arguments)]
    if arguments.includesAll {
      runs = try history(of: folder, arguments.common).history.known
    }
    // Without the lock, a run could replace damaged files before they are removed.
    var lock: FileLock?
    if removes { lock = try wrapped { () throws(StoreError) in try folder.locked() } }
    let console = Console(arguments.common)
    var progress = Progress(arguments.progress, isQuiet: false, sharesTerminal: false)
    var faults = 0
    var manifestFaults = 0
    var files: Set<String> = []
    var lines = ""
    for run in runs {
      do {
        let totals = try folder.verify(run) { totals in
          progress.show(
            Progress.Step(name: "verifying", done: totals.stories, total: nil, unit: "stories"))
        } fault: { fault in
          faults += 1
          files.insert(fault.path)
          let key = visible(String(decoding: fault.key, as: UTF8.self))
          console.say(.error, "the output of '\(key)': \(fault.message)", at: fault.path)
        }
        lines +=
          "\(run.text.prefix(12))  \(counted(totals.stories, "story"))  \(counted(totals.bytes, "byte"))\n"
      } catch {
        guard error.kind == .corrupt, runs.count > 1 else { throw CommandError(error) }
        manifestFaults += 1
        console.say(.error, error.message, at: error.path, advice: error.advice)
      }
    }
    progress.finish()
    if removes { try wrapped { () throws(StoreError) in try folder.remove(files) } }
    _ = consume lock
    if faults + manifestFaults > 0 {
      let manifests = manifestFaults > 0 ? " and \(counted(manifestFaults, "manifest"))" : ""
      throw .failure(
        .corrupt, "\(counted(faults, "output"))\(manifests) differ from what was stored",
        at: folder.path,
        advice: removes
          ? "the damaged outputs are removed; the next atoll batch --store renders them again"
          : "remove them with --remove; the next atoll batch --store renders them again")
    }
    try console.print(lines)
  }

  static func diff(_ arguments: StoreArguments) throws(CommandError) {
    let folder = arguments.folder
    let new = try chosenRun(arguments)
    let named = try run(named: arguments.from, in: folder)
    let old: ContentHash?
    if let named {
      old = named
    } else {
      old = try history(of: folder, arguments.common).history.runBefore(new)
    }
    if arguments.purge.isWanted {
      guard arguments.fileName == nil else {
        throw .usage(
          "--name is for uploads, and --purge for CDNs", advice: "run the command twice")
      }
      var list = try arguments.purge.list()
      try wrapped { () throws(StoreError) in
        try folder.difference(from: old, to: new) { list.add($1.key) }
      }
      return try list.finish()
    }
    if let name = arguments.fileName {
      return try writeFiles(from: old, to: new, ExportName.named(name, by: "name"), arguments)
    }
    var output = StandardOutput()
    try wrapped { () throws(StoreError) in
      try folder.difference(from: old, to: new) { change, entry in
        if arguments.writesJSON {
          output.text.beginObject()
          output.text.append(member: "change", string: change.rawValue)
          output.text.append(member: "key", escaped: entry.key)
          output.text.endObject()
        } else {
          let key = visible(String(decoding: entry.key, as: UTF8.self))
          output.text.append(verbatim: "\(change.mark) \(key)")
        }
        output.text.append("\n")
        output.writeIfLarge()
      }
    }
    try output.finish()
  }

  /// Writes the names of the exported files that differ, for an upload.
  private static func writeFiles(
    from old: ContentHash?, to new: ContentHash, _ name: ExportName, _ arguments: StoreArguments
  ) throws(CommandError) {
    let folder = arguments.folder
    let fingerprint = try wrapped { () throws(StoreError) in
      try ManifestReader(folder, new).fingerprint
    }
    var list = ExportList(
      contentType: fingerprint.contentType, form: arguments.writesJSON ? .json : .names)
    var nameless: [UInt8]?
    try wrapped { () throws(StoreError) in
      try folder.difference(from: old, to: new) { change, entry in
        guard let file = name.file(ofKey: entry.key) else { return nameless = entry.key }
        list.add(ExportedFile(change, entry, name: file))
      }
    }
    try list.finish()
    if let nameless {
      throw .failure(
        .badInput,
        "the key '\(visible(String(decoding: nameless, as: UTF8.self)))' is too long for the name of a file",
        at: folder.path)
    }
  }

  static func get(_ arguments: StoreArguments) throws(CommandError) {
    let folder = arguments.folder
    let run = try chosenRun(arguments)
    let key = arguments.operands.last ?? ""
    let destination = Destination(arguments.output)
    try destination.check()
    var bytes: [UInt8] = []
    let isThere = try wrapped { () throws(StoreError) in
      try folder.output(of: key, in: run) { bytes += $0 }
    }
    if !isThere { throw .failure(.noInput, "the run has no story '\(key)'", at: folder.path) }
    try destination.write(bytes)
  }

  static func publish(_ arguments: StoreArguments) throws(CommandError) {
    let outcome = try wrapped { () throws(StoreError) in
      try arguments.folder.publishParts(arguments.rules)
    }
    let console = Console(arguments.common)
    try console.print(
      "\(outcome.run.text.prefix(12)) is the current run, \(counted(outcome.totals.stories, "story")), "
        + "\(grouped(outcome.removed ?? 0)) removed\n")
    console.warn(about: outcome)
  }

  static func abandon(_ arguments: StoreArguments) throws(CommandError) {
    let count = try wrapped { () throws(StoreError) in
      try arguments.folder.abandonParts(of: arguments.partCount)
    }
    try Console(arguments.common).print(
      "\(counted(count, "part")) discarded\n")
  }

  static func rollback(_ arguments: StoreArguments) throws(CommandError) {
    let folder = arguments.folder
    let target = try run(named: arguments.run, in: folder)
    if target == nil { _ = try history(of: folder, arguments.common) }
    let history = try wrapped { () throws(StoreError) in try folder.rollBack(to: target) }
    let run = history.current?.text.prefix(12) ?? ""
    let left = history.replaced.map { ", instead of \($0.text.prefix(12))" } ?? ""
    try Console(arguments.common).print("\(run) is the current run\(left)\n")
  }

  static func sweep(_ arguments: StoreArguments) throws(CommandError) {
    let swept = try wrapped { () throws(StoreError) in
      try arguments.folder.sweep(keeping: arguments.keptRuns, isDry: arguments.isDryRun)
    }
    try Console(arguments.common).print(
      "\(counted(swept.runs, "run")), \(counted(swept.files, "file")), \(counted(swept.bytes, "byte")) "
        + "\(arguments.isDryRun ? "would be removed" : "removed")\n")
  }
}

extension StoryChange {
  /// The sign before a key.
  fileprivate var mark: String {
    switch self {
    case .added: "+"
    case .changed: "~"
    case .removed: "-"
    }
  }
}

extension CommandError {
  /// An error of a store, with an exit code that says whether to try again.
  init(_ error: StoreError) {
    let code: ExitCode =
      switch error.kind {
      case .system(let reason): ExitCode(reading: reason)
      case .cannotCreate(let reason): ExitCode(creating: reason)
      case .corrupt: .corrupt
      case .notAStore: .badInput
      case .noLibrary: .unavailable
      case .inUse, .incomplete: .temporary
      case .missing: .noInput
      case .emptied: .badInput
      case .failed: .failure
      case .heldBack: .heldBack
      case .ambiguous: .usage
      }
    self = .failure(code, error.message, at: error.path, advice: error.advice)
  }
}

extension Console {
  /// Prints how many files of a folder were written, removed and left alone.
  func print(_ files: FileCounts) throws(CommandError) {
    try print(
      "\(counted(files.written, "file")) written, \(grouped(files.removed)) removed, "
        + "\(grouped(files.unchanged)) unchanged\n")
  }
}
