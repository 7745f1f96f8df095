import Bytes
import Comments

extension FetchedStory {
  /// Removes the replies whose parent is not shown, and everything below these replies.
  ///
  /// `hidden` has the ids of such replies. Servers that list a whole branch in one answer list
  /// them, too, but their web pages do not show them.
  ///
  /// - Parameter comment: A comment whose branch is kept, even if the branch begins with a reply to
  ///   a comment that is not shown.
  mutating func leaveOutHidden(_ hidden: Set<String>, keepingBranchOf comment: String? = nil) {
    let count = story.comments.count
    var root = comment.flatMap { story.position(of: $0) }
    while let place = root, let parent = story.parent(of: place) { root = parent }
    /// 0: not decided yet; 1: shown; 2: removed.
    var fates = [UInt8](repeating: 0, count: count)
    for index in story.comments.indices {
      let record = story.comments[index]
      if root == Position(index) {
        fates[index] = 1
      } else if record.marks.contains(.orphan) || hidden.contains(story.bytes.string(record.id)) {
        fates[index] = 2
      } else if record.parent < 0 {
        fates[index] = 1
      }
    }
    for start in 0..<count where fates[start] == 0 {
      var chain: [Int] = []
      var index = start
      while fates[index] == 0 {
        chain.append(index)
        index = Int(story.comments[index].parent)
      }
      for passed in chain { fates[passed] = fates[index] }
    }
    let gone = fates.indices.filter { fates[$0] == 2 }
    remove(gone)
    hiddenCount = gone.count
  }

  /// Keeps at most the first `most` comments, and marks the story as incomplete.
  mutating func cut(to most: Int) {
    let total = story.facts.commentCount
    var isKept = (0..<story.count).map { $0 < most }
    // A reply can come before its parent in the answers; it is removed if its parent is.
    for index in 0..<min(most, story.count) {
      var parent = Int(story.comments[index].parent)
      while parent >= most, isKept[index] {
        isKept[index] = false
        parent = Int(story.comments[parent].parent)
      }
    }
    remove(isKept.indices.filter { !isKept[$0] })
    story.setServerCount(total, isComplete: false)
    diagnostics.append(
      Diagnostic(
        .incompleteStory, "only the first \(story.count) comments were fetched", at: .input))
  }

  private mutating func remove(_ indices: [Int]) {
    guard !indices.isEmpty else { return }
    let positions = indices.map { Position($0) }
    story.remove(positions, newIndices: story.newIndices(removing: positions))
  }
}
