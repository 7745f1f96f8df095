import AtollBytes
import AtollHashing
import AtollOperatingSystem

/// A folder with the next files for a remote target, such as a bucket, and a record of what that
/// target has.
///
/// The files of an upload batch have the same media type and encoding, so that one upload with the
/// same headers transfers them all. Batches follow the order of an export: stories, lists,
/// removals. A batch stays the same until it is recorded as delivered, unless stories of its run
/// are erased. All lists of a run are made together; those of different media types wait in
/// separate batches.
package final class Outbox {
  private let source: ExportSource
  private let record: ExportRecord

  /// The media types of the batches that are made together; the index of a type is the number of
  /// its batch.
  private var mediaTypes: [String] = []

  private var folder: String { record.target }
  private var filesPath: String { "\(folder)/\(Self.filesFolder)" }
  /// The folder for the files of waiting batches, with a subfolder for each batch.
  private var workFolder: String { "\(record.folder)/new" }
  package static let filesFolder = "files"

  /// The files of one upload, or files to remove from the target.
  package struct Batch: Hashable, Sendable {
    package enum Stage: String, CaseIterable, Sendable {
      case stories, lists, removals
    }

    package var stage: Stage
    package var encoding = FileEncoding.identity
    /// The media type; empty for files to remove.
    package var mediaType = ""
    package var files: [ExportedFile] = []
  }

  package init(
    _ folder: String, of run: StoredRun, in store: SiteStore, settings: ExportSettings
  ) throws {
    try Self.checkIsFree(folder)
    source = ExportSource(store: store, run: run, settings: settings)
    record = try ExportRecord(of: folder, settings, for: .outbox)
    try record.database.run(
      """
      create table if not exists waiting(
        name text primary key, key text, encoding text not null, source blob, hash blob,
        bytes integer not null, modified integer not null, change text not null,
        batch integer not null, stage text not null, type text not null) strict, without rowid;
      create table if not exists list(name text primary key) strict, without rowid;
      create table if not exists search(
        state blob not null, step integer not null, after text not null) strict;
      """)
  }

  /// Throws an error if a folder has files but no record: batches could replace or remove the
  /// files.
  private static func checkIsFree(_ folder: String) throws {
    let names = try attributingSystemErrors(to: folder, problem: "cannot be read") {
      try ifExists(Folders.names(in: folder, includingHidden: true)) ?? []
    }
    // recipes/upload makes the lock before the first batch.
    let others = names.filter { !$0.hasPrefix(".") && $0 != "lock" }
    guard let first = others.first, !names.contains(ExportRecord.folderName) else { return }
    throw Failure(
      .cannotCreate, message: "the folder holds '\(first)', and no record of an outbox",
      at: folder, advice: "name a folder for the outbox alone")
  }

  // MARK: Batches

  /// Returns the waiting batch, or makes the next one; `nil` if the target is up to date.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of files in a batch of stories or removals.
  ///   - listNames: The names of the lists; no story's file may have them.
  ///   - listOptions: The options of the lists as text; if it changes, the lists are made again.
  package func nextBatch(
    limit: Int, listNames: [String], listOptions: String = "", makeLists: ListMaker
  ) throws -> Batch? {
    try source.checkNames(ofLists: listNames, in: folder)
    if try runOfWaitingBatchesIsComplete(), let batch = try waitingBatch() { return batch }
    // The batch may contain erased content, or its files are missing or damaged.
    try discardWaitingBatches()
    try removeContents(of: filesPath)
    try removeContents(of: workFolder)
    let state = try stateHash(listOptions: "\(listNames) \(listOptions)")
    var position = try position(in: state)
    let steps = source.settings.encodings.list.map { Step.stories($0) } + [.lists, .removals]
    while steps.indices.contains(position.step) {
      let stage: Batch.Stage
      let staged: [StagedFile]
      do {
        switch steps[position.step] {
        case .stories(let encoding):
          (stage, staged) = (.stories, try stageStories(encoding, from: &position, limit: limit))
        case .lists:
          (stage, staged) = (.lists, try stageLists(makeLists))
          position = Position(step: position.step + 1)
        case .removals:
          (stage, staged) = (.removals, try findRemovals(from: &position, limit: limit))
        }
      } catch {
        // A batch that failed must not leave its files on a disk that may be full.
        try? Folders.removeTree(workFolder)
        throw error
      }
      if let batch = try saveWaitingBatches(staged, as: stage, position: position, in: state) {
        return batch
      }
    }
    return nil
  }

  /// Records that the target has the waiting batch, and empties the outbox.
  ///
  /// Returns the number of files in the batch; 0 if no complete batch is waiting, or if `nextBatch`
  /// has not returned it yet.
  package func markDelivered() throws -> Int {
    guard let number = try firstBatchNumber(), !isStaged(number), let batch = try waitingBatch()
    else {
      return 0
    }
    try record.database.transaction {
      switch batch.stage {
      case .stories, .lists:
        try record.database.run(
          """
          insert or replace into file
          select name, key, encoding, source, hash, bytes, modified from waiting where batch = \(number)
          """)
      case .removals:
        try record.database.run(
          "delete from file where name in (select name from waiting where batch = \(number))")
      }
      try record.database.run("delete from waiting where batch = \(number)")
    }
    try removeContents(of: filesPath)
    return batch.files.count
  }

  /// Removes the waiting batches from the record.
  ///
  /// From then on, the record says that the target may have any version of their files.
  private func discardWaitingBatches() throws {
    try record.database.transaction {
      if try firstBatchNumber() == nil { return }
      try record.database.run(
        """
        insert or replace into file
        select name, key, encoding, null, hash, bytes, modified from waiting;
        delete from waiting; delete from search;
        """)
    }
  }

  /// Returns whether the store still has all stories of the run of the waiting batches.
  private func runOfWaitingBatchesIsComplete() throws -> Bool {
    let recorded = try record.setting(Self.waitingRunSetting)
    return try source.store.runs().contains { Self.summary(of: $0) == recorded }
  }

  /// The name of the setting with the summary of the run from which the waiting batches were made.
  private static let waitingRunSetting = "run of waiting batches"

  /// Returns a text that changes when stories of the run are erased.
  private static func summary(of run: StoredRun) -> String {
    "\(run.number): \(run.storyCount) stories, \(run.byteCount) bytes"
  }

  private func removeContents(of folder: String) throws {
    try attributingSystemErrors(to: folder, problem: "cannot be emptied") {
      try Folders.removeTree(folder)
      try Folders.create(folder)
    }
  }

  private func firstBatchNumber() throws -> Int? {
    try record.database.number("select min(batch) from waiting")
  }

  /// Puts the files of the first undelivered batch into the outbox, and returns the batch.
  ///
  /// Returns `nil` if there is none, or if one of its files is missing or has another size.
  private func waitingBatch() throws -> Batch? {
    guard let number = try firstBatchNumber() else { return nil }
    try moveFiles(ofBatch: number)
    var batch = Batch(stage: .stories)
    let statement = try record.database.prepare(
      "select \(ExportRecord.File.columns), change, stage, type from waiting where batch = ?1 order by name"
    )
    var isComplete = true
    try statement.forEach(.integer(number)) { row in
      let file = ExportRecord.File(row)
      batch.encoding = file.encoding
      batch.stage = Batch.Stage(rawValue: row.text(8)) ?? .stories
      batch.mediaType = row.text(9)
      batch.files.append(
        ExportedFile(
          change: StoryChange(rawValue: row.text(7)) ?? .changed, name: file.name,
          encoding: file.encoding, mediaType: batch.mediaType, hash: file.hash,
          byteCount: file.byteCount))
      let metadata = try? FileMetadata(ofLink: "\(filesPath)/\(file.name)")
      if batch.stage != .removals, metadata?.size != file.byteCount { isComplete = false }
    }
    return isComplete ? batch : nil
  }

  /// Moves a batch's files from its staging folder into the outbox, unless they are there already.
  private func moveFiles(ofBatch batch: Int) throws {
    let (stagingFolder, filesPath) = (stagingFolder(of: batch), filesPath)
    guard isStaged(batch) else { return }
    try attributingSystemErrors(to: filesPath, problem: "cannot be written") {
      try Folders.removeTree(filesPath)
      try Folders.rename(stagingFolder, to: filesPath)
    }
  }

  /// Records staged files as waiting batches, one for each media type, and returns the first batch.
  ///
  /// Also records the position from which the next search for missing files continues.
  private func saveWaitingBatches(
    _ staged: [StagedFile], as stage: Batch.Stage, position: Position, in state: ContentHash
  ) throws -> Batch? {
    if !staged.isEmpty { try record.synchronize() }
    try record.database.transaction {
      let add = try record.database.prepare(
        "insert into waiting values(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)")
      for file in staged {
        try add.run(
          file.fileRecord.values + [
            .text(file.change.rawValue), .integer(batchNumber(ofMediaType: file.mediaType)),
            .text(stage.rawValue),
            .text(file.mediaType),
          ])
      }
      try record.set(Self.waitingRunSetting, to: Self.summary(of: source.run))
      try save(position, in: state)
    }
    return staged.isEmpty ? nil : try waitingBatch()
  }

  /// Returns the number of the batch for a media type.
  ///
  /// Batches that are made together have one number for each type, from 0.
  private func batchNumber(ofMediaType mediaType: String) -> Int {
    if let index = mediaTypes.firstIndex(of: mediaType) { return index }
    mediaTypes.append(mediaType)
    return mediaTypes.count - 1
  }

  private func stagingFolder(of batch: Int) -> String { "\(workFolder)/\(batch)" }

  /// Returns whether the files of a batch are in its staging folder, and not in the outbox yet.
  private func isStaged(_ batch: Int) -> Bool {
    (try? FileMetadata(of: stagingFolder(of: batch))) != nil
  }

  // MARK: The search for missing files

  private enum Step {
    case stories(FileEncoding)
    case lists
    case removals
  }

  /// The position up to which the files of a target have been compared with a run.
  private struct Position {
    /// The index of the current step; after the last step, the number of steps.
    var step = 0
    /// The key of the last compared story or, for removals, the name of the last compared file.
    var after: [UInt8] = []
  }

  /// Returns a hash of everything that determines which files the target should have.
  ///
  /// If the hash changes, all files have to be compared again.
  private func stateHash(listOptions: String) throws -> ContentHash {
    let encodings = source.settings.encodings.list.map(\.rawValue).joined(separator: ",")
    let options = "\(source.run.number) \(encodings) \(listOptions)"
    return ContentHash(of: try source.store.revision() + Array(options.utf8))
  }

  private func position(in state: ContentHash) throws -> Position {
    let statement = try record.database.prepare("select step, after from search where state = ?1")
    return try statement.first(.hash(state)) { Position(step: $0.integer(0), after: $0.bytes(1)) }
      ?? Position()
  }

  private func save(_ position: Position, in state: ContentHash) throws {
    try record.database.run("delete from search")
    let statement = try record.database.prepare("insert into search values(?1, ?2, ?3)")
    try statement.run(.hash(state), .integer(position.step), .text(position.after))
  }

  // MARK: The three stages

  /// Stages the story files that the target lacks, in one encoding; at most `limit` of them.
  private func stageStories(
    _ encoding: FileEncoding, from position: inout Position, limit: Int
  ) throws -> [StagedFile] {
    var staged: [StagedFile] = []
    while true {
      let stories = try source.store.stories(in: source.run, after: position.after, atMost: 1000)
      if stories.isEmpty { break }
      for story in stories {
        if let file = try stage(story, as: encoding) { staged.append(file) }
        position.after = story.key
        if staged.count == limit { return staged }
      }
    }
    position = Position(step: position.step + 1)
    return staged
  }

  /// Stages the file of a story; returns `nil` if the target has it.
  private func stage(_ story: StoredStory, as encoding: FileEncoding) throws
    -> StagedFile?
  {
    let name = encoding.name(of: try source.name(of: story))
    let hash = source.hash(of: story)
    let recordedFile = try record.file(named: name)
    // A story that is no longer in the run may have had a file with this name.
    if recordedFile?.sourceHash == hash, recordedFile?.key == story.key { return nil }
    let file = ExportRecord.File(name: name, key: story.key, encoding: encoding, sourceHash: hash)
    let change = recordedFile == nil ? StoryChange.added : .changed
    return try stage(
      StagedFile(fileRecord: file, change: change, mediaType: source.mediaType),
      content: source.settings.encodings.encode(source.content(of: story), as: encoding))
  }

  private func stage(_ file: StagedFile, content: [UInt8]) throws -> StagedFile {
    let path =
      "\(stagingFolder(of: batchNumber(ofMediaType: file.mediaType)))/\(file.fileRecord.name)"
    let parent = folderOfFile(path)
    try attributingSystemErrors(to: parent, problem: "cannot be created") {
      try Folders.create(parent)
    }
    var file = file
    try file.write(content, to: path)
    return file
  }

  /// Writes the lists that the target lacks, and records the names of all lists of the run.
  private func stageLists(_ makeLists: ListMaker) throws -> [StagedFile] {
    var names: Set<String> = []
    var staged: [StagedFile] = []
    try makeLists(source.run, source.store) { list in
      names.insert(list.name)
      let recordedList = try source.recordedList(named: list.name, in: record)
      let hash = ContentHash(of: list.content)
      if recordedList?.sourceHash == hash { return }
      let file = ExportRecord.File(name: list.name, sourceHash: hash)
      let change = recordedList == nil ? StoryChange.added : .changed
      staged.append(
        try self.stage(
          StagedFile(fileRecord: file, change: change, mediaType: list.mediaType),
          content: list.content))
    }
    try record.database.transaction {
      try record.database.run("delete from list")
      let add = try record.database.prepare("insert into list values(?1)")
      for name in names.sorted() {
        try add.run(.text(name))
      }
    }
    return staged
  }

  /// Returns files that the target has but the run does not.
  private func findRemovals(
    from position: inout Position, limit: Int
  ) throws -> [StagedFile] {
    let lists = Set(try record.database.prepare("select name from list").map { $0.text(0) })
    var staged: [StagedFile] = []
    while true {
      let files = try record.files(after: String(decoding: position.after, as: UTF8.self))
      if files.isEmpty { break }
      for file in files {
        if try source.isStale(file, lists: lists) {
          staged.append(StagedFile(fileRecord: file, change: .removed, mediaType: ""))
        }
        position.after = Array(file.name.utf8)
        if staged.count == limit { return staged }
      }
    }
    position = Position(step: position.step + 1)
    return staged
  }
}
