import Bytes
package import Hashing

/// A line of a manifest: a story of a run, with the hashes of its input and of its output.
package struct ManifestEntry: Hashable, Sendable {
  /// The key with its JSON escapes, without quotes.
  package var key: [UInt8]
  /// The hash of the story as it was read.
  package var input: ContentHash
  /// The hash of the rows that the story was joined with.
  package var joined: ContentHash?
  package var output: ContentHash
  /// The number of bytes of the output.
  package var size: Int
  package var comments: Int
  /// The facts for lists of stories.
  package var listing = StoryListing.none
  /// The place of the output in a pack; `nil` if it has a file for itself.
  package var place: PackPlace?
  /// The fingerprint of the output if it is not that of the run, because the story could not be rendered again.
  package var fingerprint: ContentHash?

  package init(
    key: [UInt8], input: ContentHash, joined: ContentHash? = nil, output: ContentHash, size: Int,
    comments: Int
  ) {
    self.key = key
    self.input = input
    self.joined = joined
    self.output = output
    self.size = size
    self.comments = comments
  }

  /// Returns the key of a story with its JSON escapes.
  package static func key(_ text: [UInt8]) -> [UInt8] {
    var out = OutputBuffer(capacity: text.count + 64)
    unsafe text.withUnsafeBufferPointer { unsafe out.append(jsonText: $0) }
    return out.bytes()
  }

  /// Returns a text without its JSON escapes; it must have been written by `OutputBuffer`.
  package static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var index = text.startIndex
    while index < text.endIndex {
      defer { index += 1 }
      guard text[index] == UInt8(ascii: "\\"), index + 1 < text.endIndex else {
        result.append(text[index])
        continue
      }
      index += 1
      switch text[index] {
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "u"):
        let digits = String(decoding: text[(index + 1)...].prefix(4), as: UTF8.self)
        result.append(UInt8(digits, radix: 16) ?? 0)
        index += 4
      case let byte: result.append(byte)
      }
    }
    return result
  }
}

extension OutputBuffer {
  mutating func append(_ entry: ManifestEntry) {
    append(beforePackOf: entry)
    append(packOf: entry)
  }

  /// Appends the beginning of a line, up to the name of the pack if there is one.
  mutating func append(beforePackOf entry: ManifestEntry) {
    beginObject()
    append(member: "key", escaped: entry.key)
    append(member: "in", entry.input)
    if let joined = entry.joined { append(member: "with", joined) }
    append(member: "out", entry.output)
    append(member: "bytes", entry.size)
    append(member: "comments", entry.comments)
    append(entry.listing)
    if entry.place != nil { append(",\"pack\":\"") }
  }

  /// Appends the name of the pack and the rest of the line.
  mutating func append(packOf entry: ManifestEntry) {
    if let place = entry.place {
      append(verbatim: place.pack.text)
      append("\"")
      append(member: "at", place.offset)
      append(member: "length", place.length)
    }
    if let fingerprint = entry.fingerprint { append(member: "look", fingerprint) }
    endObject()
    append("\n")
  }
}

extension ManifestEntry {
  /// Returns the line of a manifest, without its line feed.
  package func line() -> [UInt8] {
    var line = OutputBuffer(capacity: 512)
    line.append(self)
    return Array(line.bytes().dropLast())
  }

  /// Returns the range of the key in a line; `nil` if it is not an entry.
  static func key(in line: Range<Int>, of bytes: [UInt8]) -> Range<Int>? {
    var scanner = ManifestScanner(bytes, line: line)
    return scanner.skip("{\"key\":") ? scanner.text() : nil
  }

  /// Reads a line that `line` returned.
  package init?(line: Span<UInt8>) {
    let bytes = Array(line)
    self.init(bytes, line: bytes.indices)
  }

  /// Reads a line of a manifest; `nil` if it is not an entry.
  init?(_ bytes: [UInt8], line: Range<Int>) {
    var scanner = ManifestScanner(bytes, line: line)
    guard scanner.skip("{\"key\":"), let key = scanner.text(), scanner.skip(",\"in\":"),
      let input = scanner.hash()
    else { return nil }
    self.key = Array(bytes[key])
    self.input = input
    if scanner.skip(",\"with\":") {
      guard let hash = scanner.hash() else { return nil }
      joined = hash
    }
    guard scanner.skip(",\"out\":"), let output = scanner.hash(), scanner.skip(",\"bytes\":"),
      let size = scanner.number(), scanner.skip(",\"comments\":"),
      let comments = scanner.number(), comments <= Int32.max
    else { return nil }
    self.output = output
    self.size = size
    self.comments = comments
    guard let listing = StoryListing(&scanner, of: bytes) else { return nil }
    self.listing = listing
    if scanner.skip(",\"pack\":") {
      guard let name = scanner.text().flatMap({ PackName(bytes, at: $0) }),
        scanner.skip(",\"at\":"), let offset = scanner.number(),
        scanner.skip(",\"length\":"), let length = scanner.number()
      else { return nil }
      place = PackPlace(pack: name, offset: offset, length: length)
    }
    if scanner.skip(",\"look\":") {
      guard let hash = scanner.hash() else { return nil }
      fingerprint = hash
    }
    guard scanner.skip("}"), scanner.isAtEnd else { return nil }
  }
}
