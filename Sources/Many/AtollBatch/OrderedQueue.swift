import AtollOperatingSystem

/// A type that uses the results of multiple threads, one result at a time.
protocol ResultConsumer {
  associatedtype Result
  /// True if all further results are ignored.
  var isEnded: Bool { get }
  mutating func consume(_ result: Result)
}

/// A queue that gives the results of multiple threads to a consumer, in the order of their tickets.
///
/// Each thread adds one result for every ticket that it has taken. A result that comes before its
/// turn waits in the queue. The thread that adds the next result has the turn: it lets the consumer
/// use this result, and then those that have waited for it. Meanwhile, the other threads make new
/// results.
final class OrderedQueue<Consumer: ResultConsumer>: Sendable {
  private struct Turns {
    /// The ticket that has the turn.
    var ticket = 0
    var waitingResults = [Consumer.Result?](repeating: nil, count: maximumWaitingResultCount)
    var isEnded = false
  }

  private let turns = Monitor(Turns())
  private let consumer: Monitor<Consumer>

  private static var maximumWaitingResultCount: Int { 16 }

  init(_ consumer: sending Consumer) { self.consumer = Monitor(consumer) }

  /// True if the consumer ignores all results that have not been added yet.
  var isEnded: Bool { turns.withLock { $0.isEnded } }

  /// Calls `consume` if the ticket has the turn; otherwise, keeps the result that `makeResult`
  /// returns for later.
  ///
  /// This waits if too many results are already waiting.
  func add(
    _ ticket: Int, consume: (inout Consumer) -> Void, otherwise makeResult: () -> Consumer.Result
  ) {
    let count = Self.maximumWaitingResultCount
    let hasTurn = turns.withLock(when: { ticket < $0.ticket + count }) { turns in
      if turns.ticket == ticket { return true }
      turns.waitingResults[ticket % count] = makeResult()
      return false
    }
    guard hasTurn else { return }
    withConsumer(consume)
    while let result = endTurn() { withConsumer { $0.consume(result) } }
  }

  /// Ends the turn of a ticket; returns the result of the next one if it is waiting.
  private func endTurn() -> Consumer.Result? {
    turns.withLock(when: { _ in true }) { turns in
      turns.ticket += 1
      let index = turns.ticket % Self.maximumWaitingResultCount
      defer { turns.waitingResults[index] = nil }
      return turns.waitingResults[index]
    }
  }

  /// Waits until a ticket has the turn, and gives a part of its result to the consumer.
  func addPart(of ticket: Int, consume: (inout Consumer) -> Void) {
    turns.withLock(when: { $0.ticket == ticket }) { _ in }
    withConsumer(consume)
  }

  /// Runs a body on the consumer, which no other thread uses at that time.
  func withConsumer<Value, Failure: Error>(
    _ body: (inout Consumer) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    defer { if consumer.withLock({ $0.isEnded }) { turns.withLock { $0.isEnded = true } } }
    return try consumer.withLock(body)
  }
}
