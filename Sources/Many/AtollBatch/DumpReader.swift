import AtollBytes
import AtollOperatingSystem
import AtollStoryDecoding
import AtollUnpacking

/// The rows of a dump: those of stories and comments, partitioned by story, and the rows to join
/// them with.
struct Dump {
  let stories: Partitions
  let joinedRows: JoinedRows
  /// The number of bytes read from the files, before unpacking.
  let size: Int
  let emptyLines: Int
  let summary: DumpSummary
}

/// A summary of a dump, complete when all of its rows have been read.
package struct DumpSummary: Hashable, Sendable {
  package internal(set) var hasRowsOfUsers = false
  package internal(set) var hasRowsOfStories = false
  /// The number of rows that cannot be read, in all files.
  package internal(set) var unreadableRowCount = 0
  /// The number of unreadable rows that are not comments.
  var brokenJoinedRowCount = 0
  /// The first unreadable row: its file, its line and the reason; `nil` if there is none.
  package internal(set) var firstUnreadableRow: String?

  mutating func addUnreadable(_ reason: String, at place: String) {
    unreadableRowCount += 1
    firstUnreadableRow = firstUnreadableRow ?? "\(place): \(reason)"
  }

  mutating func add(_ other: DumpSummary) {
    hasRowsOfUsers = hasRowsOfUsers || other.hasRowsOfUsers
    hasRowsOfStories = hasRowsOfStories || other.hasRowsOfStories
    unreadableRowCount += other.unreadableRowCount
    brokenJoinedRowCount += other.brokenJoinedRowCount
    firstUnreadableRow = firstUnreadableRow ?? other.firstUnreadableRow
  }
}

/// A reader that reads every row of a dump once, on multiple threads.
///
/// The parts of each row that outputs can show are distributed over temporary files. Each file is
/// in input order.
struct DumpReader: Sendable {
  let threadCount: Int
  let maximumLineLength: Int
  /// The folder for temporary files.
  let folder: String

  /// The number of bytes that a thread reads at a time.
  private static let readSize = 1 << 18

  /// Reads all files, or stops after a signal that asks the process to end.
  ///
  /// If standard input is the only file and its first lines have been read already, `startedLines`
  /// is the source that returns them again, and then the rest.
  func read(
    _ files: [DumpFile], continuing startedLines: Monitor<LineSource>? = nil,
    progress: @escaping @Sendable (DumpFile, Int) -> Void
  ) throws -> Dump {
    let input = Monitor(
      Input(
        files: files[...], startedLines: startedLines, maximumLineLength: maximumLineLength,
        readSize: Self.readSize))
    let classified = OrderedQueue(ClassifiedRows(in: folder))
    Threads.run(threadCount: threadCount) {
      var classifier = RowClassifier()
      while true {
        let next = input.withLock { (input) -> (work: Work, ticket: Int)? in
          if classified.isEnded { return nil }
          let work = input.next()
          if let file = input.current { progress(file, input.bytesRead) }
          return work
        }
        guard let (work, ticket) = next else { return }
        let rows = classifier.rows(of: work)
        classified.add(ticket) {
          $0.consume(rows)
        } otherwise: {
          rows
        }
      }
    }
    let size = input.withLock { input in
      // If the rows cannot be stored, a file may still be open.
      input.close()
      return input.bytesRead
    }
    return try classified.withConsumer { classified in
      try classified.finish(size: size)
    }
  }

  /// The work of a thread: lines of a file, the end of a file, or the reason why no more can be
  /// read.
  enum Work {
    case lines(LineSource.Chunk, of: DumpFile, maximumLineLength: Int)
    case end(of: DumpFile)
    case failure(any Error)
  }

  /// The lines of all files, one file after another.
  private struct Input {
    var files: ArraySlice<DumpFile>
    /// The lines of standard input, if some of them have been read already.
    let startedLines: Monitor<LineSource>?
    let maximumLineLength: Int
    let readSize: Int
    var current: DumpFile?
    var descriptor: Int32 = 0
    var lines: LineSource?
    var ticket = 0
    var bytesOfEarlierFiles = 0

    var bytesRead: Int {
      bytesOfEarlierFiles + (lines?.bytesRead ?? startedLines?.withLock { $0.bytesRead } ?? 0)
    }

    mutating func next() -> (Work, ticket: Int)? {
      do {
        guard let work = try nextWork() else { return nil }
        ticket += 1
        return (work, ticket - 1)
      } catch {
        files = []
        close()
        ticket += 1
        return (.failure(error), ticket - 1)
      }
    }

