import Files

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The files in a folder.
enum FolderListing {
  /// The most files a folder may hold, and the most folders in one another.
  static let mostFiles = 10_000
  static let deepest = 8

  /// The paths of the files whose names end in one of these, in the order of their bytes.
  ///
  /// The paths are relative to the folder, with `/` between folders. Hidden files are left out.
  static func files(
    in folder: String, ending suffixes: [String], intoSubfolders: Bool
  ) throws(SystemError) -> [String] {
    var found: [String] = []
    var folders = [(path: "", depth: 0)]
    while let next = folders.popLast() {
      for name in try Folders.names(in: next.path.isEmpty ? folder : "\(folder)/\(next.path)") {
        let path = next.path.isEmpty ? name : "\(next.path)/\(name)"
        guard let facts = try? FileFacts(of: "\(folder)/\(path)") else { continue }
        if facts.kind == .folder, intoSubfolders, next.depth < deepest {
          folders.append((path, next.depth + 1))
        } else if facts.kind == .file, suffixes.contains(where: name.hasSuffix) {
          found.append(path)
          if found.count > mostFiles { throw SystemError(number: EFBIG) }
        }
      }
    }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
