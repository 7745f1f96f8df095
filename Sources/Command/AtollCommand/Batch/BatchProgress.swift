import AtollBatch
import AtollBytes
import AtollOperatingSystem

/// The progress display of a batch, which all of its threads can update.
struct BatchProgress: Sendable {
  private let progress: Monitor<Progress>
  private let total: Int?

  init(_ form: Progress.Form, isQuiet: Bool, inputSize: Int?, sharesTerminal: Bool) {
    progress = Monitor(Progress(form, isQuiet: isQuiet, sharesTerminal: sharesTerminal))
    total = inputSize
  }

  func show(reading file: DumpFile, bytesRead: Int) {
    progress.withLock {
      $0.show(Progress.Step(name: "reading \(file.name)", done: bytesRead, total: total))
    }
  }

  func show(bytesRead: Int, counts: BatchCounts) {
    progress.withLock {
      $0.show(
        Progress.Step(
          name: "\(counted(counts.results, noun: "story")), \(grouped(counts.failures)) failed",
          done: bytesRead, total: total))
    }
  }

  func finish() { progress.withLock { $0.finish() } }
}
