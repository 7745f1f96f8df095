import AtollBytes
import AtollOperatingSystem

/// Text for standard output; it is written in large pieces.
///
/// After an error, nothing more is written; `finish()` throws the error.
struct StandardOutput: ~Copyable {
  var text = OutputBuffer()
  private var failure: SystemError?

  private static let pieceSize = 1 << 16

  init() {}

  /// Writes the text so far if it is longer than one piece.
  mutating func flushIfLarge() { if text.count > Self.pieceSize { flush() } }

  /// Writes the rest of the text, and throws the error if a write has failed.
  mutating func finish() throws {
    flush()
    if let failure { throw writeError(failure, to: "standard output") }
  }

  private mutating func flush() {
    defer { text.clear() }
    if failure != nil { return }
    do throws(SystemError) { try writeAll(text.bytes(), to: 1) } catch { failure = error }
  }
}
