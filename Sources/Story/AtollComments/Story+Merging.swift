import AtollBytes

/// The treatment of comments whose parents are neither in the story nor in the part that is added
/// to it.
public enum MissingParents: Hashable, Sendable {
  /// The comments are left out, and so are those below a comment whose author the reader ignores:
  /// the server also lists replies to comments that it does not show.
  case leaveOut
  /// The comments are shown at the root until their parents arrive, as on a permalink page.
  case showAtRoot
}

extension Story {
  /// Returns this story together with the comments of another part of it, such as the next page.
  ///
  /// Known comments are replaced by those of the part, and new ones come after all others. Replies
  /// to a comment whose author the reader ignores are left out, as on the servers' own pages,
  /// unless `missingParents` is `showAtRoot`. The part's server count replaces this story's if it
  /// is greater than the number of comments in the part. The count of the result is never less than
  /// the number of its comments.
  package func adding(_ part: Story, missingParents: MissingParents) -> Story {
    var result = self
    let isAdded =
      switch missingParents {
      case .showAtRoot: [Bool](repeating: true, count: part.count)
      case .leaveOut: part.areShown(below: self)
      }
    result.append(part.positions.filter { isAdded[Int($0.index)] }.map { part.comment(at: $0) })
    for record in part.comments {
      let id = part.bytes.string(record.id)
      result.setViewerState(part.viewerState(of: id), of: id)
    }
    if part.metadata.commentCount > part.count {
      result.metadata.commentCount = max(part.metadata.commentCount, result.count)
    }
    if let hasMoreRoots = part.metadata.hasMoreRoots { result.metadata.hasMoreRoots = hasMoreRoots }
    return result
  }

  /// Returns which comments of this part are shown after it is added to `whole`.
  ///
  /// A comment is shown if all its ancestors are in the part or in `whole`, and the reader ignores
  /// none of their authors.
  private func areShown(below whole: Story) -> [Bool] {
    let areRepliesShown = whole.comments.haveNoAncestor {
      whole.comments[$0].tombstone == .ignored
    }
    let hasShownRoot = comments.map { record in
      guard record.parent < 0, !record.parentID.isEmpty else { return true }
      guard let parent = whole.ids.find(record.parentID, of: bytes, amongIDsIn: whole.bytes) else {
        return false
      }
      return areRepliesShown[parent] && whole.comments[parent].tombstone != .ignored
    }
    let isKept = comments.haveNoAncestor {
      comments[$0].tombstone == .ignored || !hasShownRoot[$0]
    }
    return comments.indices.map { isKept[$0] && hasShownRoot[$0] }
  }
}
