import Bytes
package import Comments

/// What is kept from one story to the next, so that reading the next one costs less.
///
/// None of it decides what comes out.
package struct DecodingMemory: Sendable {
  /// The arrays of a story that is done with.
  package var story = StoryMemory()
  /// In what order, and with what white space, the documents read so far had their keys.
  private var guesses: AtollKeyGuesses?

  package init() {}

  /// A copy of these bytes in the memory of an earlier story, with room for the reader's padding.
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

/// Guesses for the objects that an Atoll document has many of.
struct AtollKeyGuesses: Sendable {
  var comment = KeyGuesses(AtollCommentKey.table)
  var author = KeyGuesses(AtollAuthorKey.table)
}
