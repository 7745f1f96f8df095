#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the command asks the system about where it runs.
enum Terminal {
  /// The value of an environment variable; an empty one counts as not set.
  static func environment(_ variable: EnvironmentVariable) -> String? {
    guard let value = unsafe getenv(variable.rawValue) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The width for help: `COLUMNS`, then the terminal's own, then 80.
  static var columns: Int {
    if let told = environment(.columns).flatMap({ Int($0) }), told > 0 { return told }
    var size = winsize()
    for descriptor: Int32 in [1, 2]
    where unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 {
      return Int(size.ws_col)
    }
    return 80
  }

  /// Whether messages to standard error are coloured.
  static var hasColor: Bool {
    if environment(.noColor) != nil { return false }
    if let level = environment(.forceColor) { return level != "0" && level != "false" }
    if let forced = environment(.cliColorForce), forced != "0" { return true }
    if environment(.term) == "dumb" || environment(.cliColor) == "0" { return false }
    return isTerminal(2)
  }

  /// Whether a line that is written over and over again is welcome on standard error.
  static var showsProgress: Bool {
    isTerminal(2) && environment(.ci) == nil && environment(.term) != "dumb"
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
