import AtollBytes
import AtollOperatingSystem

/// Output to a terminal, shown in a pager if it is longer than the screen.
///
/// The first screenful is held back until it is known whether the output is longer than the screen.
/// After that, bytes are passed on directly.
struct ScreenOutput: ~Copyable {
  private let rows: Int
  private let command: PagerCommand?
  private let console: Console
  private var heldBackBytes: [UInt8] = []
  private var lineCount = 0
  private var state = State.waiting
  private var pager: Pager?

  private enum State { case waiting, direct, paged }

  /// Creates an output, which uses no pager if `usesPager` is `false`, or if the environment asks
  /// for none.
  init(_ context: TerminalContext, usesPager: Bool, console: Console) {
    // These are local variables until all are set, because Swift 6.3 miscompiles an autoclosure (of
    // `&&`) that captures the partially initialized `self`.
    let rows = context.size?.rows ?? 0
    let command = usesPager && rows > 0 ? PagerCommand(context.environment) : nil
    self.rows = rows
    self.command = command
    self.console = console
    if command == nil { state = .direct }
  }

  mutating func write(_ bytes: Span<UInt8>) throws {
    guard state == .waiting else { return try forward(bytes) }
    heldBackBytes.append(contentsOf: bytes)
    lineCount += bytes.indices.count { bytes[$0] == UInt8(ascii: "\n") }
    // The shell's prompt needs a line, too.
    guard lineCount >= rows else { return }
    startPager()
    try writeHeldBackBytes()
  }

  /// Shows any bytes that are still held back, and waits until the user quits the pager.
  consuming func finish() throws {
    if var pager = pager.take() {
      guard let code = pager.finish(), code != 0 else { return }
      console.warn(
        "the pager '\(command?.words.joined(separator: " ") ?? "")' ended with \(code)",
        advice: "set ATOLL_PAGER, or add --no-pager")
      return
    }
    guard state == .waiting else { return }
    state = .direct
    try writeHeldBackBytes()
  }

  private mutating func startPager() {
    state = .direct
    guard let command else { return }
    do {
      pager = try Pager(command)
      state = .paged
    } catch {
      // The text is shown without a pager. A missing less is not worth a warning.
      guard command.words.first != "less" else { return }
      console.warn(
        "the pager '\(command.words[0])' cannot be run: \(error.message)",
        advice: "set ATOLL_PAGER, or add --no-pager")
    }
  }

  private mutating func writeHeldBackBytes() throws {
    let bytes = heldBackBytes
    heldBackBytes = []
    try forward(bytes.span)
  }

  private mutating func forward(_ bytes: Span<UInt8>) throws {
    try attributingWriteErrors(to: "standard output") {
      if state == .paged {
        try pager?.write(bytes)
      } else {
        try writeAll(bytes, to: 1)
      }
    }
  }
}
