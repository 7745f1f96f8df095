import Bytes
import OperatingSystem
import Unpacking

/// The files of a folder that holds a dump: those that are read, and those that are not.
///
/// A file that is ignored in silence may be half of a dump.
struct DumpFolder {
  /// The paths of the files that are read, in the order of their names.
  private(set) var files: [String] = []
  /// The paths of all other files that are not empty, hidden ones left out.
  private(set) var others: [String] = []

  /// The endings of the names of files that are read; `.gz` may follow.
  ///
  /// The bytes of a file decide how it is compressed, not its name.
  private static let endings = [".json", ".ndjson", ".jsonl"]
  static let endingsInWords = ".json, .ndjson or .jsonl, with or without .gz"

  /// Lists a folder; dumps in a form that is not read are an error, whatever else is there.
  init(_ folder: String) throws(CommandError) {
    let trimmed =
      folder.utf8.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    let names: [String]
    do {
      names = try FolderListing.files(in: folder, ending: [""], intoSubfolders: false)
    } catch {
      throw CommandError(error, listing: folder, .noInput)
    }
    for name in names where !Self.isLeftOver(name, among: names) {
      let path = "\(trimmed)/\(name)"
      if Self.isRead(name) {
        files.append(path)
      } else if let facts = try? FileFacts(of: path), facts.size > 0 {
        others.append(path)
      }
    }
    for path in others { try Self.refuseDump(path) }
  }

  /// Rejects a folder with files that would not be read.
  func rejectUnreadFiles() throws(CommandError) {
    guard let first = others.first else { return }
    throw .failure(
      .badInput, "the file would not be read: its name ends in none of \(Self.endingsInWords)",
      at: first, advice: "rename it, move it away, or name the files to read")
  }

  /// Returns whether a file of this name is read.
  static func isRead(_ name: String) -> Bool {
    let plain = name.hasSuffix(".gz") ? String(name.dropLast(3)) : name
    return endings.contains(where: plain.hasSuffix)
  }

  /// Returns whether a file of `mongodump` is not needed: a description, or BSON that was converted.
  private static func isLeftOver(_ name: String, among names: [String]) -> Bool {
    let plain = name.hasSuffix(".gz") ? String(name.dropLast(3)) : name
    if plain.hasSuffix(".metadata.json") { return true }
    guard plain.hasSuffix(bsonEnding) else { return false }
    return names.contains("\(plain.dropLast(bsonEnding.utf8.count)).json")
  }

  /// Refuses what is a dump by all appearance, in another form.
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
    guard (try? FileFacts(of: path))?.kind == .file, let file = try? OpenFile(reading: path),
      let bytes = try? readBytes(
        of: file.descriptor, at: 0, count: max(Compression.longestBeginning, leastBSON))
    else { return [] }
    return bytes
  }

  // MARK: BSON

  private static let bsonEnding = ".bson"
  /// The bytes of the smallest document.
  private static let leastBSON = 5

  /// Refuses a file in the form of `mongodump`, and tells how to convert it.
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

  /// Returns whether bytes begin a document of BSON: its length, which is below 16 MiB, and the type of its first field.
  private static func isBSON(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= leastBSON, bytes[3] == 0 else { return false }
    let length = Int(bytes[0]) | Int(bytes[1]) << 8 | Int(bytes[2]) << 16
    return length >= leastBSON && bytes[4] <= 0x13
  }
}
