import Bytes
import OperatingSystem
import Unpacking

/// The files in a dump folder: those that are read, and those that are not.
///
/// Both are listed, because a file that is silently ignored may be half of the dump.
struct DumpFolder {
  /// The paths of the files that are read, sorted by name.
  private(set) var files: [String] = []
  /// The paths of all other files, except empty, hidden and redundant ones.
  private(set) var unreadFiles: [String] = []

  /// The file name extensions that are read; `.gz` may follow.
  ///
  /// Compression is detected from a file's contents, not from its name.
  private static let endings = [".json", ".ndjson", ".jsonl"]
  static let endingsInWords = ".json, .ndjson or .jsonl, with or without .gz"

  /// Creates the list of the files in a folder; throws an error if one of them is a dump in an
  /// unsupported form.
  init(_ folder: String) throws(CommandError) {
    let trimmed =
      folder.utf8.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    let names: [String]
    do {
      names = try FolderListing.files(in: folder, ending: [""], intoSubfolders: false)
    } catch {
      throw CommandError(error, listing: folder, .noInput)
    }
    for name in names where !Self.isRedundant(name, among: names) {
      let path = "\(trimmed)/\(name)"
      if Self.isRead(name) {
        files.append(path)
      } else if let metadata = try? FileMetadata(of: path), metadata.size > 0 {
        unreadFiles.append(path)
      }
    }
    for path in unreadFiles { try Self.refuseDump(path) }
  }

  /// Throws an error if the folder contains files that would not be read.
  func rejectUnreadFiles() throws(CommandError) {
    guard let first = unreadFiles.first else { return }
    throw .failure(
      .badInput, "the file would not be read: its name ends in none of \(Self.endingsInWords)",
      at: first, advice: "rename it, move it away, or name the files to read")
  }

  /// Returns whether a file with this name is read.
  static func isRead(_ name: String) -> Bool {
    let plain = name.hasSuffix(".gz") ? String(name.dropLast(3)) : name
    return endings.contains(where: plain.hasSuffix)
  }

  /// Returns whether a file from `mongodump` is not needed: metadata, or BSON with
  /// a converted copy.
  private static func isRedundant(_ name: String, among names: [String]) -> Bool {
    let plain = name.hasSuffix(".gz") ? String(name.dropLast(3)) : name
    if plain.hasSuffix(".metadata.json") { return true }
    guard plain.hasSuffix(bsonEnding) else { return false }
    return names.contains("\(plain.dropLast(bsonEnding.utf8.count)).json")
  }

  /// Throws an error if a file looks like a dump, but has an unsupported form or name.
  private static func refuseDump(_ path: String) throws(CommandError) {
    try refuseBSON(path)
    guard case .compressed(let form) = Compression.detect(in: beginning(of: path)) else { return }
    switch form {
    case .gzip:
      throw .failure(
        .badInput, "the compressed file would not be read: its name does not say what it holds",
        at: path, advice: "rename it to end in .ndjson.gz, or move it away")
    case .zstd, .bzip2, .xz, .zip, .lz4:
      throw CommandError(unpacking: .unsupported(form), reading: path)
    }
  }

  private static func beginning(of path: String) -> [UInt8] {
    guard (try? FileMetadata(of: path))?.kind == .file, let file = try? OpenFile(reading: path),
      let bytes = try? readBytes(
        of: file.descriptor, at: 0, count: max(Compression.maximumSignatureLength, minimumBSONSize))
    else { return [] }
    return bytes
  }

  // MARK: BSON

  private static let bsonEnding = ".bson"
  /// The size of the smallest BSON document in bytes.
  private static let minimumBSONSize = 5

  /// Throws an error if a file is BSON from `mongodump`; the error says how to convert it.
  static func refuseBSON(_ path: String) throws(CommandError) {
    let isPacked = path.hasSuffix("\(bsonEnding).gz")
    guard isPacked || path.hasSuffix(bsonEnding) || isBSON(beginning(of: path)) else { return }
    let plain = isPacked ? String(path.dropLast(3)) : path
    let stem = plain.hasSuffix(bsonEnding) ? String(plain.dropLast(bsonEnding.utf8.count)) : plain
    let target = quotedForShell("\(stem).json")
    throw .failure(
      .badInput, "this is BSON", at: path,
      advice: isPacked
        ? "convert it: gzip -dc \(quotedForShell(path)) | bsondump --outFile=\(target)"
        : "convert it: bsondump --outFile=\(target) \(quotedForShell(path))")
  }

  /// Returns whether bytes are the beginning of a BSON document.
  ///
  /// They must contain a length below 16 MiB, and the type of the first field.
  private static func isBSON(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= minimumBSONSize, bytes[3] == 0 else { return false }
    let length = Int(bytes[0]) | Int(bytes[1]) << 8 | Int(bytes[2]) << 16
    return length >= minimumBSONSize && bytes[4] <= 0x13
  }
}
