import AtollBytes
import AtollOperatingSystem

/// A request to erase stories from all runs of a store.
///
/// The stories are found by their keys, or by people, comments or texts in them.
package struct Erasure: Hashable, Sendable {
  package var keys: [String] = []
  /// The ids or names of people.
  ///
  /// A story is erased if one of these people appears in it, or if it contains one of these ids or
  /// names as whole words. A name without any letter, digit or emoji is not searched for in texts.
  package var people: [String] = []
  /// Texts to search for, and ids of comments.
  package var patterns: [ErasurePattern] = []
  /// The number or percentage of stories in the current run that may be erased; `nil` for the
  /// default limit.
  package var removalLimit: CountLimit?
  /// True to change nothing, and only report what would be erased.
  package var isDryRun = false

  package init() {}

  /// All patterns to search for: people are searched for as whole words.
  package var searchPatterns: [ErasurePattern] {
    patterns + people.compactMap { ErasurePattern(.words, text: $0) }
  }
}

/// The effect of an erasure; after a dry run, the effect that the erasure would have.
package struct ErasureReport: Hashable, Sendable {
  /// The keys of the stories that lost a version in any run, in ascending order.
  package var keys: [[UInt8]] = []
  /// The number of stories that the current run lost.
  package var currentStoryCount = 0
  /// The number of erased outputs, and their total size in bytes.
  package var outputCount = 0
  package var byteCount = 0
  /// The number of persons in the store whom the request names by id or name.
  package var personCount = 0
  /// The keys, people, comment ids and texts of the request that were not found.
  package var unmatchedTexts: [String] = []
  /// The people, comment ids and texts of the request that the final check still found in the file.
  ///
  /// The check searches the unused parts of the file, such as free pages. The list is `nil` after a
  /// dry run or an erasure that is not finished.
  package var remainingTexts: [String]?
  /// Those people and texts of the request that are still in the store, but only where readers do
  /// not see them.
  ///
  /// They may be in a style sheet, for example, or part of the name of another person.
  package var hiddenTexts: [String] = []
  /// True if the erased data is overwritten; processes that still read it can prevent that.
  package var isFinished = true
  /// True if more stories of the current run would disappear than the limit allows, which only a
  /// dry run reports.
  package var exceedsLimit = false
  /// The tables in the file that are not those of a store, and so were not searched.
  package var foreignTables: [String] = []
}

/// A stage of an erasure, for a display of progress.
package enum ErasureStage: String, CaseIterable, Sendable {
  case searching, erasing, checking
}

