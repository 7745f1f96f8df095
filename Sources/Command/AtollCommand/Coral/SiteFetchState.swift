import AtollBatch
import AtollBytes
import AtollOperatingSystem

/// The state of fetching a whole site: the known stories, and the progress of the current run.
///
/// Its file has a JSON object on each line. After a story has been written to the output, the run
/// appends a line for it; when the run is complete, a shorter file replaces this one. A line that
/// was cut off because the process was killed is ignored.
struct SiteFetchState {
  enum RunKind: String, CaseIterable, Sendable {
    case full
    /// A run that fetches only the stories whose stamps have changed.
    case changes
  }

  /// A story in the output of the unfinished run.
  struct FetchedLine {
    /// The `StoryStamp` of the story as text; empty if the next run is to fetch the story again.
    let stamp: String
    /// The bytes of the story's line in the output.
    let range: Range<Int>
  }

  /// The address of the server, which is the same for all runs.
  let server: String
  var completedRunCount = 0
  /// The stamp of each known story at its last fetch, by story id; empty if the story is to be
  /// fetched again.
  var stamps: [String: String] = [:]
  /// The kind of the unfinished run; `nil` if there is none.
  var runKind: RunKind?
  /// The stories that the unfinished run has fetched, by story id.
  var fetchedLines: [String: FetchedLine] = [:]
  /// The size of the output in bytes after the last fetched story.
  var outputSize = 0
  /// True if all stories of the unfinished run are in the output.
  var isComplete = false

  init(server: String) { self.server = server }

  /// Creates a state from the bytes of its file; `nil` if they are not a valid state.
  ///
  /// `outputSize` is the actual size of the output in bytes, or `nil` if there is no output;
  /// stories beyond it are ignored.
  init?(_ bytes: [UInt8], outputSize: Int?) {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: true).makeIterator()
    guard let first = lines.next().flatMap({ try? JSONValue(parsing: Array($0)) }),
      first["fetch"]?.int == 1, let server = first["server"]?.string
    else { return nil }
    self.init(server: server)
    completedRunCount = first["runs"]?.int ?? 0
    while let line = lines.next() {
      guard let value = try? JSONValue(parsing: Array(line)) else { break }
      if let id = value["story"]?.string {
        stamps[id] = value["stamp"]?.string ?? ""
      } else if let word = value["begin"]?.string {
        runKind = RunKind(rawValue: word)
      } else if let id = value["got"]?.string, let end = value["end"]?.int {
        // After a power loss the output may be shorter than the state says.
        if let outputSize, end > outputSize { break }
        let begin = value["at"]?.int ?? end
        guard begin <= end else { break }
        fetchedLines[id] = FetchedLine(stamp: value["stamp"]?.string ?? "", range: begin..<end)
        self.outputSize = end
      } else if let id = value["dropped"]?.string {
        fetchedLines[id] = nil
      } else if let id = value["failed"]?.string {
        stamps[id] = ""
      } else if let end = value["done"]?.int {
        if let outputSize, end > outputSize { break }
        self.outputSize = end
        isComplete = true
      }
    }
  }

  /// Returns what the file contains while no run is unfinished.
  func textBetweenRuns() -> [UInt8] {
    let head: JSONValue = [
      "fetch": 1, "server": .string(server), "runs": JSONValue(completedRunCount),
    ]
    return stamps.sorted { $0.key < $1.key }.reduce(into: Self.line(head)) { text, story in
      text += Self.line(["story": .string(story.key), "stamp": .string(story.value)])
    }
  }

  /// Returns the contents of the file at the start of a run, or when a run is resumed.
  func textDuringRun(_ kind: RunKind) -> [UInt8] {
    let begin = textBetweenRuns() + Self.line(["begin": .string(kind.rawValue)])
    let fetched = fetchedLines.sorted { $0.value.range.upperBound < $1.value.range.upperBound }
    return fetched.reduce(into: begin) { $0 += Self.line(id: $1.key, $1.value) }
  }

  static func line(id: String, _ story: FetchedLine) -> [UInt8] {
    line([
      "got": .string(id), "stamp": .string(story.stamp), "at": JSONValue(story.range.lowerBound),
      "end": JSONValue(story.range.upperBound),
    ])
  }

  static func line(_ json: JSONValue) -> [UInt8] { json.bytes + [0x0A] }
}

