package import Atoll
import AtollBytes
import AtollOperatingSystem
package import AtollStore
import AtollUnpacking

/// A run that renders many stories, from input lines to result lines, on multiple threads and with
/// bounded memory.
///
/// Each thread locks the input while it takes a few lines, renders them without the lock, and
/// writes the results when it is their turn. So memory contains only a few lines for each thread,
/// and the results that wait for their turn (`OrderedQueue`).
package struct BatchRun: Sendable {
  private let renderer: Renderer
  private let settings: BatchSettings

  /// Creates a run that writes outputs into its result lines, or into the store in the settings.
  package init(_ renderer: Renderer, settings: BatchSettings) {
    self.renderer = renderer
    self.settings = settings
  }

  package enum Origin: Sendable {
    /// Lines or grouped rows from a file descriptor; `named` is its name in messages.
    ///
    /// The lines are read as a dump if the first one is a row of a database, and the settings state
    /// neither keys nor a form of the input.
    case lines(Int32, named: String)
    case dump([DumpFile])
  }

  /// The source of stories: one of `lines`, `groups` and `dump` is set.
  private struct Source {
    var lines: Monitor<LineSource>?
    var groups: GroupSource?
    var dump: DumpGroups?
    var joinedRows: JoinedRows?
    var dumpSummary: DumpSummary?
    /// The ticket of the next unit of work.
    var ticket = 0

    var bytesRead: Int {
      groups?.bytesRead ?? lines?.withLock { $0.bytesRead } ?? dump?.bytesRead ?? 0
    }

    /// True if the next step is known; if false, a thread has to wait for another one.
    var isReady: Bool { dump?.isReady ?? true }

    mutating func next() throws -> BatchStep? {
      if let chunk = try groups?.next(isStopped: { BlockedSignals.isAnyPending }) {
        return .render(.groups(chunk))
      }
      if let lines, let chunk = try lines.withLock({ try $0.next() }) {
        return .render(.lines(chunk))
      }
      return dump?.next()
    }
  }

  package struct Outcome: Hashable, Sendable {
    package var counts: BatchCounts
    /// The reason why the run is incomplete or rejected; `nil` if it is neither.
    package var ending: BatchEnding?
    /// The outcome of the store's run; `nil` if there is no store, or if its run is not finished.
    package var storeOutcome: SiteRun.Outcome?
    /// A summary of the dump; `nil` if the input is not a dump, or could not be read.
    package var dump: DumpSummary?
  }

  /// Renders all stories and writes their result lines to a descriptor.
  ///
  /// `willWrite` is called before result lines are written. While a dump is sorted, `reading` is
  /// called with the number of bytes read; after each unit of work, `progress` is called with the
  /// number of bytes read and the counts.
  package func run(
    from origin: Origin, sortingIn folder: String, to output: Int32,
    willWrite: @escaping @Sendable () -> Void = {},
    reading: @escaping @Sendable (DumpFile, Int) -> Void = { _, _ in },
    progress: @escaping @Sendable (Int, BatchCounts) -> Void
  ) -> Outcome {
    BlockedSignals.blockTermination()
    LargeMemory.returnFreedMemoryToSystem()
    do {
      let siteRun = try settings.storePath.map { path in
        try SiteRun(path, recipe: settings.recipe, rules: settings.publishing)
      }
      let source = try source(origin, sortingIn: folder, reading: reading)
      siteRun?.findsStoriesByInput = source.dump == nil && !settings.linesBeginWithKey
      let results = OrderedQueue(
        ResultOutput(
          descriptor: output, siteRun: siteRun,
          errorLimit: settings.publishing.errorLimit ?? .none, willWrite: willWrite,
          progress: progress))
      try writeHeader(to: output)
      let (joinedRows, dump) = (source.joinedRows, source.dumpSummary)
      render(source, with: joinedRows, to: results)
      return results.withConsumer { finish($0, dump: dump, to: output, willWrite: willWrite) }
    } catch {
      return Outcome(counts: BatchCounts(), ending: BatchEnding(error))
    }
  }

  /// Writes the header line, if the results are to be loaded into a store later.
  private func writeHeader(to output: Int32) throws {
    guard settings.isForLoading, let recipe = settings.recipe else { return }
    var header = OutputBuffer()
    header.appendHeader(recipe)
    try header.flush(to: output)
  }

  private func render(
    _ source: sending Source, with joinedRows: JoinedRows?, to results: OrderedQueue<ResultOutput>
  ) {
    let source = Monitor(source)
    Threads.run(threadCount: settings.threadCount) { [renderer, settings] in
      let lookup: StoryLookup?
      do {
        lookup = try results.withConsumer { results in try results.siteRun?.lookup() }
      } catch {
        return results.withConsumer { $0.end(BatchEnding(error)) }
      }
      var thread = BatchWorker(
        worker: StoryWorker(renderer, settings: settings, lookup: lookup), joinedRows: joinedRows,
        results: results)
      var output = OutputBuffer(capacity: 1 << 16)
      while let (ticket, work, bytesRead) = Self.next(source, for: results) {
        thread.process(work, ticket: ticket, bytesRead: bytesRead, to: &output)
      }
    }
  }

  /// Returns the reason to reject the results of a whole input, or `nil`.
  private func ending(for counts: BatchCounts) -> BatchEnding? {
    let rules = settings.publishing
    if rules.rejectsRows(broken: counts.brokenRows, of: counts.lines) {
      return .tooManyBrokenRows
    }
    // A store checks the stories when its run is finished.
    if settings.storePath != nil, rules.errorLimit == nil { return nil }
    return rules.effectiveErrorLimit.isExceeded(by: counts.failures, of: counts.results)
      ? .tooManyErrors : nil
  }

  /// Returns the source of stories; all rows of a dump are read first.
  private func source(
    _ origin: Origin, sortingIn folder: String,
    reading: @escaping @Sendable (DumpFile, Int) -> Void
  ) throws -> Source {
    let reader = DumpReader(
      threadCount: settings.threadCount, maximumLineLength: settings.maximumLineLength,
      folder: folder)
    switch origin {
    case .dump(let files):
      return dumpSource(try reader.read(files, progress: reading), sortingIn: folder)
    case .lines(let descriptor, let name):
      if settings.groupsRows { return groupSource(descriptor) }
      let lines = Monitor(lineSource(descriptor))
      if settings.linesBeginWithKey { return Source(lines: lines) }
      let beginning = try lines.withLock { try $0.peek() }
      guard canBeDump, beginning?.content == .rows else {
        if let beginning { try InputBeginning.check(beginning, of: name, isDump: false) }
        return Source(lines: lines)
      }
      return dumpSource(
        try reader.read(
          [DumpFile(standardInputNamed: name)], continuing: lines, progress: reading),
        sortingIn: folder)
    }
  }

  /// True if the lines are read as a dump if the first one is a row of a database.
  private var canBeDump: Bool {
    settings.form == nil && !settings.readsNotifications && settings.campaign == nil
  }

  private func lineSource(_ descriptor: Int32) -> LineSource {
    LineSource(descriptor: descriptor, maximumLineLength: settings.maximumLineLength) {
      BlockedSignals.isAnyPending
    }
  }

  private func groupSource(_ descriptor: Int32) -> Source {
    let settingsRows = settings.settingsRows
    return Source(
      groups: GroupSource(lineSource(descriptor), settings: settings),
      joinedRows: settingsRows.isEmpty ? nil : JoinedRows(settings: settingsRows))
  }

  private func dumpSource(_ dump: consuming Dump, sortingIn folder: String) -> Source {
    let (joinedRows, summary) = (dump.joinedRows, dump.summary)
    return Source(
      dump: DumpGroups(dump, settings: settings, folder: folder), joinedRows: joinedRows,
      dumpSummary: summary)
  }

  /// Returns the next unit of work, with its ticket and the number of bytes read; `nil` if the
  /// input or the run has ended.
  private static func next(
    _ source: Monitor<Source>, for results: OrderedQueue<ResultOutput>
  ) -> (Int, WorkUnit, Int)? {
    do {
      while !results.isEnded {
        let (step, ticket, bytesRead) = try source.withLock(when: { $0.isReady }) { source in
          let step = try source.next()
          if case .render = step { source.ticket += 1 }
          return (step, source.ticket - 1, source.bytesRead)
        }
        switch step {
        case .render(let unit): return (ticket, unit, bytesRead)
        case .load(let loader):
          var groups: [GroupSource.GroupOrFailure]?
          // Threads that wait for the groups must also be woken after an error.
          defer { source.withLock(when: { _ in true }) { $0.dump?.add(groups) } }
          groups = try loader.withLock { try $0.next() }
        case nil: return nil
        }
      }
    } catch {
      results.withConsumer { $0.end(BatchEnding(error)) }
    }
    return nil
  }

  /// Finishes the store's run and writes the last line; does neither if the batch is incomplete or
  /// rejected.
  ///
  /// The last line is written only if the settings ask for it.
  private func finish(
    _ results: borrowing ResultOutput, dump: DumpSummary?, to descriptor: Int32,
    willWrite: () -> Void
  ) -> Outcome {
    var outcome = Outcome(counts: results.counts, ending: results.ending, dump: dump)
    if outcome.ending == nil, BlockedSignals.isAnyPending { outcome.ending = .terminated }
    outcome.ending = outcome.ending ?? ending(for: outcome.counts)
    willWrite()
    if outcome.ending != nil { return outcome }
    let counts = outcome.counts
    var lines = OutputBuffer()
    func writeEnd(_ stored: SiteRun.Outcome?) throws {
      if settings.writesTrailer {
        lines.appendTrailer(
          counts, outcome: stored, brokenJoinedRowCount: dump?.brokenJoinedRowCount,
          settings: settings)
      }
      try lines.flush(to: descriptor)
    }
    do {
      if let run = results.siteRun {
        // If the results cannot be written, the run does not become the current one.
        outcome.storeOutcome = try run.finish(
          RunCounts(stories: counts.results, failures: counts.failures)
        ) { key in
          guard settings.writesReasons else { return }
          lines.appendRemoved(key)
          if lines.count > 1 << 16 { try lines.flush(to: descriptor) }
        } willCommit: {
          try writeEnd($0)
        }
      } else {
        try writeEnd(nil)
      }
    } catch {
      outcome.ending = BatchEnding(error)
    }
    return outcome
  }
}

