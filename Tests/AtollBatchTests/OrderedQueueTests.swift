import AtollOperatingSystem
import Testing

@testable import AtollBatch

/// Results in the order of their tickets, whichever thread finishes first.
struct OrderedQueueTests {
  /// Remembers its results, and ignores those after a limit.
  private struct Recorder: ResultConsumer {
    var results: [Int] = []
    var limit = Int.max
    var isEnded: Bool { results.count >= limit }

    mutating func consume(_ result: Int) {
      if !isEnded { results.append(result) }
    }
  }

  private static func add(_ ticket: Int, to queue: OrderedQueue<Recorder>) {
    queue.add(ticket) {
      $0.consume(ticket)
    } otherwise: {
      ticket
    }
  }

  @Test(arguments: [[0, 1, 2, 3], [3, 2, 1, 0], [2, 3, 0, 1], [1, 3, 2, 0]])
  func keepsEarlyResultsUntilTheirTurn(tickets: [Int]) {
    let queue = OrderedQueue(Recorder())
    for ticket in tickets { Self.add(ticket, to: queue) }
    #expect(queue.withConsumer(\.results) == [0, 1, 2, 3])
  }

  @Test func ordersTheResultsOfManyThreads() {
    let queue = OrderedQueue(Recorder())
    let next = Monitor(0)
    Threads.run(threadCount: 8) {
      while true {
        let ticket = next.withLock { next in
          next += 1
          return next - 1
        }
        if ticket >= 20_000 { return }
        if ticket % 7 == 0 { queue.addPart(of: ticket) { $0.consume(-ticket) } }
        Self.add(ticket, to: queue)
      }
    }
    let expected = (0..<20_000).flatMap { $0 % 7 == 0 ? [-$0, $0] : [$0] }
    #expect(queue.withConsumer(\.results) == expected)
  }

  @Test func endsWhenItsConsumerEnds() {
    let queue = OrderedQueue(Recorder(limit: 2))
    Self.add(1, to: queue)
    #expect(!queue.isEnded)
    Self.add(0, to: queue)
    #expect(queue.isEnded)
    Self.add(2, to: queue)
    #expect(queue.withConsumer(\.results) == [0, 1])
  }
}
