import Atoll
import Batch
import OperatingSystem
import Store
import Comments
import Unpacking

/// `atoll batch`.
enum BatchCommandRun {
  static func run(_ invocation: Invocation) throws(Stop) {
    let renderer = try RenderRun.renderer(
      for: invocation, try Options(invocation, Surroundings()))
    let look = try StoreLook(invocation, renderer)
    let settings = settings(invocation, look)
    try checkStoreOptions(invocation)
    let path = invocation.operands.first.flatMap { $0 == "-" ? nil : $0 }
    if path == nil, Terminal.isTerminal(0), invocation.operands.isEmpty {
      throw .usage(
        UsageError(invocation.path, "no input", advice: "name a file, or - to type lines in"))
    }
    guard let path else {
      let name = StoryInput.standardInputName
      return try run(renderer, settings, look, from: (0, name), invocation)
    }
    let file: OpenFile
    do {
      file = try OpenFile(reading: path)
    } catch {
      throw StoryInput.stop(.system(error), reading: path)
    }
    if (try? FileFacts(ofDescriptor: file.descriptor))?.kind == .folder {
      throw StoryInput.stop(.folder, reading: path)
    }
    try run(renderer, settings, look, from: (file.descriptor, path), invocation)
  }

  private typealias Input = (descriptor: Int32, name: String)

  /// Runs a batch whose input is open; nothing is made before that.
  private static func run(
    _ renderer: Renderer, _ settings: BatchSettings, _ look: StoreLook, from input: Input,
    _ invocation: Invocation
  ) throws(Stop) {
    let side = try joined(
      invocation.values(BatchOptions.join), keepsDigests: invocation.has(BatchOptions.store))
    let destination = Destination(invocation.value(OutputOptions.output))
    try destination.check(apartFrom: invocation.inputs + invocation.values(BatchOptions.join))
    let store = try storeRun(invocation, look)
    try run(
      BatchRun(renderer, settings, joining: side, into: store), from: input, to: destination,
      invocation)
  }

  private static func checkStoreOptions(_ invocation: Invocation) throws(Stop) {
    if invocation.has(BatchOptions.store) {
      guard invocation.has(BatchOptions.part), invocation.isGiven(BatchOptions.maxRemoved) else {
        return
      }
      throw .usage(
        UsageError(
          invocation.path, "--max-removed is about a whole run, and --part draws only some of it",
          advice: "give it to atoll store publish"))
    }
    for option in BatchOptions.ofStore
    where invocation.isGiven(option) {
      throw .usage(
        UsageError(
          invocation.path, "\(option.dashedName) is about a store", advice: "write --store DIR"))
    }
  }

  /// The run of the store that outputs go to.
  private static func storeRun(
    _ invocation: Invocation, _ look: StoreLook
  ) throws(Stop) -> StoreRun? {
    guard let path = invocation.value(BatchOptions.store) else { return nil }
    let hasKeys =
      invocation.has(BatchOptions.group) || invocation.has(BatchOptions.stripKey)
    do {
      return try StoreRun(
        StoreFolder(path), look: look, findsByInput: !hasKeys,
        packing: invocation.packing,
        part: invocation.value(BatchOptions.part).flatMap(StorePart.init(text:)))
    } catch {
      throw Stop(error)
    }
  }

  private static func settings(_ invocation: Invocation, _ look: StoreLook) -> BatchSettings {
    var settings = BatchSettings(version: look.version, fingerprint: look.hash)
    settings.form = invocation.word(InputOptions.from)
    settings.stripsKey = invocation.has(BatchOptions.stripKey)
    if invocation.has(BatchOptions.group) {
      settings.groups =
        settings.stripsKey
        ? .beforeTab : .field(invocation.value(BatchOptions.group) ?? defaultField(settings))
    }
    settings.longestLine = invocation.count(BatchOptions.maxLine) ?? settings.longestLine
    settings.mostComments = invocation.count(BatchOptions.maxStoryComments)
    settings.timeLimit = invocation.count(BatchOptions.timeout).map { Int64($0) }
    settings.publishing = invocation.publishingRules
    settings.threads = invocation.count(BatchOptions.threads) ?? processorCount
    settings.explains = invocation.has(BatchOptions.explain)
    settings.writesTrailer = invocation.has(BatchOptions.trailer, default: true)
    return settings
  }

  private static func defaultField(_ settings: BatchSettings) -> String {
    settings.form == .talk4Dump ? "asset_id" : "storyID"
  }

  /// What groups are joined with; the files stay open as long as the process runs.
  private static func joined(
    _ paths: [String], keepsDigests: Bool
  ) throws(Stop) -> SideRows? {
    var files: [(name: String, descriptor: Int32)] = []
    for path in paths {
      // A pipe is refused later, so there is no wait for its writer here.
      do { files.append((path, try OpenFile(reading: path, waits: false).keepOpen())) } catch {
        throw StoryInput.stop(.system(error), reading: path)
      }
    }
    if files.isEmpty { return nil }
    do {
      return try SideRows(
        files, keepsDigests: keepsDigests,
        unpackingIn: Environment.ofProcess[.temporaryFolder] ?? "/tmp")
    } catch {
      throw Stop(error)
    }
  }

