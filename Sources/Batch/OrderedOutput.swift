import Bytes
package import Files
package import Store

/// Results in the order of their tickets, whoever is done first.
///
/// What comes early is parked, as long as not much is; what is very long leaves in pieces when its
/// turn has come.
struct OrderedOutput {
  private let descriptor: Int32
  private var turn = 0
  private var parked: [[UInt8]?] = Array(repeating: nil, count: mostParked)
  /// Why nothing more is written.
  private(set) var ending: BatchEnding?

  private static let mostParked = 4

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Whether what belongs to a ticket can be taken now.
  func isReady(for ticket: Int, isWhole: Bool) -> Bool {
    ending != nil || ticket == turn || isWhole && ticket < turn + Self.mostParked
  }

  /// Takes what belongs to a ticket, all of it or its next piece.
  mutating func take(_ bytes: borrowing OutputBuffer, of ticket: Int, isWhole: Bool) {
    if ending != nil { return }
    if ticket != turn {
      parked[ticket % Self.mostParked] = bytes.bytes()
      return
    }
    unsafe bytes.withBytes { unsafe write($0) }
    guard isWhole else { return }
    turn += 1
    while let waiting = parked[turn % Self.mostParked] {
      parked[turn % Self.mostParked] = nil
      unsafe waiting.withUnsafeBufferPointer { unsafe write($0) }
      turn += 1
    }
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
  case cannotRead(SystemError)
  case cannotWrite(SystemError)
  /// Somebody asked the process to end.
  case terminated
  case tooManyErrors
  /// Rows of one key do not stand together.
  case groupOrder(Int)
  /// The last line breaks off.
  case tornLine(Int)
  case store(StoreError)
  /// What groups are joined with cannot be read any more.
  case join(SideRowsError)
}
