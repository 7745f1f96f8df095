package import Atoll
import Bytes
import OperatingSystem
package import Store
import Unpacking

/// Many stories, from lines to result lines, on several threads and with bounded memory.
///
/// Every thread does all there is to do with a few lines: it takes them while it holds the input,
/// works alone, and hands the results on when their turn has come. So no more is ever in memory than
/// a few lines and their results for each thread.
package struct BatchRun: Sendable {
  private let renderer: Renderer
  private let settings: BatchSettings
  private let side: SideRows?
  private let store: StoreRun?

  /// A run that writes outputs into its result lines, or into a store.
  package init(
    _ renderer: Renderer, _ settings: BatchSettings, joining side: SideRows? = nil,
    into store: StoreRun? = nil
  ) {
    self.renderer = renderer
    self.settings = settings
    self.side = side
    self.store = store
  }

  private struct Input {
    var source: Source
    var ticket = 0
  }

  /// Where the work comes from: one of the two.
  private struct Source {
    var lines: LineSource?
    var groups: GroupSource?

    var bytesRead: Int { groups?.bytesRead ?? lines?.bytesRead ?? 0 }

    mutating func next() throws(UnpackingError) -> Portion? {
      if let portion = try groups?.next(isStopped: { HeldBackSignals.isAnyPending }) {
        return .groups(portion)
      }
      if let chunk = try lines?.next() { return .lines(chunk) }
      return nil
    }
  }

  /// How a run went.
  package struct Outcome: Hashable, Sendable {
    package var counts: BatchCounts
    /// Nothing where the end was the input's.
    package var ending: BatchEnding?
    /// The run that was made of a store, or the part of one.
    package var stored: StoreRun.Outcome?
  }

  /// Reads all lines of one descriptor and writes a result line for each to another.
  package func run(
    from input: Int32, to output: Int32, progress: @escaping @Sendable (Int, BatchCounts) -> Void
  ) -> Outcome {
    HeldBackSignals.holdTermination()
    LargeMemory.giveBackWhenFree()
    let source = Monitor(Input(source: self.source(input)))
    let results = Monitor(
      OrderedOutput(descriptor: output, errorLimit: settings.publishing.errorLimit))
    Threads.run(settings.threads) { [renderer, settings, side, store] in
      var share = BatchShare(
        worker: StoryWorker(renderer, settings, store: store), side: side, results: results)
      var output = OutputBuffer(capacity: 1 << 16)
      while let (ticket, portion, bytesRead) = Self.next(source, results) {
        share.process(portion, ticket: ticket, &output)
        progress(bytesRead, results.withLock { $0.counts })
      }
    }
    var outcome = results.withLock { Outcome(counts: $0.counts, ending: $0.ending) }
    if outcome.ending == nil, HeldBackSignals.isAnyPending { outcome.ending = .terminated }
    if outcome.ending == nil, outcome.counts.isPassed(settings.publishing.errorLimit) {
      outcome.ending = .tooManyErrors
    }
    // A store has rules of its own, and the parts of a run may fail as long as others do not.
    if outcome.ending == nil, store == nil, settings.publishing.errorLimit == .none,
      outcome.counts.nothingSucceeded
    {
      outcome.ending = .nothingSucceeded
    }
    if outcome.ending == nil { outcome.ending = finish(&outcome, to: output) }
    return outcome
  }

  private func source(_ descriptor: Int32) -> Source {
    let lines = LineSource(descriptor: descriptor, longestLine: settings.longestLine) {
      HeldBackSignals.isAnyPending
    }
    let field: String?
    switch settings.groups {
    case nil: return Source(lines: lines)
    case .beforeTab: field = nil
    case .field(let name): field = name
    }
    let findsAuthors = store != nil && side != nil
    return Source(
      groups: GroupSource(lines, field: field, settings, findsAuthors: findsAuthors))
  }

  /// The next work with its ticket.
  private static func next(
    _ source: Monitor<Input>, _ results: Monitor<OrderedOutput>
  ) -> (Int, Portion, Int)? {
    if results.withLock({ $0.ending != nil }) { return nil }
    return source.withLock { (input) -> (Int, Portion, Int)? in
      do throws(UnpackingError) {
        guard let portion = try input.source.next() else { return nil }
        input.ticket += 1
        return (input.ticket - 1, portion, input.source.bytesRead)
      } catch {
        results.withLock { $0.end(.cannotRead(error)) }
        return nil
      }
    }
  }

  /// Makes a store's run the current one, and writes the last line.
  private func finish(_ outcome: inout Outcome, to descriptor: Int32) -> BatchEnding? {
    let counts = outcome.counts
    var lines = OutputBuffer()
    var failure: SystemError?
    let results = DrawingResults(stories: counts.stories, failures: counts.failures)
    do throws(StoreError) {
      outcome.stored = try store?.publish(results, settings.publishing) { key in
        guard settings.explains else { return }
        lines.appendRemoved(key)
        if lines.count > 1 << 16 { failure = failure ?? lines.leave(to: descriptor) }
      }
    } catch {
      return .store(error)
    }
    if settings.writesTrailer {
      lines.appendTrailer(counts, outcome.stored, brokenJoined: side?.brokenCount, settings)
    }
    failure = failure ?? lines.leave(to: descriptor)
    return failure.map { .cannotWrite($0) }
  }
}

