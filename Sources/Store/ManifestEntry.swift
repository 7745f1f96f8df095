import Bytes
package import Hashing

/// What a run knows of one story: what it was made of, and where its output is.
package struct ManifestEntry: Hashable, Sendable {
  /// The key as it stands in JSON, without its quotes.
  package var key: [UInt8]
  /// The hash of the story as it came.
  package var input: ContentHash
  /// The hash of the rows it was joined with.
  package var joined: ContentHash?
  package var output: ContentHash
  /// How many bytes the output has.
  package var size: Int
  package var comments: Int
  /// Where in a pack the output is; nothing where it is a file of its own.
  package var place: PackPlace?
  /// The look of the output where it is not that of the run: it could not be drawn anew.
  package var look: ContentHash?

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

  /// The key of a story as manifests have it.
  package static func key(_ text: [UInt8]) -> [UInt8] {
    var out = OutputBuffer(capacity: text.count + 64)
    unsafe text.withUnsafeBufferPointer { unsafe out.append(jsonText: $0) }
    return out.bytes()
  }

  /// The key of a story as it is, of one as manifests have it.
  package static func text(ofKey key: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    var index = 0
    while index < key.count {
      defer { index += 1 }
      guard key[index] == UInt8(ascii: "\\"), index + 1 < key.count else {
        text.append(key[index])
        continue
      }
      index += 1
      switch key[index] {
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "u"):
        let digits = String(decoding: key[min(index + 1, key.count)...].prefix(4), as: UTF8.self)
        text.append(UInt8(digits, radix: 16) ?? 0)
        index += 4
      case let byte: text.append(byte)
      }
    }
    return text
  }
}

extension OutputBuffer {
  mutating func append(_ entry: ManifestEntry) {
    append(frontOf: entry)
    append(backOf: entry)
  }

  /// Appends what stands before the name of a pack, if there is one.
  mutating func append(frontOf entry: ManifestEntry) {
    append("{\"key\":\"")
    append(contentsOf: entry.key)
    append("\",\"in\":\"")
    append(entry.input)
    if let joined = entry.joined {
      append("\",\"with\":\"")
      append(joined)
    }
    append("\",\"out\":\"")
    append(entry.output)
    append("\",\"bytes\":")
    append(decimal: entry.size)
    append(",\"comments\":")
    append(decimal: entry.comments)
    if entry.place != nil { append(",\"pack\":\"") }
  }

  /// Appends the name of the pack and what stands behind it.
  mutating func append(backOf entry: ManifestEntry) {
    if let place = entry.place {
      append(verbatim: place.pack.text)
      append("\",\"at\":")
      append(decimal: place.offset)
      append(",\"length\":")
      append(decimal: place.length)
    }
    if let look = entry.look {
      append(",\"look\":\"")
      append(look)
      append("\"")
    }
    append("}\n")
  }
}

extension ManifestEntry {
  init?(line: ArraySlice<UInt8>) {
    var scanner = ManifestScanner(line)
    guard scanner.skip("{\"key\":"), let key = scanner.text(), scanner.skip(",\"in\":"),
      let input = scanner.hash()
    else { return nil }
    self.key = Array(key)
    self.input = input
    if scanner.skip(",\"with\":") {
      guard let hash = scanner.hash() else { return nil }
      joined = hash
    }
    guard scanner.skip(",\"out\":"), let output = scanner.hash(), scanner.skip(",\"bytes\":"),
      let size = scanner.number(), scanner.skip(",\"comments\":"), let comments = scanner.number()
    else { return nil }
    self.output = output
    self.size = size
    self.comments = comments
    if scanner.skip(",\"pack\":") {
      guard let name = scanner.text().flatMap(PackName.init(text:)), scanner.skip(",\"at\":"),
        let offset = scanner.number(), scanner.skip(",\"length\":"), let length = scanner.number()
      else { return nil }
      place = PackPlace(pack: name, offset: offset, length: length)
    }
    if scanner.skip(",\"look\":") {
      guard let hash = scanner.hash() else { return nil }
      look = hash
    }
    guard scanner.skip("}"), scanner.isAtEnd else { return nil }
  }
}

/// Reads what this module wrote, and nothing else.
struct ManifestScanner {
  private var rest: ArraySlice<UInt8>

  init(_ line: ArraySlice<UInt8>) { rest = line }

  var isAtEnd: Bool { rest.isEmpty }

  /// Goes on behind a literal, if it is there.
  mutating func skip(_ literal: StaticString) -> Bool {
    let count = literal.utf8CodeUnitCount
    guard rest.count >= count else { return false }
    let isThere = literal.withUTF8Buffer { expected in
      unsafe rest.withUnsafeBufferPointer {
        unsafe UnsafeBufferPointer(rebasing: $0[..<count]).elementsEqual(expected)
      }
    }
    if isThere { rest = rest.dropFirst(count) }
    return isThere
  }

  /// The inside of a string, as it stands.
  mutating func text() -> ArraySlice<UInt8>? {
    guard rest.first == UInt8(ascii: "\"") else { return nil }
    var index = rest.startIndex + 1
    while index < rest.endIndex, rest[index] != UInt8(ascii: "\"") {
      if rest[index] < 0x20 { return nil }
      index += rest[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard index < rest.endIndex else { return nil }
    defer { rest = rest[(index + 1)...] }
    return rest[(rest.startIndex + 1)..<index]
  }

  mutating func hash() -> ContentHash? {
    guard rest.count >= 66, rest.first == UInt8(ascii: "\""),
      rest[rest.startIndex + 65] == UInt8(ascii: "\""),
      let hash = ContentHash(hexadecimal: rest[(rest.startIndex + 1)..<(rest.startIndex + 65)])
    else { return nil }
    rest = rest.dropFirst(66)
    return hash
  }

  mutating func number() -> Int? {
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty, digits.count <= 18 else { return nil }
    rest = rest[digits.endIndex...]
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