    private mutating func nextWork() throws -> Work? {
      if current == nil {
        guard let file = files.popFirst() else { return nil }
        try open(file)
      }
      guard let file = current else { return nil }
      if let chunk = try attributingReadErrors(
        to: file.name,
        body: {
          if let startedLines {
            try startedLines.withLock { try $0.next() }
          } else {
            try lines?.next()
          }
        })
      {
        try InputBeginning.check(chunk, of: file.name, isDump: true)
        return .lines(chunk, of: file, maximumLineLength: maximumLineLength)
      }
      if BlockedSignals.isAnyPending { files = [] }
      close()
      return .end(of: file)
    }

    private mutating func open(_ file: DumpFile) throws {
      if let path = file.path {
        descriptor = try attributingReadErrors(to: path) {
          try OpenFile(reading: path).keepOpen()
        }
      } else {
        descriptor = 0
      }
      current = file
      if startedLines != nil { return }
      lines = LineSource(
        descriptor: descriptor, maximumLineLength: maximumLineLength, readSize: readSize
      ) { BlockedSignals.isAnyPending }
    }

    mutating func close() {
      bytesOfEarlierFiles += lines?.bytesRead ?? 0
      lines = nil
      current = nil
      if descriptor > 0 { closeDescriptor(descriptor) }
      descriptor = 0
    }
  }
}

/// The properties of rows that are read from one file.
private struct FileState {
  var hasRows = false
  var hasReadableRows = false
  var hasComments = false
  /// The numbers of the lines whose rows cannot be read and whose stories are unknown; they count as
  /// comments if the file has any comments.
  var unreadableLines: [Int] = []
}

/// The rows of some consecutive lines.
private struct RowsOfChunk {
  /// Records of stories and comments.
  var stories: [UInt8] = []
  var people: [UInt8] = []
  var settings: [[UInt8]] = []
  var emptyLines = 0
  /// The name of the file with the lines.
  var fileName = ""
  var state = FileState()
  var summary = DumpSummary()
  var endedFile: DumpFile?
  var failure: (any Error)?
}

/// A reader of rows on one thread.
private struct RowClassifier: ~Copyable {
  private var reader = RowReader()

  mutating func rows(of work: DumpReader.Work) -> RowsOfChunk {
    var rows = RowsOfChunk()
    switch work {
    case .end(let file): rows.endedFile = file
    case .failure(let error): rows.failure = error
    case .lines(let chunk, let file, let maximumLineLength):
      rows.fileName = file.name
      for line in chunk.lines where rows.failure == nil {
        guard case .text(let whole) = line.content else {
          rows.failure = Failure.tooLongLine(
            limit: maximumLineLength, at: line.place(in: file.name))
          continue
        }
        let range = KeyedLine(
          whole, of: chunk.bytes, isFirst: line.number == 1, linesBeginWithKey: false
        )
        .range
        if range.isEmpty {
          rows.emptyLines += 1
        } else if !line.isTerminated, UnparsedJSON.isTruncated(range, of: chunk.bytes) {
          rows.failure = Failure.truncatedLine(at: line.place(in: file.name))
        } else {
          add(range, of: chunk.bytes, line: line.number, file: file.name, to: &rows)
        }
      }
    }
    return rows
  }

  private mutating func add(
    _ row: Range<Int>, of bytes: [UInt8], line: Int, file: String, to rows: inout RowsOfChunk
  ) {
    rows.state.hasRows = true
    if let reason = reader.read(bytes[row], file: file) {
      rows.summary.addUnreadable(reason, at: "\(file):\(line)")
      // The id may be in the part after the error.
      let key = reader.storyIDOfCutRow ?? UnparsedJSON.storyID(in: row, of: bytes)
      let hidden = reader.hiddenComment
      if let key, let hidden {
        rows.stories.append(.hidden, key: key) { hidden.append(to: &$0) }
      }
      if reader.kind != .comment {
        rows.summary.brokenJoinedRowCount += 1
        return
      }
      guard let key else { return rows.state.unreadableLines.append(line) }
      (rows.state.hasReadableRows, rows.state.hasComments) = (true, true)
      return rows.stories.append(hidden == nil ? .broken : .brokenRowOfHiddenComment, key: key) {
        $0 += "line \(line) of \(file) was ignored: \(reason)".utf8
      }
    }
    rows.state.hasReadableRows = true
    if reader.kind == .user { rows.summary.hasRowsOfUsers = true }
    if reader.kind == .story { rows.summary.hasRowsOfStories = true }
    switch reader.kind {
    case .comment:
      rows.state.hasComments = true
      if reader.key.isEmpty {
        rows.stories.append(.withoutStory, key: []) {
          $0 += "line \(line) of \(file): the comment names no story".utf8
        }
      } else {
        rows.stories.append(.comment, key: reader.key, people: reader.personIDs) {
          reader.appendShownParts(to: &$0)
        }
      }
    case .story where !reader.key.isEmpty:
      rows.stories.append(.story, key: reader.key) { reader.appendShownParts(to: &$0) }
    case .user where !reader.key.isEmpty:
      rows.people.append(.person, key: reader.key) { reader.appendShownParts(to: &$0) }
    case .settings: rows.settings.append(Array(bytes[row]))
    case .other where reader.mayBeDocument && StoryDecoder.isStoryOrNotification(Array(bytes[row])):
      rows.failure =
        rows.failure
        ?? Failure(
          .badInput, message: "this line is a whole story, but the lines before it are rows",
          at: "\(file):\(line)",
          advice: "render rows and stories in two runs")
    case .story, .user, .other: break
    }
  }
}