/// An erasure while it runs: one transaction, and a check of the file.
package final class ErasureRun {
  private let store: SiteStore
  private let erasure: Erasure
  private let patterns: [ErasurePattern]
  private let progress: (ErasureStage, Int) -> Void
  private var report = ErasureReport()
  private var matchedTexts: Set<String> = []
  private var hiddenTexts: Set<String> = []

  private var database: Database { store.database }

  /// Erases the stories of a request from all runs of a store, and then searches the store's file
  /// for remains.
  ///
  /// `willErase` is called with what will be erased, before anything is; if it throws an error,
  /// nothing is erased. If the process is killed before the transaction ends, nothing is erased.
  /// After the transaction, the overwritten pages have to be moved from the log to the file. If the
  /// process is killed before that, or other connections read the old pages for longer than
  /// `timeoutMilliseconds`, the next process that opens the store moves them.
  package static func run(
    _ erasure: Erasure, on path: String,
    timeoutMilliseconds: Int32 = Database.defaultTimeoutMilliseconds,
    progress: @escaping (ErasureStage, Int) -> Void = { _, _ in },
    willErase: (ErasureReport) throws -> Void = { _ in }
  ) throws -> ErasureReport {
    let file: OpenFile
    let report: ErasureReport
    do {
      let store = try SiteStore(path, isWritable: true, timeoutMilliseconds: timeoutMilliseconds)
      file = try attributingSystemErrors(to: path, problem: "cannot be read") {
        try OpenFile(reading: path)
      }
      report = try ErasureRun(store, erasure: erasure, progress: progress)
        .run(checking: file.descriptor, willErase: willErase)
    }
    // The store is closed before the file, because closing a file releases all locks that the
    // process has on it.
    _ = consume file
    return report
  }

  private init(
    _ store: SiteStore, erasure: Erasure, progress: @escaping (ErasureStage, Int) -> Void
  ) {
    self.store = store
    self.erasure = erasure
    self.progress = progress
    patterns = erasure.searchPatterns
  }

  private func run(
    checking file: Int32, willErase: (ErasureReport) throws -> Void
  ) throws -> ErasureReport {
    try database.transaction(beginningWith: "pragma temp_store = memory; begin immediate") {
      try database.run("create temp table erased(version integer primary key, output integer)")
      try findStoriesByKey()
      try findStoriesOfPeople()
      try searchMetadata()
      try searchOutputs()
      try fillReport()
      try checkLimit()
      try willErase(report)
      if !erasure.isDryRun { try erase() }
      try findHiddenNames()
      try database.run("drop table temp.erased")
      try database.run(
        erasure.isDryRun
          ? "rollback"
          : "\(UnfinishedErasure.insertStatement); \(StoreSchema.renewRevision); commit")
    }
    report.hiddenTexts = patterns.map(\.originalText).filter(hiddenTexts.contains)
    if erasure.isDryRun { return report }
    report.isFinished = try moveLogToFile()
    if report.isFinished { report.remainingTexts = try remainingTexts(in: file) }
    if report.remainingTexts?.isEmpty == false {
      // SQLite does not overwrite what it moves to another place in a page.
      try database.run("rollback; pragma temp_store = default")
      // If the disk has no room for this, the report lists what remains.
      try? database.run("\(UnfinishedErasure.insertStatement); vacuum")
      report.isFinished = try moveLogToFile()
      report.remainingTexts = report.isFinished ? try remainingTexts(in: file) : nil
    }
    return report
  }

  // MARK: Finding

  private func findStoriesByKey() throws {
    let find = try database.prepare(
      "insert or ignore into erased select id, output from version where key = ?1")
    for key in erasure.keys {
      try find.run(.text(key))
      if database.changedRowCount > 0 { matchedTexts.insert(key) }
    }
  }

  /// Finds the stories in which people appear.
  ///
  /// Ids must match exactly; names are compared as readers see them.
  private func findStoriesOfPeople() throws {
    let wanted = erasure.people.map { (name: $0, words: VisibleText.words(of: $0)) }
    if wanted.isEmpty { return }
    var found: [Int] = []
    let people = try database.prepare("select id, author, name from person")
    try people.forEach { row in
      let (author, name) = (row.text(1), row.text(2))
      let words = VisibleText.words(of: name)
      for person in wanted
      where person.name == author
        || (person.words.isEmpty ? person.name == name : person.words == words)
      {
        found.append(row.integer(0))
        matchedTexts.insert(person.name)
      }
    }
    report.personCount = found.count
    let find = try database.prepare(
      """
      insert or ignore into erased
      select version.id, output from appears join version on version.id = appears.version where person = ?1
      """)
    for person in found {
      try find.run(.integer(person))
    }
  }

  /// Searches the keys, titles and addresses of stories.
  private func searchMetadata() throws {
    if patterns.isEmpty { return }
    let add = try database.prepare("insert or ignore into erased values(?1, ?2)")
    let metadata = try database.prepare("select id, output, key, title, url from version")
    try metadata.forEach { row in
      let texts = [row.text(2), row.text(3), row.text(4)]
      for pattern in patterns where texts.contains(where: pattern.occurs(inMetadata:)) {
        matchedTexts.insert(pattern.originalText)
        try add.run(.integer(row.integer(0)), .integer(row.integer(1)))
      }
    }
  }

  /// Searches all outputs, in the order in which the file stores them.
  private func searchOutputs() throws {
    if patterns.isEmpty { return }
    try database.run("create temp table found_output(id integer primary key)")
    let add = try database.prepare("insert into found_output values(?1)")
    let outputs = try database.prepare(
      "select output, type from version join recipe on recipe.id = version.recipe order by version.id"
    )
    var erased = IDSet()
    try database.prepare("select output from erased").forEach { _ = erased.insert($0.integer(0)) }
    var searched = IDSet()
    try outputs.forEach { row in
      // Versions can share an output.
      guard searched.insert(row.integer(0)) else { return }
      let output = try store.wholeOutput(row.integer(0)) ?? []
      if hasPattern(in: output, ofType: row.text(1)) {
        try add.run(.integer(row.integer(0)))
      } else if !erased.contains(row.integer(0)) {
        for document in VisibleText.documents(of: output, type: row.text(1)) {
          noteHiddenTexts(in: document)
        }
      }
      progress(.searching, searched.count)
    }
    try database.run(
      """
      insert or ignore into erased
      select id, output from version where output in (select id from found_output);
      drop table found_output;
      """)
  }

  /// Returns whether an output contains a pattern, and notes all patterns that it contains.
  private func hasPattern(in output: [UInt8], ofType type: String) -> Bool {
    let documents = VisibleText.documents(of: output, type: type)
    let texts = VisibleText.searchableTexts(of: output, type: type)
    let found = patterns.filter {
      $0.occurs(inAny: $0.kind == .identifier ? documents : texts)
    }
    matchedTexts.formUnion(found.map(\.originalText))
    return !found.isEmpty
  }

  /// Notes the patterns that occur in stored bytes although readers do not see them there.
  private func noteHiddenTexts(in bytes: [UInt8]) {
    for pattern in patterns
    where !hiddenTexts.contains(pattern.originalText) && pattern.occurs(inRawBytes: bytes) {
      hiddenTexts.insert(pattern.originalText)
    }
  }

  /// Notes the patterns in the ids and names of people who appear in stories that stay.
  private func findHiddenNames() throws {
    let people = try database.prepare(
      """
      select author || ' ' || name from person where exists
        (select 1 from appears where person = person.id and version not in (select version from erased))
      """)
    try people.forEach { noteHiddenTexts(in: $0.bytes(0)) }
  }

  private func fillReport() throws {
    // An output can also belong to other versions, which keep it.
    try database.run(
      """
      create temp table erased_output as select distinct output as id from erased where output not in
        (select output from version where id not in (select version from erased))
      """)
    let keys = try database.prepare(
      "select distinct key from version where id in (select version from erased) order by key")
    report.keys = try keys.map { $0.bytes(0) }
    report.currentStoryCount =
      try database.number(
        "select count(*) from version where ended is null and id in (select version from erased)")
      ?? 0
    let outputs = try database.prepare(
      """
      select count(*), coalesce(sum(bytes), 0) from
        (select distinct output, bytes from version where output in (select id from erased_output))
      """
    )
    try outputs.forEach { row in
      report.outputCount = row.integer(0)
      report.byteCount = row.integer(1)
    }
    let wanted = erasure.keys + erasure.people + erasure.patterns.map(\.originalText)
    report.unmatchedTexts = wanted.filter { !matchedTexts.contains($0) }
    try database.prepare("select name from sqlite_master where type = 'table' order by name")
      .forEach { row in
        let name = row.text(0)
        if !StoreSchema.tableNames.contains(name), !name.hasPrefix("sqlite_") {
          report.foreignTables.append(name)
        }
      }
  }

  /// Checks that not too many stories of the current run would disappear; a dry run only reports if
  /// they would.
  private func checkLimit() throws {
    var rules = PublishingRules()
    rules.removalLimit = erasure.removalLimit
    let all = try store.run().storyCount
    guard rules.holdsBack(removed: report.currentStoryCount, of: all) else { return }
    if erasure.isDryRun {
      report.exceedsLimit = true
      return
    }
    throw Failure(
      .heldBack,
      message:
        "\(report.currentStoryCount) of \(all) stories of the current run would disappear, more than "
        + "--max-removed allows; nothing was changed", at: store.path,
      advice: "if that is intended, add --max-removed \(report.currentStoryCount)")
  }

  // MARK: Erasing

  private func erase() throws {
    progress(.erasing, 0)
    try keepTimesOfErasedVersions()
    try database.run("create temp table erased_person(id integer primary key)")
    let people = try database.prepare(
      "select id, people from version where id in (select version from erased)")
    let deletePair = try database.prepare("delete from appears where person = ?1 and version = ?2")
    let insertPerson = try database.prepare("insert or ignore into erased_person values(?1)")
    try people.forEach { row in
      for person in IDList.ids(in: row.bytes(1)) {
        try deletePair.run(.integer(person), .integer(row.integer(0)))
        try insertPerson.run(.integer(person))
      }
    }
    try database.run(
      """
      delete from person where id in (select id from erased_person)
        and not exists (select 1 from appears where person = person.id);
      delete from piece where output in (select id from erased_output);
      delete from version where id in (select version from erased);
      delete from output where id in (select id from erased_output);
      update run set
        stories = (select count(*) from version
          where added <= run.number and (ended is null or ended > run.number)),
        bytes = (select coalesce(sum(bytes), 0) from version
          where added <= run.number and (ended is null or ended > run.number));
      drop table erased_person; drop table erased_output;
      """)
  }

  /// Keeps the latest comment times of erased versions, unless the request names the story's key.
  ///
  /// Readers know the comments of these versions, so a later run must not mark them as new.
  private func keepTimesOfErasedVersions() throws {
    try database.run(
      """
      insert into erased_time select key, added, (select max(number) from run), latest
        from version where latest is not null and id in (select version from erased);
      """)
    var named: [[UInt8]] = []
    try database.prepare("select distinct key from erased_time").forEach { row in
      let key = row.text(0)
      if erasure.keys.contains(key) || patterns.contains(where: { $0.occurs(inMetadata: key) }) {
        named.append(row.bytes(0))
      }
    }
    let delete = try database.prepare("delete from erased_time where key = ?1")
    for key in named {
      try delete.run(.text(key))
    }
  }

  // MARK: Checking

  /// Moves the pages in the log to the file, and begins a transaction that keeps the file as it is.
  ///
  /// Returns false if other connections prevent this.
  private func moveLogToFile() throws -> Bool {
    for _ in 0..<3 {
      guard try UnfinishedErasure.finish(in: database) else { return false }
      // The first query of a transaction fixes the state that the transaction reads. If the log is
      // empty, this is the state of the file, and no other connection may change the file.
      try database.run("begin; select number from run limit 1")
      if (try? FileMetadata(of: "\(store.path)-wal"))?.size ?? 0 == 0 { return true }
      try database.run("rollback")
    }
    return false
  }

  /// Searches the unused parts of the file, and returns the patterns that they contain.
  ///
  /// A pattern may be unchanged, or escaped for markup or JSON. The used parts are not searched
  /// here, since the bytes of a hash, for example, can contain a short name by chance.
  private func remainingTexts(in file: Int32) throws -> [String] {
    let rootPages = try database.prepare(
      "select rootpage from sqlite_master where rootpage > 0")
    let roots = try [1] + rootPages.map { $0.integer(0) }
    var remaining: Set<String> = []
    var pages = 0
    var space = try UnusedSpace(of: file, at: store.path)
    try space.search(roots: roots) { bytes in
      pages += 1
      if pages % 64 == 0 { progress(.checking, pages) }
      if bytes.allSatisfy({ $0 == 0 }) { return }
      // In a text for a terminal, a long word can be broken at the end of a line.
      for text in [bytes, VisibleText.joiningLines(of: bytes)] {
        for pattern in patterns where pattern.occurs(inUnknownBytes: text) {
          remaining.insert(pattern.originalText)
        }
      }
    }
    return patterns.map(\.originalText).filter(remaining.contains)
  }
}