extension BatchCounts {
  func isPassed(_ limit: CountLimit) -> Bool { limit.isPassed(failures, of: stories) }

  var nothingSucceeded: Bool { stories > 0 && failures == stories }
}

/// Some work for one thread.
private enum Portion {
  case lines(LineSource.Chunk)
  case groups(GroupSource.Portion)
}

/// What one of the threads does of a batch.
private struct BatchShare: ~Copyable {
  var worker: StoryWorker
  let side: SideRows?
  let results: Monitor<OrderedOutput>

  /// Writes the results of some work.
  ///
  /// The buffer is empty before and after, and spares asking for another one each time.
  mutating func process(_ portion: Portion, ticket: Int, _ output: inout OutputBuffer) {
    let before = worker.counts
    let ending =
      switch portion {
      case .lines(let chunk): process(chunk, ticket, &output)
      case .groups(let groups): process(groups, ticket, &output)
      }
    let counts = worker.counts - before
    // What is the last to be written waits for its turn.
    results.withLock(when: { $0.isReady(for: ticket, isWhole: ending == nil) }) {
      $0.take(output, of: ticket, counts)
      if let ending { $0.end(ending) }
    }
    output.clear()
  }

  // The story at hand is always brought to its end, and no other begun when it is time to go.

  private mutating func process(
    _ chunk: LineSource.Chunk, _ ticket: Int, _ output: inout OutputBuffer
  ) -> BatchEnding? {
    for line in chunk.lines {
      if HeldBackSignals.isAnyPending { return .terminated }
      let failures = worker.counts.failures
      worker.process(line, of: chunk.bytes, to: &output) { [results] output in
        Self.handOn(pieceOf: &output, ticket, to: results)
      }
      if let ending = worker.ending { return ending }
      if worker.counts.failures > failures, breaksOff(line, in: chunk.bytes) {
        return .tornLine(line.number)
      }
    }
    return nil
  }

  /// Whether a line is the last one, and only the beginning of one.
  private func breaksOff(_ line: LineSource.Line, in bytes: [UInt8]) -> Bool {
    guard !line.isTerminated, case .text(let range) = line.content else { return false }
    let text = KeyedLine(
      range, of: bytes, isFirst: line.number == 1, stripsKey: worker.settings.stripsKey)
    return text.breaksOff(in: bytes)
  }

  private mutating func process(
    _ groups: GroupSource.Portion, _ ticket: Int, _ output: inout OutputBuffer
  ) -> BatchEnding? {
    worker.countEmptyLines(groups.emptyLines)
    for work in groups.works {
      if HeldBackSignals.isAnyPending { return .terminated }
      switch work {
      case .group(let group):
        worker.process(group, joining: side, to: &output) { [results] output in
          Self.handOn(pieceOf: &output, ticket, to: results)
        }
      case .failure(let failure, let number): worker.process(failure, number: number, to: &output)
      }
      if let ending = worker.ending { return ending }
    }
    return groups.ending
  }

  /// Hands on a piece of a result that is too long to keep, once its turn has come.
  private static func handOn(
    pieceOf output: inout OutputBuffer, _ ticket: Int, to results: Monitor<OrderedOutput>
  ) {
    results.withLock(when: { $0.isReady(for: ticket, isWhole: false) }) {
      $0.take(pieceOf: output)
    }
    output.clear()
  }
}

extension BatchCounts {
  fileprivate static func - (left: BatchCounts, right: BatchCounts) -> BatchCounts {
    var difference = BatchCounts()
    difference.lines = left.lines - right.lines
    difference.emptyLines = left.emptyLines - right.emptyLines
    difference.stories = left.stories - right.stories
    difference.failures = left.failures - right.failures
    difference.brokenRows = left.brokenRows - right.brokenRows
    difference.comments = left.comments - right.comments
    difference.unchanged = left.unchanged - right.unchanged
    return difference
  }
}
