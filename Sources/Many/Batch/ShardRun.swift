import Bytes
import OperatingSystem
import Store
import StoryDecoding
import Unpacking

/// A run that cuts a dump into pieces which can be rendered independently.
///
/// The piece of a story depends on the hash of its key. It gets all comments of the story, sorted, the row of the
/// story, and the rows of the users who wrote the comments. Rows are sorted in files, so that memory does not grow with
/// the dump.
package struct ShardRun {
  private let settings: ShardSettings
  private let folder: ShardFolder
  /// Comments and stories by their pieces.
  private var stories: RecordSorter
  /// Users by the hashes of their ids, with the pieces that need them.
  private var users: RecordSorter
  private var settingsRows: [UInt8] = []
  private var counts = ShardCounts()
  /// The last file that has rows.
  private var lastFile: String?

  /// A run that makes a new folder.
  package init(_ settings: ShardSettings, into folder: String) throws(BatchError) {
    self.settings = settings
    self.folder = try ShardFolder(for: folder)
    stories = RecordSorter(folder: self.folder.path, mostBytes: settings.memory / 2)
    users = RecordSorter(folder: self.folder.path, mostBytes: settings.memory / 4)
  }

  private var path: String { folder.path }

  /// Removes everything that was written.
  package func abandon() { folder.remove() }

  // MARK: Reading

  /// The state of a file that is being read.
  private struct DumpFile {
    let name: String
    var hasRows = false
    var hasReadableRows = false
    var hasComments = false
    /// Unreadable rows, which count as comments if the file has any.
    var unreadable: RecordSorter
  }

  private static let unreadableMemory = 1 << 20

  /// Reads a file with rows of any collection.
  package mutating func read(
    _ descriptor: Int32, named name: String, progress: (Int) -> Void
  ) throws(BatchError) {
    var lines = LineSource(descriptor: descriptor, longestLine: settings.longestLine) { false }
    var file = DumpFile(
      name: name, unreadable: RecordSorter(folder: path, mostBytes: Self.unreadableMemory))
    while let chunk = try reading(name, { () throws(UnpackingError) in try lines.next() }) {
      for line in chunk.lines {
        if let row = try row(of: line, in: chunk.bytes, named: name) {
          try add(row, of: chunk.bytes, &file)
        }
      }
      progress(lines.bytesRead)
    }
    if file.hasRows && !file.hasReadableRows { throw BatchError(.noReadableRow, at: name) }
    try addUnreadableRows(of: &file)
    if file.hasRows { lastFile = name }
  }

  /// Adds a row by its own content, whatever the rows around it are.
  private mutating func add(
    _ row: Range<Int>, of bytes: [UInt8], _ file: inout DumpFile
  ) throws(BatchError) {
    file.hasRows = true
    let (key, hasAuthor) = RowField.storyAndAuthor(in: row, of: bytes)
    // Only comments have both; most rows are comments, and need not be parsed here.
    var isComment = key != nil && hasAuthor
    if !isComment {
      var text = Array(bytes[row])
      if let identity = RowIdentity(text.indices, of: &text, file: file.name) {
        file.hasReadableRows = true
        isComment = identity.kind == .comment
        if !isComment { return try add(identity, bytes.span.extracting(row)) }
      }
    }
    if isComment { (file.hasReadableRows, file.hasComments) = (true, true) }
    if key != nil || file.hasComments {
      return try addComment(key ?? [], bytes.span.extracting(row))
    }
    let noKey: [UInt8] = []
    try writing(to: path) { () throws(SystemError) in
      try file.unreadable.add(key: noKey.span, value: bytes.span.extracting(row))
    }
  }

  /// Adds unreadable rows as comments if the file has comments, so that none is lost.
  private mutating func addUnreadableRows(of file: inout DumpFile) throws(BatchError) {
    let hasComments = file.hasComments
    let failure = try file.unreadable.finish { (_, row) throws(BatchError) in
      if hasComments { try addComment([], row) } else { counts.others += 1 }
    }
    try check(failure)
  }

  private func check(_ failure: SystemError?) throws(BatchError) {
    if let failure { throw BatchError(.cannotWrite(failure), at: path) }
  }

  private func row(
    of line: LineSource.Line, in bytes: [UInt8], named name: String
  ) throws(BatchError) -> Range<Int>? {
    guard case .text(let whole) = line.content else {
      throw BatchError(.rowTooLong(limit: settings.longestLine), at: name, line: line.number)
    }
    let range = KeyedLine(whole, of: bytes, isFirst: line.number == 1, stripsKey: false).range
    if range.isEmpty { return nil }
    if !line.isTerminated, JSONMember.isTruncated(range, of: bytes) {
      throw BatchError(.truncated, at: name, line: line.number)
    }
    return range
  }

  private mutating func addComment(
    _ key: ArraySlice<UInt8>, _ row: Span<UInt8>
  ) throws(BatchError) {
    counts.rows += 1
    // A comment without a story is not lost: it gets its own result.
    if key.isEmpty { counts.rowsWithoutKey += 1 }
    try add(.comments, key, row)
  }

  /// Adds a row that is not a comment.
  private mutating func add(_ identity: RowIdentity, _ row: Span<UInt8>) throws(BatchError) {
    switch identity.kind {
    case .story: try add(.stories, identity.id[...], row)
    case .user:
      counts.users += 1
      let key = UserRecord.rowKey(JoinedRows.hash(identity.id))
      try writing(to: path) { () throws(SystemError) in try users.add(key: key.span, value: row) }
    case .settings:
      settingsRows += Array(row)
      settingsRows.append(0x0A)
    case .comment, .other: counts.others += 1
    }
  }

  /// A file of a piece that is written in the order of stories.
  enum SortedFile: UInt8 { case comments, stories }

  private mutating func add(
    _ file: SortedFile, _ key: ArraySlice<UInt8>, _ row: Span<UInt8>
  ) throws(BatchError) {
    let piece = key.isEmpty ? 0 : Int(JoinedRows.hash(key) % UInt64(settings.pieces))
    let record = PieceNumber.bytes(piece) + [file.rawValue] + key
    try writing(to: path) { () throws(SystemError) in
      try stories.add(key: record.span, value: row)
    }
  }

  // MARK: Writing

  /// Writes the pieces, and gives the folder its name.
  package mutating func finish(as folder: String) throws(BatchError) -> ShardCounts {
    if let lastFile, counts.rows == 0, counts.users == 0 {
      throw BatchError(.nothingToShard, at: lastFile)
    }
    var (stories, users) = (self.stories, self.users)
    self.stories = RecordSorter(folder: path)
    self.users = RecordSorter(folder: path)
    var pieces = PieceWriter(path, count: settings.pieces, settings: settingsRows)
    try check(
      try stories.finish { (key, row) throws(BatchError) in try pieces.add(key, row, &users) })
    try pieces.finish(&users)
    counts.stories = pieces.storyCount
    counts.copiedUsers = try writeUsers(&users)
    try pieces.writeList()
    try self.folder.finish(as: folder)
    return counts
  }

  /// Writes the row of every user into the pieces that need it, and returns the number of these rows.
  private func writeUsers(_ users: inout RecordSorter) throws(BatchError) -> Int {
    var sorted = RecordSorter(folder: path, mostBytes: settings.memory / 2)
    var hash: [UInt8] = []
    var rows: [[UInt8]] = []
    let path = path
    let failure = try users.finish { (key, value) throws(BatchError) in
      let next = Array(key.extracting(0..<UserRecord.hashSize))
      if hash != next { (hash, rows) = (next, []) }
      // The rows of a user come before the pieces that need them.
      guard key[UserRecord.hashSize] == UserRecord.piece else { return rows.append(Array(value)) }
      let place = Array(key.extracting((UserRecord.hashSize + 1)...)) + hash
      for row in rows {
        try writing(to: path) { () throws(SystemError) in
          try sorted.add(key: place.span, value: row.span)
        }
      }
    }
    try check(failure)
    return try writeSorted(&sorted)
  }

  private func writeSorted(_ users: inout RecordSorter) throws(BatchError) -> Int {
    var count = 0
    var piece = -1
    var file: PieceFile?
    let (path, pieces) = (path, settings.pieces)
    func advance(to next: Int) throws(BatchError) {
      while piece < next {
        try file?.finish()
        piece += 1
        file = piece < pieces ? try PieceFile(path, piece, "users.ndjson") : nil
      }
    }
    let failure = try users.finish { (key, row) throws(BatchError) in
      try advance(to: PieceNumber.number(in: key))
      try file?.write(line: row)
      count += 1
    }
    try check(failure)
    try advance(to: pieces)
    return count
  }
}

/// The keys by which users are sorted: a hash, followed by 0 for a row, or by 1 and the number of a piece.
enum UserRecord {
  static let hashSize = 8
  static let row: UInt8 = 0
  static let piece: UInt8 = 1

  static func rowKey(_ hash: UInt64) -> [UInt8] { bigEndianBytes(of: hash) + [row] }

  static func pieceKey(_ hash: UInt64, _ number: Int) -> [UInt8] {
    bigEndianBytes(of: hash) + [piece] + PieceNumber.bytes(number)
  }
}

/// The number of a piece as four bytes that sort like the number.
enum PieceNumber {
  static func bytes(_ value: Int) -> [UInt8] {
    bigEndianBytes(of: UInt32(truncatingIfNeeded: value))
  }

  /// Returns the number at the front of a key.
  static func number(in key: Span<UInt8>) -> Int {
    (0..<4).reduce(0) { $0 << 8 | Int(key[$1]) }
  }
}
