import OperatingSystem

/// Files that are written into a folder, where none of them is yet.
enum FolderWriting {
  /// Writes files, or nothing at all if one of them is there already; what was written is listed on
  /// standard output.
  static func write(
    _ files: [(path: String, bytes: [UInt8])], into folder: String, _ console: Console
  ) throws(Stop) {
    let files = files.map { (path: "\(folder)/\($0.path)", bytes: $0.bytes) }
    for file in files where (try? FileFacts(of: file.path)) != nil {
      throw .failure(
        .cannotCreate, "the file is there already, and nothing was written", at: file.path,
        advice: "remove it, or name another folder")
    }
    for file in files {
      do { try Folders.make(folderOfFile(file.path)) } catch {
        throw .failure(
          .cannotCreate, "the folder cannot be made: \(error.message)", at: folderOfFile(file.path))
      }
      try Destination(file.path).write(file.bytes)
      if !console.isQuiet { try console.print("\(file.path)\n") }
    }
  }
}
