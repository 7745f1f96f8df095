package import Hashing

/// A search for single stories in a manifest, which is in the order of its keys: it reads some kilobytes, not the whole file.
///
/// The parts that it reads are not compared with the name of the manifest; outputs are compared with their own hashes.
package struct ManifestSearch: Sendable {
  private let file: StoreFile
  let fingerprint: OutputFingerprint
  /// The range of the entries, between the first line and the last.
  private let entries: Range<Int>

  /// The range that is read at once instead of being divided again.
  private static let pieceSize = 1 << 13
  private static let longestLastLine = 1 << 10

  package init(_ folder: StoreFolder, _ run: ContentHash) throws(StoreError) {
    let file = try folder.openManifest(run)
    self.file = file
    let header = try file.line(at: 0)
    let end = try Self.offsetOfLastLine(in: file)
    guard let header, let fingerprint = OutputFingerprint(headerLine: header), let end,
      end > header.count
    else { throw .changedManifest(file.path) }
    self.fingerprint = fingerprint
    entries = header.count + 1..<end
  }

  /// Returns the entry of a key.
  package func entry(of key: [UInt8]) throws(StoreError) -> ManifestEntry? {
    var (low, high) = (entries.lowerBound, entries.upperBound)
    while high - low > Self.pieceSize {
      let middle = try startOfLine(after: (low + high) / 2)
      // The line in the middle is longer than half of the range.
      guard middle < high, middle > low else { break }
      guard let line = try file.line(at: middle), let found = Self.key(of: line) else {
        throw .changedManifest(file.path)
      }
      if found == key { return try entry(line) }
      if found.lexicographicallyPrecedes(key) { low = middle } else { high = middle }
    }
    for line in try file.bytes(at: low, count: high - low).split(separator: 0x0A)
    where Self.key(of: Array(line)) == key {
      return try entry(Array(line))
    }
    return nil
  }

  private func entry(_ line: [UInt8]) throws(StoreError) -> ManifestEntry {
    guard let entry = ManifestEntry(line, line: line.indices) else {
      throw .changedManifest(file.path)
    }
    return entry
  }

  private static func key(of line: [UInt8]) -> [UInt8]? {
    ManifestEntry.key(in: line.indices, of: line).map { Array(line[$0]) }
  }

  // MARK: Lines

  private func startOfLine(after offset: Int) throws(StoreError) -> Int {
    guard let line = try file.line(at: offset) else { return file.size }
    return offset + line.count + 1
  }

  /// Returns the offset of the line with the totals, which is short.
  private static func offsetOfLastLine(in file: StoreFile) throws(StoreError) -> Int? {
    let start = max(0, file.size - longestLastLine)
    let bytes = try file.bytes(at: start, count: file.size - start)
    guard bytes.last == 0x0A, let end = bytes.dropLast().lastIndex(of: 0x0A) else { return nil }
    return start + end + 1
  }
}
