import Bytes
import OperatingSystem

/// The destination of a result, before it is opened.
struct Destination: Hashable, Sendable {
  /// The path; `nil` for standard output.
  let path: String?

  /// Creates the destination for the value of `--output`; `nil` and `-` are standard output.
  init(_ option: String?) { path = option == "-" ? nil : option }

  /// The name in messages.
  var name: String { path ?? "standard output" }

  /// The folder of the file that is replaced; `nil` for standard output, an open descriptor, a pipe
  /// or a device.
  var folder: String? {
    guard let path, descriptorNamed(path) == nil,
      ((try? FileMetadata(of: path))?.kind ?? .file) == .file
    else { return nil }
    return folderOfFile(path)
  }

  /// Returns the descriptor of this process that a path stands for: 1 for `/dev/stdout`.
  ///
  /// A file that is open under the descriptor is written to rather than replaced, as the program
  /// that opened it expects.
  private func descriptorNamed(_ path: String) -> Int32? {
    switch path {
    case "/dev/stdout": return 1
    case "/dev/stderr": return 2
    case _:
      for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
        return Int32(path.dropFirst(folder.count))
      }
      return nil
    }
  }

  /// Checks, before any work is done, that the result can be written.
  func check() throws {
    guard let path else { return }
    switch try creating(path, body: { try ifExists(FileMetadata(of: path))?.kind }) {
    case .folder:
      throw Failure(
        .cannotCreate, message: "this is a folder", at: path,
        advice: "name a file in it: \(path.hasSuffix("/") ? path : path + "/")page.html")
    case .file, .pipe, .link, .device, .other: return
    case nil: break
    }
    let folder = folderOfFile(path)
    if (try? FileMetadata(of: folder))?.kind != .folder {
      throw Failure(
        .cannotCreate, message: "the folder '\(folder)' does not exist", at: path,
        advice: "create it with: mkdir -p '\(folder)'")
    }
  }

  /// Checks that the result would not replace an input, a file that is read in an input folder, or
  /// the file that is standard input.
  func check(isNoneOf inputs: [String]) throws {
    guard let path else { return }
    let metadata = try? FileMetadata(of: path)
    let isStandardInput =
      metadata?.kind == .file && metadata?.fileID == (try? FileMetadata(ofDescriptor: 0))?.fileID
    if isStandardInput || inputs.contains(where: { isSameFile($0, path) || wouldBeRead(in: $0) }) {
      throw Failure(
        .usage, message: "the output would replace the input", at: name,
        advice: "write to another file, and rename it afterwards")
    }
  }

  /// Returns whether the output replaces a file that is read as one of the inputs in a folder.
  private func wouldBeRead(in folder: String) -> Bool {
    guard let path, let input = try? FileMetadata(of: folder), input.kind == .folder,
      DumpFolder.isRead(path) || path.hasSuffix(".css") || path.hasSuffix(".mustache"),
      (try? FileMetadata(of: path))?.kind == .file
    else { return false }
    var parent = path
    for _ in 0...FolderListing.maximumDepth {
      parent = folderOfFile(parent)
      if (try? FileMetadata(of: parent))?.fileID == input.fileID { return true }
    }
    return false
  }

  /// Opens the destination.
  ///
  /// A regular file is replaced when the new one is complete; `/dev/null`, named pipes and the like
  /// are written in place.
  func open(forOwnerAlone: Bool = false) throws -> Output {
    guard let path else { return Output() }
    return try creating(path) {
      if let descriptor = descriptorNamed(path) {
        return try Output(toDescriptor: descriptor, named: path)
      }
      if let metadata = try? FileMetadata(of: path), metadata.kind != .file,
        metadata.kind != .folder
      {
        return try Output(toDevice: path)
      }
      return try Output(toFile: path, forOwnerAlone: forOwnerAlone)
    }
  }
}

extension Destination {
  /// Writes a whole result.
  func write(_ bytes: [UInt8], forOwnerAlone: Bool = false) throws {
    var output = try open(forOwnerAlone: forOwnerAlone)
    try output.write(bytes.span)
    try output.finish()
  }
}

/// Returns whether two paths lead to the same regular file or, if neither exists, to the same name
/// in the same folder.
func isSameFile(_ left: String, _ right: String) -> Bool {
  switch (try? FileMetadata(of: left), try? FileMetadata(of: right)) {
  case (let left?, let right?):
    // Two outputs can share a terminal or a pipe.
    return left.kind == .file && left.fileID == right.fileID
  case (nil, nil):
    let folders = [left, right].map { try? FileMetadata(of: folderOfFile($0)) }
    let names = [left, right].map {
      $0.utf8.split(separator: UInt8(ascii: "/")).last.map(Array.init)
    }
    return folders[0] != nil && folders[0]?.fileID == folders[1]?.fileID && names[0] == names[1]
  case (_?, nil), (nil, _?): return false
  }
}
