import AtollBytes
import AtollOperatingSystem

/// Functions that write files into a folder, and print their paths.
enum FolderFiles {
  /// Writes new files; if one of them already exists, none is written.
  static func writeNew(
    _ files: [(path: String, bytes: [UInt8])], into folder: String, on console: Console
  ) throws {
    for file in files where (try? FileMetadata(ofLink: "\(folder)/\(file.path)")) != nil {
      throw Failure(
        .cannotCreate, message: "the file exists already, and nothing was written",
        at: "\(folder)/\(file.path)", advice: "remove it, or name another folder")
    }
    try write(files, into: folder, on: console)
  }

  /// Writes files, replacing existing ones.
  static func write(
    _ files: [(path: String, bytes: [UInt8])], into folder: String, on console: Console
  ) throws {
    let files = files.map { (path: "\(folder)/\($0.path)", bytes: $0.bytes) }
    for file in files {
      let folder = folderOfFile(file.path)
      try attributingCreationErrors(to: folder) { try Folders.create(folder) }
      try Destination(file.path).check()
    }
    for file in files { try Destination(file.path).write(file.bytes) }
    // The paths are printed last, so that all files exist even if the reader of the
    // paths stops early.
    if !console.isQuiet { try console.print(files.map { "\($0.path)\n" }.joined()) }
  }
}
