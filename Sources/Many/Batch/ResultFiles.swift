import Bytes
import OperatingSystem
import Unpacking

/// The search for the files to load at given paths.
///
/// A path to a folder stands for the complete files of a Spark job, or for all files in the folder.
enum ResultFiles {
  /// The name of the folder with the list of complete result files.
  ///
  /// `recipes/spark/render` writes this folder last. Spark does not treat it as data, because its
  /// name begins with an underscore.
  private static let completeFilesFolder = "_files"
  private static let maximumNameLength = 4096

  /// Returns the paths of files, with each folder replaced by the files in it, sorted by name.
  static func paths(expandingFoldersIn paths: [String]) throws -> [String] {
    var files: [String] = []
    for path in paths {
      if path != "-", try isFolder(path) {
        let names = try names(inFolder: path)
        if names.isEmpty {
          throw Failure.unloadableResults("the folder is empty", at: path)
        }
        files += names.map { "\(path)/\($0)" }
      } else {
        files.append(path)
      }
    }
    return files
  }

  private static func isFolder(_ path: String) throws -> Bool {
    try attributingReadErrors(to: path) { try FileMetadata(of: path).kind == .folder }
  }

  private static func allNames(in folder: String) throws -> [String] {
    try attributingReadErrors(to: folder) { try Folders.names(in: folder) }
  }

  private static func names(inFolder folder: String) throws -> [String] {
    let all = try allNames(in: folder)
    // Only folders that Spark wrote contain names that begin with an underscore, such as
    // `_SUCCESS`.
    guard all.contains(where: { $0.utf8.first == UInt8(ascii: "_") }) else { return all }
    guard all.contains(completeFilesFolder) else {
      throw Failure.unloadableResults(
        "Spark has not finished: its list, _files, is missing", at: folder)
    }
    var names: [String] = []
    for part in try allNames(in: "\(folder)/\(completeFilesFolder)")
    where part.utf8.first != UInt8(ascii: "_") {
      let path = "\(folder)/\(completeFilesFolder)/\(part)"
      try attributingReadErrors(to: path) {
        let file = try OpenFile(reading: path)
        var lines = LineSource(
          descriptor: file.descriptor, maximumLineLength: maximumNameLength, isStopped: { false })
        while let chunk = try lines.next() {
          for case .text(let name) in chunk.lines.map(\.content) where !name.isEmpty {
            names.append(String(decoding: chunk.bytes[name], as: UTF8.self))
          }
        }
      }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
