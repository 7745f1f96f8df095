/// The tables `person` and `appears` (the stories of each person), while a run is written.
///
/// The pairs of persons and new versions are sorted before they are added to `appears`, because the
/// pairs of one story are scattered over that large table.
final class PersonTable {
  private let database: Database
  private let idOfPerson: Statement
  private let insertPerson: Statement
  private let addNewPair: Statement
  private let deleteNewPairs: Statement
  private let deletePair: Statement
  private let insertRemovedPerson: Statement
  private var lastID: Int
  private var cachedIDs: [Person: Int] = [:]
  /// The last version whose pairs are in `appears`; those of later versions are in `new_pair`.
  private let lastSortedVersion: Int

  /// The maximum number of persons whose ids are kept in memory; when it is reached, all are
  /// dropped.
  private static let maximumCachedIDCount = 20_000

  init(_ database: Database, lastVersion: Int) throws {
    self.database = database
    lastSortedVersion = lastVersion
    try database.run(
      """
      create temp table new_pair(
        version integer, person integer, primary key (version, person)) without rowid;
      create temp table removed_person(id integer primary key);
      """)
    idOfPerson = try database.prepare("select id from person where author = ?1 and name = ?2")
    insertPerson = try database.prepare("insert into person(id, author, name) values(?1, ?2, ?3)")
    addNewPair = try database.prepare("insert into new_pair(version, person) values(?1, ?2)")
    deleteNewPairs = try database.prepare("delete from new_pair where version = ?1")
    deletePair = try database.prepare("delete from appears where person = ?1 and version = ?2")
    insertRemovedPerson = try database.prepare("insert or ignore into removed_person values(?1)")
    lastID = try database.number("select max(id) from person") ?? 0
  }

  /// Returns the ids of persons, unique and ascending; new persons are added to the table.
  func ids(of people: [Person]) throws -> [Int] {
    var ids: Set<Int> = []
    for person in people { ids.insert(try id(of: person)) }
    return ids.sorted()
  }

  private func id(of person: Person) throws -> Int {
    if let id = cachedIDs[person] { return id }
    let id: Int
    if let found = try idOfPerson.first(
      .text(person.author), .text(person.name), body: { $0.integer(0) })
    {
      id = found
    } else {
      lastID += 1
      id = lastID
      try insertPerson.run(.integer(id), .text(person.author), .text(person.name))
    }
    if cachedIDs.count >= Self.maximumCachedIDCount { cachedIDs.removeAll(keepingCapacity: true) }
    cachedIDs[person] = id
    return id
  }

  /// Records which persons appear in a new version of a story.
  func add(_ ids: [Int], to version: Int) throws {
    for id in ids {
      try addNewPair.run(.integer(version), .integer(id))
    }
  }

  /// Removes the pairs of these persons and a version.
  ///
  /// `finish` removes the persons who then appear in no version.
  func remove(_ ids: [Int], from version: Int) throws {
    for id in ids {
      try insertRemovedPerson.run(.integer(id))
      if version > lastSortedVersion { continue }
      try deletePair.run(.integer(id), .integer(version))
    }
    if version > lastSortedVersion {
      try deleteNewPairs.run(.integer(version))
    }
  }

  /// Adds the pairs of all new versions in sorted order, and removes persons who no longer appear
  /// in any version.
  func finish() throws {
    cachedIDs = [:]
    try database.run(
      """
      insert into appears select person, version from new_pair order by person, version;
      delete from person where id in (select id from removed_person)
        and not exists (select 1 from appears where person = person.id);
      drop table new_pair; drop table removed_person;
      """)
  }
}
