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
    for name in names {
      let path = "\(trimmed)/\(name)"
      if Self.isRead(name) {
        files.append(path)
      } else if let facts = try? FileFacts(of: path), facts.size > 0 {
        others.append(path)
      }
    }
    for path in others { try Self.refuseDump(path) }
  }

  /// Refuses a folder in which something is not read.
  func refuseOthers() throws(CommandError) {
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

  /// Refuses what is a dump by all appearance, in another form.
  private static func refuseDump(_ path: String) throws(CommandError) {
    if path.hasSuffix(".bson") || path.hasSuffix(".bson.gz") {
      throw .failure(
        .badInput, "this is a dump in BSON, which is not read", at: path,
        advice: "turn it into JSON with bsondump, or export it with mongoexport")
    }
    guard let file = try? OpenFile(reading: path),
      let first = try? readBytes(
        of: file.descriptor, at: 0, count: Compression.longestBeginning),
      case .compressed(let form) = Compression.sight(of: first)
    else { return }
    switch form {
    case .gzip:
      throw .failure(
        .badInput, "the compressed file would not be read: its name does not say what it holds",
        at: path, advice: "rename it to end in .ndjson.gz, or move it away")
    case .zstd, .bzip2, .xz, .zip, .lz4:
      throw CommandError(unpacking: .unsupported(form), reading: path)
    }
  }
}
