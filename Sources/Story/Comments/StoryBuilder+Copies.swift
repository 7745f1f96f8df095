package import Bytes

/// Several records of one comment.
extension StoryBuilder {
  /// Keeps one record of each comment, for decoders whose comments name their parents.
  ///
  /// A record that hides the comment takes precedence, then the one with the latest revision, then
  /// the one with more likes. The choice does not depend on the order of the records. It is
  /// reported if only some records hide the comment, or if records of the same revision have
  /// different texts or times.
  package mutating func removeDuplicates() {
    let duplicates = findDuplicates()
    if duplicates.isEmpty { return }
    for (first, copy) in duplicates where isPreferred(comments[copy], to: comments[first]) {
      comments.swapAt(first, copy)
    }
    var reported: Set<Int> = []
    for (first, copy) in duplicates {
      guard let choice = phraseToReport(for: comments[copy], replacedBy: comments[first]),
        reported.insert(first).inserted
      else { continue }
      diagnostics.add(
        .duplicateID, message: "of several records of this comment, \(choice) is used",
        at: .comment(bytes.string(comments[first].id)))
    }
    let copies = Set(duplicates.map(\.copy))
    var kept = 0
    for index in comments.indices where !copies.contains(index) {
      comments[kept] = comments[index]
      comments[kept].parent = -1
      kept += 1
    }
    comments.removeLast(copies.count)
    unregister()
  }

  /// Returns all comments whose id an earlier one has, each with the first one of that id.
  private mutating func findDuplicates() -> [(first: Int, copy: Int)] {
    registerAll()
    return indicesNeedingID.compactMap { index in
      let id = comments[Int(index)].id
      return id.isEmpty ? nil : ids.find(id, in: bytes).map { ($0, Int(index)) }
    }
  }

  private func isPreferred(_ one: CommentRecord, to other: CommentRecord) -> Bool {
    let (rank, otherRank) = (one.precedence, other.precedence)
    if rank != otherRank { return otherRank.lexicographicallyPrecedes(rank) }
    return tieBreakingBytes(of: other).lexicographicallyPrecedes(tieBreakingBytes(of: one))
  }

  /// Returns bytes that differ between records with the same revision and counts but other
  /// contents.
  private func tieBreakingBytes(of record: CommentRecord) -> [UInt8] {
    var parts = [record.body, record.parentID]
    if record.author >= 0 { parts.append(authors[Int(record.author)].id) }
    if record.media >= 0 {
      parts += [media[Int(record.media)].url, media[Int(record.media)].title]
    }
    let firstLabel = Int(record.firstLabel)
    parts += labels[firstLabel..<firstLabel + Int(record.labelCount)]
    return Array(parts.map { bytes[$0.range] }.joined(separator: [0]))
  }

  /// Returns a phrase for the chosen record if the choice is to be reported; otherwise, `nil`.
  private func phraseToReport(
    for copy: CommentRecord, replacedBy chosen: CommentRecord
  ) -> StaticString? {
    if chosen.concealmentRank > 0 {
      return copy.concealmentRank < chosen.concealmentRank ? "the one that hides it" : nil
    }
    let isSameRevision =
      copy.revisionCount == chosen.revisionCount && copy.editedAt == chosen.editedAt
    let isSame =
      copy.createdAt == chosen.createdAt
      && IDTable.equal(bytes, at: copy.body, bytes, at: chosen.body)
    return isSameRevision && !isSame ? "one" : nil
  }

  /// The comments that `removeCopies` drops, by their ids.
  package struct DroppedCopies: Sendable {
    /// Those with the same content as an earlier comment.
    package var identical: [Slice] = []
    /// Those that are another state of a comment, such as one with fewer likes.
    package var outdated: [Slice] = []

    package var isEmpty: Bool { identical.isEmpty && outdated.isEmpty }
  }

