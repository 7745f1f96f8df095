import Bytes
import OperatingSystem
package import Hashing

/// A file of a store, open as long as somebody needs it.
final class StoreFile: Sendable {
  let path: String
  let descriptor: Int32
  let size: Int
  private let file: FileHolder

  init(_ path: String) throws(StoreError) {
    self.path = path
    file = try naming(path, "cannot be read") { () throws(SystemError) in try FileHolder(path) }
    descriptor = file.descriptor
    size = try naming(path, "cannot be read") { [file] () throws(SystemError) in
      try FileFacts(ofDescriptor: file.descriptor).size
    }
  }

  func bytes(at offset: Int, count: Int) throws(StoreError) -> [UInt8] {
    try naming(path, "cannot be read") { () throws(SystemError) in
      try readBytes(of: descriptor, at: offset, count: min(count, max(0, size - offset)))
    }
  }

  private final class FileHolder: Sendable {
    let descriptor: Int32
    private let file: OpenFile

    init(_ path: String) throws(SystemError) {
      file = try OpenFile(reading: path)
      descriptor = file.descriptor
    }
  }
}

extension StoreFolder {
  /// Opens the manifest of a run that has to be there.
  func openManifest(_ run: ContentHash) throws(StoreError) -> StoreFile {
    do throws(StoreError) {
      return try StoreFile(manifest(run))
    } catch {
      guard case .system(let reason) = error.kind, reason.isMissing else { throw error }
      throw StoreError(
        .corrupt, error.path, "the manifest is missing", advice: StoreError.otherRun)
    }
  }
}

/// The entries of a manifest, one after another, in the order of their keys.
///
/// All that is read is hashed on the way, so that at the end it is known to be what was written.
package struct ManifestReader: ~Copyable {
  package let look: StoreLook
  /// How many entries were read, and the bytes of their outputs.
  package private(set) var totals = Totals()
  private let file: StoreFile
  private let run: ContentHash
  private var hasher: ContentHasher
  private var piece: [UInt8] = []
  /// What of the piece was read already.
  private var start = 0
  /// Where in the file the piece begins.
  private var pieceOffset = 0
  private var lineNumber = 0
  private var lastKey: [UInt8]?
  private var isAtEnd = false

  package struct Totals: Hashable, Sendable {
    package var stories = 0
    package var bytes = 0

    /// Adds an entry; false if no store could hold so much.
    mutating func add(_ entry: ManifestEntry) -> Bool {
      let (sum, isTooMuch) = bytes.addingReportingOverflow(entry.size)
      if isTooMuch { return false }
      stories += 1
      bytes = sum
      return true
    }

    /// The last line of a manifest.
    func line() -> [UInt8] {
      var line = OutputBuffer()
      line.append("{\"stories\":")
      line.append(decimal: stories)
      line.append(",\"bytes\":")
      line.append(decimal: bytes)
      line.append("}\n")
      return line.bytes()
    }
  }

  private static let pieceSize = 1 << 17
  /// Lines hold a key and a few numbers.
  private static let longestLine = 1 << 24

  package init(_ folder: StoreFolder, _ run: ContentHash) throws(StoreError) {
    let file = try folder.openManifest(run)
    let start = try file.bytes(at: 0, count: Self.pieceSize)
    let line = Array(start.prefix { $0 != 0x0A })
    guard let look = StoreLook(headerLine: line) else {
      throw .corrupt(file.path, line: 1, "this is not the beginning of a manifest")
    }
    self.look = look
    self.file = file
    self.run = run
    piece = start
    self.start = line.count + 1
    lineNumber = 1
    hasher = ContentHasher()
    unsafe start.withUnsafeBufferPointer { unsafe hasher.update($0) }
  }

  /// The next entry with its place in the file; nothing at the end, which has been proven then.
  package mutating func next() throws(StoreError) -> (entry: ManifestEntry, offset: Int)? {
    if isAtEnd { return nil }
    guard let line = try nextLine() else {
      throw .corrupt(file.path, line: lineNumber + 1, "the manifest breaks off")
    }
    guard let entry = ManifestEntry(piece, line: line) else {
      guard totals.line().dropLast() == piece[line], start == piece.count,
        pieceOffset + start == file.size
      else { throw .corrupt(file.path, line: lineNumber, "this is no entry of a manifest") }
      guard hasher.finish() == run else { throw .changedManifest(file.path) }
      isAtEnd = true
      return nil
    }
    if let lastKey, !lastKey.lexicographicallyPrecedes(entry.key) {
      throw .corrupt(file.path, line: lineNumber, "the keys do not rise")
    }
    lastKey = entry.key
    guard totals.add(entry) else {
      throw .corrupt(file.path, line: lineNumber, "no store could hold so much")
    }
    return (entry, pieceOffset + line.lowerBound)
  }

  /// Where in the piece the next line stands, without its end.
  private mutating func nextLine() throws(StoreError) -> Range<Int>? {
    var searched = start
    while true {
      if let end = piece[searched...].firstIndex(of: 0x0A) {
        let line = start..<end
        start = end + 1
        lineNumber += 1
        return line
      }
      searched = piece.count - start
      let more = try file.bytes(at: pieceOffset + piece.count, count: Self.pieceSize)
      if more.isEmpty || searched > Self.longestLine { return nil }
      piece.removeSubrange(..<start)
      pieceOffset += start
      start = 0
      piece += more
      unsafe more.withUnsafeBufferPointer { unsafe hasher.update($0) }
    }
  }
}
