package import AtollBytes

/// The choice between several records of one comment.
extension StoryBuilder {
  /// Keeps one record for each id, in input in which every reply has its parent's id.
  ///
  /// All records with one id are records of one comment; see `keepOneRecordPerComment` for input in
  /// which several comments can have the same id.
  ///
  /// A record that hides the comment takes precedence, then the one with the latest revision, then
  /// the one with more likes. The choice does not depend on the order of the records. It is
  /// reported if only some records hide the comment, or if records of the same revision have
  /// different texts or times.
  package mutating func keepOneRecordPerID() {
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
    dropCopies(of: Dictionary(uniqueKeysWithValues: duplicates.map { ($0.copy, $0.first) }))
  }

  /// Returns each comment that repeats an id, and the first comment with this id.
  private mutating func findDuplicates() -> [(first: Int, copy: Int)] {
    registerAll()
    return indicesNeedingID.compactMap { index in
      let id = comments[Int(index)].id
      if id.isEmpty { return nil }
      return ids.find(id, of: bytes, amongIDsIn: bytes).map { ($0, Int(index)) }
    }
  }

  private func isPreferred(_ one: CommentRecord, to other: CommentRecord) -> Bool {
    let (rank, otherRank) = (one.precedence, other.precedence)
    if rank != otherRank { return otherRank.lexicographicallyPrecedes(rank) }
    return tieBreakingBytes(of: other).lexicographicallyPrecedes(tieBreakingBytes(of: one))
  }

  /// Returns the visible contents of a comment as bytes, which decide between records with the same
  /// revision and counts.
  private func tieBreakingBytes(of record: CommentRecord) -> [UInt8] {
    func list(from first: Int32, count: UInt16) -> [Slice] {
      labels[Int(first)..<Int(first) + Int(count)] + [.empty]
    }
    var parts = [record.body, record.parentID, record.permalink]
    parts += list(from: record.firstLabel, count: record.labelCount)
    if record.author >= 0 {
      let author = authors[Int(record.author)]
      parts += [author.id, author.name, author.avatar]
      parts += list(from: author.firstLabel, count: author.labelCount)
    }
    var others = record.syntax.rawValue
    if record.media >= 0 {
      let item = media[Int(record.media)]
      parts += [item.url, item.title, item.still]
      others += " \(item.kind.rawValue) \(item.width) \(item.height)"
    }
    return Array(parts.map { bytes[$0.range] }.joined(separator: [0])) + [0] + others.utf8
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
      && IDTable.areEqual(bytes.span, at: copy.body, bytes.span, at: chosen.body)
    return isSameRevision && !isSame ? "one" : nil
  }

  /// The comments that `keepOneRecordPerComment` drops, by their ids.
  package struct DroppedCopies: Sendable {
    /// Comments with the same content as an earlier comment.
    package var identical: [Slice] = []
    /// Other versions of a comment that is kept, for example one with fewer likes.
    package var outdated: [Slice] = []

    package var isEmpty: Bool { identical.isEmpty && outdated.isEmpty }
  }

  /// Keeps one record of each comment, and drops its copies and its other versions.
  ///
  /// Replies to a dropped record become replies to the kept one. Records with the same id, parent,
  /// author and time are versions of one comment. The record with
  /// the latest revision is kept, then the one with more likes. But a record that hides its comment
  /// is preferred to all others, and a record that was cut is kept only if there is no other. The
  /// order of the records makes no difference.
  package mutating func keepOneRecordPerComment() -> DroppedCopies {
    var dropped = DroppedCopies()
    let duplicates = findDuplicates()
    if duplicates.isEmpty { return dropped }
    let contents = Story(
      bytes: bytes, metadata: metadata, comments: [], authors: authors, media: media,
      labels: labels, ids: IDTable())
    var originals: [Int: Int] = [:]
    for records in recordsByComment(among: duplicates) where records.count > 1 {
      let first = records[0]
      let best = records.dropFirst().reduce(first) { shouldReplace($0, with: $1) ? $1 : $0 }
      comments.swapAt(first, best)
      for copy in records.dropFirst() {
        originals[copy] = first
        if contents.hasSameContent(comments[copy], as: comments[first], in: contents),
          IDTable.areEqual(
            bytes.span, at: parentID(of: copy), bytes.span, at: parentID(of: first))
        {
          dropped.identical.append(comments[copy].id)
        } else if comments[first].authority == .hidden {
          diagnostics.add(
            .duplicateID,
            message: "of several records of this comment, the one that hides it is used",
            at: .comment(bytes.string(comments[first].id)))
        } else if comments[copy].authority != .cut {
          dropped.outdated.append(comments[copy].id)
        }
      }
    }
    if originals.isEmpty { return dropped }
    dropCopies(of: originals)
    // Of several credits for one comment the last counts: sorted by name, it is always the same.
    let text = bytes
    featureCredits.sort {
      text[$0.name.range].lexicographicallyPrecedes(text[$1.name.range])
    }
    return dropped
  }

