/// A mark in a store: an erasure is committed, but the erased data may still be in the file or its
/// log, because another connection reads it.
enum UnfinishedErasure {
  static let tableDefinition = "create table unfinished_erasure(id integer primary key) strict;"
  static let insertStatement = "insert into unfinished_erasure default values"

  private static func lastID(in database: Database) throws -> Int? {
    try database.number("select max(id) from unfinished_erasure")
  }

  /// Moves the pages in the log to the file and empties the log.
  ///
  /// Returns `false` if an erasure stays unfinished, because other connections prevent this.
  static func finish(in database: Database) throws -> Bool {
    let last = try lastID(in: database)
    let isLogEmpty = try database.number("pragma wal_checkpoint(truncate)") == 0
    guard let last, isLogEmpty else { return last == nil }
    // If another process is writing, a later command removes the mark.
    try? database.run("delete from unfinished_erasure where id <= \(last)")
    return true
  }

  /// Finishes the unfinished erasure of a store through a new connection, if nothing prevents this.
  ///
  /// Returns `false` if it remains unfinished.
  static func finishIfPossible(_ database: Database) throws -> Bool {
    guard try lastID(in: database) != nil else { return true }
    return (try? finish(in: Database(database.path, for: .writing, timeoutMilliseconds: 0)))
      ?? false
  }
}
