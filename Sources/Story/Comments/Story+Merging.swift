import Bytes

/// The treatment of comments whose parents are neither in the story nor in the part that is added
/// to it.
public enum MissingParents: Hashable, Sendable {
  /// They are left out, because the server also lists replies to comments that it does not show.
  case leaveOut
  /// They are shown at the root until their parents arrive, as on a permalink page.
  case showAtRoot
}

extension Story {
  /// Returns this story together with the comments of another part of it, such as the next page.
  ///
  /// Known comments are replaced by those of the part, and new ones come after all others. If the
  /// server counted more comments than the part holds, that count replaces this story's count.
  package func adding(_ part: Story, missingParents: MissingParents) -> Story {
    var result = self
    let known = Set(part.positions.map { part.comment(at: $0).id })
    let added = part.positions.map { part.comment(at: $0) }.filter { comment in
      switch missingParents {
      case .showAtRoot: true
      case .leaveOut:
        comment.parentID.map { known.contains($0) || position(of: $0) != nil } ?? true
      }
    }
    result.append(added.filter { part.hasRoot(of: $0.id, in: self, missingParents) })
    for (id, state) in part.viewerStates { result.setViewerState(state, of: id) }
    for id in known where part.viewerStates[id] == nil {
      result.setViewerState(ViewerState(), of: id)
    }
    if part.facts.commentCount > part.count {
      result.facts.commentCount = max(part.facts.commentCount, result.count)
    }
    return result
  }

  /// Returns whether all ancestors of a comment in this part are in the part or in `whole`; always
  /// `true` if comments with missing parents are shown at the root.
  private func hasRoot(of id: String, in whole: Story, _ missingParents: MissingParents) -> Bool {
    guard case .leaveOut = missingParents, var index = position(of: id).map({ Int($0.index) })
    else { return true }
    while comments[index].parent >= 0 { index = Int(comments[index].parent) }
    let parent = comments[index].parentID
    return parent.isEmpty || whole.position(of: bytes.string(parent)) != nil
  }
}