  /// Drops copies of comments, and moves the replies to a copy under its original.
  ///
  /// `originals` maps the index of each copy to the index of its original, which is lower.
  private mutating func dropCopies(of originals: [Int: Int]) {
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
  }

  /// Returns the records that share an id, grouped by comment, in the order of the input.
  ///
  /// Records with the same id can belong to different comments, if people chose the ids.
  private func recordsByComment(among duplicates: [(first: Int, copy: Int)]) -> [[Int]] {
    duplicates.grouped(by: \.first).sorted { $0[0].first < $1[0].first }.flatMap {
      group -> [[Int]] in
      let records = [group[0].first] + group.map(\.copy)
      let cut = records.filter { comments[$0].authority == .cut }
      // A record that hides one comment hides all with its id; a cut one may belong to any of them.
      if cut.count == records.count
        || records.contains(where: { comments[$0].authority == .hidden })
      {
        return [records]
      }
      var states = records.filter { comments[$0].authority != .cut }.grouped(by: identity)
      states[0] = (states[0] + cut).sorted()
      return states
    }
  }

  /// Returns whether the record `other` of a comment is to be kept instead of the record `one`.
  private func shouldReplace(_ one: Int, with other: Int) -> Bool {
    let (left, right) = (comments[one], comments[other])
    if left.authority != right.authority { return right.authority > left.authority }
    return isPreferred(right, to: left)
  }

  /// Returns bytes that tell which comment a record is of.
  ///
  /// Among records with the same id, they are equal if the records are earlier and later states of
  /// one comment, and differ if different comments were given that id.
  private func identity(of index: Int) -> [UInt8] {
    let comment = comments[index]
    var parts = [parentID(of: index)]
    if comment.author >= 0 {
      let author = authors[Int(comment.author)]
      parts += author.id.isEmpty ? [author.id, author.name] : [author.id]
    }
    let identity =
      Array("\(comment.createdAt.milliseconds) \(comment.author < 0)".utf8)
      + parts.flatMap { [0] + bytes[$0.range] }
    if comment.createdAt.isKnown { return identity }
    // Without a time, records are states of one comment only if nothing differs.
    let numbers = comment.precedence.map { "\($0)" }.joined(separator: " ")
    return identity + [0] + numbers.utf8 + [0] + tieBreakingBytes(of: comment)
  }

  /// Returns the parent id that a comment gives, or else the id of the comment it is nested in.
  private func parentID(of index: Int) -> Slice {
    let comment = comments[index]
    return comment.parentID.isEmpty && comment.parent >= 0
      ? comments[Int(comment.parent)].id : comment.parentID
  }
}

extension CommentRecord {
  /// A rank of what the record hides: 0 for nothing, more for the text (by the order of
  /// `Tombstone`), and most for the whole comment.
  fileprivate var concealmentRank: Int {
    let reasons = Tombstone.allCases
    let rank = tombstone.flatMap { reasons.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    return flags.contains(.unpublished) ? rank + reasons.count + 1 : rank
  }

  /// The rank of a record among the records of the same comment in an Atoll document.
  fileprivate enum Authority: Comparable {
    /// The record was cut, so it may have lost the field that hides the comment.
    case cut
    case shown, hidden
  }

  fileprivate var authority: Authority {
    if flags.contains(.unpublished) { return .cut }
    return tombstone == nil ? .shown : .hidden
  }

  /// Numbers that are compared one after another; the record with the larger ones is kept.
  fileprivate var precedence: [Int64] {
    [
      Int64(concealmentRank), Int64(revisionCount), flags.contains(.edited) ? 1 : 0,
      editedAt.milliseconds, createdAt.milliseconds, Int64(likes), Int64(replyCount),
      Int64(tags.rawValue), Int64(rating),
    ]
  }
}
