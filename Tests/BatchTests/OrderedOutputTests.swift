import Bytes
import Foundation
import OperatingSystem
import Store
import Testing

@testable import Batch

/// Results in the order of the input, whichever thread finishes first.
struct OrderedOutputTests {
  private static func buffer(_ text: String) -> OutputBuffer {
    var buffer = OutputBuffer()
    buffer.append(verbatim: text)
    return buffer
  }

  private static func counts(failures: Int) -> BatchCounts {
    var counts = BatchCounts()
    counts.results = 10
    counts.failures = failures
    return counts
  }

  private static func written(_ file: NamelessFile) throws -> String {
    String(decoding: try readBytes(of: file.descriptor, at: 0, count: 1 << 16), as: UTF8.self)
  }

  private static func file() throws -> NamelessFile {
    try NamelessFile(in: FileManager.default.temporaryDirectory.path)
  }

  @Test func writesResultsInTheOrderOfTheInput() throws {
    let file = try Self.file()
    var output = OrderedOutput(descriptor: file.descriptor)
    var changes = StoreChanges()
    for ticket in [2, 1, 3, 0] {
      #expect(output.isReady(for: ticket, isComplete: true))
      output.write(
        Self.buffer("\(ticket) "), changes: &changes, of: ticket, counts: Self.counts(failures: 0))
    }
    #expect(try Self.written(file) == "0 1 2 3 ")
    #expect(!output.isReady(for: 8, isComplete: true) && !output.isReady(for: 5, isComplete: false))
    #expect(output.counts.results == 40)
  }

  /// In any order of threads, the result that exceeds the limit is written, and none after it.
  @Test(arguments: [[0, 1, 2, 3], [3, 2, 1, 0], [2, 3, 0, 1], [1, 3, 2, 0]])
  func stopsAfterTheResultThatExceedsTheErrorLimit(tickets: [Int]) throws {
    let file = try Self.file()
    var output = OrderedOutput(descriptor: file.descriptor, errorLimit: .count(0))
    var changes = StoreChanges()
    for ticket in tickets {
      output.write(
        Self.buffer("\(ticket) "), changes: &changes, of: ticket,
        counts: Self.counts(failures: ticket == 2 ? 1 : 0))
    }
    #expect(try Self.written(file) == "0 1 2 ")
    #expect(output.ending == .tooManyErrors)
    #expect(output.counts.failures == 1 && output.counts.results == 30)
  }

  @Test func countsOnlyResultsThatWereWritten() throws {
    let file = try Self.file()
    var output = OrderedOutput(descriptor: file.descriptor, errorLimit: .count(3))
    var changes = StoreChanges()
    for ticket in 0..<4 {
      output.write(
        Self.buffer("\(ticket) "), changes: &changes, of: ticket, counts: Self.counts(failures: 2))
    }
    #expect(try Self.written(file) == "0 1 ")
    #expect(output.counts.failures == 4)
  }
}
