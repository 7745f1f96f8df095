import AtollBytes
import AtollHashing
import AtollOperatingSystem

/// An export that makes a folder equal to a run of a store.
///
/// It writes the files of new and changed stories first, then the lists of stories, and removes
/// files last, so that no list ever links to a missing file. Files are written under temporary
/// names, synchronized, and renamed. The record says what they contain only once their final names
/// are on the disk, too.
package final class FolderExport {
  private let source: ExportSource
  private let record: ExportRecord
  private let report: (ExportedFile) -> Void
  private var counts = FileCounts()
  private var stagedFiles: [(file: StagedFile, path: String)] = []
  private var stagedBytes = 0
  /// The number in the name of the last temporary file; 0 if there is none yet.
  private var lastNumber = 0
  private var listNames: Set<String> = []
  /// The files of the store, which must not be replaced.
  private let storeFileIDs: Set<FileMetadata.FileID>

  private var target: String { record.target }
  /// The folder for files that do not have their final names yet.
  private var workFolder: String { "\(record.folder)/new" }

  /// The numbers of files and bytes after which staged files are published.
  private static let stagedFileLimit = 1000
  private static let stagedByteLimit = 64 << 20

  private init(
    _ source: ExportSource, record: ExportRecord, report: @escaping (ExportedFile) -> Void
  ) {
    self.source = source
    self.record = record
    self.report = report
    storeFileIDs = Set(
      ["", "-wal", "-shm"].compactMap { try? FileMetadata(of: source.store.path + $0).fileID })
  }

  /// Makes a folder equal to a run, and returns how many files were written, removed or kept.
  ///
  /// - Parameters:
  ///   - listNames: The names of the lists; no story's file may have them, which is checked before
  ///     anything is written.
  ///   - report: A function that is called with each file that was written or removed.
  package static func run(
    _ run: StoredRun, of store: SiteStore, to target: String, settings: ExportSettings,
    listNames: [String], makeLists: ListMaker, report: @escaping (ExportedFile) -> Void
  ) throws -> FileCounts {
    let source = ExportSource(store: store, run: run, settings: settings)
    let export = FolderExport(
      source, record: try ExportRecord(of: target, settings, for: .export), report: report)
    try source.checkNames(ofLists: listNames, in: target)
    try export.countForeignFiles()
    // A failed export must not leave its files on a disk that may be full.
    defer { try? export.clearWorkFolder(makesFolder: false) }
    try export.clearWorkFolder(makesFolder: true)
    try store.forEachStory(in: run) { try export.write($0) }
    try export.publish()
    try makeLists(run, store, export.write)
    try export.publish()
    try export.removeStaleFiles()
    if export.counts.foreign > 0 { try export.record.set(foreignFilesSetting, to: "0") }
    return export.counts
  }

  /// Counts what was in the folder before it had a record, unless an export has finished since.
  private func countForeignFiles() throws {
    if record.isNew {
      let names = try attributingSystemErrors(to: target, problem: "cannot be read") {
        try Folders.names(in: target)
      }
      try record.set(Self.foreignFilesSetting, to: "\(names.count)")
    }
    counts.foreign = try record.setting(Self.foreignFilesSetting).flatMap { Int($0) } ?? 0
  }

  /// The name of the setting with the number of files and folders that the first export found.
  private static let foreignFilesSetting = "foreign files"

  /// Removes the work folder with any files that a killed export left behind; creates it anew if
  /// `makesFolder` is true.
  private func clearWorkFolder(makesFolder: Bool) throws {
    try attributingSystemErrors(to: workFolder, problem: "cannot be removed") {
      try Folders.removeTree(workFolder)
      if makesFolder { try Folders.create(workFolder) }
    }
  }

  // MARK: Stories

  private func write(_ story: StoredStory) throws {
    let name = try source.name(of: story)
    let hash = source.hash(of: story)
    let encodings = source.settings.encodings
    var missing: [FileEncoding] = []
    var change = StoryChange.added
    for encoding in encodings.list {
      // A compressed sibling must never belong to another version than the plain file.
      if missing.first == .identity {
        missing.append(encoding)
        continue
      }
      let recordedFile = try record.file(named: encoding.name(of: name))
      if recordedFile != nil { change = .changed }
      // A story that is no longer in the run may have had a file with this name.
      let ownFile = recordedFile?.key == story.key ? recordedFile : nil
      if try !isInPlace(ownFile, sourceHash: hash) { missing.append(encoding) }
    }
    if missing.isEmpty {
      counts.unchanged += 1
      return
    }
    let content = try source.content(of: story)
    for encoding in missing {
      let file = ExportRecord.File(
        name: encoding.name(of: name), key: story.key, encoding: encoding, sourceHash: hash)
      try stage(
        StagedFile(fileRecord: file, change: change, mediaType: source.mediaType),
        content: encodings.encode(content, as: encoding))
    }
    counts.written += 1
    if stagedFiles.count >= Self.stagedFileLimit || stagedBytes >= Self.stagedByteLimit {
      try publish()
    }
  }

  /// Returns whether the folder has an unchanged file that was made from this content.
  private func isInPlace(
    _ file: ExportRecord.File?, sourceHash: ContentHash
  ) throws -> Bool {
    guard let file, file.sourceHash == sourceHash else { return false }
    let path = "\(target)/\(file.name)"
    guard let metadata = try? FileMetadata(ofLink: path), metadata.kind == .file,
      metadata.size == file.byteCount,
      metadata.modificationTime.nanosecondsSinceEpoch == file.modificationNanoseconds
    else { return false }
    if !source.settings.comparesContent { return true }
    return (try? WholeFile.bytes(of: path)).map { ContentHash(of: $0) } == file.hash
  }

  // MARK: Lists

  private func write(_ list: ExportList) throws {
    listNames.insert(list.name)
    let recordedList = try source.recordedList(named: list.name, in: record)
    let hash = ContentHash(of: list.content)
    if try isInPlace(recordedList, sourceHash: hash) {
      counts.unchanged += 1
      return
    }
    counts.written += 1
    let file = ExportRecord.File(name: list.name, sourceHash: hash)
    let change = recordedList == nil ? StoryChange.added : .changed
    try stage(
      StagedFile(fileRecord: file, change: change, mediaType: list.mediaType), content: list.content
    )
  }

  // MARK: Publishing

  /// Writes a file under a temporary name.
  private func stage(_ file: StagedFile, content: [UInt8]) throws {
    let final = "\(target)/\(file.fileRecord.name)"
    if let old = try? FileMetadata(ofLink: final), storeFileIDs.contains(old.fileID) {
      throw Failure(
        .usage, message: "this file is the store that is exported", at: final,
        advice: "export to another folder, or choose other names with --name")
    }
    lastNumber += 1
    let path = "\(workFolder)/\(lastNumber)"
    var file = file
    try file.write(content, to: path)
    stagedFiles.append((file, path))
    stagedBytes += file.fileRecord.byteCount
  }

  /// Renames the staged files to their final names, and records their contents once the names are
  /// on the disk.
  private func publish() throws {
    if stagedFiles.isEmpty { return }
    try record.synchronize()
    // Until the files are in place, the record does not say what they contain.
    try record.save(
      stagedFiles.map {
        var file = $0.file.fileRecord
        file.sourceHash = nil
        return file
      })
    for (file, stagedPath) in stagedFiles {
      if file.fileRecord.encoding == .identity { try removeSiblings(of: file.fileRecord) }
      let path = "\(target)/\(file.fileRecord.name)"
      try attributingSystemErrors(to: path, problem: "cannot be renamed into place") {
        try Folders.rename(stagedPath, creatingFolderOf: path)
      }
    }
    try record.synchronize()
    try record.save(stagedFiles.map(\.file.fileRecord))
    for (file, _) in stagedFiles { report(file.exportedFile) }
    stagedFiles.removeAll(keepingCapacity: true)
    stagedBytes = 0
  }

  /// Removes the compressed siblings of a plain file that is about to be replaced.
  private func removeSiblings(of file: ExportRecord.File) throws {
    for encoding in FileEncoding.allCases where encoding != .identity {
      let name = encoding.name(of: file.name)
      guard let sibling = try record.file(named: name) else { continue }
      let isStale = try source.isStale(sibling, lists: listNames)
      if isStale || sibling.key == file.key { try remove(name) }
    }
  }

  private func remove(_ name: String) throws {
    let path = "\(target)/\(name)"
    try attributingSystemErrors(to: path, problem: "cannot be removed") {
      try Folders.removeFile(path)
    }
  }

  /// Removes the empty folders above a removed file, but not the target.
  private func removeEmptyFolders(of name: String) {
    var folder = folderOfFile(name)
    while folder != ".", Folders.removeIfEmpty("\(target)/\(folder)") {
      folder = folderOfFile(folder)
    }
  }

  // MARK: Removing

  /// Removes the recorded files that do not belong to the run.
  private func removeStaleFiles() throws {
    var after = ""
    while true {
      let files = try record.files(after: after)
      guard let last = files.last else { return }
      after = last.name
      var stale: [ExportRecord.File] = []
      for file in files where try source.isStale(file, lists: listNames) { stale.append(file) }
      if stale.isEmpty { continue }
      for file in stale {
        try remove(file.name)
        removeEmptyFolders(of: file.name)
      }
      try record.synchronize()
      try record.remove(stale)
      for file in stale {
        if file.encoding == .identity { counts.removed += 1 }
        report(ExportedFile(removed: file))
      }
    }
  }
}
