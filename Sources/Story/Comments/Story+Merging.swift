import Bytes

/// The treatment of comments whose parents are in neither part.
public enum MissingParents: Hashable, Sendable {
  /// They are left out: the server lists replies to comments that it does not show.
  case leaveOut
  /// They are shown at the root until their parents arrive, as on a permalink page.
  case showAtRoot
}

extension Story {
  /// Returns this story with the comments of a part of it, such as a page of a list.
  ///
  /// Known comments are replaced by those of the part, and new ones come after all others. The part also says how many
  /// comments there are, if it knows.
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

  /// Returns whether every ancestor of a comment of the part is in the part or in the whole.
  private func hasRoot(of id: String, in whole: Story, _ missingParents: MissingParents) -> Bool {
    guard case .leaveOut = missingParents, var index = position(of: id).map({ Int($0.index) })
    else { return true }
    while comments[index].parent >= 0 { index = Int(comments[index].parent) }
    let parent = comments[index].parentID
    return parent.isEmpty || whole.position(of: bytes.string(parent)) != nil
  }
}
