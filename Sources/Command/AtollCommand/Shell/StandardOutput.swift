import Bytes
import OperatingSystem

/// A text for standard output, which is written in large pieces.
///
/// An error ends the writing, and is thrown at the end.
struct StandardOutput: ~Copyable {
  var text = OutputBuffer()
  private var failure: SystemError?

  private static let pieceSize = 1 << 16

  init() {}

  /// Writes the text so far if it is long enough.
  mutating func writeIfLarge() { if text.count > Self.pieceSize { write() } }

  /// Writes the rest.
  mutating func finish() throws(CommandError) {
    write()
    if let failure { throw .writing(failure, to: "standard output") }
  }

  private mutating func write() {
    defer { text.clear() }
    if failure != nil { return }
    do throws(SystemError) { try writeAll(text.bytes(), to: 1) } catch { failure = error }
  }
}
