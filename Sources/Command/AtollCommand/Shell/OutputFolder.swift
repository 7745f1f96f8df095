import Bytes
import OperatingSystem

/// A folder of files that a command replaces as a whole.
enum OutputFolder {
  /// Throws an error if the folder contains anything but files of an earlier run, for whose names
  /// `isAllowed` returns `true`.
  ///
  /// The folder need not exist. `kind` completes the message "which is not …".
  static func check(
    _ folder: String, containsOnly isAllowed: (String) -> Bool, describedAs kind: String
  ) throws {
    let names = try creating(folder) {
      try ifExists(Folders.names(in: folder, includingHidden: true))
    }
    if let other = names?.first(where: { !isAllowed($0) }) {
      throw Failure(
        .cannotCreate, message: "the folder holds '\(other)', which is not \(kind)", at: folder,
        advice: "name a folder for the output alone; it is replaced as a whole")
    }
  }

  static func begin(_ folder: String) throws -> ReplacementFolder {
    try creating(folder) { try ReplacementFolder(at: folder) }
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
