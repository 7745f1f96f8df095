import Bytes

/// The arrays of a story that is done with, for the next one to fill.
///
/// Whoever reads story after story need not ask the system for the same memory again and again.
package struct StoryScratch: Sendable {
  var bytes: [UInt8] = []
  var comments: [CommentRecord] = []
  var authors: [AuthorRecord] = []
  var media: [MediaRecord] = []
  var labels: [Slice] = []
  var ids = IDTable()

  package init() {}

  /// Empties a story that nobody reads any more, and keeps its memory.
  ///
  /// Where somebody does hold a copy of it, that copy stays as it is.
  package mutating func takeBack(_ story: inout Story) {
    Self.move(&story.bytes, to: &bytes)
    Self.move(&story.comments, to: &comments)
    Self.move(&story.authors, to: &authors)
    Self.move(&story.media, to: &media)
    Self.move(&story.labels, to: &labels)
    swap(&story.ids, &ids)
  }

  /// An empty run of bytes, with the room that an earlier story needed.
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
