import AtollBytes
import AtollOperatingSystem
import AtollStore
import Foundation
import Testing

@testable import AtollBatch

/// The results that a run writes, and its end after too many failures.
struct ResultOutputTests {
  /// Adds results with some failures in the order of `tickets`; returns what is written and counted.
  private static func run(
    _ tickets: [Int], errorLimit: CountLimit = .none, failures: (Int) -> Int
  ) throws -> (text: String, ending: BatchEnding?, counts: BatchCounts) {
    let file = try NamelessFile(in: FileManager.default.temporaryDirectory.path)
    let queue = OrderedQueue(
      ResultOutput(
        descriptor: file.descriptor, siteRun: nil, errorLimit: errorLimit, willWrite: {},
        progress: { _, _ in }))
    for ticket in tickets {
      var buffer = OutputBuffer()
      buffer.append(verbatim: "\(ticket) ")
      var changes = StoreChanges()
      var counts = BatchCounts()
      counts.results = 10
      counts.failures = failures(ticket)
      let summary = ResultSummary(counts: counts)
      queue.add(ticket) {
        $0.write(buffer, changes: &changes, summary: summary)
      } otherwise: {
        WaitingResult(moving: &buffer, changes: &changes, summary: summary)
      }
    }
    let text = String(
      decoding: try readBytes(of: file.descriptor, at: 0, count: 1 << 16), as: UTF8.self)
    return queue.withConsumer { (text, $0.ending, $0.counts) }
  }

  @Test func writesResultsInTheOrderOfTheInput() throws {
    let run = try Self.run([2, 1, 3, 0]) { _ in 0 }
    #expect(run.text == "0 1 2 3 ")
    #expect(run.counts.results == 40 && run.ending == nil)
  }

  /// In any order of threads, the result that exceeds the limit is written, and none after it.
  @Test(arguments: [[0, 1, 2, 3], [3, 2, 1, 0], [2, 3, 0, 1], [1, 3, 2, 0]])
  func stopsAfterTheResultThatExceedsTheErrorLimit(tickets: [Int]) throws {
    let run = try Self.run(tickets, errorLimit: .count(0)) { $0 == 2 ? 1 : 0 }
    #expect(run.text == "0 1 2 ")
    #expect(run.ending == .tooManyErrors)
    #expect(run.counts.failures == 1 && run.counts.results == 30)
  }

  @Test func countsOnlyResultsThatWereWritten() throws {
    let run = try Self.run([0, 1, 2, 3], errorLimit: .count(3)) { _ in 2 }
    #expect(run.text == "0 1 ")
    #expect(run.counts.failures == 4)
  }
}
