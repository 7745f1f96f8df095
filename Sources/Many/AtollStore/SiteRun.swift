import AtollBytes
import AtollOperatingSystem

/// A run that adds stories to a store in one transaction.
///
/// Until it is finished, readers see nothing of it, and if the process ends earlier, nothing of it
/// remains.
///
/// Stories are added in input order. If two have the same key, the later one counts.
package final class SiteRun {
  package let path: String
  let database: Database
  let rules: PublishingRules
  let recipe: Recipe?
  let operation: StoredRun.Operation
  /// The store's current run, until this run replaces it; `nil` in a new store.
  package let previousRun: StoredRun?
  private let recipes: [Int: Recipe]
  let number: Int
  var recipeID: Int
  /// True if stories are found in the current run by their input, because their keys are not known
  /// before they are decoded.
  package var findsStoriesByInput = false
  let statements: RunStatements
  let people: PersonTable
  /// The ids of the current run's versions whose stories this run has kept or replaced so far.
  var seenVersions = IDSet()
  var lastVersion: Int
  var lastOutput: Int
  /// The id of the unfinished output to which pieces have been added; `nil` if there is none.
  private var openOutput: Int?
  var outcome = Outcome()

  package struct Outcome: Hashable, Sendable {
    /// The number of the run; if nothing has changed, that of the current run.
    package internal(set) var number = 0
    package internal(set) var stories = 0
    /// The total size of the outputs, in bytes.
    package internal(set) var bytes = 0
    package internal(set) var added = 0
    package internal(set) var changed = 0
    /// The number of stories in the previous run that are not in this one.
    package internal(set) var removed = 0
    /// The keys of the first few removed stories.
    package internal(set) var removedKeys: [[UInt8]] = []
    package internal(set) var previousStories = 0
    /// The number of comments that the previous run's stories have lost in this run.
    package internal(set) var removedComments = 0
    /// The number of removed comments that are left out only because of problems in the input.
    package internal(set) var lostComments = 0
    /// The number of comments in the previous run; 0 if no comments were removed.
    package internal(set) var previousComments = 0
    /// The number of stories that were kept from the previous run, although the input does not
    /// contain them.
    package internal(set) var keptMissing = 0
    /// The number of stories that were kept without being rendered, although their outputs were
    /// rendered with other options.
    package internal(set) var keptWithOtherOptions = 0
    package internal(set) var unreadableLineCount = 0
    /// The number of the first input line that cannot be read; `nil` if all can be read.
    package internal(set) var firstUnreadableLine: Int?
    /// The number of stories that replace an earlier story of the input with the same key.
    package internal(set) var repeated = 0
    /// The key of one of the repeated stories; `nil` if there are none.
    package internal(set) var repeatedKey: [UInt8]?
    /// True if an earlier erasure could not be finished.
    package internal(set) var hasUnfinishedErasure = false
  }

  /// Begins a run and its transaction; the store is created if it does not exist.
  ///
  /// - Parameter recipe: The recipe for added stories; `nil` for that of the current run.
  package init(
    _ path: String, recipe: Recipe?, operation: StoredRun.Operation = .batch,
    rules: PublishingRules = PublishingRules(),
    timeoutMilliseconds: Int32 = Database.defaultTimeoutMilliseconds
  ) throws {
    self.path = path
    self.recipe = recipe
    self.operation = operation
    self.rules = rules
    database = try Self.beginTransaction(
      inStoreAt: path, rules: rules, timeoutMilliseconds: timeoutMilliseconds)
    let store = try SiteStore(database)
    previousRun = try store.runs().first
    recipes = try store.recipes()
    if rules.inputHasOnlyChanges, let recipe, let previousRun,
      let current = recipes[previousRun.recipeID]
    {
      try recipe.checkEqualsRecipe(ofCurrentRun: current, inStore: path)
    }
    number = (previousRun?.number ?? 0) + 1
    lastVersion = previousRun?.lastVersion ?? 0
    lastOutput = try database.number("select max(id) from output") ?? 0
    if let recipe {
      recipeID = try Self.insertIfMissing(recipe, among: recipes, in: database)
    } else {
      recipeID = previousRun?.recipeID ?? 0
    }
    statements = try RunStatements(database)
    people = try PersonTable(database, lastVersion: lastVersion)
    outcome.previousStories = previousRun?.storyCount ?? 0
    outcome.stories = outcome.previousStories
    outcome.bytes = previousRun?.byteCount ?? 0
  }

  deinit { try? database.run("rollback") }

  /// Opens or creates a store, and begins a transaction.
  private static func beginTransaction(
    inStoreAt path: String, rules: PublishingRules, timeoutMilliseconds: Int32
  ) throws -> Database {
    // This throws an error if the store does not exist: there would be nothing to change.
    if rules.inputHasOnlyChanges { _ = try SiteStore(path) }
    if let metadata = try? FileMetadata(of: path) {
      try SiteStore.checkKind(metadata.kind, of: path)
    }
    let database = try Database(path, for: .creating, timeoutMilliseconds: timeoutMilliseconds)
    let isStore = try SiteStore.hasSchema(database)
    try database.run(SiteStore.pragmas)
    if !rules.waitsForDisk { try database.run("pragma synchronous = off") }
    // A new file needs no log, because it had no content before.
    try database.run(
      isStore ? "pragma journal_mode = wal" : "pragma page_size = \(StoreSchema.pageSize)")
    try database.run("pragma cache_size = -\(cacheSize >> 10); begin immediate")
    // Another process may have created the tables in the meantime.
    if try !SiteStore.hasSchema(database) { try database.run(StoreSchema.statements) }
    return database
  }

  private static let cacheSize = 5 << 20

  private static func insertIfMissing(
    _ recipe: Recipe, among known: [Int: Recipe], in database: Database
  ) throws -> Int {
    if let row = known.filter({ $0.value == recipe }).keys.min() { return row }
    let row = (known.keys.max() ?? 0) + 1
    let insert = try database.prepare("insert into recipe values(?1, ?2, ?3, ?4, ?5, ?6, ?7)")
    try insert.run(
      .integer(row), .text(recipe.version), .hash(recipe.optionsHash), .hash(recipe.templatesHash),
      .hash(recipe.styleHash), .text(recipe.format), .text(recipe.contentType))
    return row
  }

  // MARK: The current run

  /// Returns a reader of the current run, for use by one thread; `nil` if the store is new or this
  /// run was created without a recipe.
  package func lookup() throws -> StoryLookup? {
    guard previousRun != nil, let recipe else { return nil }
    return try StoryLookup(path, recipes: recipes, of: recipe)
  }

  // MARK: Stories

  /// Keeps the current run's version of a story, because the input contains the story unchanged.
  package func keep(_ known: StoredStory) throws {
    if seenVersions.insert(known.id) { return }
    try recordRepeatedKey(known.key)
    guard let current = try statements.currentVersion(ofKey: known.key), current.id != known.id
    else { return }
    try restore(known, insteadOf: current)
  }

  /// Makes a version current again after this run has ended it.
  private func restore(_ known: StoredStory, insteadOf current: StoredStory) throws {
    try remove(current)
    try statements.markVersion(known.id, asEndedBy: nil)
    outcome.changed -= 1
    outcome.bytes += known.byteCount - current.byteCount
    outcome.removedComments -= max(0, known.commentCount - current.commentCount)
    outcome.lostComments = min(outcome.lostComments, outcome.removedComments)
  }

  /// Keeps the latest version of a story that cannot be rendered, if `hasPreviousFormat` is true.
  ///
  /// The latest version is the one that this run has added, or else the current run's version.
  package func keepAfterFailure(_ known: StoredStory) {
    guard hasPreviousFormat, seenVersions.insert(known.id) else { return }
    if known.recipeID != recipeID { outcome.keptWithOtherOptions += 1 }
  }

  /// True if outputs of the previous run have the format of this one.
  ///
  /// Otherwise they cannot be kept: a text would be published as HTML, or a page as a fragment.
  var hasPreviousFormat: Bool { previousRun?.format == recipe?.format }

  /// Adds a piece of the next story's output, which is too long to keep whole in memory.
  package func addPiece(_ piece: Span<UInt8>) throws {
    let output = openOutput ?? lastOutput + 1
    openOutput = output
    lastOutput = output
    try statements.addPiece(piece, to: output)
  }

  /// Removes the pieces of an output that is not completed.
  package func discardPieces() throws {
    guard let output = openOutput else { return }
    openOutput = nil
    try statements.removeOutput(output)
  }

  /// Adds a story, or a new version of a story in the current run.
  ///
  /// - Parameters:
  ///   - output: The whole output, or the rest of it if pieces have been added already.
  ///   - size: The size of the whole output, in bytes.
  ///   - known: The story as it is in the current run; `nil` if it is new or was not looked up.
  package func add(
    _ story: RenderedStory, output: Span<UInt8>, size: Int,
    replacing known: StoredStory?
  ) throws {
    let people = try self.people.ids(of: story.people)
    guard let current = try versionReplaced(by: story, known: known) else {
      outcome.added += 1
      outcome.stories += 1
      outcome.bytes += size
      return try insert(story, people: people, output: addOutput(output), size: size)
    }
    let ended =
      current.addedInRun == number
      ? try statements.version(ofKey: story.key, endedBy: number) : nil
    countRemovedComments(of: story, replacing: current, ended: ended)
    for version in [current, ended].compactMap(\.self)
    where try version.hasOutput(of: story, size: size) && version.looksSameInLists(as: story)
      && statements.people(ofVersion: version.id) == people
    {
      // Readers of the previous run still get the same story.
      try discardPieces()
      if version.id != current.id { try restore(version, insteadOf: current) }
      return try statements.update(version.id, to: story, recipe: recipeID)
    }
    var sharedOutput: Int?
    if current.hasOutput(of: story, size: size) {
      try discardPieces()
      sharedOutput = current.outputID
    }
    try insert(story, people: people, output: sharedOutput ?? addOutput(output), size: size)
    outcome.bytes += size - current.byteCount
    if current.addedInRun == number {
      try remove(current)
    } else {
      outcome.changed += 1
      try statements.markVersion(current.id, asEndedBy: number)
    }
  }

  /// Counts the comments that a story has lost since the previous run.
  ///
  /// If `current` is a version that this run has already added, the comments that it lost were
  /// already counted, and `ended` is the previous run's version.
  private func countRemovedComments(
    of story: RenderedStory, replacing current: StoredStory, ended: StoredStory?
  ) {
    guard let previous = current.addedInRun == number ? ended : current else { return }
    let removed = max(0, previous.commentCount - story.commentCount)
    // This is 0 if `current` is the version of the previous run.
    let counted = max(0, previous.commentCount - current.commentCount)
    outcome.removedComments += removed - counted
    outcome.lostComments = min(
      outcome.lostComments + min(removed, story.lostCommentCount), outcome.removedComments)
  }

  /// Returns the version that a story replaces: one of the previous run, or one that this run has
  /// already added; `nil` if there is none.
  private func versionReplaced(
    by story: RenderedStory, known: StoredStory?
  ) throws -> StoredStory? {
    // A new store has no index yet, so repeated keys are found at the end.
    guard previousRun != nil else { return nil }
    if let known, seenVersions.insert(known.id) { return known }
    guard let current = try statements.currentVersion(ofKey: story.key) else { return nil }
    if known == nil, current.addedInRun != number, seenVersions.insert(current.id) {
      return current
    }
    try recordRepeatedKey(story.key)
    return current
  }

  private func recordRepeatedKey(_ key: [UInt8]) throws {
    outcome.repeated += 1
    outcome.repeatedKey = outcome.repeatedKey ?? key
  }

  /// Adds an output, or completes the one that has pieces, and returns its id.
  private func addOutput(_ output: Span<UInt8>) throws -> Int {
    if openOutput != nil {
      try addPiece(output)
    } else {
      lastOutput += 1
    }
    try statements.addOutput(lastOutput, body: openOutput == nil ? output : nil)
    openOutput = nil
    return lastOutput
  }

  private func insert(_ story: RenderedStory, people: [Int], output: Int, size: Int) throws {
    lastVersion += 1
    try statements.add(
      story, people: IDList.bytes(of: people), version: lastVersion, run: number, recipe: recipeID,
      output: output, bytes: size)
    try self.people.add(people, to: lastVersion)
  }

  /// Removes a version, and its output unless another version of the story shares it.
  ///
  /// In a new store, no two versions share an output.
  func remove(_ version: StoredStory) throws {
    try people.remove(try statements.people(ofVersion: version.id), from: version.id)
    try statements.removeVersion(version.id)
    if try previousRun == nil
      || !statements.hasVersion(ofKey: version.key, output: version.outputID)
    {
      try statements.removeOutput(version.outputID)
    }
  }

  /// Records an unreadable line, which may belong to any story that is missing from the input.
  package func addUnreadableLine(_ line: Int) {
    outcome.unreadableLineCount += 1
    outcome.firstUnreadableLine = min(outcome.firstUnreadableLine ?? line, line)
  }
}
