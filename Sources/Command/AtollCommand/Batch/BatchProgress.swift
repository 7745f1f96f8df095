import Bytes
import Batch
import OperatingSystem

/// The progress of a batch, reported by all its threads.
struct BatchProgress: Sendable {
  private let progress: Monitor<Progress>
  private let total: Int?

  init(_ form: Progress.Form, input: Int32?, sharesTerminal: Bool) {
    progress = Monitor(Progress(form, isQuiet: false, sharesTerminal: sharesTerminal))
    let facts = input.flatMap { try? FileFacts(ofDescriptor: $0) }
    total = facts?.kind == .file ? facts?.size : nil
  }

  func show(_ bytesRead: Int, _ counts: BatchCounts) {
    progress.withLock {
      $0.show(
        Progress.Step(
          name: "\(counted(counts.stories, "story")), \(grouped(counts.failures)) failed",
          done: bytesRead, total: total))
    }
  }

  func finish() { progress.withLock { $0.finish() } }
}
