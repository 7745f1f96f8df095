import Batch
import OperatingSystem

/// How far a batch is, told by whichever thread has just finished something.
struct BatchProgress: Sendable {
  private let progress: Monitor<Progress>
  private let total: Int?

  init(_ invocation: Invocation, input: Int32) {
    progress = Monitor(Progress(invocation, isQuiet: false, sharesTerminal: Terminal.isTerminal(1)))
    let facts = try? FileFacts(ofDescriptor: input)
    total = facts?.kind == .file ? facts?.size : nil
  }

  func tell(_ bytesRead: Int, _ counts: BatchCounts) {
    progress.withLock {
      $0.tell(
        Progress.Step(
          name: "\(grouped(counts.stories)) stories, \(grouped(counts.failures)) failed",
          done: bytesRead, total: total))
    }
  }

  func finish() { progress.withLock { $0.finish() } }
}
