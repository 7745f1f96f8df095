import AtollBytes
import AtollHashing
import AtollOperatingSystem

/// The record of the files in a target, each with the hash of what it was made from.
///
/// It is a database in the `.atoll-export` folder of the target, not in the store. So an export
/// does not write to the store, and can read the store even while a run is being written. A target
/// that is moved keeps its record.
final class ExportRecord {
  struct File: Hashable {
    let name: String
    /// The key of the story that the file belongs to; `nil` for a list.
    var key: [UInt8]?
    var encoding = FileEncoding.identity
    /// The hash of the content before compression; `nil` while the file is being replaced.
    var sourceHash: ContentHash?
    /// The hash of the file's bytes.
    var hash: ContentHash?
    var byteCount = 0
    /// The time of the file's last change on this machine, in nanoseconds since 1970.
    var modificationNanoseconds = 0
  }

  /// The command that a target belongs to.
  enum Kind: String {
    /// The files are in the folder of the target.
    case export
    /// The files are uploaded to a remote target.
    case outbox

    /// The advice for a target whose record, in `folder`, cannot be used.
    func adviceForUnusableRecord(in folder: String) -> String {
      switch self {
      case .export: "remove the folder \(folder), and export again"
      case .outbox: "name a new outbox; everything is uploaded again"
      }
    }
  }

  let target: String
  let folder: String
  /// True if the target had no record before.
  let isNew: Bool
  let database: Database
  private let lock: FileLock
  private let fileOfName: Statement
  private let saveFile: Statement
  private let deleteFile: Statement
  private let filesAfterName: Statement

  /// Opens or creates the record of a target, and locks it so that no other process can use it.
  ///
  /// Throws an error if another process has locked the record, or if the record was made with other
  /// settings or by another command.
  init(of target: String, _ settings: ExportSettings, for kind: Kind) throws {
    self.target = target
    folder = "\(target)/\(Self.folderName)"
    let folder = folder
    try attributingSystemErrors(to: target, problem: "cannot be created") {
      try Folders.create(folder)
    }
    let taken = try attributingSystemErrors(to: folder, problem: "cannot be locked") {
      try FileLock.acquire(at: "\(folder)/lock")
    }
    guard let lock = taken else {
      throw Failure(
        .temporary, message: "another process is writing to this folder", at: target,
        advice: "wait for it")
    }
    self.lock = lock
    let advice = kind.adviceForUnusableRecord(in: folder)
    database = try Database("\(folder)/record.db", for: .creating, adviceIfDamaged: advice)
    isNew = try Self.makeTables(in: database, adviceIfUnknown: advice)
    fileOfName = try database.prepare(
      "select \(File.columns) from file where name = ?1")
    saveFile = try database.prepare(
      "insert or replace into file values(?1, ?2, ?3, ?4, ?5, ?6, ?7)")
    deleteFile = try database.prepare("delete from file where name = ?1")
    filesAfterName = try database.prepare(
      """
      select \(File.columns) from file where name > ?1
      order by name limit \(Self.pageSize)
      """)
    try setOrCheckKind(kind)
    try setOrCheckSetting("name", value: settings.name.text, problem: "its files have other names")
    try setOrCheckSetting(
      "content", value: settings.content.rawValue, problem: "its files have other contents")
  }

  /// The folder of the record in a target; web servers must not serve this folder.
  static let folderName = ".atoll-export"
  private static let pageSize = 1000
  private static let applicationID = 0x4174_4578
  private static let version = 1

  /// Creates the tables of a new record, and returns whether it is new.
  private static func makeTables(
    in database: Database, adviceIfUnknown advice: String
  ) throws -> Bool {
    let version = try database.number("pragma user_version") ?? 0
    if version == Self.version { return false }
    guard version == 0, try database.number("select count(*) from sqlite_master") == 0 else {
      throw Failure(
        .badInput, message: "this is not the record of an export of this version of atoll",
        at: database.path, advice: advice)
    }
    try database.transaction {
      try database.run(
        """
        create table setting(name text primary key, value text not null) strict, without rowid;
        create table file(
          name text primary key, key text, encoding text not null, source blob, hash blob,
          bytes integer not null, modified integer not null) strict, without rowid;
        pragma application_id = \(applicationID);
        pragma user_version = \(Self.version);
        """)
    }
    return true
  }

  // MARK: Settings

  private func setOrCheckKind(_ kind: Kind) throws {
    guard let old = try setting("kind") else { return try set("kind", to: kind.rawValue) }
    if old == kind.rawValue { return }
    throw Failure(
      .usage, message: "this folder belongs to an \(old)", at: target,
      advice: "choose another folder for the \(kind.rawValue)")
  }

  private func setOrCheckSetting(_ name: String, value: String, problem: String) throws {
    guard let old = try setting(name) else { return try set(name, to: value) }
    if old == value { return }
    throw Failure(
      .usage, message: "\(problem): \(old)", at: target,
      advice: "use that as --\(name), or name a new folder")
  }

  func setting(_ name: String) throws -> String? {
    let statement = try database.prepare("select value from setting where name = ?1")
    return try statement.first(.text(name)) { $0.text(0) }
  }

  func set(_ name: String, to value: String) throws {
    let statement = try database.prepare("insert or replace into setting values(?1, ?2)")
    try statement.run(.text(name), .text(value))
  }

  // MARK: Files

  func file(named name: String) throws -> File? {
    try fileOfName.first(.text(name)) { File($0) }
  }

  /// Returns the next files after a name, ordered by name; at most `pageSize`.
  func files(after name: String) throws -> [File] {
    try filesAfterName.map(.text(name)) { File($0) }
  }

  /// Adds files to the record, or replaces their entries.
  func save(_ files: [File]) throws {
    try database.transaction {
      for file in files {
        try saveFile.run(file.values)
      }
    }
  }

  func remove(_ files: [File]) throws {
    try database.transaction {
      for file in files {
        try deleteFile.run(.text(file.name))
      }
    }
  }

  /// Waits until all files of the target are on its disk.
  func synchronize() throws {
    try attributingSystemErrors(to: target, problem: "cannot be synchronised") {
      try Folders.synchronizeAll(onDiskOf: target)
    }
  }
}

extension ExportRecord.File {
  static let columns = "name, key, encoding, source, hash, bytes, modified"

  init(_ row: borrowing Statement) {
    self.init(
      name: row.text(0), key: row.isNull(1) ? nil : row.bytes(1),
      encoding: FileEncoding(rawValue: row.text(2)) ?? .identity, sourceHash: row.hash(3),
      hash: row.hash(4), byteCount: row.integer(5), modificationNanoseconds: row.integer(6))
  }

  var values: [Statement.Value] {
    [
      .text(name), key.map { .text($0) } ?? .null, .text(encoding.rawValue), .hash(sourceHash),
      .hash(hash), .integer(byteCount), .integer(modificationNanoseconds),
    ]
  }
}
