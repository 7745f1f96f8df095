import Bytes
package import OperatingSystem
package import Store
package import Unpacking

/// Results in the order of their tickets, whoever is done first.
///
/// What comes early is parked, as long as not much is; what is very long leaves in pieces when its
/// turn has come.
struct OrderedOutput {
  private let descriptor: Int32
  private var turn = 0
  private var parked: [Parked?] = Array(repeating: nil, count: mostParked)
  private let errorLimit: CountLimit
  /// How many of what the results that were written so far are of.
  private(set) var counts = BatchCounts()
  /// Why nothing more is written.
  private(set) var ending: BatchEnding?

  private static let mostParked = 4

  private struct Parked {
    let bytes: [UInt8]
    let counts: BatchCounts
  }

  init(descriptor: Int32, errorLimit: CountLimit = .none) {
    self.descriptor = descriptor
    self.errorLimit = errorLimit
  }

  /// Whether what belongs to a ticket can be taken now.
  func isReady(for ticket: Int, isWhole: Bool) -> Bool {
    ending != nil || ticket == turn || isWhole && ticket < turn + Self.mostParked
  }

  /// Takes the next piece of what belongs to a ticket.
  mutating func take(pieceOf bytes: borrowing OutputBuffer) {
    if ending == nil { unsafe bytes.withBytes { unsafe write($0) } }
  }

  /// Takes all of what belongs to a ticket, or its last piece, and how many of everything it is of.
  mutating func take(_ bytes: borrowing OutputBuffer, of ticket: Int, _ counts: BatchCounts) {
    if ending != nil { return }
    if ticket != turn {
      parked[ticket % Self.mostParked] = Parked(bytes: bytes.bytes(), counts: counts)
      return
    }
    unsafe bytes.withBytes { unsafe write($0) }
    finishTurn(counts)
    while ending == nil, let waiting = parked[turn % Self.mostParked] {
      parked[turn % Self.mostParked] = nil
      unsafe waiting.bytes.withUnsafeBufferPointer { unsafe write($0) }
      finishTurn(waiting.counts)
    }
  }

  /// Counts what was written, in the order of the input: so a run breaks off behind the same result with any number
  /// of threads, and that result is the one that was too much.
  private mutating func finishTurn(_ counts: BatchCounts) {
    turn += 1
    self.counts.add(counts)
    if errorLimit.isPassed(self.counts.failures) { end(.tooManyErrors) }
  }

  /// Writes nothing more; what is said first counts.
  mutating func end(_ ending: BatchEnding) { self.ending = self.ending ?? ending }

  private mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
    if ending != nil { return }
    do {
      try unsafe writeAll(bytes, to: descriptor)
    } catch {
      end(.cannotWrite(error))
    }
  }
}

/// Why a batch ended before its input did.
package enum BatchEnding: Hashable, Sendable {
  case cannotRead(UnpackingError)
  case cannotWrite(SystemError)
  /// Somebody asked the process to end.
  case terminated
  case tooManyErrors
  /// There were stories, and every one failed.
  case nothingSucceeded
  /// Rows of one key do not stand together.
  case groupOrder(Int)
  /// The last line breaks off.
  case tornLine(Int)
  case store(StoreError)
  /// What groups are joined with cannot be read any more.
  case join(SideRowsError)
}
