import Bytes
import Comments

/// Parts of a comment that both servers have.
extension ResponseDecoder {
  /// Reads an author: an id, a name, badges, and tags that count for the comment.
  mutating func readAuthor(_ index: Int, name key: StaticString, _ comment: inout CommentRecord) {
    guard let object = page.object(index) else { return }
    var author = AuthorRecord()
    if let field = page.value("id", of: object), let id = page.id(field) { author.id = id }
    if let field = page.value(key, of: object), let name = page.text(field) { author.name = name }
    if let field = page.value("badges", of: object), let list = page.list(field) {
      author.firstLabel = Int32(truncatingIfNeeded: builder.labels.count)
      for badge in page.children(of: list) {
        if let name = page.text(badge), !name.isEmpty { builder.labels.append(name) }
      }
      author.labelCount = UInt16(clamping: builder.labels.count - Int(author.firstLabel))
    }
    if let tags = page.value("tags", of: object) {
      // An author's own tags are no labels of the comment, but for the ones that are known.
      var found = CommentRecord()
      page.readTags(tags, &found, &builder)
      comment.tags.formUnion(found.tags)
    }
    comment.author = Int32(truncatingIfNeeded: builder.authors.count)
    builder.authors.append(author)
  }

  /// Reads the parent of a comment: its id, and all of it if all of it is there.
  mutating func readParent(_ index: Int, _ comment: inout CommentRecord) {
    guard let object = page.object(index) else { return }
    if let field = page.value("id", of: object), let id = page.id(field) { comment.parentID = id }
    if page.hasMember("body", object) {
      innerLists.append(InnerList(index: object, areReplies: false))
    }
  }
}

extension [UInt8] {
  /// A slice without this ending, or nothing if it does not end so.
  func slice(_ slice: Slice, without ending: StaticString) -> Slice? {
    let count = ending.utf8CodeUnitCount
    guard Int(slice.count) >= count else { return nil }
    let rest = Slice(start: slice.start, count: slice.count - UInt32(count))
    let end = Slice(start: slice.start + rest.count, count: UInt32(count))
    return self.slice(end, equals: ending) ? rest : nil
  }
}
