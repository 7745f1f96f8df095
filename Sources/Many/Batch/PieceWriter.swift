import Bytes
import OperatingSystem

/// Writes piece after piece, as sorted rows come.
struct PieceWriter {
  private let folder: String
  private let count: Int
  private let settings: [UInt8]
  private var piece = -1
  private var comments: PieceFile?
  private var stories: PieceFile?
  private var authors: Set<UInt64> = []
  private var lastKey: [UInt8] = []
  private var facts = Facts()
  private var list: [UInt8] = []
  private(set) var storyCount = 0

  /// What a piece holds.
  private struct Facts {
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

  /// Takes a row of a comment or a story, in order.
  mutating func take(
    _ key: Span<UInt8>, _ row: Span<UInt8>, _ users: inout RecordSorter
  ) throws(ShardFailure) {
    try goOn(to: number(in: key), &users)
    guard key[4] == ShardRun.Part.comments.rawValue else {
      try stories?.write(line: row)
      return
    }
    facts.rows += 1
    facts.bytes += row.count + 1
    let story = array(key.extracting(5...))
    if story.isEmpty {
      facts.withoutKey += 1
    } else if story != lastKey {
      facts.stories += 1
      lastKey = story
    }
    let text = array(row)
    if let author = RowField.author(in: text.indices, of: text) {
      authors.insert(SideRows.hash(author))
    }
    try comments?.write(line: row)
  }

  /// Ends the last piece, and makes those that nothing is in.
  mutating func finish(_ users: inout RecordSorter) throws(ShardFailure) {
    try goOn(to: count, &users)
  }

  private mutating func goOn(
    to next: Int, _ users: inout RecordSorter
  ) throws(ShardFailure) {
    while piece < next {
      if piece >= 0 { try close(&users) }
      piece += 1
      if piece < count { try open() }
    }
  }

  private mutating func open() throws(ShardFailure) {
    let path = "\(folder)/\(PieceFile.name(of: piece))"
    try naming(path) { () throws(SystemError) in try Folders.make(path) }
    let shared = try PieceFile(folder, piece, "settings.ndjson")
    try shared.write(settings.span)
    try shared.finish()
    comments = try PieceFile(folder, piece, "comments.ndjson")
    stories = try PieceFile(folder, piece, "stories.ndjson")
  }

  private mutating func close(_ users: inout RecordSorter) throws(ShardFailure) {
    try comments?.finish()
    try stories?.finish()
    let (piece, folder) = (piece, folder)
    let nothing: [UInt8] = []
    for author in authors.sorted() {
      let key = UserRecord.pieceKey(author, piece)
      try naming(folder) { () throws(SystemError) in
        try users.add(key: key.span, value: nothing.span)
      }
    }
    authors.removeAll(keepingCapacity: true)
    var list = OutputBuffer()
    list.append("{\"piece\":\"")
    list.append(verbatim: PieceFile.name(of: piece))
    list.append("\",\"rows\":")
    list.append(decimal: facts.rows)
    list.append(",\"stories\":")
    list.append(decimal: facts.stories)
    list.append(",\"withoutKey\":")
    list.append(decimal: facts.withoutKey)
    list.append(",\"bytes\":")
    list.append(decimal: facts.bytes)
    list.append("}\n")
    self.list += list.bytes()
    storyCount += facts.stories
    facts = Facts()
    lastKey = []
  }

  /// Writes down what each piece holds: the last file, and so a sign that all others are whole.
  func writeList() throws(ShardFailure) {
    let file = try PieceFile(at: "\(folder)/pieces.ndjson")
    try file.write(list.span)
    try file.finish()
  }
}

/// A file of a piece, written through a buffer.
final class PieceFile {
  private let path: String
  private let descriptor: Int32
  private var buffer = OutputBuffer(capacity: 1 << 17)
  private var file: NewFile?

  /// The name of a piece's folder: `0007`.
  static func name(of piece: Int) -> String {
    let digits = String(piece)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  convenience init(_ folder: String, _ piece: Int, _ name: String) throws(ShardFailure) {
    try self.init(at: "\(folder)/\(Self.name(of: piece))/\(name)")
  }

  init(at path: String) throws(ShardFailure) {
    self.path = path
    let opened = try naming(path) { () throws(SystemError) in try NewFile(at: path) }
    descriptor = opened.descriptor
    file = consume opened
  }

  func write(line: Span<UInt8>) throws(ShardFailure) {
    try write(line)
    buffer.append("\n")
  }

  func write(_ bytes: Span<UInt8>) throws(ShardFailure) {
    unsafe bytes.withUnsafeBufferPointer { unsafe buffer.append(contentsOf: $0) }
    if buffer.count > 1 << 17 { try writeOut() }
  }

  func finish() throws(ShardFailure) {
    try writeOut()
    if let file = file.take() { file.keep() }
  }

  private func writeOut() throws(ShardFailure) {
    if let error = buffer.leave(to: descriptor) { throw .system(error, path) }
  }
}
