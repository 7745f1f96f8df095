import AtollArguments
import AtollOperatingSystem
import AtollTheming

/// The inputs of a command, which none of its results may replace.
struct ProtectedInputs {
  private var files: [FileMetadata.FileID] = []
  /// The canonical paths of files that do not exist yet, such as a new store.
  private var newFiles: [String] = []
  private var folders: [Folder] = []

  private struct Folder {
    let path: String
    let kind: FolderKind
  }

  /// The endings of the files that SQLite keeps next to a store.
  private static let storeEndings = ["-wal", "-journal", "-shm"]

  /// Protects the files at these paths and, in folders, the files that are read.
  init(_ paths: some Sequence<String>, kind: FolderKind = .ofSuite) {
    for path in paths { add(path, ofKind: kind) }
  }

  init(_ given: GivenOptions, operandFolderKind: FolderKind) {
    for input in given.inputs {
      var kind: FolderKind? = operandFolderKind
      if let option = input.option { kind = FolderKind(ofOption: option) }
      if kind == .theme, Theme.embeddedNames.contains(input.path) { continue }
      add(input.path, ofKind: kind)
    }
  }

  private mutating func add(_ path: String, ofKind kind: FolderKind?) {
    switch (try? FileMetadata(of: path)).map({ ($0.kind, $0.fileID) }) {
    case (.file, let id)?: files.append(id)
    case (.folder, _)?:
      if let kind { folders.append(Folder(path: path, kind: kind)) }
    case nil: newFiles.append(Self.canonicalPath(path))
    // Two outputs can share a terminal or a pipe.
    case (.pipe, _)?, (.link, _)?, (.device, _)?, (.other, _)?: break
    }
  }

  /// Returns whether a path leads to an input file, to a file that is read in an input folder, or
  /// to a file that SQLite keeps next to a store.
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

  /// Returns what the next run would do with a file that does not exist yet.
  func treatment(ofNewFile path: String) -> FolderKind.Treatment {
    guard !folders.isEmpty, (try? FileMetadata(of: path)) == nil else { return .ignores }
    let target = Self.canonicalPath(path)
    for folder in folders {
      let beginning = "\(resolvedPath(folder.path))/"
      guard target.hasPrefix(beginning) else { continue }
      let treatment = folder.kind.treatment(of: String(target.dropFirst(beginning.count)))
      if treatment != .ignores { return treatment }
    }
    return .ignores
  }

  /// Returns whether a file is read as one of the inputs in a folder.
  private func isRead(_ path: String) -> Bool {
    guard !folders.isEmpty, let metadata = try? FileMetadata(of: path), metadata.kind == .file
    else { return false }
    return folders.contains { folder in
      let entries = try? FolderListing.allEntries(
        in: folder.path, intoSubfolders: folder.kind.readsSubfolders)
      return entries?.contains { entry in
        entry.kind == .file && folder.kind.treatment(of: entry.name) == .reads
          && (try? FileMetadata(of: "\(folder.path)/\(entry.name)"))?.fileID == metadata.fileID
      } ?? false
    }
  }

  /// Returns the same path for all paths that lead to one file; the file need not exist.
  private static func canonicalPath(_ path: String) -> String {
    let target = resolvedPath(path)
    let name = target.utf8.split(separator: UInt8(ascii: "/")).last.map { String($0) ?? target }
    return "\(resolvedPath(folderOfFile(target)))/\(name ?? "")"
  }
}
