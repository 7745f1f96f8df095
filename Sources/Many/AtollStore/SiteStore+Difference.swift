package enum StoryChange: String, CaseIterable, Sendable {
  case added, changed, removed
}

extension SiteStore {
  /// Reports the stories whose outputs differ between two runs, ordered by key.
  ///
  /// Each story is reported as it is in the new run, or as it was in the old run if the new one
  /// lacks it. If `old` is `nil`, all stories are reported as added.
  package func difference(
    from old: StoredRun?, to new: StoredRun,
    _ body: (StoryChange, StoredStory) throws -> Void
  ) throws {
    guard let old else {
      return try forEachStory(in: new) { story in try body(.added, story) }
    }
    let (first, last) = old.number < new.number ? (old, new) : (new, old)
    let keys = try database.prepare(
      """
      select key from version where id > ?1 and id <= ?2
      union select key from version where ended > ?3 and ended <= ?4 order by 1
      """)
    try keys.forEach(
      .integer(first.lastVersion), .integer(last.lastVersion), .integer(first.number),
      .integer(last.number)
    ) { row in
      let key = row.bytes(0)
      let before = try story(ofKey: key, in: old)
      guard let after = try story(ofKey: key, in: new) else {
        if let before { try body(.removed, before) }
        return
      }
      if before?.outputHash != after.outputHash {
        try body(before == nil ? .added : .changed, after)
      }
    }
  }
}
