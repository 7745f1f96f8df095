import AtollBytes

/// A search for members of a JSON object that does not parse it, since parsing would unescape its
/// strings in place.
enum UnparsedJSON {
  /// Returns the string in the first wanted member of the outermost object, unescaped.
  ///
  /// Returns `nil` if there is no such member, or if its value is not a string or has no end.
  @inline(__always)
  static func text(
    in range: Range<Int>, of bytes: [UInt8], ofKey isWanted: (ArraySlice<UInt8>) -> Bool
  ) -> ArraySlice<UInt8>? {
    var depth = 0
    var index = range.lowerBound
    while index < range.upperBound {
      guard bytes[index] == UInt8(ascii: "\"") else {
        depth += depthChange(of: bytes[index])
        index += 1
        continue
      }
      let key = rangeOfString(at: index, in: range, of: bytes)
      index = key.upperBound + 1
      guard depth == 1 else { continue }
      var value = index
      while value < range.upperBound, isHTMLSpace(bytes[value]) || bytes[value] == 0x3A {
        value += 1
      }
      // A string that is a value has no colon after it.
      guard value > index, bytes[index..<value].contains(0x3A), isWanted(bytes[key]) else {
        continue
      }
      guard value < range.upperBound, bytes[value] == UInt8(ascii: "\"") else { return nil }
      let text = rangeOfString(at: value, in: range, of: bytes)
      return text.upperBound < range.upperBound ? unescaped(bytes[text]) : nil
    }
    return nil
  }

  /// Returns whether a text is empty, or is an object or array whose end is missing.
  static func isTruncated(_ range: Range<Int>, of bytes: [UInt8]) -> Bool {
    guard let first = bytes[range].first else { return true }
    if depthChange(of: first) != 1 { return false }
    var depth = 0
    var index = range.lowerBound
    while index < range.upperBound {
      if bytes[index] == UInt8(ascii: "\"") {
        index = rangeOfString(at: index, in: range, of: bytes).upperBound
        if index == range.upperBound { return true }
      } else {
        depth += depthChange(of: bytes[index])
      }
      index += 1
    }
    return depth > 0
  }

  /// Returns the change in nesting depth at a byte outside strings.
  private static func depthChange(of byte: UInt8) -> Int {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["): 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"): -1
    case _: 0
    }
  }

  /// Returns the range between the quotes of the string whose opening quote is at `quote`.
  private static func rangeOfString(
    at quote: Int, in range: Range<Int>, of bytes: [UInt8]
  ) -> Range<Int> {
    var index = quote + 1
    while index < range.upperBound, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return quote + 1..<min(max(index, quote + 1), range.upperBound)
  }

  private static func unescaped(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard text.contains(UInt8(ascii: "\\")) else { return text }
    let quote = UInt8(ascii: "\"")
    var quoted = [quote] + text + [quote]
    let inside = JSONReader.read(&quoted, repairing: true) { (reader: inout JSONReader) -> Slice? in
      try? reader.string()
    }
    // An invalid escape is reported when the row is parsed.
    return inside.map { quoted[$0.range] } ?? text
  }
}

extension UnparsedJSON {
  private static let coralStoryKey = Array("storyID".utf8)
  private static let talk4StoryKey = Array("asset_id".utf8)

  private static let notFetched = Array(BatchSettings.notFetchedKey.description.utf8)

  /// Returns the id in the line that `fetch --all` writes for a story that it could not fetch.
  static func idOfUnfetchedStory(in line: Range<Int>, of bytes: [UInt8]) -> ArraySlice<UInt8>? {
    text(in: line, of: bytes) { $0.elementsEqual(notFetched) }
  }

  /// Returns the story id in a comment's row from a Coral or Talk 4 dump, even if the row is broken
  /// after the id; `nil` if there is no id.
  static func storyID(in row: Range<Int>, of bytes: [UInt8]) -> ArraySlice<UInt8>? {
    let id = text(in: row, of: bytes) {
      $0.elementsEqual(coralStoryKey) || $0.elementsEqual(talk4StoryKey)
    }
    return id?.isEmpty == false ? id : nil
  }
}

extension BatchSettings {
  /// Returns whether a line is empty, or is an object or array whose end is missing.
  package static func isTruncated(_ bytes: [UInt8]) -> Bool {
    let line = KeyedLine(bytes.indices, of: bytes, isFirst: true, linesBeginWithKey: false)
    return UnparsedJSON.isTruncated(line.range, of: bytes)
  }

  /// Returns the id in the line that `fetch --all` writes for a story that it could not fetch.
  package static func idOfUnfetchedStory(in line: [UInt8]) -> String? {
    // Other lines need not be searched.
    guard line.starts(with: "{\"\(notFetchedKey)\":".utf8) else { return nil }
    return UnparsedJSON.idOfUnfetchedStory(in: line.indices, of: line).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
