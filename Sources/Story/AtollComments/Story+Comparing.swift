import AtollBytes

extension Story {
  package func hasSameContent(at index: Int, as other: Story, at otherIndex: Int) -> Bool {
    hasSameContent(comments[index], as: other.comments[otherIndex], in: other)
  }

  package func hasSameViewerState(at index: Int, as other: Story) -> Bool {
    if viewerStates.isEmpty, other.viewerStates.isEmpty { return true }
    let id = Array(bytes[comments[index].id.range])
    return viewerStates[id] == other.viewerStates[id]
  }

  /// Returns the position of the comment that has the same id as a comment of another story.
  ///
  /// The same index is checked first, since two responses from one server are usually similar.
  package func position(ofIDAt index: Int, in other: Story) -> Position? {
    let id = other.comments[index].id
    if index < comments.count,
      IDTable.areEqual(bytes.span, at: comments[index].id, other.bytes.span, at: id)
    {
      return Position(index)
    }
    return ids.find(id, of: other.bytes, amongIDsIn: bytes).map { Position($0) }
  }

  func hasSameContent(_ one: CommentRecord, as two: CommentRecord, in other: Story) -> Bool {
    guard
      one.createdAt == two.createdAt, one.editedAt == two.editedAt, one.likes == two.likes,
      one.replyCount == two.replyCount,
      one.tags == two.tags, one.flags == two.flags, one.rating == two.rating,
      one.tombstone == two.tombstone, one.syntax == two.syntax
    else { return false }
    return isSame(one.body, as: two.body, in: other) && isSame(one.id, as: two.id, in: other)
      && isSame(one.parentID, as: two.parentID, in: other)
      && isSame(one.permalink, as: two.permalink, in: other)
      && hasSameLabels(
        (one.firstLabel, one.labelCount), as: (two.firstLabel, two.labelCount), in: other)
      && hasSameAuthor(one.author, as: two.author, in: other)
      && hasSameMedia(one.media, as: two.media, in: other)
  }

  private func isSame(_ one: Slice, as two: Slice, in other: Story) -> Bool {
    IDTable.areEqual(bytes.span, at: one, other.bytes.span, at: two)
  }

  private func hasSameLabels(
    _ one: (first: Int32, count: UInt16), as two: (first: Int32, count: UInt16), in other: Story
  ) -> Bool {
    one.count == two.count
      && (0..<Int(one.count)).allSatisfy {
        isSame(labels[Int(one.first) + $0], as: other.labels[Int(two.first) + $0], in: other)
      }
  }

  private func hasSameAuthor(_ one: Int32, as two: Int32, in other: Story) -> Bool {
    guard one >= 0, two >= 0 else { return one < 0 && two < 0 }
    let left = authors[Int(one)]
    let right = other.authors[Int(two)]
    return isSame(left.id, as: right.id, in: other) && isSame(left.name, as: right.name, in: other)
      && isSame(left.avatar, as: right.avatar, in: other)
      && hasSameLabels(
        (left.firstLabel, left.labelCount), as: (right.firstLabel, right.labelCount), in: other)
  }

  private func hasSameMedia(_ one: Int32, as two: Int32, in other: Story) -> Bool {
    guard one >= 0, two >= 0 else { return one < 0 && two < 0 }
    let left = media[Int(one)]
    let right = other.media[Int(two)]
    return left.kind == right.kind && isSame(left.url, as: right.url, in: other)
      && isSame(left.title, as: right.title, in: other)
      && isSame(left.still, as: right.still, in: other)
      && left.width == right.width && left.height == right.height
  }
}
