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
      for name in try names(in: next.path.isEmpty ? folder : "\(folder)/\(next.path)") {
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

  /// The names of what is not hidden in a folder.
  private static func names(in folder: String) throws(SystemError) -> [String] {
    guard let stream = unsafe opendir(folder) else { throw .last }
    defer { unsafe _ = closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        let capacity = unsafe MemoryLayout.size(ofValue: pointer.pointee)
        return unsafe pointer.withMemoryRebound(to: CChar.self, capacity: capacity) {
          unsafe String(cString: $0)
        }
      }
      if name.utf8.first != UInt8(ascii: ".") { names.append(name) }
    }
    return names
  }
}
