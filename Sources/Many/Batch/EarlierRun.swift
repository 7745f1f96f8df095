package import Comments
package import Store

/// A run of a store that tells which comments are new: those written after the latest one that the run has of their story.
package struct EarlierRun: Sendable {
  package let path: String
  package let run: StoredRun

  package init(_ run: StoredRun, of path: String) {
    self.path = path
    self.run = run
  }

  /// Opens the store for one thread.
  package func lookup() throws(StoreError) -> EarlierRunLookup {
    let store = try SiteStore(path)
    // It can be too old by now.
    return EarlierRunLookup(store: store, run: try store.run(run.number))
  }
}

/// The stories of an earlier run, for one thread.
package struct EarlierRunLookup {
  let store: SiteStore
  let run: StoredRun

  /// Returns the time after which comments of a story are new.
  ///
  /// All comments of a story that the run does not have are new. If the run has comments of a story but no time of any,
  /// none is new.
  package func end(ofKey key: [UInt8]) throws(StoreError) -> Timestamp {
    guard let story = try store.story(ofKey: key, in: run), story.comments > 0 else {
      return .unknown
    }
    return Timestamp(milliseconds: story.facts.latest.map(Int64.init) ?? .max)
  }
}
