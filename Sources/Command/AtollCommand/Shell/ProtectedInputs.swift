import OperatingSystem

/// The inputs of a command, which none of its results may replace.
struct ProtectedInputs {
  private var files: [FileMetadata.FileID] = []
  /// The canonical paths of files that do not exist yet, such as a new store.
  private var newFiles: [String] = []
  private var folders: [String] = []

  /// The endings of the files that SQLite keeps next to a store.
  private static let storeEndings = ["-wal", "-journal", "-shm"]

  init(_ paths: some Sequence<String>) {
    for path in paths {
      switch (try? FileMetadata(of: path)).map({ ($0.kind, $0.fileID) }) {
      case (.file, let id)?: files.append(id)
      case (.folder, _)?: folders.append(path)
      case nil: newFiles.append(Self.canonicalPath(path))
      // Two outputs can share a terminal or a pipe.
      case (.pipe, _)?, (.link, _)?, (.device, _)?, (.other, _)?: break
      }
    }
  }

  /// Returns whether a path leads to an input, to a file that is read in an input folder, or to one
  /// of the files of a store.
  func contains(_ path: String) -> Bool {
    if containsFile(path) || isRead(path) { return true }
    let canonical = Self.canonicalPath(path)
    return Self.storeEndings.contains {
      canonical.hasSuffix($0) && containsFile(String(canonical.dropLast($0.utf8.count)))
    }
  }

  private func containsFile(_ path: String) -> Bool {
    guard let metadata = try? FileMetadata(of: path) else {
      return !newFiles.isEmpty && newFiles.contains(Self.canonicalPath(path))
    }
    return metadata.kind == .file && files.contains(metadata.fileID)
  }

  /// Returns whether a file that does not exist yet would be read as an input in a folder.
  func wouldGain(_ path: String) -> Bool {
    guard !folders.isEmpty, Self.hasInputName(path), (try? FileMetadata(of: path)) == nil else {
      return false
    }
    let target = Self.canonicalPath(path)
    return folders.contains {
      DumpFolder.isRead(path)
        ? folderOfFile(target) == resolvedPath($0) : target.hasPrefix("\(resolvedPath($0))/")
    }
  }

  /// Returns whether a file's name is one that is read in input folders.
  ///
  /// Templates and styles are read in subfolders, too, the files of a dump are not.
  private static func hasInputName(_ path: String) -> Bool {
    DumpFolder.isRead(path) || path.hasSuffix(".css") || path.hasSuffix(".mustache")
  }

  /// Returns whether a file is read as one of the inputs in a folder.
  private func isRead(_ path: String) -> Bool {
    guard !folders.isEmpty, Self.hasInputName(path), let metadata = try? FileMetadata(of: path),
      metadata.kind == .file
    else { return false }
    return folders.contains { folder in
      let entries = try? FolderListing.everything(
        in: folder, intoSubfolders: !DumpFolder.isRead(path))
      return entries?.contains { entry in
        entry.kind == .file
          && (try? FileMetadata(of: "\(folder)/\(entry.name)"))?.fileID == metadata.fileID
      } ?? false
    }
  }

  /// Returns the path that all paths to a file lead to, even if the file does not exist.
  private static func canonicalPath(_ path: String) -> String {
    let target = resolvedPath(path)
    let name = target.utf8.split(separator: UInt8(ascii: "/")).last.map { String($0) ?? target }
    return "\(resolvedPath(folderOfFile(target)))/\(name ?? "")"
  }
}
