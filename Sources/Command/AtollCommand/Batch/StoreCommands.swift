import AtollArguments
import AtollBatch
import AtollBytes
import AtollStore

enum StoreCommands {
  /// Opens a store, and warns if it has an unfinished erasure.
  static func open(
    _ path: String, with common: CommonArguments, isWritable: Bool = false
  ) throws -> SiteStore {
    let store = try SiteStore(path, isWritable: isWritable)
    if store.hasUnfinishedErasure { Console(common).warnOfUnfinishedErasure(in: path) }
    return store
  }

  static func load(_ arguments: StoreArguments) throws {
    try arguments.publishing.checkChanges(arguments.common)
    let progress = BatchProgress(
      arguments.progress, isQuiet: arguments.common.isQuiet, inputSize: nil, sharesTerminal: false)
    let load = StoreLoad(
      into: arguments.path, arguments.publishing, maximumLineLength: arguments.maximumLineLength)
    let loaded = try load.load(Array(arguments.operands.dropFirst())) {
      progress.show(bytesRead: $0, counts: $1)
    }
    progress.finish()
    let console = Console(arguments.common)
    let place = arguments.operands.count == 2 ? arguments.operands[1] : arguments.path
    console.warn(
      aboutFailures: loaded.counts, of: "stories", at: loaded.placeOfFirstFailure)
    console.warn(
      aboutGapsOf: loaded.counts, at: place, advice: "the result lines have all of them")
    console.warn(aboutUnreadableRowsOf: loaded.counts)
    let outcome = loaded.stored
    console.warn(about: outcome, of: arguments.path, rules: arguments.publishing)
    try console.print(
      "run \(outcome.number) is the current run, \(counted(outcome.stories, noun: "story")): "
        + "\(grouped(outcome.added)) added, \(grouped(outcome.changed)) changed, "
        + "\(grouped(outcome.removed)) removed\n")
  }

  static func list(_ arguments: StoreArguments) throws {
    var output = StandardOutput()
    let store = try open(arguments.path, with: arguments.common)
    let run = try store.run(arguments.runNumber)
    try store.forEachStory(in: run, order: arguments.order, limit: arguments.limit) { story in
      if arguments.writesJSON {
        output.text.append(story)
      } else {
        output.text.append(
          verbatim:
            "\(escapingInvisibles(story.keyText))  \(counted(story.commentCount, noun: "comment"))  "
            + "\(escapingInvisibles(story.metadata.title))\n")
      }
      output.flushIfLarge()
    }
    try output.finish()
  }

  static func listRuns(_ arguments: StoreArguments) throws {
    let runs = try open(arguments.path, with: arguments.common).runs()
    var output = StandardOutput()
    for (index, run) in runs.enumerated() {
      if arguments.writesJSON {
        output.text.append(run, isCurrent: index == 0)
      } else {
        let note = run.restoredRun.map { "  the stories of run \($0)" } ?? ""
        output.text.append(
          verbatim:
            "\(index == 0 ? "*" : " ") \(run.number)  \(counted(run.storyCount, noun: "story"))  "
            + "\(counted(run.byteCount, noun: "byte"))\(note)\n")
      }
    }
    try output.finish()
  }

  static func get(_ arguments: StoreArguments) throws {
    let key = arguments.operands.last ?? ""
    let destination = Destination(arguments.output)
    try destination.check()
    try destination.checkDoesNotReplace(ProtectedInputs([arguments.path]))
    let store = try open(arguments.path, with: arguments.common)
    guard let story = try store.story(ofKey: Array(key.utf8), in: store.run(arguments.runNumber))
    else {
      throw Failure(.noInput, message: "the run has no story '\(key)'", at: arguments.path)
    }
    try destination.write(store.checkedOutput(of: story))
  }

  static func diff(_ arguments: StoreArguments) throws {
    var output = StandardOutput()
    let store = try open(arguments.path, with: arguments.common)
    let new = try store.run(arguments.runNumber)
    let old =
      try arguments.earlierRunNumber == nil
      ? store.previousRun(of: new) : store.run(arguments.earlierRunNumber)
    try store.difference(from: old, to: new) { change, story in
      if arguments.writesJSON {
        output.text.beginObject()
        output.text.append(member: "change", string: change.rawValue)
        output.text.append(member: "key", string: story.keyText)
        output.text.append("}\n")
      } else {
        output.text.append(verbatim: "\(change.mark) \(escapingInvisibles(story.keyText))\n")
      }
      output.flushIfLarge()
    }
    try output.finish()
  }

