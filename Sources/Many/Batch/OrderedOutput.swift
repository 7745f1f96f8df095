import Bytes
import OperatingSystem
import Store
import Unpacking

/// Writes results, and applies changes to a store, in the order of their tickets, whichever thread
/// finishes first.
///
/// A few results that come early are buffered; a very long one is written in pieces when its turn
/// comes.
struct OrderedOutput {
  private let descriptor: Int32
  /// The store's run that changes are applied to; `nil` if there is no store.
  let store: SiteRun?
  private var nextTicket = 0
  private var bufferedResults: [BufferedResult?] = Array(
    repeating: nil, count: maximumBufferedResultCount)
  private let errorLimit: CountLimit
  private let willWrite: @Sendable () -> Void
  /// The counts of the results written so far.
  private(set) var counts = BatchCounts()
  /// The reason to write nothing more; `nil` if there is none.
  private(set) var ending: BatchEnding?

  private static let maximumBufferedResultCount = 4

  /// A result that waits for its turn; a class, because changes cannot be copied.
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

  init(
    descriptor: Int32, errorLimit: CountLimit = .none, store: SiteRun? = nil,
    willWrite: @escaping @Sendable () -> Void = {}
  ) {
    self.descriptor = descriptor
    self.store = store
    self.willWrite = willWrite
    self.errorLimit = errorLimit
  }

  /// Returns whether a result, or a piece of one, can be written or buffered now.
  func isReady(for ticket: Int, isComplete: Bool) -> Bool {
    ending != nil || ticket == nextTicket
      || isComplete && ticket < nextTicket + Self.maximumBufferedResultCount
  }

  /// Writes a piece of the result whose turn it is, and applies its changes.
  mutating func writePiece(_ bytes: borrowing OutputBuffer, with changes: inout StoreChanges) {
    if ending == nil { bytes.withBytes { write($0) } }
    apply(&changes)
  }

  /// Writes or buffers a whole result, or its last piece, with its changes and its counts.
  mutating func write(
    _ bytes: borrowing OutputBuffer, changes: inout StoreChanges, of ticket: Int,
    counts: BatchCounts
  ) {
    if ending != nil { return }
    if ticket != nextTicket {
      var bufferedChanges = StoreChanges()
      swap(&bufferedChanges, &changes)
      bufferedResults[ticket % Self.maximumBufferedResultCount] = BufferedResult(
        bytes: bytes.bytes(), changes: bufferedChanges, counts: counts)
      return
    }
    bytes.withBytes { write($0) }
    apply(&changes)
    finishTurn(counts)
    while ending == nil, let waiting = bufferedResults[nextTicket % Self.maximumBufferedResultCount]
    {
      bufferedResults[nextTicket % Self.maximumBufferedResultCount] = nil
      let bytes = waiting.bytes
      write(bytes.span)
      apply(&waiting.changes)
      finishTurn(waiting.counts)
    }
  }

  private mutating func apply(_ changes: inout StoreChanges) {
    guard ending == nil, let store, !changes.isEmpty else { return }
    do { try changes.apply(to: store) } catch { end(BatchEnding(error)) }
  }

  /// Counts a written result.
  ///
  /// Results are counted in input order, so a run ends after the same chunk of the input with any
  /// number of threads.
  private mutating func finishTurn(_ counts: BatchCounts) {
    nextTicket += 1
    self.counts.add(counts)
    if errorLimit.isExceeded(by: self.counts.failures) { end(.tooManyErrors) }
  }

  /// Ends the output; the first reason counts.
  mutating func end(_ ending: BatchEnding) { self.ending = self.ending ?? ending }

  private mutating func write(_ bytes: Span<UInt8>) {
    if ending != nil || bytes.isEmpty { return }
    willWrite()
    do {
      try writeAll(bytes, to: descriptor)
    } catch {
      end(.cannotWrite(error))
    }
  }
}
