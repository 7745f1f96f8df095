import AtollBytes
import AtollOperatingSystem
import AtollStore
import AtollUnpacking

/// A result that waits for its turn; a class, because changes and buffers cannot be copied.
final class WaitingResult {
  let bytes: OutputBuffer
  var changes: StoreChanges
  let summary: ResultSummary

  /// Creates a result that takes the contents of the buffer and the changes, and leaves both empty.
  init(
    moving bytes: inout OutputBuffer, changes: inout StoreChanges, summary: ResultSummary
  ) {
    var movedBytes = OutputBuffer()
    var movedChanges = StoreChanges()
    swap(&movedBytes, &bytes)
    swap(&movedChanges, &changes)
    self.bytes = movedBytes
    self.changes = movedChanges
    self.summary = summary
  }
}

/// The counts of a result, and whether the run ends after it.
struct ResultSummary {
  let counts: BatchCounts
  /// The number of input bytes that had been read when the result was begun.
  var bytesRead = 0
  /// The reason to end the run after this result; `nil` if there is none.
  var ending: BatchEnding?
}

/// The output of a run: result lines, and changes to a store.
struct ResultOutput: ResultConsumer {
  let descriptor: Int32
  /// The store's run that changes are applied to; `nil` if there is no store.
  let siteRun: SiteRun?
  let errorLimit: CountLimit
  let willWrite: @Sendable () -> Void
  let progress: @Sendable (Int, BatchCounts) -> Void
  /// The counts of the results written so far.
  private(set) var counts = BatchCounts()
  /// The reason to write nothing more; `nil` if there is none.
  private(set) var ending: BatchEnding?

  var isEnded: Bool { ending != nil }

  mutating func consume(_ result: WaitingResult) {
    write(result.bytes, changes: &result.changes, summary: result.summary)
  }

  /// Writes a whole result, or its last piece, with its changes.
  ///
  /// Results are counted in input order, so a run ends after the same chunk of the input with any
  /// number of threads.
  mutating func write(
    _ bytes: borrowing OutputBuffer, changes: inout StoreChanges, summary: ResultSummary
  ) {
    if isEnded { return }
    writePiece(bytes, changes: &changes)
    counts.add(summary.counts)
    if errorLimit.isExceeded(by: counts.failures) { end(.tooManyErrors) }
    progress(summary.bytesRead, counts)
    if let ending = summary.ending { end(ending) }
  }

  /// Writes a piece of a result, and applies its changes.
  mutating func writePiece(_ bytes: borrowing OutputBuffer, changes: inout StoreChanges) {
    if isEnded { return }
    bytes.withBytes { write($0) }
    guard !isEnded, let siteRun, !changes.isEmpty else { return }
    do { try changes.apply(to: siteRun) } catch { end(BatchEnding(error)) }
  }

  /// Ends the output; the first reason counts.
  mutating func end(_ ending: BatchEnding) { self.ending = self.ending ?? ending }

  private mutating func write(_ bytes: Span<UInt8>) {
    if bytes.isEmpty { return }
    willWrite()
    do {
      try writeAll(bytes, to: descriptor)
    } catch {
      end(.cannotWrite(error))
    }
  }
}
