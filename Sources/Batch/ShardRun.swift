import Bytes
import Files
import StoryDecoding

/// Cuts a dump into pieces that have all that their stories need, and can be drawn each by itself.
///
/// A story is in the piece that the hash of its key tells, with all its rows, sorted; with it go its
/// own row and those of everybody who wrote in it. Sorting through files does it all, so that memory
/// does not grow with the dump.
package struct ShardRun {
  private let settings: ShardSettings
  private let target: String
  /// Comments and stories by their pieces.
  private var stories: RecordSorter
  /// Users by the hashes of their ids, with the pieces that need them.
  private var users: RecordSorter
  private var sharedRows: [UInt8] = []
  private var counts = ShardCounts()

  /// A run that makes a folder at a path where there is none.
  package init(_ settings: ShardSettings, into folder: String) throws(ShardFailure) {
    self.settings = settings
    target = "\(folder).part"
    stories = RecordSorter(folder: target, mostBytes: settings.memory / 2)
    users = RecordSorter(folder: target, mostBytes: settings.memory / 4)
    let target = target
    try naming(target) { () throws(SystemError) in
      // What an earlier run left that was killed.
      try Folders.removeTree(target)
      try Folders.make(target)
    }
  }

  /// Removes what was begun.
  package func abandon() { try? Folders.removeTree(target) }

  // MARK: What goes in

  /// Reads a file of rows, whatever collection it is of.
  package mutating func read(
    _ descriptor: Int32, named name: String, progress: (Int) -> Void
  ) throws(ShardFailure) {
    var lines = LineSource(descriptor: descriptor, longestLine: settings.longestLine) { false }
    var holdsComments: Bool?
    // Rows that cannot be read, before any that tells what the file holds.
    var waiting: [[UInt8]] = []
    while let chunk = try naming(name, { () throws(SystemError) in try lines.next() }) {
      var bytes = chunk.bytes
      for line in chunk.lines {
        guard let row = try row(of: line, in: bytes, named: name) else { continue }
        // A collection is all comments or none.
        holdsComments = holdsComments ?? Self.isComment(row, of: bytes, file: name)
        switch holdsComments {
        case true?: try addComment(row, of: bytes)
        case false?: try addOther(row, of: &bytes, file: name)
        case nil: waiting.append(Array(bytes[row]))
        }
        if holdsComments != nil, !waiting.isEmpty { try add(&waiting, holdsComments) }
      }
      progress(lines.bytesRead)
    }
    try add(&waiting, holdsComments)
  }

  /// Adds what had to wait; where nothing tells what it is, nothing is lost if it counts as comments.
  private mutating func add(
    _ rows: inout [[UInt8]], _ areComments: Bool?
  ) throws(ShardFailure) {
    for row in rows {
      if areComments == false { counts.others += 1 } else { try addComment(row.indices, of: row) }
    }
    rows = []
  }

  private func row(
    of line: LineSource.Line, in bytes: [UInt8], named name: String
  ) throws(ShardFailure) -> Range<Int>? {
    guard case .text(let whole) = line.content else {
      throw .tooLong(name, line: line.number, limit: settings.longestLine)
    }
    let range = KeyedLine(whole, of: bytes, isFirst: line.number == 1, stripsKey: false).range
    if range.isEmpty { return nil }
    if !line.isTerminated, bytes[range].last != UInt8(ascii: "}") {
      throw .torn(name, line: line.number)
    }
    return range
  }

  /// Whether a row is that of a comment; nothing if it cannot be read.
  private static func isComment(
    _ row: Range<Int>, of bytes: [UInt8], file: String
  ) -> Bool? {
    var copy = bytes
    return RowSight(row, of: &copy, file: file).map { $0.kind == .comment }
  }

  private mutating func addComment(
    _ row: Range<Int>, of bytes: [UInt8]
  ) throws(ShardFailure) {
    counts.rows += 1
    let key = RowField.story(in: row, of: bytes)
    // What belongs to no story is not lost: it gets a result of its own.
    if key == nil { counts.rowsWithoutKey += 1 }
    try add(.comments, key.map { Array(bytes[$0]) } ?? [], row, of: bytes)
  }

  private mutating func addOther(
    _ row: Range<Int>, of bytes: inout [UInt8], file: String
  ) throws(ShardFailure) {
    let text = Array(bytes[row])
    guard let sight = RowSight(row, of: &bytes, file: file) else {
      counts.others += 1
      return
    }
    switch sight.kind {
    case .story: try add(.stories, sight.id, text.indices, of: text)
    case .user:
      counts.users += 1
      let key = UserRecord.rowKey(SideRows.hash(sight.id))
      try naming(target) { () throws(SystemError) in try users.add(key: key.span, value: text.span)
      }
    case .settings:
      sharedRows += text
      sharedRows.append(0x0A)
    case .comment, .other: counts.others += 1
    }
  }

  enum Part: UInt8 { case comments, stories }

  private mutating func add(
    _ part: Part, _ key: [UInt8], _ row: Range<Int>, of bytes: [UInt8]
  ) throws(ShardFailure) {
    let piece = key.isEmpty ? 0 : Int(SideRows.hash(key) % UInt64(settings.pieces))
    var record = number(piece)
    record.append(part.rawValue)
    record += key
    try naming(target) { () throws(SystemError) in
      try stories.add(key: record.span, value: bytes.span.extracting(row))
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
    let target = target
    try naming(folder) { () throws(SystemError) in try Folders.rename(target, to: folder) }
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
