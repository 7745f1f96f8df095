import Bytes
package import Hashing

/// The file format of packs, which collect small outputs so that millions of them are not millions of files.
package enum PackForm: String, CaseIterable, Sendable {
  /// An archive that `tar` unpacks to the content of `objects`.
  case tar
  /// A JSON object on each line, with the key, the hash and the output.
  case ndjson

  /// Returns the number of bytes that an output of this length takes in a pack.
  func room(for length: Int) -> Int {
    switch self {
    case .tar: TarHeader.size + length + TarHeader.padding(after: length)
    case .ndjson: length + 1
    }
  }
}

/// The name of a pack: the hash of its content, and its form.
package struct PackName: Hashable, Sendable {
  package let hash: ContentHash
  package let form: PackForm

  /// The name of the file: 64 hexadecimal digits, a dot and the form.
  package var text: String { "\(hash.text).\(form.rawValue)" }

  init(_ hash: ContentHash, _ form: PackForm) {
    self.hash = hash
    self.form = form
  }

  /// Reads the name of a file.
  init?(text: String) { self.init(Array(text.utf8), at: 0..<text.utf8.count) }

  /// Reads the name in this range of a text.
  init?(_ text: [UInt8], at range: Range<Int>) {
    let dot = range.lowerBound + ContentHash.digitCount
    guard dot < range.upperBound, text[dot] == UInt8(ascii: "."),
      let hash = ContentHash(hexadecimal: text, from: range.lowerBound),
      let form = PackForm.allCases.first(where: {
        text[(dot + 1)..<range.upperBound].elementsEqual($0.rawValue.utf8)
      })
    else { return nil }
    self.init(hash, form)
  }
}

/// The place of an output in a pack.
package struct PackPlace: Hashable, Sendable {
  package var pack: PackName
  package let offset: Int
  package let length: Int

  /// The number of bytes that the output takes in its pack.
  var room: Int { pack.form.room(for: length) }
}

/// A reader of outputs that keeps the pack of the last one open for the next.
package struct OpenPack {
  private var name: PackName?
  private var file: StoreFile?

  package init() {}

  /// Reads the output of an entry; `nil` if its pack has no output at its place.
  mutating func output(
    of entry: ManifestEntry, in folder: StoreFolder
  ) throws(StoreError) -> [UInt8]? {
    guard let place = entry.place else {
      let file = try StoreFile(folder.object(entry.output))
      return try file.bytes(at: 0, count: file.size)
    }
    if name != place.pack {
      file = try StoreFile(folder.pack(place.pack))
      name = place.pack
    }
    guard let bytes = try file?.bytes(at: place.offset, count: place.length),
      bytes.count == place.length
    else { return nil }
    switch place.pack.form {
    case .tar: return bytes
    case .ndjson: return Self.output(inLine: bytes)
    }
  }

  /// Returns the output in a line of a pack.
  static func output(inLine line: [UInt8]) -> [UInt8]? {
    parts(ofLine: line).map { ManifestEntry.unescaped(line[$0.text]) }
  }

  /// Returns the name of the output in a line of a pack.
  static func name(inLine line: [UInt8]) -> ContentHash? { parts(ofLine: line)?.name }

  private static func parts(ofLine line: [UInt8]) -> (name: ContentHash, text: Range<Int>)? {
    var scanner = ManifestScanner(line)
    guard scanner.skip("{\"key\":"), scanner.text() != nil, scanner.skip(",\"out\":"),
      let name = scanner.hash(), scanner.skip(",\"output\":"), let text = scanner.text(),
      scanner.skip("}"), scanner.isAtEnd
    else { return nil }
    return (name, text)
  }
}

/// The header of a file in a tar archive, in the form that POSIX calls ustar.
enum TarHeader {
  static let size = 512

  /// Returns the number of zeros that fill the last block of a file.
  static func padding(after length: Int) -> Int { (size - length % size) % size }

  /// Returns the header of an output; it does not depend on the time, the user or the machine.
  static func of(_ output: ContentHash, length: Int) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: size)
    func put(_ text: String, at offset: Int) {
      header.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8)
    }
    let name = output.text
    put("\(name.prefix(2))/\(name.dropFirst(2))", at: 0)
    put("0000644", at: 100)
    put("0000000", at: 108)
    put("0000000", at: 116)
    put(octal(length, digits: 11), at: 124)
    // The time is the first second of 1970: some programs warn about 0.
    put("00000000001", at: 136)
    put("        ", at: 148)
    put("0", at: 156)
    put("ustar", at: 257)
    put("00", at: 263)
    put(octal(header.reduce(0) { $0 + Int($1) }, digits: 6), at: 148)
    header[154] = 0
    return header
  }

  private static func octal(_ number: Int, digits: Int) -> String {
    let text = String(number, radix: 8)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