/// A step of a thread.
enum BatchStep {
  case render(WorkUnit)
  /// The next partition of a dump is to be loaded, and its stories are to be added.
  case load(Monitor<PartitionLoader>)
}

/// The lines or groups that a thread takes at a time.
enum WorkUnit {
  case lines(LineSource.Chunk)
  case groups(GroupSource.Chunk)
}

/// The worker of one thread: renders lines or groups, and writes their results.
private struct BatchWorker: ~Copyable {
  var worker: StoryWorker
  let joinedRows: JoinedRows?
  let results: OrderedQueue<ResultOutput>

  /// Writes the results of some work, using a buffer that is empty before and after.
  mutating func process(
    _ work: WorkUnit, ticket: Int, bytesRead: Int, to output: inout OutputBuffer
  ) {
    worker.counts = BatchCounts()
    let ending =
      switch work {
      case .lines(let chunk): process(chunk, ticket: ticket, to: &output)
      case .groups(let groups): process(groups, ticket: ticket, to: &output)
      }
    let summary = ResultSummary(counts: worker.counts, bytesRead: bytesRead, ending: ending)
    results.add(ticket) {
      $0.write(output, changes: &worker.changes, summary: summary)
    } otherwise: {
      WaitingResult(moving: &output, changes: &worker.changes, summary: summary)
    }
    output.clear()
  }

