import AtollBytes
import AtollOperatingSystem
import AtollUnpacking

/// The search for the files to load at given paths.
///
/// A path to a folder stands for the complete files of a Spark job, or for all files in the folder.
struct ResultFiles {
  private(set) var paths: [String] = []
  /// The number of unreadable rows that no process has counted, according to the lists of Spark
  /// jobs.
  private(set) var brokenJoinedRowCount = 0

  /// The name of the folder with the list of complete result files.
  ///
  /// `recipes/spark/render` writes this folder last. Spark does not treat it as data, because its
  /// name begins with an underscore.
  private static let completeFilesFolder = "_files"
  private static let maximumNameLength = 4096

  /// Finds the files at paths, with each folder replaced by the files in it, sorted by name.
  init(at paths: [String]) throws {
    for path in paths {
      if path != "-", try Self.isFolder(path) {
        let names = try names(inFolder: path)
        if names.isEmpty {
          throw Failure.unloadableResults("the folder is empty", at: path)
        }
        self.paths += names.map { "\(path)/\($0)" }
      } else {
        self.paths.append(path)
      }
    }
  }

  private static func isFolder(_ path: String) throws -> Bool {
    try attributingReadErrors(to: path) { try FileMetadata(of: path).kind == .folder }
  }

  private static func allNames(in folder: String) throws -> [String] {
    try attributingReadErrors(to: folder) { try Folders.names(in: folder) }
  }

  private mutating func names(inFolder folder: String) throws -> [String] {
    let all = try Self.allNames(in: folder)
    // Only folders that Spark wrote contain names that begin with an underscore, such as
    // `_SUCCESS`.
    guard all.contains(where: { $0.utf8.first == UInt8(ascii: "_") }) else { return all }
    guard all.contains(Self.completeFilesFolder) else {
      throw Failure.unloadableResults(
        "Spark has not finished: its list, _files, is missing", at: folder)
    }
    var names: [String] = []
    for part in try Self.allNames(in: "\(folder)/\(Self.completeFilesFolder)")
    where part.utf8.first != UInt8(ascii: "_") {
      let path = "\(folder)/\(Self.completeFilesFolder)/\(part)"
      try attributingReadErrors(to: path) {
        let file = try OpenFile(reading: path)
        var lines = LineSource(
          descriptor: file.descriptor, maximumLineLength: Self.maximumNameLength)
        while let chunk = try lines.next() {
          for case .text(let line) in chunk.lines.map(\.content) where !line.isEmpty {
            let line = Array(chunk.bytes[line])
            if line.first == UInt8(ascii: "{") {
              guard let count = (try? JSONValue(parsing: line))?["brokenJoined"]?.int,
                (0...Int(Int32.max)).contains(count)
              else { throw Failure.unloadableResults("this list of files is damaged", at: path) }
              brokenJoinedRowCount += count
            } else {
              names.append(String(decoding: line, as: UTF8.self))
            }
          }
        }
      }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
