import AtollBytes
import AtollOperatingSystem
import TestSupport
import Testing

@testable import AtollStore

/// The parts of a database file that hold no value.
struct UnusedSpaceTests {
  private let temporary: TemporaryFolder
  private let database: Database

  /// A database with rows of every size; what has been deleted so far is overwritten.
  init() throws {
    temporary = try TemporaryFolder()
    database = try Database("\(temporary.path)/file", for: .creating)
    try database.run(
      """
      pragma page_size = 4096;
      create table t(id integer primary key, name text, body blob);
      create index t_by_name on t(name);
      with n(i) as (select 1 union all select i + 1 from n where i < 2000)
        insert into t select i, 'kept name ' || i, cast('kept' || hex(zeroblob(i * i % 20000)) as blob) from n;
      vacuum;
      """)
  }

  /// Returns which texts occur in the unused space.
  private func unused() throws -> [String] {
    let texts = ["Secret Ann", "kept", "name", "less", "0000000000", "create"]
    var roots: [Int] = [1]
    try database.prepare("select rootpage from sqlite_master").forEach {
      roots.append($0.integer(0))
    }
    let file = try OpenFile(reading: database.path)
    var found: Set<String> = []
    var space = try UnusedSpace(of: file.descriptor, at: database.path)
    try space.search(roots: roots) { bytes in
      for text in texts where offset(of: Array(text.utf8), in: bytes, from: 0) != nil {
        found.insert(text)
      }
    }
    return found.sorted()
  }

  @Test func unusedSpaceHoldsNoStoredValues() throws {
    let found = try unused()
    #expect(found == [])
  }

  @Test func unusedSpaceHoldsDeletedRowsInGapsOfPages() throws {
    try database.run(
      """
      insert into t values(5000, 'Secret Ann', x'00');
      pragma secure_delete = off; delete from t where id = 5000
      """)
    #expect(try unused().contains("Secret Ann"))
  }

  @Test func unusedSpaceHoldsDeletedValuesInFreePages() throws {
    try database.run(
      """
      insert into t values(5000, '', cast(hex(zeroblob(40000)) || 'Secret Ann' as blob));
      pragma secure_delete = off; delete from t where id = 5000
      """)
    #expect(try database.number("pragma freelist_count") ?? 0 > 10)
    #expect(try unused().contains("Secret Ann"))
  }

  @Test func unusedSpaceHoldsDeletedBytesAfterTheEndOfALongValue() throws {
    let text = String(repeating: "Secret Ann ", count: 2000)
    try database.run(
      """
      insert into t values(5000, '', cast('\(text)' as blob));
      pragma secure_delete = off; delete from t where id = 5000;
      insert into t values(5000, '', zeroblob(14000));
      """)
    #expect(try unused().contains("Secret Ann"))
    try database.run("vacuum")
    #expect(try !unused().contains("Secret Ann"))
  }

  @Test func unusedSpaceIncludesUnreachablePagesOfADamagedFile() throws {
    try database.run("drop index t_by_name; pragma writable_schema = on")
    try database.run("update sqlite_master set rootpage = 999999")
    #expect(try unused().contains("kept"))
  }

  @Test func unusedSpaceHoldsNoDeletedValuesAfterOverwritingAndReindexing() throws {
    try database.run(
      "delete from t where id % 3 > 0; update t set name = 'less', body = 'less' where id % 2 = 0; reindex"
    )
    let found = try unused()
    #expect(found == [])
  }
}
