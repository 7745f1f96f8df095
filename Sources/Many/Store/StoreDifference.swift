package import Hashing

/// A difference between two runs.
package enum StoryChange: String, CaseIterable, Sendable {
  case added, changed, removed
}

extension StoreFolder {
  /// Reports the stories whose outputs differ between two runs, in the order of their keys: as they are in the new run, or
  /// as they were if they are gone.
  ///
  /// The manifests are read in parallel, one entry of each at a time. Without an old run all stories are added.
  package func difference(
    from old: ContentHash?, to new: ContentHash, _ body: (StoryChange, ManifestEntry) -> Void
  ) throws(StoreError) {
    var after = try ManifestReader(self, new)
    guard let old else {
      while let entry = try after.next()?.entry { body(.added, entry) }
      return
    }
    var before = try ManifestReader(self, old)
    var left = try before.next()?.entry
    var right = try after.next()?.entry
    while left != nil || right != nil {
      let order = Self.order(left?.key, right?.key)
      if order < 0, let left { body(.removed, left) }
      if order > 0, let right { body(.added, right) }
      if order == 0 {
        if let right, left?.output != right.output { body(.changed, right) }
        // Most stories are the same in both, and need not be parsed.
        ManifestReader.skipCommonEntries(&before, &after)
      }
      if order <= 0 { left = try before.next()?.entry }
      if order >= 0 { right = try after.next()?.entry }
    }
  }

  /// Compares two keys, as -1, 0 or 1; no key comes after all others.
  static func order(_ left: [UInt8]?, _ right: [UInt8]?) -> Int {
    guard let left else { return right == nil ? 0 : 1 }
    guard let right else { return -1 }
    if left == right { return 0 }
    return left.lexicographicallyPrecedes(right) ? -1 : 1
  }
}
