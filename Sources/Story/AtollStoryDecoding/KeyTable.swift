import AtollBytes

/// A table of words in JSON, such as the keys of an object, with the value that each stands for.
///
/// A word is looked up by its length in bytes, then compared byte by byte.
struct KeyTable<Key: Sendable>: Sendable {
  /// Every word, in the order in which messages list them.
  let words: [String]
  /// Other systems' names for some words: in lower case, without `_`, and separated by spaces.
  private let synonyms: [(word: String, names: String)]
  private let entriesByLength: [[Entry]]

  private struct Entry: Sendable {
    var bytes: [UInt8]
    var key: Key
  }

  init(_ pairs: [(word: String, key: Key)], synonyms: [(word: String, names: String)] = []) {
    self.synonyms = synonyms
    var entriesByLength: [[Entry]] = []
    for (word, key) in pairs {
      let bytes = Array(word.utf8)
      while entriesByLength.count <= bytes.count { entriesByLength.append([]) }
      entriesByLength[bytes.count].append(Entry(bytes: bytes, key: key))
    }
    self.entriesByLength = entriesByLength
    words = pairs.map(\.word)
  }

  func key(_ bytes: Span<UInt8>) -> Key? {
    guard bytes.count < entriesByLength.count else { return nil }
    search: for entry in entriesByLength[bytes.count] {
      for index in entry.bytes.indices where entry.bytes[index] != bytes[index] {
        continue search
      }
      return entry.key
    }
    return nil
  }

  func key(_ slice: Slice, in reader: borrowing JSONReader) -> Key? {
    reader.withBytes(of: slice) { key($0) }
  }

  func key(_ slice: Slice, in bytes: [UInt8]) -> Key? {
    key(bytes.span.extracting(slice.range))
  }

  /// Returns the end of a message about an unknown word: `; did you mean “parentId”?`, or an empty
  /// string.
  func suggestion(for word: String) -> String {
    likelyWord(for: word).map { "; did you mean \u{201C}\($0)\u{201D}?" } ?? ""
  }

  /// Returns the word in the table that an unknown word probably stands for; `nil` if there is
  /// none, or if the word is known.
  ///
  /// A synonym takes precedence over a similar spelling.
  func likelyWord(for word: String) -> String? {
    if words.contains(word) { return nil }
    let letters = word.utf8.prefix(64).filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }
    let name = String(decoding: letters, as: UTF8.self).lowercased()
    return synonyms.first { $0.names.split(separator: " ").contains { $0 == name } }?.word
      ?? nearest(to: word, among: words)
  }
}

extension KeyTable where Key: RawRepresentable<String> & CaseIterable {
  init(synonyms: [(key: Key, names: String)] = []) {
    self.init(
      Key.allCases.map { ($0.rawValue, $0) },
      synonyms: synonyms.map { ($0.key.rawValue, $0.names) })
  }
}

extension KeyTable where Key == Void {
  init(of words: [String]) { self.init(words.map { ($0, ()) }) }
}