  private static func run(
    _ batch: BatchRun, from input: Input, to destination: Destination, _ invocation: Invocation
  ) throws(Stop) {
    let output = try destination.open()
    let progress = BatchProgress(invocation, input: input.descriptor)
    let outcome = batch.run(from: input.descriptor, to: output.descriptor) { progress.tell($0, $1) }
    progress.finish()
    if let ending = outcome.ending {
      if case .cannotWrite(let error) = ending, error.isBrokenPipe,
        let store = invocation.value(BatchOptions.store)
      {
        // Else the work of hours is gone without a word: `--explain | head`.
        Console(invocation).say(
          CommandFailure(
            .failure, "whoever read the results has gone, so the run was given up", at: store,
            advice: "the store is as it was; read all results, or write them to a file with -o"))
      }
      throw Stop(ending, outcome.counts, reading: input.name, writingTo: output.name)
    }
    try output.finish()
    if let stored = outcome.stored { Console(invocation).warn(of: stored) }
  }
}

extension Console {
  /// Says what is odd about a run that was published, or a part of one.
  func warn(of stored: StoreRun.Outcome) {
    if stored.kept > 0 {
      let first = stored.firstUnread.map { ", the first at line \($0)" } ?? ""
      say(
        .warning,
        "stories that did not come in: \(grouped(stored.kept)), kept since they may be in "
          + "\(grouped(stored.unread)) lines that cannot be read\(first)",
        advice: "mend the lines, or remove the stories with --no-keep-missing")
    }
    if stored.repeated > 0 {
      let key = String(decoding: stored.repeatedKey ?? [], as: UTF8.self)
      say(
        .warning,
        "stories with the key of another story: \(grouped(stored.repeated)), such as '\(key)'",
        advice: "only the last story of a key is in the store")
    }
  }
}

extension Stop {
  /// Why a batch ended early, in words and with an exit code that tells whether to try again.
  fileprivate init(
    _ ending: BatchEnding, _ counts: BatchCounts, reading source: String, writingTo name: String
  ) {
    switch ending {
    case .cannotRead(.system(let error)):
      self = .failure(ExitCode(reading: error), "the input cannot be read on: \(error.message)")
    case .cannotRead(let error): self = StoryInput.stop(unpacking: error, reading: source)
    case .cannotWrite(let error): self = .writing(error, to: name)
    case .terminated: self = .terminated
    case .tooManyErrors:
      self = .failure(
        .failure, "\(counts.failures) of \(counts.stories) stories failed, more than allowed",
        advice: "their result lines say why")
    case .nothingSucceeded:
      self = .failure(
        .failure, "all of the \(counts.stories) stories failed",
        advice: "their result lines say why; --max-errors 100% allows it")
    case .store(let error): self.init(error)
    case .join(let error): self.init(error)
    case .groupOrder(let number):
      self = .failure(
        .badInput, "line \(number) has a smaller key than the line before it",
        advice: "sort the rows by their keys, byte by byte: LC_ALL=C sort")
    case .tornLine(let number):
      self = .failure(
        .badInput, "the input ends within line \(number)", advice: "send it again, whole")
    }
  }
}

extension Stop {
  /// Why groups cannot be joined with a file.
  fileprivate init(_ error: SideRowsError) {
    switch error {
    case .cannotRead(let error, let path): self = StoryInput.stop(unpacking: error, reading: path)
    case .noFile(let path):
      self = .failure(
        .noInput, "--join needs a file, for its rows are read again as stories need them", at: path,
        advice: "write what comes from elsewhere to a file first")
    case .torn(let path, let line):
      self = .failure(
        .badInput, "the file ends within this row", at: "\(path):\(line)", advice: "export it again"
      )
    case .nothingToJoin(let path):
      self = .failure(
        .badInput, "none of its rows is that of a story, a user or settings", at: path,
        advice: "rows are JSON, one on each line")
    case .changed(let path):
      self = .failure(
        .inputOutput, "the file was changed while the batch ran", at: path,
        advice: "leave it alone, and draw all of it again")
    }
  }
}

extension Invocation {
  /// What small outputs are packed in.
  fileprivate var packing: Packing? {
    guard let form = value(BatchOptions.pack).flatMap(PackForm.init(rawValue:)) else { return nil }
    return Packing(form, mostBytes: count(BatchOptions.maxPack) ?? Packing.usualBytes)
  }

  /// The conditions under which a run of a store becomes the current one.
  var publishingRules: PublishingRules {
    var rules = PublishingRules()
    rules.waitsForDisk = has(BatchOptions.sync, default: true)
    rules.keepsMissing = has(BatchOptions.keepMissing, default: true)
    rules.errorLimit = limit(BatchOptions.maxErrors) ?? .none
    rules.removalLimit = limit(BatchOptions.maxRemoved)
    return rules
  }

  /// A number of stories, or a share of all.
  private func limit(_ option: OptionDescription) -> CountLimit? {
    guard let text = value(option) else { return nil }
    if text.hasSuffix("%") { return Double(text.dropLast()).map { .share($0) } }
    return Int(text).map { .count($0) }
  }
}
