import OperatingSystem

/// A folder of files that a command replaces as a whole.
enum OutputFolder {
  /// Throws an error if the folder contains anything but files of an earlier run, for whose names
  /// `isAllowed` returns `true`.
  ///
  /// The folder need not exist. `kind` completes the message "which is not …".
  static func check(
    _ folder: String, containsOnly isAllowed: (String) -> Bool, describedAs kind: String
  ) throws(CommandError) {
    let names: [String]
    do { names = try Folders.names(in: folder, includingHidden: true) } catch  where error.isMissing
    {
      return
    } catch {
      throw .failure(
        ExitCode(creating: error), message: "cannot be created: \(error.message)", at: folder)
    }
    if let other = names.first(where: { !isAllowed($0) }) {
      throw .failure(
        .cannotCreate, message: "the folder holds '\(other)', which is not \(kind)", at: folder,
        advice: "name a folder for the output alone; it is replaced as a whole")
    }
  }

  static func begin(_ folder: String) throws(CommandError) -> ReplacementFolder {
    do { return try ReplacementFolder(at: folder) } catch {
      throw .failure(
        ExitCode(creating: error), message: "cannot be created: \(error.message)", at: folder)
    }
  }

  /// Moves the folder to its final path, unless the user has interrupted the command.
  static func finish(
    _ replacement: consuming ReplacementFolder, at folder: String
  ) throws(CommandError) {
    if BlockedSignals.isAnyPending { throw .silent(.interrupted) }
    do { try replacement.finish() } catch {
      throw .failure(
        ExitCode(placing: error), message: "cannot be put in place: \(error.message)", at: folder)
    }
  }
}
