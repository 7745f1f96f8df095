package import Hashing

/// What became of a story between two runs.
package enum StoryChange: String, CaseIterable, Sendable {
  case added, changed, removed
}

extension StoreFolder {
  /// Tells which stories have another output in one run than in another, in the order of their keys.
  ///
  /// Both manifests are read side by side, so that memory holds a line of each. Without an old run
  /// everything is new.
  package func difference(
    from old: ContentHash?, to new: ContentHash, _ body: (StoryChange, _ key: [UInt8]) -> Void
  ) throws(StoreError) {
    var before: ManifestReader?
    if let old { before = try ManifestReader(self, old) }
    var after = try ManifestReader(self, new)
    var left = try before?.next()?.entry
    var right = try after.next()?.entry
    while left != nil || right != nil {
      let order = order(left?.key, right?.key)
      if order < 0, let key = left?.key { body(.removed, key) }
      if order > 0, let key = right?.key { body(.added, key) }
      if order == 0, let key = right?.key, left?.output != right?.output { body(.changed, key) }
      if order <= 0 { left = try before?.next()?.entry }
      if order >= 0 { right = try after.next()?.entry }
    }
  }

  /// Which of two keys comes first; none comes last.
  private func order(_ left: [UInt8]?, _ right: [UInt8]?) -> Int {
    guard let left else { return right == nil ? 0 : 1 }
    guard let right else { return -1 }
    if left == right { return 0 }
    return left.lexicographicallyPrecedes(right) ? -1 : 1
  }
}
