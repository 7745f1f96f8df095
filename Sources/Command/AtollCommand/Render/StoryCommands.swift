import Atoll
import Comments

/// The commands that show a story without rendering it.
enum StoryCommands {
  /// `atoll rows`.
  static func rows(_ invocation: Invocation) throws(Stop) {
    try write(invocation, isForReading: true) { RowLines.text(of: $0, $1) }
  }

  /// `atoll dump`.
  static func dump(_ stage: StageDump, _ invocation: Invocation) throws(Stop) {
    try write(invocation, isForReading: true) { stage.text(of: $0, $1) }
  }

  /// `atoll render --format json`.
  static func json(_ invocation: Invocation) throws(Stop) {
    try write(invocation, isForReading: false, [("Content-Type", "application/json")]) {
      StageDump.json(of: $0, $1)
    }
  }

  private static func write(
    _ invocation: Invocation, isForReading: Bool, _ headers: [(name: String, value: String)] = [],
    _ text: (Story, Options) -> [UInt8]
  ) throws(Stop) {
    let surroundings = Surroundings.of(Destination(invocation.value(OutputOptions.output)))
    var run = try StoryRun(invocation, try Options(invocation, surroundings), surroundings)
    try run.refuseIfStrict()
    try run.endIfNothingIsNew()
    if invocation.has(OutputOptions.printHeaders) {
      try run.printHeaders(headers + [("X-Content-Type-Options", "nosniff")])
      if run.destination.path == nil { return try run.finish(bytesWritten: 0) }
    }
    let bytes = text(run.story, run.options)
    if isForReading, run.surroundings.isTerminal {
      try run.show(bytes)
    } else {
      try run.destination.write(bytes)
    }
    try run.finish(bytesWritten: bytes.count)
  }
}
