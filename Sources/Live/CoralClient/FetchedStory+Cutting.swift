import Bytes
import Comments

extension FetchedStory {
  /// Removes the replies whose parent is not shown, and everything below these replies.
  ///
  /// `hidden` has the ids of such replies; orphans are removed in any case. Servers that list a
  /// whole branch in one answer list these replies, too, but their web pages do not show them.
  ///
  /// - Parameter comment: A comment whose branch is kept, even if the branch begins with a reply to
  ///   a comment that is not shown.
  mutating func removeHidden(_ hidden: Set<String>, keepingBranchOf comment: String? = nil) {
    let count = story.comments.count
    var root = comment.flatMap { story.position(of: $0) }
    while let position = root, let parent = story.parent(of: position) { root = parent }
    /// 0: not decided yet; 1: shown; 2: removed.
    var states = [UInt8](repeating: 0, count: count)
    for index in story.comments.indices {
      let record = story.comments[index]
      if root == Position(index) {
        states[index] = 1
      } else if record.flags.contains(.orphan) || hidden.contains(story.bytes.string(record.id)) {
        states[index] = 2
      } else if record.parent < 0 {
        states[index] = 1
      }
    }
    for start in 0..<count where states[start] == 0 {
      var chain: [Int] = []
      var index = start
      while states[index] == 0 {
        chain.append(index)
        index = Int(story.comments[index].parent)
      }
      for passed in chain { states[passed] = states[index] }
    }
    let gone = states.indices.filter { states[$0] == 2 }
    remove(gone)
    hiddenCount = gone.count
  }

  /// Keeps at most the first `maximum` comments, and marks the story as incomplete.
  mutating func truncate(to maximum: Int) {
    let total = story.metadata.commentCount
    var isKept = (0..<story.count).map { $0 < maximum }
    // A reply can come before its parent in the answers; it is removed if its parent is.
    for index in 0..<min(maximum, story.count) {
      var parent = Int(story.comments[index].parent)
      while parent >= maximum, isKept[index] {
        isKept[index] = false
        parent = Int(story.comments[parent].parent)
      }
    }
    remove(isKept.indices.filter { !isKept[$0] })
    story.setServerCount(total, isComplete: false)
    diagnostics.append(
      Diagnostic(
        .incompleteStory, message: "only the first \(story.count) comments were fetched", at: .input
      ))
  }

  private mutating func remove(_ indices: [Int]) {
    guard !indices.isEmpty else { return }
    let positions = indices.map { Position($0) }
    story.remove(positions, newIndices: story.newIndices(removing: positions))
  }
}
