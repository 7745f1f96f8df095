import Bytes
package import Comments

/// Memory and key orders reused from story to story for speed; they do not affect the result.
package struct DecodingScratch: Sendable {
  package var story = StoryScratch()
  /// The order of keys, and the white space between them, in previously read documents.
  private var predictors: AtollKeyPredictors?

  package init() {}

  /// Copies bytes into the memory of an earlier story, with room for the reader's padding.
  package mutating func copy(of bytes: Span<UInt8>) -> [UInt8] {
    var copy = story.takeBytes()
    copy.reserveCapacity(bytes.count + JSONReader.padding)
    copy.append(contentsOf: bytes)
    return copy
  }

  mutating func takePredictors() -> AtollKeyPredictors {
    defer { predictors = nil }
    return predictors ?? AtollKeyPredictors()
  }

  mutating func keep(_ predictors: consuming AtollKeyPredictors) { self.predictors = predictors }
}

/// Key predictors for the kinds of objects that an Atoll document has many of.
struct AtollKeyPredictors: Sendable {
  var comment = KeyPredictor(AtollCommentKey.table)
  var author = KeyPredictor(AtollAuthorKey.table)
}
