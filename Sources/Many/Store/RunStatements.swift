import Hashing

/// The prepared statements that a run repeats for each story.
final class RunStatements {
  private let current: Statement
  private let ended: Statement
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
    current = try database.prepare(
      """
      select \(StoredStory.columns) from version
      where key = ?1 and ended is null
      """)
    ended = try database.prepare(
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

  func currentVersion(ofKey key: [UInt8]) throws -> StoredStory? {
    try current.bind(text: key, to: 1)
    return try current.first { StoredStory($0) }
  }

  func version(ofKey key: [UInt8], endedBy run: Int) throws -> StoredStory? {
    try ended.bind(text: key, to: 1)
    try ended.bind(run, to: 2)
    return try ended.first { StoredStory($0) }
  }

  func people(ofVersion version: Int) throws -> [Int] {
    try peopleOfVersion.bind(version, to: 1)
    return try peopleOfVersion.first { IDList.ids(in: $0.bytes(0)) } ?? []
  }

  func hasVersion(ofKey key: [UInt8], output: Int) throws -> Bool {
    try versionWithOutput.bind(text: key, to: 1)
    try versionWithOutput.bind(output, to: 2)
    return try versionWithOutput.first { _ in true } ?? false
  }

  func add(
    _ story: RenderedStory, people: [UInt8], version: Int, run: Int, recipe: Int, output: Int,
    bytes: Int
  ) throws {
    try addVersion.bind(version, to: 1)
    try addVersion.bind(text: story.key, to: 2)
    try addVersion.bind(run, to: 3)
    try addVersion.bind(hash: story.input, to: 4)
    try addVersion.bind(hash: story.joined, to: 5)
    try addVersion.bind(recipe, to: 6)
    try addVersion.bind(output, to: 7)
    try addVersion.bind(hash: story.hash, to: 8)
    try addVersion.bind(bytes, to: 9)
    try addVersion.bind(story.comments, to: 10)
    try addVersion.bind(text: story.metadata.title, to: 11)
    try addVersion.bind(text: story.metadata.address, to: 12)
    try addVersion.bind(story.metadata.latest, to: 13)
    try addVersion.bind(bytes: people.isEmpty ? nil : people, to: 14)
    try addVersion.bind(story.brokenRows, to: 15)
    try addVersion.run()
  }

  /// Replaces what a version was made of.
  func update(_ version: Int, to story: RenderedStory, recipe: Int) throws {
    try updateVersion.bind(version, to: 1)
    try updateVersion.bind(hash: story.input, to: 2)
    try updateVersion.bind(hash: story.joined, to: 3)
    try updateVersion.bind(recipe, to: 4)
    try updateVersion.bind(story.brokenRows, to: 5)
    try updateVersion.run()
  }

  /// Marks a version as ended by a run, or as current if the run is `nil`.
  func markVersion(_ version: Int, asEndedBy run: Int?) throws {
    try endVersion.bind(run, to: 1)
    try endVersion.bind(version, to: 2)
    try endVersion.run()
  }

  func removeVersion(_ version: Int) throws {
    try deleteVersion.bind(version, to: 1)
    try deleteVersion.run()
  }

  /// Adds an output, whose content is in pieces if `body` is `nil`.
  func addOutput(
    _ output: Int, body: Span<UInt8>?
  ) throws {
    try insertOutput.bind(output, to: 1)
    guard let body else {
      try insertOutput.bind(nil, to: 2)
      return try insertOutput.run()
    }
    try insertOutput.run(binding: body, to: 2)
  }

  func addPiece(_ piece: Span<UInt8>, to output: Int) throws {
    try insertPiece.bind(output, to: 1)
    try insertPiece.run(binding: piece, to: 2)
  }

  func removeOutput(_ output: Int) throws {
    try deleteOutput.bind(output, to: 1)
    try deleteOutput.run()
    try deletePieces.bind(output, to: 1)
    try deletePieces.run()
  }
}
