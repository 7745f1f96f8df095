import AtollBytes
import AtollOperatingSystem

/// The destination of a result, before it is opened.
struct Destination: Hashable, Sendable {
  /// The path; `nil` for standard output.
  let path: String?

  /// Creates the destination for the value of `--output`; `nil` and `-` are standard output.
  init(_ option: String?) { path = option == "-" ? nil : option }

  var name: String { path ?? "standard output" }

  /// The folder of the output file; `nil` for standard output, an open descriptor, a pipe or a
  /// device.
  var folder: String? {
    guard let path, descriptorNamed(path) == nil,
      ((try? FileMetadata(of: path))?.kind ?? .file) == .file
    else { return nil }
    return folderOfFile(path)
  }

  /// Returns the file descriptor that a path such as `/dev/stdout` or `/dev/fd/3` names; `nil` for
  /// any other path.
  ///
  /// Callers write to the open file and do not replace it, as the program that opened it expects.
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

  /// Checks that the result can be written; called before any work is done.
  func check() throws {
    guard let path else { return }
    switch try attributingCreationErrors(
      to: path, body: { try ifExists(FileMetadata(of: path))?.kind })
    {
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
        advice: "create it with: mkdir -p \(quotedForShell(folder))")
    }
  }

  /// Checks that the result would neither replace an input nor affect the next run.
  func checkDoesNotReplace(_ inputs: ProtectedInputs) throws {
    guard let path else { return }
    let metadata = try? FileMetadata(of: path)
    let isStandardInput =
      metadata?.kind == .file && metadata?.fileID == (try? FileMetadata(ofDescriptor: 0))?.fileID
    if isStandardInput || inputs.contains(path) {
      throw Failure(
        .usage, message: "the output would replace the input", at: name,
        advice: "write to another file, and rename it afterwards")
    }
    try checkDoesNotAffectNextRun(of: inputs)
  }

  /// Checks that the next run with the same inputs would neither read the result nor fail because
  /// of it.
  func checkDoesNotAffectNextRun(of inputs: ProtectedInputs) throws {
    guard let path else { return }
    let message: String
    switch inputs.treatment(ofNewFile: path) {
    case .ignores: return
    case .reads: message = "the output would be an input of the next run"
    case .rejects: message = "the next run would refuse its input because of this output"
    }
    throw Failure(.usage, message: message, at: name, advice: "write it to another folder")
  }

  /// Opens the destination.
  ///
  /// A regular file is replaced when the new one is complete. A device such as `/dev/null`, or a
  /// named pipe, is written in place.
  func open(forOwnerAlone: Bool = false) throws -> Output {
    guard let path else { return Output() }
    return try attributingCreationErrors(to: path) {
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
  func write(_ bytes: [UInt8], forOwnerAlone: Bool = false) throws {
    var output = try open(forOwnerAlone: forOwnerAlone)
    try output.write(bytes.span)
    try output.finish()
  }
}
