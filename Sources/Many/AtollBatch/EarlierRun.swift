import Atoll
package import AtollComments
package import AtollStore

/// A store's run that determines which comments are new.
///
/// A comment is new if it was written after the latest comment that its story had in the run or an
/// earlier one.
package struct EarlierRun: Sendable {
  package let path: String
  package let run: StoredRun

  package init(_ run: StoredRun, of path: String) {
    self.path = path
    self.run = run
  }

  /// Opens the store for one thread.
  package func lookup() throws -> EarlierRunLookup {
    let store = try SiteStore(path)
    // The run may have been removed in the meantime.
    return EarlierRunLookup(store: store, run: try store.run(run.number))
  }
}

/// A lookup of stories in an earlier run; each worker thread opens its own.
package struct EarlierRunLookup {
  let store: SiteStore
  let run: StoredRun

  /// Returns the time after which comments on a story are new.
  ///
  /// If no earlier comment has a time, all comments are new. A time in the distant future
  /// (`Timestamp.isImpossiblyLate`) is a mistake. It is used only if no earlier comment has another
  /// time, or if the run itself has stored it: then the run's real time is unknown.
  package func latestCommentTime(ofKey key: [UInt8], at now: Timestamp?) throws -> Timestamp {
    guard let latest = try latestTime(ofKey: key) else { return .unknown }
    guard let now, latest.isImpossiblyLate(at: now) else { return latest }
    let storedTime = try store.story(ofKey: key, in: run)?.metadata.latestCommentTime
    if let storedTime = storedTime.map({ Timestamp(milliseconds: Int64($0)) }),
      storedTime.isImpossiblyLate(at: now)
    {
      return storedTime
    }
    return try latestTime(ofKey: key, preferringTimesUpTo: now.latestPossible) ?? .unknown
  }

  private func latestTime(
    ofKey key: [UInt8], preferringTimesUpTo limit: Timestamp = Timestamp(milliseconds: .max)
  ) throws -> Timestamp? {
    try store.latestCommentTime(
      ofKey: key, until: run, preferringTimesUpTo: Int(limit.milliseconds)
    )
    .map { Timestamp(milliseconds: Int64($0)) }
  }
}
