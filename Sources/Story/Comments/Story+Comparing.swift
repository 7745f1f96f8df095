import Bytes

extension Story {
  /// Returns whether a comment of this story and one of another are equal in all fields.
  package func sameContent(at index: Int, as other: Story, at otherIndex: Int) -> Bool {
    sameContent(comments[index], other, other.comments[otherIndex])
  }

  /// Returns whether the reader's relation to a comment is the same in another story.
  package func sameViewerState(at index: Int, as other: Story) -> Bool {
    if viewerStates.isEmpty, other.viewerStates.isEmpty { return true }
    let id = bytes.string(comments[index].id)
    return viewerStates[id] == other.viewerStates[id]
  }

  /// Returns the position of the comment with the id of a comment of another story.
  ///
  /// The same index is tried first, since two answers of one server are similar.
  package func position(ofIDAt index: Int, in other: Story) -> Position? {
    let id = other.comments[index].id
    if index < comments.count, IDTable.equal(bytes, comments[index].id, other.bytes, id) {
      return Position(index)
    }
    return ids.find(id, of: other.bytes, in: bytes).map { Position($0) }
  }

  func sameContent(_ one: CommentRecord, _ other: Story, _ two: CommentRecord) -> Bool {
    guard
      one.createdAt == two.createdAt, one.editedAt == two.editedAt, one.likes == two.likes,
      one.replyCount == two.replyCount,
      one.tags == two.tags, one.marks == two.marks, one.rating == two.rating,
      one.tombstone == two.tombstone, one.syntax == two.syntax
    else { return false }
    return same(one.body, other, two.body) && same(one.id, other, two.id)
      && same(one.parentID, other, two.parentID) && same(one.permalink, other, two.permalink)
      && sameLabels(one.firstLabel, one.labelCount, other, two.firstLabel, two.labelCount)
      && sameAuthor(one.author, other, two.author) && sameMedia(one.media, other, two.media)
  }

  private func same(_ one: Slice, _ other: Story, _ two: Slice) -> Bool {
    IDTable.equal(bytes, one, other.bytes, two)
  }

  private func sameLabels(
    _ first: Int32, _ count: UInt16, _ other: Story, _ otherFirst: Int32, _ otherCount: UInt16
  ) -> Bool {
    guard count == otherCount else { return false }
    for offset in 0..<Int(count)
    where !same(labels[Int(first) + offset], other, other.labels[Int(otherFirst) + offset]) {
      return false
    }
    return true
  }

  private func sameAuthor(_ one: Int32, _ other: Story, _ two: Int32) -> Bool {
    guard one >= 0, two >= 0 else { return one < 0 && two < 0 }
    let left = authors[Int(one)]
    let right = other.authors[Int(two)]
    return same(left.id, other, right.id) && same(left.name, other, right.name)
      && same(left.avatar, other, right.avatar)
      && sameLabels(
        left.firstLabel, left.labelCount, other, right.firstLabel, right.labelCount)
  }

  private func sameMedia(_ one: Int32, _ other: Story, _ two: Int32) -> Bool {
    guard one >= 0, two >= 0 else { return one < 0 && two < 0 }
    let left = media[Int(one)]
    let right = other.media[Int(two)]
    return left.kind == right.kind && same(left.url, other, right.url)
      && same(left.title, other, right.title) && same(left.still, other, right.still)
      && left.width == right.width && left.height == right.height
  }
}
