package import Bytes

import CArena

extension BodyParser {
  /// Has the processor fetch a body that is parsed soon, and what stands before it in the input.
  ///
  /// A thread is written in an order of its own, so its texts lie anywhere in an input that no cache
  /// holds; waiting for memory would cost more than parsing. What stands before a body is, in most
  /// inputs, its comment's id and author.
  package func expect(_ body: Slice, of bytes: [UInt8]) {
    guard body.end <= bytes.count else { return }
    let first = max(0, Int(body.start) &- Self.linesBefore &* Self.cacheLine)
    let last = min(body.end, Int(body.start) &+ Self.linesOfBody &* Self.cacheLine)
    unsafe bytes.withUnsafeBytes { all in
      guard let base = all.baseAddress else { return }
      var offset = first
      while offset < last {
        unsafe atoll_expect_soon(base + offset)
        offset &+= Self.cacheLine
      }
    }
  }

  /// The same for a record of a few dozen bytes, such as what is known of a comment.
  package func expect(record: UnsafeRawPointer) {
    unsafe atoll_expect_soon(record)
    unsafe atoll_expect_soon(record + Self.cacheLine)
  }

  private static let cacheLine = 64
  private static let linesBefore = 3
  /// The processor itself goes on once it sees a body being read in order.
  private static let linesOfBody = 8
}
