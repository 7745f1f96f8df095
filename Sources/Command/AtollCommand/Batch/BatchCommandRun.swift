import Atoll
import AtollArguments
import AtollBatch
import AtollBytes
import AtollComments
import AtollOperatingSystem
import AtollStore
import AtollUnpacking

enum BatchCommandRun {
  static func run(_ arguments: BatchArguments) throws {
    var arguments = arguments
    arguments.settings.earlierRun = try arguments.earlierRunArguments.earlierRun(arguments.common)
    if arguments.settings.earlierRun != nil { arguments.display.options.since = .unknown }
    let context = TerminalContext()
    var options = try arguments.display.options(
      for: arguments.format, in: context, color: arguments.common.color)
    try configureNotifications(arguments, in: &options)
    try DisplayArguments.check(arguments.common.given, of: options, for: options.format)
    let renderer = try RenderRun.renderer(for: arguments.display, options: options)
    arguments.settings.recipe = try Recipe(arguments, renderer: renderer)
    if !arguments.common.given.contains("threads") {
      arguments.settings.threadCount = processorCount
    }
    arguments.settings.cardAddress = try arguments.settings.cardAddress.map {
      address in try ExportOptions.folderAddress(address, option: "cards")
    }
    arguments.settings.campaign = try campaign(arguments, options: options)
    try checkOptions(arguments)
    try arguments.rejectOptionsWithoutEffect()
    try checkChanges(arguments)
    if let store = arguments.settings.storePath {
      if store == "-" {
        throw Failure(
          commandLine: "a store is a file, not standard output",
          advice: "for a file named '-', write ./-")
      }
      try Destination(store).checkDoesNotAffectNextRun(of: arguments.protectedInputs)
    }
    try StoryInput.check(arguments.inputs)
    arguments.settings.settingsRows = try settingsRows(
      arguments.joinedFile, on: Console(arguments.common))
    let input = try BatchInput(arguments.inputs, settings: arguments.settings)
    let destination = Destination(arguments.output)
    try destination.check()
    try run(
      BatchRun(renderer, settings: arguments.settings), from: input, to: destination,
      with: arguments)
  }

  private static func checkOptions(_ arguments: BatchArguments) throws {
    if arguments.settings.groupsRows, !arguments.settings.linesBeginWithKey {
      throw Failure(
        commandLine: "--group needs the key of each row before a tab",
        advice: "add --strip-key; a dump needs neither: atoll batch dump/")
    }
    if arguments.joinedFile != nil, !arguments.settings.groupsRows {
      throw Failure(
        commandLine: "--join needs --group; a dump contains its settings",
        advice: "add --group"
      )
    }
    if arguments.settings.storePath != nil || arguments.settings.isForLoading {
      if arguments.settings.storePath != nil, arguments.settings.isForLoading {
        throw Failure(
          commandLine: "--for-store writes results to load later, but --store stores them at once",
          advice: "leave one of them out")
      }
      try arguments.common.given.reject(["skip-empty"], advice: "leave --skip-empty out") {
        "\($0) writes no output, and a store removes stories without one"
      }
      let storeOption = arguments.settings.isForLoading ? "--for-store" : "--store"
      guard arguments.settings.earlierRun == nil else {
        throw Failure(
          commandLine:
            "with --since-store an output depends on another run, so a store cannot tell what is unchanged",
          advice: "write plain result lines: leave out \(storeOption)")
      }
      if arguments.display.isPaged {
        throw Failure(
          commandLine: "a store holds one output of each story, so it cannot hold pages",
          advice: "write plain result lines: leave out \(storeOption)")
      }
      try arguments.common.given.reject(
        ["hashes"], advice: "leave it out: a store has the hashes of all its inputs and outputs"
      ) { "\($0) is for results without a store" }
      try arguments.common.given.reject(
        ["cards"], advice: "write plain result lines: leave out \(storeOption)"
      ) { "\($0) is for results without a store" }
      if arguments.settings.storePath != nil { return }
    }
    try arguments.common.given.reject(
      BatchArguments.storeOptions.map(\.description.name), advice: "add --store FILE"
    ) { "\($0) needs a store" }
  }

  private static func checkChanges(_ arguments: BatchArguments) throws {
    guard arguments.common.given.texts(of: "now").contains("now") else { return }
    if arguments.settings.publishing.inputHasOnlyChanges {
      throw Failure(
        commandLine:
          "'--now now' would give changed stories another time than the other stories",
        advice: "give --now the moment of the current run, or leave --changes out")
    }
    if arguments.settings.isForLoading {
      throw Failure(
        commandLine:
          "'--now now' is another time in each process, and results with different times cannot be loaded together",
        advice: "give --now one moment for all of them")
    }
  }

