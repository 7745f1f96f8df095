import Bytes
import Files
import Store
import Hashing

/// `atoll store`.
enum StoreCommands {
  static func run(_ invocation: Invocation) throws(Stop) {
    let folder = StoreFolder(invocation.operands.first ?? "")
    do throws(StoreError) {
      if invocation.path.last != "publish", try folder.history().isEmpty {
        throw StoreError(
          .missing, folder.path, "there is no store here, or it has no run yet",
          advice: "atoll batch --store makes one")
      }
    } catch {
      throw Stop(error)
    }
    switch invocation.path.last {
    case "list": try list(folder, invocation)
    case "verify": try verify(folder, invocation)
    case "diff": try diff(folder, invocation)
    case "get": try get(folder, invocation)
    case "publish": try publish(folder, invocation)
    case "rollback": try rollback(folder, invocation)
    case "sweep": try sweep(folder, invocation)
    case let name: throw .failure(.internalError, "no command 'store \(name ?? "")'")
    }
  }

  /// Runs a body and says in words what is wrong with the store.
  private static func told<Value>(
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
    let history = try told { () throws(StoreError) in try folder.history() }
    guard let run = history.first else { throw .failure(.noInput, "the store has no run") }
    return run
  }

  // MARK: The commands

  private static func list(_ folder: StoreFolder, _ invocation: Invocation) throws(Stop) {
    let lines = try told { () throws(StoreError) in
      var lines = ""
      for (index, run) in try folder.history().enumerated() {
        var reader = try ManifestReader(folder, run)
        while try reader.next() != nil {}
        let totals = reader.totals
        if invocation.has(StoreOptions.json) {
          lines +=
            "{\"run\":\"\(run.text)\",\"current\":\(index == 0),"
            + "\"stories\":\(totals.stories),\"bytes\":\(totals.bytes)}\n"
        } else {
          lines +=
            "\(index == 0 ? "*" : " ") \(run.text.prefix(12))  \(grouped(totals.stories)) stories  "
            + "\(grouped(totals.bytes)) bytes\n"
        }
      }
      return lines
    }
    try Console(invocation).print(lines)
  }

  private static func verify(_ folder: StoreFolder, _ invocation: Invocation) throws(Stop) {
    var runs = [try current(folder, invocation)]
    if invocation.has(StoreOptions.all) {
      runs = try told { () throws(StoreError) in try folder.history() }
    }
    let console = Console(invocation)
    var progress = Progress(invocation, isQuiet: false, sharesTerminal: false)
    var faults = 0
    var lines = ""
    for run in runs {
      let totals = try told { () throws(StoreError) in
        try folder.verify(run) { totals in
          progress.tell(
            Progress.Step(name: "verifying", done: totals.stories, total: nil, unit: "stories"))
        } fault: { fault in
          faults += 1
          let key = visible(String(decoding: fault.key, as: UTF8.self))
          console.say(.error, "the output of '\(key)': \(fault.message)", at: fault.path)
        }
      }
      lines +=
        "\(run.text.prefix(12))  \(grouped(totals.stories)) stories  \(grouped(totals.bytes)) bytes\n"
    }
    progress.finish()
    if faults > 0 {
      throw .failure(
        .corrupt, "\(grouped(faults)) outputs are not what was stored", at: folder.path,
        advice: "draw them again: the next atoll batch --store does, if the files are removed")
    }
    try console.print(lines)
  }

  private static func diff(_ folder: StoreFolder, _ invocation: Invocation) throws(Stop) {
    let new = try current(folder, invocation)
    let named = try chosen(folder, invocation, StoreOptions.from)
    let history = try told { () throws(StoreError) in try folder.history() }
    let old = named ?? history.firstIndex(of: new).flatMap { history.dropFirst($0 + 1).first }
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
    let waits = invocation.has(BatchOptions.sync, default: true)
    let outcome = try told { () throws(StoreError) in
      try folder.publishParts(waitsForDisk: waits)
    }
    try Console(invocation).print(
      "\(outcome.run.text.prefix(12)) is the current run, \(grouped(outcome.totals.stories)) stories, "
        + "\(grouped(outcome.removed ?? 0)) removed\n")
  }

  private static func rollback(_ folder: StoreFolder, _ invocation: Invocation) throws(Stop) {
    let target = try chosen(folder, invocation, StoreOptions.run)
    let run = try told { () throws(StoreError) in try folder.rollBack(to: target) }
    try Console(invocation).print("\(run.text.prefix(12)) is the current run\n")
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
      case .system(let reason): reason.isMissing ? .noInput : .inputOutput
      case .corrupt: .corrupt
      case .inUse, .incomplete: .temporary
      case .missing: .noInput
      case .emptied: .badInput
      case .unclear: .usage
      }
    self = .failure(code, error.message, at: error.path, advice: error.advice)
  }
}
