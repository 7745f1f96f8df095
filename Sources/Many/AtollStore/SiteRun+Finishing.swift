import AtollBytes

extension SiteRun {
  /// Completes the run and makes it the current one.
  ///
  /// `removed` is called with the key of each story that is no longer in the run, and `willCommit`
  /// before the run becomes the current one. After any error, the store stays as it was.
  package func finish(
    _ results: RunCounts, removed: (_ key: [UInt8]) throws -> Void = { _ in },
    willCommit: (Outcome) throws -> Void = { _ in }
  ) throws -> Outcome {
    try rules.check(results, of: path)
    try checkLostComments()
    if previousRun == nil {
      try database.run(StoreSchema.indexes)
      try removeRepeatedStories()
    } else if rules.inputHasOnlyChanges {
      outcome.keptMissing = outcome.previousStories - seenVersions.count
    } else if rules.keepsMissingStories, outcome.unreadableLineCount > 0, hasPreviousFormat {
      outcome.keptMissing = outcome.previousStories - seenVersions.count
      if previousRun?.recipeID != recipeID { outcome.keptWithOtherOptions += outcome.keptMissing }
    } else {
      try removeMissingStories(removed)
    }
    if findsStoriesByInput { try database.run(StoreSchema.indexByInput) }
    try addRun(willCommit: willCommit)
    return outcome
  }

  /// Checks that not too many comments of the current run are lost to problems in the input.
  private func checkLostComments() throws {
    guard let previousRun, outcome.removedComments > 0 else { return }
    outcome.previousComments =
      try database.number(
        """
        select sum(comments) from version
        where id <= \(previousRun.lastVersion) and (ended is null or ended = \(number))
        """) ?? 0
    guard
      rules.holdsBack(lostComments: outcome.lostComments, of: outcome.previousComments)
    else { return }
    throw Failure(
      .heldBack,
      message:
        "\(outcome.lostComments) of \(outcome.previousComments) comments would disappear because of problems in the "
        + "input, such as missing parents, more than --max-removed allows; the current run is unchanged",
      at: path,
      advice:
        "check that the export is complete; if that is intended, run this again with --max-removed 100%"
    )
  }

  /// Removes each story of a new store if a later story has the same key.
  private func removeRepeatedStories() throws {
    var repeated: [(key: [UInt8], last: Int)] = []
    let keys = try database.prepare(
      "select key, max(id), count(*) from version group by key having count(*) > 1")
    try keys.forEach { row in
      repeated.append((row.bytes(0), row.integer(1)))
      outcome.repeated += row.integer(2) - 1
    }
    outcome.repeatedKey = repeated.first?.key
    let earlier = try database.prepare(
      "select \(StoredStory.columns) from version where key = ?1 and id < ?2")
    for (key, last) in repeated {
      let found = try earlier.map(.text(key), .integer(last)) { StoredStory($0) }
      for version in found {
        outcome.bytes -= version.byteCount
        try remove(version)
      }
      outcome.stories -= found.count
      outcome.added -= found.count
    }
  }

  /// Ends the versions of stories that the previous run had and the input does not have.
  private func removeMissingStories(_ removed: (_ key: [UInt8]) throws -> Void) throws {
    if seenVersions.count == outcome.previousStories { return }
    var missing: [(id: Int, key: [UInt8])] = []
    let previousVersion = previousRun?.lastVersion ?? 0
    let all = try database.prepare(
      "select key, id from version indexed by version_by_key where ended is null order by key")
    try all.forEach { row in
      let id = row.integer(1)
      guard id <= previousVersion, !seenVersions.contains(id) else { return }
      missing.append((id, row.bytes(0)))
    }
    outcome.removed = missing.count
    outcome.removedKeys = missing.prefix(Self.maximumRemovedKeyCount).map(\.key)
    if missing.count == outcome.stories {
      throw Failure(
        .badInput,
        message:
          "the input has no story, but the current run has \(missing.count); the store is unchanged",
        at: path, advice: "check the input; to empty the store, remove its file")
    }
    try checkRemoval()
    let size = try database.prepare("select bytes from version where id = ?1")
    for (id, key) in missing {
      try removed(key)
      outcome.bytes -= try size.first(.integer(id)) { $0.integer(0) } ?? 0
      try statements.markVersion(id, asEndedBy: number)
    }
    outcome.stories -= missing.count
  }

  static let maximumRemovedKeyCount = 3

  /// Checks that not too many stories of the current run would disappear.
  func checkRemoval() throws {
    guard rules.holdsBack(removed: outcome.removed, of: outcome.previousStories) else { return }
    throw Failure(
      .heldBack,
      message:
        "\(outcome.removed) of \(outcome.previousStories) stories would disappear, more than --max-removed "
        + "allows; the current run is unchanged", at: path,
      advice: "if that is intended, run this again with --max-removed \(outcome.removed)")
  }

  // MARK: The row of the run

  /// Adds the run, unless it is the same as the current one, and commits the transaction.
  func addRun(
    restoring restored: Int? = nil, willCommit: (Outcome) throws -> Void = { _ in }
  ) throws {
    let isSame = outcome.added + outcome.changed + outcome.removed == 0 && restored == nil
    if let previousRun, isSame, previousRun.recipeID == recipeID {
      outcome.number = previousRun.number
    } else {
      outcome.number = number
      try insertRun(restoring: restored)
    }
    // Another rollback, to an even earlier run, may follow.
    if operation != .rollback { try removeOldRuns() }
    try people.finish()
    try willCommit(outcome)
    try commit()
  }

  private func insertRun(restoring restored: Int?) throws {
    let insert = try database.prepare("insert into run values(?1, ?2, ?3, ?4, ?5, ?6, ?7)")
    try insert.run(
      .integer(number), .integer(recipeID), .text(operation.rawValue), .integer(restored),
      .integer(outcome.stories), .integer(outcome.bytes), .integer(lastVersion))
  }

  /// Removes the runs that are too old to return to, and the versions that only they have.
  private func removeOldRuns() throws {
    let oldest = outcome.number - rules.keptRunCount
    if oldest <= 1 { return }
    let old = try database.prepare(
      """
      select \(StoredStory.columns) from version
      where ended <= ?1 and ended is not null limit 1000
      """)
    while true {
      let found = try old.map(.integer(oldest)) { StoredStory($0) }
      if found.isEmpty { break }
      for version in found { try remove(version) }
    }
    try database.run(
      "delete from run where number < \(oldest); delete from erased_time where ended <= \(oldest)")
  }

  /// Commits the transaction, with a new revision if anything has changed.
  ///
  /// Unless the store is new, the content of the log is then moved to the file.
  private func commit() throws {
    try database.run("\(StoreSchema.renewRevision) where total_changes() > 0; commit")
    if previousRun == nil {
      // A waiting reader can prevent the switch to a log; then the next run switches.
      try? database.run("pragma journal_mode = wal")
    } else {
      let isFinished = try? UnfinishedErasure.finish(in: database)
      outcome.hasUnfinishedErasure = isFinished == false
    }
  }
}