  /// Drops each comment that has the id and the content of an earlier one, or is another state of
  /// it; replies to it become replies to the comment that is kept.
  ///
  /// Records with the same id, parent, author and time are states of one comment. The one with the
  /// latest revision is kept, then the one with more likes. A record that hides its comment is kept
  /// instead of all others. One that was cut gives way to any other. The order of the records makes
  /// no difference.
  package mutating func removeCopies() -> DroppedCopies {
    var dropped = DroppedCopies()
    let duplicates = findDuplicates()
    if duplicates.isEmpty { return dropped }
    for (first, copy) in duplicates where isToReplace(first, by: copy) {
      comments.swapAt(first, copy)
    }
    let story = Story(
      bytes: bytes, metadata: metadata, comments: comments, authors: authors, media: media,
      labels: labels, ids: ids)
    var originals: [Int: Int] = [:]
    for (first, copy) in duplicates {
      if story.hasSameContent(comments[copy], as: comments[first], in: story),
        IDTable.equal(bytes, at: parentID(of: copy), bytes, at: parentID(of: first))
      {
        dropped.identical.append(comments[copy].id)
      } else if comments[first].authority == .hidden {
        diagnostics.add(
          .duplicateID,
          message: "of several records of this comment, the one that hides it is used",
          at: .comment(bytes.string(comments[first].id)))
      } else if comments[copy].authority != .cut {
        guard areOneComment(first, and: copy) else { continue }
        dropped.outdated.append(comments[copy].id)
      }
      originals[copy] = first
    }
    if originals.isEmpty { return dropped }
    var newIndices = [Int32](repeating: -1, count: comments.count)
    var kept = 0
    for index in comments.indices {
      if let original = originals[index] {
        newIndices[index] = newIndices[original]
      } else {
        newIndices[index] = Int32(truncatingIfNeeded: kept)
        comments[kept] = comments[index]
        kept += 1
      }
    }
    comments.removeLast(originals.count)
    for index in comments.indices where comments[index].parent >= 0 {
      comments[index].parent = newIndices[Int(comments[index].parent)]
    }
    unregister()
    return dropped
  }

  /// Returns whether a later record with the same id is to be kept instead of an earlier one.
  private func isToReplace(_ first: Int, by copy: Int) -> Bool {
    let (one, other) = (comments[first], comments[copy])
    if one.authority != other.authority { return other.authority > one.authority }
    return areOneComment(first, and: copy) && isPreferred(other, to: one)
  }

  /// Returns whether two records with the same id are states of one comment, and not different
  /// comments to which somebody gave the same id.
  private func areOneComment(_ one: Int, and other: Int) -> Bool {
    let (left, right) = (comments[one], comments[other])
    return left.createdAt.isKnown && left.createdAt == right.createdAt
      && hasSameAuthor(left, as: right)
      && IDTable.equal(bytes, at: parentID(of: one), bytes, at: parentID(of: other))
  }

  private func hasSameAuthor(_ one: CommentRecord, as other: CommentRecord) -> Bool {
    guard one.author >= 0, other.author >= 0 else { return one.author < 0 && other.author < 0 }
    let (left, right) = (authors[Int(one.author)], authors[Int(other.author)])
    if !left.id.isEmpty || !right.id.isEmpty {
      return IDTable.equal(bytes, at: left.id, bytes, at: right.id)
    }
    return IDTable.equal(bytes, at: left.name, bytes, at: right.name)
  }

  /// Returns the id of a comment's parent, whether it is named or the comment is nested.
  private func parentID(of index: Int) -> Slice {
    let comment = comments[index]
    return comment.parentID.isEmpty && comment.parent >= 0
      ? comments[Int(comment.parent)].id : comment.parentID
  }
}

extension CommentRecord {
  /// A rank of how much of the comment the record hides.
  ///
  /// It is 0 for nothing, more for its text (by the order of `Tombstone`), and most for the whole
  /// comment.
  fileprivate var concealmentRank: Int {
    let reasons = Tombstone.allCases
    let rank = tombstone.flatMap { reasons.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    return flags.contains(.unpublished) ? rank + reasons.count + 1 : rank
  }

  /// How much a record of an Atoll document counts if there are others of the same comment.
  fileprivate enum Authority: Comparable {
    /// It was cut, so it may have lost what hides the comment.
    case cut
    case shown, hidden
  }

  fileprivate var authority: Authority {
    if flags.contains(.unpublished) { return .cut }
    return tombstone == nil ? .shown : .hidden
  }

  /// Numbers that decide, one after another, which record of a comment is kept: the larger one.
  fileprivate var precedence: [Int64] {
    [
      Int64(concealmentRank), Int64(revisionCount), flags.contains(.edited) ? 1 : 0,
      editedAt.milliseconds, createdAt.milliseconds, Int64(likes), Int64(replyCount),
      Int64(tags.rawValue), Int64(rating),
    ]
  }
}
