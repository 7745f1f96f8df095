import AtollOperatingSystem
import AtollPictureTests
import AtollSnapshots

/// A folder with copies of a run's pending screenshots, which CI keeps with the other results.
struct ScreenshotFolder {
  /// The path of the folder, as the results show it.
  ///
  /// If the folder is in the folder of the summary, the path is relative to the summary's folder.
  private let shownPath: String
  private let names: Set<String>

  /// Saves the pending screenshots of a run, if the command line names a folder for them.
  ///
  /// For the other snapshots of the run, what earlier runs saved in the folder is removed.
  static func write(
    _ entries: [RunRecord.Entry], for arguments: SnapshotArguments
  ) throws -> ScreenshotFolder? {
    guard let folder = arguments.results.screenshotFolder else { return nil }
    let waiting = Set(entries.filter { $0.screenshot != nil && !$0.state.isSettled }.map(\.name))
    var names: Set<String> = []
    var written: Set<String> = []
    let pendingSnapshots = try PendingSnapshots(ofStoreIn: arguments.storeFolder)
    for snapshot in pendingSnapshots.all where waiting.contains(snapshot.name.text) {
      let files = SnapshotFiles(of: snapshot, in: pendingSnapshots)
      guard let new = files.new else { continue }
      for case (let path, let file?) in zip(
        paths(of: snapshot.name, in: folder), [new, files.old, files.difference(.whole)])
      {
        try StoreFiles.replace(path, with: file)
        written.insert(path)
      }
      names.insert(snapshot.name.text)
    }
    for name in entries.lazy.compactMap({ SnapshotName($0.name) }) where name.isScreenshot {
      for path in paths(of: name, in: folder)
      where !written.contains(path) && (try? FileMetadata(ofLink: path)) != nil {
        try StoreFiles.remove(path)
      }
    }
    let above = arguments.results.summaryFile.map { "\(folderOfFile($0))/" } ?? ""
    let isBelow = !above.isEmpty && folder.hasPrefix(above)
    return ScreenshotFolder(
      shownPath: isBelow ? String(folder.dropFirst(above.utf8.count)) : folder, names: names)
  }

  /// Returns the paths of a snapshot's new and old screenshot and of their difference.
  static func paths(of name: SnapshotName, in folder: String) -> [String] {
    let stem = name.text.dropLast(".png".utf8.count)
    return ["", ".old", ".diff"].map { "\(folder)/\(stem)\($0).png" }
  }

  /// Returns the path of a snapshot's new screenshot, if it was saved.
  func path(of name: String) -> String? { names.contains(name) ? "\(shownPath)/\(name)" : nil }
}
