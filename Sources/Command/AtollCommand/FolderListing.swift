import AtollBytes
import AtollOperatingSystem

/// The listing of the files in a folder.
///
/// All folders that users name are traversed here. The traversal ends soon even for `/` or `/proc`:
/// links to folders are not followed, and every visited entry counts towards a limit.
enum FolderListing {
  /// The maximum number of entries that are visited; beyond it, listing fails.
  static let maximumEntryCount = 20_000
  /// The maximum depth of subfolders; deeper ones are ignored.
  static let maximumDepth = 8

  struct Entry {
    let name: String
    /// The kind of file; `nil` if it cannot be determined.
    let kind: FileMetadata.Kind?
  }

  /// Returns the entries of one folder that are not hidden, in byte order of their names.
  ///
  /// `failureKind` is the kind of every failure. If it is `nil`, it follows from the error, and too
  /// many entries are a failure of the input.
  static func entries(
    of folder: String, atMost limit: Int = maximumEntryCount,
    failingAs failureKind: Failure.Kind? = nil
  ) throws(Failure) -> [Entry] {
    let names = try translatingErrors(of: Folders.names(in: folder, atMost: limit)) {
      (error: SystemError) in
      Failure(
        failureKind ?? Failure.Kind(reading: error),
        message: "cannot be read: \(error.message)", at: folder)
    }
    if names.count > limit {
      throw tooManyEntries(in: folder, limit: limit, failingAs: failureKind)
    }
    return names.map { Entry(name: $0, kind: kind(of: "\(folder)/\($0)")) }
  }

  /// Returns the paths of the files whose names end in one of `suffixes`, in byte order.
  ///
  /// The paths are relative to the folder. Hidden files are left out, as is everything that is
  /// neither a regular file nor a link to one.
  static func files(
    in folder: String, ending suffixes: [String], intoSubfolders: Bool,
    atMost maximumEntryCount: Int = maximumEntryCount,
    failingAs failureKind: Failure.Kind? = nil
  ) throws(Failure) -> [String] {
    try allEntries(
      in: folder, intoSubfolders: intoSubfolders, atMost: maximumEntryCount, failingAs: failureKind
    ).filter { entry in entry.kind == .file && suffixes.contains(where: entry.name.hasSuffix) }
      .map(\.name)
  }

  /// Returns the entries of a folder that are not hidden, in byte order of their paths.
  ///
  /// The name of each entry is its path relative to the folder.
  static func allEntries(
    in folder: String, intoSubfolders: Bool,
    atMost maximumEntryCount: Int = maximumEntryCount,
    failingAs failureKind: Failure.Kind? = nil
  ) throws(Failure) -> [Entry] {
    var found: [Entry] = []
    var count = 0
    var folders = [(path: "", depth: 0)]
    while let next = folders.popLast() {
      let entries = try entries(
        of: next.path.isEmpty ? folder : "\(folder)/\(next.path)", atMost: maximumEntryCount,
        failingAs: failureKind)
      count += entries.count
      if count > maximumEntryCount {
        throw tooManyEntries(in: folder, limit: maximumEntryCount, failingAs: failureKind)
      }
      for entry in entries {
        let path = next.path.isEmpty ? entry.name : "\(next.path)/\(entry.name)"
        found.append(Entry(name: path, kind: entry.kind))
        if entry.kind == .folder, intoSubfolders, next.depth < maximumDepth {
          folders.append((path, next.depth + 1))
        }
      }
    }
    return found.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  private static func tooManyEntries(
    in folder: String, limit: Int, failingAs failureKind: Failure.Kind?
  ) -> Failure {
    Failure(
      failureKind ?? .noInput, message: "the folder holds more than \(limit) files and folders",
      at: folder,
      advice: "name the folder itself, not one around it")
  }

  /// Returns the kind of file at a path; a link to a regular file counts as a regular file.
  private static func kind(of path: String) -> FileMetadata.Kind? {
    guard let metadata = try? FileMetadata(ofLink: path) else { return nil }
    guard metadata.kind == .link else { return metadata.kind }
    return (try? FileMetadata(of: path))?.kind == .file ? .file : .link
  }
}
