import Testing

@testable import AtollCommand

/// What is told of a job on the way.
@Suite struct ProgressTests {
  private func told(_ done: Int, of total: Int?, after milliseconds: Int64) -> String {
    let step = Progress.Step(name: "fetching", done: done, total: total, unit: "comments")
    return String(decoding: step.json(after: milliseconds), as: UTF8.self)
  }

  @Test func tellsTheTimeThatIsLeftRoundedUp() {
    #expect(told(100, of: 400, after: 1000).contains(#""secondsLeft":3}"#))
    #expect(told(100, of: 401, after: 1000).contains(#""secondsLeft":4}"#))
    #expect(told(100, of: 100, after: 1000).contains(#""secondsLeft":0}"#))
  }

  @Test(arguments: [Int.max, Int.min, 0, -1])
  func takesWhateverAServerCounts(total: Int) {
    #expect(told(1000, of: total, after: 100).hasPrefix(#"{"progress":"fetching","done":1000"#))
    let step = Progress.Step(name: "fetching", done: 1000, total: total, unit: "comments")
    #expect(step.line(after: 100).hasPrefix("fetching"))
  }
}
