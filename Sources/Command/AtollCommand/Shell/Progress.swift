import AtollBytes
import AtollLayout
import AtollOperatingSystem
import Synchronization

/// A progress display for a long job, on standard error.
///
/// On a terminal, it is a single line that is overwritten repeatedly; for programs, it is one JSON
/// object per line.
struct Progress {
  enum Form: String, CaseIterable, Sendable {
    case auto, never, json
  }

  struct Step {
    /// The activity: `reading thread.json`.
    let name: String
    var done = 0
    /// The total amount of work, if it is known.
    var total: Int?
    /// The unit of `done` and `total`.
    var unit = "bytes"
  }

  private let form: Form
  private let start = SystemClock.monotonicMilliseconds
  private var lastShown: Int64 = 0

  /// True if any display shows a line; all displays share the standard error of the process.
  private static let isLineShown = Atomic(false)

  /// The time before anything is shown on a terminal, in milliseconds; shorter jobs show nothing.
  private static let delay: Int64 = 500
  private static let interval: Int64 = 100
  /// The interval for JSON in milliseconds; it is longer because JSON goes into logs.
  private static let intervalInJSON: Int64 = 1000

  /// Creates a display.
  ///
  /// In the form `auto`, it shows nothing in three cases: with `--quiet`, if the result is shown on
  /// the same terminal, and if standard error cannot show a progress line.
  init(_ form: Form, isQuiet: Bool, sharesTerminal: Bool) {
    let canShowLine = !isQuiet && !sharesTerminal && Terminal.showsProgress
    self.form = form == .auto && !canShowLine ? .never : form
  }

  /// Shows a step, unless another step was shown very recently.
  ///
  /// On a terminal, steps of the first half second are not shown either.
  mutating func show(_ step: @autoclosure () -> Step) {
    let now = SystemClock.monotonicMilliseconds
    let elapsed = now - start
    switch form {
    case .never: return
    case .auto:
      guard elapsed >= Self.delay, now - lastShown >= Self.interval else { return }
      // The last column stays free, since the cursor may go to the next line after it.
      let columns = TerminalSize(ofDescriptor: 2).map { $0.columns - 1 } ?? 79
      let line = step().line(after: elapsed, within: columns)
      Self.isLineShown.store(true, ordering: .relaxed)
      try? writeAll(Array("\r\u{1B}[K\(line)".utf8), to: 2)
    case .json:
      guard now - lastShown >= Self.intervalInJSON else { return }
      try? writeAll(step().json(after: elapsed), to: 2)
    }
    lastShown = now
  }

  mutating func finish() { Self.clearLine() }

  /// Clears the progress line of any display, before a message or the end of the process.
  static func clearLine() {
    guard isLineShown.exchange(false, ordering: .relaxed) else { return }
    try? writeAll(Array("\r\u{1B}[K".utf8), to: 2)
  }
}

extension Progress.Step {
  /// Returns a line for a terminal:
  /// `rendering  [##########..........]  51 %  2,040 of 4,000 stories  1,020/s  2 s left`.
  ///
  /// If the line has more than `columns` columns, parts are left out: the rate first, then the bar,
  /// then the amount of work.
  func line(after milliseconds: Int64, within columns: Int = .max) -> String {
    let name = escapingInvisibles(name)
    if done == 0, total == nil { return Self.beginning(of: name, within: columns) }
    let amount = "\(grouped(done))\(total.map { " of \(grouped($0))" } ?? "") \(unit)"
    let percent = share(of: 100).map { "\(min($0, 100)) %" }
    let rate = rate(after: milliseconds).map { "\(grouped($0))/s" }
    let timeNote = remainingSeconds(after: milliseconds).map { "\($0) s left" }
    let choices = [
      [name, bar, percent, amount, rate, timeNote], [name, bar, percent, amount, timeNote],
      [name, percent, amount, timeNote], [name, percent ?? amount, timeNote],
    ].map { parts in parts.compactMap { $0 }.joined(separator: "  ") }
    return choices.first { Self.columns(of: $0) <= columns }
      ?? Self.beginning(of: choices.last ?? name, within: columns)
  }

  /// The bar, `[##########..........]`, or `nil` without a total.
  private var bar: String? {
    share(of: Self.barWidth).map {
      let count = max(0, min(Self.barWidth, $0))
      return "[" + String(repeating: "#", count: count)
        + String(repeating: ".", count: Self.barWidth - count) + "]"
    }
  }

  /// Returns the largest number of columns that text may take on a terminal.
  private static func columns(of text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + columns(of: $1) }
  }

  private static func columns(of scalar: Unicode.Scalar) -> Int { scalar.isASCII ? 1 : 2 }

  private static func beginning(of text: String, within columns: Int) -> String {
    var room = columns
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.prefix {
          room -= Self.columns(of: $0)
          return room >= 0
        }))
  }

  /// Returns a line with a JSON object, for programs.
  func json(after milliseconds: Int64) -> [UInt8] {
    var line = OutputBuffer()
    line.beginObject()
    line.append(key: "progress")
    line.append(fullyEscapedJSONString: name)
    line.append(member: "done", done)
    if let total { line.append(member: "total", total) }
    line.append(member: "unit", string: unit)
    line.append(member: "milliseconds", Int(milliseconds))
    if let seconds = remainingSeconds(after: milliseconds) {
      line.append(member: "secondsLeft", seconds)
    }
    line.append("}\n")
    return line.bytes()
  }

  private static let barWidth = 20

  /// Returns the part of `whole` that corresponds to the finished work; `nil` without a total.
  private func share(of whole: Int) -> Int? {
    guard let total, total > 0 else { return nil }
    return Int(Double(done) / Double(total) * Double(whole))
  }

  private func rate(after milliseconds: Int64) -> Int? {
    milliseconds > 0 && done > 0 ? Int(Double(done) * 1000 / Double(milliseconds)) : nil
  }

  private func remainingSeconds(after milliseconds: Int64) -> Int? {
    guard let total, let rate = rate(after: milliseconds), rate > 0, done >= 0, total >= done
    else { return nil }
    // This rounds up without overflow, because a server can report any number.
    let remaining = total - done
    return remaining / rate + (remaining % rate == 0 ? 0 : 1)
  }
}
