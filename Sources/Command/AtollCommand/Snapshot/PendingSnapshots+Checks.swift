import AtollBytes
import AtollOperatingSystem
import AtollPictureTests
import AtollSnapshots

/// The checks of a store before a command shows or accepts its pending output.
extension PendingSnapshots {
  /// Reads the pending output of a store; throws an error if there is no such folder.
  static func inExistingStore(_ folder: String) throws -> PendingSnapshots {
    guard (try? FileMetadata(of: folder))?.kind == .folder else {
      throw Failure(
        .noInput, message: "there is no such folder of references", at: folder,
        advice: "name it with --store, or write a suite with 'atoll snapshot init'")
    }
    return try PendingSnapshots(ofStoreIn: folder)
  }

  /// Throws an error if the last run of a snapshot's suite did not finish, because the pending
  /// output may then be of several runs.
  func throwIfRunIsUnfinished(of snapshots: [Snapshot]) throws {
    for runName in try UnfinishedRuns.names(inStore: folder) {
      let suite = RunRecord.suite(ofRun: runName)
      guard snapshots.contains(where: { $0.name.text.hasPrefix("\(suite)/") }) else { continue }
      let option = SnapshotText.storeOption(folder)
      let pages = suite == PageFolder.suiteID ? " --html DIR" : ""
      throw Failure(
        .other,
        message:
          "the last run of '\(runName)' did not finish, so pending output may be of several runs",
        at: folder,
        advice: """
          run all of '\(suite)' with 'atoll snapshot verify\(pages)\(option)', or delete its \
          pending output with 'atoll snapshot reject \(suite)/\(option)'
          """)
    }
  }

  /// Prints a warning if sources were edited after the run that wrote the pending output.
  func warnAboutEditedSources(on console: Console) {
    let paths = all.isEmpty ? [] : editedSourcePaths
    guard let first = paths.first else { return }
    let more = paths.count > 1 ? " (and \(counted(paths.count - 1, noun: "more file")))" : ""
    console.warn(
      "it was edited after the last complete run, so pending output may be out of date" + more,
      at: shownPath(first),
      advice: "run 'atoll snapshot verify\(SnapshotText.storeOption(folder))' first")
  }
}
