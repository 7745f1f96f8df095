import AtollBytes

// Text is only appended: an edit leaves the old text unused.
extension Story {
  package func position(ofUTF8 id: [UInt8]) -> Position? {
    ids.find(id, amongIDsIn: bytes).map { Position($0) }
  }

  package struct Insertion: Sendable {
    /// The position of the new comment, after all others.
    package var position: Position
    /// The orphans that became replies to the new comment.
    package var adopted: [Position] = []
  }

  /// Adds a comment after all others; returns `nil` if its id is empty, too long or taken, or if
  /// there is no room for it.
  ///
  /// If its parent is missing, the comment becomes an orphan at the root. Orphans that name the
  /// comment as their parent become replies to it, but an ancestor of the comment stays at the
  /// root. Takes linear time.
  package mutating func insert(_ comment: Comment) -> Insertion? {
    guard !comment.id.isEmpty, comment.id.utf8.count <= StoryBuilder.maximumIDLength,
      position(of: comment.id) == nil, var record = record(of: comment)
    else { return nil }
    if !record.parentID.isEmpty {
      if let parent = ids.find(record.parentID, of: bytes, amongIDsIn: bytes) {
        record.parent = Int32(truncatingIfNeeded: parent)
      } else {
        record.flags.insert(.orphan)
      }
    }
    comments.append(record)
    let index = comments.count - 1
    // A NUL in the id may have become another character, and that id may be taken.
    if ids.insert(index, as: comments[index].id, in: bytes) != nil {
      comments.removeLast()
      return nil
    }
    if comment.tombstone == nil { metadata.commentCount += 1 }
    return Insertion(position: Position(index), adopted: adoptOrphans(of: index))
  }

  /// Moves orphans under the comment that they name as their parent, and returns the orphans.
  private mutating func adoptOrphans(of index: Int) -> [Position] {
    var root = index
    while comments[root].parent >= 0 { root = Int(comments[root].parent) }
    var adopted: [Position] = []
    let id = Array(bytes[comments[index].id.range])
    for orphan in comments.indices
    where comments[orphan].flags.contains(.orphan) && orphan != root
      && bytes[comments[orphan].parentID.range].elementsEqual(id)
    {
      comments[orphan].parent = Int32(truncatingIfNeeded: index)
      comments[orphan].flags.remove(.orphan)
      adopted.append(Position(orphan))
    }
    return adopted
  }

  /// Replaces the comment with the same id, except for its parent.
  ///
  /// - Returns: The position of the comment, or `nil` if the comment is missing or already equal,
  ///   or if there is no room.
  package mutating func update(_ comment: Comment) -> Position? {
    guard let position = position(of: comment.id), hasRoom(for: comment) else { return nil }
    let old = comments[Int(position.index)]
    var new = old
    fill(&new, from: comment)
    comments[Int(position.index)] = new
    if (old.tombstone == nil) != (new.tombstone == nil) {
      metadata.commentCount = max(0, metadata.commentCount + (new.tombstone == nil ? 1 : -1))
    }
    return hasSameContent(old, as: new, in: self) ? nil : position
  }

  /// Changes the id of a comment, and the parent id of its replies.
  ///
  /// - Returns: The orphans that became replies because they name the new id as their parent; `nil`
  ///   if the new id is empty, too long or taken, or if there is no room.
  package mutating func rename(_ position: Position, to id: String) -> [Position]? {
    let index = Int(position.index)
    guard !id.isEmpty, id.utf8.count <= StoryBuilder.maximumIDLength, self.position(of: id) == nil,
      bytes.count + id.utf8.count * 3 <= Int(UInt32.max)
    else { return nil }
    let old = comments[index].id
    ids.remove(index, as: old, in: bytes)
    comments[index].id = add(text: id)
    if ids.insert(index, as: comments[index].id, in: bytes) == nil {
      if let state = viewerStates.removeValue(forKey: Array(bytes[old.range])) {
        viewerStates[Array(bytes[comments[index].id.range])] = state
      }
      for reply in comments.indices where comments[reply].parent == position.index {
        comments[reply].parentID = comments[index].id
      }
      for credit in featureCredits.indices
      where bytes[featureCredits[credit].commentID.range].elementsEqual(bytes[old.range]) {
        featureCredits[credit].commentID = comments[index].id
      }
      return adoptOrphans(of: index)
    }
    comments[index].id = old
    _ = ids.insert(index, as: old, in: bytes)
    return nil
  }

