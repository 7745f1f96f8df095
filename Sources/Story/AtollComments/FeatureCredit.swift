package import AtollBytes

/// The id of a featured comment and the name of the editor who featured it, as slices of
/// `Story.bytes`.
///
/// Few comments are featured, so these names are in a separate list and other comments need no
/// memory for them.
package struct FeatureCredit: Hashable, Sendable {
  package var commentID: Slice
  package var name: Slice

  package init(commentID: Slice, name: Slice) {
    self.commentID = commentID
    self.name = name
  }
}

extension Story {
  /// Returns the names of the people who featured comments, keyed by comment index.
  package func featuredByNames() -> [Int32: Slice] {
    if featureCredits.isEmpty { return [:] }
    var names: [ArraySlice<UInt8>: Slice] = [:]
    for featureCredit in featureCredits {
      names[bytes[featureCredit.commentID.range]] = featureCredit.name
    }
    var result: [Int32: Slice] = [:]
    for index in comments.indices where comments[index].tags.contains(.featured) {
      guard let name = names[bytes[comments[index].id.range]] else { continue }
      result[Int32(truncatingIfNeeded: index)] = name
    }
    return result
  }
}
