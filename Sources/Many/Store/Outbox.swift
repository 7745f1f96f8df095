import Bytes
import Hashing
import OperatingSystem

/// A folder with the next files for a remote target, such as
/// a bucket, and a record of what that target has.
///
/// The files of an upload batch have the same media type and encoding, so that one upload with the
/// same headers transfers them all. Batches follow the order of an export: stories, lists,
/// removals. A batch stays the same until it is recorded as delivered. All lists of a run are made
/// together; those of different media types wait in separate batches.
package final class Outbox {
  private let source: ExportSource
  private let record: ExportRecord

  /// The media types of the batches that are made together; the index of a type is the number of
  /// its batch.
  private var mediaTypes: [String] = []

  private var folder: String { record.target }
  private var files: String { "\(folder)/\(Self.filesFolder)" }
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
    package var type = ""
    package var files: [ExportedFile] = []
  }

  package init(
    _ folder: String, of run: StoredRun, in store: SiteStore, _ settings: ExportSettings
  ) throws(StoreError) {
    source = ExportSource(store: store, run: run, settings: settings)
    record = try ExportRecord(of: folder, settings)
    try record.database.run(
      """
      create table if not exists waiting(
        name text primary key, key text, encoding text not null, source blob, hash blob,
        bytes integer not null, modified integer not null, change text not null,
        batch integer not null, stage text not null, type text not null) strict, without rowid;
      create table if not exists list(name text primary key) strict, without rowid;
      """)
  }

  // MARK: Batches

  /// Returns the waiting batch, or makes the next one; `nil` if the target is up to date.
  ///
  /// - Parameter limit: The maximum number of files in a batch of stories or removals.
  package func nextBatch(
    limit: Int, countsName: String? = nil, makeLists: ListMaker
  ) throws(StoreError) -> Batch? {
    if let batch = try waitingBatch() { return batch }
    if try firstBatch() != nil {
      // Files of the waiting batch are missing or damaged, so all batches have to be made again.
      try record.database.run("delete from setting where name = 'lists'; delete from waiting")
    }
    try empty(files)
    try empty(workFolder)
    for encoding in source.settings.encodings.list {
      if let batch = try storiesBatch(encoding, limit) { return batch }
    }
    let run = String(source.run.number)
    var hasMadeLists = false
    while !hasMadeLists {
      if try record.setting("lists") != run {
        try stageLists(countsName: countsName, makeLists)
        try record.set("lists", to: run)
        if let batch = try waitingBatch() { return batch }
        hasMadeLists = true
      }
      if let batch = try removalsBatch(limit) { return batch }
      // The lists of an earlier call may have had other options, or be those of another store.
      try record.database.run("delete from setting where name = 'lists'")
    }
    return nil
  }

  /// Records that the target has the waiting batch, empties the outbox, and returns the number of
  /// files in the batch; returns 0 if no complete batch is waiting.
  package func markDelivered() throws(StoreError) -> Int {
    guard let number = try firstBatch(), let batch = try waitingBatch() else { return 0 }
    try record.database.transaction { () throws(StoreError) in
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
    try empty(files)
    return batch.files.count
  }

  private func empty(_ folder: String) throws(StoreError) {
    try attributing(to: folder, "cannot be emptied") { () throws(SystemError) in
      try Folders.removeTree(folder)
      try Folders.make(folder)
    }
  }

  /// Returns the number of the first undelivered batch; `nil` if there is none.
  private func firstBatch() throws(StoreError) -> Int? {
    try record.database.number("select min(batch) from waiting")
  }

  /// Puts the files of the first undelivered batch into the outbox, and returns the batch; `nil` if
  /// there is none, or if one of its files is missing or has another size.
  private func waitingBatch() throws(StoreError) -> Batch? {
    guard let number = try firstBatch() else { return nil }
    try moveFilesToOutbox(of: number)
    var batch = Batch(stage: .stories)
    let statement = try record.database.prepare(
      "select \(ExportRecord.File.columns), change, stage, type from waiting where batch = ?1 order by name"
    )
    try statement.bind(number, to: 1)
    var isComplete = true
    try statement.forEach { row in
      let file = ExportRecord.File(row)
      batch.encoding = file.encoding
      batch.stage = Batch.Stage(rawValue: row.text(8)) ?? .stories
      batch.type = row.text(9)
      batch.files.append(
        ExportedFile(
          change: StoryChange(rawValue: row.text(7)) ?? .changed, name: file.name,
          encoding: file.encoding, type: batch.type, hash: file.hash, bytes: file.bytes))
      let metadata = try? FileMetadata(ofLink: "\(files)/\(file.name)")
      if batch.stage != .removals, metadata?.size != file.bytes { isComplete = false }
    }
    return isComplete ? batch : nil
  }

  /// Moves the files of a batch from its staging folder into the outbox, unless they have been
  /// moved already.
  private func moveFilesToOutbox(of batch: Int) throws(StoreError) {
    let (stagingFolder, files) = (stagingFolder(of: batch), files)
    guard (try? FileMetadata(of: stagingFolder)) != nil else { return }
    try attributing(to: files, "cannot be written") { () throws(SystemError) in
      try Folders.removeTree(files)
      try Folders.rename(stagingFolder, to: files)
    }
  }

  /// Records staged files as waiting batches, one for each media type, and returns the first batch;
  /// `nil` if no files are staged.
  private func recordBatches(of staged: [StagedFile], stage: Batch.Stage) throws(StoreError)
    -> Batch?
  {
    if staged.isEmpty { return nil }
    let folder = folder
    try attributing(to: folder, "cannot be synchronised") { () throws(SystemError) in
      try Folders.synchronizeAll(onDiskOf: folder)
    }
    try record.database.transaction { () throws(StoreError) in
      let add = try record.database.prepare(
        "insert into waiting values(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)")
      for file in staged {
        try file.file.bind(to: add)
        try add.bind(text: file.change.rawValue, to: 8)
        try add.bind(batch(ofType: file.type), to: 9)
        try add.bind(text: stage.rawValue, to: 10)
        try add.bind(text: file.type, to: 11)
        try add.run()
      }
    }
    return try waitingBatch()
  }

  /// Returns the number of the batch for a media type, among the batches that are made together.
  private func batch(ofType type: String) -> Int {
    if let index = mediaTypes.firstIndex(of: type) { return index }
    mediaTypes.append(type)
    return mediaTypes.count - 1
  }

  private func stagingFolder(of batch: Int) -> String { "\(workFolder)/\(batch)" }

  // MARK: The three stages

  /// Makes a batch of at most `limit` story files in one encoding that the target lacks; `nil` if
  /// it lacks none.
  ///
  /// The search begins after the last story of the previous batch and wraps around to the first,
  /// because the run, the store or the encodings may have changed in the meantime.
  private func storiesBatch(_ encoding: FileEncoding, _ limit: Int) throws(StoreError) -> Batch? {
    let position = "after \(encoding.rawValue)"
    let start = Array((try record.setting(position) ?? "").utf8)
    var staged: [StagedFile] = []
    try stage(encoding, after: start, upTo: nil, limit, into: &staged)
    try stage(encoding, after: [], upTo: start, limit, into: &staged)
    guard let last = staged.last?.file.key,
      let batch = try recordBatches(of: staged, stage: .stories)
    else {
      return nil
    }
    try record.set(position, to: String(decoding: last, as: UTF8.self))
    return batch
  }

  /// Stages files of stories that the target lacks, until there are `limit` files.
  ///
  /// The keys of the stories are greater than `first`, and at most `end` unless that is `nil`.
  private func stage(
    _ encoding: FileEncoding, after first: [UInt8], upTo end: [UInt8]?, _ limit: Int,
    into staged: inout [StagedFile]
  ) throws(StoreError) {
    var after = first
    while staged.count < limit {
      let stories = try source.store.stories(in: source.run, after: after, atMost: 1000)
      guard let last = stories.last else { return }
      after = last.key
      for story in stories where staged.count < limit {
        if let end, end.lexicographicallyPrecedes(story.key) { return }
        if let file = try stage(story, encoding) { staged.append(file) }
      }
    }
  }

  /// Stages the file of a story; returns `nil` if the target has it.
  private func stage(_ story: StoredStory, _ encoding: FileEncoding) throws(StoreError)
    -> StagedFile?
  {
    let name = encoding.name(of: try source.name(of: story))
    let hash = source.hash(of: story)
    let recordedFile = try record.file(named: name)
    // A story that is no longer in the run may have had a file with this name.
    if recordedFile?.source == hash, recordedFile?.key == story.key { return nil }
    let content = try source.settings.encodings.encode(try source.content(of: story), as: encoding)
    return try stage(
      content, name: name, key: story.key, encoding, source: hash,
      change: recordedFile == nil ? .added : .changed, type: source.type)
  }

  private func stage(
    _ content: [UInt8], name: String, key: [UInt8]?, _ encoding: FileEncoding, source: ContentHash?,
    change: StoryChange, type: String
  ) throws(StoreError) -> StagedFile {
    let path = "\(stagingFolder(of: batch(ofType: type)))/\(name)"
    var writer = try newFile(at: path)
    try writer.write(content.span)
    let file = try writer.finish(name: name, key: key, encoding: encoding, source: source)
    return StagedFile(file: file, change: change, type: type)
  }

  private func newFile(at path: String) throws(StoreError) -> HashedFileWriter {
    let parent = folderOfFile(path)
    try attributing(to: parent, "cannot be created") { () throws(SystemError) in
      try Folders.make(parent)
    }
    return try HashedFileWriter(at: path)
  }

  /// Makes batches of the lists that the target lacks, and records the names of all lists of the run.
  private func stageLists(countsName: String?, _ makeLists: ListMaker) throws(StoreError) {
    var names: Set<String> = []
    var staged: [StagedFile] = []
    if let countsName {
      names.insert(countsName)
      let type = "application/json"
      let path = "\(stagingFolder(of: batch(ofType: type)))/\(countsName)"
      var writer = try newFile(at: path)
      try source.writeCounts(to: &writer)
      let file = try writer.finish(name: countsName, key: nil)
      let recordedList = try record.list(named: countsName)
      if recordedList?.source == file.source {
        try attributing(to: path, "cannot be removed") { () throws(SystemError) in
          try Folders.removeFile(path)
        }
      } else {
        staged.append(
          StagedFile(file: file, change: recordedList == nil ? .added : .changed, type: type))
      }
    }
    try makeLists(source.store, source.run) { (list) throws(StoreError) in
      names.insert(list.name)
      let recordedList = try record.list(named: list.name)
      if recordedList?.source == ContentHash(of: list.content) { return }
      staged.append(
        try self.stage(
          list.content, name: list.name, key: nil, .identity, source: nil,
          change: recordedList == nil ? .added : .changed, type: list.type))
    }
    try record.database.transaction { () throws(StoreError) in
      try record.database.run("delete from list")
      let add = try record.database.prepare("insert into list values(?1)")
      for name in names.sorted() {
        try add.bind(text: name, to: 1)
        try add.run()
      }
    }
    _ = try recordBatches(of: staged, stage: .lists)
  }

  /// Makes a batch of at most `limit` files that the target has but the run does not; `nil` if
  /// there are none.
  private func removalsBatch(_ limit: Int) throws(StoreError) -> Batch? {
    var lists: Set<String> = []
    let names = try record.database.prepare("select name from list")
    try names.forEach { lists.insert($0.text(0)) }
    var staged: [StagedFile] = []
    var after = ""
    while staged.count < limit {
      let files = try record.files(after: after)
      guard let last = files.last else { break }
      after = last.name
      for file in files where staged.count < limit {
        guard try source.isStale(file, lists: lists) else { continue }
        staged.append(StagedFile(file: file, change: .removed, type: ""))
      }
    }
    return try recordBatches(of: staged, stage: .removals)
  }
}
