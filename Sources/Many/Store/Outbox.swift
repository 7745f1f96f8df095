import Bytes
import Hashing
import OperatingSystem

/// A folder with the next files that a target elsewhere lacks, such as a bucket, and the record of what that target has.
///
/// The files of a batch are of one kind, so that one upload with the same headers takes them all. They leave the outbox in
/// the order of an export: stories, lists, removals. A batch is the same until it is noted as delivered.
package final class Outbox {
  private let source: ExportSource
  private let record: ExportRecord

  private var folder: String { record.target }
  package static let filesFolder = "files"

  /// The files that wait in an outbox.
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
        bytes integer not null, modified integer not null, change text not null) strict, without rowid
      """)
  }

  // MARK: Batches

  /// Returns the batch that waits, or makes the next one; `nil` if the target has everything.
  ///
  /// - Parameter limit: The most files of the batch.
  package func nextBatch(
    limit: Int, countsName: String? = nil, makeLists: ListMaker
  ) throws(StoreError) -> Batch? {
    if let batch = try waitingBatch() { return batch }
    if try record.database.number("select count(*) from waiting") != 0 {
      // Files of the last batch are gone, so its stories have to be looked at again.
      try record.database.run("delete from setting where name glob 'after *'")
    }
    try clear()
    let files = "\(folder)/\(Self.filesFolder)"
    try attributing(to: files, "cannot be created") { () throws(SystemError) in
      try Folders.make(files)
    }
    for encoding in source.settings.encodings.list {
      if let batch = try storiesBatch(encoding, limit) { return batch }
    }
    let lists = try listsBatch(countsName: countsName, makeLists)
    if let batch = lists.batch { return batch }
    return try removalsBatch(limit, lists: lists.names)
  }

  /// Notes that the target has the batch, and empties the outbox; returns the number of files.
  package func noteDelivered() throws(StoreError) -> Int {
    guard let batch = try waitingBatch() else { return 0 }
    try record.database.transaction { () throws(StoreError) in
      switch batch.stage {
      case .stories, .lists:
        try record.database.run(
          """
          insert or replace into file
          select name, key, encoding, source, hash, bytes, modified from waiting
          """)
      case .removals:
        try record.database.run("delete from file where name in (select name from waiting)")
      }
      try record.database.run("delete from waiting")
    }
    try clear()
    return batch.files.count
  }

  private func clear() throws(StoreError) {
    let folder = "\(folder)/\(Self.filesFolder)"
    try attributing(to: folder, "cannot be removed") { () throws(SystemError) in
      try Folders.removeTree(folder)
    }
    try record.database.run("delete from waiting")
  }

  /// Returns the batch that was made and not delivered; `nil` if there is none or a file of it is gone.
  private func waitingBatch() throws(StoreError) -> Batch? {
    guard let stage = try record.setting("stage").flatMap({ Batch.Stage(rawValue: $0) }) else {
      return nil
    }
    var batch = Batch(stage: stage)
    batch.type = try record.setting("type") ?? ""
    let statement = try record.database.prepare(
      "select \(ExportRecord.File.columns), change from waiting order by name")
    var isWhole = true
    try statement.forEach { row in
      let file = ExportRecord.File(row)
      batch.encoding = file.encoding
      batch.files.append(
        ExportedFile(
          change: StoryChange(rawValue: row.text(7)) ?? .changed, name: file.name,
          encoding: file.encoding, type: batch.type, hash: file.hash, bytes: file.bytes))
      let facts = try? FileFacts(ofLink: "\(folder)/\(Self.filesFolder)/\(file.name)")
      if stage != .removals, facts?.size != file.bytes { isWhole = false }
    }
    return batch.files.isEmpty || !isWhole ? nil : batch
  }

  /// Records a batch whose files are in the outbox.
  private func keep(_ files: [StagedFile], stage: Batch.Stage) throws(StoreError) -> Batch? {
    guard let first = files.first else { return nil }
    let folder = folder
    try attributing(to: folder, "cannot be synchronised") { () throws(SystemError) in
      try Folders.synchronizeAll(onDiskOf: folder)
    }
    try record.database.transaction { () throws(StoreError) in
      try record.set("stage", to: stage.rawValue)
      try record.set("type", to: first.type)
      let add = try record.database.prepare(
        "insert into waiting values(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
      for file in files {
        try file.file.bind(to: add)
        try add.bind(text: file.change.rawValue, to: 8)
        try add.run()
      }
    }
    return try waitingBatch()
  }

  // MARK: The three stages

  /// Makes a batch of the stories that the target lacks in an encoding.
  private func storiesBatch(_ encoding: FileEncoding, _ limit: Int) throws(StoreError) -> Batch? {
    // The stories before this one were looked at when the batch before was made.
    let position = "\(source.run.number) \(encoding.rawValue)"
    var after = Array((try record.setting("after \(position)") ?? "").utf8)
    var staged: [StagedFile] = []
    while staged.count < limit {
      let stories = try source.store.stories(in: source.run, after: after, atMost: 1000)
      guard let last = stories.last else { break }
      for story in stories where staged.count < limit {
        after = story.key
        if let file = try stage(story, encoding) { staged.append(file) }
      }
      if staged.count < limit { after = last.key }
    }
    guard let batch = try keep(staged, stage: .stories) else { return nil }
    try record.set("after \(position)", to: String(decoding: after, as: UTF8.self))
    return batch
  }

  /// Writes the file of a story unless the target has it.
  private func stage(_ story: StoredStory, _ encoding: FileEncoding) throws(StoreError)
    -> StagedFile?
  {
    let name = encoding.name(of: try source.name(of: story))
    let hash = source.hash(of: story)
    let known = try record.file(named: name)
    if known?.source == hash { return nil }
    let content = try source.settings.encodings.encode(try source.content(of: story), as: encoding)
    return try stage(
      content, name: name, key: story.key, encoding, source: hash,
      change: known == nil ? .added : .changed, type: source.type)
  }

  private func stage(
    _ content: [UInt8], name: String, key: [UInt8]?, _ encoding: FileEncoding, source: ContentHash?,
    change: StoryChange, type: String
  ) throws(StoreError) -> StagedFile {
    let path = "\(folder)/\(Self.filesFolder)/\(name)"
    let parent = folderOfFile(path)
    try attributing(to: parent, "cannot be created") { () throws(SystemError) in
      try Folders.make(parent)
    }
    var writer = try HashedFileWriter(at: path)
    try writer.write(content.span)
    let file = try writer.finish(name: name, key: key, encoding: encoding, source: source)
    return StagedFile(file: file, path: path, change: change, type: type)
  }

  /// Makes a batch of the lists that the target lacks, of one media type; and returns the names of all lists.
  private func listsBatch(
    countsName: String?, _ makeLists: ListMaker
  ) throws(StoreError) -> (batch: Batch?, names: Set<String>) {
    var names: Set<String> = []
    var staged: [StagedFile] = []
    if let countsName {
      names.insert(countsName)
      let path = "\(folder)/\(Self.filesFolder)/\(countsName)"
      var writer = try HashedFileWriter(at: path)
      try source.writeCounts(to: &writer)
      let file = try writer.finish(name: countsName, key: nil)
      let known = try record.file(named: countsName)
      if known?.source == file.source {
        try attributing(to: path, "cannot be removed") { () throws(SystemError) in
          try Folders.removeFile(path)
        }
      } else {
        staged.append(
          StagedFile(
            file: file, path: path, change: known == nil ? .added : .changed,
            type: "application/json"))
      }
    }
    try makeLists(source.store, source.run) { (list) throws(StoreError) in
      names.insert(list.name)
      let known = try record.file(named: list.name)
      if known?.source == ContentHash(of: list.content) { return }
      if let first = staged.first, first.type != list.type { return }
      staged.append(
        try self.stage(
          list.content, name: list.name, key: nil, .identity, source: nil,
          change: known == nil ? .added : .changed, type: list.type))
    }
    return (try keep(staged, stage: .lists), names)
  }

  /// Makes a batch of the files that the target has and the run has not.
  private func removalsBatch(_ limit: Int, lists: Set<String>) throws(StoreError) -> Batch? {
    var staged: [StagedFile] = []
    var after = ""
    while staged.count < limit {
      let files = try record.files(after: after)
      guard let last = files.last else { break }
      after = last.name
      for file in files where staged.count < limit {
        guard try source.isStale(file, lists: lists) else { continue }
        staged.append(StagedFile(file: file, path: "", change: .removed, type: ""))
      }
    }
    return try keep(staged, stage: .removals)
  }
}