/// The rows of all lines so far; those of comments and stories are partitioned by story, and those
/// of people by person.
private struct ClassifiedRows: ResultConsumer {
  private var failure: (any Error)?
  private let folder: String
  private var stories: Partitions
  private var people: Partitions
  private var settings: [[UInt8]] = []
  private var emptyLines = 0
  private var summary = DumpSummary()
  private var hasComments = false
  /// The name of the last file with rows; if no file has any, the name of the first file.
  private var lastFile: String?
  /// The properties of the rows that have been read from the current file.
  private var fileState = FileState()

  /// The number of unreadable rows beyond which a file is assumed to have comments.
  private static let maximumUndecidedRowCount = 100_000

  init(in folder: String) {
    self.folder = folder
    stories = Partitions(in: folder, bits: 7)
    people = Partitions(in: folder, bits: 5)
  }

  var isEnded: Bool { failure != nil }

  mutating func consume(_ rows: RowsOfChunk) {
    if isEnded { return }
    do {
      try distribute(rows)
    } catch {
      failure = error
    }
  }

  private mutating func distribute(_ rows: RowsOfChunk) throws {
    try attributingSystemErrors(to: folder, problem: "cannot be written") {
      try stories.add(rows.stories)
      try people.add(rows.people)
    }
    settings += rows.settings
    emptyLines += rows.emptyLines
    summary.add(rows.summary)
    fileState.hasRows = fileState.hasRows || rows.state.hasRows
    fileState.hasReadableRows = fileState.hasReadableRows || rows.state.hasReadableRows
    fileState.hasComments = fileState.hasComments || rows.state.hasComments
    fileState.unreadableLines += rows.state.unreadableLines
    if fileState.unreadableLines.count > Self.maximumUndecidedRowCount {
      fileState.hasComments = true
    }
    if fileState.hasComments { try addUnreadable(in: rows.fileName) }
    if let failure = rows.failure { throw failure }
    if let file = rows.endedFile { try finishFile(file) }
  }

  private mutating func finishFile(_ ended: DumpFile) throws {
    if !fileState.hasRows && !BlockedSignals.isAnyPending {
      throw Failure(
        .badInput, message: "the file has no rows, so the dump may not be whole", at: ended.name,
        advice: "export it again; if its collection is empty, remove the file")
    }
    if fileState.hasRows && !fileState.hasReadableRows {
      throw Failure(
        .badInput, message: "none of its rows can be read", at: ended.name,
        advice: "rows are JSON, one on each line")
    }
    if fileState.hasRows || lastFile == nil { lastFile = ended.name }
    if fileState.hasComments { hasComments = true }
    summary.brokenJoinedRowCount += fileState.unreadableLines.count
    fileState = FileState()
  }

  /// Adds records of the unreadable lines so far, which count as comments, and forgets the lines.
  private mutating func addUnreadable(in file: String) throws {
    var records: [UInt8] = []
    for line in fileState.unreadableLines {
      records.append(.unreadable, key: []) {
        $0 +=
          "line \(line) of \(file) cannot be read; its story is unknown, and it may hide a comment"
          .utf8
      }
    }
    fileState.unreadableLines = []
    try attributingSystemErrors(to: folder, problem: "cannot be written") {
      try stories.add(records)
    }
  }

  mutating func finish(size: Int) throws -> Dump {
    if let failure { throw failure }
    if !hasComments, let lastFile, !BlockedSignals.isAnyPending {
      throw Failure(
        .badInput, message: "the dump has no rows of comments", at: lastFile,
        advice: "give the rows of the collection comments too, as mongoexport writes them")
    }
    var people = Partitions(in: folder)
    swap(&people, &self.people)
    let joinedRows = try attributingSystemErrors(to: folder, problem: "cannot be written") {
      try JoinedRows(settings: settings, people: people, in: folder)
    }
    var stories = Partitions(in: folder, bits: 7)
    swap(&stories, &self.stories)
    return Dump(
      stories: stories, joinedRows: joinedRows, size: size, emptyLines: emptyLines,
      summary: summary)
  }
}
