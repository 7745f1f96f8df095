package import Hashing

/// A search for single stories in a manifest, which is in the order of its keys: it reads some kilobytes, not the whole file.
///
/// The parts that it reads are not compared with the name of the manifest; outputs are compared with their own hashes.
package struct ManifestSearch: Sendable {
  private let file: StoreFile
  let fingerprint: OutputFingerprint
  /// The range of the entries, between the first line and the last.
  let entries: Range<Int>

  /// The range that is read at once instead of being divided again.
  private static let pieceSize = 1 << 14
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
    try entry(of: key, in: entries)
  }

  /// Returns the entry of a key among those in a range of the file.
  func entry(of key: [UInt8], in range: Range<Int>) throws(StoreError) -> ManifestEntry? {
    var (low, high) = (range.lowerBound, range.upperBound)
    while high - low > Self.pieceSize {
      let middle = try startOfLine(after: (low + high) / 2)
      // The line in the middle is longer than half of the range.
      guard middle < high, middle > low else { break }
      guard let line = try file.line(at: middle),
        let found = ManifestEntry.key(in: line.indices, of: line)
      else { throw .changedManifest(file.path) }
      if line[found].elementsEqual(key) { return try entry(line, line.indices) }
      if line[found].lexicographicallyPrecedes(key) { low = middle } else { high = middle }
    }
    let lines = try file.bytes(at: low, count: high - low)
    var start = 0
    while let end = lines[start...].firstIndex(of: 0x0A) {
      if let found = ManifestEntry.key(in: start..<end, of: lines),
        lines[found].elementsEqual(key)
      {
        return try entry(lines, start..<end)
      }
      start = end + 1
    }
    return nil
  }

  /// Returns the entry in the line at an offset.
  func entry(at offset: Int) throws(StoreError) -> ManifestEntry? {
    try file.line(at: offset).flatMap { ManifestEntry($0, line: $0.indices) }
  }

  private func entry(_ bytes: [UInt8], _ line: Range<Int>) throws(StoreError) -> ManifestEntry {
    guard let entry = ManifestEntry(bytes, line: line) else { throw .changedManifest(file.path) }
    return entry
  }

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
