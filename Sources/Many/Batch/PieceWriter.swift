import Bytes
import OperatingSystem
import Store

/// A writer of the pieces of a dump, one after another, from sorted rows.
struct PieceWriter: ~Copyable {
  private let folder: String
  private let count: Int
  private let settings: [UInt8]
  private var piece = -1
  private var comments: PieceFile?
  private var stories: PieceFile?
  private var authors: Set<UInt64> = []
  private var lastKey: [UInt8] = []
  private var pieceCounts = PieceCounts()
  private var list = OutputBuffer()
  private(set) var storyCount = 0

  private struct PieceCounts {
    var rows = 0
    var stories = 0
    var withoutKey = 0
    var bytes = 0
  }

  init(_ folder: String, count: Int, settings: [UInt8]) {
    self.folder = folder
    self.count = count
    self.settings = settings
  }

  /// Adds a row of a comment or a story, in the order of the keys.
  mutating func add(
    _ key: Span<UInt8>, _ row: Span<UInt8>, _ users: inout RecordSorter
  ) throws(BatchError) {
    try advance(to: PieceNumber.number(in: key), &users)
    guard key[4] == ShardRun.SortedFile.comments.rawValue else {
      try stories?.write(line: row)
      return
    }
    pieceCounts.rows += 1
    pieceCounts.bytes += row.count + 1
    let story = Array(key.extracting(5...))
    if story.isEmpty {
      pieceCounts.withoutKey += 1
    } else if story != lastKey {
      pieceCounts.stories += 1
      lastKey = story
    }
    let text = Array(row)
    if let author = RowField.author(in: text.indices, of: text) {
      authors.insert(JoinedRows.hash(author))
    }
    try comments?.write(line: row)
  }

  /// Completes the last piece, and writes the empty ones after it.
  mutating func finish(_ users: inout RecordSorter) throws(BatchError) {
    try advance(to: count, &users)
  }

  private mutating func advance(
    to next: Int, _ users: inout RecordSorter
  ) throws(BatchError) {
    while piece < next {
      if piece >= 0 { try close(&users) }
      piece += 1
      if piece < count { try open() }
    }
  }

  private mutating func open() throws(BatchError) {
    let path = "\(folder)/\(PieceFile.name(of: piece))"
    try writing(to: path) { () throws(SystemError) in try Folders.make(path) }
    let shared = try PieceFile(folder, piece, "settings.ndjson")
    try shared.write(settings.span)
    try shared.finish()
    comments = try PieceFile(folder, piece, "comments.ndjson")
    stories = try PieceFile(folder, piece, "stories.ndjson")
  }

  private mutating func close(_ users: inout RecordSorter) throws(BatchError) {
    try comments?.finish()
    try stories?.finish()
    let noValue: [UInt8] = []
    for author in authors.sorted() {
      let key = UserRecord.pieceKey(author, piece)
      try writing(to: folder) { () throws(SystemError) in
        try users.add(key: key.span, value: noValue.span)
      }
    }
    authors.removeAll(keepingCapacity: true)
    list.beginObject()
    list.append(member: "piece", string: PieceFile.name(of: piece))
    list.append(member: "rows", pieceCounts.rows)
    list.append(member: "stories", pieceCounts.stories)
    list.append(member: "withoutKey", pieceCounts.withoutKey)
    list.append(member: "bytes", pieceCounts.bytes)
    list.append("}\n")
    storyCount += pieceCounts.stories
    pieceCounts = PieceCounts()
    lastKey = []
  }

  /// Writes the list of pieces: the last file, so that its existence shows that all others are complete.
  func writeList() throws(BatchError) {
    let file = try PieceFile(at: "\(folder)/pieces.ndjson")
    try file.write(list.bytes().span)
    try file.finish()
  }
}

/// A file of a piece, written through a buffer.
final class PieceFile {
  private let path: String
  private let descriptor: Int32
  private var buffer = OutputBuffer(capacity: bufferSize)
  private var file: NewFile?

  private static let bufferSize = 1 << 17

  /// Returns the name of a piece's folder, such as `0007`.
  static func name(of piece: Int) -> String {
    let digits = String(piece)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  convenience init(_ folder: String, _ piece: Int, _ name: String) throws(BatchError) {
    try self.init(at: "\(folder)/\(Self.name(of: piece))/\(name)")
  }

  init(at path: String) throws(BatchError) {
    self.path = path
    let opened = try writing(to: path) { () throws(SystemError) in try NewFile(at: path) }
    descriptor = opened.descriptor
    file = consume opened
  }

  func write(line: Span<UInt8>) throws(BatchError) {
    try write(line)
    buffer.append("\n")
  }

  func write(_ bytes: Span<UInt8>) throws(BatchError) {
    unsafe bytes.withUnsafeBufferPointer { unsafe buffer.append(contentsOf: $0) }
    if buffer.count > Self.bufferSize { try writeOut() }
  }

  func finish() throws(BatchError) {
    try writeOut()
    if let file = file.take() { file.keep() }
  }

  private func writeOut() throws(BatchError) {
    if let error = buffer.flush(to: descriptor) {
      throw BatchError(.cannotWrite(error), at: path)
    }
  }
}
