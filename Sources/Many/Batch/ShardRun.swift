import Bytes
import OperatingSystem
import StoryDecoding
import Unpacking

/// Cuts a dump into pieces that have all that their stories need, and can be drawn each by itself.
///
/// A story is in the piece that the hash of its key tells, with all its rows, sorted; with it go its
/// own row and those of everybody who wrote in it. Sorting through files does it all, so that memory
/// does not grow with the dump.
package struct ShardRun {
  private let settings: ShardSettings
  private let workplace: ShardWorkplace
  /// Comments and stories by their pieces.
  private var stories: RecordSorter
  /// Users by the hashes of their ids, with the pieces that need them.
  private var users: RecordSorter
  private var sharedRows: [UInt8] = []
  private var counts = ShardCounts()

  /// A run that makes a folder at a path where there is none.
  package init(_ settings: ShardSettings, into folder: String) throws(ShardFailure) {
    self.settings = settings
    workplace = try ShardWorkplace(for: folder)
    stories = RecordSorter(folder: workplace.path, mostBytes: settings.memory / 2)
    users = RecordSorter(folder: workplace.path, mostBytes: settings.memory / 4)
  }

  /// Where everything is until the end.
  private var target: String { workplace.path }

  /// Removes what was begun.
  package func abandon() { workplace.abandon() }

  // MARK: What goes in

  /// What is known of a file while it is read.
  private struct DumpFile {
    let name: String
    var hasRows = false
    var hasReadableRows = false
    var holdsComments = false
    /// Rows that cannot be read, in case there are comments behind them.
    var waiting: RecordSorter
  }

  /// Reads a file of rows, whatever collections they are of.
  package mutating func read(
    _ descriptor: Int32, named name: String, progress: (Int) -> Void
  ) throws(ShardFailure) {
    var lines = LineSource(descriptor: descriptor, longestLine: settings.longestLine) { false }
    var file = DumpFile(name: name, waiting: RecordSorter(folder: target, mostBytes: 1 << 20))
    while let chunk = try Self.next(of: &lines, named: name) {
      for line in chunk.lines {
        if let row = try row(of: line, in: chunk.bytes, named: name) {
          try add(row, of: chunk.bytes, &file)
        }
      }
      progress(lines.bytesRead)
    }
    if file.hasRows && !file.hasReadableRows { throw .unreadable(name) }
    try settle(&file)
  }

  private static func next(
    of lines: inout LineSource, named name: String
  ) throws(ShardFailure) -> LineSource.Chunk? {
    do { return try lines.next() } catch { throw .cannotRead(error, name) }
  }

  /// Adds a row by what it is itself, whatever stands around it.
  private mutating func add(
    _ row: Range<Int>, of bytes: [UInt8], _ file: inout DumpFile
  ) throws(ShardFailure) {
    file.hasRows = true
    let (key, hasAuthor) = RowField.storyAndAuthor(in: row, of: bytes)
    // Comments come by the million, and nothing else has both.
    var isComment = key != nil && hasAuthor
    if !isComment {
      var text = Array(bytes[row])
      if let identity = RowIdentity(text.indices, of: &text, file: file.name) {
        file.hasReadableRows = true
        isComment = identity.kind == .comment
        if !isComment { return try add(identity, bytes.span.extracting(row)) }
      }
    }
    if isComment { (file.hasReadableRows, file.holdsComments) = (true, true) }
    if key != nil || file.holdsComments {
      return try addComment(key ?? [], bytes.span.extracting(row))
    }
    let nothing: [UInt8] = []
    try naming(target) { () throws(SystemError) in
      try file.waiting.add(key: nothing.span, value: bytes.span.extracting(row))
    }
  }

  /// Adds what had to wait: no row of a file with comments is lost.
  private mutating func settle(_ file: inout DumpFile) throws(ShardFailure) {
    let holdsComments = file.holdsComments
    let trouble = try file.waiting.finish { (_, row) throws(ShardFailure) in
      if holdsComments { try addComment([], row) } else { counts.others += 1 }
    }
    if let trouble { throw .system(trouble, target) }
  }

  private func row(
    of line: LineSource.Line, in bytes: [UInt8], named name: String
  ) throws(ShardFailure) -> Range<Int>? {
    guard case .text(let whole) = line.content else {
      throw .tooLong(name, line: line.number, limit: settings.longestLine)
    }
    let range = KeyedLine(whole, of: bytes, isFirst: line.number == 1, stripsKey: false).range
    if range.isEmpty { return nil }
    if !line.isTerminated, JSONMember.breaksOff(range, of: bytes) {
      throw .torn(name, line: line.number)
    }
    return range
  }

  private mutating func addComment(
    _ key: ArraySlice<UInt8>, _ row: Span<UInt8>
  ) throws(ShardFailure) {
    counts.rows += 1
    // What belongs to no story is not lost: it gets a result of its own.
    if key.isEmpty { counts.rowsWithoutKey += 1 }
    try add(.comments, key, row)
  }

  /// Adds a row that is not that of a comment.
  private mutating func add(_ identity: RowIdentity, _ row: Span<UInt8>) throws(ShardFailure) {
    switch identity.kind {
    case .story: try add(.stories, identity.id[...], row)
    case .user:
      counts.users += 1
      let key = UserRecord.rowKey(SideRows.hash(identity.id))
      try naming(target) { () throws(SystemError) in try users.add(key: key.span, value: row) }
    case .settings:
      sharedRows += array(row)
      sharedRows.append(0x0A)
    case .comment, .other: counts.others += 1
    }
  }

  enum Part: UInt8 { case comments, stories }

  private mutating func add(
    _ part: Part, _ key: ArraySlice<UInt8>, _ row: Span<UInt8>
  ) throws(ShardFailure) {
    let piece = key.isEmpty ? 0 : Int(SideRows.hash(key) % UInt64(settings.pieces))
    var record = number(piece)
    record.append(part.rawValue)
    record += key
    try naming(target) { () throws(SystemError) in
      try stories.add(key: record.span, value: row)
    }
  }

  // MARK: What comes out

  /// Writes the pieces, and gives the folder its name.
  package mutating func finish(as folder: String) throws(ShardFailure) -> ShardCounts {
    var (stories, users) = (self.stories, self.users)
    self.stories = RecordSorter(folder: target)
    self.users = RecordSorter(folder: target)
    var pieces = PieceWriter(target, count: settings.pieces, settings: sharedRows)
    let trouble = try stories.finish { (key, row) throws(ShardFailure) in
      try pieces.take(key, row, &users)
    }
    if let trouble { throw .system(trouble, target) }
    try pieces.finish(&users)
    counts.stories = pieces.storyCount
    counts.copiedUsers = try writeUsers(&users)
    try pieces.writeList()
    try workplace.finish(as: folder)
    return counts
  }

  /// Writes every user's row into the pieces that need it, and tells how many rows that made.
  private func writeUsers(_ users: inout RecordSorter) throws(ShardFailure) -> Int {
    var sorted = RecordSorter(folder: target, mostBytes: settings.memory / 2)
    var rows: (hash: [UInt8], rows: [[UInt8]]) = ([], [])
    let target = target
    let trouble = try users.finish { (key, value) throws(ShardFailure) in
      let hash = array(key.extracting(0..<8))
      if rows.hash != hash { rows = (hash, []) }
      // The rows of a user come before the pieces that need them.
      guard key[8] == UserRecord.piece else { return rows.rows.append(array(value)) }
      let place = array(key.extracting(9..<13)) + hash
      for row in rows.rows {
        try naming(target) { () throws(SystemError) in
          try sorted.add(key: place.span, value: row.span)
        }
      }
    }
    if let trouble { throw .system(trouble, target) }
    return try writeSorted(&sorted)
  }

  private func writeSorted(_ users: inout RecordSorter) throws(ShardFailure) -> Int {
    var count = 0
    var piece = -1
    var file: PieceFile?
    let (target, pieces) = (target, settings.pieces)
    func goOn(to next: Int) throws(ShardFailure) {
      while piece < next {
        try file?.finish()
        piece += 1
        file = piece < pieces ? try PieceFile(target, piece, "users.ndjson") : nil
      }
    }
    let trouble = try users.finish { (key, row) throws(ShardFailure) in
      try goOn(to: number(in: key))
      try file?.write(line: row)
      count += 1
    }
    if let trouble { throw .system(trouble, target) }
    try goOn(to: pieces)
    return count
  }
}

/// The keys under which users are sorted.
enum UserRecord {
  static let row: UInt8 = 0
  static let piece: UInt8 = 1

  static func rowKey(_ hash: UInt64) -> [UInt8] { bytes(of: hash) + [row] }

  static func pieceKey(_ hash: UInt64, _ piece: Int) -> [UInt8] {
    bytes(of: hash) + [Self.piece] + number(piece)
  }

  private static func bytes(of hash: UInt64) -> [UInt8] {
    stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: hash >> $0) }
  }
}

/// A number as bytes that sort as it does.
func number(_ value: Int) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
}

/// The number at the front of a key.
func number(in key: Span<UInt8>) -> Int {
  var value = 0
  for index in 0..<4 { value = value << 8 | Int(key[index]) }
  return value
}

func array(_ span: Span<UInt8>) -> [UInt8] {
  unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
}
