import AtollHashing

/// The prepared statements that a run repeats for each story.
final class RunStatements {
  private let currentVersionOfKey: Statement
  private let endedVersionOfKey: Statement
  private let peopleOfVersion: Statement
  private let addVersion: Statement
  private let versionWithOutput: Statement
  private let updateVersion: Statement
  private let endVersion: Statement
  private let deleteVersion: Statement
  private let insertOutput: Statement
  private let insertPiece: Statement
  private let deleteOutput: Statement
  private let deletePieces: Statement

  init(_ database: Database) throws {
    currentVersionOfKey = try database.prepare(
      """
      select \(StoredStory.columns) from version
      where key = ?1 and ended is null
      """)
    endedVersionOfKey = try database.prepare(
      "select \(StoredStory.columns) from version where key = ?1 and ended = ?2")
    peopleOfVersion = try database.prepare("select people from version where id = ?1")
    versionWithOutput = try database.prepare(
      "select 1 from version where key = ?1 and output = ?2 limit 1")
    addVersion = try database.prepare(
      """
      insert into version(
        id, key, added, ended, input, joined, recipe, output, hash, bytes, comments, title, url,
        latest, people, broken)
      values(?1, ?2, ?3, null, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
      """)
    updateVersion = try database.prepare(
      "update version set input = ?2, joined = ?3, recipe = ?4, broken = ?5 where id = ?1")
    endVersion = try database.prepare("update version set ended = ?1 where id = ?2")
    deleteVersion = try database.prepare("delete from version where id = ?1")
    insertOutput = try database.prepare(
      "insert into output(id, body) values(?1, ?2)")
    insertPiece = try database.prepare("insert into piece(output, body) values(?1, ?2)")
    deleteOutput = try database.prepare("delete from output where id = ?1")
    deletePieces = try database.prepare("delete from piece where output = ?1")
  }

  /// Returns the version that the run has so far for a key.
  func currentVersion(ofKey key: [UInt8]) throws -> StoredStory? {
    try currentVersionOfKey.first(.text(key)) { StoredStory($0) }
  }

  func version(ofKey key: [UInt8], endedBy run: Int) throws -> StoredStory? {
    try endedVersionOfKey.first(.text(key), .integer(run)) { StoredStory($0) }
  }

  func people(ofVersion version: Int) throws -> [Int] {
    try peopleOfVersion.first(.integer(version)) { IDList.ids(in: $0.bytes(0)) } ?? []
  }

  func hasVersion(ofKey key: [UInt8], output: Int) throws -> Bool {
    try versionWithOutput.first(.text(key), .integer(output)) { _ in true } ?? false
  }

  func add(
    _ story: RenderedStory, people: [UInt8], version: Int, run: Int, recipe: Int, output: Int,
    bytes: Int
  ) throws {
    try addVersion.run(
      .integer(version), .text(story.key), .integer(run), .hash(story.inputHash),
      .hash(story.joinedRowsHash),
      .integer(recipe), .integer(output), .hash(story.outputHash), .integer(bytes),
      .integer(story.commentCount), .text(story.metadata.title), .text(story.metadata.address),
      .integer(story.metadata.latestCommentTime), .bytes(people.isEmpty ? nil : people),
      .integer(story.brokenRowCount))
  }

  /// Updates the recorded input, recipe and number of broken rows of a version.
  func update(_ version: Int, to story: RenderedStory, recipe: Int) throws {
    try updateVersion.run(
      .integer(version), .hash(story.inputHash), .hash(story.joinedRowsHash), .integer(recipe),
      .integer(story.brokenRowCount))
  }

  /// Marks a version as ended by a run, or as current if the run is `nil`.
  func markVersion(_ version: Int, asEndedBy run: Int?) throws {
    try endVersion.run(.integer(run), .integer(version))
  }

  func removeVersion(_ version: Int) throws {
    try deleteVersion.run(.integer(version))
  }

  /// Adds an output; if `body` is `nil`, its content is in pieces.
  func addOutput(
    _ output: Int, body: Span<UInt8>?
  ) throws {
    guard let body else { return try insertOutput.run(.integer(output), .null) }
    try insertOutput.bind(.integer(output))
    try insertOutput.run(binding: body, to: 2)
  }

  func addPiece(_ piece: Span<UInt8>, to output: Int) throws {
    try insertPiece.bind(.integer(output))
    try insertPiece.run(binding: piece, to: 2)
  }

  func removeOutput(_ output: Int) throws {
    try deleteOutput.run(.integer(output))
    try deletePieces.run(.integer(output))
  }
}
