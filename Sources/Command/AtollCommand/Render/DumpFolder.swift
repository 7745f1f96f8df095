import AtollBytes
import AtollOperatingSystem
import AtollUnpacking

/// The contents of a dump folder: the files that are read, and everything else.
///
/// Both are listed, because a file that is silently ignored may be half of the dump.
struct DumpFolder {
  /// The paths of the files that are read, sorted by name.
  private(set) var files: [String] = []
  /// The paths of all other entries, except empty, hidden and redundant files.
  private(set) var unreadPaths: [String] = []

  /// The file name extensions that are read; `.gz` may follow.
  ///
  /// Compression is detected from a file's contents, not from its name.
  private static let endings = [".json", ".ndjson", ".jsonl"]
  static let endingsInWords = ".json, .ndjson or .jsonl, with or without .gz"

  /// Lists a folder; throws an error if a file looks like a dump in an unsupported form.
  init(_ folder: String) throws {
    let trimmed =
      folder.utf8.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    let entries = try FolderListing.entries(of: trimmed)
    let names = entries.filter { $0.kind == .file }.map(\.name)
    for entry in entries {
      let path = "\(trimmed)/\(entry.name)"
      guard entry.kind == .file else {
        unreadPaths.append(path)
        continue
      }
      if Self.isRedundant(entry.name, among: names) { continue }
      if Self.isRead(entry.name) {
        files.append(path)
      } else if (try? FileMetadata(of: path))?.size != 0 {
        unreadPaths.append(path)
      }
    }
    for path in unreadPaths { try Self.rejectUnsupportedDump(at: path) }
  }

  /// Throws an error if the folder contains anything that would not be read.
  func rejectUnreadPaths() throws {
    guard let first = unreadPaths.first else { return }
    switch (try? FileMetadata(of: first))?.kind {
    case .file?:
      throw Failure(
        .badInput,
        message: "the file would not be read: its name ends in none of \(Self.endingsInWords)",
        at: first, advice: "rename it, move it away, or name the files to read")
    case .folder?:
      throw Failure(
        .badInput,
        message: "the subfolder would not be read: the files of a dump are in one folder",
        at: first, advice: "name the files to read, those in the subfolder too, or move it away")
    case .link?, .pipe?, .device?, .other?:
      throw Failure(
        .badInput, message: "it would not be read: it is not a regular file", at: first,
        advice: "move it away, or name the files to read")
    case nil:
      throw Failure(
        .noInput, message: "it would not be read: it is a link to nothing, or not accessible",
        at: first,
        advice: "repair the link, move it away, or name the files to read")
    }
  }

  /// Returns the treatment of a new file with this name when its folder is read as a dump.
  static func treatment(of name: String) -> FolderKind.Treatment {
    if isMetadata(name) { return .ignores }
    return isRead(name) ? .reads : .rejects
  }

  private static func isRead(_ name: String) -> Bool {
    let plain = name.hasSuffix(".gz") ? String(name.dropLast(3)) : name
    return endings.contains(where: plain.hasSuffix)
  }

  /// Returns whether a file from `mongodump` is not needed: metadata, or BSON with
  /// a converted copy.
  private static func isRedundant(_ name: String, among names: [String]) -> Bool {
    if isMetadata(name) { return true }
    let plain = name.hasSuffix(".gz") ? String(name.dropLast(3)) : name
    guard plain.hasSuffix(bsonEnding) else { return false }
    return names.contains("\(plain.dropLast(bsonEnding.utf8.count)).json")
  }

  private static func isMetadata(_ name: String) -> Bool {
    name.hasSuffix(".metadata.json") || name.hasSuffix(".metadata.json.gz")
  }

  /// Throws an error if a file looks like a dump, but has an unsupported form or name.
  private static func rejectUnsupportedDump(at path: String) throws {
    try rejectBSON(at: path)
    guard case .compressed(let form) = Compression.detect(in: firstBytes(ofFile: path)) else {
      return
    }
    switch form {
    case .gzip:
      throw Failure(
        .badInput,
        message: "the compressed file would not be read: its name does not say what it holds",
        at: path, advice: "rename it to end in .ndjson.gz, or move it away")
    case .zstd, .bzip2, .xz, .zip, .lz4:
      throw Failure.unsupportedCompression(form, at: path)
    }
  }

  private static let bsonEnding = ".bson"

  /// Throws an error if a file is BSON from `mongodump`; the error says how to convert it.
  static func rejectBSON(at path: String) throws {
    let isPacked = path.hasSuffix("\(bsonEnding).gz")
    let beginning = firstBytes(ofFile: path)
    guard isPacked || path.hasSuffix(bsonEnding) || BSON.isDocumentBeginning(beginning.span) else {
      return
    }
    let plain = isPacked ? String(path.dropLast(3)) : path
    let stem = plain.hasSuffix(bsonEnding) ? String(plain.dropLast(bsonEnding.utf8.count)) : plain
    let target = quotedForShell("\(stem).json")
    throw Failure(
      .badInput, message: "this is BSON", at: path,
      advice: isPacked
        ? "convert it: gzip -dc \(quotedForShell(path)) | bsondump --outFile=\(target)"
        : "convert it: bsondump --outFile=\(target) \(quotedForShell(path))")
  }
}
