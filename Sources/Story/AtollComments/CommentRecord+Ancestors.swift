extension [CommentRecord] {
  /// Returns for each comment whether `condition` is false for all its ancestors.
  package func haveNoAncestor(where condition: (Int) -> Bool) -> [Bool] {
    var isKept: [Bool?] = map { $0.parent < 0 ? true : nil }
    for start in indices {
      var path: [Int] = []
      var index = start
      while isKept[index] == nil {
        path.append(index)
        index = Int(self[index].parent)
      }
      for step in path.reversed() {
        let parent = Int(self[step].parent)
        isKept[step] = isKept[parent] == true && !condition(parent)
      }
    }
    return isKept.map { $0 == true }
  }
}
