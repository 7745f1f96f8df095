import AtollBytes
import AtollComments

extension FetchedStory {
  /// Removes the replies whose parent is not shown, and everything below these replies.
  ///
  /// These replies are the orphans and the comments with the ids in `hidden`. Some servers list
  /// them with the rest of a branch, but their web pages do not show them.
  ///
  /// - Parameter comment: A comment whose branch is kept, even if the branch begins with a reply to
  ///   a comment that is not shown.
  mutating func removeHiddenComments(
    _ hidden: Set<String>, keepingBranchOf comment: String? = nil
  ) {
    var root = comment.flatMap { story.position(of: $0) }
    while let position = root, let parent = story.parent(of: position) { root = parent }
    hiddenCount = removeBranches(
      of: story.comments.indices.filter { index in
        let record = story.comments[index]
        return root != Position(index)
          && (record.flags.contains(.orphan) || hidden.contains(story.bytes.string(record.id)))
      })
  }

  /// Keeps at most the first `maximum` comments (none if `maximum` is negative), and marks the
  /// story as incomplete.
  mutating func truncate(to maximum: Int) {
    let total = story.metadata.commentCount
    // A reply can come before its parent in the answers; it is removed if its parent is.
    _ = removeBranches(of: Array(story.comments.indices.dropFirst(max(0, maximum))))
    story.setServerCount(total, isComplete: false)
    diagnostics.append(
      Diagnostic(
        .incompleteStory, message: "only the first \(story.count) comments were fetched", at: .input
      ))
  }

  /// Removes comments and everything below them, and returns how many comments these are.
  private mutating func removeBranches(of comments: [Int]) -> Int {
    if comments.isEmpty { return 0 }
    let tops = Set(comments)
    let areOutside = story.comments.haveNoAncestor { tops.contains($0) }
    let removed = story.comments.indices.filter { tops.contains($0) || !areOutside[$0] }
      .map { Position($0) }
    story.remove(removed, newIndices: story.newIndices(removing: removed))
    return removed.count
  }
}
