import OperatingSystem

/// What is shown on a terminal: in a pager when it turns out to be taller than the screen.
///
/// The first screenful is held back until that is known; from then on bytes go straight through.
struct ScreenOutput: ~Copyable {
  private let rows: Int
  private let command: PagerCommand?
  private let console: Console
  private var heldBack: [UInt8] = []
  private var lineCount = 0
  private var state = State.waiting
  private var pager: Pager?

  private enum State { case waiting, straight, paged }

  /// Output to the terminal of standard output; without a height or a pager it goes straight there.
  init(_ surroundings: Surroundings, pages: Bool, console: Console) {
    // Names of their own until all is there: what `&&` puts off would look at half a screen, and the optimiser
    // of Swift 6.3 then lets go of what was never taken.
    let rows = surroundings.size?.rows ?? 0
    let command = pages && rows > 0 ? PagerCommand(surroundings.environment) : nil
    self.rows = rows
    self.command = command
    self.console = console
    if command == nil { state = .straight }
  }

  /// Adds bytes to the end.
  mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(Stop) {
    guard state == .waiting else { return try unsafe pass(bytes) }
    unsafe heldBack.append(contentsOf: bytes)
    unsafe lineCount += bytes.count { $0 == UInt8(ascii: "\n") }
    // The prompt needs a line too.
    guard lineCount >= rows else { return }
    startPager()
    try passHeldBack()
  }

  /// Shows what is still held back, and waits for the reader of a pager.
  consuming func finish() throws(Stop) {
    guard state == .waiting else { return }
    state = .straight
    try passHeldBack()
  }

  private mutating func startPager() {
    state = .straight
    guard let command else { return }
    do {
      pager = try Pager(command)
      state = .paged
    } catch {
      // The text matters more than the pager. A system without less is nothing to talk about.
      guard command.words.first != "less" else { return }
      console.say(
        .warning, "the pager '\(command.words[0])' cannot be run: \(error.message)",
        advice: "set ATOLL_PAGER, or write --no-pager")
    }
  }

  private mutating func passHeldBack() throws(Stop) {
    let bytes = heldBack
    heldBack = []
    try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(Stop) in try unsafe pass(buffer) }
  }

  private mutating func pass(_ bytes: UnsafeBufferPointer<UInt8>) throws(Stop) {
    do {
      if state == .paged {
        try unsafe pager?.write(bytes)
      } else {
        try unsafe writeAll(bytes, to: 1)
      }
    } catch {
      throw .writing(error, to: "standard output")
    }
  }
}