  // A story that was started is always completed; after a signal, no other story is started.

  private mutating func process(
    _ chunk: LineSource.Chunk, ticket: Int, to output: inout OutputBuffer
  ) -> BatchEnding? {
    for line in chunk.lines {
      if BlockedSignals.isAnyPending { return .terminated }
      let failures = worker.counts.failures
      worker.process(line, of: chunk.bytes, to: &output) { [results] output, changes in
        Self.writePiece(&output, with: &changes, of: ticket, to: results)
      }
      if let ending = worker.ending { return ending }
      if worker.counts.failures > failures, isTruncated(line, in: chunk.bytes) {
        return .truncated(line: line.number)
      }
    }
    return nil
  }

  /// Returns whether a line is the last one and its end is missing.
  private func isTruncated(_ line: LineSource.Line, in bytes: [UInt8]) -> Bool {
    guard !line.isTerminated, case .text(let range) = line.content else { return false }
    let text = KeyedLine(
      range, of: bytes, isFirst: line.number == 1,
      linesBeginWithKey: worker.settings.linesBeginWithKey)
    return text.isTruncated(in: bytes)
  }

  private mutating func process(
    _ groups: GroupSource.Chunk, ticket: Int, to output: inout OutputBuffer
  ) -> BatchEnding? {
    worker.countEmptyLines(groups.emptyLines)
    for item in groups.items {
      if BlockedSignals.isAnyPending { return .terminated }
      switch item {
      case .group(let group):
        worker.process(group, joining: joinedRows, to: &output) { [results] output, changes in
          Self.writePiece(&output, with: &changes, of: ticket, to: results)
        }
      case .failure(let failure, let number): worker.process(failure, number: number, to: &output)
      }
      if let ending = worker.ending { return ending }
    }
    return groups.ending
  }

  /// Writes a piece of a result that is too long for memory, when the result's turn comes.
  private static func writePiece(
    _ output: inout OutputBuffer, with changes: inout StoreChanges, of ticket: Int,
    to results: OrderedQueue<ResultOutput>
  ) {
    results.addPart(of: ticket) { $0.writePiece(output, changes: &changes) }
    output.clear()
  }
}
