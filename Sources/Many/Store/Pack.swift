import Bytes
package import Hashing

/// What small outputs are gathered in, so that millions of them are not millions of files.
package enum PackForm: String, CaseIterable, Sendable {
  /// An archive that `tar` unpacks to what `objects` would hold.
  case tar
  /// A JSON object on each line, with the key, the hash and the output.
  case ndjson

  /// How much of a pack an output takes that has so many bytes there.
  func room(for length: Int) -> Int {
    switch self {
    case .tar: TarHeader.size + length + TarHeader.padding(behind: length)
    case .ndjson: length + 1
    }
  }
}

/// A pack of a store, named by its content.
package struct PackName: Hashable, Sendable {
  package let hash: ContentHash
  package let form: PackForm

  /// As its file is named: 64 digits, a dot and the form.
  package var text: String { "\(hash.text).\(form.rawValue)" }

  init(_ hash: ContentHash, _ form: PackForm) {
    self.hash = hash
    self.form = form
  }

  /// The name that stands in this range of a text.
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

/// Where in a pack an output stands.
package struct PackPlace: Hashable, Sendable {
  package var pack: PackName
  package let offset: Int
  /// How many bytes it has there.
  package let length: Int

  /// How much of its pack it takes.
  var room: Int { pack.form.room(for: length) }
}

/// What stands before a file in an archive: the form that POSIX calls ustar.
enum TarHeader {
  static let size = 512

  /// How many zeros fill the last block of a file.
  static func padding(behind length: Int) -> Int { (size - length % size) % size }

  /// The header of an output; nothing in it tells of a time, a user or a machine.
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
    // The first second there is: some programs take none for a mistake.
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
