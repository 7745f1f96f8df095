import Bytes
import Hashing
import OperatingSystem

/// The outputs in a pack, one after another, found without a manifest.
struct PackReader {
  /// An output in a pack.
  struct Member {
    let output: ContentHash
    /// All bytes of the pack that belong to the output, with its header and padding.
    let range: Range<Int>
    fileprivate let content: Range<Int>
  }

  let name: PackName
  let file: StoreFile
  /// The offset of the next output.
  private var position = 0

  init(_ folder: StoreFolder, _ name: PackName) throws(StoreError) {
    self.name = name
    file = try StoreFile(folder.pack(name))
  }

  /// Returns the next output, or `nil` after the last one.
  mutating func next() throws(StoreError) -> Member? {
    let member: Member?
    switch name.form {
    case .tar: member = try nextInArchive()
    case .ndjson: member = try nextLine()
    }
    if let member { position = member.range.upperBound }
    return member
  }

  /// Reads an output.
  func content(of member: Member) throws(StoreError) -> [UInt8] {
    let bytes = try file.bytes(at: member.content.lowerBound, count: member.content.count)
    switch name.form {
    case .tar: return bytes
    case .ndjson:
      guard let output = OpenPack.output(inLine: bytes) else { throw damaged() }
      return output
    }
  }

  private mutating func nextInArchive() throws(StoreError) -> Member? {
    let header = try file.bytes(at: position, count: TarHeader.size)
    guard header.count == TarHeader.size else { throw damaged() }
    if header[0] == 0 { return nil }
    let digits = header[..<100].filter { $0 != 0 && $0 != UInt8(ascii: "/") }
    let length = String(decoding: header[124..<135], as: UTF8.self)
    guard let output = ContentHash(hexadecimal: digits), let length = Int(length, radix: 8),
      length >= 0,
      position + PackForm.tar.room(for: length) <= file.size
    else { throw damaged() }
    let start = position + TarHeader.size
    return Member(
      output: output, range: position..<position + PackForm.tar.room(for: length),
      content: start..<start + length)
  }

  private mutating func nextLine() throws(StoreError) -> Member? {
    if position == file.size { return nil }
    guard let line = try file.line(at: position, firstRead: 1 << 14),
      let output = OpenPack.name(inLine: line)
    else { throw damaged() }
    let end = position + line.count
    return Member(output: output, range: position..<end + 1, content: position..<end)
  }

  private func damaged() -> StoreError {
    .damagedOutput(file.path, "the pack is damaged near byte \(position)")
  }
}

/// The parts of a pack that are left out of its copy.
struct PackCut {
  /// The ranges in ascending order, without overlaps.
  private var ranges: [Range<Int>] = []
  /// The number of bytes in all ranges up to and including each.
  private var sums: [Int] = []

  var isEmpty: Bool { ranges.isEmpty }

  mutating func add(_ range: Range<Int>) {
    ranges.append(range)
    sums.append((sums.last ?? 0) + range.count)
  }

  /// Returns where an offset of the pack is in its copy.
  func offset(after offset: Int) -> Int {
    let before = partition(ranges) { $0.lowerBound < offset }
    return before == 0 ? offset : offset - sums[before - 1]
  }

  /// Returns the parts of a pack that are kept.
  func kept(of size: Int) -> [Range<Int>] {
    var kept: [Range<Int>] = []
    var start = 0
    for range in ranges {
      if range.lowerBound > start { kept.append(start..<range.lowerBound) }
      start = range.upperBound
    }
    if start < size { kept.append(start..<size) }
    return kept
  }

  private static let pieceSize = 1 << 20

  /// Writes the rest of a pack under the name of its new content.
  func write(_ pack: PackName, of folder: StoreFolder) throws(StoreError) -> PackName {
    let source = try StoreFile(folder.pack(pack))
    var file = try HashedFile(folder, "pack")
    for range in kept(of: source.size) {
      var start = range.lowerBound
      while start < range.upperBound {
        let piece = try source.bytes(
          at: start, count: min(Self.pieceSize, range.upperBound - start))
        if piece.isEmpty {
          throw StoreError(.corrupt, source.path, "the pack became shorter while it was read")
        }
        file.text.append(contentsOf: piece)
        try file.writeOutIfLarge()
        start += piece.count
      }
    }
    return PackName(
      try file.finish { folder.pack(PackName($0, pack.form)) }, pack.form)
  }
}
