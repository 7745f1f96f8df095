import AtollBytes
import AtollOperatingSystem

/// Text to search for in the outputs and the metadata of stories; in outputs, case matters.
package struct ErasurePattern: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The id of a comment, which outputs contain unchanged.
    case identifier
    /// Words that readers see.
    ///
    /// A match may begin or end within a word.
    case text
    /// Whole words that readers see, such as a name.
    case words
  }

  package let kind: Kind
  /// The text as the user wrote it.
  package let originalText: String
  /// The words of the text, or the bytes of the identifier.
  private let searchedBytes: [UInt8]
  /// The words of the text in lower case, or the bytes of the identifier.
  private let searchedMetadataBytes: [UInt8]
  /// The text as the user wrote it: unchanged, escaped for markup, and escaped for JSON.
  private let rawForms: Set<[UInt8]>

  /// Creates a pattern; `nil` if the text has no words or, for an identifier, is empty.
  package init?(_ kind: Kind, text originalText: String) {
    self.kind = kind
    self.originalText = originalText
    searchedBytes =
      kind == .identifier ? Array(originalText.utf8) : VisibleText.words(of: originalText)
    searchedMetadataBytes =
      kind == .identifier ? searchedBytes : VisibleText.words(of: originalText.lowercased())
    var json = OutputBuffer()
    json.append(jsonString: originalText)
    rawForms = [
      Array(originalText.utf8), Array(escapedForMarkup(originalText).utf8),
      Array(json.bytes().dropFirst().dropLast()),
    ]
    if searchedBytes.isEmpty { return nil }
  }

  /// The words that are searched for in place of the text, such as `C` for `C++`; `nil` if they are
  /// the same.
  package var wordsWithoutPunctuation: String? {
    if kind == .identifier { return nil }
    let words = String(decoding: searchedBytes, as: UTF8.self)
    let parts = originalText.split(whereSeparator: \.isWhitespace)
    return parts.first?.first == words.first && parts.last?.last == words.last ? nil : words
  }

  func occurs(inAny texts: [[UInt8]]) -> Bool { texts.contains(where: occurs(inText:)) }

  /// Returns whether the key, title or address of a story contains the text.
  ///
  /// Unless the text is an identifier, case is ignored and `-` separates words.
  func occurs(inMetadata text: String) -> Bool {
    if kind == .identifier { return occurs(inText: Array(text.utf8)) }
    let decoded = String(decoding: PercentEncoding.decoded(text.utf8), as: UTF8.self)
    return [text, decoded].contains {
      occurs(searchedMetadataBytes, in: VisibleText.words(of: $0.lowercased()))
    }
  }

  /// Returns whether bytes contain the words or the identifier.
  private func occurs(inText bytes: [UInt8]) -> Bool { occurs(searchedBytes, in: bytes) }

  /// Returns whether bytes contain the text itself, unchanged or escaped for markup or JSON.
  func occurs(inRawBytes bytes: [UInt8]) -> Bool {
    rawForms.contains { occurs($0, in: bytes) }
  }

  /// Returns whether bytes of no known form contain the text, unchanged or escaped for markup or
  /// JSON.
  ///
  /// A match may begin or end within a word, because other values can be next to it.
  func occurs(inUnknownBytes bytes: [UInt8]) -> Bool {
    rawForms.contains { offset(of: $0, in: bytes, from: 0) != nil }
  }

  /// Returns whether bytes contain a text, delimited as the kind requires.
  private func occurs(_ text: [UInt8], in bytes: [UInt8]) -> Bool {
    var start = 0
    while let found = offset(of: text, in: bytes, from: start) {
      let end = found + text.count
      if kind == .text { return true }
      let before = found > 0 ? bytes[found - 1] : 0x20
      let after = end < bytes.count ? bytes[end] : 0x20
      // Only ASCII letters and digits continue a word, because
      // languages without spaces have no other word boundaries.
      if !isLetterOrDigit(before) && !isLetterOrDigit(after) { return true }
      start = found + 1
    }
    return false
  }
}
