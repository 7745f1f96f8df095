import Bytes
package import OperatingSystem
package import Store
package import Unpacking

/// Writes results, and applies changes to a store, in the order of their tickets, whichever thread
/// finishes first.
///
/// A few results that come early are buffered; a very long one is written in pieces when its turn
/// comes. While one thread writes, others can hand over their results and go on.
final class OrderedOutput: Sendable {
  private let queue: Monitor<ResultQueue>
  private let destination: Monitor<ResultDestination>

  /// - Parameters:
  ///   - store: The store's run that changes are applied to; `nil` if there is no store.
  ///   - willWrite: A function that is called before anything is written.
  init(
    descriptor: Int32, errorLimit: CountLimit = .none, store: sending SiteRun? = nil,
    willWrite: @escaping @Sendable () -> Void = {}
  ) {
    queue = Monitor(ResultQueue(errorLimit: errorLimit))
    destination = Monitor(
      ResultDestination(descriptor: descriptor, store: store, willWrite: willWrite))
  }

  /// The counts of the results written so far.
  var counts: BatchCounts { queue.withLock { $0.counts } }

  /// The reason to write nothing more; `nil` if there is none.
  var ending: BatchEnding? { queue.withLock { $0.ending } }

  /// Ends the output; the first reason counts.
  func end(_ ending: BatchEnding) { queue.withLock { $0.end(ending) } }

  func withStore<Value>(
    _ body: (SiteRun?) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try destination.withLock { (destination) throws(StoreError) in try body(destination.store) }
  }

  /// Returns whether a result, or a piece of one, can be written or buffered now.
  func isReady(for ticket: Int, isComplete: Bool) -> Bool {
    queue.withLock { $0.isReady(for: ticket, isComplete: isComplete) }
  }

  /// Waits for the turn of a result, writes a piece of it, and applies its changes.
  func writePiece(
    _ bytes: borrowing OutputBuffer, with changes: inout StoreChanges, of ticket: Int
  ) {
    let isRunning = queue.withLock(when: { $0.isReady(for: ticket, isComplete: false) }) {
      $0.ending == nil
    }
    guard isRunning, let ending = write(bytes, with: &changes) else { return }
    end(ending)
  }

  /// Writes or buffers a whole result, or its last piece, with its changes and its counts.
  ///
  /// A result that ends the run is not buffered, but waits for its turn.
  func write(
    _ bytes: borrowing OutputBuffer, changes: inout StoreChanges, of ticket: Int,
    counts: BatchCounts, ending: BatchEnding? = nil
  ) {
    let isItsTurn = queue.withLock(when: { $0.isReady(for: ticket, isComplete: ending == nil) }) {
      if $0.ending != nil || ticket == $0.nextTicket { return $0.ending == nil }
      var own = StoreChanges()
      swap(&own, &changes)
      $0.buffer(BufferedResult(bytes: bytes.bytes(), changes: own, counts: counts), of: ticket)
      return false
    }
    if !isItsTurn { return }
    // The turn ends with `finishTurn`, so no other thread writes until then.
    let failure = write(bytes, with: &changes)
    var next = queue.withLock(when: { _ in true }) {
      $0.finishTurn(counts, failure: failure, ending: ending)
    }
    while let result = next {
      let failure = destination.withLock { $0.write(result) }
      next = queue.withLock(when: { _ in true }) { $0.finishTurn(result.counts, failure: failure) }
    }
  }

  private func write(
    _ bytes: borrowing OutputBuffer, with changes: inout StoreChanges
  ) -> BatchEnding? {
    destination.withLock { destination in
      unsafe bytes.withBytes { unsafe destination.write($0, with: &changes) }
    }
  }
}

/// A result that waits for its turn.
///
/// It is a class, because changes cannot be copied.
private final class BufferedResult {
  let bytes: [UInt8]
  var changes: StoreChanges
  let counts: BatchCounts

  init(bytes: [UInt8], changes: consuming StoreChanges, counts: BatchCounts) {
    self.bytes = bytes
    self.changes = changes
    self.counts = counts
  }
}

/// The results that wait for their turn, and the counts of those whose turn is over.
private struct ResultQueue {
  private(set) var nextTicket = 0
  private var waiting: [BufferedResult?] = Array(repeating: nil, count: maximumBufferedResultCount)
  private let errorLimit: CountLimit
  private(set) var counts = BatchCounts()
  private(set) var ending: BatchEnding?

  private static let maximumBufferedResultCount = 4

  init(errorLimit: CountLimit) { self.errorLimit = errorLimit }

  func isReady(for ticket: Int, isComplete: Bool) -> Bool {
    ending != nil || ticket == nextTicket
      || isComplete && ticket < nextTicket + Self.maximumBufferedResultCount
  }

  mutating func buffer(_ result: BufferedResult, of ticket: Int) {
    waiting[ticket % Self.maximumBufferedResultCount] = result
  }

  /// Counts a written result, and returns the next one if it is buffered: the caller writes it.
  ///
  /// Results are counted in input order, so a run ends after the same result with any number of
  /// threads.
  mutating func finishTurn(
    _ counts: BatchCounts, failure: BatchEnding?, ending: BatchEnding? = nil
  ) -> BufferedResult? {
    if let failure { end(failure) }
    nextTicket += 1
    self.counts.add(counts)
    if errorLimit.isExceeded(by: self.counts.failures) { end(.tooManyErrors) }
    if let ending { end(ending) }
    if self.ending != nil { return nil }
    let index = nextTicket % Self.maximumBufferedResultCount
    defer { waiting[index] = nil }
    return waiting[index]
  }

  mutating func end(_ ending: BatchEnding) { self.ending = self.ending ?? ending }
}

/// The file and the store that results are written to.
private struct ResultDestination {
  let descriptor: Int32
  let store: SiteRun?
  let willWrite: @Sendable () -> Void

  func write(_ result: BufferedResult) -> BatchEnding? {
    unsafe result.bytes.withUnsafeBufferPointer { unsafe write($0, with: &result.changes) }
  }

  /// Writes bytes and applies changes; returns the reason if that fails.
  func write(
    _ bytes: UnsafeBufferPointer<UInt8>, with changes: inout StoreChanges
  ) -> BatchEnding? {
    if !bytes.isEmpty {
      willWrite()
      do throws(SystemError) { try unsafe writeAll(bytes, to: descriptor) } catch {
        return .cannotWrite(error)
      }
    }
    guard let store, !changes.isEmpty else { return nil }
    do throws(StoreError) { try changes.apply(to: store) } catch { return .store(error) }
    return nil
  }
}

/// The reason why a batch ends before its input does, or why its results are rejected.
package enum BatchEnding: Error, Hashable, Sendable {
  case cannotRead(UnpackingError)
  case cannotWrite(SystemError)
  /// A signal asked the process to end.
  case terminated
  case tooManyErrors
  /// Too many rows of stories cannot be read.
  case tooManyBrokenRows
  /// The keys of rows are not in ascending order at this line.
  case groupOrder(line: Int)
  /// The input ends within its last line.
  case truncated(line: Int)
  case store(StoreError)
  /// A file of a dump cannot be used, or a temporary one cannot be written or read.
  case dump(BatchError)
}
