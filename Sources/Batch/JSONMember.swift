/// Looks for one string in a JSON object without changing a byte of it: reading for good unescapes
/// in place.
enum JSONMember {
  /// Where the text of a member of the outermost object stands, its escapes as written.
  static func text(
    of key: [UInt8], in range: Range<Int>, of bytes: [UInt8]
  ) -> Range<Int>? {
    var depth = 0
    var index = range.lowerBound
    while index < range.upperBound {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        let text = string(at: index, in: range, of: bytes)
        index = text.upperBound + 1
        guard depth == 1, bytes[text].elementsEqual(key) else { continue }
        var value = index
        while value < range.upperBound, bytes[value] == 0x20 || bytes[value] == 0x3A { value += 1 }
        // The same word as a value has no colon behind it.
        guard value > index, bytes[index..<value].contains(0x3A) else { continue }
        guard value < range.upperBound, bytes[value] == UInt8(ascii: "\"") else { return nil }
        let found = string(at: value, in: range, of: bytes)
        return found.upperBound < range.upperBound ? found : nil
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case _: break
      }
      index += 1
    }
    return nil
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
}

/// The fields that tell to what a row belongs.
enum RowField {
  static let coralAuthor = Array("authorID".utf8)
  static let talk4Author = Array("author_id".utf8)
  static let coralStory = Array("storyID".utf8)
  static let talk4Story = Array("asset_id".utf8)

  /// To which story a comment belongs.
  static func story(in row: Range<Int>, of bytes: [UInt8]) -> Range<Int>? {
    let found =
      JSONMember.text(of: coralStory, in: row, of: bytes)
      ?? JSONMember.text(of: talk4Story, in: row, of: bytes)
    return found.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Who wrote a comment.
  static func author(in row: Range<Int>, of bytes: [UInt8]) -> Range<Int>? {
    JSONMember.text(of: coralAuthor, in: row, of: bytes)
      ?? JSONMember.text(of: talk4Author, in: row, of: bytes)
  }
}
