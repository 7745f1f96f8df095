import OperatingSystem

/// The files in a folder.
///
/// The one walk through folders that users name. It ends soon, whatever the folder is (`/`, `/proc`): links to folders are
/// not followed, and everything that is looked at counts.
enum FolderListing {
  /// The most files and folders that are looked at.
  static let mostEntries = 20_000
  /// The most folders in one another.
  static let deepest = 8

  enum Failure: Error, Hashable {
    case system(SystemError, path: String)
    case tooManyEntries(limit: Int)
  }

  /// The paths of the files whose names end in one of these, in the order of their bytes.
  ///
  /// The paths are relative to the folder, with `/` between folders. Hidden files are left out, and everything that is
  /// neither a plain file nor a link to one.
  static func files(
    in folder: String, ending suffixes: [String], intoSubfolders: Bool,
    atMost mostEntries: Int = mostEntries
  ) throws(Failure) -> [String] {
    var found: [String] = []
    var entries = 0
    var folders = [(path: "", depth: 0)]
    while let next = folders.popLast() {
      let path = next.path.isEmpty ? folder : "\(folder)/\(next.path)"
      let names: [String]
      do { names = try Folders.names(in: path, atMost: mostEntries) } catch {
        throw .system(error, path: path)
      }
      entries += names.count
      if entries > mostEntries { throw .tooManyEntries(limit: mostEntries) }
      for name in names {
        let path = next.path.isEmpty ? name : "\(next.path)/\(name)"
        switch kind(of: "\(folder)/\(path)") {
        case .file: if suffixes.contains(where: name.hasSuffix) { found.append(path) }
        case .folder:
          if intoSubfolders, next.depth < deepest { folders.append((path, next.depth + 1)) }
        case .link, .pipe, .device, .other, nil: break
        }
      }
    }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Returns what is at a path: for a link, the plain file that it leads to, or nothing.
  private static func kind(of path: String) -> FileFacts.Kind? {
    guard let facts = try? FileFacts(ofLink: path) else { return nil }
    guard facts.kind == .link else { return facts.kind }
    return (try? FileFacts(of: path))?.kind == .file ? .file : nil
  }
}

extension CommandError {
  /// Returns the error of a folder that cannot be listed; `code` is the exit code of a missing input.
  init(_ failure: FolderListing.Failure, listing folder: String, _ code: ExitCode) {
    switch failure {
    case .system(let error, let path):
      let code = error.isAboutThePath ? code : ExitCode(reading: error)
      self = .failure(code, "cannot be read: \(error.message)", at: path)
    case .tooManyEntries(let limit):
      self = .failure(
        code, "the folder holds more than \(limit) files and folders",
        at: folder, advice: "name the folder itself, not one around it")
    }
  }
}
