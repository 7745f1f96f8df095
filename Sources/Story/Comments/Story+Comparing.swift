import Bytes

extension Story {
  /// Returns whether a comment of this story and a comment of another story are equal in all
  /// fields.
  package func sameContent(at index: Int, as other: Story, at otherIndex: Int) -> Bool {
    sameContent(comments[index], as: other.comments[otherIndex], in: other)
  }

  /// Returns whether the reader's relation to a comment is the same in another story.
  package func sameViewerState(at index: Int, as other: Story) -> Bool {
    if viewerStates.isEmpty, other.viewerStates.isEmpty { return true }
    let id = bytes.string(comments[index].id)
    return viewerStates[id] == other.viewerStates[id]
  }

  /// Returns the position of the comment that has the same id as a comment of another story.
  ///
  /// The same index is checked first, since two responses from one server are usually similar.
  package func position(ofIDAt index: Int, in other: Story) -> Position? {
    let id = other.comments[index].id
    if index < comments.count, IDTable.equal(bytes, at: comments[index].id, other.bytes, at: id) {
      return Position(index)
    }
    return ids.find(id, of: other.bytes, in: bytes).map { Position($0) }
  }

  func sameContent(_ one: CommentRecord, as two: CommentRecord, in other: Story) -> Bool {
    guard
      one.createdAt == two.createdAt, one.editedAt == two.editedAt, one.likes == two.likes,
      one.replyCount == two.replyCount,
      one.tags == two.tags, one.marks == two.marks, one.rating == two.rating,
      one.tombstone == two.tombstone, one.syntax == two.syntax
    else { return false }
    return same(one.body, as: two.body, in: other) && same(one.id, as: two.id, in: other)
      && same(one.parentID, as: two.parentID, in: other)
      && same(one.permalink, as: two.permalink, in: other)
      && sameLabels(
        (one.firstLabel, one.labelCount), as: (two.firstLabel, two.labelCount), in: other)
      && sameAuthor(one.author, as: two.author, in: other)
      && sameMedia(one.media, as: two.media, in: other)
  }

  private func same(_ one: Slice, as two: Slice, in other: Story) -> Bool {
    IDTable.equal(bytes, at: one, other.bytes, at: two)
  }

  private func sameLabels(
    _ one: (first: Int32, count: UInt16), as two: (first: Int32, count: UInt16), in other: Story
  ) -> Bool {
    one.count == two.count
      && (0..<Int(one.count)).allSatisfy {
        same(labels[Int(one.first) + $0], as: other.labels[Int(two.first) + $0], in: other)
      }
  }

  private func sameAuthor(_ one: Int32, as two: Int32, in other: Story) -> Bool {
    guard one >= 0, two >= 0 else { return one < 0 && two < 0 }
    let left = authors[Int(one)]
    let right = other.authors[Int(two)]
    return same(left.id, as: right.id, in: other) && same(left.name, as: right.name, in: other)
      && same(left.avatar, as: right.avatar, in: other)
      && sameLabels(
        (left.firstLabel, left.labelCount), as: (right.firstLabel, right.labelCount), in: other)
  }

  private func sameMedia(_ one: Int32, as two: Int32, in other: Story) -> Bool {
    guard one >= 0, two >= 0 else { return one < 0 && two < 0 }
    let left = media[Int(one)]
    let right = other.media[Int(two)]
    return left.kind == right.kind && same(left.url, as: right.url, in: other)
      && same(left.title, as: right.title, in: other)
      && same(left.still, as: right.still, in: other)
      && left.width == right.width && left.height == right.height
  }
}
