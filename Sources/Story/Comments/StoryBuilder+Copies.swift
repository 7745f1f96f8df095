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

  /// Returns whether the first of two records of a comment is to be kept, rather than the other.
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

  /// Drops each comment that has the id and the content of an earlier one, and returns the ids of
  /// the dropped ones; replies to them become replies to the comment that is kept.
  ///
  /// A record that hides its comment is kept instead of all others, in any order. One that was cut
  /// gives way to any other.
  package mutating func removeCopies() -> [Slice] {
    let duplicates = findDuplicates()
    if duplicates.isEmpty { return [] }
    for (first, copy) in duplicates where comments[copy].authority > comments[first].authority {
      comments.swapAt(first, copy)
    }
    let story = Story(
      bytes: bytes, metadata: metadata, comments: comments, authors: authors, media: media,
      labels: labels, ids: ids)
    var originals: [Int: Int] = [:]
    var dropped: [Slice] = []
    for (first, copy) in duplicates {
      if story.hasSameContent(comments[copy], as: comments[first], in: story),
        IDTable.equal(bytes, at: parentID(of: copy), bytes, at: parentID(of: first))
      {
        dropped.append(comments[copy].id)
      } else if comments[first].authority == .hidden {
        diagnostics.add(
          .duplicateID,
          message: "of several records of this comment, the one that hides it is used",
          at: .comment(bytes.string(comments[first].id)))
      } else if comments[copy].authority != .cut {
        continue
      }
      originals[copy] = first
    }
    if originals.isEmpty { return [] }
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
      Int64(concealmentRank), Int64(revisionCount), editedAt.milliseconds, createdAt.milliseconds,
      Int64(likes), Int64(replyCount), Int64(tags.rawValue), Int64(rating),
    ]
  }
}