  /// Returns the rows of settings in a file or folder; files may be compressed.
  private static func settingsRows(_ path: String?, on console: Console) throws -> [[UInt8]] {
    guard let path else { return [] }
    var rows: [[UInt8]] = []
    for source in try StoryInput.sources(at: path, on: console) {
      rows += try DumpFile.settingsRows(in: source.bytes, named: source.name)
    }
    return rows
  }

  private static func run(
    _ batch: BatchRun, from input: BatchInput, to destination: Destination,
    with arguments: BatchArguments
  ) throws {
    let output = try destination.open()
    let store = arguments.settings.storePath
    // With a store, few result lines are written, or none at all.
    let progress = BatchProgress(
      arguments.progress, isQuiet: arguments.common.isQuiet, inputSize: input.size,
      sharesTerminal: store == nil && Terminal.isTerminal(output.descriptor))
    let outcome = batch.run(
      from: input.origin, sortingIn: temporaryFolder(arguments), to: output.descriptor,
      willWrite: { progress.finish() }, reading: { progress.show(reading: $0, bytesRead: $1) },
      progress: { progress.show(bytesRead: $0, counts: $1) })
    progress.finish()
    let writesMails = arguments.campaignName != nil || arguments.settings.readsNotifications
    let unit = writesMails ? "mails" : "stories"
    var input = input
    if outcome.dump != nil { input.isDump = true }
    if let ending = outcome.ending {
      if case .cannotWrite(let error) = ending, error.isBrokenPipe, let store {
        // Without this, `--explain | head` could silently discard hours of work.
        Console(arguments.common).say(
          Failure(
            .other,
            message: "the reader of the results closed the pipe, so the run was abandoned",
            at: store,
            advice: "the store is unchanged; read all results, or write them to a file with -o"))
      } else if case .terminated = ending, let store {
        Console(arguments.common).warn(
          "the run was ended by a signal; the store is unchanged", at: store)
      }
      throw error(
        of: ending, after: outcome.counts, unit: unit, reading: input, writingTo: output.name)
    }
    try output.finish()
    Console(arguments.common).warn(
      aboutFailures: outcome.counts, of: unit,
      at: outcome.counts.firstFailure.map { input.place(ofLine: $0.number) })
    Console(arguments.common).warn(about: outcome, of: input, hasStore: store != nil)
    if let stored = outcome.storeOutcome, let store {
      Console(arguments.common).warn(about: stored, of: store, rules: arguments.settings.publishing)
    }
  }
}

extension BatchCommandRun {
  /// Returns the folder for temporary files: `TMPDIR` if it is set, or else the folder of the store
  /// or of the output file.
  ///
  /// If there is no store, and the results go to standard output, a pipe or a device, it is `/tmp`.
  private static func temporaryFolder(_ arguments: BatchArguments) -> String {
    if let folder = Environment.ofProcess[.temporaryFolder] { return folder }
    return Destination(arguments.settings.storePath ?? arguments.output).folder ?? "/tmp"
  }
}

/// Returns the error for the early end of a batch, with an exit code that shows whether to retry.
func error(
  of ending: BatchEnding, after counts: BatchCounts, unit: String,
  reading input: BatchInput, writingTo name: String
) -> any Error {
  let source = input.name
  let firstFailure = counts.firstFailure.map {
    ["\(input.place(ofLine: $0.number)): error: \($0.reason)"]
  }
  switch ending {
  case .cannotWrite(let error): return writeError(error, to: name)
  case .terminated: return CommandEnding.silent(.terminated)
  case .tooManyErrors:
    return Failure(
      .other,
      message:
        "\(grouped(counts.failures)) of \(grouped(counts.results)) \(unit) failed, more than --max-errors allows",
      advice: "if that is intended, add --max-errors 100%", details: firstFailure ?? [])
  case .tooManyBrokenRows:
    return Failure(
      .other,
      message: "\(grouped(counts.brokenRows)) of \(grouped(counts.lines)) rows cannot be read",
      advice: "check that the export is complete; if that is intended, add --max-errors 100%")
  case .failed(var failure):
    if failure.kind == .other, let firstFailure { failure.details = firstFailure }
    if failure.place == nil { failure.place = source }
    if let folder = Environment.ofProcess[.temporaryFolder], failure.place == folder {
      failure.advice = failure.advice ?? "TMPDIR names this folder for temporary files"
    }
    return failure
  case .keysOutOfOrder(let number):
    return Failure(
      .badInput, message: "line \(number) has a smaller key than the line before it", at: source,
      advice: "sort the rows by their keys, byte by byte: LC_ALL=C sort")
  case .truncated(let number):
    return Failure(
      .badInput, message: "the input ends within line \(number)", at: source,
      advice: "send all of it again")
  }
}
