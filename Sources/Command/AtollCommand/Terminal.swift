#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the command asks the system about where it runs.
enum Terminal {
  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The width for help: `COLUMNS`, then the terminal's own, then 80.
  static var columns: Int {
    Environment.ofProcess.columns ?? TerminalSize(ofDescriptor: 1)?.columns
      ?? TerminalSize(ofDescriptor: 2)?.columns ?? 80
  }

  /// Whether messages to standard error are coloured.
  static func colorsMessages(_ wish: Wish) -> Bool {
    ColorDecision(wish, .ofProcess, isTerminal: isTerminal(2)).isOn
  }

  /// Whether a line that is written over and over again is welcome on standard error.
  static var showsProgress: Bool {
    let environment = Environment.ofProcess
    return isTerminal(2) && environment[.ci] == nil && environment[.term] != "dumb"
  }

  /// Milliseconds on a clock that only ever goes forward.
  static var monotonicMilliseconds: Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Milliseconds since the beginning of 1970.
  static var currentMilliseconds: Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}

/// How many columns and rows a terminal has.
struct TerminalSize: Hashable, Sendable {
  let columns: Int
  let rows: Int

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// The size that the terminal of a descriptor tells, if it is one and tells any.
  init?(ofDescriptor descriptor: Int32) {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    self.init(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }
}
