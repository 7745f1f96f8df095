import Bytes
import Layout
import OperatingSystem

/// A progress display for a long job, on standard error.
///
/// On a terminal, it is a single line that is overwritten repeatedly; for programs, it is one JSON
/// object per line.
struct Progress {
  enum Form: String, CaseIterable, Sendable {
    case auto, never, json
  }

  /// A step of a job.
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
  private var isShown = false

  /// The time before anything is shown on a terminal, in milliseconds; shorter jobs show nothing.
  private static let delay: Int64 = 500
  private static let interval: Int64 = 100
  /// The interval for JSON in milliseconds; it is longer because JSON goes into logs.
  private static let intervalInJSON: Int64 = 1000

  /// Creates a progress display.
  ///
  /// In the form `auto`, it shows nothing if messages are quiet, if the result is shown on the same
  /// terminal, or if standard error cannot show a progress line.
  init(_ form: Form, isQuiet: Bool, sharesTerminal: Bool) {
    let canShowLine = !isQuiet && !sharesTerminal && Terminal.showsProgress
    self.form = form == .auto && !canShowLine ? .never : form
  }

  /// Shows a step, unless one was shown very recently, or it is too early to show one on a
  /// terminal.
  mutating func show(_ step: @autoclosure () -> Step) {
    let now = SystemClock.monotonicMilliseconds
    let elapsed = now - start
    switch form {
    case .never: return
    case .auto:
      guard elapsed >= Self.delay, now - lastShown >= Self.interval else { return }
      try? writeAll(Array("\r\u{1B}[K\(step().line(after: elapsed))".utf8), to: 2)
      isShown = true
    case .json:
      guard now - lastShown >= Self.intervalInJSON else { return }
      try? writeAll(step().json(after: elapsed), to: 2)
    }
    lastShown = now
  }

  /// Clears the progress line, so that other output can follow.
  mutating func finish() {
    guard isShown else { return }
    isShown = false
    try? writeAll(Array("\r\u{1B}[K".utf8), to: 2)
  }
}

extension Progress.Step {
  /// Returns a line for a terminal:
  /// `rendering  [##########..........]  51 %  2,040 of 4,000 stories  1,020/s  2 s left`.
  func line(after milliseconds: Int64) -> String {
    var line = escapingInvisibles(name)
    if done == 0, total == nil { return line }
    let parts = max(0, min(Self.barWidth, share(of: Self.barWidth) ?? 0))
    if let percent = share(of: 100) {
      line += "  [" + String(repeating: "#", count: parts)
      line += String(repeating: ".", count: Self.barWidth - parts) + "]  \(min(percent, 100)) %"
    }
    line += "  \(grouped(done))"
    if let total { line += " of \(grouped(total))" }
    line += " \(unit)"
    if let rate = rate(after: milliseconds) { line += "  \(grouped(rate))/s" }
    if let left = secondsLeft(after: milliseconds) { line += "  \(left) s left" }
    return line
  }

  /// Returns a line with a JSON object, for programs.
  func json(after milliseconds: Int64) -> [UInt8] {
    var line = OutputBuffer()
    line.beginObject()
    line.append(key: "progress")
    line.append(json: name)
    line.append(member: "done", done)
    if let total { line.append(member: "total", total) }
    line.append(member: "unit", string: unit)
    line.append(member: "milliseconds", Int(milliseconds))
    if let left = secondsLeft(after: milliseconds) { line.append(member: "secondsLeft", left) }
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

  private func secondsLeft(after milliseconds: Int64) -> Int? {
    guard let total, let rate = rate(after: milliseconds), rate > 0, done >= 0, total >= done
    else { return nil }
    // This rounds up without overflow, because a server can report any number.
    let left = total - done
    return left / rate + (left % rate == 0 ? 0 : 1)
  }
}
