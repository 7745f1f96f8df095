extension Story {
  /// Where the comment is whose id has these bytes, if it is here.
  package func position(ofUTF8 id: [UInt8]) -> Position? {
    ids.find(id, among: comments, in: bytes).map { Position($0) }
  }
}
