import AtollBytes

extension SiteRun {
  /// Makes a run that restores the stories of an earlier one.
  ///
  /// If `number` is `nil`, `runRestored(byRollbackFrom:)` chooses the earlier run. Throws an error
  /// if more stories of the current run would disappear than the rules allow.
  package static func rollBack(
    storeAt path: String, to number: Int? = nil, rules: PublishingRules = PublishingRules()
  ) throws -> Outcome {
    // This throws an error if the store does not exist, instead of creating it.
    _ = try SiteStore(path)
    let run = try SiteRun(path, recipe: nil, operation: .rollback, rules: rules)
    return try run.rollBack(to: number)
  }

  private func rollBack(to number: Int?) throws -> Outcome {
    let store = try SiteStore(database)
    let current = try store.run()
    let target =
      number == nil ? try store.runRestored(byRollbackFrom: current) : try store.run(number)
    if target.number != current.number {
      try store.difference(from: current, to: target) { change, story in
        guard change == .removed else { return }
        outcome.removed += 1
        if outcome.removed <= Self.maximumRemovedKeyCount { outcome.removedKeys.append(story.key) }
      }
      try checkRemoval()
      try restore(target, in: store)
    }
    recipeID = target.recipeID
    outcome.stories = target.storyCount
    outcome.bytes = target.byteCount
    try addRun(
      restoring: target.number == current.number ? nil : target.restoredRun ?? target.number)
    return outcome
  }

  /// Restores the versions of the target run.
  ///
  /// Current versions that were added after the target run are ended, and versions of the target
  /// run that have ended since are copied. Throws an error if one of their outputs is damaged.
  private func restore(_ target: StoredRun, in store: SiteStore) throws {
    try database.run(
      "update version set ended = \(number) where ended is null and id > \(target.lastVersion)")
    let ended = try database.prepare(
      """
      select id, people, key, output, hash, bytes from version
      where ended > ?1 and added <= ?1 and ended < ?2
      """)
    var copied: [(id: Int, people: [Int])] = []
    try ended.forEach(.integer(target.number), .integer(number)) { row in
      guard try store.hasOutput(row.integer(3), hash: row.hash(4), size: row.integer(5)) else {
        throw Failure(
          .corrupt,
          message:
            "the output of '\(row.text(2))' in run \(target.number) is damaged; nothing was changed",
          at: path, advice: "return to another run, or render the stories of that time again")
      }
      copied.append((row.integer(0), IDList.ids(in: row.bytes(1))))
    }
    let copy = try database.prepare(
      """
      insert into version select ?1, key, ?2, null, input, joined, recipe, output, hash, bytes, comments, title,
        url, latest, people, broken from version where id = ?3
      """)
    for version in copied {
      lastVersion += 1
      try copy.run(.integer(lastVersion), .integer(number), .integer(version.id))
      try people.add(version.people, to: lastVersion)
    }
  }
}

extension SiteStore {
  /// Returns the run that a rollback from `run` restores: the run before it.
  ///
  /// If `run` is a rollback itself, this is the run before the one that it restored.
  func runRestored(byRollbackFrom run: StoredRun) throws -> StoredRun {
    let shown = run.restoredRun ?? run.number
    if let before = try runs().first(where: { $0.number < shown }) { return before }
    throw Failure(
      .noInput,
      message: run.restoredRun.map { "there is no run before run \($0), whose stories are current" }
        ?? "there is no run before the current one", at: path,
      advice: "list the runs: atoll store runs \(quotedForShell(path)); --run names one")
  }
}