/// The two files of an unfinished run: the output (`FILE.part`) and the state.
struct SiteFetchFiles: ~Copyable {
  private let output: String
  private let statePath: String
  private let part: OpenFile
  private let journal: OpenFile
  private var size: Int

  static func partPath(of output: String) -> String { "\(output).part" }

  /// Opens the files, and removes incompletely written stories.
  static func open(
    _ state: SiteFetchState, for runKind: SiteFetchState.RunKind, at statePath: String,
    output: String
  ) throws -> SiteFetchFiles {
    let path = partPath(of: output)
    let part: OpenFile = try attributingWriteErrors(to: path) {
      let file = try OpenFile(openingOrCreating: path)
      try file.truncate(to: state.outputSize)
      return file
    }
    let journal: OpenFile = try attributingWriteErrors(to: statePath) {
      try Destination(statePath).write(state.textDuringRun(runKind))
      return try OpenFile(appending: statePath)
    }
    return SiteFetchFiles(
      output: output, statePath: statePath, part: part, journal: journal, size: state.outputSize)
  }

  /// Appends a line to the state.
  private func append(_ line: [UInt8]) throws {
    try attributingWriteErrors(to: statePath) { try writeAll(line, to: journal.descriptor) }
  }

  /// Adds a story, first to the output and then to the state.
  mutating func add(id: String, stamp: String, document: [UInt8]) throws {
    let line = jsonLine(of: document)
    try attributingWriteErrors(to: SiteFetchFiles.partPath(of: output)) {
      try writeAll(line, to: part.descriptor, at: size)
    }
    let fetched = SiteFetchState.FetchedLine(stamp: stamp, range: size..<size + line.count)
    size += line.count
    try append(SiteFetchState.line(id: id, fetched))
  }

  /// Removes a story from the output by overwriting its line with spaces, which readers skip.
  func drop(_ id: String, at range: Range<Int>) throws {
    try attributingWriteErrors(to: SiteFetchFiles.partPath(of: output)) {
      let space = range.dropLast().map { _ in UInt8(ascii: " ") }
      try writeAll(space, to: part.descriptor, at: range.lowerBound)
    }
    try append(SiteFetchState.line(["dropped": .string(id)]))
  }

  /// Records that the server did not give a story; the story stays known, and is fetched again.
  func recordFailure(of id: String) throws {
    try append(SiteFetchState.line(["failed": .string(id)]))
  }

  /// Records that all stories are in the output, except those that the server did not give.
  ///
  /// The output of a full run has a line for each story that was not given, so that `batch` keeps
  /// the story in a store.
  mutating func finish(without failed: [String], of runKind: SiteFetchState.RunKind) throws {
    try attributingWriteErrors(to: SiteFetchFiles.partPath(of: output)) {
      let missing = runKind == .full ? failed : []
      let lines = missing.flatMap {
        SiteFetchState.line(["\(BatchSettings.notFetchedKey)": .string($0)])
      }
      try writeAll(lines, to: part.descriptor, at: size)
      size += lines.count
      try part.synchronize()
    }
    try append(SiteFetchState.line(["done": JSONValue(size)]))
    try attributingWriteErrors(to: statePath) { try journal.synchronize() }
  }
}

/// Returns a JSON document on one line, without its line breaks and indentation.
///
/// JSON strings cannot contain line feeds, so every line feed is between tokens.
func jsonLine(of document: [UInt8]) -> [UInt8] {
  var line: [UInt8] = []
  line.reserveCapacity(document.count)
  var isIndentation = false
  for byte in document {
    if byte == 0x0A { isIndentation = true } else if byte != 0x20 { isIndentation = false }
    if !isIndentation { line.append(byte) }
  }
  line.append(0x0A)
  return line
}
