/// One line on a terminal's standard error that says how far a long job has come.
struct Progress {
  private let isWanted: Bool
  private let start = Terminal.monotonicMilliseconds
  private var lastShown: Int64 = 0
  private var isShown = false

  /// A job that is over sooner shows nothing.
  private static let patience: Int64 = 500
  private static let interval: Int64 = 100

  init(isQuiet: Bool) { isWanted = !isQuiet && Terminal.showsProgress }

  /// Says how far the job is, if it is time to.
  mutating func tell(_ message: @autoclosure () -> String) {
    guard isWanted else { return }
    let now = Terminal.monotonicMilliseconds
    guard now - start >= Self.patience, now - lastShown >= Self.interval else { return }
    lastShown = now
    isShown = true
    try? writeAll(Array("\r\u{1B}[K\(message())".utf8), to: 2)
  }

  /// Leaves an empty line to whoever writes next.
  mutating func finish() {
    guard isShown else { return }
    isShown = false
    try? writeAll(Array("\r\u{1B}[K".utf8), to: 2)
  }
}