  /// Replaces a comment by a `deleted` tombstone, so that its replies stay.
  ///
  /// - Returns: `false` if it already was one.
  package mutating func replaceWithTombstone(_ position: Position) -> Bool {
    let old = comments[Int(position.index)]
    guard old.tombstone != .deleted else { return false }
    var replacement = CommentRecord()
    replacement.id = old.id
    replacement.parentID = old.parentID
    replacement.permalink = old.permalink
    replacement.createdAt = old.createdAt
    replacement.parent = old.parent
    replacement.replyCount = old.replyCount
    replacement.flags = old.flags.intersection(.orphan)
    replacement.tombstone = .deleted
    comments[Int(position.index)] = replacement
    removeViewerState(ofIDAt: position)
    if old.tombstone == nil, metadata.commentCount > 0 { metadata.commentCount -= 1 }
    return true
  }

  /// Sets the number of comments on the server, and whether all of them are in the story.
  package mutating func setServerCount(_ total: Int, isComplete: Bool) {
    metadata.commentCount = total
    metadata.hasMoreRoots = !isComplete
  }

  /// Returns the index that each comment will have after a removal; -1 for a removed comment.
  package func newIndices(removing positions: [Position]) -> [Int32] {
    var newIndices = [Int32](repeating: 0, count: comments.count)
    for position in positions { newIndices[Int(position.index)] = -1 }
    var kept: Int32 = 0
    for index in newIndices.indices where newIndices[index] == 0 {
      newIndices[index] = kept
      kept &+= 1
    }
    return newIndices
  }

  /// Removes the comments at `positions`, which must include all replies to them; later comments
  /// move up.
  package mutating func remove(_ positions: [Position], newIndices: [Int32]) {
    for position in positions {
      removeViewerState(ofIDAt: position)
      ids.remove(
        Int(position.index), as: comments[Int(position.index)].id, in: bytes)
      // Only comments that readers could see were counted.
      if comments[Int(position.index)].tombstone == nil, metadata.commentCount > 0 {
        metadata.commentCount -= 1
      }
    }
    ids.renumber(newIndices)
    var kept = 0
    for index in comments.indices where newIndices[index] >= 0 {
      var record = comments[index]
      if record.parent >= 0 { record.parent = newIndices[Int(record.parent)] }
      comments[kept] = record
      kept += 1
    }
    comments.removeLast(comments.count - kept)
  }
}

// MARK: From a comment to a record

extension Story {
  /// Returns a record for a new comment without looking up its parent; `nil` if there is no room
  /// for it.
  mutating func record(of comment: Comment) -> CommentRecord? {
    guard hasRoom(for: comment) else { return nil }
    var record = CommentRecord()
    record.id = add(text: comment.id)
    record.parentID = add(text: comment.parentID ?? "")
    fill(&record, from: comment)
    return record
  }

  /// Sets all fields except the id and the parent.
  mutating func fill(_ record: inout CommentRecord, from comment: Comment) {
    record.body = replace(record.body, by: comment.body.text)
    record.syntax = comment.body.syntax
    record.permalink = replace(record.permalink, by: comment.permalink ?? "")
    record.createdAt = comment.createdAt ?? .unknown
    if comment.isEdited { record.flags.insert(.edited) } else { record.flags.remove(.edited) }
    record.editedAt = comment.isEdited ? comment.editedAt ?? .unknown : .unknown
    record.likes = Int32(clamping: comment.likes)
    record.replyCount = comment.replyCount.map { Int32(clamping: max(0, $0)) } ?? -1
    record.tags = comment.tags
    record.rating = comment.rating.map { (1...5).contains($0) ? UInt8($0) : 0 } ?? 0
    record.tombstone = comment.tombstone
    (record.firstLabel, record.labelCount) = replace(
      (record.firstLabel, record.labelCount), by: comment.otherTags)
    record.author = replace(author: record.author, by: comment.author)
    record.media = replace(media: record.media, by: comment.media)
  }

