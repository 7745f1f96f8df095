import AtollOperatingSystem

/// A running pager and the pipe that it reads.
///
/// While the pager runs, this process ignores Ctrl-C, which is a command of the pager. If this
/// process ended first, the pager and the shell would both read from the terminal.
struct Pager: ~Copyable {
  private let program: RunningProgram
  private let descriptor: Int32
  private let ignoredSignals: IgnoredKeyboardSignals
  /// True if the user quit the pager before the end of the text.
  private var hasQuit = false
  private var hasEnded = false

  init(_ command: PagerCommand) throws(SystemError) {
    let pipe = try Pipe()
    var program = Program(command.words)
    program.environment = .inherited(overrides: command.variables)
    program.redirections = [(0, .descriptor(pipe.reader.descriptor))]
    program.restoresSignals = true
    let ignored = IgnoredKeyboardSignals()
    do {
      self.program = try program.start()
    } catch {
      ignored.restore()
      throw error
    }
    self.ignoredSignals = ignored
    descriptor = pipe.keepOnlyWriter().keepOpen()
  }

  /// Passes bytes to the pager, or discards them if it has ended.
  mutating func write(_ bytes: Span<UInt8>) throws(SystemError) {
    if hasQuit { return }
    do {
      try writeAll(bytes, to: descriptor)
    } catch  where error.isBrokenPipe {
      hasQuit = true
    }
  }

  /// Ends the text, waits until the user quits the pager, and returns its exit code; `nil` if a
  /// signal ended it.
  mutating func finish() -> Int32? {
    hasEnded = true
    return end()
  }

  /// Ends the text, and waits until the user quits the pager, unless `finish()` has done so.
  deinit { if !hasEnded { _ = end() } }

  private func end() -> Int32? {
    closeDescriptor(descriptor)
    let code = program.wait()
    ignoredSignals.restore()
    return code
  }
}