  static func rollBack(_ arguments: StoreArguments) throws {
    let outcome = try SiteRun.rollBack(
      storeAt: arguments.path, to: arguments.runNumber, rules: arguments.publishing)
    let console = Console(arguments.common)
    console.warn(
      about: outcome, of: arguments.path, rules: arguments.publishing,
      rollbackOptions: " --run \(outcome.number - 1)")
    let removed = outcome.removed > 0 ? "; \(grouped(outcome.removed)) removed" : ""
    try console.print(
      "run \(outcome.number) is the current run, "
        + "\(counted(outcome.stories, noun: "story"))\(removed)\n")
  }

  static func verify(_ arguments: StoreArguments) throws {
    if arguments.includesAllRuns, arguments.runNumber != nil {
      throw Failure(
        commandLine: "--all verifies every run, and --run names one",
        advice: "leave one of them out")
    }
    let console = Console(arguments.common)
    var progress = Progress(arguments.progress, isQuiet: false, sharesTerminal: false)
    var faults = 0
    var damaged: [SiteStore.DamagedStory] = []
    let store = try open(
      arguments.path, with: arguments.common, isWritable: arguments.marksDamagedStories)
    try store.checkFile { message in
      faults += 1
      console.say(.error, message: "the file is damaged: \(message)", at: arguments.path)
    }
    let run = arguments.includesAllRuns ? nil : try store.run(arguments.runNumber)
    let count = try store.checkOutputs(of: run) { outputs in
      progress.show(Progress.Step(name: "verifying", done: outputs, total: nil, unit: "outputs"))
    } damaged: { story in
      damaged.append(story)
      let run = story.isCurrent ? "" : " in an earlier run"
      console.say(
        .error, message: "the output of '\(story.keyText)'\(run) is damaged",
        at: arguments.path)
    }
    if arguments.marksDamagedStories { try store.markForRendering(damaged) }
    progress.finish()
    if faults > 0 {
      throw Failure(
        .corrupt, message: "\(counted(faults, noun: "fault")) of the file", at: arguments.path,
        advice: "restore a copy of it, or render all stories into a new store: atoll batch --store")
    }
    if !damaged.isEmpty {
      throw Failure(
        .corrupt,
        message:
          "\(counted(damaged.count, noun: "output")) \(damaged.count == 1 ? "differs" : "differ") "
          + "from what was stored",
        at: arguments.path,
        advice: advice(for: damaged, isMarked: arguments.marksDamagedStories))
    }
    try console.print("\(counted(count, noun: "output")) as they were stored\n")
  }

  private static func advice(for damaged: [SiteStore.DamagedStory], isMarked: Bool) -> String {
    if !damaged.contains(where: \.isCurrent) {
      return "the current run is whole; atoll batch --store --keep 0 removes the earlier ones"
    }
    let repair = "the next atoll batch --store renders those of the current run again"
    return isMarked ? repair : "mark them with --repair; \(repair)"
  }
}

extension StoredStory {
  fileprivate var keyText: String { String(decoding: key, as: UTF8.self) }
}

extension SiteStore.DamagedStory {
  fileprivate var keyText: String { String(decoding: key, as: UTF8.self) }
}

extension OutputBuffer {
  fileprivate mutating func append(_ story: StoredStory) {
    beginObject()
    append(member: "key", string: story.keyText)
    append(member: "title", string: story.metadata.title)
    append(member: "url", string: story.metadata.address)
    append(member: "comments", story.commentCount)
    if let latest = story.metadata.latestCommentTime { append(member: "latest", latest) }
    append(member: "bytes", story.byteCount)
    append("}\n")
  }

  fileprivate mutating func append(_ run: StoredRun, isCurrent: Bool) {
    beginObject()
    append(member: "run", run.number)
    append(member: "current", isCurrent)
    append(member: "by", string: run.operation.rawValue)
    if let restoredRun = run.restoredRun { append(member: "restores", restoredRun) }
    append(member: "stories", run.storyCount)
    append(member: "bytes", run.byteCount)
    append(member: "type", string: run.contentType)
    append("}\n")
  }
}

extension StoryChange {
  /// The character printed before the key of the story.
  fileprivate var mark: String {
    switch self {
    case .added: "+"
    case .changed: "~"
    case .removed: "-"
    }
  }
}
