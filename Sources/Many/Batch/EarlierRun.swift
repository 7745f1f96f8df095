import Atoll
package import Comments
package import Store

/// A store's run that determines which comments are new.
///
/// A comment is new if it was written after the latest comment that the run, or one before it, has
/// for its story.
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

/// Looks up stories in an earlier run; each thread has a lookup of its own.
package struct EarlierRunLookup {
  let store: SiteStore
  let run: StoredRun

  /// Returns the time after which comments on a story are new.
  ///
  /// All comments are new if there were none on the story. If there were comments on the story, but
  /// none of them has a time, none is new. A time in the future (`Timestamp.isMistake`) counts only in
  /// two cases: the run itself has it, so that its real latest time is unknown, or there is no other.
  package func latestCommentTime(ofKey key: [UInt8], at now: Timestamp?) throws -> Timestamp {
    guard let latest = try latestTime(ofKey: key) else { return .unknown }
    guard let now, latest.isMistake(at: now) else { return latest }
    let storedTime = try store.story(ofKey: key, in: run)?.metadata.latestCommentTime
    if let storedTime = storedTime.map({ Timestamp(milliseconds: Int64($0)) }),
      storedTime.isMistake(at: now)
    {
      return storedTime
    }
    return try latestTime(ofKey: key, notAfter: now.latestPossible) ?? .unknown
  }

  private func latestTime(
    ofKey key: [UInt8], notAfter limit: Timestamp = Timestamp(milliseconds: .max)
  ) throws -> Timestamp? {
    try store.latestTime(ofKey: key, until: run, notAfter: Int(limit.milliseconds))
      .map { Timestamp(milliseconds: Int64($0)) }
  }
}
