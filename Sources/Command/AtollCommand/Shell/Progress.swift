import Bytes
import OperatingSystem
import Layout

/// Says how far a long job has come, on standard error.
///
/// To a user it is one line of a terminal that is written over and over; to a program it is one JSON
/// object on a line.
struct Progress {
  enum Form: String, CaseIterable, Sendable {
    case auto, never, json
  }

  /// How far one step of a job is.
  struct Step {
    /// What is being done: `reading thread.json`.
    let name: String
    var done = 0
    /// How much there is to do, where that is known.
    var total: Int?
    /// What is counted.
    var unit = "bytes"
  }

  private let form: Form
  private let start = SystemClock.monotonicMilliseconds
  private var lastShown: Int64 = 0
  private var isShown = false

  /// A job that is over sooner shows nothing.
  private static let patience: Int64 = 500
  private static let interval: Int64 = 100
  /// A log should not fill up with it.
  private static let intervalInJSON: Int64 = 1000

  /// The progress that a command line asks for.
  ///
  /// A line on a terminal would run into a result that is shown there.
  init(_ invocation: Invocation, isQuiet: Bool, sharesTerminal: Bool) {
    let wish = invocation.word(MessageOptions.progress) ?? Form.auto
    let isLineWelcome = !isQuiet && !sharesTerminal && Terminal.showsProgress
    form = wish == .auto && !isLineWelcome ? .never : wish
  }

  /// Says how far the job is, if it is time to.
  mutating func tell(_ step: @autoclosure () -> Step) {
    let now = SystemClock.monotonicMilliseconds
    let elapsed = now - start
    switch form {
    case .never: return
    case .auto:
      guard elapsed >= Self.patience, now - lastShown >= Self.interval else { return }
      try? writeAll(Array("\r\u{1B}[K\(step().line(after: elapsed))".utf8), to: 2)
      isShown = true
    case .json:
      guard now - lastShown >= Self.intervalInJSON else { return }
      try? writeAll(step().json(after: elapsed), to: 2)
    }
    lastShown = now
  }

  /// Leaves an empty line to whoever writes next.
  mutating func finish() {
    guard isShown else { return }
    isShown = false
    try? writeAll(Array("\r\u{1B}[K".utf8), to: 2)
  }
}

extension Progress.Step {
  /// For a user: `rendering  ███████░░░░░░░  51 %  2,040 of 4,000 stories  1,020/s  2 s left`.
  func line(after milliseconds: Int64) -> String {
    var line = visible(name)
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

  /// For a program: one object, one line.
  func json(after milliseconds: Int64) -> [UInt8] {
    var line = OutputBuffer()
    line.append("{\"progress\":")
    line.append(json: name)
    line.append(",\"done\":")
    line.append(decimal: done)
    if let total {
      line.append(",\"total\":")
      line.append(decimal: total)
    }
    line.append(verbatim: ",\"unit\":\"\(unit)\",\"milliseconds\":")
    line.append(decimal: Int(milliseconds))
    if let left = secondsLeft(after: milliseconds) {
      line.append(",\"secondsLeft\":")
      line.append(decimal: left)
    }
    line.append("}\n")
    return line.bytes()
  }

  private static let barWidth = 20

  /// The done part of a whole of this many.
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
    // Rounded up; a server may count any number at all.
    let left = total - done
    return left / rate + (left % rate == 0 ? 0 : 1)
  }
}

/// A number with commas between its thousands.
func grouped(_ number: Int) -> String {
  let digits = Array(String(number))
  var text = ""
  for (index, digit) in digits.enumerated() {
    if index > 0, digit != "-", digits[index - 1] != "-", (digits.count - index) % 3 == 0 {
      text += ","
    }
    text.append(digit)
  }
  return text
}
