import AtollBytes
import AtollHashing
import AtollOperatingSystem

/// An SQLite file with the outputs of a site's stories, for the current run and some earlier ones.
///
/// A store that is opened for reading shows its state at the time of opening, whatever other
/// processes write.
package final class SiteStore {
  package let path: String
  /// True if erased data may still be in the file or its log, because another process reads the
  /// store.
  package private(set) var hasUnfinishedErasure = false
  let database: Database
  private let storyOfKey: Statement
  private let latestTimeOfKey: Statement
  private let outputWithID: Statement
  private let piecesOfOutput: Statement

  /// Opens an existing store for reading or, if `isWritable` is true, for any change but a new run.
  ///
  /// Reading needs no write permission.
  package convenience init(
    _ path: String, isWritable: Bool = false,
    timeoutMilliseconds: Int32 = Database.defaultTimeoutMilliseconds
  ) throws {
    let database = try Self.open(
      path, isWritable: isWritable, timeoutMilliseconds: timeoutMilliseconds)
    try self.init(database)
    hasUnfinishedErasure = try !UnfinishedErasure.finishIfPossible(database)
    // The first query of a transaction fixes the state that the transaction reads.
    if !isWritable { try database.run("begin; select number from run limit 1") }
  }

  init(_ database: Database) throws {
    path = database.path
    self.database = database
    storyOfKey = try database.prepare(
      """
      select \(StoredStory.columns) from version
      where key = ?1 and added <= ?2 and (ended is null or ended > ?2)
      """)
    latestTimeOfKey = try database.prepare(
      """
      select coalesce(max(case when latest <= ?3 then latest end), max(latest)) from (
        select latest from version where key = ?1 and added <= ?2
        union all select latest from erased_time where key = ?1 and added <= ?2)
      """)
    outputWithID = try database.prepare("select body from output where id = ?1")
    piecesOfOutput = try database.prepare("select body from piece where output = ?1 order by id")
  }

  private static func open(
    _ path: String, isWritable: Bool, timeoutMilliseconds: Int32
  ) throws -> Database {
    try checkKind(ofFile: path)
    if isWritable {
      let database = try Database(path, for: .writing, timeoutMilliseconds: timeoutMilliseconds)
      try check(database)
      try database.run(pragmas)
      return database
    }
    do {
      let database = try Database(path, for: .reading, timeoutMilliseconds: timeoutMilliseconds)
      try check(database)
      return database
    } catch let failure as Failure where failure.kind == .cannotCreate {
      // Readers of a database share a file next to it. If they are not allowed to create this file,
      // and the log is empty, the database is opened as if it could not change.
      guard (try? FileMetadata(of: "\(path)-wal"))?.size ?? 0 == 0 else {
        throw Failure(
          .noInput, message: failure.message, at: path,
          advice: "read it as its owner, or wait until no process writes to it")
      }
      let database = try Database(path, for: .readingImmutable)
      try check(database)
      return database
    }
  }

  /// The settings of a connection that writes to a store.
  static let pragmas = "pragma synchronous = extra"

  /// Checks that there is a regular file at a path.
  private static func checkKind(ofFile path: String) throws {
    let metadata = try attributingSystemErrors(to: path, problem: "cannot be opened") {
      try ifExists(FileMetadata(of: path))
    }
    guard let metadata else { throw missingStore(at: path) }
    try checkKind(metadata.kind, of: path)
  }

  static func checkKind(_ kind: FileMetadata.Kind, of path: String) throws {
    let name: String
    switch kind {
    case .file: return
    case .folder: name = "a folder"
    case .pipe: name = "a pipe"
    case .device, .other, .link: name = "a device"
    }
    throw Failure(.badInput, message: "this is \(name), and a store is a file", at: path)
  }

  private static func missingStore(at path: String) -> Failure {
    Failure(
      .noInput, message: "there is no store here", at: path,
      advice: "atoll batch --store creates one")
  }

  /// Checks that a database is a store with at least one run.
  private static func check(_ database: Database) throws {
    if try hasSchema(database) { return }
    throw Failure(
      .noInput, message: "the first run of this store is not finished", at: database.path,
      advice: "wait for it, or repeat it: atoll batch --store")
  }

  /// Returns whether a database has the tables of a store: `false` if it is empty.
  ///
  /// Throws an error if it has other content, or the tables of another version.
  static func hasSchema(_ database: Database) throws -> Bool {
    let application = try database.number("pragma application_id")
    if application == 0, try database.number("select count(*) from sqlite_master") == 0 {
      return false
    }
    guard application == StoreSchema.applicationID else {
      throw Failure(
        .badInput, message: "this is an SQLite database, but not a store", at: database.path,
        advice: "name a file that atoll batch --store made")
    }
    let version = try database.number("pragma user_version") ?? 0
    guard version == StoreSchema.version else {
      throw Failure(
        .badInput, message: "this store has version \(version), which this atoll does not know",
        at: database.path,
        advice: version < StoreSchema.version
          ? "render all stories into a new store, and delete this one, which still has all names"
          : "use the version of atoll that wrote it, or a newer one")
    }
    return true
  }

  /// Returns a random number that is replaced whenever the store's content changes.
  ///
  /// So a store and a copy that has changed since have different numbers.
  func revision() throws -> [UInt8] {
    try database.prepare("select id from revision").first { $0.bytes(0) } ?? []
  }

  // MARK: Runs

  /// Returns all runs that can be read, the current one first.
  package func runs() throws -> [StoredRun] {
    let statement = try database.prepare(
      "select \(StoredRun.columns) from run join recipe on recipe.id = run.recipe order by number desc"
    )
    return try statement.map { StoredRun($0) }
  }

  /// Returns the run with a number, or the current run if the number is `nil`.
  package func run(_ number: Int? = nil) throws -> StoredRun {
    let runs = try runs()
    guard let number else {
      guard let current = runs.first else { throw Self.missingStore(at: path) }
      return current
    }
    guard let run = runs.first(where: { $0.number == number }) else {
      throw Failure(
        .noInput, message: "there is no run \(number)", at: path,
        advice: "list the runs: atoll store runs \(quotedForShell(path))")
    }
    return run
  }

  /// Returns the recipes of outputs, keyed by row id.
  func recipes() throws -> [Int: Recipe] {
    var recipes: [Int: Recipe] = [:]
    let statement = try database.prepare(
      "select id, version, options, templates, style, format, type from recipe")
    try statement.forEach { row in
      recipes[row.integer(0)] = Recipe(
        version: row.text(1), optionsHash: row.hash(2) ?? .zero,
        templatesHash: row.hash(3) ?? .zero,
        styleHash: row.hash(4) ?? .zero, format: row.text(5), contentType: row.text(6))
    }
    return recipes
  }

  /// Returns the run that `run` replaced; `nil` if `run` was the first one.
  ///
  /// Throws an error if the replaced run is no longer kept.
  package func previousRun(of run: StoredRun) throws -> StoredRun? {
    if run.number == 1 { return nil }
    if let previous = try runs().first(where: { $0.number < run.number }) { return previous }
    throw Failure(
      .noInput, message: "the run before run \(run.number) is no longer kept", at: path,
      advice: "keep more runs: atoll batch --keep")
  }

  // MARK: Stories

  package func story(ofKey key: [UInt8], in run: StoredRun) throws -> StoredStory? {
    try storyOfKey.first(.text(key), .integer(run.number)) { StoredStory($0) }
  }

  /// Returns the time of the latest comment that a story had in a run or an earlier one.
  ///
  /// Erased versions of the story count, too. Times after `limit` count only if there is no other
  /// time. Returns `nil` if no comment had a time.
  package func latestCommentTime(
    ofKey key: [UInt8], until run: StoredRun, preferringTimesUpTo limit: Int = .max
  ) throws -> Int? {
    try latestTimeOfKey.first(.text(key), .integer(run.number), .integer(limit)) {
      $0.integerIfPresent(0)
    } ?? nil
  }

  /// Calls `body` with each story of a run.
  ///
  /// - Parameters:
  ///   - key: Visits only stories whose keys sort after this one; `nil` for all stories.
  ///   - limit: The maximum number of stories; `nil` for all.
  package func forEachStory(
    in run: StoredRun, after key: [UInt8]? = nil, order: StoryOrder = .key, limit: Int? = nil,
    _ body: (StoredStory) throws -> Void
  ) throws {
    let statement = try database.prepare(
      """
      select \(StoredStory.columns) from version
      where key > ?1 and added <= ?2 and (ended is null or ended > ?2) order by \(order.sqlTerms) limit ?3
      """)
    // Keys are never empty.
    try statement.forEach(.text(key ?? []), .integer(run.number), .integer(limit ?? -1)) { row in
      try body(StoredStory(row))
    }
  }

  // MARK: Outputs

  /// Reads an output, piece by piece; returns false if it is missing.
  package func readOutput(
    _ id: Int, body: (Span<UInt8>) throws -> Void
  ) throws -> Bool {
    let isInPieces = try outputWithID.first(.integer(id)) { row in
      if row.isNull(0) { return true }
      try row.withBytes(0) { bytes in try body(bytes) }
      return false
    }
    guard let isInPieces else { return false }
    if isInPieces {
      try piecesOfOutput.forEach(.integer(id)) { row in
        try row.withBytes(0) { bytes in try body(bytes) }
      }
    }
    return true
  }

  package func wholeOutput(_ id: Int) throws -> [UInt8]? {
    var output: [UInt8] = []
    return try readOutput(id) { output.append(contentsOf: $0) } ? output : nil
  }
}

package enum StoryOrder: String, CaseIterable, Sendable {
  case key
  /// Stories with the most comments first.
  case comments
  /// Stories with the latest comment first.
  case latest

  fileprivate var sqlTerms: String {
    switch self {
    case .key: "key"
    case .comments: "comments desc, key"
    case .latest: "latest desc, key"
    }
  }
}
