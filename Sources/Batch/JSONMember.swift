import Bytes

/// Looks for one string in a JSON object without changing a byte of it: reading for good unescapes
/// in place.
enum JSONMember {
  /// The text of a member of the outermost object, without its escapes.
  static func text(
    of key: [UInt8], in range: Range<Int>, of bytes: [UInt8]
  ) -> ArraySlice<UInt8>? {
    var depth = 0
    var index = range.lowerBound
    while index < range.upperBound {
      if bytes[index] == UInt8(ascii: "\"") {
        let text = string(at: index, in: range, of: bytes)
        index = text.upperBound + 1
        guard depth == 1, bytes[text].elementsEqual(key) else { continue }
        var value = index
        while value < range.upperBound, bytes[value] == 0x20 || bytes[value] == 0x3A { value += 1 }
        // The same word as a value has no colon behind it.
        guard value > index, bytes[index..<value].contains(0x3A) else { continue }
        guard value < range.upperBound, bytes[value] == UInt8(ascii: "\"") else { return nil }
        let found = string(at: value, in: range, of: bytes)
        return found.upperBound < range.upperBound ? unescaped(bytes[found]) : nil
      }
      depth += step(bytes[index])
      index += 1
    }
    return nil
  }

  /// Whether a string or a bracket is still open at the end, or nothing is there at all.
  static func breaksOff(_ range: Range<Int>, of bytes: [UInt8]) -> Bool {
    var depth = 0
    var index = range.lowerBound
    while index < range.upperBound {
      if bytes[index] == UInt8(ascii: "\"") {
        index = string(at: index, in: range, of: bytes).upperBound
        if index == range.upperBound { return true }
      } else {
        depth += step(bytes[index])
      }
      index += 1
    }
    return depth > 0 || range.isEmpty
  }

  /// How much deeper a byte leads that is in no string.
  private static func step(_ byte: UInt8) -> Int {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["): 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"): -1
    case _: 0
    }
  }

  /// The inside of the string that begins here.
  private static func string(
    at quote: Int, in range: Range<Int>, of bytes: [UInt8]
  ) -> Range<Int> {
    var index = quote + 1
    while index < range.upperBound, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return quote + 1..<min(max(index, quote + 1), range.upperBound)
  }

  /// What the inside of a string stands for: the same bytes unless there are escapes, which are rare in ids.
  private static func unescaped(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard text.contains(UInt8(ascii: "\\")) else { return text }
    let quote = UInt8(ascii: "\"")
    var quoted = [quote] + text + [quote]
    let inside = JSONReader.read(&quoted, mending: true) { (reader: inout JSONReader) -> Slice? in
      try? reader.string()
    }
    // Who reads the row for good tells what is wrong with it.
    return inside.map { quoted[$0.range] } ?? text
  }
}

/// The fields that tell to what a row belongs.
enum RowField {
  private static let coralAuthor = Array("authorID".utf8)
  private static let talk4Author = Array("author_id".utf8)
  private static let coralStory = Array("storyID".utf8)
  private static let talk4Story = Array("asset_id".utf8)

  /// To which story a comment belongs.
  static func story(in row: Range<Int>, of bytes: [UInt8]) -> ArraySlice<UInt8>? {
    let found =
      JSONMember.text(of: coralStory, in: row, of: bytes)
      ?? JSONMember.text(of: talk4Story, in: row, of: bytes)
    return found.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Who wrote a comment.
  static func author(in row: Range<Int>, of bytes: [UInt8]) -> ArraySlice<UInt8>? {
    JSONMember.text(of: coralAuthor, in: row, of: bytes)
      ?? JSONMember.text(of: talk4Author, in: row, of: bytes)
  }
}