  private mutating func replace(author index: Int32, by author: Author?) -> Int32 {
    guard let author else { return -1 }
    let old = index < 0 ? AuthorRecord() : authors[Int(index)]
    var new = old
    new.id = replace(old.id, by: author.id)
    new.name = replace(old.name, by: author.name)
    new.avatar = replace(old.avatar, by: author.avatar)
    (new.firstLabel, new.labelCount) = replace(
      (old.firstLabel, old.labelCount), by: author.badges)
    // Other comments may refer to the old author, so a changed author is added.
    if index >= 0, new.id == old.id, new.name == old.name, new.firstLabel == old.firstLabel,
      new.labelCount == old.labelCount, new.avatar == old.avatar
    {
      return index
    }
    authors.append(new)
    return Int32(truncatingIfNeeded: authors.count - 1)
  }

  private mutating func replace(media index: Int32, by other: Media?) -> Int32 {
    guard let other else { return -1 }
    let old = index < 0 ? MediaRecord(kind: other.kind, url: .empty) : media[Int(index)]
    var new = old
    new.kind = other.kind
    new.url = replace(old.url, by: other.url)
    new.title = replace(old.title, by: other.title)
    new.still = replace(old.still, by: other.still)
    new.width = UInt16(clamping: other.size?.width ?? 0)
    new.height = UInt16(clamping: other.size?.height ?? 0)
    if index >= 0, new == old { return index }
    media.append(new)
    return Int32(truncatingIfNeeded: media.count - 1)
  }

  private mutating func replace(
    _ old: (first: Int32, count: UInt16), by names: [String]
  ) -> (Int32, UInt16) {
    if names.count == Int(old.count) {
      let slices = labels[Int(old.first)..<Int(old.first) + names.count]
      if zip(slices, names).allSatisfy({ bytes[$0.range].elementsEqual($1.utf8) }) { return old }
    }
    let first = Int32(truncatingIfNeeded: labels.count)
    for name in names.prefix(Int(UInt16.max)) { labels.append(add(text: name)) }
    return (first, UInt16(clamping: names.count))
  }

  /// Returns the old slice if the text is the same; otherwise adds the new text and returns its
  /// slice.
  mutating func replace(_ old: Slice, by text: String) -> Slice {
    bytes[old.range].elementsEqual(text.utf8) ? old : add(text: text)
  }

  mutating func add(text: String) -> Slice { bytes.add(text: text) }

  /// Returns whether a comment fits: slices can address only 4 GiB of text, and indices have 32
  /// bits.
  func hasRoom(for comment: Comment) -> Bool {
    var length = comment.id.utf8.count + comment.body.text.utf8.count
    length += (comment.parentID ?? "").utf8.count + (comment.permalink ?? "").utf8.count
    length += (comment.author?.id ?? "").utf8.count + (comment.author?.name ?? "").utf8.count
    length += (comment.media?.url ?? "").utf8.count + (comment.media?.title ?? "").utf8.count
    length += (comment.media?.still ?? "").utf8.count + (comment.author?.avatar ?? "").utf8.count
    for name in comment.otherTags { length += name.utf8.count }
    for name in comment.author?.badges ?? [] { length += name.utf8.count }
    return bytes.count + length * 3 <= Int(UInt32.max) && comments.count < Int(Int32.max)
  }
}

extension [UInt8] {
  /// Appends text to the bytes of a story, and returns its slice.
  ///
  /// A NUL becomes U+FFFD, as it does when a story is read.
  mutating func add(text: String) -> Slice {
    let start = count
    for byte in text.utf8 {
      if byte == 0 { append(contentsOf: [0xEF, 0xBF, 0xBD]) } else { append(byte) }
    }
    return start == count ? .empty : Slice(start..<count)
  }
}
