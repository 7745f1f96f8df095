import AtollBytes
package import AtollComments

/// Memory and key orders reused from story to story for speed; they do not affect the result.
package struct DecodingScratch: Sendable {
  package var story = StoryScratch()
  /// The order of keys, and the white space between them, in previously read documents.
  private var predictors: AtollKeyPredictors?

  package init() {}

  /// Returns a copy of the bytes, in the memory of an earlier story and with room for the JSON
  /// reader's padding.
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

/// Key predictors for comments and authors, the most frequent objects in an Atoll document.
struct AtollKeyPredictors: Sendable {
  var comment = KeyPredictor(AtollCommentKey.table)
  var author = KeyPredictor(AtollAuthorKey.table)
}
