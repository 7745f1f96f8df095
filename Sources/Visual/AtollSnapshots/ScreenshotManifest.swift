/// The list of accepted screenshots: the hash, the size and the engine of each.
///
/// The screenshots themselves are not kept with the references: they can be drawn again from the
/// pages, and checked by their hashes. The file has one line per screenshot, in sorted order, so
/// that git can merge the changes of two people.
package struct ScreenshotManifest: Sendable {
  package struct Entry: Hashable, Sendable {
    /// The SHA-256 of the PNG file.
    package var hash: String
    package var width: Int
    package var height: Int
    /// The `Fingerprint` of the engine, flags and fonts that drew the screenshot, as text.
    package var fingerprint: String

    package init(hash: String, width: Int, height: Int, fingerprint: String) {
      self.hash = hash
      self.width = width
      self.height = height
      self.fingerprint = fingerprint
    }
  }

  package static let fileName = "pictures.manifest"

  /// The size in bytes above which a manifest is an error; it allows about 250,000 screenshots.
  package static let maximumFileSize = 32 << 20

  package private(set) var entries: [String: Entry] = [:]

  /// Reads the manifest of a store; a missing one is empty.
  package init(ofStoreIn folder: String) throws(SnapshotError) {
    let path = "\(folder)/\(Self.fileName)"
    guard let bytes = try StoreFiles.contents(of: path, atMost: Self.maximumFileSize) else {
      return
    }
    if let damage = Damage(in: bytes), !bytes.isEmpty {
      throw SnapshotError(path, message: "the manifest is damaged: \(damage)", isDamage: true)
    }
    var last = ""
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.dropLast().enumerated() {
      let place = "\(path):\(index + 1)"
      let words = String(decoding: line, as: UTF8.self).split(separator: " ").map(String.init)
      guard let (name, entry) = Self.entry(words) else {
        throw SnapshotError(
          place, message: "the line does not have the form NAME HASH WIDTHxHEIGHT FINGERPRINT",
          isDamage: true)
      }
      guard last.utf8.lexicographicallyPrecedes(name.utf8) else {
        throw SnapshotError(
          place, message: "'\(name)' is out of order or listed twice", isDamage: true)
      }
      last = name
      entries[name] = entry
    }
    if lines.last?.isEmpty == false {
      throw SnapshotError(
        "\(path):\(lines.count)", message: "the last line is cut off", isDamage: true)
    }
  }

  private static func entry(_ words: [String]) -> (String, Entry)? {
    guard words.count == 4, SnapshotName(words[0])?.isScreenshot == true,
      isHash(words[1], digits: 64),
      isHash(words[3], digits: 16) || Fingerprint(words[3]) != nil
    else { return nil }
    let sides = words[2].split(separator: "x").compactMap { Int($0) }
    guard sides.count == 2, sides.allSatisfy({ $0 > 0 }), words[2] == "\(sides[0])x\(sides[1])"
    else { return nil }
    return (
      words[0],
      Entry(hash: words[1], width: sides[0], height: sides[1], fingerprint: words[3])
    )
  }

  private static func isHash(_ text: String, digits: Int) -> Bool {
    text.utf8.count == digits && text.utf8.allSatisfy(isDigitOfHash)
  }

  package subscript(_ name: SnapshotName) -> Entry? {
    get { entries[name.text] }
    set { entries[name.text] = newValue }
  }

  /// The names of all screenshots, sorted by their bytes.
  package var names: [String] {
    entries.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  package var text: String {
    names.map { name in
      guard let entry = entries[name] else { return "" }
      return "\(name) \(entry.hash) \(entry.width)x\(entry.height) \(entry.fingerprint)\n"
    }.joined()
  }

  /// Writes the manifest of a store in one step.
  package func write(toStoreIn folder: String) throws(SnapshotError) {
    try StoreFiles.replace("\(folder)/\(Self.fileName)", with: Array(text.utf8))
  }
}

/// Returns whether a byte is a lowercase hexadecimal digit, as in the text of a hash.
func isDigitOfHash(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
  case _: false
  }
}
