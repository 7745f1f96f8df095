import Bytes
package import Hashing
import OperatingSystem

/// The entries of a manifest, one after another, in the order of their keys.
///
/// Everything is hashed as it is read; after the last entry the hash is compared with the name of the manifest.
package struct ManifestReader: ~Copyable {
  package let fingerprint: OutputFingerprint
  /// The number of entries read so far, and the bytes of their outputs.
  package private(set) var totals = Totals()
  private let file: StoreFile
  private let run: ContentHash
  private var hasher = ContentHasher()
  private var piece: [UInt8] = []
  /// The offset of the next line in the piece.
  private var start = 0
  /// The offset of the piece in the file.
  private var pieceOffset = 0
  private var lineNumber = 1
  private var lastKey: [UInt8]?
  private var isAtEnd = false
  /// Some entries were passed over, so the totals are not those of the manifest.
  private var hasSkipped = false

  /// The number of stories of a run and the bytes of their outputs: the last line of a manifest.
  package struct Totals: Hashable, Sendable {
    package var stories = 0
    package var bytes = 0

    /// Adds an entry; returns false if the sum overflows.
    mutating func add(_ entry: ManifestEntry) -> Bool {
      let (sum, overflows) = bytes.addingReportingOverflow(entry.size)
      if overflows { return false }
      stories += 1
      bytes = sum
      return true
    }

    func line() -> [UInt8] {
      var line = OutputBuffer()
      line.beginObject()
      line.append(member: "stories", stories)
      line.append(member: "bytes", bytes)
      line.endObject()
      line.append("\n")
      return line.bytes()
    }
  }

  private static let pieceSize = 1 << 17

  package init(_ folder: StoreFolder, _ run: ContentHash) throws(StoreError) {
    let file = try folder.openManifest(run)
    let piece = try file.bytes(at: 0, count: Self.pieceSize)
    let line = Array(piece.prefix { $0 != 0x0A })
    guard let fingerprint = OutputFingerprint(headerLine: line) else {
      throw .corrupt(file.path, line: 1, "not the first line of a manifest")
    }
    self.fingerprint = fingerprint
    self.file = file
    self.run = run
    self.piece = piece
    // A file may end within its first line.
    start = min(line.count + 1, piece.count)
    unsafe piece.withUnsafeBufferPointer { unsafe hasher.update($0) }
  }

  /// Returns the next entry and its offset in the file, or `nil` after the last one.
  package mutating func next() throws(StoreError) -> (entry: ManifestEntry, offset: Int)? {
    if isAtEnd { return nil }
    guard let line = try nextLine() else {
      throw .corrupt(file.path, line: lineNumber + 1, "the manifest is truncated")
    }
    guard let entry = ManifestEntry(piece, line: line) else {
      guard hasSkipped || totals.line().dropLast() == piece[line], start == piece.count,
        pieceOffset + start == file.size
      else { throw .corrupt(file.path, line: lineNumber, "not an entry of a manifest") }
      guard hasher.finish() == run else { throw .changedManifest(file.path) }
      isAtEnd = true
      return nil
    }
    if let lastKey, !lastKey.lexicographicallyPrecedes(entry.key) {
      throw .corrupt(file.path, line: lineNumber, "the keys are not in ascending order")
    }
    lastKey = entry.key
    guard totals.add(entry) else {
      throw .corrupt(file.path, line: lineNumber, "the sum of the sizes overflows")
    }
    return (entry, pieceOffset + line.lowerBound)
  }

  /// Passes over entries that are the same in two manifests and come next in both; not all of them in one call.
  static func skipCommonEntries(_ left: inout ManifestReader, _ right: inout ManifestReader) {
    let most = min(left.piece.count - left.start, right.piece.count - right.start)
    guard most > 0 else { return }
    let (leftStart, rightStart) = (left.start, right.start)
    let common = unsafe left.piece.withUnsafeBytes { first in
      unsafe right.piece.withUnsafeBytes { second in
        unsafe countCommonBytes(
          UnsafeRawBufferPointer(rebasing: first[leftStart..<leftStart + most]),
          UnsafeRawBufferPointer(rebasing: second[rightStart..<rightStart + most]))
      }
    }
    guard let end = left.piece[leftStart..<leftStart + common].lastIndex(of: 0x0A) else { return }
    // The last line is no entry, and stays for both.
    if left.pieceOffset + end + 1 == left.file.size { return }
    left.skip(end + 1 - leftStart)
    right.skip(end + 1 - leftStart)
  }

  private mutating func skip(_ count: Int) {
    lineNumber += piece[start..<start + count].count { $0 == 0x0A }
    start += count
    hasSkipped = true
  }

  /// Returns the range of the next line in the piece, without its line feed.
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
      if more.isEmpty || searched > StoreFile.longestLine { return nil }
      piece.removeSubrange(..<start)
      pieceOffset += start
      start = 0
      piece += more
      unsafe more.withUnsafeBufferPointer { unsafe hasher.update($0) }
    }
  }
}

extension StoreFolder {
  /// Opens the manifest of a run, which must exist.
  func openManifest(_ run: ContentHash) throws(StoreError) -> StoreFile {
    do throws(StoreError) {
      return try StoreFile(manifest(run))
    } catch {
      guard error.isMissingFile else { throw error }
      throw StoreError(
        .corrupt, error.path, "the manifest is missing", advice: StoreError.chooseOtherRun)
    }
  }

  /// Reads a whole manifest and returns its totals.
  package func totals(of run: ContentHash) throws(StoreError) -> ManifestReader.Totals {
    var reader = try ManifestReader(self, run)
    while try reader.next() != nil {}
    return reader.totals
  }
}

/// Returns the number of bytes at the front that are the same.
private func countCommonBytes(
  _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
) -> Int {
  let count = min(left.count, right.count)
  var index = 0
  while index + 8 <= count,
    unsafe left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      == right.loadUnaligned(fromByteOffset: index, as: UInt64.self)
  {
    index += 8
  }
  while index < count, unsafe left[index] == right[index] { index += 1 }
  return index
}
