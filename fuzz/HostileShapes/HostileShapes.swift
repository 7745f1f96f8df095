import AtollBodyParsing
import AtollBodyText
import AtollBytes
import AtollComments

/// Prints the time of every hostile body at the hard limit, the slowest first.
///
/// `hostile-shapes [BYTES]`; the number after `!` is the factor by which a body exceeds linear time.
@main struct HostileShapes {
  static func main() {
    if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "search" {
      return search(seconds: Int(CommandLine.arguments[2]) ?? 60)
    }
    if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "speed" {
      return BodySpeed.measure(CommandLine.arguments[2])
    }
    if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "once" {
      return BodySpeed.parseOnce(CommandLine.arguments[2])
    }
    if CommandLine.arguments.count == 5, CommandLine.arguments[1] == "try" {
      return tryOut(
        CommandLine.arguments[2], CommandLine.arguments[3], Int(CommandLine.arguments[4]) ?? 2)
    }
    let room =
      CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? BodyLimits.maximumByteCap
    var costs: [(milliseconds: Double, line: String)] = []
    for (syntax, shapes) in [
      (Body.Syntax.markdown, markdownShapes), (.html, htmlShapes), (.plain, markdownShapes),
    ] {
      for shape in shapes {
        let body = shape.body(room)
        let (cost, report, richText) = measure(body, syntax)
        let half = measure(Array(body.prefix(body.count / 2)), syntax).milliseconds
        let line =
          "\(padded(cost)) ms  x\(padded(cost / max(half, 0.001)))  \(syntax) "
          + "\(report.isSimplified ? "simplified" : "parsed")  tokens \(richText.tokenCount)  "
          + "text \(richText.textCount)  \(shape.name.debugDescription)"
        costs.append((cost, line))
      }
    }
    for cost in costs.sorted(by: { $0.milliseconds > $1.milliseconds }).prefix(40) {
      print(cost.line)
    }
  }

  /// Prints the time of a shape with growing sizes; `\n` in an argument is a line end.
  static func tryOut(_ head: String, _ tail: String, _ share: Int) {
    let pieces = [head, tail].map { piece in
      piece.split(separator: "\\n", omittingEmptySubsequences: false).joined(separator: "\n")
    }
    for room in [8192, 16384, 32768, 65536] {
      let body = Shape(pieces[0], pieces[1], share: share).body(room)
      let (cost, report, richText) = measure(body, .markdown, rounds: 20)
      print("\(room) \(padded(cost)) ms \(report) tokens \(richText.tokenCount)")
    }
  }

  /// Combines pieces at random, and prints every body that takes more than half of the allowed time.
  static func search(seconds: Int) {
    var generator = SystemRandomNumberGenerator()
    let end = ContinuousClock.now + .seconds(seconds)
    var tried = 0
    while ContinuousClock.now < end {
      let pieces = { (_ count: Int) -> String in
        (0..<count).map { _ in searchPieces.randomElement(using: &generator) ?? "" }.joined()
      }
      let (head, tail) = (pieces(Int.random(in: 1...4)), pieces(Int.random(in: 1...4)))
      let share = [1, 2, 2, 2, 10, 100, 1000].randomElement(using: &generator) ?? 2
      let body = Shape(head, tail, share: share).body(BodyLimits.maximumByteCap)
      for syntax in [Body.Syntax.markdown, .html] {
        let (cost, report, _) = measure(body, syntax, rounds: 1)
        if cost > 2.5 {
          let again = measure(body, syntax).milliseconds
          if again > 2.5 {
            print("\(padded(again)) ms \(syntax) \(report.isSimplified) \(share) \([head, tail])")
          }
        }
      }
      tried += 1
    }
    print("\(tried) shapes")
  }

  /// Returns the best time of some rounds.
  static func measure(
    _ body: [UInt8], _ syntax: Body.Syntax, rounds: Int = 5
  ) -> (milliseconds: Double, report: BodyReport, richText: RichText) {
    var parser = BodyParser(limits: BodyLimits(byteCap: BodyLimits.maximumByteCap))
    var richText = RichText()
    var report = BodyReport()
    var best = Duration.seconds(100)
    for _ in 0..<rounds {
      let took = ContinuousClock().measure {
        report = parser.parse(body, syntax: syntax, into: &richText)
      }
      best = min(best, took)
    }
    let (seconds, attoseconds) = best.components
    return (Double(seconds) * 1000 + Double(attoseconds) / 1e15, report, richText)
  }

  static func padded(_ value: Double) -> String {
    let thousandths = Int(value * 100)
    let text = "\(thousandths / 100).\(thousandths % 100 < 10 ? "0" : "")\(thousandths % 100)"
    return String(repeating: " ", count: max(0, 8 - text.utf8.count)) + text
  }
}
