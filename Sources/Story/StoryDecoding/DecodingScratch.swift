import Bytes
package import Comments

/// Memory and key orders reused from one story to the next, so that reading costs less.
///
/// They do not affect the result.
package struct DecodingScratch: Sendable {
  /// The arrays of a story that is no longer needed.
  package var story = StoryScratch()
  /// The order of keys, and the white space between them, in previously read documents.
  private var guesses: AtollKeyGuesses?

  package init() {}

  /// Copies bytes into the memory of an earlier story, with room for the reader's padding.
  package mutating func copy(of bytes: Span<UInt8>) -> [UInt8] {
    var copy = story.takeBytes()
    copy.reserveCapacity(bytes.count + JSONReader.padding)
    unsafe bytes.withUnsafeBufferPointer { unsafe copy.append(contentsOf: $0) }
    return copy
  }

  mutating func takeGuesses() -> AtollKeyGuesses {
    defer { guesses = nil }
    return guesses ?? AtollKeyGuesses()
  }

  mutating func keep(_ guesses: consuming AtollKeyGuesses) { self.guesses = guesses }
}

/// Key guesses for the kinds of objects that an Atoll document has many of.
struct AtollKeyGuesses: Sendable {
  var comment = KeyGuesses(AtollCommentKey.table)
  var author = KeyGuesses(AtollAuthorKey.table)
}
