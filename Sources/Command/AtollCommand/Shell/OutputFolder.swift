import AtollBytes
import AtollOperatingSystem

/// A folder of files that a command replaces as a whole.
enum OutputFolder {
  /// Throws an error if the folder cannot be replaced as a whole.
  ///
  /// The folder may be missing, or contain files of an earlier run; `isAllowed` returns whether a
  /// run writes a file with this name. Any other file is an error, and so is an input. `kind`
  /// completes the message "which is not …".
  ///
  /// Every run writes the file `requiredName`, whose text starts with `beginning`. Without such a
  /// file, a file such as `index.html` is probably the user's own.
  static func check(
    _ folder: String, containsOnly isAllowed: (String) -> Bool, including requiredName: String,
    beginningWith beginning: String, describedAs kind: String, apartFrom inputs: ProtectedInputs
  ) throws {
    guard
      let metadata = try attributingCreationErrors(
        to: folder, body: { try ifExists(FileMetadata(of: folder)) })
    else { return }
    guard metadata.kind == .folder else {
      throw Failure(
        .cannotCreate, message: "this is not a folder", at: folder,
        advice: "name a folder for the output")
    }
    if metadata.fileID == (try? FileMetadata(of: "."))?.fileID {
      throw Failure(
        .cannotCreate, message: "the current folder cannot be replaced", at: folder,
        advice: "name a subfolder for the output")
    }
    let names = try attributingCreationErrors(to: folder) {
      try Folders.names(in: folder, includingHidden: true)
    }
    if let other = names.first(where: { !isAllowed($0) }) {
      throw Failure(
        .cannotCreate, message: "the folder holds '\(other)', which is not \(kind)", at: folder,
        advice: "name a folder for the output alone; it is replaced as a whole")
    }
    if let first = names.first,
      !firstBytes(ofFile: "\(folder)/\(requiredName)").starts(with: beginning.utf8)
    {
      throw Failure(
        .cannotCreate,
        message:
          "the folder holds '\(first)', but no '\(requiredName)' of an earlier run", at: folder,
        advice: "name a folder for the output alone; it is replaced as a whole")
    }
    for name in names {
      let file = Destination("\(folder)/\(name)")
      try file.check()
      try file.checkDoesNotReplace(inputs)
    }
  }

  static func begin(_ folder: String) throws -> ReplacementFolder {
    try attributingCreationErrors(to: folder) { try ReplacementFolder(at: folder) }
  }

  /// Moves the folder to its final path, unless the user has interrupted the command.
  static func finish(
    _ replacement: consuming ReplacementFolder, at folder: String
  ) throws {
    if BlockedSignals.isAnyPending { throw CommandEnding.silent(.interrupted) }
    do { try replacement.finish() } catch {
      throw Failure(error, placing: folder)
    }
  }
}
