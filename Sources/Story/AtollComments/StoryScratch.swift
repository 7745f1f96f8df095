import AtollBytes

/// The arrays of a story that is no longer needed, to be reused for the next one.
package struct StoryScratch: Sendable {
  var bytes: [UInt8] = []
  var comments: [CommentRecord] = []
  var authors: [AuthorRecord] = []
  var media: [MediaRecord] = []
  var labels: [Slice] = []
  var ids = IDTable()

  package init() {}

  /// Empties a story and keeps its memory; copies of the story stay as they are.
  package mutating func recycle(_ story: inout Story) {
    Self.move(&story.bytes, to: &bytes)
    Self.move(&story.comments, to: &comments)
    Self.move(&story.authors, to: &authors)
    Self.move(&story.media, to: &media)
    Self.move(&story.labels, to: &labels)
    swap(&story.ids, &ids)
  }

  /// Returns an empty array with the capacity that an earlier story needed.
  package mutating func takeBytes() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &bytes)
    return taken
  }

  private static func move<Element>(_ array: inout [Element], to kept: inout [Element]) {
    swap(&array, &kept)
    kept.removeAll(keepingCapacity: true)
  }
}
