package import AtollBodyText
package import AtollBytes

/// A writer that turns the blocks of one story, one after another, into some form of output.
///
/// Every writer receives the same calls: the beginning, each block with its parsed body, the end.
package protocol BlockWriter: ~Copyable {
  /// Writes what comes before the first block.
  mutating func begin(_ out: inout OutputBuffer)
  /// Writes the block at an index of the list; `body` is empty for blocks without one.
  mutating func write(blockAt index: Int, body: RichText, to out: inout OutputBuffer)
  /// Writes what is still open, and what comes after the last block.
  mutating func finish(_ out: inout OutputBuffer)
}
