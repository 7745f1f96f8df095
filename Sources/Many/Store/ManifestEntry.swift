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
  package static func text(ofKey key: ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    var index = key.startIndex
    while index < key.endIndex {
      defer { index += 1 }
      guard key[index] == UInt8(ascii: "\\"), index + 1 < key.endIndex else {
        text.append(key[index])
        continue
      }
      index += 1
      switch key[index] {
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "u"):
        let digits = String(decoding: key[(index + 1)...].prefix(4), as: UTF8.self)
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
  /// The entry that a line of these bytes tells.
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
    if scanner.skip(",\"pack\":") {
      guard let name = scanner.text().flatMap({ PackName(bytes, at: $0) }),
        scanner.skip(",\"at\":"),
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
  private let bytes: [UInt8]
  private var index: Int
  private let end: Int

  /// Reads one line of what was written.
  init(_ bytes: [UInt8], line: Range<Int>) {
    self.bytes = bytes
    index = line.lowerBound
    end = line.upperBound
  }

  init(_ line: [UInt8]) { self.init(line, line: line.indices) }

  var isAtEnd: Bool { index == end }

  /// Goes on behind a literal, if it is there.
  mutating func skip(_ literal: StaticString) -> Bool {
    let count = literal.utf8CodeUnitCount
    guard end - index >= count else { return false }
    for offset in 0..<count where unsafe bytes[index + offset] != literal.utf8Start[offset] {
      return false
    }
    index += count
    return true
  }

  /// Where the inside of a string stands, as it is.
  mutating func text() -> Range<Int>? {
    guard index < end, bytes[index] == UInt8(ascii: "\"") else { return nil }
    let start = index + 1
    let quote = unsafe bytes.withUnsafeBufferPointer { bytes in
      var quote = start
      while quote < end, unsafe bytes[quote] != UInt8(ascii: "\"") {
        if unsafe bytes[quote] < 0x20 { return end }
        quote += unsafe bytes[quote] == UInt8(ascii: "\\") ? 2 : 1
      }
      return quote
    }
    guard quote < end else { return nil }
    index = quote + 1
    return start..<quote
  }

  mutating func hash() -> ContentHash? {
    let after = index + ContentHash.digitCount + 1
    guard after < end, bytes[index] == UInt8(ascii: "\""), bytes[after] == UInt8(ascii: "\""),
      let hash = ContentHash(hexadecimal: bytes, from: index + 1)
    else { return nil }
    index = after + 1
    return hash
  }

  mutating func number() -> Int? {
    let start = index
    var number = 0
    while index < end, (0x30...0x39).contains(bytes[index]) {
      guard index - start < 18 else { return nil }
      number = number * 10 + Int(bytes[index] - 0x30)
      index += 1
    }
    return index == start ? nil : number
  }
}
