import Bytes
import Foundation
import OperatingSystem
import Testing

@testable import Batch

/// Several threads that take work and write results in order.
struct ThreadTests {
  @Test(arguments: [1, 2, 8])
  func writesTheResultsOfManyThreadsInOrder(threads: Int) throws {
    let file = try NamelessFile(in: FileManager.default.temporaryDirectory.path)
    let tickets = Monitor(0)
    let output = Monitor(OrderedOutput(descriptor: file.descriptor))
    let count = 500
    Threads.run(threads) {
      while true {
        let ticket = tickets.withLock { next in
          next += 1
          return next - 1
        }
        if ticket >= count { return }
        var text = OutputBuffer()
        text.append(decimal: ticket)
        text.append("\n")
        // Every seventh result is written in two pieces.
        if ticket % 7 == 0 {
          output.withLock(when: { $0.isReady(for: ticket, isWhole: false) }) {
            $0.write(pieceOf: text)
          }
          text.clear()
        }
        output.withLock(when: { $0.isReady(for: ticket, isWhole: true) }) {
          $0.write(text, of: ticket, BatchCounts())
        }
      }
    }
    let written = try readBytes(of: file.descriptor, at: 0, count: 1 << 16)
    let expected = (0..<count).map { "\($0)\n" }.joined()
    #expect(String(decoding: written, as: UTF8.self) == expected)
  }
}
